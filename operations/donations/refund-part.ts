import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { LockedPayment } from "#operations/payments/lock.ts";
import { postPartRefund, type Approved } from "#operations/payments/post-journals.ts";
import { notifyDonor } from "./notify-donor.ts";
import { recordAction } from "#operations/system/record-action.ts";

/** Some of the amount must remain: a full refund also takes the fee back, and the donor is no longer counted. */
export const mayBeRefunded = ({ status, donation }: LockedPayment, amount: bigint) =>
  status === "succeeded" && amount > 0n && amount < donation.left.amount;

/** Takes a part out of the ledger. Staff send the money through the provider or the bank. */
export async function refundPart(
  tx: Transaction<Tables>,
  payment: LockedPayment,
  amount: bigint,
  { reason, ...approved }: Approved & { reason: string },
): Promise<boolean> {
  if (!mayBeRefunded(payment, amount)) return false;
  const { donation } = payment;
  const { currency } = donation.amount;
  await postPartRefund(tx, payment, { amount, currency }, approved);
  await tx
    .updateTable("donations")
    .set((is) => ({ refunded: is("refunded", "+", amount) }))
    .where("id", "=", donation.id)
    .execute();
  await recordAction(tx, approved.by, {
    ...{ action: "part-refund", subject: `donation:${donation.externalId}`, reason },
    after: { amount: String(amount), currency },
  });
  await notifyDonor(tx, payment, "donation-refunded", approved);
  return true;
}
