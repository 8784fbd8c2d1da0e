import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProviderName } from "#domain/payments/provider.ts";

/** Two statements at once could lock the same lines in a different order. */
export async function lockStatements(tx: Transaction<Tables>, provider: ProviderName): Promise<void> {
  // A large import takes longer than the usual limits.
  await sql`set local lock_timeout = '30s'`.execute(tx);
  await sql`set local statement_timeout = '30s'`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${provider}`}, 0))`.execute(tx);
  await sql`set local lock_timeout to default`.execute(tx);
  await sql`set local statement_timeout to default`.execute(tx);
}
