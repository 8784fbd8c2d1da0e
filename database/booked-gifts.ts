import { sql } from "kysely";
import type { Money } from "#domain/money.ts";
import type { PhoneNumber, Wallet } from "#domain/phone.ts";
import {
  anyMeaning,
  between,
  donationConditions,
  type DonationFilter,
  type PaymentMethod,
} from "./donation-list.ts";
import { pageOf } from "./list-page.ts";
import type { Reads } from "./sql.server.ts";
import type { ProviderName } from "./tables.ts";

/** A gift in the ledger, or one taken out of it again; then its amounts are negative. */
export type BookedGift = {
  journal: bigint;
  kind: "gift" | "gift-reversal";
  valueAt: Date;
  orderId: string;
  receiptNumber: bigint | null;
  donor: string;
  isAnonymous: boolean;
  email: string | null;
  phone: PhoneNumber | null;
  graduationYear: string | null;
  campaign: { id: string; title: string };
  gift: Money;
  fee: Money;
  provider: ProviderName;
  method: PaymentMethod;
  wallet: Wallet | null;
  providerReference: string | null;
  operatorReference: string | null;
};

/** Few enough to be held, many enough not to ask all the time. */
const together = 250;

/**
 * What the ledger has booked, by value date, for the filter of the list of donations; its days are value dates here. Nothing
 * is held open between two batches, so whoever reads slowly is in nobody's way. What is booked meanwhile is left out.
 */
export async function* bookedGifts(db: Reads, filter: DonationFilter): AsyncGenerator<BookedGift[]> {
  const { last } = await db
    .selectFrom("journal")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  let after: string | null = null;
  do {
    const rows: Row[] = await readRows(db, filter, last ?? 0n, after);
    const batch = rows.slice(0, together);
    if (batch.length > 0) yield batch.map(asBooked);
    after = rows.length > together ? String(batch.at(-1)?.journal) : null;
  } while (after !== null);
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows(db: Reads, filter: DonationFilter, last: bigint, after: string | null) {
  const conditions = [
    ...donationConditions(filter),
    ...between(sql`j.occurred_at`, filter),
    anyMeaning(filter),
  ];
  const booked = db
    .selectFrom("journal as j")
    .innerJoin("payments as p", "p.id", "j.payment_id")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select([
      ...(["j.id as journal", "j.occurred_at", "d.external_id", "d.receipt_number"] as const),
      ...(["d.donor_name", "d.is_anonymous", "d.donor_email", "d.graduation_year", "d.campaign_id"] as const),
      ...(["c.title", "d.currency", "p.fee", "d.provider", "p.method", "p.network", "p.phone"] as const),
      ...(["p.provider_reference", "p.operator_reference"] as const),
      sql<"gift" | "gift-reversal">`j.kind`.as("kind"),
      sql<bigint>`(select -sum(amount) from postings where journal_id = j.id and campaign_id is not null)::bigint`.as(
        "booked",
      ),
    ])
    .where("j.kind", "in", ["gift", "gift-reversal"])
    .where("j.id", "<=", last)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`);
  const order = { from: sql`journal as j`, by: [sql`j.occurred_at`, sql`j.id`], descending: false };
  const cursor = after === null ? null : { side: "after" as const, id: after };
  return pageOf(booked, order, { cursor, size: together }).execute();
}

function asBooked(row: Row): BookedGift {
  const { currency } = row;
  return {
    journal: row.journal,
    kind: row.kind,
    valueAt: row.occurred_at,
    orderId: row.external_id,
    receiptNumber: row.receipt_number,
    donor: row.donor_name,
    isAnonymous: row.is_anonymous,
    email: row.donor_email,
    phone: row.phone,
    graduationYear: row.graduation_year,
    campaign: { id: row.campaign_id, title: row.title },
    gift: { amount: row.booked, currency },
    fee: { amount: row.kind === "gift" ? row.fee : -row.fee, currency },
    provider: row.provider,
    method: row.method,
    wallet: row.network,
    providerReference: row.provider_reference,
    operatorReference: row.operator_reference,
  };
}
