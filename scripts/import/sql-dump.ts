import type { TableRow } from "#domain/imports/table-row.ts";

type DumpedRow = { table: string; line: number; cells: TableRow };
export type Dump = { rows: DumpedRow[]; problems: string[] };

/** Reads the rows of a plain dump of PostgreSQL: COPY blocks, and INSERT with column names. Runs none of its statements. */
export function readDump(text: string): Dump {
  const dump: Dump = { rows: [], problems: [] };
  const statement = /^(?:COPY|INSERT INTO)\s+(?:"?[a-z_]+"?\.)?"?([a-z_]+)"?\s*(\([^)]*\))?/gim;
  let [line, counted] = [1, 0];
  for (let found = statement.exec(text); found !== null; found = statement.exec(text)) {
    const [head, table = "", columns] = found;
    for (; counted < found.index; counted++) if (text[counted] === "\n") line++;
    if (columns === undefined) {
      dump.problems.push(`line ${line}: ${table} has no column names. Dump it with --column-inserts.`);
      continue;
    }
    const names = columns
      .slice(1, -1)
      .split(",")
      .map((name) => name.trim().replaceAll('"', ""));
    const start = found.index + head.length;
    const read = /^copy/i.test(head) ? readCopy : readInsert;
    statement.lastIndex = read(text, start, { table, names, line }, dump);
  }
  return dump;
}

type Into = { table: string; names: string[]; line: number };

function readCopy(text: string, start: number, { table, names, line }: Into, dump: Dump): number {
  const first = text.indexOf("\n", start) + 1;
  const end = /^\\\.\r?$/m.exec(text.slice(first));
  if (first === 0 || end === null) {
    dump.problems.push(`line ${line}: the rows of ${table} have no end. The file is cut.`);
    return text.length;
  }
  const body = text.slice(first, first + end.index);
  for (const [at, written] of body.split("\n").slice(0, -1).entries())
    addRow(dump, { table, names, line: line + 1 + at }, written.replace(/\r$/, "").split("\t").map(fromCopy));
  return first + end.index + end[0].length;
}

const copyEscapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

function fromCopy(cell: string): string | null {
  if (cell === "\\N") return null;
  return withoutEscapes(cell);
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, escaped: string) => copyEscapes[escaped] ?? escaped);
}

/** `VALUES (…), (…);` after the column names. Returns the place after it. */
function readInsert(text: string, start: number, into: Into, dump: Dump): number {
  const token =
    /\s+|VALUES|[(),;]|E'(?<escaped>(?:[^'\\]|''|\\[^])*)'|'(?<quoted>(?:[^']|'')*)'|::[\w ]+|(?<plain>[^\s(),;':]+)/giy;
  token.lastIndex = start;
  let cells: (string | null)[] | null = null;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { escaped, quoted, plain } = found.groups ?? {};
    if (found[0] === ";") return token.lastIndex;
    if (found[0] === "(") cells = [];
    else if (found[0] === ")" && cells !== null) {
      addRow(dump, into, cells);
      cells = null;
    } else if (quoted !== undefined) cells?.push(quoted.replaceAll("''", "'"));
    else if (escaped !== undefined) cells?.push(withoutEscapes(escaped.replaceAll("''", "'")));
    else if (plain !== undefined) cells?.push(/^null$/i.test(plain) ? null : plain);
  }
  dump.problems.push(`line ${into.line}: the INSERT into ${into.table} was not understood.`);
  return start;
}

function addRow(dump: Dump, { table, names, line }: Into, cells: (string | null)[]): void {
  if (cells.length === names.length)
    dump.rows.push({
      table,
      line,
      cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
    });
  else dump.problems.push(`line ${line}: ${table} has ${cells.length} values for ${names.length} columns.`);
}
