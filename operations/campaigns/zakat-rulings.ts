import { sql, type Kysely, type Transaction } from "kysely";
import type { Day } from "#domain/system/calendar.ts";
import type { Tables } from "#database/tables.ts";
import { notifyAboutRuling } from "#operations/mail/notify-about-submission.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Ruling = {
  campaignId: string;
  reviewerId: number;
  ruledOn: Day;
  reasons: string;
  expiresOn: Day | null;
  by: string;
};

export type RulingOutcome = "recorded" | "unknown" | "own";

/** Records that a reviewer of the Advisory Body found the campaign eligible for Zakat. */
export function recordRuling(db: Kysely<Tables>, ruling: Ruling): Promise<RulingOutcome> {
  const { campaignId, reviewerId, ruledOn, reasons, expiresOn, by } = ruling;
  return db.transaction().execute(async (tx) => {
    const campaign = await tx
      .selectFrom("campaigns")
      .select("owner_id")
      .where("id", "=", campaignId)
      .where("is_zakat_eligible", "=", true)
      .forUpdate()
      .executeTakeFirst();
    const reviewer = await tx
      .selectFrom("team_members")
      .select("name")
      .where("id", "=", reviewerId)
      .where("is_active", "=", true)
      .executeTakeFirst();
    if (campaign === undefined || reviewer === undefined) return "unknown";
    if (campaign.owner_id === by) return "own";
    const before = await takesZakat(tx, campaignId);
    await tx
      .insertInto("zakat_rulings")
      .values({
        ...{ campaign_id: campaignId, reviewer_id: reviewerId, reviewer_name: reviewer.name },
        ...{ ruled_on: ruledOn, reasons, expires_on: expiresOn, recorded_by: by },
      })
      .execute();
    await recordAction(tx, by, {
      action: "zakat-ruling-recorded",
      subject: `record:campaign:${campaignId}`,
      after: { ruledOn, expiresOn },
    });
    if (!before && (await takesZakat(tx, campaignId)))
      await notifyAboutRuling(tx, campaignId, "ruling-recorded");
    return "recorded";
  });
}

export type Withdrawal = "withdrawn" | "unknown" | "own";

/** The badge goes and Zakat is refused as soon as this is committed, unless another ruling is valid. */
export function withdrawRuling(
  db: Kysely<Tables>,
  { campaignId, rulingId, reason, by }: { campaignId: string; rulingId: bigint; reason: string; by: string },
): Promise<Withdrawal> {
  return db.transaction().execute(async (tx) => {
    const campaign = await tx
      .selectFrom("campaigns")
      .select("owner_id")
      .where("id", "=", campaignId)
      .forUpdate()
      .executeTakeFirst();
    if (campaign?.owner_id === by) return "own";
    const before = await takesZakat(tx, campaignId);
    const withdrawn = await tx
      .updateTable("zakat_rulings")
      .set({ withdrawn_by: by, withdrawn_at: new Date(), withdrawal_reason: reason })
      .where("id", "=", rulingId)
      .where("campaign_id", "=", campaignId)
      .where("withdrawn_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (withdrawn === undefined) return "unknown";
    await recordAction(tx, by, {
      action: "zakat-ruling-withdrawn",
      subject: `record:campaign:${campaignId}`,
      after: { ruling: String(rulingId) },
    });
    if (before && !(await takesZakat(tx, campaignId)))
      await notifyAboutRuling(tx, campaignId, "ruling-withdrawn");
    return "withdrawn";
  });
}

/** Without a status that staff set or a suspension: the organizer gets other emails about those. */
async function takesZakat(tx: Transaction<Tables>, campaignId: string): Promise<boolean> {
  const { valid } = await tx
    .selectFrom("campaigns")
    .select(sql<boolean>`coalesce(zakat_until >= fund_day(), true)`.as("valid"))
    .where("id", "=", campaignId)
    .executeTakeFirstOrThrow();
  return valid;
}
