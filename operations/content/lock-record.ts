import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";

/** One save of a record after the other, on every node. */
export async function lockRecord(tx: Transaction<Tables>, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`record:${subject}`}, 0))`.execute(tx);
}
