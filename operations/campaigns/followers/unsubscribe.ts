import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { FollowerKey } from "./key.ts";

/** Ends the updates of one campaign. A second request changes nothing. */
export async function unsubscribe(db: Reads, { id, email }: FollowerKey): Promise<void> {
  await db
    .updateTable("followers")
    .set({ ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends the updates of all campaigns. */
export async function unsubscribeFromAll(db: Reads, email: string): Promise<void> {
  await db
    .updateTable("followers")
    .set({ ended_at: sql<Date>`now()` })
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .execute();
}
