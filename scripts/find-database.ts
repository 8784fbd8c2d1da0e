import { existsSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "#config";
import { findEmbedded, startEmbedded } from "#database/embedded/start.ts";
import { openDatabase } from "#database/sql.server.ts";
import { keepOwner, openPrivately, unfinishedRestore } from "#storage/private-folder.ts";

/** Uses DATABASE_URL, the running Amana's database or the one in DATA_DIR, as its owner. */
export async function findDatabase() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const read = readConfig(process.env);
  if (!read.ok) giveUp(...read.problems);
  const { dataDir, databaseOwnerUrl } = read.config;
  if (existsSync(join(dataDir, unfinishedRestore)))
    giveUp(`A restore into ${dataDir} did not finish. Run npm run restore again.`);
  keepOwner(dataDir);
  const databaseUrl = databaseOwnerUrl ?? read.config.databaseUrl;
  if (databaseUrl !== undefined) return { url: databaseUrl, [Symbol.asyncDispose]: async () => undefined };
  const found = await findEmbedded(dataDir);
  if (found.kind === "none") giveUp(`There is no database in ${dataDir} yet. Run npm start to create one.`);
  const running = await findRunning(dataDir);
  if (running !== undefined) return { url: running, [Symbol.asyncDispose]: async () => undefined };
  openPrivately(dataDir);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  if ("problem" in embedded) giveUp(embedded.problem);
  return { url: embedded.url, [Symbol.asyncDispose]: embedded.stop };
}

/** The embedded database, if the site runs. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const found = await findEmbedded(dataDir);
  return found.kind === "running" && (await answers(found.url)) ? found.url : undefined;
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

export function giveUp(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
