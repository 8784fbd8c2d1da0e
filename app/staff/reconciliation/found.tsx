import { Link } from "react-router";
import type { ListPage } from "#database/list-page.ts";
import type { ListedLine, ReconciledDay, UnlistedGift } from "#database/reconciliation.ts";
import { formatDay } from "#domain/calendar.ts";
import type { lineStates } from "#domain/statement.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { Nothing } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Age, Amount } from "#app/staff/values.tsx";

type FoundProps = {
  asked: { provider: string; state: string; day: string };
  days: ReconciledDay[];
  page: ListPage<ListedLine>;
  unlisted: UnlistedGift[];
  now: Date;
};

export function Found({ asked, days, page, unlisted, now }: FoundProps) {
  return (
    <>
      <section className="staff-section" aria-labelledby="days">
        <h2 id="days">By day</h2>
        <p className="staff-lead">
          Gifts that the provider was never asked for, such as a demonstration’s, are left out: it cannot list
          them.
        </p>
        {days.length === 0 ? (
          <Nothing title="Nothing in these days">
            <p>Neither our ledger nor a statement has anything of this provider here.</p>
          </Nothing>
        ) : (
          <ListTable
            caption="Ledger against statement, by day"
            columns={dayColumnsOf(asked.provider)}
            rows={days}
            keyOf={({ day, currency }) => day + currency}
          />
        )}
      </section>

      {asked.day !== "" && (
        <section className="staff-section" aria-labelledby="unlisted">
          <h2 id="unlisted">Only in the ledger on {formatDay(asked.day, "en")}</h2>
          {unlisted.length === 0 ? (
            <p>Nothing: all that our ledger has of this day is on a statement, or was decided about.</p>
          ) : (
            <ListTable
              caption="Only in the ledger"
              columns={unlistedColumns}
              rows={unlisted}
              keyOf={({ paymentId }) => String(paymentId)}
            />
          )}
        </section>
      )}

      <section className="staff-section" aria-labelledby="lines">
        <h2 id="lines">Lines of the statements</h2>
        {page.rows.length === 0 ? (
          <Nothing title={asked.state === "open" ? "Nothing is open" : "No lines here"}>
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
  open: ["Unmatched", "bad"],
  unclear: ["Unknown status", "bad"],
  matched: ["Matched", "good"],
  waiting: ["Not final yet", "waiting"],
  ignored: ["Ignored", "plain"],
};

const dayColumnsOf = (provider: string): Column<ReconciledDay>[] => [
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
    cell: ({ unlisted, ...row }) => {
      const amount = <Amount of={{ ...row, amount: unlisted }} />;
      const address = `/admin/reconciliation?provider=${provider}&state=all&day=${row.day}&until=${row.day}#unlisted`;
      return unlisted === 0n ? amount : <Link to={address}>{amount}</Link>;
    },
  },
  {
    head: "Only on the statement",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.open }} />,
  },
  {
    head: "Decided about",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.left }} />,
  },
  {
    head: "State",
    cell: (row) => {
      const [word, tone] = stateOf(row);
      return <Status tone={tone}>{word}</Status>;
    },
  },
];

/** Open is what a line or a case says is open. */
function stateOf({ matched, unlisted, inCases, open, left }: ReconciledDay): [string, Tone] {
  if (open > 0n || inCases > 0n) return ["Open", "bad"];
  if (unlisted > 0n) return matched > 0n ? ["Listed in part", "waiting"] : ["No statement yet", "plain"];
  return left > 0n ? ["Decided about", "plain"] : ["Matched", "good"];
}

const unlistedColumns: Column<UnlistedGift>[] = [
  {
    head: "Gift",
    cell: ({ donationId, amount }) => (
      <Link to={`/admin/donations/${donationId}`}>
        <Amount of={amount} />
      </Link>
    ),
  },
  {
    head: "Case",
    cell: ({ caseId }) =>
      caseId === null ? (
        "none: no statement tells of it yet"
      ) : (
        <Link to={`/admin/cases/${caseId}`}>Case {String(caseId)}</Link>
      ),
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
