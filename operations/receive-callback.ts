import { createHash } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { passLimit } from "#database/rate-limits.ts";
import type { Tables } from "#database/tables.ts";
import { strayCallbacks } from "#domain/limits.ts";
import { questionsApart } from "#domain/payment.ts";
import type { CallbackRead, Hint, Proof, ProviderName, Reference, Report } from "#domain/provider.ts";
import { doubtPayment, settlePayment, type Verdict } from "./settle-payment.ts";
import { tellOfUnknownPayment } from "./tell-of-unknown-payment.ts";

type Tx = Transaction<Tables>;

/** What was posted to us, word for word, and what the adapter read in it. */
export type Callback = {
  provider: ProviderName;
  headers: Record<string, string>;
  body: string;
  read: CallbackRead;
};

export type Received =
  /** Settled, or kept with the order to ask the provider. Only now may it be told that we have heard. */
  | { kind: "kept"; verdict: CallbackVerdict; askAbout: Reference | null }
  | { kind: "unreadable" }
  | { kind: "stranger"; why: string };

export type CallbackVerdict = Verdict | "to be asked about" | "unreadable";

/**
 * Keeps the message and does what follows from it, in one transaction. What is not proven by one of `trusted` is a hint:
 * then the order to ask the provider is kept with it.
 */
export async function receiveCallback(
  db: Kysely<Tables>,
  callback: Callback,
  { trusted, now }: { trusted: readonly Proof[]; now: Date },
): Promise<Received> {
  const { read } = callback;
  if (read.kind === "stranger") return read;
  return db.transaction().execute(async (tx) => {
    const paymentId = read.kind === "unreadable" ? null : await findPayment(tx, read.report);
    if (paymentId === null && !(await mayStray(tx, callback.provider, now)))
      return reply(read, "unknown payment");

    const messageId = await keepMessage(tx, callback, paymentId);
    const verdict = await judge(tx, read, { paymentId, messageId, trusted, now });
    await tx
      .updateTable("provider_messages")
      .set({ verdict, judged_at: sql<Date>`now()` })
      .where("id", "=", messageId)
      // A message that comes again says nothing new, and what it was good for stands beside it already.
      .$if(verdict === "unchanged", (query) => query.where("verdict", "is", null))
      .execute();
    return reply(read, verdict);
  });
}

function reply(read: Exclude<CallbackRead, { kind: "stranger" }>, verdict: CallbackVerdict): Received {
  if (read.kind === "unreadable") return { kind: "unreadable" };
  const askAbout = verdict === "to be asked about" ? read.report.reference : null;
  return { kind: "kept", verdict, askAbout };
}

async function findPayment(tx: Tx, { provider, reference }: Report | Hint): Promise<bigint | null> {
  const payment = await tx
    .selectFrom("payments")
    .select("id")
    .where("reference", "=", reference)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return payment?.id ?? null;
}

/** Whoever does not know a reference of ours cannot fill our disk either. */
async function mayStray(tx: Tx, provider: ProviderName, now: Date): Promise<boolean> {
  const passed = await passLimit(tx, `stray:${provider}`, strayCallbacks, now);
  return passed.kind === "passed";
}

/** The same bytes are kept once, but for the one sign that PostgreSQL cannot keep; who sends them at the same moment waits here for the other. */
async function keepMessage(tx: Tx, callback: Callback, paymentId: bigint | null): Promise<bigint> {
  const { id } = await tx
    .insertInto("provider_messages")
    .values({
      provider: callback.provider,
      kind: "callback",
      dedupe_key: createHash("sha256").update(callback.body).digest("hex"),
      payment_id: paymentId,
      headers: JSON.stringify(callback.headers),
      body: callback.body.replaceAll("\0", "\ufffd"),
    })
    .onConflict((clash) =>
      clash.columns(["provider", "dedupe_key"]).doUpdateSet((now) => ({ body: now.ref("excluded.body") })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Judging = { paymentId: bigint | null; messageId: bigint; trusted: readonly Proof[]; now: Date };

async function judge(
  tx: Tx,
  read: Exclude<CallbackRead, { kind: "stranger" }>,
  { paymentId, messageId, trusted, now }: Judging,
): Promise<CallbackVerdict> {
  if (read.kind === "unreadable") return "unreadable";
  const { report } = read;
  if (paymentId === null) {
    await tellOfUnknownPayment(tx, report, { messageId, now });
    return "unknown payment";
  }
  if (read.kind === "report") {
    const settled = isProven(read.report, trusted)
      ? await settlePayment(tx, read.report, { messageId, now })
      : "unclear";
    if (settled !== "unclear") return settled;
    const doubt = mayDoubt(read.report) ? await doubtPayment(tx, read.report, { messageId, now }) : null;
    if (doubt !== null) return doubt;
  }
  return (await orderToAsk(tx, paymentId, report, now)) ? "to be asked about" : "unchanged";
}

function isProven(report: Report, trusted: readonly Proof[]): boolean {
  return report.doubts.length === 0 && report.proofs.some((proof) => trusted.includes(proof));
}

function mayDoubt({ doubts, proofs }: Report): boolean {
  return doubts.length === 0 && proofs.includes("address");
}

async function orderToAsk(tx: Tx, paymentId: bigint, report: Report | Hint, now: Date): Promise<boolean> {
  const earliest = sql<Date>`greatest(${now}::timestamptz, asked_at + make_interval(secs => ${questionsApart / 1_000}))`;
  const ordered = await tx
    .updateTable("payments")
    .set({ next_check_at: sql<Date>`least(next_check_at, ${earliest})` })
    .where("id", "=", paymentId)
    .where("status", "<>", "reversed")
    .$if(report.outcome === "paid" || report.outcome === "pending", (query) =>
      query.where("status", "<>", "succeeded"),
    )
    .returning("id")
    .executeTakeFirst();
  return ordered !== undefined;
}
