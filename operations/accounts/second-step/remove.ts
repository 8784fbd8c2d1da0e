import type { Reads } from "#database/sql.server.ts";

export async function removeSecondStep(tx: Reads, userId: string): Promise<void> {
  await tx.deleteFrom("two_factors").where("user_id", "=", userId).execute();
  await tx.deleteFrom("passkeys").where("user_id", "=", userId).execute();
  await tx.updateTable("users").set({ two_factor_enabled: false }).where("id", "=", userId).execute();
}
