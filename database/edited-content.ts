import { heroRecord } from "#domain/records.ts";
import { translated } from "./columns.ts";
import { editable } from "./editable.ts";

export const hero = editable({
  subject: "hero",
  schema: heroRecord,
  async read(db) {
    const row = await db.selectFrom("hero_section").selectAll().executeTakeFirst();
    if (!row) return null;
    return {
      title: translated(row.title, row.title_sw),
      subtitle: translated(row.subtitle, row.subtitle_sw),
      buttonText: translated(row.button_text, row.button_text_sw),
      picture: row.image,
      stats: row.stats.map(({ label, value }, at) => ({
        label: translated(label, row.stats_sw?.[at]?.label ?? null),
        value,
      })),
    };
  },
  async write(tx, { title, subtitle, buttonText, picture, stats }) {
    const values = {
      title: title.en,
      title_sw: title.sw,
      subtitle: subtitle.en,
      subtitle_sw: subtitle.sw,
      button_text: buttonText.en,
      button_text_sw: buttonText.sw,
      image: picture,
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
