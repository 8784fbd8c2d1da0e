import type { Translated } from "#domain/content/language.ts";
import { translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export type Following = {
  id: bigint;
  campaignId: string;
  title: Translated;
  isOn: boolean;
  /** False after staff removed the campaign. */
  isPublic: boolean;
};

/** All campaigns that an address follows or followed. */
export async function listFollowing(db: Reads, email: string): Promise<Following[]> {
  const rows = await db
    .selectFrom("followers as f")
    .innerJoin("campaigns as c", "c.id", "f.campaign_id")
    .leftJoin("public_campaigns as p", "p.id", "c.id")
    .select(["f.id", "f.campaign_id", "f.ended_at", "c.title", "c.title_sw", "p.id as public_id"])
    .where("f.email", "=", email)
    .orderBy("f.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.campaign_id,
    title: translated(row.title, row.title_sw),
    isOn: row.ended_at === null,
    isPublic: row.public_id !== null,
  }));
}
