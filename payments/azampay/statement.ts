import { parse } from "csv-parse/sync";
import type { Outcome } from "#domain/payments/provider.ts";
import type { NotUnderstood, StatementRow } from "#domain/reconciliation/statement.ts";
import { longestReference, referenceText } from "#payments/reference-text.ts";
import { azampayWords } from "./outcomes.ts";

export type ReadStatement =
  | { kind: "statement"; rowCount: number; rows: StatementRow[]; notUnderstood: NotUnderstood[] }
  | { kind: "unreadable"; why: string };

const mostRows = 50_000;

/**
 * Reads the CSV export of AzamPay's portal. A row that cannot be read never affects another row. Phone numbers in the
 * file are not stored.
 */
export function readStatement(bytes: Uint8Array): ReadStatement {
  const text = decode(bytes);
  const lines = text?.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/) ?? [];
  // UTF-16 without its mark is valid UTF-8 with a character 0 after every letter.
  if (text === null || lines[0]?.includes("\0")) return unreadable("the file is not UTF-8 text");
  // Before the lines are parsed, because one file must not stop the site.
  if (lines.filter((line) => line.trim() !== "").length > mostRows + 1)
    return unreadable("the file has more than 50,000 rows");
  const { records, broken } = splitRecords(lines);
  const [head, ...body] = records;
  if (head === undefined) return unreadable("the file is empty");
  const at = findColumns(head.cells);
  if (at.reference === undefined && at.providerReference === undefined)
    return unreadable("there is no column with our reference or AzamPay’s transaction ID");
  const missing = (["amount", "outcome"] as const).filter((column) => at[column] === undefined);
  if (missing.length > 0)
    return unreadable(`no column for ${missing.map((column) => columnWords[column]).join(" and ")}`);
  const rowCount = body.length + broken.length;
  if (rowCount === 0) return unreadable("the file contains no payments");

  const rows: StatementRow[] = [];
  const notUnderstood: NotUnderstood[] = [...broken];
  for (const record of body) {
    const row = readRow(record, head.cells.length, at);
    if ("why" in row) notUnderstood.push(row);
    else rows.push(row);
  }
  const distinct = withoutRepetition(rows);
  notUnderstood.push(...distinct.contradictions);
  return {
    kind: "statement",
    rowCount,
    rows: distinct.rows,
    notUnderstood: notUnderstood.toSorted((one, other) => one.line - other.line),
  };
}

const unreadable = (why: string): ReadStatement => ({ kind: "unreadable", why });

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

type Column = "reference" | "providerReference" | "outcome" | "amount" | "date";

const columnWords = { amount: "the amount", outcome: "the status" };

/** AzamPay does not document the export's columns, so each is found by any of its known names. */
const columns: readonly [Column, ...string[]][] = [
  ["reference", "utilityref", "externalid", "merchantreference", "partnerreference", "orderid"],
  [
    "providerReference",
    "transactionid",
    "transid",
    "externalreference",
    "azampayreference",
    "pgreferenceid",
    "reference",
  ],
  ["outcome", "transactionstatus", "status", "state"],
  ["amount", "amount", "transactionamount", "amounttzs"],
  ["date", "date", "transactiondate", "createdat", "createddate", "time", "datetime"],
];

const outcomeOf = azampayWords({
  paid: ["success", "successful", "completed", "paid"],
  declined: ["failure", "failed", "rejected", "declined"],
  cancelled: ["cancelled", "canceled"],
  pending: ["pending", "processing"],
});

function findColumns(head: string[]): Partial<Record<Column, number>> {
  const names = head.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const found: Partial<Record<Column, number>> = {};
  for (const [column, ...known] of columns) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

function readRow(
  { cells, line }: CsvRecord,
  width: number,
  at: Partial<Record<Column, number>>,
): StatementRow | NotUnderstood {
  // An unquoted "1,000" moves every later cell, so no cell of such a row can be trusted.
  if (cells.slice(width).some((cell) => cell.trim() !== ""))
    return { line, why: "it has more cells than the first line has columns", references: null };
  const cell = (column: Column) => cells[at[column] ?? -1]?.trim() || null;
  const written = [cell("reference"), cell("providerReference")] as const;
  if (written.some((name) => name !== null && name.length > longestReference))
    return { line, why: "a reference is too long", references: [] };
  const [reference, providerReference] = [referenceText(written[0]), referenceText(written[1])];
  const references = [reference, providerReference].filter((name) => name !== null);
  const not = (why: string): NotUnderstood => ({ line, why, references });
  if (references.length === 0) return not("both references are missing");
  if (references.some((name) => /[^\x21-\x7e]/.test(name)))
    return { line, why: "a reference contains characters that are not allowed", references: [] };
  if (cells.some((each) => each.includes("\0"))) return not("it contains characters that are not allowed");
  const statusWord = cell("outcome");
  if (statusWord === null) return not("the status is missing");
  const outcome = outcomeOf(statusWord);
  const amount = readShillings(cell("amount") ?? "", outcome);
  if (amount === null) return not("the amount cannot be read");
  return {
    line,
    reference,
    providerReference,
    outcome,
    providerWord: statusWord,
    amount,
    date: cell("date"),
  };
}

/**
 * Accepts "TZS 50,000.00", "50000" and "50 000". A fraction of a shilling means something else. Only a reversal can
 * have a minus.
 */
function readShillings(written: string, outcome: Outcome): bigint | null {
  const digits = written.replace(/^(TZS|TSh)\b\.?/i, "").replace(/[\s\u00a0]/g, "");
  const unsigned = outcome === "reversed" ? digits.replace(/^-/, "") : digits;
  if (!/^(\d{1,3}(,\d{3}){1,4}|\d{1,15})(\.0{1,2})?$/.test(unsigned)) return null;
  return BigInt(unsigned.replace(/\..*$/, "").replaceAll(",", ""));
}

/** A transaction is listed once as paid or not, and once as reversed. A final row replaces a pending one. */
function withoutRepetition(rows: StatementRow[]): { rows: StatementRow[]; contradictions: NotUnderstood[] } {
  const listed = Map.groupBy(
    rows,
    (row) => `${row.outcome === "reversed"} ${row.providerReference ?? row.reference}`,
  );
  const kept: StatementRow[] = [];
  const contradictions: NotUnderstood[] = [];
  for (const all of listed.values()) {
    const final = all.filter(({ outcome }) => outcome !== "pending");
    const [first, ...others] = final.length > 0 ? final : all;
    if (first === undefined) continue;
    if (others.every(({ outcome, amount }) => outcome === first.outcome && amount === first.amount)) {
      kept.push(first);
      continue;
    }
    const lines = all.map(({ line }) => line);
    for (const { line, reference, providerReference } of all)
      contradictions.push({
        line,
        why: `lines ${lines.join(", ")} say different things about one transaction`,
        references: [reference, providerReference].filter((name) => name !== null),
      });
  }
  return { rows: kept, contradictions };
}

type CsvRecord = { cells: string[]; line: number };

/** No cell of a statement has more lines than this. */
const mostLinesOfRecord = 20;

/**
 * An open quote would swallow every row up to the next quote. So a record of several lines must have exactly the
 * columns of the first line. None of its further lines can be a row of its own.
 */
function splitRecords(lines: string[]): { records: CsvRecord[]; broken: NotUnderstood[] } {
  const head = lines.find((line) => line.trim() !== "") ?? "";
  const separator = separatorOf(head);
  const width = countCells(head, separator) ?? 0;
  const cellsOfLine = lines.map((line) => line.split(separator).length);
  const hasOpenQuote = lines.map((line) => line.split('"').length % 2 === 0);
  const found: { text: string; line: number }[] = [];
  const broken: NotUnderstood[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    if ((lines[at] ?? "").replaceAll(separator, "").trim() === "") continue;
    const end = endOfRecord(hasOpenQuote, at);
    const text = lines.slice(at, (end ?? at) + 1).join("\n");
    const cells = end === null ? null : countCells(text, separator);
    const swallows = end !== null && cellsOfLine.slice(at + 1, end + 1).some((each) => each >= width);
    if (end === null || cells === null || (end > at && (swallows || cells !== width))) {
      const why = end === at ? "a quote is in the wrong place" : "a quote is opened and not closed";
      broken.push({ line, why, references: null });
      continue;
    }
    found.push({ text, line });
    at = end;
  }
  const all = parseAll(found.map(({ text }) => text).join("\n"), separator);
  const records = found.flatMap(({ text, line }, at) => {
    const cells = all?.length === found.length ? all[at] : parseRecord(text, separator);
    if (cells) return [{ cells, line }];
    broken.push({ line, why: "a quote is in the wrong place", references: null });
    return [];
  });
  return { records, broken };
}

/** The line on which every quote opened from `at` on is closed again. */
function endOfRecord(hasOpenQuote: boolean[], at: number): number | null {
  if (!hasOpenQuote[at]) return at;
  const further = hasOpenQuote.slice(at + 1, at + mostLinesOfRecord).indexOf(true);
  return further === -1 ? null : at + 1 + further;
}

/** Null if a quote is in the wrong place. The parser would throw, and cost too much for every such row. */
function countCells(record: string, separator: string): number | null {
  let cells = 1;
  for (let at = 0; ; cells++) {
    const end = record[at] === '"' ? endOfQuoted(record, at) : at;
    const next = record.indexOf(separator, end);
    const rest = record.slice(end, next === -1 ? undefined : next);
    if (record[at] === '"' ? rest !== "" : rest.includes('"')) return null;
    if (next === -1) return cells;
    at = next + separator.length;
  }
}

/** The index after the closing quote. A doubled quote does not close the cell. */
function endOfQuoted(record: string, start: number): number {
  for (let at = record.indexOf('"', start + 1); at !== -1; at = record.indexOf('"', at + 2))
    if (record[at + 1] !== '"') return at + 1;
  return record.length;
}

function parseRecord(text: string, separator: string): string[] | null {
  const [cells, ...more] = parseAll(text, separator) ?? [];
  return cells === undefined || more.length > 0 ? null : cells;
}

/** One call for many records: setting up the parser costs more than parsing a record. */
function parseAll(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relax_column_count: true, record_delimiter: "\n" });
  } catch {
    return null;
  }
}

function separatorOf(head: string): string {
  const often = (mark: string) => head.split(mark).length;
  return [";", "\t"].reduce((best, mark) => (often(mark) > often(best) ? mark : best), ",");
}
