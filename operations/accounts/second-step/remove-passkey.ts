import type { Reads } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** Only a person's own passkey. */
export async function removePasskey(
  db: Reads,
  { id, userId }: { id: string; userId: string },
): Promise<"removed" | "unknown"> {
  return db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return "unknown";
    await recordAction(tx, userId, { action: "passkey-removed", subject: `user:${userId}` });
    return "removed";
  });
}
