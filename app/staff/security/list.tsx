import { Link } from "react-router";
import { z } from "zod";
import { listSecurityEvents, type SecurityEventRow } from "#database/system/security-events.ts";
import { securityEventKinds, type SecurityEventKind } from "#domain/system/security-event.ts";
import type { ListPage } from "#database/list-page.ts";
import { databaseContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { oneOf, readListQuery, readCursor, readDay, typedText } from "#app/staff/list/list-query.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status } from "#app/staff/list/status.tsx";
import { Moment } from "#app/staff/values.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { pageWords } from "./page-words.ts";
import { eventWords } from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/list";

export const handle = { policy: "staff" };

const pageSize = 50;
const query = z.object({
  kind: oneOf(securityEventKinds),
  account: typedText(64),
  client: typedText(20),
  from: typedText(20),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const listQuery = readListQuery(url, query);
  const errors: FormErrors = [];
  const filter = { ...listQuery, from: readDay("from", listQuery.from, errors) };
  const page =
    errors.length === 0
      ? await listSecurityEvents(context.get(databaseContext), filter, {
          cursor: readCursor(url),
          size: pageSize,
        })
      : null;
  return { listQuery, page, errors };
}

export default function SecurityLog({ loaderData }: Route.ComponentProps) {
  const { listQuery, page, errors } = loaderData;
  return (
    <>
      <PageHead title="Security log" />
      <p className="staff-lead">
        Sign-ins, refused requests, account changes and exports of the last 30 days. A client is shown as a
        code, not as an IP address.
      </p>
      <Filters listQuery={listQuery} errors={errors} />
      {listQuery.account !== "" && page && <OfAccount page={page} />}
      <FilterErrors errors={errors} names={{ from: "From" }} />
      {page &&
        (page.rows.length === 0 ? (
          <EmptyList title="No events found">
            <p>Try different filters.</p>
            <Link className="button quiet small" to="/admin/security">
              Show all events
            </Link>
          </EmptyList>
        ) : (
          <>
            <ListTable
              caption="Security log"
              columns={columns}
              rows={page.rows}
              keyOf={({ id }) => String(id)}
              isBrief
            />
            <ListPager {...page} />
          </>
        ))}
    </>
  );
}

/** The account's id says nothing to a person. */
function OfAccount({ page }: { page: ListPage<SecurityEventRow> }) {
  const name = page.rows[0]?.account?.name;
  return (
    <p className="list-line">
      {name === undefined ? "Only events of one account." : `Only events of ${name}.`}
    </p>
  );
}

function Filters({ listQuery, errors }: Pick<Route.ComponentProps["loaderData"], "listQuery" | "errors">) {
  return (
    <FilterForm
      label="Find in the security log"
      tabbed="account"
      more={
        <>
          <Field id="client" label="Client" defaultValue={listQuery.client} maxLength={20} />
          <Field
            id="from"
            label="From"
            type="date"
            error={errors.find(({ field }) => field === "from")?.message}
            defaultValue={listQuery.from}
          />
        </>
      }
    >
      {listQuery.account !== "" && <input type="hidden" name="account" value={listQuery.account} />}
      <SelectField
        id="kind"
        label="Event"
        defaultValue={listQuery.kind ?? ""}
        options={[
          { value: "", label: "All" },
          ...securityEventKinds.map((value) => ({ value, label: eventWords[value][0] })),
        ]}
      />
    </FilterForm>
  );
}

/** People sometimes type the password in the place of their name. */
const isSignIn = (kind: SecurityEventKind) => kind === "sign-in-refused" || kind === "sign-in-limited";

const columns: Column<SecurityEventRow>[] = [
  {
    head: "Event",
    cell: ({ kind, times }) => (
      <>
        <Status tone={eventWords[kind][1]}>{eventWords[kind][0]}</Status>
        {times > 1 && <small>{times} times</small>}
      </>
    ),
  },
  {
    head: "Account",
    cell: ({ account, kind }) =>
      account ? (
        <Link to={`/admin/security?account=${encodeURIComponent(account.id)}`}>{account.name}</Link>
      ) : isSignIn(kind) ? (
        "The typed name is not kept"
      ) : (
        "Not signed in"
      ),
  },
  { head: "Page", whenBrief: "rest", cell: ({ path }) => pageWords(path) },
  { head: "When", cell: ({ at }) => <Moment at={at} /> },
  {
    head: "Client",
    whenBrief: "fold",
    cell: ({ client, requestId, path }) => (
      <details className="event-trace">
        <summary>
          <span className="visually-hidden">Client </span>
          {client}
        </summary>
        <p>
          <Link to={`/admin/security?client=${client}`}>Events of this client</Link>
          <br />
          Request {requestId}
          <br />
          Address {path.replaceAll(/:\w+/g, "…")}
        </p>
      </details>
    ),
  },
];
