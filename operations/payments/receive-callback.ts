import { sql, type Kysely, type Transaction } from "kysely";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Tables } from "#database/tables.ts";
import { callbacksOfPayment, strayCallbacks } from "#domain/payments/limits.ts";
import { questionsApart, questionsApartInFlood } from "#domain/payments/status.ts";
import {
  outcomeIn,
  type CallbackRead,
  type Hint,
  type Proof,
  type ProviderName,
  type Reference,
  type Report,
} from "#domain/payments/provider.ts";
import { scheduleStatusCheck } from "./schedule-status-check.ts";
import { lockPayment, type LockedPayment } from "./lock.ts";
import { contradictBooking, doubtPayment, doubtReversal, settlePayment, type Verdict } from "./settle.ts";
import { reportUnknownPayment } from "#operations/cases/report-unknown-payment.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import { startOfText, storableText } from "#domain/system/storable-text.ts";

type Tx = Transaction<Tables>;

/** The posted body, word for word, and the adapter's reading of it. */
export type Callback = {
  provider: ProviderName;
  headers: Record<string, string>;
  body: string;
  read: CallbackRead;
};

export type Received =
  /** Settled, or stored with a scheduled check. Only now may the provider get a success response. */
  | { kind: "kept"; verdict: CallbackVerdict; readPaymentStatus: Reference | null }
  | { kind: "unreadable" }
  | { kind: "stranger"; why: string };

type CallbackVerdict = Verdict | "to be asked about" | "unreadable";

/**
 * Stores the message and applies it, in one transaction. A message not proven by one of `trusted` is a hint: it only
 * schedules a check.
 */
export async function receiveCallback(
  db: Kysely<Tables>,
  callback: Callback,
  { trusted, now: given }: { trusted: readonly Proof[]; now?: Date },
): Promise<Received> {
  const { read } = callback;
  if (read.kind === "stranger") return read;
  return db.transaction().execute(async (tx) => {
    const payment = read.kind === "unreadable" ? null : await findPayment(tx, read.report);
    const paymentId = payment?.id ?? null;
    if (paymentId === null && !(await mayStray(tx, callback.provider, given)))
      return reply(read, "unknown payment");

    const { messageId, isNew, isFlood, arrivedAt } = await keepMessage(tx, callback, paymentId);
    const now = given ?? arrivedAt;
    const verdict = await judge(tx, read, { payment, messageId, trusted, now, isFlood });
    if (isFlood && isNew && isWithoutEffect(verdict)) {
      await tx.deleteFrom("provider_messages").where("id", "=", messageId).execute();
      await countUnstored(tx, callback, paymentId);
      return reply(read, verdict, { isFlood });
    }
    if (isFlood && isNew) await keepText(tx, callback, messageId);
    await tx
      .updateTable("provider_messages")
      .set({ verdict, judged_at: sql<Date>`now()` })
      .where("id", "=", messageId)
      // A repeated message is not news, and what it proved stays.
      .$if(verdict === "unchanged", (query) => query.where("verdict", "is", null))
      .where(sql<boolean>`is_proof(verdict) is not true`)
      .execute();
    return reply(read, verdict);
  });
}

function reply(
  read: Exclude<CallbackRead, { kind: "stranger" }>,
  verdict: CallbackVerdict,
  { isFlood } = { isFlood: false },
): Received {
  if (read.kind === "unreadable") return { kind: "unreadable" };
  // During a flood only the job checks, when the scheduled check is due.
  const readPaymentStatus = verdict === "to be asked about" && !isFlood ? read.report.reference : null;
  return { kind: "kept", verdict, readPaymentStatus };
}

/** Locked, so that callbacks about one payment are counted one by one. */
async function findPayment(tx: Tx, { provider, reference }: Report | Hint): Promise<LockedPayment | null> {
  const payment = await lockPayment(tx, { reference });
  return payment?.provider === provider ? payment : null;
}

/** Messages with unknown references are limited, so that strangers cannot fill the disk. */
async function mayStray(tx: Tx, provider: ProviderName, now: Date | undefined): Promise<boolean> {
  const stray = { subject: `stray:${provider}`, limits: strayCallbacks };
  const attempt = await countAttempt(tx, [stray], now);
  return attempt.kind === "passed";
}

type Kept = { messageId: bigint; isNew: boolean; isFlood: boolean; arrivedAt: Date };

/**
 * Identical bytes about a payment are stored once. A simultaneous copy waits here for the first. In a flood only the
 * arrival is stored. PostgreSQL cannot store one character, see `storableText`.
 */
async function keepMessage(tx: Tx, callback: Callback, paymentId: bigint | null): Promise<Kept> {
  const text = textToKeep(callback, paymentId);
  const headers = text === "" ? null : JSON.stringify(callback.headers);
  const { rows } = await sql<Kept>`
    with earlier as (
      select from provider_messages where payment_id = ${paymentId} and kind = 'callback' limit ${callbacksOfPayment}
    ), arrival as (
      select count(*) >= ${callbacksOfPayment} as is_flood, clock_timestamp() as at from earlier
    )
    insert into provider_messages (provider, kind, dedupe_key, payment_id, headers, body)
    select ${callback.provider}, 'callback', ${keyOf(callback, paymentId)}, ${paymentId}::bigint,
      case when not is_flood then ${headers}::jsonb end, case when is_flood then '' else ${text} end
    from arrival
    -- Changes nothing: without it the existing row would not be returned.
    on conflict (provider, dedupe_key) do update set dedupe_key = excluded.dedupe_key
    returning id as "messageId", xmax = 0 as "isNew", (select is_flood from arrival) as "isFlood",
      (select at from arrival) as "arrivedAt"
  `.execute(tx);
  const [kept] = rows;
  if (kept === undefined) throw new Error("a message of a provider was not stored");
  return kept;
}

/** The same bytes can come first with a wrong content type, and prove a payment the second time. */
const keyOf = (callback: Callback, paymentId: bigint | null) =>
  paymentId === null ? `no payment: ${bodyHash(callback)}` : bodyHash(callback);

const bodyHash = ({ body }: Callback) => sha256(body).toString("hex");

const startOfUnreadable = 1_000;

/**
 * Only the hash of a stray message is stored, because anyone can post one. The start of an unreadable one is stored
 * if its URL has a secret: the provider may have changed its format.
 */
function textToKeep({ provider, body, read }: Callback, paymentId: bigint | null): string {
  if (paymentId !== null) return storableText(body);
  return read.kind === "unreadable" && provider === "azampay" ? startOfText(body, startOfUnreadable) : "";
}

function isWithoutEffect(verdict: CallbackVerdict): boolean {
  return verdict === "unchanged" || verdict === "unclear" || verdict === "to be asked about";
}

async function keepText(tx: Tx, { headers, body }: Callback, messageId: bigint): Promise<void> {
  await tx
    .updateTable("provider_messages")
    .set({ headers: JSON.stringify(headers), body: storableText(body) })
    .where("id", "=", messageId)
    .execute();
}

/** One row for all unstored callbacks of a payment: their number, and the hash of the latest. */
async function countUnstored(tx: Tx, callback: Callback, paymentId: bigint | null): Promise<void> {
  const words = ` more callbacks were not stored. SHA-256 of the latest: ${bodyHash(callback)}`;
  await tx
    .insertInto("provider_messages")
    .values({
      provider: callback.provider,
      kind: "callback",
      dedupe_key: `not stored: ${paymentId}`,
      payment_id: paymentId,
      body: `1${words}`,
      verdict: "not stored",
      judged_at: sql<Date>`now()`,
    })
    .onConflict((clash) =>
      clash.columns(["provider", "dedupe_key"]).doUpdateSet({
        body: sql`coalesce(substring(provider_messages.body from '^\\d+')::bigint, 0) + 1 || ${words}::text`,
      }),
    )
    .execute();
}

type Judging = {
  payment: LockedPayment | null;
  messageId: bigint;
  trusted: readonly Proof[];
  now: Date;
  isFlood: boolean;
};

async function judge(
  tx: Tx,
  read: Exclude<CallbackRead, { kind: "stranger" }>,
  { payment, messageId, trusted, now, isFlood }: Judging,
): Promise<CallbackVerdict> {
  if (read.kind === "unreadable") return "unreadable";
  const { report } = read;
  if (payment === null) {
    await reportUnknownPayment(tx, report, { messageId, now });
    return "unknown payment";
  }
  if (read.kind === "report") {
    const settled = isProven(read.report, trusted)
      ? await settlePayment(tx, payment, read.report, { messageId, now })
      : "unclear";
    if (settled !== "unclear") return settled;
    // The status check may name no amount. So another amount at the secret URL counts, even with a bad signature.
    const doubt = read.report.proofs.includes("address")
      ? await doubtPayment(tx, payment, read.report, { messageId, now })
      : null;
    if (doubt !== null) return doubt;
  }
  const apart = isFlood ? questionsApartInFlood : questionsApart;
  const asks = await scheduleStatusCheck(tx, payment.id, outcomeIn(report), { now, apart });
  if (read.kind === "hint" && report.outcome === "reversed") {
    const doubt = await judgeReversal(tx, payment, read.report, { messageId, trusted, now });
    if (doubt !== null) return doubt;
  }
  return asks ? "to be asked about" : "unchanged";
}

/** The status check may name no amount. So another amount at the secret URL counts, as for paid reports. */
async function judgeReversal(
  tx: Tx,
  payment: LockedPayment,
  hint: Hint,
  { messageId, trusted, now }: Pick<Judging, "messageId" | "trusted" | "now">,
): Promise<"mismatch" | "contradiction" | null> {
  const source = { messageId, now };
  const isProof = isTrusted(hint.proofs, trusted);
  if (isProof || hint.proofs.includes("address")) {
    const doubt = await doubtReversal(tx, payment, hint, source);
    if (doubt !== null) return doubt === "mismatch" ? doubt : null;
  }
  return isProof && (await contradictBooking(tx, payment, source)) ? "contradiction" : null;
}

/** Nothing contradicts the report, and its proof is enough. */
export function isProven(report: Report, trusted: readonly Proof[]): boolean {
  return report.doubts.length === 0 && isTrusted(report.proofs, trusted);
}

const isTrusted = (proofs: readonly Proof[], trusted: readonly Proof[]) =>
  proofs.some((proof) => trusted.includes(proof));
