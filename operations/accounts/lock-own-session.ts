import type { Reads } from "#database/sql.server.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";

export type OwnSession = { userId: string; sessionId: string };

/**
 * For a change of how a person signs in. False if the session has ended since the request began, for example by the
 * owner's new password: the request can be that of a stranger.
 */
export async function lockOwnSession(tx: Reads, { userId, sessionId }: OwnSession): Promise<boolean> {
  await lockAccounts(tx, userId);
  const session = await tx
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return session !== undefined;
}
