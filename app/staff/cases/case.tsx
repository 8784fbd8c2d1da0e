import { data, Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { listAllCampaigns } from "#database/campaigns/staff.ts";
import { findCase, type FoundCase } from "#database/cases/list.ts";
import type { Reads } from "#database/sql.server.ts";
import { findLostPayments } from "#database/reconciliation/lost-payments.ts";
import { decisionsOn, dismissals, dismissalsOf, type CaseKind } from "#domain/cases/kinds.ts";
import { formatDay } from "#domain/system/calendar.ts";
import { likelyAmount, readTypedAmount, staffQuestion } from "#domain/donations/typed-amount.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { exactAmount, formatMoney, type Currency } from "#domain/money/money.ts";
import type { ArrivedProblem } from "#operations/payments/record-received-amount.ts";
import { accessNotConfirmed, propose } from "#operations/cases/propose.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { addLostDonation, type Added } from "#operations/reconciliation/add-lost-donation.ts";
import { addLostDonations, countLostDonations } from "#operations/reconciliation/add-lost-donations.ts";
import { requestLostPayments, type RequestedAll } from "#operations/reconciliation/record-lost-payments.ts";
import { collectingContext, databaseContext, visitorContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { paymentWords, providerWords, verdictWords } from "#app/staff/donations/words.ts";
import { Status } from "#app/staff/list/status.tsx";
import { toCorrection } from "#app/staff/donations/correction.server.ts";
import { readId } from "#app/staff/read-id.ts";
import { Amount, Moment } from "#app/staff/values.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { CaseDetails } from "./case-details.tsx";
import { ConcernDetails } from "./concern.tsx";
import {
  amountInDetails,
  caseWords,
  decisionWords,
  lineWords,
  messageWords,
  standingOf,
  textAbout,
} from "./words.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import type { Route } from "./+types/case";

export const handle = { policy: "staff" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const db = context.get(databaseContext);
  const id = readId(params.id);
  const found = id === null ? null : await findCase(db, id);
  if (found === null) throw data(null, { status: 404 });
  return {
    found,
    campaigns: mayAdd(found) ? await listAllCampaigns(db) : [],
    lost: found.kind === "not-booked" && found.status === "open" ? await countLost(db, found.id) : 0,
  };
}

/** Payments that staff added after a restore. 0 if this case is about another one. */
async function countLost(db: Reads, caseId: bigint): Promise<number> {
  const lost = await findLostPayments(db);
  return lost.some((each) => each.caseId === caseId) ? lost.length : 0;
}

/** A donation that is in no backup: a statement lists it, and nothing else is known. */
const mayAdd = ({ kind, status, lines }: FoundCase) =>
  kind === "unknown-order" && status === "open" && lines.some(({ outcome }) => outcome === "paid");

const form = z
  .object({
    // The answer to the question about an amount names no decision.
    decision: z
      .enum([...dismissals, "fail", "credit", "ask", "add", "add-all", "credit-all"])
      .default("credit"),
    campaign: z.string().trim().max(200, "Choose a campaign").default(""),
    reason: z.string().trim().max(1000, "Reason must be 1,000 characters or fewer").default(""),
    arrived: z.string().trim().max(20, "Enter an amount, such as 1000").default(""),
    sure: z.literal("yes").optional(),
    statement: z.string().trim().max(200, "Must be 200 characters or fewer").default(""),
  })
  .superRefine(({ decision, reason, statement, campaign }, { addIssue }) => {
    if ((decision === "add" || decision === "add-all") && campaign === "")
      addIssue({ code: "custom", path: ["campaign"], message: "Choose a campaign" });
    if (decision !== "ask" && reason === "")
      addIssue({ code: "custom", path: ["reason"], message: "Enter a reason for your decision" });
    if ((decision === "credit" || decision === "credit-all") && statement === "")
      addIssue({
        code: "custom",
        path: ["statement"],
        message: "Enter where the payment is on the statement",
      });
  });

export async function action({ request, params, context }: Route.ActionArgs) {
  const db = context.get(databaseContext);
  const person = context.get(visitorContext);
  const caseId = readId(params.id);
  const found = caseId === null ? null : await findCase(db, caseId);
  if (caseId === null || found === null || person === null) throw data(null, { status: 404 });
  const read = await readForm(request, form);
  if (!read.ok) return data({ errors: read.errors, entered: read.entered }, { status: 400 });
  const { decision, reason, arrived, statement, campaign, sure } = read.value;
  const back = (title: string) =>
    redirect(`/admin/cases/${caseId}`, {
      status: 303,
      headers: { "Set-Cookie": noticeCookie({ tone: "success", title }) },
    });
  const refuse = (message: string) =>
    data({ errors: [{ field: "reason", message }], entered: read.entered }, { status: 409 });

  if (decision === "ask") {
    if (found.payment === null) return refuse("This case is not about a payment");
    await context.get(collectingContext).readPaymentStatus(found.payment.reference);
    return back("We have checked with the provider");
  }
  if (decision === "credit") {
    const currency = found.payment?.requested.currency ?? "TZS";
    const amount = readTypedAmount(arrived, currency)?.amount ?? null;
    const refuseAmount = (message: string) =>
      data({ errors: [{ field: "arrived", message }], entered: read.entered }, { status: 400 });
    const meant = likelyAmount(arrived, currency);
    if (arrived !== "" && amount === null)
      return refuseAmount(meant ? staffQuestion(meant) : "Enter the amount in digits, such as 10,000");
    const change = { kind: "credit", caseId, statementReference: statement, arrived: amount } as const;
    const proposed = await propose(db, change, { by: person.id, reason });
    if (proposed.kind === "proposed" || proposed.kind === "proposed-before") return toCorrection(proposed);
    if (proposed.kind === "wrong-amount") return refuseAmount(arrivedWords(proposed.problem, currency));
    return refuse(
      proposed.kind === "access-not-confirmed"
        ? accessNotConfirmed
        : "The payment’s status has changed, so this is no longer possible. Reload the page.",
    );
  }
  if (decision === "add" || decision === "add-all" || decision === "credit-all") {
    if (decision === "add-all" && !sure)
      return data({ errors: [await askToAddAll(db)], entered: read.entered }, { status: 409 });
    const wanted = { caseId, campaignId: campaign, reason, statement, by: person.id };
    const outcome = await decideOnLost(db, decision, wanted);
    if ("refused" in outcome) return refuse(outcome.refused);
    if (outcome.asked !== undefined) await context.get(collectingContext).readPaymentStatus(outcome.asked);
    return back(outcome.done);
  }
  const resolved = await resolveCase(db, { caseId, decision, reason, by: person.id, now: new Date() });
  if (resolved.kind === "resolved") return back("Case closed");
  return refuse(
    resolved.kind === "resolved-before"
      ? "Someone else has already closed this case"
      : "The payment’s status has changed, so this is no longer possible. Reload the page.",
  );
}

type OnLost = { caseId: bigint; campaignId: string; reason: string; statement: string; by: string };

/** About donations that a restore lost. `asked` is the payment to ask the provider about. */
async function decideOnLost(
  db: Reads,
  decision: "add" | "add-all" | "credit-all",
  { statement, ...wanted }: OnLost,
): Promise<{ done: string; asked?: string } | { refused: string }> {
  const adding = { ...wanted, now: new Date() };
  switch (decision) {
    case "add": {
      const added = await addLostDonation(db, adding);
      if (added.kind !== "added") return { refused: notAddedWords[added.kind] };
      return { done: "Donation added. The provider’s answer records it.", asked: added.reference };
    }
    case "add-all": {
      const all = await addLostDonations(db, adding);
      return all.kind === "added" ? { done: addedWords(all) } : { refused: notAddedWords[all.kind] };
    }
    case "credit-all": {
      const all = await requestLostPayments(db, { by: wanted.by, reason: wanted.reason, statement });
      return all.kind === "requested" ? { done: requestedWords(all) } : { refused: notAddedWords[all.kind] };
    }
  }
}

async function askToAddAll(db: Reads): Promise<{ field: "sure"; message: string }> {
  const count = await countLostDonations(db);
  const donations = count === 1 ? "1 donation" : `${count} donations`;
  return {
    field: "sure",
    message: `This adds ${donations} and has no Undo. Tick the box to add all of them`,
  };
}

function addedWords({ added, left }: { added: number; left: number }): string {
  const done = `${added} ${added === 1 ? "donation" : "donations"} added. Within minutes, the providers’ answers record them.`;
  return left === 0 ? done : `${done} Open cases that need their own decision: ${left}.`;
}

function requestedWords({ requested, left }: Extract<RequestedAll, { kind: "requested" }>): string {
  const done = `New requests: ${requested}. All staff get an email.`;
  return left === 0 ? done : `${done} Open cases that need their own decision: ${left}.`;
}

const notAddedWords: Record<Exclude<Added["kind"], "added">, string> = {
  unknown: "This case does not exist",
  "reason-required": "Enter a reason for your decision",
  "resolved-before": "Someone else has already closed this case",
  "access-not-confirmed": accessNotConfirmed,
  "not-possible": "No statement lists this as one paid payment with an amount",
  "no-campaign": "This campaign takes no donations in shillings now. Choose another one.",
};

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { found, campaigns, lost } = loaderData;
  const { name } = caseWords(found.kind);
  const [standing, tone] = standingOf(found);
  // For an unrecognised payment, the statement line already shows all details.
  const isOnStatement = found.kind === "unknown-order" && found.lines.length > 0;
  return (
    <>
      <PageHead title={name} back={{ to: "/admin/cases", label: "All cases" }} />
      <p className="staff-lead">{textAbout(found)}</p>
      <section className="staff-card" aria-labelledby="case">
        <h2 id="case">Case {String(found.id)}</h2>
        <dl className="staff-facts">
          <div>
            <dt>Status</dt>
            <dd>
              <Status tone={tone}>{standing}</Status>
            </dd>
          </div>
          <div>
            <dt>Opened</dt>
            <dd>
              <Moment at={found.openedAt} />
            </dd>
          </div>
          {found.subject !== null && !isOnStatement && (
            <div>
              <dt>About</dt>
              <dd>{found.subject}</dd>
            </div>
          )}
        </dl>
        {!isOnStatement && <DetailsOf found={found} />}
      </section>
      <OnStatements lines={found.lines} />
      <PaymentOf found={found} />
      {found.status === "open" ? (
        <Decide found={found} lost={lost} campaigns={campaigns} wrong={actionData ?? null} />
      ) : (
        <Closing found={found} />
      )}
      <Messages found={found} />
    </>
  );
}

const DetailsOf = ({ found }: { found: FoundCase }) =>
  found.kind === ("concern" satisfies CaseKind) ? (
    <ConcernDetails {...found} />
  ) : (
    <CaseDetails details={found.details} requested={found.payment?.requested ?? null} />
  );

function OnStatements({ lines }: Pick<FoundCase, "lines">) {
  if (lines.length === 0) return null;
  return (
    <section className="staff-card" aria-labelledby="statement-lines">
      <h2 id="statement-lines">On the statement</h2>
      {lines.map((line) => (
        <dl key={String(line.id)} className="staff-facts">
          <Fact name="Provider">{providerWords[line.provider]}</Fact>
          <Fact name="Amount">{line.amount && <Amount of={line.amount} />}</Fact>
          <Fact name="Status">{lineWords(line)}</Fact>
          <Fact name="Date">{line.day && formatDay(line.day, "en")}</Fact>
          <Fact name="Provider’s reference">{line.providerReference}</Fact>
          <Fact name="Our reference, as listed">{line.reference}</Fact>
          <Fact name="Statement">
            {line.statement}, line {line.line}
          </Fact>
          <Fact name="Reconciliation">
            <Link
              to={`/admin/reconciliation?provider=${line.provider}&state=all${line.day ? `&day=${line.day}` : ""}`}
            >
              View on the statement
            </Link>
          </Fact>
        </dl>
      ))}
    </section>
  );
}

function PaymentOf({ found: { donation, payment } }: { found: FoundCase }) {
  if (donation === null || payment === null) return null;
  const [word, tone] = paymentWords[payment.status];
  return (
    <section className="staff-card" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <dl className="staff-facts">
        <div>
          <dt>Amount</dt>
          <dd>
            <Amount of={donation.amount} />, {donation.campaign}
          </dd>
        </div>
        <div>
          <dt>Requested</dt>
          <dd>
            <Amount of={payment.requested} /> by {providerWords[payment.provider]},{" "}
            <Moment at={payment.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <Status tone={tone}>{word}</Status>
          </dd>
        </div>
        <div>
          <dt>Donation</dt>
          <dd>
            <Link to={`/admin/donations/${donation.donationId}`}>{donation.externalId}</Link>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Closing({ found }: { found: FoundCase }) {
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

function arrivedWords(problem: ArrivedProblem, currency: Currency): string {
  const written = (amount: bigint) => formatMoney({ amount, currency }, "en");
  switch (problem.kind) {
    case "above-limit":
      return `One payment can be at most ${written(problem.limit)}`;
    case "no-line":
      return "This is more than we requested. Import the statement that lists the payment first.";
    case "not-as-reported":
      return `Enter the amount that the provider reported: ${problem.reported.map(written).join(" or ")}`;
  }
}

type Wrong = { errors: { field: string; message: string }[]; entered: Record<string, string> };
type Campaigns = Awaited<ReturnType<typeof listAllCampaigns>>;
type DecideProps = {
  found: FoundCase;
  lost: number;
  campaigns: Campaigns;
  wrong: Wrong | null;
};

function Decide(props: DecideProps) {
  const { request } = props.found;
  if (request === null)
    return (
      <section className="staff-card" aria-labelledby="decide">
        <h2 id="decide">Decide</h2>
        <DecisionForm {...props} />
      </section>
    );
  return (
    <section className="staff-card" aria-labelledby="decide">
      <h2 id="decide">Waiting for approval</h2>
      <p>The request to record this donation waits for approval. Its approval closes this case.</p>
      <p className="staff-actions">
        <Link className="button" to={`/admin/approvals/${request}`}>
          View request
        </Link>
      </p>
      <details open={props.wrong !== null}>
        <summary>Decide in another way</summary>
        <DecisionForm {...props} />
      </details>
    </section>
  );
}

function DecisionForm({ found, campaigns, lost, wrong }: DecideProps) {
  const busy = useNavigation().state !== "idle";
  const { payment } = found;
  const mayCredit = found.request === null && decisionsOn(payment?.status ?? null).credit;
  const errors = wrong?.errors ?? [];
  return (
    <>
      <ErrorSummary title="There is a problem" errors={errors} />
      <Form method="post" className="form staff-form">
        {payment !== null && payment.provider !== "offline" && payment.status !== "reversed" && (
          <p className="staff-actions">
            <button className="button quiet" name="decision" value="ask" disabled={busy}>
              Check with the provider now
            </button>
          </p>
        )}
        <TextAreaField
          id="reason"
          label="Reason"
          error={errorAt(wrong, "reason")}
          defaultValue={wrong?.entered["reason"]}
          rows={3}
          maxLength={1000}
        />
        {(mayCredit || lost > 1) && <CreditFields found={found} wrong={wrong} />}
        {campaigns.length > 0 && <CampaignOfLost campaigns={campaigns} wrong={wrong} />}
        {errorAt(wrong, "sure") && <SureTick />}
        <DecisionButtons found={found} lost={lost} mayCredit={mayCredit} />
      </Form>
    </>
  );
}

function SureTick() {
  return (
    <label className="check">
      <input id="sure" type="checkbox" name="sure" value="yes" />
      Yes, add all lost donations. To correct one later, request its move or refund.
    </label>
  );
}

function CampaignOfLost({ campaigns, wrong }: Pick<DecideProps, "campaigns" | "wrong">) {
  return (
    <SelectField
      id="campaign"
      label="Campaign"
      hint="Needed only to add donations that a restore lost. Names, messages and campaigns are not on the statement. “Add all” takes every unrecognised payment with a reference of this site."
      error={errorAt(wrong, "campaign")}
      defaultValue={wrong?.entered["campaign"] ?? ""}
      options={[
        { value: "", label: "Choose a campaign" },
        ...campaigns
          .filter(({ currency }) => currency === "TZS")
          .map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
  );
}

function CreditFields({ found, wrong }: Pick<DecideProps, "found" | "wrong">) {
  const { payment } = found;
  return (
    <>
      {payment !== null && (
        <Field
          id="arrived"
          label="Amount that arrived"
          before={payment.requested.currency === "TZS" ? "TSh" : "US$"}
          hint={`Needed only to record the donation. Leave empty if ${formatMoney(payment.requested, "en")} arrived.`}
          error={errorAt(wrong, "arrived")}
          defaultValue={wrong?.entered["arrived"] ?? reportedAmount(found)}
          inputMode="decimal"
          maxLength={20}
          after={
            <AskedAmount
              field="arrived"
              error={errorAt(wrong, "arrived")}
              typed={wrong?.entered["arrived"]}
              currency={payment.requested.currency}
            />
          }
        />
      )}
      <TextAreaField
        id="statement"
        label="Statement line"
        hint="Needed only to record the donation. Another admin must approve it."
        error={errorAt(wrong, "statement")}
        defaultValue={wrong?.entered["statement"]}
        rows={2}
        maxLength={200}
      />
    </>
  );
}

function DecisionButtons({
  found,
  lost,
  mayCredit,
}: Pick<DecideProps, "found" | "lost"> & { mayCredit: boolean }) {
  const busy = useNavigation().state !== "idle";
  const { payment, donation } = found;
  const may = decisionsOn(payment?.status ?? null);
  return (
    <p className="staff-actions">
      {may.dismiss &&
        dismissalsOf(found.kind).map((decision, at) => (
          <button
            key={decision}
            className={at === 0 ? "button" : "button quiet"}
            name="decision"
            value={decision}
            disabled={busy}
          >
            Close: {decisionWords(decision).replace(/^./, (email) => email.toLowerCase())}
          </button>
        ))}
      {mayAdd(found) && (
        <>
          <button className="button quiet" name="decision" value="add" disabled={busy}>
            Add the lost donation
          </button>
          <button className="button quiet" name="decision" value="add-all" disabled={busy}>
            Add all lost donations to this campaign
          </button>
        </>
      )}
      {may.fail && (
        <button className="button quiet" name="decision" value="fail" disabled={busy}>
          Close: money not received
        </button>
      )}
      {mayCredit && (
        <button className="button quiet" name="decision" value="credit" disabled={busy}>
          Request approval: money received
        </button>
      )}
      {lost > 1 && (
        <button className="button quiet" name="decision" value="credit-all" disabled={busy}>
          Request approval for all {lost} lost payments
        </button>
      )}
      {may.refund && donation && (
        <Link className="button quiet" to={`/admin/donations/${donation.donationId}/refund`}>
          Request a refund
        </Link>
      )}
    </p>
  );
}

const errorAt = (wrong: Wrong | null, field: string) =>
  wrong?.errors.find((error) => error.field === field)?.message;

function reportedAmount({ payment, details, lines }: FoundCase): string | undefined {
  if (payment === null) return undefined;
  const { currency } = payment.requested;
  const listed = lines.find(({ outcome, amount }) => outcome === "paid" && amount !== null)?.amount?.amount;
  const amount = listed ?? amountInDetails(details);
  return amount === null || amount === payment.requested.amount
    ? undefined
    : withGroupMarks(exactAmount({ amount, currency }));
}

function Messages({ found: { messages } }: { found: FoundCase }) {
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
