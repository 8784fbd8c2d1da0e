import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "#config";
import { claimFolder } from "#database/embedded/start.ts";
import { readClusterId } from "#database/installation.ts";
import { migrateTo, readMigrations } from "#database/migrate.ts";
import { dumpSchema, schemaFile } from "#database/schema/dump.ts";
import { openDatabase } from "#database/sql.server.ts";
import { readSnapshot } from "#database/system/read-tables.ts";
import { pictureFiles } from "#domain/content/picture.ts";
import { wantedPictures } from "#database/system/diagnose.ts";
import { backupName, type BackupLabel } from "#domain/system/backup.ts";
import { sha256 } from "#domain/system/digest.server.ts";
import { claimDatabase } from "#operations/system/claim-database.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { identityOfProcess } from "#processes/process-identity.ts";
import { backupEntries } from "#storage/backup-contents.ts";
import { createBackupKey, writeBackupFile } from "#storage/backup-file.ts";
import { backupMark } from "#storage/backup-mark.ts";
import { openBucketStores, openFolders } from "#storage/open-stores.ts";
import { openBucket } from "#storage/s3/bucket.ts";
import { bareDatabase, onDatabase, testDatabase, testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";
import { startS3 } from "#tests/support/storage/s3-server.ts";
import { wholeFile } from "#tests/support/pictures/whole-file.ts";
import { keepUnderFreeName, openBackupPlace } from "./backup-place.ts";

const { url, db, asOwner } = await testRecords();
const key = await createBackupKey();
const { id } = await asOwner
  .insertInto("installation")
  .values({ payments: "sandbox" })
  .returning("id")
  .executeTakeFirstOrThrow();
const cluster = await readClusterId(db);
const markOf = (recipient: string) => backupMark({ installation: id, cluster, folder: null, recipient });
const mark = markOf(key.recipient);
const nameAt = (madeAt: Date, label: Partial<BackupLabel> = {}) =>
  backupName({ madeAt, mark, isBeforeUpgrade: false, ...label });
const nights = Array.from({ length: 30 }, (_, night) => new Date(Date.UTC(2026, 0, 30 - night, 2)));
const [latestNight = new Date()] = nights;
const expiredNight = nights[9] ?? new Date();

let folder: string;
let dataDir: string;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-backup-"));
  dataDir = join(folder, "data");
  backups = join(folder, "backups");
  for (const each of ["pictures/well", "documents/slip", "news"])
    await mkdir(join(dataDir, each), { recursive: true });
  await mkdir(backups);
  await writeFile(join(dataDir, "secret.key"), `${Buffer.alloc(32, 7).toString("base64")}\n`);
  await writeFile(join(dataDir, "backup-recipient"), `${key.recipient}\n`);
  for (const { name } of pictureFiles(360))
    await writeFile(join(dataDir, "pictures/well", name), wholeFile(name));
  await writeFile(join(dataDir, "documents/slip/document"), "%PDF-1.4 slip");
  await writeFile(join(dataDir, "news/azampay-1.callback.json"), "{}");
});
afterEach(() => rm(folder, { recursive: true }));

test("a restored backup has every row, guard, sequence and file", async () => {
  const to = await campaign(db, { title: "Tabs\tand\nlines \\ 'quotes' é العربية" });
  for (const amount of [1_000n, 2_500n]) await complete(db, await pendingDonation(db, { to, amount }));
  await sql`insert into pictures (id, width, height, alt) values ('well', 360, 1, 'A well') on conflict do nothing`.execute(
    db,
  );
  const before = await rowsOf(url);

  const made = await backUp();
  expect(made.output).toContain("is proven");
  expect(made.code).toBe(0);
  expect(await db.selectFrom("backups").select("file").execute()).toEqual([{ file: made.files[0] }]);

  const empty = await bareDatabase();
  const restored = await restore(empty.url);
  expect(restored.output).toContain("the ledger check passed");
  expect(restored.code).toBe(0);
  expect(await rowsOf(empty.url)).toEqual(before);
  expect(await dumpSchema(empty.url)).toBe(await readFile(schemaFile, "utf8"));
  const old = await contentsOf(dataDir);
  old.delete("backup-recipient");
  expect(await contentsOf(restored.dataDir)).toEqual(old);

  const database = openDatabase(empty.url, { poolSize: 1 });
  await complete(database.readWrite, await pendingDonation(database.readWrite, { to }));
  await database.close();
});

test("a backup during donations is one correct moment", async () => {
  const to = await campaign(db);
  let isOver = false;
  const donate = async () => {
    while (!isOver) await complete(db, await db.transaction().execute((tx) => pendingDonation(tx, { to })));
  };
  const donating = [donate(), donate()];
  const { code, output } = await backUp();
  isOver = true;
  await Promise.all(donating);
  expect(output).toContain("is proven");
  expect(code).toBe(0);
});

test.each(["folder", "bucket"])("two backups of one second have two names in a %s", async (kind) => {
  await using s3 = await startS3("fund-backups");
  const settings = { ...inheritedEnvironment, DATA_DIR: dataDir, ...s3.environment, S3_BUCKET: "" };
  const config = readConfig(settings);
  if (!config.ok) throw new Error(config.problems.join());
  const place = await openBackupPlace(kind === "folder" ? backups : "s3://fund-backups", config.config);
  if ("problem" in place) throw new Error(place.problem);
  const label = { madeAt: latestNight, mark, isBeforeUpgrade: false };
  const kept: string[] = [];
  for (const text of ["first", "second", "third"]) {
    const path = join(place.folder, `${text}.unfinished`);
    await writeFile(path, text);
    kept.push((await keepUnderFreeName(place, label, path)).name);
  }
  const later = (seconds: number) => nameAt(new Date(latestNight.getTime() + seconds * 1_000));
  expect(kept).toEqual([later(0), later(1), later(2)]);
  expect(await place.names()).toEqual(kept);
  if (kind === "folder") expect(await readFile(join(backups, later(0)), "utf8")).toBe("first");
});

test("an incorrect ledger is not proven, and older backups stay", async () => {
  const own = await testDatabase();
  try {
    const database = openDatabase(own.url, { poolSize: 1 });
    const id = await campaign(database.readWrite);
    await database.close();
    await onDatabase(
      own.url,
      `alter table campaign_totals disable trigger through_ledger;
       update campaign_totals set raised = raised + 1 where campaign_id = '${id}';
       alter table campaign_totals enable trigger through_ledger`,
    );
    const { code, output, files } = await backUp({ DATABASE_URL: own.url });
    expect(output).toMatch(/is not a good backup:\n.*total differs from the ledger/);
    expect(code).toBe(1);
    expect(files).toEqual([expect.stringMatching(/\.unproven$/)]);
  } finally {
    await own.close();
  }
});

test("a picture without its file is not proven", async () => {
  await sql`insert into pictures (id, width, height, alt) values ('lost', 1, 1, '')`.execute(db);
  const { code, output } = await backUp();
  await sql`delete from pictures where id = 'lost'`.execute(db);
  expect(output).toMatch(/Files are missing, empty or cut for 1 of \d+ pictures, such as lost\./);
  expect(code).toBe(1);
});

test("a picture or document with a missing, empty or cut file is not proven", async () => {
  const own = await testDatabase("demo");
  try {
    const { pictures, documents } = openFolders(dataDir);
    const database = openDatabase(own.url, { poolSize: 1 });
    for (const { id, files } of await wantedPictures(database.readWrite))
      await pictures.put(
        id,
        files.map((name) => ({ name, body: wholeFile(name) })),
      );
    const slip = "a".repeat(32);
    const to = await campaign(database.readWrite);
    await database.close();
    await onDatabase(
      own.url,
      `insert into users (id, name, username, email, role) values ('sara', 'Sara', 'sara', 'sara@fund.example', 'staff');
       insert into offline_donations (campaign_id, amount, currency, method, received_on, reference, donor, language, document_id, document_type, entered_by)
       values ('${to}', 100000, 'TZS', 'bank', '2026-11-18', 'line 1', '{"kind": "anonymous"}', 'en', '${slip}', 'application/pdf', 'sara')`,
    );
    await documents.put(slip, [{ name: "document", body: Buffer.from("%PDF-1.4") }]);
    const whole = await backUp({ DATABASE_URL: own.url });
    expect(whole.output).toContain("is proven");

    const [picture = "", other = ""] = (await pictures.list())
      .map(({ id }) => id)
      .filter((id) => id !== "well");
    await rm(join(dataDir, "pictures", picture, "360.avif"));
    await truncate(join(dataDir, "pictures", other, "360.webp"), 13);
    await writeFile(join(dataDir, "documents", slip, "document"), "");
    const { code, output } = await backUp({ DATABASE_URL: own.url });
    expect(output).toMatch(/empty or cut for 2 of \d+ pictures/);
    expect(output).toContain(`Files are missing, empty or cut for 1 of 1 documents, such as ${slip}.`);
    expect(code).toBe(1);
  } finally {
    await own.close();
  }
});

test("a backup among other files takes a free name and deletes expired ones only", async () => {
  for (const night of nights) await writeFile(join(backups, nameAt(night)), "");
  const folders = [`${nameAt(latestNight)}.unproven`, nameAt(new Date(Date.UTC(2025, 0, 1)))];
  for (const name of folders) await mkdir(join(backups, name));
  const seconds = Array.from({ length: 900 }, (_, second) => new Date(Date.now() + second * 1_000));
  for (const second of seconds) await writeFile(join(backups, nameAt(second)), "of another process");
  for (const second of seconds) await writeFile(join(backups, `${nameAt(second)}.unproven`), "");
  await writeFile(join(backups, "notes.txt"), "");

  const { code, output, files } = await backUp();
  expect(code).toBe(0);
  const free = nameAt(new Date((seconds.at(-1)?.getTime() ?? 0) + 1_000));
  expect(output).toContain(`${join(backups, free)} (`);
  expect(output).toContain("is proven");
  expect(await db.selectFrom("backups").select("file").where("file", "=", free).execute()).toHaveLength(1);
  expect(files).toEqual(expect.arrayContaining([...folders, "notes.txt", nameAt(latestNight)]));
  expect(files).not.toContain(nameAt(expiredNight));
});

test("a backup never deletes those of other sites, and keeps those before upgrades", async () => {
  const now = Date.now();
  const [earlier, older] = [nameAt(new Date(now - 60_000)), nameAt(new Date(now - 120_000))];
  const foreign = nameAt(new Date(now - 120_000), { mark: markOf((await createBackupKey()).recipient) });
  const ofCopy = nameAt(new Date(now - 120_000), {
    mark: backupMark({ installation: randomUUID(), cluster, folder: null, recipient: key.recipient }),
  });
  const unmarked = "amana-2026-11-23T020005Z.tar.gz.age";
  for (const name of [earlier, older, foreign, ofCopy, unmarked]) await writeFile(join(backups, name), "");
  const upgrade = (await backUp({}, ["--before-upgrade"])).files.find((name) => name.includes("-upgrade."));
  const { output, files } = await backUp();
  expect(output).toContain(`Backups without the mark ${mark}: 3.`);
  expect(files).toEqual(expect.arrayContaining([foreign, ofCopy, unmarked, upgrade]));
  expect(files).toHaveLength(5);
});

test("files of a bucket are in the backup, and restored into a new bucket", async () => {
  await using first = await startS3();
  await using second = await startS3();
  const names = pictureFiles(360).map(({ name }) => name);
  const files = names.toSorted().map((name) => ({ name, body: wholeFile(name) }));
  await openBucketStores(first.settings).pictures.put("well", files);
  await openBucketStores(first.settings).documents.put("slip", [
    { name: "document", body: Buffer.from("slip") },
  ]);
  await sql`insert into pictures (id, width, height, alt) values ('well', 360, 1, 'A well') on conflict do nothing`.execute(
    db,
  );
  await rm(join(dataDir, "pictures"), { recursive: true });
  const made = await backUp(first.environment);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("is proven") });

  const used = await restore((await bareDatabase()).url, first.environment);
  expect(used).toMatchObject({
    code: 1,
    output: expect.stringContaining("The bucket amana-files has files."),
  });
  expect(existsSync(used.dataDir)).toBe(false);
  const restored = await restore((await bareDatabase()).url, second.environment);
  expect(restored.code).toBe(0);
  const there = openBucketStores(second.settings);
  expect(await there.pictures.files("well")).toEqual(files);
  expect((await there.documents.get("slip", "document"))?.toString()).toBe("slip");
  expect(existsSync(join(restored.dataDir, "pictures"))).toBe(false);
  const again = await run("scripts/restore.ts", [join(backups, made.files[0] ?? ""), "--reuse-bucket"], {
    ...{ DATABASE_URL: (await bareDatabase()).url, DATA_DIR: join(folder, "again"), BACKUP_KEY: key.secret },
    ...first.environment,
  });
  expect(again.code).toBe(0);
});

test("a backup in a bucket is proven, replaces expired ones and is restored", async () => {
  await using s3 = await startS3("fund-backups");
  const bucket = openBucket(s3.settings);
  for (const name of [...nights.map((night) => nameAt(night)), "notes.txt"])
    await bucket.put(name, Buffer.from("x"));
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, ...s3.environment, S3_BUCKET: "" };
  await openFolders(dataDir).pictures.put("well", [{ name: "360.avif", body: wholeFile("360.avif") }]);
  const made = await run("scripts/backup.ts", ["s3://fund-backups"], settings);
  const [, address = ""] = /^(s3:\S+) \(\d+\.\d MB\) is proven/m.exec(made.output) ?? [];
  expect(made.code).toBe(0);
  const names = (await bucket.list("")).map(({ key }) => key);
  expect(names).toContain(address.slice("s3://fund-backups/".length));
  expect(names).toContain("notes.txt");
  expect(names).not.toContain(nameAt(expiredNight));
  expect(await readdir(join(dataDir, "unsent-backups"))).toEqual([]);

  const empty = await bareDatabase();
  const target = { DATABASE_URL: empty.url, DATA_DIR: join(folder, "fetched"), BACKUP_KEY: key.secret };
  const restored = await run("scripts/restore.ts", [address], {
    ...s3.environment,
    S3_BUCKET: "",
    ...target,
  });
  expect(restored.output).toContain("the ledger check passed");
  expect(await rowsOf(empty.url)).toEqual(await rowsOf(url));
  const missing = await run("scripts/restore.ts", ["s3://fund-backups/nothing"], {
    ...{ ...s3.environment, S3_BUCKET: "", ...target },
  });
  expect(missing).toEqual({
    code: 1,
    output: expect.stringContaining("There is no such file in the bucket."),
  });
});

test("a bucket that takes no file is refused before the backup is made", async () => {
  await using s3 = await startS3("fund-backups");
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, ...s3.environment, S3_BUCKET: "" };
  const backUpTo = (place: string) => run("scripts/backup.ts", [place], settings);
  expect(await backUpTo("s3://fund-bakcups")).toEqual({
    ...{ code: 1, output: "No backup can be written to s3://fund-bakcups: the bucket does not exist.\n" },
  });
  s3.mode = "refuse";
  expect(await backUpTo("s3://fund-backups")).toEqual({
    ...{
      code: 1,
      output: "No backup can be written to s3://fund-backups: the S3 service answered AccessDenied.\n",
    },
  });
  expect(existsSync(join(dataDir, "unsent-backups"))).toBe(false);
});

test("a backup that did not arrive complete is an error and deletes nothing", async () => {
  await using s3 = await startS3("fund-backups");
  const old = nameAt(new Date(Date.UTC(2025, 0, 1)));
  await openBucket(s3.settings).put(old, Buffer.from("x"));
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, ...s3.environment, S3_BUCKET: "" };
  await s3.network.set({ resetAfter: { bytes: 3_000, direction: "up" } });
  const broken = await run("scripts/backup.ts", ["s3://fund-backups"], settings);
  expect(broken.output).toContain("The backup failed: the S3 service did not answer");
  expect(broken.code).toBe(1);
  await s3.network.set();
  expect((await openBucket(s3.settings).list("")).map(({ key }) => key)).toContain(old);
  const own = await run("scripts/backup.ts", ["s3://fund-backups"], {
    ...settings,
    S3_BUCKET: "fund-backups",
  });
  expect(own).toMatchObject({ code: 1, output: expect.stringContaining("need a separate bucket") });
});

test("a bucket that is away stops the backup with its reason", async () => {
  await using s3 = await startS3();
  await s3.network.set({ down: true });
  const { code, output } = await backUp(s3.environment);
  expect(output).toContain("The backup failed: the S3 service did not answer");
  expect(code).toBe(1);
});

test("an empty name of the folder is refused", async () => {
  const { code, output } = await run("scripts/backup.ts", [""], { DATABASE_URL: url, DATA_DIR: dataDir });
  expect(output).toBe("The name of the folder is empty. A variable in the command may have no value.\n");
  expect(code).toBe(1);
});

test("the first backup prints its key, and a scheduled one refuses", async () => {
  await forgetKey();
  const scheduled = await backUp({}, ["--scheduled"]);
  expect(scheduled).toMatchObject({ code: 1, output: expect.stringContaining("Run npm run backup once") });
  const first = await backUp();
  const [secret = ""] = /AGE-SECRET-KEY-1\w+/.exec(first.output) ?? [];
  for (const path of [join(dataDir, "backup-recipient"), ...first.files.map((name) => join(backups, name))])
    expect(await readFile(path, "latin1")).not.toContain(secret);
  expect((await restore((await bareDatabase()).url, { BACKUP_KEY: secret })).code).toBe(0);
});

test.skipIf(process.getuid?.() !== 0)("as root, the first backup leaves its files to the site", async () => {
  await forgetKey();
  await chown(dataDir, 65_534, 65_534);
  expect((await backUp()).code).toBe(0);
  for (const name of ["backup-recipient", "secret.key", "pictures/well"])
    expect((await stat(join(dataDir, name))).uid, name).toBe(65_534);
});

test("without its folder or database, a backup ends in one line and makes no key", async () => {
  const missing = join(folder, "missing");
  expect(await backUp({ DATA_DIR: missing })).toMatchObject({
    ...{ code: 1, output: expect.stringMatching(/^\S+missing does not exist\. Set DATA_DIR .*\n$/) },
  });
  await forgetKey();
  await writeFile(join(dataDir, "unfinished-restore"), "half\n");
  expect(await backUp()).toMatchObject({
    ...{ code: 1, output: expect.stringMatching(/^A restore into \S+ did not finish\. .*\n$/) },
  });
  expect(existsSync(join(dataDir, "backup-recipient"))).toBe(false);
});

test("without an answer of the database, a first backup prints and stores no key", async () => {
  await forgetKey();
  // No program listens on this port.
  const { code, output } = await backUp({ DATABASE_URL: "postgres://amana:x@127.0.0.1:1/amana" });
  expect(output).toBe("The backup failed: connect ECONNREFUSED 127.0.0.1:1\n");
  expect(code).toBe(1);
  expect(existsSync(join(dataDir, "backup-recipient"))).toBe(false);
});

test("a second node makes no key of its own, unless it is asked to", async () => {
  await recordBackup(db, { file: nameAt(new Date()), bytes: 1 });
  await rm(join(dataDir, "backup-recipient"));
  for (const options of [[], ["--scheduled"]]) {
    const { code, output } = await backUp({}, options);
    expect(output).toMatch(
      /^Another node made a backup of this database.* Set BACKUP_RECIPIENT .*--new-key\.\n$/,
    );
    expect(code).toBe(1);
  }
  expect((await backUp({ BACKUP_RECIPIENT: key.recipient })).code).toBe(0);
  expect((await backUp({}, ["--new-key"])).output).toContain("AGE-SECRET-KEY");
});

test("a table that cannot be read is named with its repair", async () => {
  const role = `reader_${randomUUID().slice(0, 8)}`;
  await onDatabase(
    url,
    `create table notes_of_the_operator (text text); create role ${role}; grant ${role} to current_user`,
  );
  const tables =
    "select string_agg(quote_ident(relname), ', ') from pg_class where relnamespace = 'public'::regnamespace";
  await onDatabase(
    url,
    `do $$ begin execute 'grant select on ' || (${tables} and relkind in ('r', 'v') and relname <> 'notes_of_the_operator') || ' to ${role}'; end $$`,
  );
  const as = new URL(url);
  as.searchParams.set("options", `-c role=${role}`);
  const { code, output } = await backUp({ DATABASE_URL: as.href });
  await onDatabase(url, `drop table notes_of_the_operator; drop owned by ${role}; drop role ${role}`);
  expect(output).toMatch(
    /The backup failed: the table notes_of_the_operator cannot be read\. If Amana did not make it/,
  );
  expect(code).toBe(1);
});

test("a new key replaces the one of this node, and earlier backups stay", async () => {
  const first = await backUp();
  const next = await backUp({}, ["--new-key"]);
  expect([first.output.includes("AGE-SECRET-KEY"), next.output.includes("AGE-SECRET-KEY")]).toEqual([
    false,
    true,
  ]);
  expect(next.output).toMatch(/Backups without the mark [0-9a-f]{8}: 1\./);
  expect(next.files).toHaveLength(2);
  const [, secret = ""] = /(AGE-SECRET-KEY-\S+)/.exec(next.output) ?? [];
  const newest = next.files.find((file) => !first.files.includes(file)) ?? "";
  await writeFile(join(folder, "new-key"), secret);
  const target = await bareDatabase();
  const restored = await run(
    "scripts/restore.ts",
    [join(backups, newest), "--key-file", join(folder, "new-key")],
    { DATABASE_URL: target.url, DATA_DIR: join(folder, "restored") },
  );
  expect(restored.output).toContain("the ledger check passed");

  const named = await backUp({ BACKUP_RECIPIENT: key.recipient }, ["--new-key"]);
  expect([named.code, named.output]).toEqual([
    1,
    expect.stringMatching(/^BACKUP_RECIPIENT names the key\..*\n$/),
  ]);
});

test("two first backups at one time print one key", async () => {
  await forgetKey();
  const made = await Promise.all([backUp(), backUp()]);
  expect(made.map(({ code }) => code)).toEqual([0, 0]);
  expect(made.filter(({ output }) => output.includes("AGE-SECRET-KEY"))).toHaveLength(1);
});

test("a backup deletes the file of a killed one, and no file that another may still write", async () => {
  const child = spawn(process.execPath, ["scripts/backup.ts", backups], {
    env: { ...inheritedEnvironment, SEED: "empty", PORT: "0", DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("Restoring")) child.kill("SIGKILL");
  }
  expect(await readdir(backups)).toEqual([expect.stringMatching(/\.unfinished$/)]);
  const own = identityOfProcess(process.pid);
  if (own === null) throw new Error("This test needs /proc");
  const now = nameAt(new Date());
  const stay = [
    `${now}.${own.host}-${own.pid}-${own.startedAt}.unfinished`,
    `${now}.0123456789abcdef-${own.pid}-1.unfinished`,
    `${nameAt(latestNight, { mark: "00000000" })}.unproven`,
  ];
  for (const name of stay) await writeFile(join(backups, name), "");
  const { files } = await backUp();
  expect(files).toHaveLength(4);
  expect(files).toEqual(expect.arrayContaining(stay));
});

test("a first backup that cannot write leaves no recipient", async () => {
  await forgetKey();
  // A limit of no bytes for each file fails as a full disk does.
  const limited = `ulimit -f 0; exec "${process.execPath}" scripts/backup.ts "${backups}"`;
  const ended = spawnSync("/bin/sh", ["-c", limited], {
    env: { ...inheritedEnvironment, DATABASE_URL: url, DATA_DIR: dataDir, NODE_COMPILE_CACHE: "" },
    encoding: "utf8",
  });
  expect(ended.stderr).toMatch(/^The backup failed: EFBIG.*\n$/);
  expect(ended.status).toBe(1);
  expect((await readdir(dataDir)).filter((name) => name.startsWith("backup-recipient"))).toEqual([]);
  expect((await backUp()).output).toContain("AGE-SECRET-KEY");
});

test("a cut file or a wrong key is refused before any write", async () => {
  const path = await write(url);
  const { url: empty } = await bareDatabase();
  const wrongKey = await restore(empty, { BACKUP_KEY: (await createBackupKey()).secret });
  expect(wrongKey.output).toContain("The key is wrong, or the start of the file was altered.");
  const whole = await readFile(path);
  const altered = Buffer.from(whole);
  // The first line names the format, and the second begins with the recipient.
  const place = altered.indexOf("\n") + 20;
  altered.write(altered.toString("latin1", place, place + 1) === "x" ? "y" : "x", place);
  await writeFile(path, altered);
  const wrongStart = await restore(empty);
  expect(wrongStart.output).toContain("altered");
  await writeFile(path, whole.subarray(0, -40));
  const cut = await restore(empty);
  expect(cut.output).toContain("cut, altered or no backup");
  for (const { code, dataDir } of [wrongKey, wrongStart, cut]) {
    expect(code).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
  }
  expect(await rowsOf(empty)).toEqual({});
});

test("a key with comments or in lower case opens, and a missing one is named", async () => {
  await write(url);
  const keyFile = join(folder, "key");
  await writeFile(keyFile, `# created: 2026-11-26\n${key.secret.toLowerCase()}\n`);
  const [file = ""] = await readdir(backups);
  const settings = { DATABASE_URL: (await bareDatabase()).url, DATA_DIR: join(folder, "typed") };
  const restoreWith = (path: string) =>
    run("scripts/restore.ts", [join(backups, file), "--key-file", path], settings);
  expect(await restoreWith(`${keyFile}.missing`)).toEqual({
    code: 1,
    output: expect.stringMatching(/^The key cannot be read: ENOENT.*\n$/),
  });
  expect((await restoreWith(keyFile)).output).toContain("the ledger check passed");
});

test.each([
  ["missing", "does not exist. Mount its disk, or make the folder on another disk."],
  ["missing/below", "does not exist. Mount its disk, or make the folder on another disk."],
  ["file", "is no folder."],
])("the place %s is refused in one line, and nothing is made", async (name, reason) => {
  await writeFile(join(folder, "file"), "");
  const before = await readdir(folder, { recursive: true });
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  for (const [options, place] of [
    [[join(folder, name)], {}],
    [[], { BACKUP_TO: join(folder, name) }],
  ] as const)
    expect(await run("scripts/backup.ts", [...options], { ...settings, ...place })).toEqual({
      ...{ code: 1, output: `${join(folder, name)} ${reason}\n` },
    });
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test("an address without a bucket is no folder", async () => {
  const { code, output } = await run("scripts/backup.ts", ["s3://"], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  });
  expect(output).toBe("The address has no name of a bucket. Write s3://bucket.\n");
  expect(code).toBe(1);
});

test("a place that is lost with the site is refused", async () => {
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir };
  const inside = await run("scripts/backup.ts", [join(dataDir, "backups")], settings);
  expect(inside).toEqual({ code: 1, output: expect.stringContaining("is in DATA_DIR and would be lost") });
});

test("a database or folder with content is refused and stays unchanged", async () => {
  await write(url);
  const full = await restore(url);
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining("The database has tables.") });
  const used = await restore((await bareDatabase()).url, { DATA_DIR: dataDir });
  expect(used).toMatchObject({ code: 1, output: expect.stringContaining("is not empty") });
  expect(existsSync(join(dataDir, "secret.key"))).toBe(true);
});

test("a refused restore leaves the database unchanged when it is repeated", async () => {
  const used = await testDatabase();
  try {
    await write(used.url);
    await onDatabase(used.url, "delete from site_settings");
    const before = await rowsOf(used.url);
    const target = join(folder, "new/again");
    for (const attempt of [1, 2]) {
      const { code, output } = await restore(used.url, { DATA_DIR: target });
      expect(existsSync(join(folder, "new")), "the restore removed what it made").toBe(false);
      expect({ attempt, code, output }).toMatchObject({
        code: 1,
        output: expect.stringContaining("The database has tables."),
      });
      expect(await rowsOf(used.url)).toEqual(before);
    }
  } finally {
    await used.close();
  }
});

test("a repeated restore replaces only the database that it began", async () => {
  await write(url);
  const target = join(folder, "half");
  await mkdir(target);
  await writeFile(join(target, "unfinished-restore"), "one\n");
  const mine = await bareDatabase();
  expect(await claimDatabase(mine.url, "one")).toBe(true);
  await migrateTo(mine.url, await allMigrations());
  const foreign = await bareDatabase();
  expect(await claimDatabase(foreign.url, "another")).toBe(true);
  await onDatabase(foreign.url, "create table ours (amount bigint)");
  const used = await testDatabase();
  try {
    const before = await rowsOf(used.url);
    for (const each of [foreign, used]) {
      const { output } = await restore(each.url, { DATA_DIR: target });
      expect(output).toContain("The database has tables.");
    }
    expect(await rowsOf(used.url)).toEqual(before);
  } finally {
    await used.close();
  }
  expect((await restore(mine.url, { DATA_DIR: target })).code).toBe(0);
  expect(await claimDatabase(mine.url, "one")).toBe(false);
});

test("an unfinished restore can be repeated, and the site refuses it", async () => {
  await write(url);
  const target = join(folder, "half");
  await mkdir(target);
  for (const name of ["unfinished-restore", "secret.key"]) await writeFile(join(target, name), "half\n");
  const started = await run("start.ts", [], { DATA_DIR: target, DATABASE_URL: url });
  expect(started).toMatchObject({ code: 1, output: expect.stringContaining("did not finish") });
  const { url: halfFull } = await bareDatabase();
  await onDatabase(halfFull, "create table half (amount bigint)");
  await onDatabase(halfFull, "drop table half");
  expect((await restore(halfFull, { DATA_DIR: target })).code).toBe(0);
  expect(existsSync(join(target, "unfinished-restore"))).toBe(false);
  expect(await readFile(join(target, "secret.key"), "utf8")).toBe("key\n");
});

test("a restore is refused while another one fills the folder", async () => {
  await write(url);
  const target = join(folder, "half");
  await mkdir(target);
  for (const name of ["unfinished-restore", "secret.key"]) await writeFile(join(target, name), "half\n");
  const claim = await claimFolder(target);
  const { url: empty } = await bareDatabase();
  const refused = await restore(empty, { DATA_DIR: target });
  expect(refused.output).toMatch(/\nAnother restore into \S+half is running\. Nothing was changed\.\n$/);
  expect(refused.code).toBe(1);
  expect((await readdir(target)).toSorted()).toEqual(["secret.key", "unfinished-restore"]);
  claim?.close();
  expect((await restore(empty, { DATA_DIR: target })).code).toBe(0);
});

test("a backup of an older schema is restored and then migrated", async () => {
  const recorded = (await allMigrations()).slice(0, -1);
  const older = await bareDatabase();
  await migrateTo(older.url, recorded);
  await write(older.url);
  const empty = await bareDatabase();
  expect((await restore(empty.url)).code).toBe(0);
  expect((await rowsOf(empty.url))["schema_migrations"]).toHaveLength(recorded.length + 1);
});

test("a backup of a newer schema is refused by name", async () => {
  const newer = await testDatabase();
  try {
    await onDatabase(
      newer.url,
      "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')",
    );
    await write(newer.url);
  } finally {
    await newer.close();
  }
  const { code, output, dataDir } = await restore((await bareDatabase()).url);
  expect(output).toContain("9999_later.sql");
  expect(code).toBe(1);
  expect(existsSync(dataDir), "nothing was written").toBe(false);
});

test("a folder or database that a restore cannot use is named in one line", async () => {
  await write(url);
  const link = join(folder, "link");
  await symlink(join(folder, "nowhere"), link);
  const file = join(folder, "file");
  await writeFile(file, "");
  const refusalOf = async (settings: Record<string, string>) => {
    const { code, output } = await restore((await bareDatabase()).url, settings);
    expect(code).toBe(1);
    expect(output).not.toMatch(/^\s+at /m);
    return output.trimEnd().split("\n").at(-1);
  };
  expect(await refusalOf({ DATA_DIR: link })).toContain("is a link to a missing folder.");
  expect(await refusalOf({ DATA_DIR: file })).toContain("is no folder.");
  const missing = new URL(url);
  missing.pathname = "/missing";
  expect(await refusalOf({ DATABASE_URL: missing.href })).toContain("does not exist on its server.");
});

const allMigrations = async () =>
  (await readMigrations()).map(({ name, text }) => ({ name, checksum: sha256(text).toString("hex") }));

/** A backup of another database, without its proof. */
async function write(database: string): Promise<string> {
  const snapshot = await readSnapshot(database);
  const { parts, contents } = snapshot;
  const madeAt = new Date();
  const stores = openFolders(dataDir);
  const entries = backupEntries({ madeAt, parts: parts(), contents, dataDir, stores, secretKey: "key\n" });
  const path = join(backups, nameAt(madeAt));
  await writeBackupFile(path, [key.recipient], entries);
  await snapshot.close();
  return path;
}

/** As before the first backup of a site. */
async function forgetKey() {
  await rm(join(dataDir, "backup-recipient"));
  await asOwner.deleteFrom("backups").execute();
}

async function backUp(settings: Record<string, string> = {}, options: string[] = []) {
  const ended = await run("scripts/backup.ts", [backups, ...options], {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir },
    ...settings,
  });
  return { ...ended, files: (await readdir(backups)).toSorted() };
}

async function restore(to: string, settings: Record<string, string> = {}) {
  const restored = join(folder, `restored-${Math.random().toString(36).slice(2)}`);
  const [file = ""] = (await readdir(backups)).toSorted();
  const environment = { DATABASE_URL: to, DATA_DIR: restored, BACKUP_KEY: key.secret, ...settings };
  return { ...(await run("scripts/restore.ts", [join(backups, file)], environment)), dataDir: restored };
}

const run = (path: string, options: string[], settings: Record<string, string>) =>
  runScript(path, options, { SEED: "empty", PORT: "0", ...settings });

/** All rows of all tables, without the records that the command itself adds. */
async function rowsOf(database: string): Promise<Record<string, string[]>> {
  const client = new pg.Client(database);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (name === "backups") continue;
    const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

async function contentsOf(place: string): Promise<Map<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const read = files.map(
    async (path) => [path.slice(place.length + 1), await readFile(path, "hex")] as const,
  );
  return new Map((await Promise.all(read)).toSorted());
}
