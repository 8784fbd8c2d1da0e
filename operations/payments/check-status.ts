import { sql, type Kysely, type Transaction } from "kysely";
import { isUnavailable } from "#database/database-errors.ts";
import type { Tables } from "#database/tables.ts";
import {
  isOpen,
  nextCheck,
  patience,
  patienceWithoutRequest,
  questionsApart,
} from "#domain/payments/status.ts";
import type { Network } from "#domain/payments/phone.ts";
import type {
  Inquiry,
  PaidThrough,
  PaymentProvider,
  ProviderName,
  Reference,
  Report,
  StartedPayment,
} from "#domain/payments/provider.ts";
import { lockPayment, type LockedPayment } from "./lock.ts";
import { closeCase, openCase } from "#operations/cases/open.ts";
import { applyEvent, settlePayment, type ReportSource, type Verdict } from "./settle.ts";

type Db = Kysely<Tables>;

/** The configured providers by name. Null is one that is no longer configured. */
export type Providers = Record<ProviderName, PaymentProvider | null>;

export type Checked =
  | { kind: "heard"; verdict: Verdict }
  /** The provider did not answer; it will be asked again. */
  | { kind: "no-answer" }
  /** It was checked a moment ago, or needs no check. */
  | { kind: "not-now" };

/**
 * Checks the status of one payment, unless another check has just run. Used while a donor waits, and after a
 * callback.
 */
export async function checkPayment(
  db: Db,
  providers: Providers,
  reference: Reference,
  clock: () => Date,
  apart = questionsApart,
): Promise<Checked> {
  const now = clock();
  const claimed = await claimPaymentsToCheck(db, now)
    .where("reference", "=", reference)
    .where((is) => is.or([is("asked_at", "is", null), is("asked_at", "<=", new Date(now.getTime() - apart))]))
    .where("status", "<>", "reversed")
    .executeTakeFirst();
  return claimed === undefined ? { kind: "not-now" } : checkAndSettle(db, providers, claimed, clock);
}

/** The longest time for one check. After that another node may check. */
const lease = 60_000;

export function claimPaymentsToCheck(db: Db, now: Date) {
  return db
    .updateTable("payments")
    .set({
      asked_at: now,
      checks: sql<number>`checks + 1`,
      next_check_at: new Date(now.getTime() + lease),
    })
    .where("provider", "<>", "offline")
    .returning([
      ...(["id", "provider", "reference", "provider_reference"] as const),
      ...(["amount", "currency", "network", "created_at", "hints"] as const),
      sql<Date>`next_check_at`.as("until"),
    ]);
}

export type Claimed = {
  id: bigint;
  provider: PaidThrough;
  reference: Reference;
  provider_reference: string | null;
  amount: bigint;
  currency: "TZS" | "USD";
  network: Network | null;
  created_at: Date;
  hints: number;
  /** Another node may check after this time, if no answer is recorded by then. */
  until: Date;
};

const notConfigured: Inquiry = { kind: "unavailable", why: "the provider is not configured", raw: null };

/** Close the transaction before calling the provider. */
export async function checkAndSettle(
  db: Db,
  providers: Providers,
  claimed: Claimed,
  clock: () => Date,
): Promise<Checked> {
  if (claimed.provider === "offline") return { kind: "not-now" };
  const payment: StartedPayment = {
    reference: claimed.reference,
    providerReference: claimed.provider_reference,
    amount: { amount: claimed.amount, currency: claimed.currency },
    network: claimed.network,
  };
  const { provider } = claimed;
  const inquiry = (await providers[provider]?.readPaymentStatus(payment)) ?? notConfigured;
  try {
    return await record(db, claimed, provider, inquiry, clock());
  } catch (error) {
    // Without a record the payment would be checked for ever, and staff would get no case.
    if (!isUnavailable(error)) await record(db, claimed, provider, withoutReport(inquiry), clock());
    throw error;
  }
}

/** For an answer that our records refuse: it counts as none, and its text is stored for staff. */
function withoutReport(inquiry: Inquiry): Inquiry {
  const raw = inquiry.kind === "report" ? inquiry.report.raw : inquiry.raw;
  return { kind: "unavailable", why: "the answer could not be recorded", raw };
}

async function record(
  db: Db,
  claimed: Claimed,
  provider: ProviderName,
  inquiry: Inquiry,
  now: Date,
): Promise<Checked> {
  return db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, { id: claimed.id });
    if (payment === null) throw new Error(`payment ${claimed.id} is missing`);
    const ordered = orderedSince(payment, claimed);
    const messageId = await insertStatusMessage(tx, claimed.id, provider, inquiry);
    const source = { messageId, now };
    const isOurs = inquiry.kind === "report" && inquiry.report.doubts.length === 0;
    const verdict = isOurs ? await settlePayment(tx, payment, inquiry.report, source) : null;
    await tx
      .updateTable("provider_messages")
      .set({ verdict: verdict ?? verdictWithoutReport(inquiry), judged_at: sql<Date>`now()` })
      .where("id", "=", messageId)
      .execute();

    const waits = isOpen(payment.status) && payment.status !== "review";
    const isHopeless = inquiry.kind === "unaskable" && payment.status !== "pending";
    const longest = isHopeless ? patienceWithoutRequest : patience;
    const next = waits ? nextCheck(payment.startedAt, now, longest) : null;
    const answer = inquiry.kind === "report" && isClear(inquiry.report, verdict) ? inquiry.report : null;
    const hint = await followHint(tx, payment, { answer, ordered, longest, source });
    await tx
      .updateTable("payments")
      .set({
        next_check_at: ordered ?? earlier(next, hint.next),
        ...(hint.ends ? { hint: null, hinted_at: null } : {}),
      })
      .where("id", "=", claimed.id)
      .execute();
    if (waits && next === null) await applyEvent(tx, payment, "silent", source);
    return verdict === null ? { kind: "no-answer" } : { kind: "heard", verdict };
  });
}

/** The alarms count `no answer` as silence. A timeout and a failing server say nothing, but a 404 is an answer. */
function verdictWithoutReport(inquiry: Inquiry): "not asked" | "no answer" | "unclear" {
  if (inquiry.kind === "unaskable" || inquiry === notConfigured) return "not asked";
  if (inquiry.kind === "report") return "unclear";
  const status = inquiry.raw?.status ?? null;
  return status === null || status >= 500 ? "no answer" : "unclear";
}

/** An answer about the payment itself, or one that has a case already. */
function isClear(report: Report, verdict: Verdict | null): boolean {
  if (verdict === null || verdict === "unclear") return false;
  if (report.outcome === "contradictory") return verdict === "mismatch";
  return report.outcome !== "pending";
}

/** A callback that arrived during the check is newer than the answer, so its own check stays scheduled. */
function orderedSince({ dueAt, hints }: LockedPayment, { until, hints: before }: Claimed): Date | null {
  return dueAt !== null && (dueAt < until || hints !== before) ? dueAt : null;
}

type HintCheck = { answer: Report | null; ordered: Date | null; longest: number; source: ReportSource };

/**
 * The time of the next check because of a hint. A clear answer ends the schedule. Without one it runs to its end
 * for a payment of any status, and then staff get a case.
 */
async function followHint(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  { answer, ordered, longest, source }: HintCheck,
): Promise<{ next: Date | null; ends: boolean }> {
  if (answer !== null && payment.status !== "review")
    await closeCase(tx, "no-answer", payment.id, {
      decision: answer.outcome,
      reason: "The provider answered later",
    });
  const { hint, hintedAt: since } = payment;
  if (since === null || ordered !== null) return { next: null, ends: false };
  const next = answer === null ? nextCheck(since, source.now, longest) : null;
  if (next !== null) return { next, ends: false };
  if (answer === null) await reportUnanswered(tx, payment, { status: payment.status, hint }, source);
  return { next: null, ends: true };
}

/** A case that silence opened before did not know of the hint. */
async function reportUnanswered(
  tx: Transaction<Tables>,
  { id: paymentId }: LockedPayment,
  details: Record<string, unknown>,
  { messageId }: ReportSource,
): Promise<void> {
  if ((await openCase(tx, "no-answer", { paymentId, messageId, details })) !== null) return;
  await tx
    .updateTable("cases")
    .set({ details: sql<string>`details || ${JSON.stringify(details)}::jsonb` })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "no-answer")
    .where("status", "=", "open")
    .execute();
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one === null || other === null ? (one ?? other) : one < other ? one : other;
}

async function insertStatusMessage(
  tx: Db,
  paymentId: bigint,
  provider: ProviderName,
  inquiry: Inquiry,
): Promise<bigint> {
  const raw = inquiry.kind === "report" ? inquiry.report.raw : inquiry.raw;
  const why = inquiry.kind === "report" ? inquiry.report.providerWord : inquiry.why;
  const { id } = await tx
    .insertInto("provider_messages")
    .values({
      provider,
      kind: "status",
      payment_id: paymentId,
      body: raw === null ? why : `${raw.status ?? ""} ${raw.body}`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
