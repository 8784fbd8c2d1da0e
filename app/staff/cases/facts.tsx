import { Link } from "react-router";
import type { FoundCase } from "#database/cases/list.ts";
import { formatPhone } from "#domain/payments/phone.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { paymentWords, providerWords, verdictWords } from "#app/staff/donations/words.ts";
import { Status } from "#app/staff/list/status.tsx";
import { Amount, Moment, Reference } from "#app/staff/values.tsx";
import { Fact, isLongText } from "#app/ui/fact.tsx";
import { decisionWords, lineWords, messageWords, placeOf } from "./words.ts";

export function OnStatements({ lines }: Pick<FoundCase, "lines">) {
  if (lines.length === 0) return null;
  return (
    <section className="staff-card" aria-labelledby="statement-lines">
      <h2 id="statement-lines">On the statement</h2>
      {lines.map((line) => (
        <dl key={String(line.id)} className="staff-facts statement-line">
          <Fact name="Statement">
            <Link
              to={`/admin/reconciliation?provider=${line.provider}&state=all${line.day ? `&day=${line.day}` : ""}`}
            >
              {placeOf(line)}
            </Link>
          </Fact>
          <Fact name="Provider">{providerWords[line.provider]}</Fact>
          <Fact name="Amount">{line.amount && <Amount of={line.amount} />}</Fact>
          <Fact name="Provider says">{lineWords(line)}</Fact>
          <Fact name="Date">{line.day && formatDay(line.day, "en")}</Fact>
          <ProviderReference of={line.providerReference} />
          <Fact name="Our reference">{line.reference}</Fact>
        </dl>
      ))}
    </section>
  );
}

export function PaymentOf({ found: { donation, payment } }: { found: FoundCase }) {
  if (donation === null || payment === null) return null;
  const [word, tone] = paymentWords[payment.status];
  return (
    <section className="staff-card" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <dl className="staff-facts">
        <Fact name="Amount" isLong>
          <Amount of={donation.amount} />, {donation.campaign}
        </Fact>
        <Fact name="Requested" isLong>
          <Amount of={payment.requested} /> by {providerWords[payment.provider]},{" "}
          <Moment at={payment.createdAt} />
        </Fact>
        <Fact name="Our record">
          <Status tone={tone}>{word}</Status>
        </Fact>
        <Fact name="Donor’s phone">{payment.phone && formatPhone(payment.phone)}</Fact>
        <ProviderReference of={payment.providerReference} />
        <Fact name="Donation" isLong>
          <Link to={`/admin/donations/${donation.donationId}`}>
            <Reference of={donation.externalId} />
          </Link>
        </Fact>
      </dl>
    </section>
  );
}

function ProviderReference({ of }: { of: string | null }) {
  if (of === null) return null;
  return (
    <Fact name="Provider’s reference" isLong={isLongText(of)}>
      <span className="staff-reference">{of}</span>
    </Fact>
  );
}

export function CaseClosing({ found }: { found: FoundCase }) {
  return (
    <section className="staff-card" aria-labelledby="closing">
      <h2 id="closing">Decision</h2>
      <p>
        {decisionWords(found.decision ?? "")}: decided by {found.closedBy ?? "the system"}
        {found.closedAt && (
          <>
            , <Moment at={found.closedAt} />
          </>
        )}
      </p>
      <p>{found.reason}</p>
    </section>
  );
}

export function Messages({ found: { messages } }: { found: FoundCase }) {
  if (messages.length === 0) return null;
  return (
    <section className="staff-card" aria-labelledby="messages">
      <h2 id="messages">Messages from the provider</h2>
      {messages.map(({ id, kind, verdict, receivedAt, body }) => (
        <details key={String(id)}>
          <summary>
            {messageWords(kind)}, <Moment at={receivedAt} />
            {verdict !== null && `: ${verdictWords(verdict)}`}
          </summary>
          <pre className="staff-raw" tabIndex={0}>
            {body || "Deleted: after 13 months, or when the donor’s data were erased"}
          </pre>
        </details>
      ))}
    </section>
  );
}
