import { sql } from "kysely";
import { readMigrations } from "#database/migrate.ts";
import type { Reads } from "#database/sql.server.ts";
import { pictureFiles } from "#domain/content/picture.ts";
import type { DatabaseFacts } from "#domain/system/doctor.ts";
import { documentFile, type WantedFiles } from "#domain/system/stored-files.ts";
import { readDatabaseHealth } from "./health.ts";

/** The state of a database that can be older or newer than this program, or empty. */
export async function diagnoseDatabase(db: Reads): Promise<DatabaseFacts> {
  const known = (await readMigrations()).map(({ name }) => name);
  const [health, unsafe, applied, archive] = await Promise.all([
    readDatabaseHealth(db),
    sql<{ name: string }>`
      select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
      order by name
    `.execute(db),
    appliedMigrations(db),
    archiveState(db),
  ]);
  return {
    ...health,
    unsafeSettings: unsafe.rows.map(({ name }) => name),
    missingMigrations: known.filter((name) => !applied.includes(name)).length,
    newerMigrations: applied.filter((name) => !known.includes(name)),
    archive,
  };
}

async function archiveState(db: Reads): Promise<DatabaseFacts["archive"]> {
  const { rows } = await sql<{ fails: boolean }>`
    select last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as fails
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'
  `.execute(db);
  const [archiver] = rows;
  if (archiver === undefined) return null;
  return archiver.fails ? "fails" : "works";
}

async function appliedMigrations(db: Reads): Promise<string[]> {
  const found = await sql<{ is: boolean }>`select to_regclass('schema_migrations') is not null as is`.execute(
    db,
  );
  if (found.rows[0]?.is !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function wantedDocuments(db: Reads): Promise<WantedFiles[]> {
  const rows = await db.selectFrom("offline_donations").select("document_id as id").execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [{ id, files: [documentFile] }]));
}

export async function wantedPictures(db: Reads): Promise<WantedFiles[]> {
  const rows = await db.selectFrom("pictures").select(["id", "width"]).execute();
  return rows.map(({ id, width }) => ({ id, files: pictureFiles(width).map(({ name }) => name) }));
}
