import { sql, type Kysely, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { isTakenReference, isUnavailable } from "#database/database-errors.ts";
import type { UnrecordedAnswer, AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { changeOf, questionsApart } from "#domain/payments/status.ts";
import type { PageStarted, PushStarted, RawAnswer } from "#domain/payments/provider.ts";
import { statusChange, referenceUnlessTaken } from "./change-status.ts";
import { lockPayment, type LockedPayment } from "./lock.ts";
import { reportMisconfigured } from "#operations/cases/open.ts";
import { scheduleStatusCheck } from "./schedule-status-check.ts";
import { freePress, storeReply, type Replied } from "#operations/donations/idempotency.ts";
import { uncountRequest } from "#operations/donations/unpaid-request-guard.ts";
import { applyEvent } from "./settle.ts";

type Tx = Transaction<Tables>;

type Answer = PushStarted | PageStarted;

/**
 * A healthy database is faster, and then the disk has no work. A node that stops in this time loses the answer, like a
 * node that stops before the answer comes.
 */
const millisecondsWithoutCopy = 50;

/**
 * Records a provider's answer and never throws. If the database is late or refuses it, the journal keeps it.
 * The reply is stored in the same transaction, and not again later.
 */
export async function recordUnrecordedAnswer(
  db: Kysely<Tables>,
  journal: AnswerJournal,
  saved: UnrecordedAnswer,
  now: Date,
  replied: Replied | null,
): Promise<void> {
  const copy = copyIn(journal, saved);
  const timer = setTimeout(() => void copy.keep(), millisecondsWithoutCopy);
  try {
    const isRecorded = await recordFirst(db, saved, now, replied).catch(unlessTaken);
    if (!isRecorded) await record(db, saved, now, replied);
  } catch (error) {
    const kept = await copy.keep();
    return journal.delayed(saved, kept === null ? error : kept.error);
  } finally {
    clearTimeout(timer);
  }
  await copy.forget().catch((error: unknown) => journal.delayed(saved, error));
}

/** The other path sees who has the id, and records the answer without it. */
function unlessTaken(error: unknown): false {
  if (isTakenReference(error)) return false;
  throw error;
}

function copyIn(journal: AnswerJournal, saved: UnrecordedAnswer) {
  let keeping: Promise<{ error: unknown } | null> | undefined;
  return {
    /** Null once the disk has it. */
    keep: () =>
      (keeping ??= journal.keep(saved).then(
        () => null,
        (error: unknown) => ({ error }),
      )),
    async forget() {
      if (keeping === undefined) return;
      await keeping;
      await journal.forget(saved);
    },
  };
}

/** Stores an answer that cannot be recorded now. */
export function recordLater(journal: AnswerJournal, saved: UnrecordedAnswer, error: unknown): Promise<void> {
  return journal.keep(saved).then(
    () => journal.delayed(saved, error),
    (unkept: unknown) => journal.delayed(saved, unkept),
  );
}

/** Tries each again, and returns those that are still not recorded. */
export async function replayUnrecordedAnswers(
  db: Kysely<Tables>,
  journal: AnswerJournal,
  waiting: readonly UnrecordedAnswer[],
  now: () => Date,
): Promise<UnrecordedAnswer[]> {
  const left: UnrecordedAnswer[] = [];
  for (const [index, saved] of waiting.entries()) {
    try {
      await record(db, saved, now());
      await journal.forget(saved);
    } catch (error) {
      if (isUnavailable(error)) return [...left, ...waiting.slice(index)];
      journal.delayed(saved, error);
      left.push(saved);
    }
  }
  return left;
}

/**
 * One statement for the usual case: the provider accepted, and nothing else is known of the payment since it began at
 * `now`. False in every other case.
 */
async function recordFirst(
  db: Kysely<Tables>,
  saved: UnrecordedAnswer,
  now: Date,
  replied: Replied | null,
): Promise<boolean> {
  if (saved.kind !== "answer" || saved.answer.kind !== "accepted") return false;
  const { provider, reference, answer } = saved;
  const before = { ...justBegun, provider, startedAt: now };
  const next = changeOf(before.status, eventOf.accepted);
  if (next === null) return false;
  const note = { now, named: answer.providerReference };
  const reply = sql`, reply as (${replied === null ? sql`select` : storeReply(replied, sql`exists (select from moved)`)})`;
  const { rows } = await sql<{ isRecorded: boolean }>`
    with payment as (
      select p.id from payments p join donations d on d.id = p.donation_id
      where p.reference = ${reference} and p.provider = ${provider} and p.status = ${before.status}
        and p.provider_reference is null
      for no key update
    ), message as (
      insert into provider_messages (provider, kind, dedupe_key, payment_id, body, verdict, judged_at)
      select ${provider}, 'answer', ${reference}, id, ${textOf(answer.raw)}, ${answer.kind}, now() from payment
      on conflict (provider, dedupe_key) do nothing
      returning payment_id
    ), ${statusChange(before, next, note, sql`from message where payments.id = message.payment_id`)}${reply}
    select exists (select from moved) as "isRecorded"
  `.execute(db);
  return rows[0]?.isRecorded === true;
}

const justBegun = { status: "initiated", providerReference: null, donation: { status: "pending" } } as const;

function record(
  db: Kysely<Tables>,
  saved: UnrecordedAnswer,
  now: Date,
  replied: Replied | null = null,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, { reference: saved.reference });
    if (payment === null && saved.kind === "not-asked") return;
    if (payment === null || payment.provider !== saved.provider)
      throw new Error("there is no payment for what a provider said");
    if (saved.kind === "callback") {
      await keepReference(tx, payment, saved.providerReference);
      await scheduleStatusCheck(tx, payment.id, saved.outcome ?? "unknown", { now, apart: questionsApart });
    } else if (saved.kind === "not-asked") await endWithoutRequest(tx, payment, now);
    else await recordAnswer(tx, payment, saved.answer, now);
    if (replied !== null) await storeReply(replied).execute(tx);
  });
}

const eventOf = {
  accepted: "accepted",
  opened: "accepted",
  refused: "refused",
  unknown: "unanswered",
} as const satisfies Record<Answer["kind"], string>;

/** A callback can be faster than the answer. Then the answer adds only missing facts. */
async function recordAnswer(tx: Tx, payment: LockedPayment, answer: Answer, now: Date): Promise<void> {
  const messageId = await insertAnswerMessage(tx, payment, answer.raw, answer.kind);
  // An earlier attempt recorded it, but its commit was not confirmed.
  if (messageId === null) return;
  const named = "providerReference" in answer ? answer.providerReference : null;
  const event = eventOf[answer.kind];
  if (changeOf(payment.status, event) === null) await keepReference(tx, payment, named);
  if (answer.kind === "opened")
    await tx
      .updateTable("payments")
      .set({
        page_url: answer.url,
        pay_number: answer.byNumber?.number ?? null,
        pay_qr: answer.byNumber?.qr ?? null,
      })
      .where("id", "=", payment.id)
      .execute();
  const failure = "why" in answer ? answer.why : null;
  await applyEvent(tx, payment, event, { messageId, now, failure, named });
  if (answer.kind === "refused") await uncountRequest(tx, payment.id);
  if (answer.kind === "refused" && answer.reason === "misconfigured")
    await reportMisconfigured(tx, payment.provider, answer.why);
}

/** The payment was committed after all, and no phone got a request. */
async function endWithoutRequest(tx: Tx, payment: LockedPayment, now: Date): Promise<void> {
  const failure = "the database broke off before the provider was asked";
  await applyEvent(tx, payment, "refused", { messageId: null, now, failure });
  await uncountRequest(tx, payment.id);
  await freePress(tx, payment.donation.id);
}

/** For a payment whose status stays. */
async function keepReference(tx: Tx, payment: LockedPayment, known: string | null): Promise<void> {
  if (known === null || payment.providerReference !== null) return;
  await sql`
    with named as (
      update payments set provider_reference = ${referenceUnlessTaken(payment.provider, known)} where id = ${payment.id}
      returning donation_id, provider_reference
    )
    update donations set transaction_id = named.provider_reference from named
    where donations.id = named.donation_id and named.provider_reference is not null
  `.execute(tx);
}

async function insertAnswerMessage(
  tx: Tx,
  payment: LockedPayment,
  raw: RawAnswer,
  verdict: string,
): Promise<bigint | null> {
  const kept = await tx
    .insertInto("provider_messages")
    .values({
      provider: payment.provider,
      kind: "answer",
      dedupe_key: payment.reference,
      payment_id: payment.id,
      body: textOf(raw),
      verdict,
      judged_at: sql<Date>`now()`,
    })
    .onConflict((clash) => clash.columns(["provider", "dedupe_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept?.id ?? null;
}

const textOf = (raw: RawAnswer) => (raw === null ? "" : `${raw.status ?? ""} ${raw.body}`);
