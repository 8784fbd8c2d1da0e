import { Link } from "react-router";
import { z } from "zod";
import { auditActions, auditPeople, listAuditLog, type AuditEntry } from "#database/system/audit-log.ts";
import type { ListPage } from "#database/list-page.ts";
import { databaseContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { readListQuery, readCursor, readDay, typedText } from "#app/staff/list/list-query.ts";
import { Changes, type LabelledChange } from "#app/staff/editor/changes.tsx";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { changesOf } from "./changes.server.ts";
import { actionChoice, deedWords, subjectKinds } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "admin" };

const pageSize = 50;
const query = z.object({
  person: typedText(),
  action: typedText(),
  kind: typedText(),
  subject: typedText(),
  from: typedText(20),
  to: typedText(20),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const listQuery = readListQuery(url, query);
  const errors: FormErrors = [];
  const filter = {
    ...listQuery,
    from: readDay("from", listQuery.from, errors),
    to: readDay("to", listQuery.to, errors),
  };
  const [page, actions, people] = await Promise.all([
    errors.length === 0 ? listAuditLog(db, filter, { cursor: readCursor(url), size: pageSize }) : null,
    auditActions(db),
    auditPeople(db),
  ]);
  const rows = page?.rows.map(({ before, after, ...entry }): Entry => ({
    ...entry,
    changes: changesOf({ ...entry, before, after }),
  }));
  return { listQuery, page: page && rows ? { ...page, rows } : null, errors, actions, people };
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, errors, actions, people } = loaderData;
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <PageHead title="Audit log" />
      <FilterForm
        label="Find in the audit log"
        more={
          <>
            <SelectField
              id="action"
              label="Action"
              defaultValue={listQuery.action}
              options={[any, ...actions.map((value) => ({ value, label: actionChoice(value) }))]}
            />
            <SelectField
              id="kind"
              label="About"
              defaultValue={listQuery.kind}
              options={[any, ...Object.entries(subjectKinds).map(([value, label]) => ({ value, label }))]}
            />
            <Field
              id="subject"
              label="Record name"
              hint="Shown in small text under each entry, such as record:hero"
              defaultValue={listQuery.subject}
              maxLength={120}
            />
            <Field id="from" label="From" type="date" error={errorAt("from")} defaultValue={listQuery.from} />
            <Field id="to" label="To" type="date" error={errorAt("to")} defaultValue={listQuery.to} />
          </>
        }
      >
        <SelectField
          id="person"
          label="Person"
          defaultValue={listQuery.person}
          options={[
            any,
            { value: "none", label: systemName },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FilterForm>
      <FilterErrors errors={errors} names={{ from: "From", to: "To" }} />
      {page && <Found page={page} />}
    </>
  );
}

function Found({ page }: { page: ListPage<Entry> }) {
  if (page.rows.length === 0)
    return (
      <EmptyList title="No entries found">
        <p>Try different filters.</p>
        <Link className="button quiet small" to="/admin/audit">
          Show all entries
        </Link>
      </EmptyList>
    );
  return (
    <>
      <ListTable caption="Audit log" columns={columns} rows={page.rows} keyOf={({ id }) => String(id)} />
      <ListPager {...page} />
    </>
  );
}

const any = { value: "", label: "All" };
const systemName = "System or operator";

type Entry = Omit<AuditEntry, "before" | "after"> & { changes: LabelledChange[] };

const columns: Column<Entry>[] = [
  {
    head: "Action",
    cell: ({ actor, action, subject, about }) => (
      <>
        {actor === null ? systemName : (actor.name ?? "Deleted account")}{" "}
        {deedWords({ action, subject, about })}
        <small>{subject}</small>
      </>
    ),
  },
  {
    head: "Changes",
    cell: ({ changes }) => <Changes changes={changes} />,
  },
  { head: "Reason", cell: ({ reason }) => reason !== null && <p className="list-words">{reason}</p> },
  { head: "When", cell: ({ at }) => <Moment at={at} /> },
];
