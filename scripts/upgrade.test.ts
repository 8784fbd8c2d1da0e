import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenForChanges } from "#database/changes.ts";
import { migrateTo, readMigrations } from "#database/migrate.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import { createBackupKey } from "#storage/backup-file.ts";
import { bareDatabase, onDatabase } from "#tests/support/database/open.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";

const key = await createBackupKey();
const all = (await readMigrations()).map(({ name, text }) => ({
  name,
  checksum: sha256(text).toString("hex"),
}));
const earlier = all.slice(0, -2);

let folder: string;
let dataDir: string;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-upgrade-"));
  backups = join(folder, "backups");
  dataDir = join(folder, "data");
  for (const each of [backups, dataDir]) await mkdir(each);
  await writeFile(join(dataDir, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`);
  await writeFile(join(dataDir, "backup-recipient"), `${key.recipient}\n`);
});
afterEach(() => rm(folder, { recursive: true }));

test("a rehearsal changes nothing, and the upgrade follows a proven backup", async () => {
  const { url } = await earlierDatabase();

  const rehearsed = await upgrade(url, ["--rehearse"]);
  expect(rehearsed.output).toContain("The rehearsal went well. Nothing was changed.");
  expect(rehearsed.code).toBe(0);
  expect(await migrationsOf(url)).toBe(earlier.length);

  const { code, output } = await upgrade(url);
  expect(output).toMatch(/New migrations:\n {2}\d+.*\n {2}\d+[^]*is proven[^]*the ledger check passed/);
  expect(code).toBe(0);
  expect(await migrationsOf(url)).toBe(all.length);
  const made = (await readdir(backups)).toSorted();
  // The one of the rehearsal is of the same day, and was replaced.
  expect(made).toEqual([expect.stringMatching(/-upgrade\.tar\.gz\.age$/)]);

  expect((await upgrade(url)).output).toBe(
    "The database fits this program already. Start the site: npm start\n",
  );
  expect(await readdir(backups)).toEqual(made);
});

test("a copy with an incorrect ledger leaves the database at its schema", async () => {
  const { url } = await earlierDatabase();
  await onDatabase(
    url,
    `insert into campaigns (id, title, description, goal_amount) values ('well', 'A well', 'Water', 1000);
     alter table campaign_totals disable trigger through_ledger;
     update campaign_totals set raised = raised + 1;
     alter table campaign_totals enable trigger through_ledger`,
  );
  const { code, output } = await upgrade(url);
  expect(output).toMatch(/is not a good backup:\n.*total differs from the ledger[^]*Nothing was changed/);
  expect(code).toBe(1);
  expect(await migrationsOf(url)).toBe(earlier.length);
});

test("without a folder for the backup, nothing is changed", async () => {
  const { url } = await earlierDatabase();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SEED: "empty", PORT: "0" };
  const { code, output } = await runScript("scripts/upgrade.ts", [], settings);
  expect(output).toContain("Nothing was changed. Name a folder for the backup: npm run upgrade -- <folder>.");
  expect(output).not.toContain("npm run backup");
  expect(code).toBe(1);
});

test("while a site runs, only a rehearsal is possible", async () => {
  const { url } = await earlierDatabase();
  const listening = Promise.withResolvers<void>();
  const site = listenForChanges(url, {
    ...{ onChange: () => undefined, onLost: () => undefined, onListening: listening.resolve },
  });
  await listening.promise;
  const { code, output } = await upgrade(url);
  expect(output).toMatch(/The site is running\. Nothing was changed\..*--rehearse\.\n$/);
  expect(code).toBe(1);
  expect(await readdir(backups)).toEqual([]);
  expect(await upgrade(url, ["--rehearse"])).toMatchObject({ code: 0 });
  await site.stop();
  expect(await migrationsOf(url)).toBe(earlier.length);
});

test("the backup of a killed upgrade ends, and leaves no file", async () => {
  const { url } = await earlierDatabase();
  const child = spawn(process.execPath, ["scripts/upgrade.ts", backups], {
    env: { ...inheritedEnvironment, DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => {
    if (chunk.toString().includes("in a separate database")) child.kill("SIGKILL");
  });
  // The backup holds the other end of the pipe.
  await once(child, "close");
  expect(child.signalCode).toBe("SIGKILL");
  expect(await readdir(backups)).toEqual([]);
});

test("a newer or an empty database is refused in one line", async () => {
  const { url } = await earlierDatabase();
  await onDatabase(url, "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')");
  const newer = await upgrade(url);
  expect(newer.output).toMatch(/^The database is newer than this program: .*9999_later\.sql.*\n$/);
  expect(newer.code).toBe(1);
  const empty = await upgrade((await bareDatabase()).url);
  expect(empty.output).toMatch(/^The database is empty\. .*\n$/);
  expect(empty.code).toBe(1);
});

test.each([
  { script: "scripts/admin.ts", words: ["reset", "amina"], code: 1 },
  { script: "scripts/check-ledger.ts", words: [], code: 1 },
  { script: "scripts/move-files.ts", words: ["s3"], code: 1 },
  { script: "scripts/import.ts", words: ["fund", "--by", "amina"], code: 2 },
])("$script refuses a newer or an empty database in one line", async ({ script, words, code }) => {
  const fund = join(folder, "campaigns.csv");
  await writeFile(
    fund,
    "id,title,description,category,goal_amount,amount_raised,donors_count\n1,New roof,Leaks,Infrastructure,900000,0,0\n",
  );
  const bucket = { S3_BUCKET: "fund", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
  const run = (url: string) =>
    runScript(
      script,
      words.map((word) => (word === "fund" ? fund : word)),
      { DATABASE_URL: url, S3_ENDPOINT: "http://127.0.0.1:1", ...bucket },
    );
  const { url } = await earlierDatabase();
  await onDatabase(url, "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')");
  const newer = await run(url);
  expect(newer.output).toMatch(/^The database is newer than this program: .*9999_later\.sql.*\n$/);
  expect(newer.code).toBe(code);
  const empty = await run((await bareDatabase()).url);
  expect(empty.output).toMatch(/^The database is empty\. .*\n$/);
  expect(empty.code).toBe(code);
});

async function earlierDatabase() {
  const database = await bareDatabase();
  await migrateTo(database.url, earlier);
  return database;
}

const upgrade = (url: string, options: string[] = []) =>
  runScript("scripts/upgrade.ts", [backups, ...options], {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, SEED: "empty", PORT: "0" },
  });

async function migrationsOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query("select from schema_migrations");
  await client.end();
  return rowCount ?? 0;
}
