import type { ProjectSlug } from "#domain/campaigns/building-projects.ts";
import type { TitledSlug } from "#domain/content/pages.ts";
import { aboutTextRecord, projectRecord, textRecord } from "#domain/content/records.ts";
import { projectColumns } from "#database/campaigns/building-projects.ts";
import { editable, type EditableRecord } from "./editable.ts";
import { aboutTextColumns, findAboutText, textColumns } from "#database/content/pages.ts";

export function text(slug: TitledSlug): EditableRecord {
  return editable({
    subject: `texts/${slug}`,
    schema: textRecord,
    async read(db) {
      const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
      if (!row || row.title === null) return null;
      return textColumns.fromRow(row);
    },
    async write(tx, record) {
      const values = { ...textColumns.toRow(record), updated_at: new Date() };
      await tx
        .insertInto("pages")
        .values({ slug, ...values })
        .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
        .execute();
    },
  });
}

/** The text above it on its page belongs to the About Section. */
export const aboutText: EditableRecord = editable({
  subject: "texts/about",
  schema: aboutTextRecord,
  async read(db) {
    const text = await findAboutText(db);
    return text && { body: text.body };
  },
  async write(tx, record) {
    const values = { ...aboutTextColumns.toRow(record), updated_at: new Date() };
    await tx
      .insertInto("pages")
      .values({ slug: "about", ...values })
      .onConflict((conflict) => conflict.column("slug").doUpdateSet(values))
      .execute();
  },
});

/** The campaign that a project belongs to, and its place among the three, stay as they are. */
export function project(slug: ProjectSlug): EditableRecord {
  return editable({
    subject: `infrastructure/${slug}`,
    schema: projectRecord,
    async read(db) {
      const row = await db
        .selectFrom("infrastructure_projects")
        .selectAll()
        .select(projectColumns.pictures)
        .where("slug", "=", slug)
        .executeTakeFirst();
      return row ? projectColumns.fromRow(row) : null;
    },
    async write(tx, record) {
      await tx
        .updateTable("infrastructure_projects")
        .set({ ...projectColumns.toRow(record), updated_at: new Date() })
        .where("slug", "=", slug)
        .execute();
    },
  });
}
