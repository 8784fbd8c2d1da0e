import { sql } from "kysely";
import type { ProjectSlug } from "#domain/campaigns/building-projects.ts";
import type { TitledSlug } from "#domain/content/pages.ts";
import { aboutTextRecord, projectRecord, textRecord } from "#domain/content/records.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import { editable, type EditableRecord } from "./editable.ts";
import { findAboutText } from "#database/content/pages.ts";
import { writePicture } from "./write-picture.ts";

export function text(slug: TitledSlug): EditableRecord {
  return editable({
    subject: `texts/${slug}`,
    schema: textRecord,
    async read(db) {
      const row = await db.selectFrom("pages").selectAll().where("slug", "=", slug).executeTakeFirst();
      if (!row || row.title === null) return null;
      return { title: translated(row.title, row.title_sw), body: translated(row.body, row.body_sw) };
    },
    async write(tx, { title, body }) {
      const values = {
        title: title.en,
        title_sw: title.sw,
        body: body.en,
        body_sw: body.sw,
        updated_at: new Date(),
      };
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
  async write(tx, { body }) {
    const values = { body: body.en, body_sw: body.sw, updated_at: new Date() };
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
        .select(pictureColumn(sql.ref("image")).as("picture"))
        .where("slug", "=", slug)
        .executeTakeFirst();
      if (!row) return null;
      return {
        title: translated(row.title, row.title_sw),
        summary: translated(row.summary, row.summary_sw),
        description: translated(row.description, row.description_sw),
        target: row.target_amount,
        timeline: translated(row.timeline, row.timeline_sw),
        location: translated(row.location, row.location_sw),
        features: row.features.map((feature, at) => translated(feature, row.features_sw?.[at] ?? null)),
        picture: row.picture,
        giveTitle: translated(row.donate_title, row.donate_title_sw),
        giveText: translated(row.donate_text, row.donate_text_sw),
        giveButton: translated(row.donate_button, row.donate_button_sw),
        presets: row.presets.map(BigInt),
        chosen: row.default_preset,
      };
    },
    async write(tx, { features, picture, ...record }) {
      await tx
        .updateTable("infrastructure_projects")
        .set({
          title: record.title.en,
          title_sw: record.title.sw,
          summary: record.summary.en,
          summary_sw: record.summary.sw,
          description: record.description.en,
          description_sw: record.description.sw,
          target_amount: record.target,
          timeline: record.timeline.en,
          timeline_sw: record.timeline.sw,
          location: record.location.en,
          location_sw: record.location.sw,
          features: JSON.stringify(features.map(({ en }) => en)),
          features_sw: JSON.stringify(features.map(({ sw }) => sw)),
          image: await writePicture(tx, picture),
          donate_title: record.giveTitle.en,
          donate_title_sw: record.giveTitle.sw,
          donate_text: record.giveText.en,
          donate_text_sw: record.giveText.sw,
          donate_button: record.giveButton.en,
          donate_button_sw: record.giveButton.sw,
          presets: record.presets,
          default_preset: record.chosen,
          updated_at: new Date(),
        })
        .where("slug", "=", slug)
        .execute();
    },
  });
}
