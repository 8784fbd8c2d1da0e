import { sql, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import { moveTargetStatuses } from "#domain/campaigns/categories.ts";
import { fundOf } from "#domain/payments/status.ts";
import type { LockedPayment } from "#operations/payments/lock.ts";
import { postMove, type Approved } from "#operations/payments/post-journals.ts";
import { notifyDonor } from "./notify-donor.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

/**
 * A campaign that the donation can move to, or null. Zakat moves only to Zakat, and other money never moves there.
 * A completed campaign takes no donations, so none moves there either.
 */
export async function findNewCampaign(
  tx: Tx,
  { status, donation, fund }: LockedPayment,
  campaignId: string,
): Promise<{ fund: string; campaignId: string } | null> {
  if (status !== "succeeded" || campaignId === donation.campaignId) return null;
  const row = await tx
    .selectFrom("campaigns")
    .select(["id", "is_zakat_eligible"])
    .where("id", "=", campaignId)
    .where("currency", "=", donation.amount.currency)
    .where("is_zakat_eligible", "=", fund.startsWith("zakat:"))
    .where("archived_at", "is", null)
    .where("status", "in", [...moveTargetStatuses])
    .executeTakeFirst();
  return row === undefined
    ? null
    : { fund: fundOf({ id: row.id, isZakatEligible: row.is_zakat_eligible }), campaignId };
}

/** Records what is left of the donation under another campaign. */
export async function moveDonation(
  tx: Tx,
  payment: LockedPayment,
  { from, campaignId }: { from: string; campaignId: string },
  { reason, ...approved }: Approved & { reason: string },
): Promise<boolean> {
  const { donation } = payment;
  if (donation.campaignId !== from) return false;
  const to = await findNewCampaign(tx, payment, campaignId);
  if (to === null) return false;
  await postMove(tx, payment, to, approved);
  await tx
    .updateTable("donations")
    .set({
      campaign_id: campaignId,
      chosen_campaign_id: sql<string>`coalesce(chosen_campaign_id, campaign_id)`,
    })
    .where("id", "=", donation.id)
    .execute();
  await recordAction(tx, approved.by, {
    ...{ action: "move", subject: `donation:${donation.externalId}`, reason },
    before: { campaign: from },
    after: { campaign: campaignId },
  });
  await notifyDonor(tx, payment, "donation-moved", approved);
  return true;
}
