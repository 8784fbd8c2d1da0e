import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MessageKind, TrailEntry } from "#database/donation-trail.ts";
import { caseWords, decisionWords } from "#app/staff/cases/words.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { Given } from "./given.tsx";
import { paymentWords, providerWords } from "./words.ts";

/** Everything that happened to a donation, in the order in which it did. */
export function Trail({ entries }: { entries: TrailEntry[] }) {
  return (
    <ol className="trail plain-list">
      {entries.map((entry, at) => (
        <li key={at} data-kind={entry.kind}>
          {entry.kind === "given" ? (
            <Given createdAt={entry.at} provider={entry.provider} />
          ) : (
            <Moment at={entry.at} />
          )}
          <div>
            <Entry entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: TrailEntry }) {
  switch (entry.kind) {
    case "given":
      return <strong>{entry.provider === "offline" ? "The gift arrived" : "The donation was begun"}</strong>;
    case "payment-begun":
      return (
        <>
          {entry.provider === "offline" ? "Recorded as" : `${providerWords[entry.provider]} was asked for`}{" "}
          <Amount of={entry.asked} />
          <small>{entry.reference}</small>
        </>
      );
    case "payment-settled":
      return (
        <>
          <strong>The payment ended: {paymentWords[entry.status][0]}</strong>
          <small>{entry.failure}</small>
        </>
      );
    case "completed":
      return (
        <>
          <strong>The donation was completed</strong>
          {entry.receiptNumber !== null && <small>Receipt {String(entry.receiptNumber)}</small>}
        </>
      );
    case "reversed":
      return <strong>The gift was given back</strong>;
    case "message":
      return <Message entry={entry} />;
    case "journal":
      return <Journal entry={entry} />;
    case "letter":
      return (
        <>
          <Link to={`/admin/mail/${entry.id}`}>Letter: {entry.template}</Link> to {entry.recipient}
          <small>
            {[letterWords[entry.status], entry.askedBy && `asked for by ${entry.askedBy}`, entry.lastError]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </>
      );
    case "case-opened":
      return (
        <>
          A case was opened: <Link to={`/admin/cases/${entry.id}`}>{caseWords(entry.about).name}</Link>
        </>
      );
    case "case-closed":
      return (
        <>
          The case <Link to={`/admin/cases/${entry.id}`}>{caseWords(entry.about).name}</Link> was closed:{" "}
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
      return (
        <>
          {actionWords[entry.action] ?? entry.action}{" "}
          {/* A refund's reason is the words of whoever proposed it, and stands there. */}
          <small>
            {[entry.by, carriedOut.has(entry.action) ? null : entry.reason].filter(Boolean).join(": ")}
          </small>
        </>
      );
  }
}

const carriedOut = new Set(["refund", "part-refund", "move"]);

const letterWords: Record<string, string> = {
  waiting: "waiting",
  sent: "sent",
  "given-up": "could not be delivered",
  kept: "kept: no mail server is set",
};

const actionWords: Record<string, string> = {
  "send-receipt-again": "The receipt was sent again",
  "record-offline-gift": "The offline gift was recorded",
  "confirm-offline-gift": "The offline gift was confirmed",
  "propose:refund": "A refund was proposed",
  refund: "The refund was approved",
  "propose:part-refund": "A partial refund was proposed",
  "part-refund": "The partial refund was approved",
  "propose:move": "A move to another campaign was proposed",
  move: "The move to another campaign was approved",
};

const saidWords = {
  callback: "told us",
  answer: "answered when it was asked to collect",
  status: "answered when it was asked about the payment",
  statement: "listed it",
} as const satisfies Record<MessageKind, string>;

function Message({ entry }: { entry: Extract<TrailEntry, { kind: "message" }> }) {
  return (
    <details>
      <summary>
        {providerWords[entry.provider]} {saidWords[entry.said]}
        {entry.verdict !== null && <small>{entry.verdict}</small>}
      </summary>
      {/* Lines too long for the page are read by scrolling, also from the keyboard. */}
      <pre tabIndex={0} role="region" aria-label="The message word for word">
        {entry.body || "Deleted: after 13 months, or when the donor’s data were erased"}
      </pre>
      {entry.headers !== null && (
        <pre tabIndex={0} role="region" aria-label="Its headers">
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
        Booked in the ledger: {entry.booked} <small>Journal {String(entry.id)}</small>
        {entry.valueAt.getTime() !== entry.at.getTime() && (
          <small>
            Value of <Moment at={entry.valueAt} />
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
          {entry.postings.map(({ account, amount }) => (
            <tr key={account}>
              <th scope="row">{account}</th>
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
