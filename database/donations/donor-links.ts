import { sql } from "kysely";
import { sha256 } from "#domain/system/digest.server.ts";
import type { Reads } from "#database/sql.server.ts";

/** The campaign that a link starts to follow, for the page that asks for a confirmation. Null after staff removed it. */
export async function findFollowLink(db: Reads, key: string) {
  const link = await db
    .selectFrom("donor_links as l")
    .innerJoin("public_campaigns as c", "c.id", "l.campaign_id")
    .select(["c.id", "c.title", "c.title_sw"])
    .where("l.hash", "=", sha256(key))
    .where("l.kind", "=", "follow")
    .where("l.used_at", "is", null)
    .where("l.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return link === undefined ? null : { id: link.id, title: { en: link.title, sw: link.title_sw } };
}

/** The address that the link of a donor's own page was sent to. Null if the link has expired. */
export async function findOwnPage(db: Reads, key: string): Promise<{ email: string } | null> {
  const link = await db
    .selectFrom("donor_links")
    .select("email")
    .where("hash", "=", sha256(key))
    .where("kind", "=", "own-page")
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return link ?? null;
}
