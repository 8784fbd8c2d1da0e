import { existsSync } from "node:fs";
import { readConfig } from "#config";
import { recordedUrl, startEmbedded } from "#database/embedded.ts";
import { openDatabase } from "#database/sql.server.ts";
import { findLedgerProblems } from "#operations/report-ledger-problems.ts";

// Compares the ledger with itself and with the sums kept beside it, while the site runs or while it rests.

if (existsSync(".env")) process.loadEnvFile(".env");
const read = readConfig(process.env);
if (!read.ok) giveUp(read.problems);
const { databaseUrl, dataDir } = read.config;

await using place = await findDatabase();
const database = openDatabase(place.url);
const problems = await findLedgerProblems(database.everything).finally(() => database.close());
for (const { problem, subject } of problems) console.log(`${problem}: ${subject}`);
console.log(problems.length === 0 ? "The ledger is sound." : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function findDatabase() {
  const url = databaseUrl ?? (await recordedUrl(dataDir));
  if (url === null) giveUp([`There is no database in ${dataDir} yet: npm start makes one.`]);
  if (databaseUrl !== undefined || (await answers(url)))
    return { url, [Symbol.asyncDispose]: async () => undefined };
  const embedded = await startEmbedded({ dataDir, say: console.log });
  if ("problem" in embedded) giveUp([embedded.problem]);
  return { url: embedded.url, [Symbol.asyncDispose]: embedded.stop };
}

async function answers(url: string): Promise<boolean> {
  const database = openDatabase(url, { poolSize: 1 });
  try {
    await database.pool.query("select");
    return true;
  } catch {
    return false;
  } finally {
    await database.close();
  }
}

function giveUp(lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
