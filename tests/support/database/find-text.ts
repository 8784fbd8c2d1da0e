import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";

/** Finds a text in the database: every table of every schema and every column, written as text or as bytes. */
export async function tablesWith(db: Kysely<Tables>, mark: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema::text as schema, table_name::text as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const bytes = Buffer.from(mark).toString("hex");
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const held = await sql`
      select from ${sql.table(`${schema}.${name}`)} each_row
      where position(lower(${mark}) in lower(each_row::text)) > 0 or position(${bytes} in each_row::text) > 0 limit 1
    `.execute(db);
    if (held.rows.length > 0) found.push(schema === "public" ? name : `${schema}.${name}`);
  }
  return found.toSorted();
}

/** The files under a folder in which a text occurs. */
export async function filesWith(folder: string, mark: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(mark)) found.push(path.slice(folder.length + 1));
  }
  return found.toSorted();
}
