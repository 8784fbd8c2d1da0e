import type { Reads } from "#database/sql.server.ts";
import { lockOwnSession } from "#operations/accounts/lock-own-session.ts";
import { recordSecondStepChange, type Changer } from "./record-change.ts";

const mostPasskeys = 10;

type Passkey = { id: string; name: string; publicKey: Uint8Array; counter: number };

/** "known": this device already has a passkey under this id for an account of this site. */
export async function addPasskey(
  db: Reads,
  { id, name, publicKey, counter }: Passkey,
  by: Changer,
): Promise<"added" | "known" | "too-many" | "signed-out"> {
  const userId = by.person.id;
  return db.transaction().execute(async (tx) => {
    if (!(await lockOwnSession(tx, { userId, sessionId: by.sessionId }))) return "signed-out";
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
    await recordSecondStepChange(tx, by, "passkey-added");
    return "added";
  });
}
