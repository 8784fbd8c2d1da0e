import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";

/** The values of a campaign that change while its page is open. */
export type Progress = { id: string; raised: Money; goal: Money; donors: number };

export async function readProgress(db: Reads, ids: string[]): Promise<Progress[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("public_campaigns")
    .select(["id", "goal_amount", "currency", "amount_raised", "donors_count"])
    // One text for any number of ids.
    .where("id", "=", sql<string>`any(${ids})`)
    .execute();
  return rows.map(({ id, currency, ...row }) => ({
    id,
    raised: { amount: row.amount_raised, currency },
    goal: { amount: row.goal_amount, currency },
    donors: Number(row.donors_count),
  }));
}
