import { sql } from "kysely";
import { sessionLongestSeconds } from "#domain/accounts/roles.ts";
import type { Reads } from "#database/sql.server.ts";

export type OwnSession = { id: string; userAgent: string | null; began: Date; used: Date };

/** A person's sessions, latest first. */
export async function readSessions(db: Reads, userId: string): Promise<OwnSession[]> {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent as userAgent", "created_at as began", "updated_at as used"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${sessionLongestSeconds})`)
    .orderBy("updated_at", "desc")
    .limit(100)
    .execute();
}

/** Ends one of the person's own sessions, or all of them. */
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

export async function keepFewSessions(db: Reads, userId: string): Promise<void> {
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
