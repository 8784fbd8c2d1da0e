import { Link } from "react-router";
import type { ListPage } from "#database/list-page.ts";
import type { ListedLine, ReconciledDay } from "#database/reconciliation.ts";
import { formatDay } from "#domain/calendar.ts";
import type { lineStates } from "#domain/statement.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Nothing } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Age, Amount } from "#app/staff/values.tsx";

type FoundProps = { days: ReconciledDay[]; page: ListPage<ListedLine>; state: string; now: Date };

export function Found({ days, page, state, now }: FoundProps) {
  return (
    <>
      <section className="staff-section" aria-labelledby="days">
        <h2 id="days">By day</h2>
        {days.length === 0 ? (
          <Nothing title="Nothing in these days">
            <p>Neither our ledger nor a statement has anything of this provider here.</p>
          </Nothing>
        ) : (
          <ListTable
            caption="Ledger against statement, by day"
            columns={dayColumns}
            rows={days}
            keyOf={({ day, currency }) => day + currency}
          />
        )}
      </section>

      <section className="staff-section" aria-labelledby="lines">
        <h2 id="lines">Lines of the statements</h2>
        {page.rows.length === 0 ? (
          <Nothing title={state === "open" ? "Nothing is open" : "No lines here"}>
            <p>Open is what the provider lists and our ledger does not have in the same way.</p>
          </Nothing>
        ) : (
          <ListTable
            caption="Lines of the statements"
            columns={lineColumnsAt(now)}
            rows={page.rows}
            keyOf={({ id }) => String(id)}
          />
        )}
        <ListPager {...page} />
      </section>
    </>
  );
}

export const stateWords: Record<(typeof lineStates)[number], [string, Tone]> = {
  open: ["Open", "bad"],
  matched: ["Matched", "good"],
  waiting: ["Not final yet", "waiting"],
  ignored: ["Ignored", "plain"],
};

const dayColumns: Column<ReconciledDay>[] = [
  { head: "Day", cell: ({ day }) => formatDay(day, "en") },
  { head: "In the ledger", figure: true, cell: (row) => <Amount of={{ ...row, amount: row.ledger }} /> },
  {
    head: "On the statement too",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.matched }} />,
  },
  {
    head: "Only in the ledger",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.ledger - row.matched }} />,
  },
  {
    head: "Only on the statement",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.open }} />,
  },
  {
    head: "State",
    cell: ({ ledger, matched, open, isCovered }) => {
      if (ledger === matched && open === 0n) return <Status tone="good">Matched</Status>;
      if (!isCovered && open === 0n) return <Status tone="plain">No statement yet</Status>;
      return <Status tone="bad">Open</Status>;
    },
  },
];

const lineColumnsAt = (now: Date): Column<ListedLine>[] => [
  {
    head: "Payment",
    cell: ({ key, statement, line }) => (
      <>
        {key}
        <small>
          {statement}, line {line}
        </small>
      </>
    ),
  },
  { head: "Day", cell: ({ day }) => day && formatDay(day, "en") },
  {
    head: "Listed",
    figure: true,
    cell: ({ amount, outcome }) => (
      <>
        {amount && <Amount of={amount} />}
        <small>{outcome}</small>
      </>
    ),
  },
  {
    head: "Ours",
    cell: ({ payment }) =>
      payment ? (
        <>
          <Link to={`/admin/donations/${payment.donationId}`}>
            <Amount of={payment.asked} />
          </Link>
          <small>{payment.status}</small>
        </>
      ) : (
        "none"
      ),
  },
  {
    head: "State",
    cell: ({ state, since, ignoredReason }) => (
      <>
        <Status tone={stateWords[state][1]}>{stateWords[state][0]}</Status>
        {state === "open" && (
          <small>
            for <Age from={since} to={now} />
          </small>
        )}
        {ignoredReason !== null && <small>{ignoredReason}</small>}
      </>
    ),
  },
  {
    head: "Case",
    cell: ({ caseId }) => caseId && <Link to={`/admin/cases/${caseId}`}>Case {String(caseId)}</Link>,
  },
];
