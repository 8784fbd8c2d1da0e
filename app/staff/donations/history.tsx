import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MessageKind, TrailEntry } from "#database/donations/history.ts";
import { caseWords, decisionWords } from "#app/staff/cases/words.ts";
import { nameOfKind } from "#app/staff/mail/words.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { DonationTime } from "./donation-time.tsx";
import {
  accountWords,
  journalWords,
  paymentWords,
  providerWords,
  requestedWords,
  verdictWords,
} from "./words.ts";

export function Trail({ entries }: { entries: TrailEntry[] }) {
  return (
    <ol className="trail plain-list">
      {runsOf(entries).map((run, at) => (
        <li key={at} data-kind={run[0]?.kind}>
          {run.length > 1 ? <Repeated run={run} /> : run.map((entry) => <Timed key={at} entry={entry} />)}
        </li>
      ))}
    </ol>
  );
}

/** A provider that is asked each minute answers the same many times. Such answers are one line, with their number. */
export function runsOf(entries: TrailEntry[]): TrailEntry[][] {
  const runs: TrailEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isRepeated(before, entry)) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

const isRepeated = (one: TrailEntry, other: TrailEntry) =>
  one.kind === "message" &&
  other.kind === "message" &&
  one.provider === other.provider &&
  one.message === other.message &&
  one.verdict === other.verdict;

function Repeated({ run }: { run: TrailEntry[] }) {
  const [first] = run;
  if (first?.kind !== "message") return null;
  return (
    <>
      <Moment at={first.at} />
      <details>
        <summary>
          {run.length} times: {messageWords[first.message](providerWords[first.provider])}
          <Judged verdict={first.verdict} />
        </summary>
        {run.map((entry, at) => (
          <div key={at} className="trail-again">
            <Timed entry={entry} />
          </div>
        ))}
      </details>
    </>
  );
}

function Timed({ entry }: { entry: TrailEntry }) {
  return (
    <>
      {entry.kind === "donated" ? (
        <DonationTime createdAt={entry.at} provider={entry.provider} />
      ) : (
        <Moment at={entry.at} />
      )}
      <div>
        <Entry entry={entry} />
      </div>
    </>
  );
}

function Entry({ entry }: { entry: TrailEntry }) {
  switch (entry.kind) {
    case "donated":
      return <strong>{entry.provider === "offline" ? "Donation received" : "Donation started"}</strong>;
    case "payment-begun":
      return (
        <>
          {entry.provider === "offline" ? "Recorded as" : `Requested from ${providerWords[entry.provider]}:`}{" "}
          <Amount of={entry.requested} />
          <small>{entry.reference}</small>
        </>
      );
    case "payment-settled":
      return (
        <>
          <strong>Payment result: {paymentWords[entry.status][0]}</strong>
          <small>{entry.failure}</small>
        </>
      );
    case "completed":
      return (
        <>
          <strong>Donation completed</strong>
          {entry.receiptNumber !== null && <small>Receipt {String(entry.receiptNumber)}</small>}
        </>
      );
    case "reversed":
      return <strong>Donation reversed</strong>;
    case "message":
      return <Message entry={entry} />;
    case "journal":
      return <Journal entry={entry} />;
    case "email":
      return <Email entry={entry} />;
    case "case-opened":
      return (
        <>
          Case opened: <Link to={`/admin/cases/${entry.id}`}>{caseWords(entry.about).name}</Link>
        </>
      );
    case "case-closed":
      return (
        <>
          Case closed: <Link to={`/admin/cases/${entry.id}`}>{caseWords(entry.about).name}</Link>,{" "}
          {decisionWords(entry.decision)}
          <small>{[entry.by, entry.reason].filter(Boolean).join(": ")}</small>
        </>
      );
    case "note":
      return (
        <>
          <p className="trail-note">{entry.text}</p>
          <small>Note by {entry.by}</small>
        </>
      );
    case "action":
      return <Action entry={entry} />;
  }
}

const carriedOut = new Set(["refund", "part-refund", "move"]);

const emailWords: Record<string, string> = {
  waiting: "waiting",
  sent: "sent",
  "given-up": "not delivered",
  kept: "not sent: no mail server set up",
};

const actionWords: Record<string, string> = {
  "send-receipt-again": "Receipt sent again",
  "enter-offline-donation": "Offline donation added",
  "confirm-offline-donation": "Offline donation confirmed",
  "propose:refund": requestedWords.refund,
  refund: "Refund approved",
  "propose:part-refund": requestedWords["part-refund"],
  "part-refund": "Partial refund approved",
  "propose:move": "Move to another campaign requested",
  move: "Move to another campaign approved",
  "view-donor": "All donations of the donor viewed",
  "export-donor": "Personal data exported",
  "erase-donor": "Personal data erased",
  "donor-forgotten": "Personal data deleted on the donor’s request",
  "message-shown": "Message of support approved",
  "message-hidden": "Message of support hidden",
  "add-lost-donation": "Donation added from a statement",
  "withdraw-offline-donation": "Offline donation withdrawn",
};

const messageWords = {
  callback: (provider) => `${provider} told us`,
  answer: (provider) => `${provider} answered our payment request`,
  status: (provider) => `We asked ${provider}`,
  statement: (provider) => `${provider} listed it on a statement`,
} as const satisfies Record<MessageKind, (provider: string) => string>;

const Judged = ({ verdict }: { verdict: string | null }) =>
  verdict !== null && <small>– {verdictWords(verdict)}</small>;

function Message({ entry }: { entry: Extract<TrailEntry, { kind: "message" }> }) {
  return (
    <details>
      <summary>
        {messageWords[entry.message](providerWords[entry.provider])}
        <Judged verdict={entry.verdict} />
      </summary>
      {/* Focusable, so that long lines can be scrolled by keyboard. */}
      <pre tabIndex={0} role="region" aria-label="Full message">
        {entry.body || "Deleted: after 13 months, or when the donor’s data were erased"}
      </pre>
      {entry.headers !== null && (
        <pre tabIndex={0} role="region" aria-label="Message headers">
          {entry.headers}
        </pre>
      )}
    </details>
  );
}

function Journal({ entry }: { entry: Extract<TrailEntry, { kind: "journal" }> }) {
  return (
    <>
      <p>
        Recorded in the ledger: {journalWords(entry.booked)} <small>Journal entry {String(entry.id)}</small>
        {entry.valueAt.getTime() !== entry.at.getTime() && (
          <small>
            Value date <Moment at={entry.valueAt} />
          </small>
        )}
      </p>
      <table className="postings">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {entry.postings.map(({ account, campaign, amount }) => (
            <tr key={account}>
              <th scope="row">{accountWords(account, campaign)}</th>
              <td>{positive(amount.amount > 0n, <Amount of={amount} />)}</td>
              <td>{positive(amount.amount < 0n, <Amount of={{ ...amount, amount: -amount.amount }} />)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const positive = (is: boolean, amount: ReactNode) => (is ? amount : null);

function Email({ entry }: { entry: Extract<TrailEntry, { kind: "email" }> }) {
  return (
    <>
      <Link to={`/admin/mail/${entry.id}`}>Email: {nameOfKind(entry.template)}</Link> to {entry.recipient}
      <small>
        {[emailWords[entry.status], entry.askedBy && `requested by ${entry.askedBy}`, entry.lastError]
          .filter(Boolean)
          .join(" · ")}
      </small>
    </>
  );
}

function Action({ entry }: { entry: Extract<TrailEntry, { kind: "action" }> }) {
  const words = actionWords[entry.action] ?? entry.action;
  return (
    <>
      {entry.request === null ? words : <Link to={`/admin/approvals/${entry.request}`}>{words}</Link>}{" "}
      {/* The request shows its own reason, so do not repeat it. */}
      <small>
        {[entry.by, carriedOut.has(entry.action) ? null : entry.reason].filter(Boolean).join(": ")}
      </small>
    </>
  );
}
