import { exactAmount, type Money } from "#domain/money/money.ts";

/** Without it spreadsheets do not recognise UTF-8. */
export const csvBeginning = "\uFEFF";

/** A cell: a text, a number, or an amount as a plain number. */
export type Cell = string | bigint | Money | null;

export function csvLine(cells: Cell[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "bigint") return String(cell);
  return typeof cell === "string" ? writtenText(cell) : exactAmount(cell);
}

/** An apostrophe turns a possible formula into text, also after spaces or in full width. */
function writtenText(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
