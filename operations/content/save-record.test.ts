import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hero } from "#operations/content/records/sections.ts";
import { fund } from "#operations/content/records/settings.ts";
import { fingerprintOf, listVersions } from "#database/content/versions.ts";
import { addVersion } from "#operations/content/add-version.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { draftOf, withValue, type Draft } from "#domain/content/draft.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { restoreVersion } from "./restore-version.ts";
import { saveRecord } from "./save-record.ts";

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let first: Draft;

beforeAll(async () => {
  own = await testDatabase("demo");
  database = openDatabase(own.webUrl);
});
beforeEach(async () => {
  first = await readCurrent();
});
afterAll(async () => {
  await database?.close();
  await own?.close();
});

async function readCurrent(): Promise<Draft> {
  const draft = await hero.read(database.readWrite);
  if (!draft) throw new Error("the demonstration has a hero");
  return draft;
}

const save = (draft: Draft, opened = fingerprintOf(first), authorId = "amina") =>
  saveRecord(database.readWrite, hero, { draft, opened, authorId });
const titled = (title: string, draft = first) => withValue(draft, "title.en", title);

test("a save writes the row, the earlier version and the audit log", async () => {
  expect(await save(titled("First"))).toEqual({ kind: "saved" });
  expect(await readCurrent()).toEqual(titled("First"));
  const versions = await listVersions(database.readWrite, "hero");
  expect(versions.map(({ version, author, draft }) => [version, author, draft])).toEqual([
    [1, "amina", titled("First")],
    [0, null, first],
  ]);
  const entry = await database.readWrite
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "=", "record:hero")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    actor_id: "amina",
    action: "record-saved",
    before: first,
    after: titled("First"),
  });
});

test("a save of an outdated version is refused with both versions", async () => {
  await save(titled("Theirs"), undefined, "juma");
  const outcome = await save(titled("Mine"));
  expect(outcome).toMatchObject({
    kind: "stale",
    theirs: titled("Theirs"),
    base: first,
    by: { author: "juma" },
  });
  expect(await readCurrent()).toEqual(titled("Theirs"));
});

test("of two saves at once one wins and one is refused", async () => {
  const outcomes = await Promise.all([save(titled("A"), undefined, "a"), save(titled("B"), undefined, "b")]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["saved", "stale"]);
  const [latest] = await listVersions(database.readWrite, "hero");
  const winner = outcomes[0]?.kind === "saved" ? "A" : "B";
  expect([latest?.draft, await readCurrent()]).toEqual([titled(winner), titled(winner)]);
});

test("saving the current values changes nothing, however old the form", async () => {
  const before = await listVersions(database.readWrite, "hero");
  expect(await save(first, "long ago")).toEqual({ kind: "unchanged" });
  expect(await listVersions(database.readWrite, "hero")).toEqual(before);
});

test("what was changed past the editors is kept before it is overwritten", async () => {
  await onDatabase(own.url, "update hero_section set title = 'By hand'");
  const byHand = await readCurrent();
  expect(await save(titled("After"))).toMatchObject({ kind: "stale", theirs: byHand, by: null });
  expect(await save(titled("After"), fingerprintOf(byHand))).toEqual({ kind: "saved" });
  const [latest, before] = await listVersions(database.readWrite, "hero");
  expect([latest?.author, before?.author, before?.draft]).toEqual(["amina", null, byHand]);
});

test("an earlier version comes back as a new one", async () => {
  await save(titled("For a while"));
  const opened = fingerprintOf(await readCurrent());
  const restore = (version: number, as = opened) =>
    restoreVersion(database.readWrite, hero, { version, opened: as, authorId: "juma" });
  expect(await restore(0, "old")).toMatchObject({ kind: "stale" });
  for (const version of [999, -1, 0.5, Number.NaN])
    expect(await restore(version)).toEqual({ kind: "unknown" });
  expect(await restore(0)).toEqual({ kind: "saved" });
  const [latest, ...earlier] = await listVersions(database.readWrite, "hero");
  expect(latest).toMatchObject({ restoredFrom: 0, author: "juma" });
  expect(latest?.draft).toEqual(earlier.at(-1)?.draft);
});

test("wrong fields are named one by one, and nothing is written", async () => {
  const outcome = await save(
    withValue(withValue(titled(" "), "stats.1.label.en", ""), "subtitle.en", "x".repeat(500)),
  );
  expect(outcome).toEqual({
    kind: "invalid",
    errors: [
      { field: "title.en", message: "Enter some text" },
      { field: "subtitle.en", message: "Must be 400 characters or fewer" },
      { field: "stats.1.label.en", message: "Enter some text" },
    ],
  });
  expect(await readCurrent()).toEqual(first);
});

const unknownPicture = draftOf({
  id: "no-such-picture",
  width: 1,
  height: 1,
  alt: { en: "Nothing", sw: null },
  focus: { x: 50, y: 50 },
});

test("a failure half way leaves nothing behind", async () => {
  const before = await listVersions(database.readWrite, "hero");
  await expect(save(withValue(first, "picture", unknownPicture))).rejects.toThrow(/foreign key/);
  expect(await readCurrent()).toEqual(first);
  expect(await listVersions(database.readWrite, "hero")).toEqual(before);
});

test.each([
  "update record_versions set author_id = null",
  "delete from record_versions",
  "truncate record_versions",
])("history is not rewritten: %s", async (statement) => {
  await expect(onDatabase(own.url, statement)).rejects.toThrow(/append-only|permission denied/);
});

test("a version older than a field is restored with its initial value", async () => {
  const db = database.readWrite;
  const now = await fund.read(db);
  const old = { name: { en: "Old name", sw: "" }, tagline: { en: "Old tagline", sw: "" } };
  const version = await db
    .transaction()
    .execute((tx) => addVersion(tx, "fund", { draft: old, authorId: "amina", restoredFrom: null }));
  const outcome = await restoreVersion(db, fund, { version, opened: fingerprintOf(now), authorId: "juma" });
  expect(outcome).toEqual({ kind: "saved" });
  expect(await fund.read(db)).toEqual({
    ...old,
    payee: "",
    emailGreeting: { en: "Assalamu alaikum", sw: "Assalamu alaykum" },
    emailPrayer: {
      en: "May Allah accept it from you and reward you for it.",
      sw: "Mwenyezi Mungu aukubali na akulipe kheri.",
    },
  });
});
