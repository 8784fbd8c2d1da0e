import { aboutRecord, heroRecord, viceChancellorRecord } from "#domain/content/records.ts";
import {
  aboutColumns,
  heroColumns,
  readAbout,
  readHero,
  readViceChancellor,
  viceChancellorColumns,
} from "#database/content/home.ts";
import { withFigures } from "#domain/content/live-counter.ts";
import { editable, type EditableRecord } from "./editable.ts";

const heroNow = editable({
  subject: "hero",
  schema: heroRecord,
  read: readHero,
  async write(tx, record) {
    const values = { ...heroColumns.toRow(record), updated_at: new Date() };
    await tx
      .insertInto("hero_section")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
});

export const hero: EditableRecord = {
  ...heroNow,
  complete: (draft) => heroNow.complete(withFigures(draft)),
  check: (draft) => heroNow.check(withFigures(draft)),
};

export const about = editable({
  subject: "about",
  schema: aboutRecord,
  read: readAbout,
  async write(tx, record) {
    const values = { ...aboutColumns.toRow(record), updated_at: new Date() };
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
  read: readViceChancellor,
  async write(tx, record) {
    const values = { ...viceChancellorColumns.toRow(record), updated_at: new Date() };
    await tx
      .insertInto("vice_chancellor_message")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
});
