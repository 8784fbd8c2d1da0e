import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { lockPayment } from "./lock.ts";
import { applyEvent } from "./settle.ts";
import { notifyDonor } from "#operations/donations/notify-donor.ts";
import { recordAction } from "#operations/system/record-action.ts";

/**
 * Takes the donation and its added fee out of the ledger. Staff send the money by hand, because no provider offers a
 * refund API.
 */
export async function reversePayment(
  tx: Transaction<Tables>,
  paymentId: bigint,
  { reason, by, now, proposalId }: { reason: string; by: string; now: Date; proposalId: bigint },
): Promise<"reversed" | "not-paid"> {
  const payment = await lockPayment(tx, { id: paymentId });
  if (payment?.status !== "succeeded") return "not-paid";
  await applyEvent(tx, payment, "refunded", { messageId: null, now, by });
  await recordAction(tx, by, {
    action: "refund",
    subject: `donation:${payment.donation.externalId}`,
    reason,
  });
  await notifyDonor(tx, payment, "donation-refunded", { proposalId, by });
  return "reversed";
}
