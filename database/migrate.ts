import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { openClient } from "./connect.ts";
import bossPackage from "pg-boss/package.json" with { type: "json" };
import { sha256 } from "#domain/system/digest.server.ts";

const folder = new URL("migrations/", import.meta.url);
const publicRoleFile = new URL("public-role.sql", import.meta.url);

/** The number of the advisory lock for migrations and seeding. Any number works if all nodes use the same. */
export const setupLock = 4_207_849_484;

/** The database does not fit this program. The message tells the operator the next step. */
export class UnusableDatabase extends Error {}

/** Migrates the schema. Nodes that start together take turns. A migration is applied completely or not at all. */
export async function migrate(
  url: string,
  say: (line: string) => void,
  migrations: () => Promise<Migration[]> = readMigrations,
): Promise<void> {
  const wanted = await migrations();
  await withMigrationLock(url, async (client) => {
    await applyMissing(client, wanted, say);
    await prepareQueue(client);
    await makePublicRole(client, say);
  });
}

/** Brings an empty database to the schema of a backup, so that its rows fit. `migrate` does the rest. */
export async function migrateTo(url: string, recorded: { name: string; checksum: string }[]): Promise<void> {
  const known = await readMigrations();
  const reason = reasonToRefuse(known, new Map(recorded.map(({ name, checksum }) => [name, checksum])));
  if (reason !== null) throw new UnusableDatabase(reason);
  const names = new Set(recorded.map(({ name }) => name));
  const wanted = known.filter(({ name }) => names.has(name));
  await withMigrationLock(url, (client) => applyMissing(client, wanted, () => {}));
}

/** The first migration of a backup that this program does not know. */
export async function findNewerMigration(migrations: readonly { name: string }[]): Promise<string | null> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  return migrations.find(({ name }) => !known.has(name))?.name ?? null;
}

/** The migrations of this program that the database lacks, or null if it has none at all. */
export async function readMissing(url: string): Promise<string[] | null> {
  const wanted = await readMigrations();
  let missing: string[] | null = null;
  await withMigrationLock(url, async (client) => {
    const { rows } = await client.query("select to_regclass('schema_migrations') as found");
    if (rows[0].found === null) return;
    const applied = await readApplied(client);
    const reason = reasonToRefuse(wanted, applied);
    if (reason !== null) throw new UnusableDatabase(reason);
    missing = wanted.map(({ name }) => name).filter((name) => !applied.has(name));
  });
  return missing;
}

/** The reason why a command of this program must not use the database, without waiting for a migration. */
export async function readSchemaProblem(url: string): Promise<string | null> {
  const client = openClient(url);
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('schema_migrations') as found");
    if (rows[0].found === null) return "The database is empty. Run npm start to create the site.";
    return reasonToRefuse(await readMigrations(), await readApplied(client));
  } finally {
    await client.end();
  }
}

async function withMigrationLock(url: string, change: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = openClient(url);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [setupLock]);
    await change(client);
  } finally {
    await client.end();
  }
}

async function applyMissing(
  client: pg.Client,
  wanted: Migration[],
  say: (line: string) => void,
): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  )`);
  const applied = await readApplied(client);
  const reason = reasonToRefuse(wanted, applied);
  if (reason !== null) throw new UnusableDatabase(reason);
  const missing = wanted.filter(({ name }) => !applied.has(name));
  if (missing.length > 0) say(`Migrating the database (${missing.length} to apply)`);
  for (const migration of missing) await apply(client, migration);
}

export type Migration = { name: string; text: string };

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
  );
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** A program that changed a schema it does not know could damage the data. */
function reasonToRefuse(wanted: Migration[], applied: Map<string, string>): string | null {
  if (applied.has("0003_giving.sql")) {
    return "This database was made before 23 November 2026, and its demonstration data cannot be carried over. Set DATA_DIR to a new folder or delete it, or set DATABASE_URL to a new database.";
  }
  const known = new Map(wanted.map(({ name, text }) => [name, checksumOf(text)]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      return `The database is newer than this program: it has the migration ${name}. Start the version of Amana that ran before, or a later one. To go back, restore a backup from before the update.`;
    }
    if (known.get(name) !== checksum) {
      return `The migration ${name} was changed after this database applied it. Start the version of Amana that ran before, or put its file back and write a new migration.`;
    }
  }
  return null;
}

export class FailedMigration extends Error {
  constructor(name: string, cause: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`the migration ${name} failed${reason}`, { cause });
  }
}

async function apply(client: pg.Client, { name, text }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin");
      // A migration that waits for a busy table blocks all later queries. So it gives up and tries again. It gives up
      // before PostgreSQL looks for a deadlock (one second), which would end a donation that waits for it.
      await client.query("set local lock_timeout = '200ms'");
      await client.query(text);
      await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
        name,
        checksumOf(text),
      ]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (!isRepeatable(error) || attempt === mostAttempts) throw new FailedMigration(name, error);
      await wait(pause);
    }
  }
}

/** The queue's own tables. The site's role may not create them. */
async function prepareQueue(client: pg.Client): Promise<void> {
  const { schema: wanted } = bossPackage.pgboss;
  const version = await queueVersion(client);
  if (version !== null && version >= wanted) return;
  const { getConstructionPlans, getMigrationPlans } = await import("pg-boss");
  await client.query(version === null ? getConstructionPlans() : getMigrationPlans(undefined, version));
}

async function queueVersion(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query(
    "select from pg_tables where schemaname = 'pgboss' and tablename = 'version'",
  );
  if (tables.length === 0) return null;
  const { rows } = await client.query<{ version: number }>("select version from pgboss.version");
  return rows[0]?.version ?? null;
}

async function makePublicRole(client: pg.Client, say: (line: string) => void): Promise<void> {
  await client.query(await readFile(publicRoleFile, "utf8"));
  const { rows } = await client.query<{ may: boolean }>("select may_become_public() as may");
  if (rows[0]?.may !== true) {
    say("This database allows no separate role for public pages. They use read-only transactions.");
  }
}

/** Lock not available, deadlock detected. */
const repeatable = ["55P03", "40P01"];
const isRepeatable = (error: unknown) =>
  error instanceof pg.DatabaseError && repeatable.includes(error.code ?? "");

const mostAttempts = 60;
/** Those who waited for the migration go first. */
const pause = 200;

const checksumOf = (text: string) => sha256(text).toString("hex");
