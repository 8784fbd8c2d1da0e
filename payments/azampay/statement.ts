import { parsePhone, type PhoneNumber, type Wallet } from "#domain/phone.ts";
import type { Outcome, Reference } from "#domain/provider.ts";
import { walletNamed } from "./wallets.ts";

/** One payment on the statement that staff take from AzamPay's portal. */
export type StatementLine = {
  line: number;
  reference: Reference | null;
  providerReference: string | null;
  operatorReference: string | null;
  outcome: Outcome;
  amount: bigint;
  wallet: Wallet | null;
  phone: PhoneNumber | null;
  date: string | null;
};

export type Statement =
  | { kind: "statement"; lines: StatementLine[]; unreadable: { line: number; why: string }[] }
  | { kind: "unreadable"; why: string };

type Column =
  | "reference"
  | "providerReference"
  | "operatorReference"
  | "outcome"
  | "amount"
  | "wallet"
  | "phone"
  | "date";

/** The export's columns are not documented, so they are found by any name that they are known under. */
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
  ["operatorReference", "mnoreference", "operatorreference", "fspreferenceid", "receipt"],
  ["outcome", "transactionstatus", "status", "state"],
  ["amount", "amount", "transactionamount", "amounttzs"],
  ["wallet", "operator", "provider", "network", "channel", "mno"],
  ["phone", "msisdn", "accountnumber", "phone", "phonenumber", "customer"],
  ["date", "date", "transactiondate", "createdat", "createddate", "time", "datetime"],
];

const outcomes: Record<string, Outcome> = {
  success: "paid",
  successful: "paid",
  completed: "paid",
  paid: "paid",
  failure: "declined",
  failed: "declined",
  rejected: "declined",
  cancelled: "cancelled",
  canceled: "cancelled",
  pending: "pending",
  processing: "pending",
  reversed: "reversed",
};

/** Reads a statement as CSV, whichever of comma, semicolon or tab separates it. */
export function readStatement(csv: string): Statement {
  const [head, ...rows] = records(csv.replace(/^\uFEFF/, ""));
  if (head === undefined) return { kind: "unreadable", why: "the file is empty" };
  const at = findColumns(head.cells);
  const missing = (["amount", "outcome"] as const).filter((column) => at[column] === undefined);
  if (at.reference === undefined && at.providerReference === undefined)
    return { kind: "unreadable", why: "no column holds our reference or AzamPay's transaction id" };
  if (missing.length > 0) return { kind: "unreadable", why: `no column for ${missing.join(" and ")}` };

  const lines: StatementLine[] = [];
  const unreadable: { line: number; why: string }[] = [];
  for (const { cells, line } of rows) {
    const read = readLine(cells, line, at);
    if (typeof read === "string") unreadable.push({ line, why: read });
    else lines.push(read);
  }
  return { kind: "statement", lines, unreadable };
}

function findColumns(head: string[]): Partial<Record<Column, number>> {
  const names = head.map((name) => name.toLowerCase().replace(/[^a-z]/g, ""));
  const found: Partial<Record<Column, number>> = {};
  for (const [column, ...known] of columns) {
    const at = known.map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

function readLine(
  cells: string[],
  line: number,
  at: Partial<Record<Column, number>>,
): StatementLine | string {
  const cell = (column: Column) => cells[at[column] ?? -1]?.trim() || null;
  const amount = shillings(cell("amount") ?? "");
  const reference = cell("reference");
  const providerReference = cell("providerReference");
  if (amount === null) return "the amount cannot be read";
  if (reference === null && providerReference === null) return "neither reference is given";
  return {
    line,
    reference,
    providerReference,
    operatorReference: cell("operatorReference"),
    outcome: outcomes[(cell("outcome") ?? "").toLowerCase()] ?? "unknown",
    amount,
    wallet: walletNamed(cell("wallet") ?? ""),
    phone: parsePhone(cell("phone") ?? ""),
    date: cell("date"),
  };
}

/** "TZS 50,000.00", "50000", "50 000": whole shillings only, since a fraction means that something else is meant. */
function shillings(written: string): bigint | null {
  const digits = written.replace(/^(TZS|TSh)\b\.?/i, "").replace(/[\s\u00a0]/g, "");
  if (!/^(\d{1,3}(,\d{3})+|\d{1,15})(\.0{1,2})?$/.test(digits)) return null;
  return BigInt(digits.replace(/\..*$/, "").replaceAll(",", ""));
}

function records(csv: string): { cells: string[]; line: number }[] {
  const separator = separatorOf(csv.split("\n", 1)[0] ?? "");
  const all: { cells: string[]; line: number }[] = [];
  let row = { cells: [""], line: 1 };
  let line = 1;
  let quoted = false;
  const write = (text: string) => row.cells.push((row.cells.pop() ?? "") + text);

  for (let at = 0; at < csv.length; at++) {
    const mark = csv.charAt(at);
    if (mark === "\n") line += 1;
    if (mark === '"' && quoted && csv[at + 1] === '"') write(csv.charAt(at++));
    else if (mark === '"') quoted = !quoted;
    else if (quoted) write(mark);
    else if (mark === separator) row.cells.push("");
    else if (mark === "\n") {
      all.push(row);
      row = { cells: [""], line };
    } else if (mark !== "\r") write(mark);
  }
  return [...all, row].filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
}

function separatorOf(head: string): string {
  const often = (mark: string) => head.split(mark).length;
  return [";", "\t"].reduce((best, mark) => (often(mark) > often(best) ? mark : best), ",");
}
