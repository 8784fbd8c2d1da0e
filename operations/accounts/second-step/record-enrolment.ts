import type { Reads } from "#database/sql.server.ts";

/** The second step itself is kept by the library; that it came or went belongs into our log. */
export async function noteSecondStep(
  db: Reads,
  userId: string,
  action: "second-step-added" | "second-step-removed",
): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({ actor_id: userId, action, subject: `user:${userId}` })
    .execute();
}
