import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** One change of the invitations of an address after the other, on every node. */
export async function lockInvitations(tx: Reads, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitation ' || lower(${email}), 0))`.execute(tx);
}
