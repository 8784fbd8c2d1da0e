import { mkdir, mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { formats } from "#domain/content/picture.ts";
import { openBucketStores, openFolders, type Stores } from "#storage/open-stores.ts";
import { openBucket, type Bucket } from "#storage/s3/bucket.ts";
import { claimBucket, claimOf } from "#storage/s3/claim.ts";
import { onDatabase, testRecords } from "#tests/support/database/open.ts";
import { wholeFile } from "#tests/support/pictures/whole-file.ts";
import { runScript } from "#tests/support/server/run-script.ts";
import { startS3, type S3Server } from "#tests/support/storage/s3-server.ts";

const { url, db } = await testRecords();
await onDatabase(url, "insert into installation (payments) values ('sandbox')");
await sql`insert into pictures (id, width, height, alt) values ('well', 360, 1, ''), ('roof', 360, 1, '')`.execute(
  db,
);
afterAll(() => sql`delete from pictures`.execute(db));

let s3: S3Server;
let dataDir: string;
beforeEach(async () => {
  s3 = await startS3();
  dataDir = await mkdtemp(join(tmpdir(), "amana-move-"));
  const { pictures, documents } = openFolders(dataDir);
  for (const id of ["well", "roof"])
    await pictures.put(
      id,
      formats.map((format) => ({
        name: `360.${format}`,
        body: wholeFile(`360.${format}`, `${id} ${format}`),
      })),
    );
  await documents.put("slip", [{ name: "document", body: Buffer.from("%PDF-1.7 slip") }]);
  await mkdir(join(dataDir, "pictures/.unfinished-upload"));
});
afterEach(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});

const move = (...options: string[]) =>
  runScript("scripts/move-files.ts", options, { DATABASE_URL: url, DATA_DIR: dataDir, ...s3.environment });

async function contentsOf(stores: Stores) {
  const found: Record<string, string> = {};
  for (const kind of ["pictures", "documents"] as const)
    for (const { id } of await stores[kind].list())
      for (const { name, body } of (await stores[kind].files(id)) ?? [])
        found[`${kind}/${id}/${name}`] = body.toString();
  return found;
}
const inBucket = () => contentsOf(openBucketStores(s3.settings));
const inFolder = () => contentsOf(openFolders(dataDir));

test("a dry run counts and changes nothing", async () => {
  const { code, output } = await move("s3", "--dry-run");
  expect(output).toContain("pictures: 2 to copy, 0 there already, 1 unfinished uploads left.");
  expect(output).toContain("documents: 1 to copy");
  expect(output).toContain("Nothing was changed.");
  expect(code).toBe(0);
  expect(await readdir(s3.bucketFolder)).toEqual([]);
});

test("all files arrive, and a second run copies none", async () => {
  const before = await inFolder();
  expect(await move("s3")).toMatchObject({ code: 0, output: expect.stringContaining("with the same hash") });
  expect(await inBucket()).toEqual(before);
  expect(await inFolder()).toEqual(before);
  expect((await move("s3")).output).toContain("pictures: 0 copied, 2 there already");
});

test("an interrupted move continues, and files are removed only after it", async () => {
  const before = await inFolder();
  s3.failAfter(9);
  const broken = await move("s3", "--remove");
  expect(broken).toMatchObject({ code: 1, output: expect.stringContaining("Run the command again.") });
  expect({ ...(await inFolder()) }).not.toEqual({});
  s3.failAfter(Infinity);
  expect((await move("s3", "--remove")).code).toBe(0);
  expect(await inBucket()).toEqual(before);
  expect(await inFolder()).toEqual({});
});

test("the way back restores the folder", async () => {
  const before = await inFolder();
  await move("s3", "--remove");
  expect((await move("folder", "--remove")).code).toBe(0);
  expect(await inFolder()).toEqual(before);
  expect(await inBucket()).toEqual({});
});

test("a copy with other bytes is named and not replaced", async () => {
  const { pictures } = openBucketStores(s3.settings);
  const others = formats.map((format) => ({
    name: `360.${format}`,
    body: wholeFile(`360.${format}`, "other"),
  }));
  await pictures.put("well", others);
  const { code, output } = await move("s3", "--remove");
  expect(output).toContain("pictures: well has other bytes there. It was not replaced.");
  expect(code).toBe(1);
  expect(await pictures.files("well")).toEqual(others.toSorted((one, two) => (one.name < two.name ? -1 : 1)));
  expect(Object.keys(await inFolder())).toEqual(
    ["360.avif", "360.jpeg", "360.webp"].map((name) => `pictures/well/${name}`),
  );
});

test.each([
  ["empty", () => Buffer.alloc(0)],
  ["cut", (name: string) => wholeFile(name).subarray(0, 13)],
])("an %s file in the bucket is replaced by the whole picture", async (_, damaged) => {
  const before = await inFolder();
  await move("s3");
  for (const format of formats)
    await openBucket(s3.settings).put(`pictures/well/360.${format}`, damaged(`360.${format}`));
  const { code, output } = await move("s3");
  expect(output).not.toContain("other bytes");
  expect(code).toBe(0);
  expect(await inBucket()).toEqual(before);
});

test("an object that lost bytes on the disk of the service is replaced", async () => {
  const before = await inFolder();
  await move("s3");
  const place = join(s3.bucketFolder, "pictures/well");
  const [object = ""] = (await readdir(place)).filter((name) => /^360\.avif.*_object$/.test(name));
  await truncate(join(place, object), 3);
  const { code, output } = await move("s3");
  expect(output).toContain("pictures: 1 copied, 1 there already");
  expect(code).toBe(0);
  expect(await inBucket()).toEqual(before);
});

test("a picture of the database that is nowhere is reported", async () => {
  await rm(join(dataDir, "pictures/roof"), { recursive: true });
  const { code, output } = await move("s3");
  expect(output).toContain(
    "pictures: 1 of the database are missing or have a missing or empty file, such as roof.",
  );
  expect(code).toBe(1);
});

test.each([
  ["a missing", (bucket: Bucket) => bucket.remove("pictures/roof/360.avif")],
  ["an empty", (bucket: Bucket) => bucket.put("pictures/roof/360.avif", Buffer.alloc(0))],
])("a picture with %s file is reported", async (_, damage) => {
  await move("s3", "--remove");
  await damage(openBucket(s3.settings));
  const { code, output } = await move("folder");
  expect(output).toContain(
    "pictures: 1 of the database are missing or have a missing or empty file, such as roof.",
  );
  expect(code).toBe(1);
});

test("a picture whose upload broke off and that is nowhere else is reported", async () => {
  await rm(join(dataDir, "pictures/roof"), { recursive: true });
  await openBucket(s3.settings).put("pictures/roof/360.avif", Buffer.from("roof small"));
  const { code, output } = await move("s3");
  expect(output).toContain(
    "pictures: 1 of the database are missing or have a missing or empty file, such as roof.",
  );
  expect(code).toBe(1);
});

test("the bucket of another installation is refused, also at the start", async () => {
  await claimBucket(openBucket(s3.settings), "another");
  const refused = await move("s3");
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("files of another installation"),
  });
  expect(await inBucket()).toEqual({});
  const started = await runScript("start.ts", [], {
    ...{ DATABASE_URL: url, DATA_DIR: join(dataDir, "site"), PORT: "0", SEED: "empty" },
    ...s3.environment,
  });
  expect(started).toMatchObject({
    code: 1,
    output: expect.stringContaining("files of another installation"),
  });
});

test("a move claims the bucket, and missing settings are named", async () => {
  await move("s3");
  expect(await claimOf(openBucket(s3.settings))).toMatch(/^[\da-f-]{36}$/);
  const { code, output } = await runScript("scripts/move-files.ts", ["s3"], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
  });
  expect(output).toContain("Set S3_ENDPOINT");
  expect(code).toBe(1);
});

test("--help explains the command, and an unknown place is refused", async () => {
  const help = await move("--help");
  expect(help).toMatchObject({
    code: 0,
    output: expect.stringContaining("npm run move-files -- <s3 | folder>"),
  });
  expect((await move("ftp")).code).toBe(1);
});
