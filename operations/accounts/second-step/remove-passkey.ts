import { lockAccounts } from "#database/accounts/role-grants.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordSecondStepChange, type Changer } from "./record-change.ts";

/** Only a person's own passkey. */
export async function removePasskey(db: Reads, id: string, by: Changer): Promise<"removed" | "unknown"> {
  return db.transaction().execute(async (tx) => {
    await lockAccounts(tx, by.person.id);
    const removed = await tx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", by.person.id)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return "unknown";
    await recordSecondStepChange(tx, by, "passkey-removed");
    return "removed";
  });
}
