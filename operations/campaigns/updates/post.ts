import type { WrittenUpdate } from "#domain/campaigns/updates.ts";
import type { Reads } from "#database/sql.server.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { queueUpdateEmails } from "./queue-emails.ts";
import { isSilenced } from "./silenced.ts";

type Posted =
  | { kind: "posted"; id: number; emails: number }
  | { kind: "no-campaign" }
  | { kind: "suspended" }
  | { kind: "limited"; retryAfter: number };

/** Each update is an email to every follower. */
const updatesOfAuthor = [{ most: 3, within: 24 * 60 * 60 }];

/** The update and its emails are committed together, so that both exist or neither. */
export async function postUpdate(
  db: Reads,
  campaignId: string,
  update: WrittenUpdate,
  by: string,
): Promise<Posted> {
  return db.transaction().execute(async (tx): Promise<Posted> => {
    const campaign = await tx
      .selectFrom("campaigns")
      .select("id")
      .where("id", "=", campaignId)
      .where("archived_at", "is", null)
      .where("status", "in", ["active", "paused", "completed"])
      .forKeyShare()
      .executeTakeFirst();
    if (campaign === undefined) return { kind: "no-campaign" };
    if (await isSilenced(tx, campaignId, by)) return { kind: "suspended" };
    const attempt = await countAttempt(tx, [
      { subject: `updates ${campaignId} ${by}`, limits: updatesOfAuthor },
    ]);
    if (attempt.kind === "limited") return attempt;
    const { id } = await tx
      .insertInto("campaign_updates")
      .values({ campaign_id: campaignId, author_id: by, ...updateColumns(update) })
      .returning("id")
      .executeTakeFirstOrThrow();
    const emails = await queueUpdateEmails(tx, id);
    await recordAction(tx, by, {
      action: "update-posted",
      subject: `update:${id}`,
      after: { campaign: campaignId, emails },
    });
    return { kind: "posted", id, emails };
  });
}

export const updateColumns = ({ title, content, picture }: WrittenUpdate) => ({
  title: title.en,
  title_sw: title.sw,
  content: content.en,
  content_sw: content.sw,
  image: picture?.id ?? null,
  image_alt: picture?.alt.en ?? "",
  image_alt_sw: picture?.alt.sw ?? null,
});
