import type { Reads } from "#database/sql.server.ts";

/** All passkeys and two-step sign-in, or those that were added at this time or later. True if there were any. */
export async function removeSecondStep(
  tx: Reads,
  userId: string,
  since: Date | null = null,
): Promise<boolean> {
  const { numDeletedRows: turnedOff } = await tx
    .deleteFrom("two_factors")
    .where("user_id", "=", userId)
    .where((is) => (since === null ? is.lit(true) : is("turned_on_at", ">=", since)))
    .executeTakeFirstOrThrow();
  const { numDeletedRows: removed } = await tx
    .deleteFrom("passkeys")
    .where("user_id", "=", userId)
    .where((is) => (since === null ? is.lit(true) : is("created_at", ">=", since)))
    .executeTakeFirstOrThrow();
  if (since === null || turnedOff > 0n)
    await tx.updateTable("users").set({ two_factor_enabled: false }).where("id", "=", userId).execute();
  return turnedOff + removed > 0n;
}
