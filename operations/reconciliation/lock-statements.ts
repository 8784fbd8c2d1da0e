import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { ProviderName } from "#domain/payments/provider.ts";

/** In milliseconds. */
const longestWait = 30_000;
const pause = 250;

/** Two statements at once could lock the same lines in a different order. */
export async function lockStatements(tx: Transaction<Tables>, provider: ProviderName): Promise<void> {
  // A large import takes longer than a connection may be silent, so a blocking lock would end this connection.
  for (const deadline = performance.now() + longestWait; performance.now() < deadline; await wait(pause)) {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`statement ${provider}`}, 0)) as is_ours
    `.execute(tx);
    if (rows[0]?.is_ours) return;
  }
  throw new Error(`a statement of ${provider} is imported for more than ${longestWait / 1_000} seconds`);
}
