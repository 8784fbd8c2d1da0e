import { sql } from "kysely";
import type { Translated } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import { dayOf, type Day } from "#domain/system/calendar.ts";
import type { Reads } from "#database/sql.server.ts";

/** A donation as the owner of its email address sees it: not more than its receipt shows, and no phone. */
export type OwnDonation = {
  orderId: string;
  receiptKey: string | null;
  receiptNumber: bigint | null;
  campaign: Translated;
  /** Without the parts that were refunded. */
  amount: Money;
  fee: Money;
  day: Day;
  isRefunded: boolean;
};

const mostDonations = 1_000;

/**
 * The completed donations at which this address was typed, newest first. Anyone can type any address, so this proves
 * nothing about the payer. It shows only what the receipt, which was sent to the address, showed already.
 */
export async function listOwnDonations(
  db: Reads,
  email: string,
  year: number | null = null,
): Promise<OwnDonation[]> {
  const rows = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoin("payments as p", (join) =>
      join.onRef("p.donation_id", "=", "d.id").on("p.status", "in", ["succeeded", "reversed"]),
    )
    .select([
      ...(["d.external_id", "d.receipt_key", "d.receipt_number", "d.amount", "d.refunded"] as const),
      ...(["d.currency", "d.reversed_at", "c.title", "c.title_sw", "p.fee", "p.method"] as const),
      ...(["d.completed_at", "d.created_at"] as const),
    ])
    .where(sql<boolean>`lower(d.donor_email) = ${email}`)
    .where("d.status", "=", "completed")
    .orderBy("d.id", "desc")
    .limit(mostDonations)
    .execute();
  const donations = rows.map((row): OwnDonation => {
    // A bank or cash donation was paid on the day it arrived.
    const isByHand = row.method === "bank" || row.method === "cash";
    return {
      orderId: row.external_id,
      receiptKey: row.receipt_key,
      receiptNumber: row.receipt_number,
      campaign: { en: row.title, sw: row.title_sw },
      amount: { amount: row.amount - row.refunded, currency: row.currency },
      fee: { amount: row.fee, currency: row.currency },
      day: dayOf(isByHand ? row.created_at : (row.completed_at ?? row.created_at)),
      isRefunded: row.reversed_at !== null,
    };
  });
  return year === null ? donations : donations.filter(({ day }) => day.startsWith(`${year}-`));
}

/** True if a link to the own page has something to show. */
export async function isKnownDonor(db: Reads, email: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from donations where lower(donor_email) = ${email} and status = 'completed'
    ) or exists (select from followers where email = ${email}) as known
  `.execute(db);
  return rows[0]?.known === true;
}
