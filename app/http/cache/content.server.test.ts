import { expect, test } from "vitest";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { openDatabase } from "#database/sql.server.ts";
import { openContent } from "./content.server.ts";

const { url } = await testDatabase("demo");

const rename = (name: string) =>
  onDatabase(
    url,
    `update site_settings set value = jsonb_set(value, '{name,en}', '"${name}"') where key = 'fund'`,
  );

test("texts are read once until a text changes", async () => {
  const database = openDatabase(url);
  const content = openContent(database.publicReads);
  content.setListening(true);
  await rename("First Fund");
  const first = await content.reads.settings();
  await rename("Second Fund");
  expect(await content.reads.settings()).toBe(first);
  content.change("campaign:zakat");
  content.change("totals");
  expect(await content.reads.settings()).toBe(first);
  content.change("content");
  expect((await content.reads.settings()).fund.name.en).toBe("Second Fund");
  await database.close();
});

test("a text read during a change is not cached", async () => {
  const database = openDatabase(url);
  const content = openContent(database.publicReads);
  content.setListening(true);
  const before = content.reads.settings();
  content.change("content");
  expect(await content.reads.settings()).not.toBe(await before);
  await database.close();
});

test("without change notifications every read goes to the database", async () => {
  const database = openDatabase(url);
  const content = openContent(database.publicReads);
  expect(await content.reads.settings()).not.toBe(await content.reads.settings());
  content.setListening(true);
  const kept = await content.reads.settings();
  content.setListening(false);
  expect(await content.reads.settings()).not.toBe(kept);
  await database.close();
});

test("a failed read is tried again", async () => {
  const database = openDatabase(url);
  const content = openContent(database.publicReads);
  content.setListening(true);
  await onDatabase(url, "alter view public_settings rename to away");
  await expect(content.reads.settings()).rejects.toThrow();
  await onDatabase(url, "alter view away rename to public_settings");
  expect((await content.reads.settings()).fund.name.en).not.toBe("");
  await database.close();
});

test("texts of a campaign are read again after a change of that campaign only", async () => {
  const database = openDatabase(url);
  const content = openContent(database.publicReads);
  content.setListening(true);
  const rewrite = (title: string) =>
    onDatabase(url, `update campaign_updates set title = '${title}' where campaign_id = 'girls-dormitories'`);
  const titles = async () =>
    (await content.reads.campaignTexts("girls-dormitories")).updates.map(({ title }) => title.en);
  await rewrite("First title");
  expect(await titles()).toContain("First title");
  await rewrite("Second title");
  content.change("campaign:zakat");
  content.change("raised:girls-dormitories");
  expect(await titles()).toContain("First title");
  content.change("campaign:girls-dormitories");
  expect(await titles()).toContain("Second title");
  await database.close();
});

test("figures are read again after a donation, and once for all pages", async () => {
  const database = openDatabase(url);
  const { readFigures, ...content } = openContent(database.publicReads);
  content.setListening(true);
  const read = () =>
    Promise.all([
      readFigures.progress("girls-dormitories"),
      readFigures.beside("girls-dormitories"),
      readFigures.totals(),
    ]);
  const before = await read();
  content.change("raised:zakat");
  const [progress, beside, totals] = await read();
  expect([progress === before[0], beside === before[1], totals === before[2]]).toEqual([true, true, false]);
  content.change("raised:girls-dormitories");
  const after = await read();
  expect(after.map((figure, at) => figure === before[at])).toEqual([false, false, false]);
  expect(after[0]).toEqual(progress);
  await expect(readFigures.progress("no-such-campaign")).rejects.toThrow("not public");
  await database.close();
});

test("figures of many campaigns that are asked for together need one statement", async () => {
  const database = openDatabase(url);
  let statements = 0;
  const counted = database.publicReads.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { readFigures, ...content } = openContent(counted);
  content.setListening(true);
  await content.reads.bankDetails();
  statements = 0;
  const ids = ["girls-dormitories", "zakat", "conference-center"];
  const found = await Promise.all(ids.map(readFigures.progress));
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(statements).toBe(1);
  content.change("raised:zakat");
  await Promise.all(ids.map(readFigures.progress));
  expect(statements, "only what changed").toBe(2);
  await database.close();
});
