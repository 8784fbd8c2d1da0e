import { existsSync } from "node:fs";
import { readConfig } from "#config";
import { recordedUrl, startEmbedded } from "#database/embedded/start.ts";
import { openDatabase } from "#database/sql.server.ts";
import { openPrivately } from "#storage/private-folder.ts";

/** Uses DATABASE_URL, the running Amana's database or the one in DATA_DIR, as its owner. */
export async function findDatabase() {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const read = readConfig(process.env);
  if (!read.ok) giveUp(...read.problems);
  const { dataDir, databaseOwnerUrl } = read.config;
  const databaseUrl = databaseOwnerUrl ?? read.config.databaseUrl;
  const url = databaseUrl ?? (await recordedUrl(dataDir));
  if (url === null) giveUp(`There is no database in ${dataDir} yet. Run npm start to create one.`);
  if (databaseUrl !== undefined || (await answers(url)))
    return { url, [Symbol.asyncDispose]: async () => undefined };
  openPrivately(dataDir);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  if ("problem" in embedded) giveUp(embedded.problem);
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

export function giveUp(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}
