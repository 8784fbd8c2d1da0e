import { Link } from "react-router";
import { z } from "zod";
import { auditActions, auditPeople, listAuditLog, type AuditEntry } from "#database/audit-log.ts";
import { everything } from "#app/http/context.server.ts";
import { askedDay, readAsked, readCursor, typedText } from "#app/staff/list/asked.ts";
import { Changes, type LabelledChange } from "#app/staff/editor/changes.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Nothing } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { changesOf } from "./changes.server.ts";
import { actionWords, subjectWords } from "./words.ts";
import type { Route } from "./+types/list";

export const handle = { policy: "admin" };

const pageSize = 50;
const query = z.object({
  person: typedText().default(""),
  action: typedText().default(""),
  subject: typedText().default(""),
  from: askedDay.default(null),
  to: askedDay.default(null),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(everything);
  const asked = readAsked(url, query);
  const [page, actions, people] = await Promise.all([
    listAuditLog(db, asked, { cursor: readCursor(url), size: pageSize }),
    auditActions(db),
    auditPeople(db),
  ]);
  const rows = page.rows.map(({ before, after, ...entry }): Entry => ({
    ...entry,
    changes: changesOf({ ...entry, before, after }),
  }));
  return { asked, page: { ...page, rows }, actions, people };
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { asked, page, actions, people } = loaderData;
  return (
    <>
      <title>Audit log</title>
      <meta name="robots" content="noindex" />
      <div className="staff-head">
        <h1>Audit log</h1>
      </div>
      <FilterForm
        label="Find in the audit log"
        more={
          <>
            <SelectField
              id="action"
              label="Action"
              defaultValue={asked.action}
              options={[
                any,
                ...actions.map((value) => ({ value, label: actionWords(value).replace(/:$/, "") })),
              ]}
            />
            <Field
              id="subject"
              label="About"
              hint="As the log writes it, such as record:hero"
              defaultValue={asked.subject}
              maxLength={120}
            />
            <Field id="from" label="From" type="date" defaultValue={asked.from ?? ""} />
            <Field id="to" label="To" type="date" defaultValue={asked.to ?? ""} />
          </>
        }
      >
        <SelectField
          id="person"
          label="Who"
          defaultValue={asked.person}
          options={[
            any,
            { value: "none", label: nobody },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FilterForm>
      {page.rows.length === 0 ? (
        <Nothing title="Nothing here">
          <p>The log has nothing that fits what was asked.</p>
          <Link className="button quiet small" to="/admin/audit">
            Show the whole log
          </Link>
        </Nothing>
      ) : (
        <ListTable caption="Audit log" columns={columns} rows={page.rows} keyOf={({ id }) => String(id)} />
      )}
      <ListPager {...page} />
    </>
  );
}

const any = { value: "", label: "All" };
const nobody = "The operator, or the fund’s own work";

type Entry = Omit<AuditEntry, "before" | "after"> & { changes: LabelledChange[] };

const columns: Column<Entry>[] = [
  {
    head: "What",
    cell: ({ actor, action, subject, about }) => (
      <>
        {actor === null ? nobody : (actor.name ?? "Somebody whose account is gone")} {actionWords(action)}{" "}
        {about ?? subjectWords(subject)}
        <small>{subject}</small>
      </>
    ),
  },
  {
    head: "Changed",
    cell: ({ changes }) => <Changes changes={changes} />,
  },
  { head: "Reason", cell: ({ reason }) => reason },
  { head: "When", cell: ({ at }) => <Moment at={at} /> },
];
