import { dayWritten, type ListedPayment } from "#domain/statement.ts";
import { readStatement, type StatementLine } from "./statement.ts";

type Problem = { line: number; why: string };

export type Import =
  /** What cannot be read is left out only where whoever brings the file agrees. */
  { kind: "lines"; lines: ListedPayment[]; leftOut: Problem[] } | { kind: "refused"; problems: Problem[] };

const mostLines = 50_000;
const longestReference = 100;

/** A file that staff bring from AzamPay's portal, with every line that cannot be relied on named by its number. */
export function readImport(bytes: Uint8Array): Import {
  const text = decode(bytes);
  if (text === null) return refused("the file is not text in UTF-8");
  const read = readStatement(text);
  if (read.kind === "unreadable") return refused(read.why);
  if (read.lines.length > mostLines) return refused(`the file has more than ${mostLines} lines`);
  const leftOut = [...read.unreadable];
  const kept = new Map<string, StatementLine>();
  const contradictions: Problem[] = [];
  for (const line of read.lines) {
    const why = whatIsWrong(line);
    const key = line.providerReference ?? line.reference ?? "";
    const earlier = kept.get(key);
    if (why !== null) leftOut.push({ line: line.line, why });
    else if (earlier === undefined) kept.set(key, line);
    else if (earlier.amount !== line.amount || earlier.outcome !== line.outcome)
      contradictions.push({
        line: line.line,
        why: `it says something else than line ${earlier.line} of the same payment`,
      });
  }
  if (contradictions.length > 0) return { kind: "refused", problems: contradictions };
  if (kept.size === 0 && leftOut.length === 0) return refused("the file has no payments in it");
  return {
    kind: "lines",
    lines: [...kept.values()].map(asListed),
    leftOut: leftOut.toSorted((one, other) => one.line - other.line),
  };
}

const refused = (why: string): Import => ({ kind: "refused", problems: [{ line: 1, why }] });

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function whatIsWrong({ reference, providerReference, date }: StatementLine): string | null {
  for (const name of [reference, providerReference]) {
    if (name === null) continue;
    if (name.length > longestReference) return "a reference is too long";
    if (/[^\x21-\x7e]/.test(name)) return "a reference has characters that no reference has";
  }
  return date !== null && dayWritten(date) === null ? "the date cannot be read" : null;
}

const asListed = ({
  line,
  reference,
  providerReference,
  outcome,
  amount,
  date,
}: StatementLine): ListedPayment => ({
  ...{ line, reference, providerReference, outcome, amount },
  day: dayWritten(date ?? ""),
});
