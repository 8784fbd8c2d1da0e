import { type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { DatesOfFile, ListedPayment, NotUnderstood } from "#domain/reconciliation/statement.ts";
import { readPreview, type NoPreview } from "./read-preview.ts";
import { compareLines, type Examined, type ComparedLine } from "./match-lines.ts";

export type ExaminedPreview = Examined & {
  kind: "examined";
  dates: DatesOfFile;
  notUnderstood: NotUnderstood[];
  /** The rows that differ from our records, or have an unknown status. */
  differing: ComparedLine[];
  /** The rows that say paid. `amount` is their sum, in minor units. */
  paid: { rows: number; amount: bigint };
  /** Whether payments that are missing from the file can be found. */
  isComplete: boolean;
};

const mostShown = 50;

/** Runs the import and rolls it back, so the preview shows exactly its effect. */
export async function examinePreview(
  db: Kysely<Tables>,
  statementId: bigint,
  now: Date,
): Promise<ExaminedPreview | NoPreview> {
  const tx = await db.startTransaction().execute();
  try {
    const preview = await readPreview(tx, statementId, null, now);
    if (preview.kind !== "preview") return preview;
    const { dates, notUnderstood, listing } = preview;
    const { comparedLines, ...examined } = await compareLines(tx, listing);
    const differing = comparedLines
      .filter(({ state }) => state === "open" || state === "unclear")
      .toSorted((one, other) => one.line - other.line)
      .slice(0, mostShown);
    const isComplete = notUnderstood.every(({ references }) => references !== null);
    const paid = sumOfPaid(listing.lines);
    return { kind: "examined", ...examined, dates, notUnderstood, differing, paid, isComplete };
  } finally {
    await tx.rollback().execute();
  }
}

function sumOfPaid(lines: ListedPayment[]): ExaminedPreview["paid"] {
  const paid = lines.filter(({ outcome }) => outcome === "paid");
  return { rows: paid.length, amount: paid.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) };
}
