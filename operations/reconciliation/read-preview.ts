import type { Transaction } from "kysely";
import { z } from "zod";
import type { Tables } from "#database/tables.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { outcomes } from "#domain/payments/provider.ts";
import {
  asListed,
  coveredDays,
  datesOfFile,
  notUnderstoodShape,
  type DateOrder,
  type DatesOfFile,
  type NotUnderstood,
} from "#domain/reconciliation/statement.ts";
import { lockStatements } from "./lock-statements.ts";
import type { Listing } from "./match-lines.ts";

const rowsShape = z.array(
  z.object({
    line: z.number(),
    reference: z.string().nullable(),
    providerReference: z.string().nullable(),
    outcome: z.enum(outcomes),
    providerWord: z.string(),
    amount: z
      .string()
      .regex(/^-?\d+$/)
      .transform(BigInt),
    date: z.string().nullable(),
  }),
);

type StoredPreview = {
  kind: "preview";
  dates: DatesOfFile;
  listing: Listing;
  notUnderstood: NotUnderstood[];
};

/** `outdated`: an earlier version of the program stored the file in another form, so it has to be imported again. */
export type NoPreview = { kind: "no-preview" } | { kind: "outdated" };

/** A stored file as it would be imported. Locks the preview. */
export async function readPreview(
  tx: Transaction<Tables>,
  statementId: bigint,
  chosen: DateOrder | null,
  now: Date,
): Promise<StoredPreview | NoPreview> {
  const preview = tx
    .selectFrom("statements")
    .select(["provider", "preview", "not_understood"])
    .where("id", "=", statementId)
    .where("status", "=", "preview");
  const seen = await preview.clearSelect().select("provider").executeTakeFirst();
  if (seen === undefined) return { kind: "no-preview" };
  // Another person's import of the same file takes longer than a row lock is waited for.
  await lockStatements(tx, seen.provider);
  const found = await preview.forUpdate().executeTakeFirst();
  if (found === undefined) return { kind: "no-preview" };
  const rows = readRows(found.preview);
  const unread = notUnderstoodShape.safeParse(found.not_understood);
  if (rows === null || !unread.success) return { kind: "outdated" };
  const dates = datesOfFile(rows, dayOf(now));
  const order = dates.kind === "one-order" ? dates.order : (chosen ?? "day-first");
  const { lines, notUnderstood: undated } = asListed(rows, order);
  const notUnderstood = [...unread.data, ...undated].toSorted((one, other) => one.line - other.line);
  const isComplete = notUnderstood.every(({ references }) => references !== null);
  return {
    kind: "preview",
    dates,
    notUnderstood,
    listing: {
      provider: found.provider,
      statementId,
      lines,
      covers: isComplete ? coveredDays(lines, dayOf(now)) : null,
      mentioned: notUnderstood.flatMap(({ references }) => references ?? []),
      isUndoable: true,
    },
  };
}

function readRows(stored: unknown) {
  const rows = rowsShape.safeParse(stored);
  return rows.success ? rows.data : null;
}
