import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";

/** The idempotency key of one submit, which a browser or a program may send more than once. */
export type Press = { address: string; key: string; bodyHash: string };

export type Reply = { status: number; answer: object };

export type Replied = { press: Press; reply: Reply };

export type Repeated =
  | { kind: "answered"; status: number; answer: unknown }
  /** The first request is still running, or its response was lost in a crash. */
  | { kind: "under-way"; externalId: string }
  | { kind: "other-body" };

/**
 * The statement that stores the key, in the transaction of the work. It returns nothing for a repeat. Another request
 * with the same key waits for that transaction.
 */
export const claimKey = (press: Press | null) =>
  press === null
    ? sql<{ key: string }>`select '' as key`
    : sql<{ key: string }>`
        insert into idempotency_keys (address, key, body_hash)
        values (${press.address}, ${press.key}, ${press.bodyHash})
        on conflict (address, key) do nothing returning key
      `;

/** The first request with this key. */
export async function readEarlier(
  tx: Transaction<Tables>,
  { address, key, bodyHash }: Press,
): Promise<Repeated> {
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

/** The statement that stores the response for repeats of this request. Until then the key is pending. */
export const storeReply = ({ press, reply }: Replied, when = sql`true`) => sql`
  update idempotency_keys set answer_status = ${reply.status}, answer = ${JSON.stringify(reply.answer)}
  where address = ${press.address} and key = ${press.key} and ${when}
`;
