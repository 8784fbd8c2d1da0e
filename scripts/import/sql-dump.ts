import type { TableRow } from "#domain/imports/table-row.ts";

type DumpedRow = { table: string; line: number; cells: TableRow };
export type Dump = { rows: DumpedRow[]; problems: string[] };

/**
 * Reads the rows of a plain dump of PostgreSQL: COPY blocks, and INSERT with column names. Runs none of its statements.
 * It follows each statement to its end, because a donor's message or a function can have a line that looks like an INSERT.
 */
export function readDump(text: string): Dump {
  const dump: Dump = { rows: [], problems: [] };
  const lineAt = countLines(text);
  for (let at = afterBlanks(text, 0); at < text.length; at = afterBlanks(text, at)) {
    const [head, verb = "", table = "", columns] = matchAt(rowsHead, text, at) ?? [];
    const line = lineAt(at);
    if (head === undefined) {
      at = afterStatement(text, at, line, dump);
      continue;
    }
    const into: Into = { table, names: columns === undefined ? null : namesIn(columns), line };
    if (into.names === null)
      dump.problems.push(`line ${line}: ${table} has no column names. Dump it with --column-inserts.`);
    const read = /^copy/i.test(verb) ? readCopy : readInsert;
    at = read(text, at + head.length, into, dump);
  }
  return dump;
}

/** Without names, the rows are passed over. */
type Into = { table: string; names: string[] | null; line: number };

const rowsHead = /(COPY|INSERT\s+INTO)\s+(?:"?[\w$]+"?\.)?"?([\w$]+)"?\s*(\([^)]*\))?/iy;

const namesIn = (columns: string): string[] =>
  columns
    .slice(1, -1)
    .split(",")
    .map((name) => name.trim().replaceAll('"', ""));

/** Also passes over commands of psql, such as `\restrict`. */
const blanks = /(?:\s+|--[^\n]*|\/\*[^]*?\*\/|\\[^\n]*)*/y;

const afterBlanks = (text: string, at: number): number => at + (matchAt(blanks, text, at)?.[0].length ?? 0);

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

function countLines(text: string): (at: number) => number {
  let [line, counted] = [1, 0];
  return (at) => {
    for (; counted < at; counted++) if (text[counted] === "\n") line++;
    return line;
  };
}

type Token = { kind: string; value: string | null; end: number };

const pieces =
  /\s+|--[^\n]*|\/\*[^]*?\*\/|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|::[\w .]+(?:\([\d, ]*\))?(?:\[\])*|E'(?<escaped>[^'\\]*(?:(?:''|\\[^])[^'\\]*)*)'|'(?<quoted>[^']*(?:''[^']*)*)'|"[^"]*"|(?<mark>[(),;])|(?<plain>[^\s(),;'"$:]+|[^'"])/giy;

/** Ends early if a text, a name or a comment is not closed. */
function* tokensFrom(text: string, start: number): Generator<Token> {
  for (let at = start; at < text.length;) {
    const found = matchAt(pieces, text, at);
    if (found === null) return;
    at += found[0].length;
    const { escaped, quoted, mark, plain } = found.groups ?? {};
    if (mark !== undefined) yield { kind: mark, value: null, end: at };
    else if (quoted !== undefined) yield { kind: "text", value: quoted.replaceAll("''", "'"), end: at };
    else if (escaped !== undefined)
      yield { kind: "text", value: withoutEscapes(escaped.replaceAll("''", "'")), end: at };
    else if (plain !== undefined)
      yield { kind: plain.toLowerCase(), value: /^null$/i.test(plain) ? null : plain, end: at };
  }
}

function afterStatement(text: string, start: number, line: number, dump: Dump): number {
  for (const { kind, end } of tokensFrom(text, start)) if (kind === ";") return end;
  dump.problems.push(`line ${line}: the statement has no end. The file is cut.`);
  return text.length;
}

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

/** Undefined: nothing yet, or not a constant. */
type Cell = string | null | undefined;

/** `VALUES (…), (…);` after the column names. Returns the place after it. */
function readInsert(text: string, start: number, into: Into, dump: Dump): number {
  let place: "before" | "values" | "after" = "before";
  let row: Cell[] = [];
  let [depth, isOdd] = [0, false];
  for (const { kind, value, end } of tokensFrom(text, start)) {
    if (kind === ";") {
      if (place === "before") reportInsert(into, dump);
      return end;
    }
    if (place === "before") {
      if (kind === "values") place = "values";
    } else if (kind === "(") {
      if (depth++ === 0) [row, isOdd] = [[undefined], false];
      else isOdd = true;
    } else if (kind === ")") {
      if (--depth === 0 && place === "values") addValues(dump, into, isOdd ? [undefined] : row);
    } else if (kind === ",") {
      if (depth === 1) row.push(undefined);
    } else if (depth === 0) {
      // Such as ON CONFLICT.
      place = "after";
    } else if (row.at(-1) === undefined) row[row.length - 1] = value;
    else isOdd = true;
  }
  reportInsert(into, dump);
  return text.length;
}

function reportInsert({ table, line }: Into, dump: Dump): void {
  dump.problems.push(`line ${line}: the INSERT into ${table} was not understood.`);
}

function addValues(dump: Dump, into: Into, row: Cell[]): void {
  const cells = row.flatMap((cell) => (cell === undefined ? [] : [cell]));
  if (cells.length === row.length) addRow(dump, into, cells);
  else if (into.names !== null)
    dump.problems.push(`line ${into.line}: a value of ${into.table} is not a constant.`);
}

function addRow(dump: Dump, { table, names, line }: Into, cells: (string | null)[]): void {
  if (names === null) return;
  if (cells.length === names.length)
    dump.rows.push({
      table,
      line,
      cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])),
    });
  else dump.problems.push(`line ${line}: ${table} has ${cells.length} values for ${names.length} columns.`);
}
