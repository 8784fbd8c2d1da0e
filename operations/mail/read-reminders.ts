import type { Kysely } from "kysely";
import { z } from "zod";
import { findSavedDraft } from "#database/content/saved-drafts.ts";
import type { Tables } from "#database/tables.ts";
import { valueAt } from "#domain/content/draft.ts";
import type { Message } from "#domain/mail/messages.ts";

const draftShape = z.object({ subject: z.string(), at: z.string() });

/** Null if the draft was published, discarded or scheduled again before this email was sent. */
export async function readUnpublishedDraft(db: Kysely<Tables>, details: unknown): Promise<Message | null> {
  const { subject, at } = draftShape.parse(details);
  const saved = await findSavedDraft(db, subject);
  const schedule = saved?.schedule;
  if (!saved || !schedule?.failure || schedule.at.toISOString() !== at) return null;
  return {
    kind: "draft-not-published",
    page: pageName(subject, valueAt(saved.draft, "title.en") ?? valueAt(saved.draft, "name")),
    scheduledFor: schedule.at,
    failure: schedule.failure,
    address: "/admin/drafts",
  };
}

/** Only campaigns and team members have many records of one kind. */
function pageName(subject: string, own: unknown): string {
  const [kind = "", id] = subject.split(":");
  if (id !== undefined && typeof own === "string" && own !== "") return own;
  const words = kind.replaceAll(/[-/]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const rulingShape = z.object({ rulingId: z.string() });

/** Null if it was withdrawn, or a later ruling was recorded, before this email was sent. */
export async function readExpiringRuling(db: Kysely<Tables>, details: unknown): Promise<Message | null> {
  const { rulingId } = rulingShape.parse(details);
  const row = await db
    .selectFrom("zakat_rulings as r")
    .innerJoin("campaigns as c", "c.id", "r.campaign_id")
    .select(["c.id", "c.title", "c.title_sw", "r.reviewer_name", "r.expires_on"])
    .where("r.id", "=", BigInt(rulingId))
    .where("r.withdrawn_at", "is", null)
    .whereRef("c.zakat_until", "=", "r.expires_on")
    .executeTakeFirst();
  if (row === undefined || row.expires_on === null) return null;
  return {
    kind: "ruling-expiring",
    campaign: { en: row.title, sw: row.title_sw },
    reviewer: row.reviewer_name,
    expiresOn: row.expires_on,
    address: `/admin/campaigns/${row.id}/zakat`,
  };
}
