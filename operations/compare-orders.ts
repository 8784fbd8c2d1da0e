import type { Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { addDays, dayOf, type Day } from "#domain/calendar.ts";
import type { PaymentStatus } from "#domain/payment.ts";
import type { Outcome, Reference } from "#domain/provider.ts";
import { openCaseAbout } from "./open-case-about.ts";
import { openCase } from "./open-case.ts";

/** What the provider has on its list of some days; null when it did not say. */
export type OrderList = (from: Day, to: Day) => Promise<{ reference: Reference; outcome: Outcome }[] | null>;

export type Compared =
  | { kind: "no-answer" }
  /** How many are to be asked about once more, how many the provider knows and we do not, and the other way round. */
  | { kind: "compared"; toAsk: number; unknown: number; unlisted: number };

const daysBack = 3;
/** A payment of this moment may stand on one side already and not yet on the other. */
const settlesWithin = 3_600_000;

/** Lays Selcom's list of the last days beside ours. Nothing is booked from it: what differs is asked about, or is for staff. */
export async function compareOrders(
  db: Kysely<Tables>,
  list: OrderList,
  clock: () => Date,
): Promise<Compared> {
  const now = clock();
  const to = dayOf(now);
  const from = addDays(to, -daysBack);
  const listed = await list(from, to);
  if (listed === null) return { kind: "no-answer" };

  const ours = await db
    .selectFrom("payments")
    .select(["id", "reference", "status", "settled_at"])
    .where("provider", "=", "selcom")
    .where("created_at", ">=", new Date(`${from}T00:00:00+03:00`))
    .execute();
  const known = new Map(ours.map((payment) => [payment.reference, payment]));
  const paidThere = listed.filter(({ outcome }) => outcome === "paid").map(({ reference }) => reference);

  const missing = paidThere.flatMap((reference) => {
    const payment = known.get(reference);
    return payment === undefined || isPaid(payment.status) ? [] : [payment.id];
  });
  if (missing.length > 0)
    await db.updateTable("payments").set({ next_check_at: now }).where("id", "in", missing).execute();

  const strangers = paidThere.filter((reference) => !known.has(reference));
  for (const reference of strangers)
    await openCaseAbout(db, { kind: "unknown-order", subject: `selcom:${reference}` }, { reference });

  const there = new Set(paidThere);
  const unlisted = ours.filter(
    ({ reference, status, settled_at: at }) =>
      status === "succeeded" &&
      !there.has(reference) &&
      at !== null &&
      now.getTime() - at.getTime() > settlesWithin,
  );
  for (const { id } of unlisted) await openCase(db, "not-listed", { paymentId: id, details: { from, to } });
  return { kind: "compared", toAsk: missing.length, unknown: strangers.length, unlisted: unlisted.length };
}

function isPaid(status: PaymentStatus): boolean {
  return status === "succeeded" || status === "reversed";
}
