import { parse } from "csv-parse/sync";
import type { Outcome } from "#domain/payments/provider.ts";
import type { NotUnderstood, StatementRow } from "#domain/reconciliation/statement.ts";
import { azampayWords } from "./outcomes.ts";

export type ReadStatement =
  | { kind: "statement"; rowCount: number; rows: StatementRow[]; notUnderstood: NotUnderstood[] }
  | { kind: "unreadable"; why: string };

const mostRows = 50_000;
const longestReference = 100;

/**
 * Reads the CSV export of AzamPay's portal. A row that cannot be read never affects another row. Phone numbers in the
 * file are not stored.
 */
export function readStatement(bytes: Uint8Array): ReadStatement {
  const text = decode(bytes);
  if (text === null) return unreadable("the file is not UTF-8 text");
  const { records, broken } = splitRecords(text);
  const [head, ...body] = records;
  if (head === undefined) return unreadable("the file is empty");
  const at = findColumns(head.cells);
  if (at.reference === undefined && at.providerReference === undefined)
    return unreadable("there is no column with our reference or AzamPay’s transaction ID");
  const missing = (["amount", "outcome"] as const).filter((column) => at[column] === undefined);
  if (missing.length > 0)
    return unreadable(`no column for ${missing.map((column) => columnWords[column]).join(" and ")}`);
  const rowCount = body.length + broken.length;
  if (rowCount > mostRows) return unreadable("the file has more than 50,000 rows");
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
  const [reference, providerReference] = [cell("reference"), cell("providerReference")];
  const references = [reference, providerReference].filter((name) => name !== null);
  const not = (why: string): NotUnderstood => ({ line, why, references });
  if (references.length === 0) return not("both references are missing");
  if (references.some((name) => name.length > longestReference))
    return { line, why: "a reference is too long", references: [] };
  if (references.some((name) => /[^\x21-\x7e]/.test(name)))
    return { line, why: "a reference contains characters that are not allowed", references: [] };
  const said = cell("outcome");
  if (said === null) return not("the status is missing");
  const outcome = outcomeOf(said);
  const amount = readShillings(cell("amount") ?? "", outcome);
  if (amount === null) return not("the amount cannot be read");
  return { line, reference, providerReference, outcome, said, amount, date: cell("date") };
}

/**
 * Accepts "TZS 50,000.00", "50000" and "50 000". A fraction of a shilling means something else. Only a reversal can
 * have a minus.
 */
function readShillings(written: string, outcome: Outcome): bigint | null {
  const digits = written.replace(/^(TZS|TSh)\b\.?/i, "").replace(/[\s\u00a0]/g, "");
  const unsigned = outcome === "reversed" ? digits.replace(/^-/, "") : digits;
  if (!/^(\d{1,3}(,\d{3})+|\d{1,15})(\.0{1,2})?$/.test(unsigned)) return null;
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
function splitRecords(text: string): { records: CsvRecord[]; broken: NotUnderstood[] } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const head = lines.find((line) => line.trim() !== "") ?? "";
  const separator = separatorOf(head);
  const width = parseRecord(head, separator)?.length ?? 0;
  const records: CsvRecord[] = [];
  const broken: NotUnderstood[] = [];
  const single: { text: string; line: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const text = lines[at] ?? "";
    const line = at + 1;
    if (text.split(separator).every((cell) => cell.trim() === "")) continue;
    const end = endOfRecord(lines, at);
    if (end === at) {
      single.push({ text, line });
      continue;
    }
    const cells = end === null ? null : parseRecord(lines.slice(at, end + 1).join("\n"), separator);
    const further = end === null ? [] : lines.slice(at + 1, end + 1);
    const swallows = further.some((each) => each.split(separator).length >= width);
    if (end === null || cells === null || swallows || cells.length !== width) {
      broken.push({ line, why: "a quote is opened and not closed", references: null });
      continue;
    }
    records.push({ cells, line });
    at = end;
  }
  const all = parseAll(single.map(({ text: each }) => each).join("\n"), separator);
  single.forEach(({ text: each, line }, at) => {
    const cells = all?.length === single.length ? all[at] : parseRecord(each, separator);
    if (cells) records.push({ cells, line });
    else broken.push({ line, why: "a quote is in the wrong place", references: null });
  });
  return { records: records.toSorted((one, other) => one.line - other.line), broken };
}

/** The line on which every quote opened from `at` on is closed again. */
function endOfRecord(lines: string[], at: number): number | null {
  let quotes = 0;
  for (let end = at; end < Math.min(lines.length, at + mostLinesOfRecord); end++) {
    quotes += (lines[end] ?? "").split('"').length - 1;
    if (quotes % 2 === 0) return end;
  }
  return null;
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
