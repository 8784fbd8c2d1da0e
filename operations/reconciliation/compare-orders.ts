import { sql, type Kysely } from "kysely";
import type { Tables } from "#database/tables.ts";
import { addDays, dayOf, timeZone, type Day } from "#domain/system/calendar.ts";
import { minorUnits, type Currency } from "#domain/money/money.ts";
import type { Outcome, Reference } from "#domain/payments/provider.ts";
import { dayWritten, type ListedPayment } from "#domain/reconciliation/statement.ts";
import { openCaseAbout } from "#operations/cases/open-about-payment.ts";
import { takeStatement } from "./store-statement.ts";

/** The provider's list of some days. Null when it gave none. */
export type OrderList = (from: Day, to: Day) => Promise<ListedOrders | null>;

type ListedOrders = { orders: ListedOrder[]; odd: OddRow[] };

type ListedOrder = {
  row: number;
  reference: Reference;
  outcome: Outcome;
  /** In the order's own currency, which the list does not name. */
  amount: string | null;
  createdAt: string | null;
};

/** An unreliable row. The rest of the list still counts. */
type OddRow = { row: number; why: string };

export type Compared =
  | { kind: "no-answer" }
  /** Counts: orders to check again, orders that only one side has, and rows that could not be compared. */
  | {
      kind: "compared";
      toAsk: number;
      unknown: number;
      unlisted: number;
      odd: number;
      /** Days without an answer; the next run asks for them again. */
      missed: number;
    };

/** Read every night, because a late payment or a reversal changes an order that was listed before. */
export const daysBack = 14;
/** After an outage the days since the last list are read too, as far back as a card payment can be disputed. */
const mostDaysBack = 120;
const daysAtOnce = 7;

/**
 * Compares Selcom's list of orders with ours. Nothing is recorded from it: differences are checked, or opened as
 * cases.
 */
export async function compareOrders(
  db: Kysely<Tables>,
  list: OrderList,
  clock: () => Date,
): Promise<Compared> {
  const toAsk = new Set<Reference>();
  const unknown = new Set<Reference>();
  const total = { unlisted: 0, odd: 0, missed: 0 };
  const windows = windowsBetween(await firstDay(db, dayOf(clock())), dayOf(clock()));
  for (const window of windows) {
    const listed = await list(window.from, window.to);
    if (listed === null) {
      total.missed += daysAtOnce;
      continue;
    }
    const compared = await compareWindow(db, listed, window, clock());
    for (const reference of compared.toAsk) toAsk.add(reference);
    for (const reference of compared.unknown) unknown.add(reference);
    total.unlisted += compared.unlisted;
    total.odd += compared.odd;
  }
  if (total.missed === windows.length * daysAtOnce) return { kind: "no-answer" };
  return { kind: "compared", toAsk: toAsk.size, unknown: unknown.size, ...total };
}

type Window = { from: Day; to: Day };

function windowsBetween(from: Day, to: Day): Window[] {
  const windows: Window[] = [];
  for (let last = to; last >= from; last = addDays(last, -daysAtOnce))
    windows.unshift({ from: addDays(last, 1 - daysAtOnce), to: last });
  return windows;
}

/** The usual days, and earlier days since our first order without any list. */
async function firstDay(db: Kysely<Tables>, today: Day): Promise<Day> {
  const usual = addDays(today, 1 - daysBack);
  const { rows } = await sql<{ missed: Day | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as missed
    from generate_series(
      greatest(
        ${addDays(today, -mostDaysBack)}::date,
        (
          select (min(created_at) at time zone ${sql.lit(timeZone)})::date from payments
          where provider = 'selcom' and created_at > ${addDays(today, -mostDaysBack)}::date
        )
      ),
      ${usual}::date, '1 day'
    ) as day
    where not exists (
      select from statements s where s.provider = 'selcom' and s.source = 'list' and s.status = 'imported' and day between s.from_day and s.to_day
    )
  `.execute(db);
  const missed = rows[0]?.missed ?? usual;
  return missed < usual ? missed : usual;
}

async function compareWindow(db: Kysely<Tables>, listed: ListedOrders, covers: Window, now: Date) {
  const references = [...new Set(listed.orders.map(({ reference }) => reference))];
  const currencies = await currenciesOf(db, references);
  const { lines, odd } = asLines(listed, currencies);
  const name = `${covers.from} to ${covers.to}`;
  const stored = await takeStatement(db, { provider: "selcom", name, lines, covers }, now);

  const doubtful = lines.filter(({ outcome }) => outcome === "reversed" || outcome === "unknown");
  const checked = await readPaymentStatus(db, doubtful, now);
  if (odd.length > 0) await reportOddRows(db, covers, odd);
  return {
    toAsk: [...stored.toCheck, ...checked],
    unknown: lines
      .filter(({ outcome, reference }) => outcome === "paid" && !currencies.has(reference ?? ""))
      .map(({ reference }) => reference ?? ""),
    unlisted: stored.unlisted,
    odd: odd.length,
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

/** One line for each order. An order that is listed twice counts once; a contradictory one is checked. */
function asLines({ orders, odd: unread }: ListedOrders, currencies: Map<Reference, Currency>) {
  const lines = new Map<Reference, ListedPayment>();
  const odd = [...unread];
  for (const { row, reference, outcome, amount: written, createdAt } of orders) {
    const amount = minorUnits(written, currencies.get(reference) ?? "TZS");
    const day = dayWritten(createdAt ?? "");
    const line = { line: row, reference, providerReference: null, outcome, providerWord: null, amount, day };
    const earlier = lines.get(reference);
    const unclear = { ...line, outcome: "unknown", amount: null } as const;
    if (amount === null && movesMoney(outcome)) {
      odd.push({ row, why: `${reference} has no readable amount` });
      lines.set(reference, unclear);
    } else if (earlier === undefined) lines.set(reference, line);
    else if (movesMoney(earlier.outcome) && movesMoney(outcome) && earlier.amount !== amount) {
      odd.push({ row, why: `${reference} has another amount than in row ${earlier.line}` });
      lines.set(reference, unclear);
    } else if (weight[outcome] > weight[earlier.outcome] && earlier.outcome !== "unknown")
      lines.set(reference, { ...line, line: earlier.line });
  }
  return { lines: [...lines.values()], odd };
}

const movesMoney = (outcome: Outcome) => outcome === "paid" || outcome === "reversed";

/** Of two rows of one order the later status counts: pending, then paid, then reversed. */
const weight = {
  pending: 0,
  cancelled: 1,
  declined: 2,
  unknown: 3,
  paid: 4,
  reversed: 5,
} as const satisfies Record<Outcome, number>;

/** The list proves nothing, so the status check decides about reversals and unclear rows. */
async function readPaymentStatus(
  db: Kysely<Tables>,
  lines: ListedPayment[],
  now: Date,
): Promise<Reference[]> {
  if (lines.length === 0) return [];
  const payments = await db
    .updateTable("payments")
    .set({ next_check_at: now })
    .where("provider", "=", "selcom")
    .where("reference", "=", (is) => is.fn.any(sql.val(lines.map(({ reference }) => reference))))
    .where("status", "<>", "reversed")
    .returning("reference")
    .execute();
  return payments.map(({ reference }) => reference);
}

const mostNamed = 20;

async function reportOddRows(db: Kysely<Tables>, { from, to }: Window, odd: OddRow[]): Promise<void> {
  const rows = odd.slice(0, mostNamed).map(({ row, why }) => `row ${row}: ${why}`);
  const details = { from, to, count: odd.length, rows };
  await openCaseAbout(db, { kind: "odd-rows", subject: "selcom:list" }, details);
}
