import { currencies, type Money } from "#domain/money/money.ts";
import type { Reads } from "#database/sql.server.ts";

export type Totals = {
  /** Shillings always come first, then any other currencies. Currencies are never added up. */
  raised: [Money, ...Money[]];
  donors: number;
};

export async function readTotals(db: Reads): Promise<Totals> {
  const sums = await db.selectFrom("public_totals").selectAll().execute();
  const [home, ...others] = currencies;
  const raisedIn = (currency: Money["currency"]): Money => ({
    amount: sums.find((sum) => sum.currency === currency)?.raised ?? 0n,
    currency,
  });
  return {
    raised: [raisedIn(home), ...others.map(raisedIn).filter(({ amount }) => amount !== 0n)],
    donors: sums.reduce((count, sum) => count + Number(sum.donors), 0),
  };
}
