import { existsSync } from "node:fs";
import { readConfig, type Config } from "#config";
import { installationId } from "#database/installation.ts";
import { readSchemaProblem } from "#database/migrate.ts";
import { openDatabase, type Reads } from "#database/sql.server.ts";
import { wantedDocuments, wantedPictures } from "#database/system/diagnose.ts";
import { findIncomplete } from "#domain/system/stored-files.ts";
import { moveFiles, type Moved } from "#storage/move-files.ts";
import { openBucketStores, openFolders, type Stores } from "#storage/open-stores.ts";
import { openBucket, type BucketSettings } from "#storage/s3/bucket.ts";
import { claimBucket, claimOf, foreignBucket } from "#storage/s3/claim.ts";
import { StoreFault } from "#storage/store.ts";
import { findDatabase, giveUp } from "./find-database.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run move-files -- <s3 | folder> [--dry-run] [--remove]

Copies pictures and documents from DATA_DIR to the bucket (s3), or from the bucket to DATA_DIR (folder). Reads each copy
again and compares its hash. Needs the settings S3_*, also for the way back. The site can run. After an interruption,
run it again: what is there already is only compared.

--dry-run counts and changes nothing. --remove deletes each file from the first place after its copy was compared.
Use --remove only when the site runs with the new place. A site that still reads the first one would lose its pictures.
Exit code: 0 every picture and document of the database is there, 1 it is not.`;

const { values, positionals } = readCommand(
  usage,
  {
    "dry-run": { type: "boolean" },
    remove: { type: "boolean" },
  },
  { mostArguments: 1 },
);
const [target] = positionals;
if (target !== "s3" && target !== "folder") giveUp(usage);
const dryRun = values["dry-run"] === true;
if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
if (!read.ok) giveUp(...read.problems);
if (read.config.s3 === undefined)
  giveUp("Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.");
await using place = await findDatabase();
const unusable = await readSchemaProblem(place.url);
if (unusable !== null) giveUp(unusable);
const database = openDatabase(place.url, { poolSize: 1 });
try {
  process.exitCode = await move(read.config, read.config.s3, database.readWrite);
} catch (error) {
  if (!(error instanceof StoreFault)) throw error;
  console.error(`Not everything was copied: ${error.message}. Run the command again.`);
  process.exitCode = 1;
} finally {
  await database.close();
}

async function move(config: Config, s3: BucketSettings, db: Reads): Promise<number> {
  const installation = await installationId(db);
  if (installation === null) {
    console.error("No site has started with this database yet. Run npm start.");
    return 1;
  }
  if (!(await mayUseBucket(s3, installation))) {
    console.error(foreignBucket);
    return 1;
  }
  const [folders, bucket] = [openFolders(config.dataDir), openBucketStores(s3)];
  const [from, to] = target === "s3" ? [folders, bucket] : [bucket, folders];
  const results = [await moveAll("pictures", from, to), await moveAll("documents", from, to)];
  if (dryRun) {
    console.log("Nothing was changed.");
    return results.every(({ different }) => different.length === 0) ? 0 : 1;
  }
  const missing = await findMissing(to, db);
  for (const line of missing) console.error(line);
  if (missing.length > 0 || results.some(({ different }) => different.length > 0)) return 1;
  console.log(`Every picture and document of the database is there, with the same hash.
${target === "s3" ? "Start the site with the settings S3_*." : "Start the site without the settings S3_*."} Then run this command again, for files that were uploaded in between.`);
  return 0;
}

async function mayUseBucket(s3: BucketSettings, installation: string): Promise<boolean> {
  const bucket = openBucket(s3);
  if (!dryRun && target === "s3") return (await claimBucket(bucket, installation)) === "ours";
  const claim = await claimOf(bucket);
  return claim === null || claim === installation;
}

async function moveAll(kind: "pictures" | "documents", from: Stores, to: Stores): Promise<Moved> {
  const onProgress = (done: number, all: number) => {
    if (done % 100 === 0 || done === all) console.log(`${kind}: ${done} of ${all}`);
  };
  const moved = await moveFiles(from[kind], to[kind], {
    dryRun,
    removes: values.remove === true,
    onProgress,
  });
  const { copied, alreadyThere, unfinished, different } = moved;
  const did = dryRun ? "to copy" : "copied";
  console.log(
    `${kind}: ${copied} ${did}, ${alreadyThere} there already, ${unfinished} unfinished uploads left.`,
  );
  for (const id of different) console.error(`${kind}: ${id} has other bytes there. It was not replaced.`);
  return moved;
}

async function findMissing(stores: Stores, db: Reads): Promise<string[]> {
  const wanted = { pictures: await wantedPictures(db), documents: await wantedDocuments(db) };
  const lines: string[] = [];
  for (const kind of ["pictures", "documents"] as const) {
    const missing = findIncomplete(wanted[kind], await stores[kind].list());
    if (missing.length > 0)
      lines.push(
        `${kind}: ${missing.length} of the database are missing or have a missing or empty file, such as ${missing[0]}.`,
      );
  }
  return lines;
}
