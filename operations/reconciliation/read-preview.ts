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
import type { Listing } from "./match-lines.ts";

const rowsShape = z.array(
  z.object({
    line: z.number(),
    reference: z.string().nullable(),
    providerReference: z.string().nullable(),
    outcome: z.enum(outcomes),
    said: z.string(),
    amount: z.string().transform(BigInt),
    date: z.string().nullable(),
  }),
);

export type Preview = { dates: DatesOfFile; listing: Listing; notUnderstood: NotUnderstood[] };

/** A stored file as it would be imported; null if it is no preview any more. Locks the preview. */
export async function readPreview(
  tx: Transaction<Tables>,
  statementId: bigint,
  chosen: DateOrder | null,
  now: Date,
): Promise<Preview | null> {
  const found = await tx
    .selectFrom("statements")
    .select(["provider", "preview", "not_understood"])
    .where("id", "=", statementId)
    .where("status", "=", "preview")
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return null;
  const rows = rowsShape.parse(found.preview);
  const dates = datesOfFile(rows, dayOf(now));
  const order = dates.kind === "one-order" ? dates.order : (chosen ?? "day-first");
  const { lines, notUnderstood: undated } = asListed(rows, order);
  const notUnderstood = [...notUnderstoodShape.parse(found.not_understood), ...undated].toSorted(
    (one, other) => one.line - other.line,
  );
  const isComplete = notUnderstood.every(({ references }) => references !== null);
  return {
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
