import type { Reads } from "#database/sql.server.ts";

export async function endSessions(db: Reads, userId: string, id?: string): Promise<number> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(id !== undefined, (sessions) => sessions.where("id", "=", id ?? ""))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Parallel sessions of one person. A new one ends the oldest beyond this number. */
const mostSessions = 10;

export async function endOldestSessions(db: Reads, userId: string): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("id", "in", (sessions) =>
      sessions
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(mostSessions),
    )
    .execute();
}

/** Call it with the token of a session that better-auth has just created. */
export async function endSessionOfToken(db: Reads, hashedToken: string): Promise<void> {
  await db.deleteFrom("sessions").where("token", "=", hashedToken).execute();
}
