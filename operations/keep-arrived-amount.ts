import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { LockedPayment } from "./lock-payment.ts";

/**
 * Records another amount than the one asked for, before the payment counts. The fee keeps its share of the total. False
 * where the amount was changed before.
 */
export async function keepArrivedAmount(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  arrived: bigint,
): Promise<boolean> {
  const { currency, amount: asked } = payment.amount;
  const fee = (arrived * payment.fee.amount) / asked;
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({ amount: arrived, fee, asked_amount: asked })
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
  payment.donation.gift = { amount: arrived - fee, currency };
  return true;
}
