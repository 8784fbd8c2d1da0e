import { sql, type Kysely } from "kysely";
import type { PhoneNumber } from "#domain/payments/phone.ts";
import type { Tables } from "#database/tables.ts";
import type { DatesOfFile, ListedPayment, NotUnderstood } from "#domain/reconciliation/statement.ts";
import { readPreview, type NoPreview } from "./read-preview.ts";
import { compareLines, type Examined, type ComparedLine } from "./match-lines.ts";

export type ExaminedPreview = Examined & {
  kind: "examined";
  dates: DatesOfFile;
  notUnderstood: NotUnderstood[];
  /** The rows that differ from our records, or have an unknown status. */
  differing: DifferingLine[];
  /** The rows that say paid. `amount` is their sum, in minor units. */
  paid: { rows: number; amount: bigint };
  /** Whether payments that are missing from the file can be found. */
  isComplete: boolean;
};

export type DifferingLine = ComparedLine & {
  /** The donation of the payment, and its open case. Null for a payment that we do not know. */
  about: {
    donationId: bigint;
    donor: string;
    phone: PhoneNumber | null;
    campaign: string;
    caseId: bigint | null;
  } | null;
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
    const shown = comparedLines
      .filter(({ state }) => state === "open" || state === "unclear")
      .toSorted((one, other) => one.line - other.line)
      .slice(0, mostShown);
    const differing = await withDonations(tx, shown);
    const isComplete = notUnderstood.every(({ references }) => references !== null);
    const paid = sumOfPaid(listing.lines);
    return { kind: "examined", ...examined, dates, notUnderstood, differing, paid, isComplete };
  } finally {
    await tx.rollback().execute();
  }
}

async function withDonations(tx: Kysely<Tables>, lines: ComparedLine[]): Promise<DifferingLine[]> {
  const ids = lines.flatMap(({ payment_id }) => payment_id ?? []);
  const rows = await tx
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select(["p.id", "d.id as donationId", "d.donor_name as donor", "p.phone", "c.title as campaign"])
    .select(
      sql<bigint | null>`(
        select k.id from cases k where k.payment_id = p.id and k.status = 'open' order by k.kind <> 'mismatch', k.id limit 1
      )`.as("caseId"),
    )
    .where("p.id", "=", (is) => is.fn.any(sql.val(ids)))
    .execute();
  const donations = new Map(rows.map(({ id, ...about }) => [id, about]));
  return lines.map((line) => ({
    ...line,
    about: line.payment_id === null ? null : (donations.get(line.payment_id) ?? null),
  }));
}

function sumOfPaid(lines: ListedPayment[]): ExaminedPreview["paid"] {
  const paid = lines.filter(({ outcome }) => outcome === "paid");
  return { rows: paid.length, amount: paid.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) };
}
