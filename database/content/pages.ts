import type { AboutText, TextPage, TitledSlug } from "#domain/content/pages.ts";
import { aboutTextRecord, textRecord } from "#domain/content/records.ts";
import type { Reads } from "#database/sql.server.ts";
import { recordColumns } from "./record-columns.ts";

export const textColumns = recordColumns("pages", textRecord.shape, {});
export const aboutTextColumns = recordColumns("pages", aboutTextRecord.shape, {});

export async function findPage(db: Reads, slug: TitledSlug): Promise<TextPage | null> {
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (row === undefined || row.title === null) return null;
  return { ...textColumns.fromRow(row), slug, updatedAt: row.updated_at };
}

export async function findAboutText(db: Reads): Promise<AboutText | null> {
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", "about").executeTakeFirst();
  return row === undefined ? null : { ...aboutTextColumns.fromRow(row), updatedAt: row.updated_at };
}
