import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { TableRow } from "#domain/imports/table-row.ts";
import { readDump } from "./sql-dump.ts";

type SourceFile = { name: string; hash: string };
/** A row of the view has the name of its table in `tables`, and `isOfView`. */
export type SourceRow = { file: SourceFile; line: number; cells: TableRow; isOfView: boolean };

export type Source = {
  /** The rows of each table, by its name in the specification. */
  tables: Map<string, SourceRow[]>;
  /** Places that could not be read. */
  problems: string[];
};

/** The hosted backend reads campaigns from this view. */
const aliases: Record<string, string> = { campaigns_with_calculated_days: "campaigns" };

/** Reads one file, or all CSV files and dumps of a folder. A CSV file has the name of its table. */
export async function readSource(path: string): Promise<Source> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? (await readdir(path)).filter((name) => /\.(?:csv|sql)$/i.test(name)) : [""];
  const source: Source = { tables: new Map(), problems: [] };
  for (const name of names.toSorted()) await readOne(join(path, name), source);
  return source;
}

async function readOne(path: string, source: Source): Promise<void> {
  const bytes = await readFile(path);
  const file = { name: basename(path), hash: createHash("sha256").update(bytes).digest("hex") };
  const text = textOf(bytes, file.name);
  const isDump = path.toLowerCase().endsWith(".sql");
  const { rows, problems } = isDump ? readDump(text) : readCsv(text, file.name);
  source.problems.push(...problems.map((problem) => `${file.name} ${problem}`));
  for (const { table, line, cells } of rows) {
    const name = aliases[table] ?? table;
    const known = source.tables.get(name) ?? [];
    known.push({ file, line, cells, isOfView: name !== table });
    source.tables.set(name, known);
  }
}

/** Without the check, a file of Excel in another encoding would change names, and the database refuses the character 0. */
function textOf(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new Error(`${name} is not UTF-8. Save it again with the encoding UTF-8`);
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function readCsv(text: string, fileName: string): ReturnType<typeof readDump> {
  const table = fileName.replace(/\.csv$/i, "").toLowerCase();
  const [head, ...rest] = parsed.parse(
    parse(text, { info: true, relaxColumnCount: true, skipEmptyLines: true }),
  );
  const names = head?.record.map((name) => name.trim()) ?? [];
  if (new Set(names).size < names.length) throw new Error(`${fileName} has two columns with the same name`);
  const found: ReturnType<typeof readDump> = { rows: [], problems: [] };
  for (const { record, info } of rest) {
    if (record.length !== names.length)
      found.problems.push(`line ${info.lines}: it has ${record.length} cells for ${names.length} columns.`);
    else {
      const cells = Object.fromEntries(names.map((name, at) => [name, record[at] ?? null]));
      found.rows.push({ table, line: info.lines, cells });
    }
  }
  return found;
}
