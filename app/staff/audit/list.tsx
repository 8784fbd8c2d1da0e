import { Link } from "react-router";
import { z } from "zod";
import { auditActions, auditPeople, listAuditLog, type AuditEntry } from "#database/system/audit-log.ts";
import { readTitles } from "#database/campaigns/staff.ts";
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
import { campaignsIn, changesOf, recordName } from "./changes.server.ts";
import { acceptedRole, actionChoice, addressOf, deedWords, isSignUp, subjectKinds } from "./words.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { roleWords } from "#app/staff/people/words.ts";
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
  const titles = await readTitles(db, page?.rows.flatMap(campaignsIn) ?? []);
  const titleOf = (id: string) => titles.get(id) ?? id;
  const rows =
    page &&
    grouped(
      page.rows.map(({ before, after, ...entry }) => ({
        ...entry,
        about: entry.about ?? recordName({ ...entry, before, after }),
        isSignUp: isSignUp({ ...entry, after }),
        acceptedRole: acceptedRole({ ...entry, after }),
        changes: changesOf({ ...entry, before, after }, titleOf),
      })),
    );
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
              options={[any, ...actionChoices(actions)]}
            />
            <SelectField
              id="kind"
              label="About"
              defaultValue={listQuery.kind}
              options={[any, ...Object.entries(subjectKinds).map(([value, label]) => ({ value, label }))]}
            />
            <Field
              id="subject"
              label="Number or web address"
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

function Found({ page }: { page: ListPage<Row> }) {
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
      <ListTable
        caption="Audit log"
        columns={columns}
        rows={page.rows}
        keyOf={({ id }) => String(id)}
        isLog
      />
      <ListPager {...page} />
    </>
  );
}

const actionChoices = (actions: string[]) =>
  actions
    .map((value) => ({ value, label: actionChoice(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));

const any = { value: "", label: "All" };
const systemName = "System or operator";

const actorName = ({ actor }: Entry) => (actor === null ? systemName : (actor.name ?? "Deleted account"));

type Entry = Omit<AuditEntry, "before" | "after"> & {
  changes: LabelledChange[];
  /** The person, who was not signed in, made their own account. */
  isSignUp: boolean;
  /** The person accepted the actor’s invitation, as this role. */
  acceptedRole: Role | null;
};

/** An entry, with those before it that differ from it only in the record and the time. */
type Row = Entry & { repeats: Entry[] };

function grouped(entries: Entry[]): Row[] {
  const rows: Row[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && isRepeat(last, entry)) last.repeats.push(entry);
    else rows.push({ ...entry, repeats: [] });
  }
  return rows;
}

const isRepeat = (one: Entry, other: Entry) =>
  one.action === other.action &&
  one.actor?.id === other.actor?.id &&
  [one, other].every((each) => addressOf(each) !== null && each.changes.length === 0 && each.reason === null);

const columns: Column<Row>[] = [
  {
    head: "Action",
    cell: ({ repeats, ...entry }) => (
      <>
        <Deed entry={entry} />
        {repeats.length > 0 && <Repeats of={repeats} />}
      </>
    ),
  },
  {
    head: "Changes and reason",
    cell: ({ changes, reason }) => (
      <div className="audit-changes">
        <Changes changes={changes} />
        {reason !== null && (
          <p>
            <small>Reason</small> {reason}
          </p>
        )}
      </div>
    ),
  },
  { head: "When", cell: ({ at }) => <Moment at={at} /> },
];

function Deed({ entry }: { entry: Entry }) {
  if (entry.isSignUp)
    return (
      <>
        <Subject entry={entry} /> signed up
      </>
    );
  if (entry.acceptedRole !== null)
    return (
      <>
        <Subject entry={entry} /> accepted the invitation of {actorName(entry)} as{" "}
        {roleWords[entry.acceptedRole]}
      </>
    );
  return (
    <>
      {actorName(entry)} {deedWords(entry).did} <Subject entry={entry} />
    </>
  );
}

function Subject({ entry }: { entry: Entry }) {
  const address = addressOf(entry);
  const { object } = deedWords(entry);
  return address === null ? object : <Link to={address}>{object}</Link>;
}

function Repeats({ of: entries }: { of: Entry[] }) {
  return (
    <details className="audit-repeats">
      <summary>and {entries.length} more</summary>
      <ul>
        {entries.map((entry) => (
          <li key={String(entry.id)}>
            <Subject entry={entry} />, <Moment at={entry.at} />
          </li>
        ))}
      </ul>
    </details>
  );
}
