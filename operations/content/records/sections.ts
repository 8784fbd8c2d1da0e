import { sql } from "kysely";
import type { Language } from "#domain/content/language.ts";
import { aboutRecord, heroRecord, viceChancellorRecord } from "#domain/content/records.ts";
import { pictureColumn, translated } from "#database/columns.ts";
import { readAbout, readHero } from "#database/content/home.ts";
import { editable } from "./editable.ts";
import { writePicture } from "./write-picture.ts";

export const hero = editable({
  subject: "hero",
  schema: heroRecord,
  read: readHero,
  async write(tx, { title, subtitle, buttonText, picture, stats }) {
    const values = {
      title: title.en,
      title_sw: title.sw,
      subtitle: subtitle.en,
      subtitle_sw: subtitle.sw,
      button_text: buttonText.en,
      button_text_sw: buttonText.sw,
      image: await writePicture(tx, picture),
      stats: JSON.stringify(stats.map(({ label, value }) => ({ label: label.en, value }))),
      stats_sw: JSON.stringify(stats.map(({ label }) => ({ label: label.sw }))),
      updated_at: new Date(),
    };
    await tx
      .insertInto("hero_section")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
});

export const about = editable({
  subject: "about",
  schema: aboutRecord,
  read: readAbout,
  async write(tx, { title, description, mission, vision, pictures, highlights, accountability }) {
    for (const picture of pictures) await writePicture(tx, picture);
    const items = (language: Language) =>
      JSON.stringify(
        accountability.map((item) => ({
          title: item.title[language],
          description: item.description[language],
        })),
      );
    const values = {
      title: title.en,
      title_sw: title.sw,
      description: description.en,
      description_sw: description.sw,
      mission: mission.en,
      mission_sw: mission.sw,
      vision: vision.en,
      vision_sw: vision.sw,
      images: pictures.map(({ id }) => id),
      highlights: JSON.stringify(highlights.map(({ en }) => en)),
      highlights_sw: JSON.stringify(highlights.map(({ sw }) => sw)),
      accountability_items: items("en"),
      accountability_items_sw: items("sw"),
      updated_at: new Date(),
    };
    await tx
      .insertInto("about_section")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
});

export const viceChancellor = editable({
  subject: "vice-chancellor",
  schema: viceChancellorRecord,
  async read(db) {
    const row = await db
      .selectFrom("vice_chancellor_message")
      .selectAll()
      .select(pictureColumn(sql.ref("vice_chancellor_photo_url")).as("picture"))
      .executeTakeFirst();
    if (!row) return null;
    return {
      title: translated(row.title, row.title_sw),
      greeting: translated(row.greeting, row.greeting_sw),
      content: translated(row.content, row.content_sw),
      name: row.vice_chancellor_name,
      position: translated(row.vice_chancellor_title, row.vice_chancellor_title_sw),
      picture: row.picture,
    };
  },
  async write(tx, { title, greeting, content, name, position, picture }) {
    const values = {
      title: title.en,
      title_sw: title.sw,
      greeting: greeting.en,
      greeting_sw: greeting.sw,
      content: content.en,
      content_sw: content.sw,
      vice_chancellor_name: name,
      vice_chancellor_title: position.en,
      vice_chancellor_title_sw: position.sw,
      vice_chancellor_photo_url: await writePicture(tx, picture),
      updated_at: new Date(),
    };
    await tx
      .insertInto("vice_chancellor_message")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
});
