import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

const mostPasskeys = 10;

type Passkey = { id: string; userId: string; name: string; publicKey: Uint8Array; counter: number };

/** "known": this device already has a passkey under this id for an account of this site. */
export async function addPasskey(
  db: Reads,
  { id, userId, name, publicKey, counter }: Passkey,
): Promise<"added" | "known" | "too-many"> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom("passkeys")
      .select((column) => column.fn.countAll<bigint>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count >= mostPasskeys) return "too-many";
    const added = await tx
      .insertInto("passkeys")
      .values({ id, user_id: userId, name, public_key: Buffer.from(publicKey), counter: BigInt(counter) })
      .onConflict((known) => known.column("id").doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) return "known";
    await recordAction(tx, userId, { action: "passkey-added", subject: `user:${userId}` });
    return "added";
  });
}
