import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#database/tables.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { donationStatusOf, type DonationStatus } from "#domain/donations/read-donor.ts";
import { mayTryAgainAfter } from "#domain/payments/limits.ts";
import {
  changeOf,
  contradicts,
  daysToAnswerChargeback,
  disagreements,
  type PaymentEvent,
  type PaymentStatus,
} from "#domain/payments/status.ts";
import type { Hint, Outcome, Report } from "#domain/payments/provider.ts";
import { closeSettledCases } from "#operations/cases/close-settled.ts";
import { changeStatus, columnsOf, type References, type StatusNote } from "./change-status.ts";
import type { LockedPayment } from "./lock.ts";
import { closeCase, hasOpenCase, isDecided, openCase } from "#operations/cases/open.ts";
import { postDonation, undoDonation } from "./post-journals.ts";
import { emailAboutDoublePayment } from "#operations/cases/report-double-donation.ts";

type Tx = Transaction<Tables>;

/** The verdict on a message, stored with it. */
export type Verdict =
  | PaymentStatus
  /** A success after a recorded failure. */
  | "corrected"
  | "mismatch"
  | "contradiction"
  | "unchanged"
  | "unclear"
  | "unknown payment";

/** The stored message and its time. */
export type ReportSource = { messageId: bigint | null; now: Date };

/**
 * Every report about a payment ends here: callbacks, status checks, statements. Call it with proven reports only, and
 * inside the transaction that stores the message.
 */
export async function settlePayment(
  tx: Tx,
  payment: LockedPayment | null,
  report: Report,
  source: ReportSource,
): Promise<Verdict> {
  if (payment === null || !isAbout(report, payment)) return "unknown payment";

  const isBooked = donationStatusOf[payment.status] === "completed";
  if (report.outcome === "contradictory") {
    if (isBooked && report.claims === "paid") return "unchanged";
    return reportMismatch(tx, payment, asContradiction(report), source);
  }
  const event = events[report.outcome];
  if (event === null) return "unclear";
  if (event === "waiting") return applyEvent(tx, payment, event, source);

  const { outcome } = report;
  const wrong = await findDifferences(tx, payment, report);
  if (wrong.length > 0) {
    // The donor's SMS names this code, and the page about the other amount must name the same.
    if (outcome === "paid" && !isBooked && wrong.every(({ field }) => field === "amount"))
      await keepReferences(tx, payment, newReferences(payment, report));
    return reportMismatch(tx, payment, { outcome, wrong }, source);
  }
  const lacksAmount = (outcome === "paid" || outcome === "reversed") && typeof report.amount !== "bigint";
  if (lacksAmount && !isBooked && (await staysMismatched(tx, payment, source))) return "mismatch";
  const part = lacksAmount && payment.status === "succeeded" ? await reversedPart(tx, payment.id) : null;
  if (part !== null)
    return reportMismatch(tx, payment, { outcome, wrong: part, answer: report.providerWord }, source);
  const references = newReferences(payment, report);
  return applyEvent(tx, payment, event, { ...source, namesAmount: !lacksAmount, references });
}

/**
 * For unproven reports that may still be genuine. A paid report with another amount, order or donor blocks crediting
 * by an answer without an amount. Null if nothing disagrees.
 */
export async function doubtPayment(
  tx: Tx,
  payment: LockedPayment,
  report: Report,
  source: ReportSource,
): Promise<Verdict | null> {
  if (report.outcome !== "paid" && report.outcome !== "contradictory") return null;
  if (!isAbout(report, payment)) return null;
  if (report.outcome === "contradictory") {
    const isBooked = donationStatusOf[payment.status] === "completed";
    return isBooked ? null : reportMismatch(tx, payment, asContradiction(report), source);
  }
  const wrong = await findDifferences(tx, payment, report);
  return wrong.length === 0 ? null : reportMismatch(tx, payment, { outcome: report.outcome, wrong }, source);
}

/**
 * For an unproven reversal with another amount. It blocks the reversal of the whole by an answer without an amount.
 * Null if the amounts agree or none is named.
 */
export async function doubtReversal(
  tx: Tx,
  payment: LockedPayment,
  { returned }: Hint,
  source: ReportSource,
): Promise<Verdict | null> {
  const { amount } = payment.amount;
  if (returned === undefined || returned === amount) return null;
  const wrong = [{ field: "amount", asked: String(amount), said: String(returned) }];
  return reportMismatch(tx, payment, { outcome: "reversed", wrong }, source);
}

const disagreeing = z.object({
  wrong: z.array(z.object({ field: z.string(), asked: z.string().nullable(), said: z.string().nullable() })),
});

/** The latest case about a reversal with another amount, open or decided. */
async function reversedPart(tx: Tx, paymentId: bigint): Promise<Disagreeing[] | null> {
  const found = await tx
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where(sql<boolean>`details @> '{"outcome": "reversed", "wrong": [{"field": "amount"}]}'`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? null : disagreeing.parse(found.details).wrong;
}

const isAbout = ({ provider, reference }: Report, payment: LockedPayment) =>
  payment.provider === provider && payment.reference === reference;

const asContradiction = ({ claims, why }: Extract<Report, { outcome: "contradictory" }>): Mismatch => ({
  outcome: claims,
  wrong: [],
  answer: why,
});

const events = {
  paid: "paid",
  declined: "declined",
  cancelled: "cancelled",
  reversed: "reversed",
  pending: "waiting",
  unknown: null,
} as const satisfies Record<Outcome, PaymentEvent | null>;

type Disagreeing = { field: string; asked: string | null; said: string | null };

/** As stored with the case. */
type Mismatch = { outcome: Outcome; wrong: Disagreeing[]; answer?: string };

async function findDifferences(tx: Tx, payment: LockedPayment, report: Report): Promise<Disagreeing[]> {
  const { amount = null, currency = null } = "amount" in report ? report : {};
  const wrong = disagreements(report, payment).map((field): Disagreeing => {
    switch (field) {
      case "amount":
        return { field, asked: String(payment.amount.amount), said: String(amount) };
      case "currency":
        return { field, asked: payment.amount.currency, said: currency };
      case "provider reference":
        return { field, asked: payment.providerReference, said: report.providerReference };
      // Leave out phone numbers: a case stays after the number is deleted.
      case "phone":
        return { field, asked: null, said: null };
      case "network":
        return { field, asked: payment.network, said: report.network };
    }
  });
  if (await isAnothers(tx, payment, report))
    wrong.push({ field: "provider reference", asked: null, said: report.providerReference });
  return wrong;
}

async function isAnothers(tx: Tx, payment: LockedPayment, { provider, providerReference }: Report) {
  if (providerReference === null || providerReference === payment.providerReference) return false;
  const other = await tx
    .selectFrom("payments")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_reference", "=", providerReference)
    .where("id", "<>", payment.id)
    .executeTakeFirst();
  return other !== undefined;
}

async function reportMismatch(
  tx: Tx,
  payment: LockedPayment,
  details: Mismatch,
  source: ReportSource,
): Promise<Verdict> {
  if (await isDecided(tx, "mismatch", source)) return "unchanged";
  if (donationStatusOf[payment.status] === "completed" && (await wasDecidedBefore(tx, payment.id, details)))
    return "unchanged";
  await openCase(tx, "mismatch", {
    ...{ paymentId: payment.id, messageId: source.messageId },
    details: { ...details, ...(details.outcome === "reversed" ? deadlineOf(payment, source.now) : {}) },
  });
  if (details.outcome === "reversed")
    await closeCase(
      tx,
      "contradiction",
      payment.id,
      { decision: "reversed", reason: "The case about the reversal replaces it" },
      { said: "reversed" },
    );
  await applyEvent(tx, payment, "mismatched", source);
  return "mismatch";
}

/** A case of a statement stays open, because a statement line still needs an explanation. */
async function closeReportedMismatch(tx: Tx, paymentId: bigint): Promise<void> {
  await tx
    .updateTable("cases")
    .set({
      status: "closed",
      decision: "paid" satisfies PaymentEvent,
      reason: "A later proven report names the amount asked for",
      closed_at: sql<Date>`now()`,
    })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where("status", "=", "open")
    .where(sql<boolean>`details ->> 'source' is null`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("statement_standings as s")
            .select("s.payment_id")
            .where("s.payment_id", "=", paymentId)
            .where("s.state", "=", "open"),
        ),
      ),
    )
    .execute();
}

/** Card money that is returned is often a chargeback, which has a deadline for the answer. */
const deadlineOf = (payment: LockedPayment, now: Date) =>
  payment.method === "card" ? { deadline: addDays(dayOf(now), daysToAnswerChargeback) } : {};

/** A recorded payment is checked for months. A difference that staff decided about is no news then. */
async function wasDecidedBefore(tx: Tx, paymentId: bigint, details: Mismatch): Promise<boolean> {
  const decided = await tx
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where("status", "=", "closed")
    .where(sql<boolean>`details - 'deadline' = ${JSON.stringify(details)}::jsonb`)
    .executeTakeFirst();
  return decided !== undefined;
}

/**
 * After a report with a wrong amount, a report without an amount does not prove the right one. Open cases go back to
 * staff.
 */
async function staysMismatched(
  tx: Tx,
  payment: LockedPayment,
  { messageId }: ReportSource,
): Promise<boolean> {
  const found = await tx
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", payment.id)
    .where("kind", "=", "mismatch")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (found !== undefined && payment.status === "review")
    await openCase(tx, "mismatch", { paymentId: payment.id, messageId, details: found.details });
  return found !== undefined;
}

/** Null if the report names only what the payment knows. */
function newReferences(payment: LockedPayment, report: Report): References | null {
  const provider = report.providerReference ?? payment.providerReference;
  const operator = report.operatorReference;
  return provider === payment.providerReference && operator === null ? null : { provider, operator };
}

async function keepReferences(tx: Tx, payment: LockedPayment, references: References | null): Promise<void> {
  if (references === null) return;
  await tx.updateTable("payments").set(columnsOf(references)).where("id", "=", payment.id).execute();
  payment.providerReference = references.provider;
}

export type Note = ReportSource &
  StatusNote & {
    /** The time of the payment, if it is not now. */
    at?: Date;
    /** The member of staff who decided, if any. */
    by?: string;
    /** A proven report of the provider names the amount. */
    namesAmount?: boolean;
  };

/**
 * The place where a payment, and with it a donation, changes its status. `recordFirst` makes one change without it, by the
 * same table of changes: a request that its provider accepts.
 */
export async function applyEvent(
  tx: Tx,
  payment: LockedPayment,
  event: PaymentEvent,
  note: Note,
): Promise<Verdict> {
  const { status } = payment;
  const next = changeOf(status, event);
  if (next === null) {
    if (note.references) await keepReferences(tx, payment, note.references);
    return remain(tx, payment, event, note);
  }

  const was = donationStatusOf[status];
  const nextStatus = donationStatusOf[next];
  const { hasCase, isRepeated } = await changeStatus(tx, payment, next, note);
  if (nextStatus === "completed" && was !== "completed") await postDonation(tx, payment, note.at ?? null);
  if (next === "succeeded" && (isRepeated === true || mayBeTriedAgain(was, payment, note.now)))
    await emailAboutDoublePayment(tx, payment, note.messageId);
  if (next === "reversed") await undoDonation(tx, payment, note.by ?? null);
  await notifyStaff(tx, payment, event, note);
  // Almost no payment has a case. One question costs less than three updates that find nothing.
  if (nextStatus === "completed" && (hasCase ?? (await hasOpenCase(tx, payment.id))))
    await closeResolvedCases(tx, payment, event, note);
  payment.status = next;
  return nextStatus === "completed" && was === "failed" && next === "succeeded" ? "corrected" : next;
}

/** True if the donor was ever invited to pay again, or did so without being invited. */
function mayBeTriedAgain(was: DonationStatus, { donation, startedAt }: LockedPayment, now: Date): boolean {
  if (was === "failed" || donation.retryOf !== null) return true;
  return now.getTime() - startedAt.getTime() >= mayTryAgainAfter * 1_000;
}

async function remain(tx: Tx, payment: LockedPayment, event: PaymentEvent, note: Note): Promise<Verdict> {
  return contradicts(payment.status, event) ? reportContradiction(tx, payment, event, note) : "unchanged";
}

async function reportContradiction(
  tx: Tx,
  payment: LockedPayment,
  said: PaymentEvent,
  { messageId }: ReportSource,
): Promise<Verdict> {
  if (await isDecided(tx, "contradiction", { messageId })) return "unchanged";
  const details = { status: payment.status, said };
  await openCase(tx, "contradiction", { paymentId: payment.id, messageId, details });
  return "contradiction";
}

/**
 * A signed reversal of a recorded payment opens a case immediately. It reverses nothing automatically: no provider
 * documents such a message, so the status check decides.
 */
export async function contradictBooking(
  tx: Tx,
  payment: LockedPayment,
  source: ReportSource,
): Promise<boolean> {
  if (payment.status !== "succeeded" || (await hasReversalCase(tx, payment.id))) return false;
  return (await reportContradiction(tx, payment, "reversed", source)) === "contradiction";
}

/** One reversal opens one case. */
async function hasReversalCase(tx: Tx, paymentId: bigint): Promise<boolean> {
  const open = await tx
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "mismatch")
    .where("status", "=", "open")
    .where(sql`details ->> 'outcome'`, "=", "reversed")
    .executeTakeFirst();
  return open !== undefined;
}

/** Closes the cases of a payment that is in the ledger now. */
async function closeResolvedCases(
  tx: Tx,
  payment: LockedPayment,
  event: PaymentEvent,
  { namesAmount = false }: Note,
): Promise<void> {
  const isNew = donationStatusOf[payment.status] !== "completed";
  if (isNew)
    await closeCase(tx, "not-booked", payment.id, {
      decision: event,
      reason: "The donation was recorded in the ledger",
    });
  if (payment.provider !== "offline") await closeSettledCases(tx, payment.provider, payment.id);
  if (isNew && event === "paid" && namesAmount) await closeReportedMismatch(tx, payment.id);
}

async function notifyStaff(tx: Tx, payment: LockedPayment, event: PaymentEvent, note: Note): Promise<void> {
  const about = { paymentId: payment.id, messageId: note.messageId };
  if (event === "silent") await openCase(tx, "no-answer", { ...about, details: { status: payment.status } });
  else if (payment.status === "review")
    await closeCase(tx, "no-answer", payment.id, { decision: event, reason: "The provider has answered" });
  if (event !== "reversed") return;
  await closeCase(
    tx,
    "contradiction",
    payment.id,
    { decision: event, reason: "The provider says so too" },
    { said: event },
  );
  await openCase(tx, "reversed", {
    ...about,
    details: { status: payment.status, ...deadlineOf(payment, note.now) },
  });
  await closeCase(
    tx,
    "mismatch",
    payment.id,
    { decision: event, reason: "The provider says so too" },
    { outcome: "reversed" },
  );
}
