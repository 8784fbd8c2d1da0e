import { sql } from "kysely";
import type { Reads } from "#database/sql.server.ts";

/** The number of a member that is yet to be written. */
export async function nextMemberId(db: Reads): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval(pg_get_serial_sequence('team_members', 'id')) as id
  `.execute(db);
  return Number(rows[0]?.id);
}
