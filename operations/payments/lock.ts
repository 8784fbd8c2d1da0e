import type { Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { DonationStatus } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import type { Money } from "#domain/money/money.ts";
import type { Outcome } from "#domain/payments/provider.ts";
import { fundOf, receivedIn, type RequestedPayment, type PaymentStatus } from "#domain/payments/status.ts";

export type LockedPayment = RequestedPayment & {
  id: bigint;
  reference: string;
  status: PaymentStatus;
  method: "mobile" | "card" | "bank" | "cash";
  fee: Money;
  startedAt: Date;
  dueAt: Date | null;
  hints: number;
  /** The time of an unproven report that the provider has not clearly answered yet. */
  hint: Outcome | null;
  hintedAt: Date | null;
  donation: {
    id: bigint;
    externalId: string;
    campaignId: string;
    amount: Money;
    /** The amount less partial refunds. */
    left: Money;
    status: DonationStatus;
    email: string | null;
    language: Language;
    /** The donation that this one repeats. */
    retryOf: bigint | null;
  };
  fund: string;
  receivedIn: string;
};

/** Locks the payment and its donation until the transaction ends. Once per transaction: later steps take the result. */
export async function lockPayment(
  tx: Transaction<Tables>,
  key: { reference: string } | { id: bigint },
): Promise<LockedPayment | null> {
  const row = await tx
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select([
      ...(["p.id", "p.reference", "p.provider", "p.provider_reference", "p.method", "p.status"] as const),
      ...(["p.amount", "p.fee", "p.currency", "p.phone", "p.network", "p.created_at"] as const),
      ...(["p.next_check_at", "p.hints", "p.hint", "p.hinted_at"] as const),
      ...([
        "d.id as donation_id",
        "d.external_id",
        "d.campaign_id",
        "d.amount as donation_amount",
        "d.refunded",
      ] as const),
      ...([
        "d.status as donation_status",
        "d.donor_email",
        "d.language",
        "d.retry_of",
        "c.is_zakat_eligible",
      ] as const),
    ])
    .where((is) => ("id" in key ? is("p.id", "=", key.id) : is("p.reference", "=", key.reference)))
    .forNoKeyUpdate(["p", "d"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { currency } = row;
  return {
    id: row.id,
    reference: row.reference,
    provider: row.provider,
    providerReference: row.provider_reference,
    status: row.status,
    method: row.method,
    amount: { amount: row.amount, currency },
    fee: { amount: row.fee, currency },
    phone: row.phone,
    network: row.network,
    startedAt: row.created_at,
    dueAt: row.next_check_at,
    hints: row.hints,
    hint: row.hint,
    hintedAt: row.hinted_at,
    donation: {
      id: row.donation_id,
      externalId: row.external_id,
      campaignId: row.campaign_id,
      amount: { amount: row.donation_amount, currency },
      left: { amount: row.donation_amount - row.refunded, currency },
      status: row.donation_status,
      email: row.donor_email,
      language: row.language,
      retryOf: row.retry_of,
    },
    fund: fundOf({ id: row.campaign_id, isZakatEligible: row.is_zakat_eligible }),
    receivedIn: receivedIn(row.provider, row.method),
  };
}
