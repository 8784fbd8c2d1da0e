import { exactAmount, type Money } from "#domain/money/money.ts";

/** Without it spreadsheets take UTF-8 for something else. */
export const csvBeginning = "\uFEFF";

/** What stands in a cell: a text, a number, or an amount as a plain number. */
export type Cell = string | bigint | Money | null;

export function csvLine(cells: Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "bigint") return String(cell);
  return typeof cell === "string" ? writtenText(cell) : exactAmount(cell);
}

/** What a spreadsheet would take for a formula, also behind spaces or in full width, is made a text by an apostrophe. */
function writtenText(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
