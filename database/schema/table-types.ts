import type pg from "pg";
import { openClient } from "#database/connect.ts";
import {
  columnTypes,
  insertedOnly,
  namedTypes,
  viewTypes,
  writtenByDatabase,
} from "#database/schema/column-types.ts";

export const typesFile = new URL("../tables.ts", import.meta.url);

export async function tableTypes(url: string): Promise<string> {
  const client = openClient(url);
  await client.connect();
  try {
    await client.query("set search_path = public");
    const tables = await readTables(client);
    const views = await readViews(client, tables);
    checkMaps([...tables, ...views]);
    return fileOf([...tables.map(tableOf), ...views.map(viewOf)].join("\n"));
  } finally {
    await client.end();
  }
}

type Column = {
  name: string;
  sqlType: string;
  /** The TypeScript type of a value, without null. */
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** PostgreSQL refuses values for this column. */
  generated: boolean;
};

type Relation = { id: number; name: string; appendOnly: boolean; columns: Column[] };

async function readTables(client: pg.Client): Promise<Relation[]> {
  const { rows } = await client.query<Omit<Relation, "columns"> & { columns: CatalogColumn[] }>(tablesQuery);
  const found = new Map(
    rows.flatMap(({ name, columns }) => columns.map((column) => [`${name}.${column.name}`, column] as const)),
  );
  return rows.map(({ id, name, appendOnly, columns }) => ({
    id,
    name,
    appendOnly,
    columns: columns.map((column) => ({
      ...column,
      type: columnTypes[`${name}.${column.name}`] ?? unionOf(column, found) ?? plainType(column.sqlType),
    })),
  }));
}

type CatalogColumn = Omit<Column, "type"> & {
  checks: string[];
  /** The columns that its foreign keys point to. */
  targets: string[];
};

// An owner without the right to update holds a table that is only added to.
const tablesQuery = `
  select c.oid::int as id, c.relname as name,
    c.relacl is not null and not exists (
      select from aclexplode(c.relacl) a where a.grantee = c.relowner and a.privilege_type = 'UPDATE'
    ) as "appendOnly",
    jsonb_agg(jsonb_build_object(
      'name', a.attname,
      'sqlType', format_type(a.atttypid, null),
      'nullable', not a.attnotnull,
      'hasDefault', a.atthasdef or a.attidentity <> '',
      'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'checks', array(
        select pg_get_constraintdef(n.oid, true) from pg_constraint n
        where n.conrelid = c.oid and n.contype = 'c' and n.conkey = array[a.attnum] order by n.conname
      ),
      'targets', array(
        select format('%s.%s', t.relname, b.attname)
        from pg_constraint n
          cross join unnest(n.conkey, n.confkey) as pair (own, other)
          join pg_class t on t.oid = n.confrelid
          join pg_attribute b on b.attrelid = n.confrelid and b.attnum = pair.other
        where n.conrelid = c.oid and n.contype = 'f' and pair.own = a.attnum and n.confrelid <> c.oid
        order by n.conname
      )
    ) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  group by c.oid
  order by c.relname collate "C"`;

/** The texts that a check of the column lists, or a check of a column that it points to. */
function unionOf({ checks, targets }: CatalogColumn, found: Map<string, CatalogColumn>): string | null {
  for (const check of checks) {
    const list = /^CHECK \(\w+ = ANY \(ARRAY\[((?:'[^']+'::text(?:, )?)+)\]\)\)$/.exec(check)?.[1];
    if (list) return [...list.matchAll(/'([^']+)'/g)].map(([, text]) => JSON.stringify(text)).join(" | ");
  }
  for (const target of targets) {
    const column = found.get(target);
    const union = column ? unionOf(column, found) : null;
    if (union !== null) return union;
  }
  return null;
}

/** The types that the driver gives, as database/sql.server.ts configures it. */
const plainTypes: Record<string, string> = {
  bigint: "bigint",
  "bigint[]": "bigint[]",
  boolean: "boolean",
  bytea: "Buffer",
  date: "Day",
  "double precision": "number",
  integer: "number",
  json: "unknown",
  jsonb: "unknown",
  smallint: "number",
  text: "string",
  "text[]": "string[]",
  "timestamp with time zone": "Date",
  "timestamp with time zone[]": "Date[]",
  xid8: "string",
};

/** Types whose values are written in another form than they are read. */
const writtenTypes: Record<string, string> = { json: "string", jsonb: "string" };

function plainType(sqlType: string): string {
  const type = plainTypes[sqlType];
  if (type === undefined) throw new Error(`no type for ${sqlType}: add it to plainTypes`);
  return type;
}

async function readViews(client: pg.Client, tables: Relation[]): Promise<Relation[]> {
  const { rows } = await client.query<{ id: number; name: string; definition: string; columns: string[] }>(
    `select c.oid::int as id, c.relname as name, pg_get_viewdef(c.oid) as definition,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 order by attnum) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
     order by c.oid`,
  );
  const known = new Map(tables.map((table) => [table.id, table]));
  // A view is younger than the views that it reads.
  for (const { id, name, definition } of rows)
    known.set(id, {
      id,
      name,
      appendOnly: false,
      columns: await columnsOfView(client, name, definition, known),
    });
  return rows
    .flatMap(({ id }) => known.get(id) ?? [])
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * A column that a view only passes on keeps its type. The answer to a query names the origin of each such column. A
 * calculated column may be null unless viewTypes has it.
 */
async function columnsOfView(
  client: pg.Client,
  view: string,
  definition: string,
  known: Map<number, Relation>,
): Promise<Column[]> {
  const query = definition.replace(/;\s*$/, "");
  if (/\b(right|full) join\b/i.test(query)) throw new Error(`${view}: this join is not supported`);
  const maybeAbsent = [...query.matchAll(/\bleft join \(*(\w+)/gi)].map(([, table]) => table);
  const names = await namesById(client);
  const { fields } = await client.query(`select * from (${query}) as shown limit 0`);
  return fields.map(({ name, tableID, columnID, dataTypeID }) => {
    const origin = known.get(tableID);
    const shown = origin?.columns[columnID - 1];
    const exact = viewTypes[`${view}.${name}`];
    const base = { name, sqlType: "", hasDefault: false, generated: true };
    if (exact !== undefined) return { ...base, type: exact, nullable: false };
    if (!origin || !shown) return { ...base, type: plainType(names.get(dataTypeID) ?? ""), nullable: true };
    return { ...base, type: shown.type, nullable: shown.nullable || maybeAbsent.includes(origin.name) };
  });
}

async function namesById(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>(
    "select oid::int as id, format_type(oid, null) as name from pg_type",
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An entry that names no column is out of date. */
function checkMaps(relations: Relation[]): void {
  const columns = new Set(
    relations.flatMap(({ name, columns: own }) => own.map((one) => `${name}.${one.name}`)),
  );
  const named = [
    ...Object.keys(columnTypes),
    ...Object.keys(viewTypes),
    ...writtenByDatabase,
    ...insertedOnly,
  ];
  const stale = named.filter((name) => !columns.has(name));
  if (stale.length > 0)
    throw new Error(`column-types.ts names columns that do not exist: ${stale.join(", ")}`);
}

const tableOf = (table: Relation): string => relationOf(table, (column) => columnOf(table, column));

const viewOf = (view: Relation): string =>
  relationOf(view, ({ type, nullable }) => `GeneratedAlways<${orNull(type, nullable)}>`);

const relationOf = ({ name, columns }: Relation, typeOf: (column: Column) => string): string =>
  `${name}: {\n${columns.map((column) => `${column.name}: ${typeOf(column)};`).join("\n")}\n};`;

function columnOf(table: Relation, { name, sqlType, type, nullable, hasDefault, generated }: Column): string {
  const path = `${table.name}.${name}`;
  const read = orNull(type, nullable);
  if (generated || writtenByDatabase.includes(path)) return `GeneratedAlways<${read}>`;

  const written = orNull(writtenTypes[sqlType] ?? type, nullable);
  const inserted = hasDefault ? `${written} | undefined` : written;
  if (table.appendOnly || insertedOnly.includes(path)) return `ColumnType<${read}, ${inserted}, never>`;
  if (written !== read) return `ColumnType<${read}, ${inserted}, ${written}>`;
  return hasDefault ? `Generated<${read}>` : read;
}

const orNull = (type: string, nullable: boolean): string =>
  nullable && type !== "unknown" ? `${type} | null` : type;

function fileOf(body: string): string {
  const imports = Object.entries(namedTypes).map(([file, names]) => {
    const unused = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(body));
    if (unused.length > 0) throw new Error(`column-types.ts: ${unused.join(", ")} is not used`);
    return `import type { ${names.join(", ")} } from "${file}";`;
  });
  return `${header}
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
${imports.join("\n")}

/** The tables and views as the migrations create them. */
export type Tables = {
${body}
};
`;
}

const header =
  "// `npm run schema` writes this file from the migrations and database/schema/column-types.ts. Do not edit it.";
