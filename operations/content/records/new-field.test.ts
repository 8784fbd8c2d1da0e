import { afterAll, expect, test } from "vitest";
import { recordColumns } from "#database/content/record-columns.ts";
import { projectColumns } from "#database/campaigns/building-projects.ts";
import { filled } from "#database/seed/filled.ts";
import { projects } from "#database/seed/infrastructure.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { withEditor } from "#domain/content/editor-fields.ts";
import { withValue } from "#domain/content/draft.ts";
import { heroRecord } from "#domain/content/records.ts";
import { writtenOrNot } from "#domain/content/translated-text.ts";
import { hero as standing } from "#operations/content/records/sections.ts";
import { restoreVersion } from "#operations/content/restore-version.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openDatabase } from "#database/sql.server.ts";
import { editable } from "./editable.ts";

const own = await testDatabase("demo");
const { readWrite: db, ...database } = openDatabase(own.webUrl);
afterAll(async () => {
  await database.close();
  await own.close();
});

const schema = heroRecord.extend({
  spokenBy: withEditor(writtenOrNot(80), {
    kind: "written",
    label: "Spoken by",
    initial: { en: "The Director", sw: "Mkurugenzi" },
  }),
});

test("a new entry and its columns make a record's field", async () => {
  const saved = withValue((await standing.read(db)) ?? "", "title.en", "Before the field");
  const opened = fingerprintOf(await standing.read(db));
  await saveRecord(db, standing, { draft: saved, opened, authorId: "amina" });
  await onDatabase(own.url, "alter table hero_section add spoken_by text, add spoken_by_sw text");
  // @ts-expect-error A field without a column is a type error, and only this test's database has the column.
  const columns = recordColumns("hero_section", schema.shape, { picture: "image" });
  const hero = editable({
    subject: "hero",
    schema,
    async read(reads) {
      const row = await reads
        .selectFrom("hero_section")
        .selectAll()
        .select(columns.pictures)
        .executeTakeFirst();
      return row ? columns.fromRow(row) : null;
    },
    async write(tx, record) {
      await tx.updateTable("hero_section").set(columns.toRow(record)).execute();
    },
  });
  expect(hero.fields()).toContainEqual(expect.objectContaining({ name: "spokenBy", label: "Spoken by" }));

  const empty = { ...Object(saved), spokenBy: { en: "", sw: "" } };
  expect(await hero.read(db)).toEqual(empty);
  const draft = withValue(empty, "spokenBy.en", "The Dean");
  await saveRecord(db, hero, { draft, opened: fingerprintOf(empty), authorId: "amina" });
  expect(await hero.read(db)).toEqual(draft);

  const restore = { version: 1, opened: fingerprintOf(draft), authorId: "juma" };
  expect(await restoreVersion(db, hero, restore)).toEqual({ kind: "saved" });
  expect(await hero.read(db)).toEqual({ ...empty, spokenBy: { en: "The Director", sw: "Mkurugenzi" } });
});

test("a default record without a text gets the initial value", () => {
  const text = { en: "Text", sw: null };
  const record = filled(schema, { title: text, subtitle: text, buttonText: text });
  expect(record.spokenBy).toEqual({ en: "The Director", sw: "Mkurugenzi" });
});

test("each default project survives its row", async () => {
  const rows = await db
    .selectFrom("infrastructure_projects")
    .selectAll()
    .select(projectColumns.pictures)
    .orderBy("order_index")
    .execute();
  for (const [at, row] of rows.entries()) {
    const { slug: _, campaign: __, ...project } = projects[at] ?? {};
    expect(projectColumns.fromRow(row)).toMatchObject(project);
  }
  expect(rows).toHaveLength(projects.length);
});
