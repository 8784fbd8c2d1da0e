import { Link } from "react-router";
import type { ListPage } from "#database/list-page.ts";
import type { ListedLine, ReconciledDay, UnlistedDonation } from "#database/reconciliation/days-and-lines.ts";
import { formatDay } from "#domain/system/calendar.ts";
import type { lineStates } from "#domain/reconciliation/statement.ts";
import { lineWords } from "#app/staff/cases/words.ts";
import { paymentWords } from "#app/staff/donations/words.ts";
import { ListTable, type Column } from "#app/staff/list/list-table.tsx";
import { EmptyList } from "#app/staff/list/nothing.tsx";
import { ListPager } from "#app/staff/list/pager.tsx";
import { Status, type Tone } from "#app/staff/list/status.tsx";
import { Age, Amount } from "#app/staff/values.tsx";

type FoundProps = {
  listQuery: { provider: string; state: string; day: string };
  days: ReconciledDay[];
  page: ListPage<ListedLine>;
  unlisted: UnlistedDonation[];
  /** Without a statement, no line can be unmatched. */
  hasStatement: boolean;
  now: Date;
};

export function ReconciliationFindings({ listQuery, days, page, unlisted, hasStatement, now }: FoundProps) {
  return (
    <>
      <section className="staff-section" aria-labelledby="days">
        <h2 id="days">By day</h2>
        <p className="staff-lead">
          Donations that were not requested from the provider (such as demonstration data) are not shown.
        </p>
        {days.length === 0 ? (
          <EmptyList title="Nothing on these days">
            <p>There is nothing in our ledger or on a statement from this provider for these days.</p>
          </EmptyList>
        ) : (
          <ListTable
            caption="Ledger against statement, by day"
            columns={dayColumnsOf(listQuery.provider)}
            rows={days}
            keyOf={({ day, currency }) => day + currency}
            isOfFigures
          />
        )}
      </section>

      {listQuery.day !== "" && (
        <section className="staff-section" aria-labelledby="unlisted">
          <h2 id="unlisted">Only in the ledger on {formatDay(listQuery.day, "en")}</h2>
          {unlisted.length === 0 ? (
            <p>Nothing. Everything in our ledger for this day is on a statement or has been resolved.</p>
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
        <h2 id="lines">Statement lines</h2>
        {!hasStatement ? (
          <NoStatement provider={listQuery.provider} />
        ) : page.rows.length === 0 ? (
          <EmptyList title={listQuery.state === "open" ? "Nothing to resolve" : "No lines found"}>
            <p>“Unmatched” lines are on the provider’s statement but do not match our ledger.</p>
          </EmptyList>
        ) : (
          <ListTable
            caption="Statement lines"
            columns={lineColumnsAt(now)}
            rows={page.rows}
            keyOf={({ id }) => String(id)}
            isBrief
          />
        )}
        <ListPager {...page} />
      </section>
    </>
  );
}

function NoStatement({ provider }: { provider: string }) {
  return provider === "azampay" ? (
    <EmptyList title="No statement was imported yet">
      <p>Export a CSV file in the AzamPay portal, and preview it here. Then we compare it with our ledger.</p>
      <a className="button quiet small" href="#file">
        Choose a statement
      </a>
    </EmptyList>
  ) : (
    <EmptyList title="Selcom’s list was not read yet">
      <p>We read it every night. To read it now, press “Compare now”.</p>
    </EmptyList>
  );
}

export const stateWords: Record<(typeof lineStates)[number], [string, Tone]> = {
  open: ["Unmatched", "bad"],
  unclear: ["Unknown status", "bad"],
  matched: ["Matched", "good"],
  waiting: ["Pending", "waiting"],
  ignored: ["Ignored", "plain"],
};

const dayColumnsOf = (provider: string): Column<ReconciledDay>[] => [
  { head: "Date", cell: ({ day }) => formatDay(day, "en") },
  { head: "In the ledger", figure: true, cell: (row) => <Amount of={{ ...row, amount: row.ledger }} /> },
  {
    head: "In ledger and statement",
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
    head: "Resolved",
    figure: true,
    cell: (row) => <Amount of={{ ...row, amount: row.left }} />,
  },
  {
    head: "Status",
    cell: (row) => {
      const [word, tone] = stateOf(row);
      return <Status tone={tone}>{word}</Status>;
    },
  },
];

/** A day is unmatched while one of its lines or cases is open. */
function stateOf({ matched, unlisted, inCases, open, left }: ReconciledDay): [string, Tone] {
  if (open > 0n || inCases > 0n) return ["Unmatched", "bad"];
  if (unlisted > 0n) return matched > 0n ? ["Partly matched", "waiting"] : ["No statement yet", "plain"];
  return left > 0n ? ["Resolved", "plain"] : ["Matched", "good"];
}

const unlistedColumns: Column<UnlistedDonation>[] = [
  {
    head: "Donation",
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
        "None (not on a statement yet)"
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
  {
    head: "On statement",
    figure: true,
    cell: ({ amount, ...line }) => (
      <>
        {amount && <Amount of={amount} />}
        <small className="row-words">{lineWords(line)}</small>
      </>
    ),
  },
  {
    head: "In our records",
    whenBrief: "rest",
    cell: ({ payment }) =>
      payment ? (
        <>
          <Link to={`/admin/donations/${payment.donationId}`}>
            <Amount of={payment.listQuery} />
          </Link>
          <small className="row-words">{paymentWords[payment.status][0]}</small>
        </>
      ) : (
        "Not in our records"
      ),
  },
  { head: "Date", cell: ({ day }) => day && formatDay(day, "en") },
  {
    head: "Status",
    cell: ({ state, since, ignoredReason }) => (
      <>
        <Status tone={stateWords[state][1]}>{stateWords[state][0]}</Status>
        {state === "open" && (
          <small>
            <Age from={since} to={now} when="lasting" />
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
