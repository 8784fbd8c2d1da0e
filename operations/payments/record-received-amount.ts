import type { Transaction } from "kysely";
import { readDifferingAmounts, readListedAmounts } from "#database/payments/reported-amounts.ts";
import type { Tables } from "#database/tables.ts";
import { largestDonation } from "#domain/donations/amount-limits.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import type { LockedPayment } from "./lock.ts";

export type ArrivedProblem =
  | { kind: "above-limit"; limit: bigint }
  /** More than requested, and no statement line confirms it. */
  | { kind: "no-line" }
  /** The statement, or else the provider's messages, name these amounts. */
  | { kind: "not-as-reported"; reported: bigint[] };

/**
 * The objection to an amount that staff report as received. A statement line is the best evidence, then the
 * provider's report. If nothing names an amount, less than requested may be recorded with written evidence.
 */
export async function arrivedProblem(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  arrived: bigint,
): Promise<ArrivedProblem | null> {
  const { amount: requested, currency } = payment.amount;
  const limit = payment.method === "mobile" ? mobileMoneyLimit.amount : largestDonation[currency].amount;
  if (arrived > limit) return { kind: "above-limit", limit };
  const listed = (await readListedAmounts(tx, payment.id)).map(({ amount }) => amount);
  if (arrived > requested && listed.length === 0) return { kind: "no-line" };
  // Without a line, staff can prove with the bank that all of it arrived after all.
  if (arrived === requested && listed.length === 0) return null;
  const differing = await readDifferingAmounts(tx, payment.id);
  const reported = listed.length > 0 ? listed : [...new Set(differing.map(({ amount }) => amount))];
  return reported.length > 0 && !reported.includes(arrived) ? { kind: "not-as-reported", reported } : null;
}

/**
 * Records an amount other than the requested one, before the payment counts. The fee keeps its share of the total.
 * Call this only without an `arrivedProblem`. False if the amount was changed before.
 */
export async function keepArrivedAmount(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  arrived: bigint,
): Promise<boolean> {
  const { currency, amount: requested } = payment.amount;
  const fee = (arrived * payment.fee.amount) / requested;
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({ amount: arrived, fee, asked_amount: requested })
    .where("id", "=", payment.id)
    .where("asked_amount", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable("donations")
    .set({ amount: arrived - fee })
    .where("id", "=", payment.donation.id)
    .execute();
  payment.amount = { amount: arrived, currency };
  payment.fee = { amount: fee, currency };
  payment.donation.amount = { amount: arrived - fee, currency };
  return true;
}
