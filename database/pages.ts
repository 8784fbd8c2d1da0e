import type { PageSlug, TextPage } from "#domain/pages.ts";
import { translated } from "./columns.ts";
import type { Reads } from "./sql.server.ts";

export async function findPage(db: Reads, slug: PageSlug): Promise<TextPage | null> {
  const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (row === undefined) return null;
  return {
    slug: row.slug,
    title: translated(row.title, row.title_sw),
    body: translated(row.body, row.body_sw),
    updatedAt: row.updated_at,
  };
}
