import { sql, type Insertable, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { PastDonation } from "./past-donations.ts";

/** Past gifts by the ledger's own rules: pending first, then paid with a journal each, card fees in journals of their own. */
export async function writePastDonations(tx: Transaction<Tables>, gifts: PastDonation[]): Promise<void> {
  if (gifts.length === 0) return;
  const donations = await tx
    .insertInto("donations")
    .values(gifts.map(asDonation))
    .returning(["id", "external_id"])
    .execute();
  const donationIds = new Map(donations.map(({ id, external_id }) => [external_id, id]));

  const payments = await tx
    .insertInto("payments")
    .values(gifts.map((gift) => asPayment(gift, found(donationIds, gift.externalId))))
    .returning(["id", "reference"])
    .execute();
  const paymentIds = new Map(payments.map(({ id, reference }) => [reference, id]));

  await sql`
    update donations d
    set status = case when p.status = 'succeeded' then 'completed' else 'failed' end,
      completed_at = case when p.status = 'succeeded' then p.settled_at end,
      updated_at = p.settled_at
    from payments p
    where p.donation_id = d.id and p.id in (${sql.join([...paymentIds.values()])})
  `.execute(tx);

  const paid = gifts.filter(({ outcome }) => outcome === "completed");
  await writeMessages(tx, paid, paymentIds);
  await writeJournals(tx, "donation", paid, paymentIds, donationPostings);
  const withFee = paid.filter(({ fee }) => fee > 0n);
  await writeJournals(tx, "fee", withFee, paymentIds, feePostings);
}

function asDonation(gift: PastDonation): Insertable<Tables["donations"]> {
  return {
    campaign_id: gift.campaignId,
    amount: gift.amount,
    currency: "TZS",
    donor_name: gift.donor.name,
    donor_email: gift.donor.email,
    is_anonymous: gift.donor.anonymous,
    message: gift.message,
    provider: gift.provider,
    external_id: gift.externalId,
    is_alumni_donation: gift.graduationYear !== null,
    graduation_year: gift.graduationYear,
    language: gift.language,
    created_at: gift.at,
  };
}

function asPayment(gift: PastDonation, donationId: bigint): Insertable<Tables["payments"]> {
  const settledAt = new Date(gift.at.getTime() + 45_000);
  return {
    donation_id: donationId,
    provider: gift.provider,
    method: gift.method,
    reference: gift.reference,
    provider_reference: gift.outcome === "completed" ? `demo-${gift.reference}` : null,
    status: gift.outcome === "completed" ? "succeeded" : "failed",
    amount: gift.amount + gift.fee,
    fee: gift.fee,
    currency: "TZS",
    network: gift.network,
    created_at: gift.at,
    updated_at: settledAt,
    settled_at: settledAt,
  };
}

/** Statement lines, which prove the donations. */
async function writeMessages(
  tx: Transaction<Tables>,
  gifts: PastDonation[],
  paymentIds: Map<string, bigint>,
): Promise<void> {
  const collected = gifts.filter(({ provider }) => provider !== "offline");
  if (collected.length === 0) return;
  const rows = collected.map(({ provider, reference, at }) => ({
    provider,
    kind: "statement" as const,
    dedupe_key: `demo-${reference}`,
    payment_id: found(paymentIds, reference),
    body: JSON.stringify({ reference, status: "paid", note: "demonstration" }),
    verdict: "succeeded",
    received_at: new Date(at.getTime() + 45_000),
    judged_at: new Date(at.getTime() + 45_000),
  }));
  await tx.insertInto("provider_messages").values(rows).execute();
}

type Posting = { account: string; amount: bigint; campaign_id: string | null };

async function writeJournals(
  tx: Transaction<Tables>,
  kind: "donation" | "fee",
  gifts: PastDonation[],
  paymentIds: Map<string, bigint>,
  postingsOf: (gift: PastDonation) => Posting[],
): Promise<void> {
  if (gifts.length === 0) return;
  const rows = gifts.map((gift) => ({
    kind,
    payment_id: found(paymentIds, gift.reference),
    occurred_at: new Date(gift.at.getTime() + 45_000),
  }));
  const journals = await tx.insertInto("journal").values(rows).returning(["id", "payment_id"]).execute();
  const journalIds = new Map(journals.map(({ id, payment_id }) => [payment_id, id]));

  const postings = gifts.flatMap((gift) =>
    postingsOf(gift).map((posting, line) => ({
      ...posting,
      journal_id: found(journalIds, found(paymentIds, gift.reference)),
      line,
      currency: "TZS" as const,
    })),
  );
  await tx.insertInto("postings").values(postings).execute();
}

function donationPostings({ campaignId, zakat, amount, provider }: PastDonation): Posting[] {
  const fund = zakat ? `zakat:${campaignId}` : `campaign:${campaignId}`;
  return [
    { account: receivedIn(provider), amount, campaign_id: null },
    { account: fund, amount: -amount, campaign_id: campaignId },
  ];
}

function feePostings({ fee, provider }: PastDonation): Posting[] {
  return [
    { account: receivedIn(provider), amount: fee, campaign_id: null },
    { account: "fee_income", amount: -fee, campaign_id: null },
  ];
}

const receivedIn = (provider: PastDonation["provider"]) =>
  provider === "offline" ? "bank" : `provider_receivable:${provider}`;

function found<Key, Value>(values: Map<Key, Value>, key: Key): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`nothing was written for ${key}`);
  return value;
}
