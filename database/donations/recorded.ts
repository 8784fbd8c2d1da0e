import { sql, type RawBuilder } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";
import {
  anyMeaning,
  betweenDays,
  donationConditions,
  findMatching,
  type DonationFilter,
  type PaymentMethod,
} from "./list.ts";
import { pageOf } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PaidThrough } from "#domain/payments/provider.ts";

type BookedKind = "donation" | "donation-reversal" | "move" | "part-refund";

/** A donation in the ledger, or its removal with negative amounts. A move has one of each. */
export type BookedDonation = {
  journal: bigint;
  kind: BookedKind;
  valueAt: Date;
  orderId: string;
  receiptNumber: bigint | null;
  donor: string;
  isAnonymous: boolean;
  email: string | null;
  phone: PhoneNumber | null;
  graduationYear: string | null;
  campaign: { id: string; title: string };
  amount: Money;
  fee: Money;
  provider: PaidThrough;
  method: PaymentMethod;
  network: Network | null;
  providerReference: string | null;
  operatorReference: string | null;
};

const usual = {
  /** Number of ledger entries read at a time, however few of them match. This keeps every query short. */
  together: 250,
  /** Up to this many matches are read together. More are read along the ledger. */
  mostMatches: 5_000,
};

/**
 * The ledger's entries by value date, for the filter of the list of donations. Days in the filter are value dates
 * here. No transaction is open between two batches, so a slow reader blocks no other work. Entries recorded after the
 * start are left out.
 */
export async function* bookedDonations(
  db: Reads,
  filter: DonationFilter,
  { together, mostMatches } = usual,
): AsyncGenerator<BookedDonation[]> {
  const { meanings } = filter;
  const matches = meanings === null ? "many" : await findMatching(db, meanings, mostMatches);
  const entries =
    matches === "many" ? alongLedger(db, filter, together) : entriesOf(db, filter, matches, together);
  const conditions = donationConditions(filter, sql`y.campaign_id`);
  if (meanings !== null && matches === "many") conditions.push(anyMeaning(meanings));
  for await (const ids of entries) {
    const rows = await readBooked(db, ids, conditions);
    if (rows.length > 0) yield rows.map(asBooked);
  }
}

async function* alongLedger(db: Reads, filter: DonationFilter, together: number): AsyncGenerator<bigint[]> {
  const { last } = await db
    .selectFrom("journal")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  const donations = db
    .selectFrom("journal as j")
    .select("j.id")
    .where("j.id", "<=", last ?? 0n)
    .where(donationsIn(filter));
  let ids: bigint[] = [];
  do {
    const after = ids.at(-1);
    const cursor = after === undefined ? null : { side: "after" as const, id: String(after) };
    const page = await pageOf(donations, order, { cursor, size: together - 1 }).execute();
    ids = page.map(({ id }) => id);
    yield ids;
  } while (ids.length === together);
}

async function* entriesOf(db: Reads, filter: DonationFilter, matches: bigint[], together: number) {
  const entries = await db
    .selectFrom("journal as j")
    .innerJoin("payments as p", "p.id", "j.payment_id")
    .select("j.id")
    .where(sql<boolean>`p.donation_id = any(${matches})`)
    .where(donationsIn(filter))
    .orderBy(sql.join(order.by))
    .execute();
  for (let at = 0; at < entries.length; at += together)
    yield entries.slice(at, at + together).map(({ id }) => id);
}

const order = { from: sql`journal as j`, by: [sql`j.occurred_at`, sql`j.id`], descending: false };

const donationsIn = (filter: DonationFilter) =>
  sql<boolean>`${sql.join(
    [sql`counts_as_raised(j.kind)`, ...betweenDays(sql`j.occurred_at`, filter)],
    sql` and `,
  )}`;

type Row = Awaited<ReturnType<typeof readBooked>>[number];

function readBooked(db: Reads, ids: bigint[], conditions: RawBuilder<boolean>[]) {
  return (
    db
      .selectFrom("journal as j")
      .innerJoin("postings as y", (join) =>
        join.onRef("y.journal_id", "=", "j.id").on("y.campaign_id", "is not", null),
      )
      .innerJoin("payments as p", "p.id", "j.payment_id")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .innerJoin("campaigns as c", "c.id", "y.campaign_id")
      .select([
        ...(["j.id as journal", "j.occurred_at", "d.external_id", "d.receipt_number"] as const),
        ...(["d.donor_name", "d.is_anonymous", "d.donor_email", "d.graduation_year"] as const),
        ...(["c.title", "d.currency", "p.fee", "d.provider", "p.method", "p.network", "p.phone"] as const),
        ...(["p.provider_reference", "p.operator_reference"] as const),
        sql<BookedKind>`j.kind`.as("kind"),
        sql<bigint>`-y.amount`.as("booked"),
        sql<string>`y.campaign_id`.as("campaign_id"),
      ])
      .where(sql<boolean>`j.id = any(${ids})`)
      .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
      .orderBy(sql.join(order.by))
      // A move's removal from one campaign comes before its entry for the other.
      .orderBy("y.amount", "desc")
      .execute()
  );
}

/** The ledger records or removes the fee only with the whole donation. */
const feeIn = { donation: 1n, "donation-reversal": -1n, move: 0n, "part-refund": 0n } as const;

function asBooked(row: Row): BookedDonation {
  const { currency } = row;
  return {
    journal: row.journal,
    kind: row.kind,
    valueAt: row.occurred_at,
    orderId: row.external_id,
    receiptNumber: row.receipt_number,
    donor: row.donor_name,
    isAnonymous: row.is_anonymous,
    // An anonymous donor left it for the receipt alone, and exports leave the site.
    email: row.is_anonymous ? null : row.donor_email,
    phone: row.phone,
    graduationYear: row.graduation_year,
    campaign: { id: row.campaign_id, title: row.title },
    amount: { amount: row.booked, currency },
    fee: { amount: feeIn[row.kind] * row.fee, currency },
    provider: row.provider,
    method: row.method,
    network: row.network,
    providerReference: row.provider_reference,
    operatorReference: row.operator_reference,
  };
}
