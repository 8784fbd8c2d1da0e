import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { addDays, dayOf, type Day } from "#domain/calendar.ts";
import { minorUnits, type Currency } from "#domain/money.ts";
import type { Outcome, Reference } from "#domain/provider.ts";
import { dayWritten, type ListedPayment } from "#domain/statement.ts";
import { takeStatement } from "./take-statement.ts";

/** What the provider has on its list of some days; null when it did not say. */
export type OrderList = (from: Day, to: Day) => Promise<ListedOrder[] | null>;

type ListedOrder = {
  reference: Reference;
  outcome: Outcome;
  /** In the order's own currency, which the list does not name. */
  amount: string | null;
  createdAt: string | null;
};

export type Compared =
  | { kind: "no-answer" }
  /** How many are to be asked about once more, how many the provider knows and we do not, and the other way round. */
  | { kind: "compared"; toAsk: number; unknown: number; unlisted: number };

const daysBack = 3;

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

  const currencies = await currenciesOf(
    db,
    listed.map(({ reference }) => reference),
  );
  const lines = listed.map(({ reference, outcome, amount, createdAt }, at): ListedPayment => ({
    line: at + 1,
    reference,
    providerReference: null,
    outcome,
    said: null,
    amount: minorUnits(amount, currencies.get(reference) ?? "TZS"),
    day: dayWritten(createdAt ?? ""),
  }));
  const covers = { from, to };
  const name = `${from} to ${to}`;
  const taken = await takeStatement(db, { provider: "selcom", name, lines, covers }, now);
  const paid = lines.filter(({ outcome }) => outcome === "paid");
  return {
    kind: "compared",
    toAsk: taken.toAsk.length,
    unknown: paid.filter(({ reference }) => !currencies.has(reference ?? "")).length,
    unlisted: taken.unlisted,
  };
}

async function currenciesOf(db: Kysely<Tables>, references: Reference[]): Promise<Map<Reference, Currency>> {
  const known = await db
    .selectFrom("payments")
    .select(["reference", "currency"])
    .where("provider", "=", "selcom")
    .where("reference", "=", (is) => is.fn.any(sql.val(references)))
    .execute();
  return new Map(known.map(({ reference, currency }) => [reference, currency]));
}
