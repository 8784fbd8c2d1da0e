import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openClient } from "#database/connect.ts";
import type { BackupManifest } from "#domain/system/backup.ts";

type Contents = Pick<BackupManifest, "migrations" | "tables" | "sequences">;
export type TablePart = { table: string; body: Buffer };

export type Snapshot = {
  /** All rows in the text format of COPY, table by table. */
  parts(): AsyncGenerator<TablePart>;
  /** Complete once all parts were read. */
  contents(): Contents;
  close(): Promise<void>;
};

const largestPart = 4 * 1024 * 1024;

/**
 * The database at one moment, while the site runs. The job queue is left out: each start creates it again. The
 * embedded server has no pg_dump.
 */
export async function readSnapshot(url: string): Promise<Snapshot> {
  const client = openClient(url);
  await client.connect();
  const { tables, migrations } = await beginSnapshot(client).catch(async (error: unknown) => {
    // An open connection would keep the command running.
    await client.end();
    throw error;
  });
  const counted: BackupManifest["tables"] = [];
  let sequences: BackupManifest["sequences"] = [];

  return {
    async *parts() {
      for (const table of tables) {
        let rows = 0;
        for await (const body of inParts(client, table)) {
          rows += lineEndsIn(body);
          yield { table: table.name, body };
        }
        counted.push({ ...table, rows });
      }
      // Sequences are not part of the snapshot. Read later, they are never behind its rows.
      ({ rows: sequences } = await client.query<BackupManifest["sequences"][number]>(usedSequences));
    },
    contents: () => ({ migrations, tables: counted, sequences }),
    close: () => client.end(),
  };
}

type Table = { name: string; columns: string[] };

async function beginSnapshot(client: pg.Client) {
  await client.query("begin transaction isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0");
  await refuseUnreadable(client);
  const { rows: tables } = await client.query<Table>(tablesWithColumns);
  const { rows: migrations } = await client.query<BackupManifest["migrations"][number]>(
    "select name, checksum from schema_migrations order by name",
  );
  return { tables, migrations };
}

/** A backup without one of our tables would be worth nothing, so a table is never left out. */
async function refuseUnreadable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(unreadableTables);
  const [first] = rows;
  if (first === undefined) return;
  throw new Error(
    `the table ${first.name} cannot be read. If Amana did not make it, move it to another schema or drop it. Otherwise give its rights to the owner of the database.`,
  );
}

const unreadableTables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'select')
  order by relname limit 1`;

async function* inParts(client: pg.Client, table: Table): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  const copy: AsyncIterable<Buffer> = client.query(copyTo(`copy ${columnList(client, table)} to stdout`));
  for await (const chunk of copy) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < largestPart) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

export function columnList(client: pg.Client, { name, columns }: Table): string {
  return `public.${client.escapeIdentifier(name)} (${columns.map((each) => client.escapeIdentifier(each)).join(", ")})`;
}

/** COPY ends each row with a line end and escapes the line ends inside values. */
export function lineEndsIn(body: Buffer): number {
  let lines = 0;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines++;
  return lines;
}

// PostgreSQL calculates generated columns again.
const tablesWithColumns = `
  select t.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by t.relname order by t.relname collate "C"`;

const usedSequences = `
  select sequencename::text as name, last_value::text as last
  from pg_sequences where schemaname = 'public' and last_value is not null
  order by sequencename collate "C"`;
