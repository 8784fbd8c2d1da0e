import { sql } from "kysely";
import type { DescribedPicture } from "#domain/content/home.ts";
import { translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export async function findPicture(db: Reads, id: string): Promise<DescribedPicture | null> {
  const row = await db.selectFrom("pictures").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const { width, height, alt, alt_sw, focus_x, focus_y } = row;
  return { id, width, height, alt: translated(alt, alt_sw), focus: { x: focus_x, y: focus_y } };
}

/**
 * Pictures older than `before` that no record, saved draft, earlier version or request for approval uses. Add every new column
 * with pictures here; a test finds a missing one.
 */
export async function unusedPictures(db: Reads, before: Date, only?: string): Promise<string[]> {
  const unused = db
    .selectFrom("pictures")
    .select("id")
    .where("created_at", "<", before)
    .where(
      sql<boolean>`not exists (
        select from (
          select image as used from hero_section
          union all select unnest(images) from about_section
          union all select vice_chancellor_photo_url from vice_chancellor_message
          union all select photo_url from team_members
          union all select image_url from bank_details
          union all select image from campaigns
          union all select image from campaign_updates
          union all select image from infrastructure_projects
          union all select picture_id from submission_pictures
          union all select picture_id from campaign_pictures
          union all select texts #>> '{}' from submissions, jsonb_path_query(entered, ${everyText}) texts
          union all select texts #>> '{}' from record_drafts, jsonb_path_query(value, ${everyText}) texts
          union all select texts #>> '{}' from record_versions, jsonb_path_query(value, ${everyText}) texts
          union all select texts #>> '{}' from proposals, jsonb_path_query(details, ${everyText}) texts
        ) uses where used = pictures.id
      )`,
    )
    .orderBy("created_at");
  const rows = await (only === undefined ? unused : unused.where("id", "=", only)).execute();
  return rows.map(({ id }) => id);
}

const everyText = sql.lit('strict $.** ? (@.type() == "string")');
