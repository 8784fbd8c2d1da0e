import { sql } from "kysely";
import type { Reads } from "./sql.server.ts";

/** Limits are counted with this clock: the clocks of several nodes can differ. */
export async function databaseTime(db: Reads): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database did not tell the time");
  return now;
}
