import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";

/** The idempotency key of one submit, which a browser or a program may send more than once. */
export type Press = { address: string; key: string; bodyHash: string };

export type Reply = { status: number; answer: object };

export type Pressed =
  | { kind: "first" }
  | { kind: "answered"; status: number; answer: unknown }
  /** The first request is still running, or its response was lost in a crash. */
  | { kind: "under-way"; externalId: string }
  | { kind: "other-body" };

/** Stores the key in the transaction of the work. Another request with the same key waits for that transaction. */
export async function beginPress(tx: Transaction<Tables>, press: Press | null): Promise<Pressed> {
  if (press === null) return { kind: "first" };
  const { address, key, bodyHash } = press;
  const kept = await tx
    .insertInto("idempotency_keys")
    .values({ address, key, body_hash: bodyHash })
    .onConflict((clash) => clash.columns(["address", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (kept !== undefined) return { kind: "first" };

  const earlier = await tx
    .selectFrom("idempotency_keys as i")
    .leftJoin("donations as d", "d.id", "i.donation_id")
    .select(["i.body_hash", "i.answer_status", "i.answer", "d.external_id"])
    .where("i.address", "=", address)
    .where("i.key", "=", key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash !== bodyHash) return { kind: "other-body" };
  if (earlier.answer_status === null) return { kind: "under-way", externalId: earlier.external_id ?? "" };
  return { kind: "answered", status: earlier.answer_status, answer: earlier.answer };
}

/** Frees the key for another try. */
export async function freePress(tx: Transaction<Tables>, donationId: bigint): Promise<void> {
  await tx.deleteFrom("idempotency_keys").where("donation_id", "=", donationId).execute();
}

/** Stores the response for repeats of this request. If that fails, the key stays pending. */
export async function keepAnswer(
  db: Kysely<Tables>,
  { address, key }: Press,
  { status, answer }: Reply,
): Promise<void> {
  await db
    .updateTable("idempotency_keys")
    .set({ answer_status: status, answer: JSON.stringify(answer) })
    .where("address", "=", address)
    .where("key", "=", key)
    .execute();
}
