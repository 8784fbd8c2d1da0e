import type { WantedChange } from "#domain/campaigns/change-request.ts";
import type { Language } from "#domain/content/language.ts";
import { findSuspension } from "#database/campaigns/held.ts";
import type { Reads } from "#database/sql.server.ts";
import { emailAccounts } from "#operations/mail/email-accounts.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";

type Requesting = {
  campaignId: string;
  ownerId: string;
  language: Language;
  wanted: WantedChange;
};

export type Requested =
  | { kind: "requested"; id: bigint }
  /** Staff have not decided about the last request yet. */
  | { kind: "pending-before" }
  | { kind: "limited"; retryAfter: number }
  | { kind: "suspended" }
  /** The campaign has ended, or belongs to another person. */
  | { kind: "not-possible" };

/** Each is work for a person. */
const requestsOfPerson = [{ most: 10, within: 24 * 60 * 60 }];

/** Asks staff for a change of a live campaign. A campaign has at most one pending request. */
export async function requestChange(
  db: Reads,
  { campaignId, ownerId, language, wanted }: Requesting,
): Promise<Requested> {
  const attempt = await countAttempt(db, [
    { subject: `change-request ${ownerId}`, limits: requestsOfPerson },
  ]);
  if (attempt.kind === "limited") return attempt;
  return db.transaction().execute(async (tx): Promise<Requested> => {
    // Two presses of the button wait for each other.
    const campaign = await tx
      .selectFrom("campaigns")
      .select(["goal_amount", "end_date"])
      .where("id", "=", campaignId)
      .where("owner_id", "=", ownerId)
      .where("status", "in", ["active", "paused"])
      .where("archived_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (campaign === undefined) return { kind: "not-possible" };
    if (await findSuspension(tx, ownerId)) return { kind: "suspended" };
    const inserted = await tx
      .insertInto("change_requests")
      .values({
        ...{ campaign_id: campaignId, requested_by: ownerId, language },
        ...{ goal_was: campaign.goal_amount, end_date_was: campaign.end_date },
        ...{ goal: wanted.goal?.amount ?? null, end_date: wanted.endDate },
        ...{ use_of_money: wanted.use, reason: wanted.reason },
      })
      .onConflict((conflict) => conflict.column("campaign_id").where("status", "=", "pending").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted === undefined) return { kind: "pending-before" };
    await emailAccounts(tx, "staff", {
      template: "change-request-waiting",
      details: { requestId: String(inserted.id) },
    });
    return { kind: "requested", id: inserted.id };
  });
}
