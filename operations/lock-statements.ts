import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProviderName } from "#domain/provider.ts";

/** Two statements at once could lock the same lines in a different order. */
export async function lockStatements(tx: Transaction<Tables>, provider: ProviderName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${provider}`}, 0))`.execute(tx);
}
