import { Form, Link, useNavigation } from "react-router";
import type { listAllCampaigns } from "#database/campaigns/staff.ts";
import type { FoundCase } from "#database/cases/list.ts";
import {
  decisionsOn,
  dismissalsOf,
  kindsNotAboutMoney,
  type CaseKind,
  type Dismissal,
} from "#domain/cases/kinds.ts";
import { exactAmount, formatMoney } from "#domain/money/money.ts";
import { withGroupMarks } from "#domain/money/typed-amount.ts";
import { AskedAmount } from "#app/staff/asked-amount.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextAreaField } from "#app/ui/field.tsx";
import { Decision } from "./decision.tsx";
import { LostByRestore } from "./lost-by-restore.tsx";
import {
  amountInDetails,
  decisionWords,
  hasOtherReference,
  hasOwnReference,
  mayAdd,
  placeOf,
} from "./words.ts";

type Wrong = { errors: { field: string; message: string }[]; entered: Record<string, string> };
type Campaigns = Awaited<ReturnType<typeof listAllCampaigns>>;
type DecideProps = {
  found: FoundCase;
  lost: number;
  campaigns: Campaigns;
  /** The people who can approve a request to record the money. Null if the case is about no payment. */
  approvers: string | null;
  wrong: Wrong | null;
};

export function Decide(props: DecideProps) {
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

function DecisionForm({ found, campaigns, lost, approvers, wrong }: DecideProps) {
  const busy = useNavigation().state !== "idle";
  const { payment } = found;
  const mayCredit = found.request === null && decisionsOn(payment?.status ?? null).credit;
  const errors = wrong?.errors ?? [];
  const isLost = mayAdd(found) && hasOwnReference(found);
  const lostByRestore = campaigns.length > 0 && (
    <LostByRestore
      campaigns={campaigns}
      isLikely={isLost}
      entered={wrong?.entered["campaign"]}
      errorAt={(field) => errorAt(wrong, field)}
    />
  );
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
          hint="What you checked and found, without a donor’s name or number. It stays in the audit log."
          error={errorAt(wrong, "reason")}
          defaultValue={wrong?.entered["reason"]}
          rows={3}
          maxLength={1000}
        />
        <MoneyCame {...{ found, lost, approvers, wrong, mayCredit }} />
        <NoMoneyCame payment={payment} />
        {isLost && lostByRestore}
        <OtherDecisions found={found} hasMain={mayCredit || isLost || found.request !== null} />
        {!isLost && lostByRestore}
      </Form>
    </>
  );
}

const longestPlace = 200;

type Money = Pick<DecideProps, "found" | "lost" | "approvers" | "wrong"> & { mayCredit: boolean };

function MoneyCame({ found, lost, approvers, wrong, mayCredit }: Money) {
  if (!mayCredit && lost <= 1) return null;
  return (
    <fieldset className="decision-group">
      <legend>The money came</legend>
      <p>The record needs approval. {approvers}</p>
      {needsStatement(found) && (
        <p>
          More arrived than we requested. First import the statement that lists the payment in{" "}
          <Link to="/admin/reconciliation">Reconciliation</Link>.
        </p>
      )}
      <CreditFields found={found} wrong={wrong} />
      <ul className="decisions">
        {mayCredit && (
          <Decision value="credit" isMain effect="After approval, this amount is recorded.">
            Request approval: money received
          </Decision>
        )}
        {lost > 1 && (
          <Decision
            value="credit-all"
            effect={`One request for each of the ${lost} lost payments that staff added after a restore.`}
          >
            {`Request approval for all ${lost}`}
          </Decision>
        )}
      </ul>
    </fieldset>
  );
}

function NoMoneyCame({ payment }: Pick<FoundCase, "payment">) {
  if (!decisionsOn(payment?.status ?? null).fail) return null;
  return (
    <fieldset className="decision-group">
      <legend>No money came</legend>
      <ul className="decisions">
        <Decision value="fail" effect="The donation fails, and the donor can try again.">
          Close: money not received
        </Decision>
      </ul>
    </fieldset>
  );
}

function CreditFields({ found, wrong }: Pick<DecideProps, "found" | "wrong">) {
  const { payment } = found;
  const reported = reportedAmount(found);
  return (
    <>
      {payment !== null && (
        <Field
          id="arrived"
          label="Amount that arrived"
          before={payment.requested.currency === "TZS" ? "TSh" : "US$"}
          hint={
            reported === undefined
              ? `Leave empty if ${formatMoney(payment.requested, "en")} arrived.`
              : `As the provider reported it. If you leave it empty, the request is for ${formatMoney(payment.requested, "en")}: prove in the reason that all of it arrived.`
          }
          error={errorAt(wrong, "arrived")}
          defaultValue={wrong?.entered["arrived"] ?? reported}
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
      <Field
        id="statement"
        label="Statement line"
        hint="For example: azampay-2026-11.csv, line 7."
        error={errorAt(wrong, "statement")}
        defaultValue={wrong?.entered["statement"] ?? placeOnStatement(found)}
        maxLength={longestPlace}
      />
    </>
  );
}

/** One decision of a case is the main one. */
function OtherDecisions({ found, hasMain }: Pick<DecideProps, "found"> & { hasMain: boolean }) {
  const { payment, donation } = found;
  const may = decisionsOn(payment?.status ?? null);
  const mayRefund = may.refund && donation !== null;
  const isLastWay = withoutMain.some((kind) => kind === found.kind);
  if (!may.dismiss && !mayRefund) return null;
  return (
    <ul className="decisions">
      {may.dismiss &&
        dismissalsOf(found.kind).map((decision, at) => (
          <Decision
            key={decision}
            value={decision}
            isMain={at === 0 && !hasMain && (!isLastWay || hasOtherReference(found))}
            effect={dismissalEffect(decision, found)}
          >
            {`Close: ${decisionWords(decision).replace(/^./, (first) => first.toLowerCase())}`}
          </Decision>
        ))}
      {mayRefund && (
        <li>
          <Link className="button quiet" to={`/admin/donations/${donation.donationId}/refund`}>
            Request a refund
          </Link>
          <small>The money went back, or must go back. After approval, the ledger shows it.</small>
        </li>
      )}
    </ul>
  );
}

/** Closing these is the last way, after another address or a campaign for the money. */
const withoutMain: readonly CaseKind[] = ["undelivered", "unknown-order"];

const dismissalEffects: Record<Dismissal, string> = {
  dismiss: "There is nothing more to do.",
  "not-ours": "The money belongs to someone else.",
  "dealt-with": "You have solved the problem.",
};

function dismissalEffect(decision: Dismissal, { kind, payment }: FoundCase): string {
  const effect = dismissalEffects[decision];
  if (kindsNotAboutMoney.some((each) => each === kind)) return effect;
  if (kind === "mismatch" && (payment?.status === "failed" || payment?.status === "cancelled"))
    return "Only if no money came: the donor then reads that the fund received nothing. The ledger does not change.";
  return `${effect} The ledger does not change.`;
}

function placeOnStatement({ lines }: FoundCase): string | undefined {
  const paid = lines.find(({ outcome }) => outcome === "paid");
  return paid && placeOf(paid).slice(0, longestPlace);
}

const errorAt = (wrong: Wrong | null, field: string) =>
  wrong?.errors.find((error) => error.field === field)?.message;

/** A request for more than this is refused until a statement lists the payment. */
function needsStatement({ payment, details, lines }: FoundCase): boolean {
  const isListed = lines.some(({ outcome, amount }) => outcome === "paid" && amount !== null);
  return payment !== null && !isListed && (amountInDetails(details) ?? 0n) > payment.requested.amount;
}

function reportedAmount({ payment, details, lines }: FoundCase): string | undefined {
  if (payment === null) return undefined;
  const { currency } = payment.requested;
  const listed = lines.find(({ outcome, amount }) => outcome === "paid" && amount !== null)?.amount?.amount;
  const amount = listed ?? amountInDetails(details);
  return amount === null || amount === payment.requested.amount
    ? undefined
    : withGroupMarks(exactAmount({ amount, currency }));
}
