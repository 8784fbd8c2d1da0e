import type { AboutText, TextPage, TitledSlug } from "#domain/content/pages.ts";
import { translated } from "#database/columns.ts";
import type { Reads } from "#database/sql.server.ts";

export async function findPage(db: Reads, slug: TitledSlug): Promise<TextPage | null> {
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (row === undefined || row.title === null) return null;
  return {
    slug,
    title: translated(row.title, row.title_sw),
    body: translated(row.body, row.body_sw),
    updatedAt: row.updated_at,
  };
}

export async function findAboutText(db: Reads): Promise<AboutText | null> {
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", "about").executeTakeFirst();
  return row === undefined ? null : { body: translated(row.body, row.body_sw), updatedAt: row.updated_at };
}
