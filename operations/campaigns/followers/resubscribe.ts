import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";
import type { FollowerKey } from "./key.ts";

export async function resubscribe(db: Reads, { id, email }: FollowerKey): Promise<void> {
  await db
    .updateTable("followers")
    .set({ ended_at: null, agreed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("email", "=", email)
    .where("ended_at", "is not", null)
    .execute();
}
