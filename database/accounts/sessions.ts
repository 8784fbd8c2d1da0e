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
