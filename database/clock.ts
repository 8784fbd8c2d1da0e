import { sql } from "kysely";
import type { Reads } from "./sql.server.ts";

/** Rate limits and deletions use this clock, because the clocks of several nodes can differ. */
export async function databaseTime(db: Reads): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database returned no time");
  return now;
}

const mostApart = 5_000;

/** A warning at the start if this machine's clock differs from the database's. Otherwise null. */
export async function clockWarning(db: Reads, now: () => number = Date.now): Promise<string | null> {
  const before = now();
  const theirs = (await databaseTime(db)).getTime();
  // The time of the query itself can fall on either side of the answer.
  const apart = theirs < before ? theirs - before : Math.max(0, theirs - now());
  if (Math.abs(apart) <= mostApart) return null;
  const seconds = Math.round(Math.abs(apart) / 1_000);
  return `The clock of this machine is ${seconds} s ${apart < 0 ? "ahead of" : "behind"} the database's. Set both by NTP. Otherwise payments are checked at the wrong time.`;
}
