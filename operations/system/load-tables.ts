import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openClient } from "#database/connect.ts";
import { columnList, type TablePart } from "#database/system/read-tables.ts";
import type { BackupManifest } from "#domain/system/backup.ts";

type Contents = Pick<BackupManifest, "tables" | "sequences">;

/**
 * Replaces all rows of a migrated database, as its owner, in one transaction. Triggers rest: the rows already passed
 * them. The foreign keys are created again at the end, which checks every reference. A different number of rows is an
 * error, and nothing changes.
 */
export async function loadTables(
  url: string,
  { tables, sequences }: Contents,
  parts: AsyncIterable<TablePart>,
): Promise<void> {
  const client = openClient(url);
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local statement_timeout = 0");
    const privileges = await grantToOwner(client);
    const triggers = await disableTriggers(client);
    const foreignKeys = await dropForeignKeys(client);
    const names = tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`);
    await client.query(`truncate ${names.join(", ")}`);
    await copyIn(client, tables, parts);
    for (const { name, last } of sequences)
      await client.query("select setval($1::regclass, $2)", [
        `public.${client.escapeIdentifier(name)}`,
        last,
      ]);
    for (const statement of [...foreignKeys, ...triggers, ...privileges]) await client.query(statement);
    await client.query("commit");
    await client.query("analyze");
  } finally {
    await client.end();
  }
}

/** Even the owner may not truncate every table. Returns the statements that take the rights away again. */
async function grantToOwner(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ grant: string; revoke: string }>(`
    select format('grant %s on %s to current_user', d.privilege_type, c.oid::regclass) as grant,
      format('revoke %s on %s from current_user', d.privilege_type, c.oid::regclass) as revoke
    from pg_class c, aclexplode(acldefault('r', c.relowner)) d
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and d.grantee = c.relowner and d.privilege_type in ('INSERT', 'TRUNCATE')
      and not has_table_privilege(c.relowner, c.oid, d.privilege_type)`);
  for (const { grant } of rows) await client.query(grant);
  return rows.map(({ revoke }) => revoke);
}

/** Returns the statements that enable them as before. */
async function disableTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ disable: string; enable: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as enable
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D'`);
  for (const { disable } of rows) await client.query(disable);
  return rows.map(({ enable }) => enable);
}

/** Returns the statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ remove: string; create: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid::regclass::text, conname`);
  for (const { remove } of rows) await client.query(remove);
  return rows.map(({ create }) => create);
}

async function copyIn(
  client: pg.Client,
  tables: Contents["tables"],
  parts: AsyncIterable<TablePart>,
): Promise<void> {
  const loaded = new Map<string, number>();
  const source = parts[Symbol.asyncIterator]();
  let next = await source.next();
  while (next.done !== true) {
    const name = next.value.table;
    const table = tables.find((each) => each.name === name);
    if (table === undefined) throw new Error(`the backup has rows of ${name}, which it does not list`);
    const rows = async function* () {
      while (next.done !== true && next.value.table === name) {
        yield next.value.body;
        next = await source.next();
      }
    };
    const copy = client.query(copyFrom(`copy ${columnList(client, table)} from stdin`));
    await pipeline(Readable.from(rows()), copy);
    loaded.set(name, (loaded.get(name) ?? 0) + (copy.rowCount ?? 0));
  }
  for (const { name, rows } of tables) {
    const count = loaded.get(name) ?? 0;
    if (count !== rows) throw new Error(`the backup has ${count} rows of ${name} and not ${rows}`);
  }
}
