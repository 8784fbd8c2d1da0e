import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import type { Tables } from "#database/tables.ts";
import { wordsOf } from "#domain/content/markdown.ts";
import type { Message } from "#domain/mail/messages.ts";
import type { Seal } from "#domain/system/seal.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { daysUntilDigest } from "#domain/campaigns/silence.ts";
import { followerKey } from "#operations/campaigns/followers/key.ts";

type Waiting = Pick<Selectable<Tables["outbox"]>, "update_id" | "follower_id">;

/**
 * Null if the update was removed, the follower unsubscribed or the organizer who wrote it was suspended, since the email
 * was queued.
 */
export async function readUpdateNotice(
  db: Kysely<Tables>,
  seal: Seal,
  { update_id, follower_id }: Waiting,
): Promise<Message | null> {
  const row = await db
    .selectFrom("public_campaign_updates as u")
    .innerJoin("public_campaigns as c", "c.id", "u.campaign_id")
    .innerJoin("followers as f", "f.campaign_id", "u.campaign_id")
    .innerJoin("campaign_updates as w", "w.id", "u.id")
    .innerJoin("campaigns as o", "o.id", "u.campaign_id")
    .select([
      ...(["u.id", "u.campaign_id", "u.title", "u.title_sw", "u.content", "u.content_sw"] as const),
      ...(["u.is_automatic", "f.id as follower", "f.email"] as const),
      ...(["c.title as campaign", "c.title_sw as campaign_sw"] as const),
    ])
    .where("u.id", "=", update_id)
    .where("f.id", "=", follower_id)
    .where("f.ended_at", "is", null)
    .where((is) =>
      is.or([
        is("o.suspended_at", "is", null),
        is("w.author_id", "is", null),
        is("w.author_id", "is distinct from", is.ref("o.owner_id")),
      ]),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const key = encodeURIComponent(followerKey(seal, { id: row.follower, email: row.email }));
  return {
    kind: "campaign-update",
    campaign: { en: row.campaign, sw: row.campaign_sw },
    title: { en: row.title, sw: row.title_sw },
    text: { en: wordsOf(row.content), sw: row.content_sw === null ? null : wordsOf(row.content_sw) },
    isAutomatic: row.is_automatic,
    address: `/campaigns/${row.campaign_id}#update-${row.id}`,
    unsubscribe: `/following?key=${key}`,
    oneClick: `/api/unsubscribe?key=${key}`,
  };
}

const newsRequestShape = z.object({ campaigns: z.array(z.string()).min(1), isOrganizer: z.boolean() });

/** Leaves out campaigns that have had news since. */
export async function readNewsRequest(db: Kysely<Tables>, details: unknown): Promise<Message | null> {
  const { campaigns: ids, isOrganizer } = newsRequestShape.parse(details);
  const rows = await db
    .selectFrom("last_news as n")
    .innerJoin("campaigns as c", "c.id", "n.campaign_id")
    .innerJoin("news_requests as r", (join) =>
      join.onRef("r.campaign_id", "=", "n.campaign_id").onRef("r.since", "=", "n.at"),
    )
    .select(["c.id", "c.title", "c.title_sw", "n.at"])
    .where("c.id", "in", ids)
    .orderBy("n.at")
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const area = isOrganizer ? "/organizer" : "/admin";
  return {
    kind: "news-wanted",
    campaigns: rows.map((row) => ({ title: { en: row.title, sw: row.title_sw }, day: dayOf(row.at) })),
    isOrganizer,
    daysUntilDigest,
    address: `${area}/campaigns/${first.id}/updates`,
  };
}
