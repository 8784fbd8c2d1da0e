import { sql, type Insertable, type Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";
import type { PastDonation } from "./past-donations.ts";

/** Follows the ledger's rules: inserts pending donations, then pays each with its own journal and fee journal. */
export async function writePastDonations(tx: Transaction<Tables>, past: PastDonation[]): Promise<void> {
  if (past.length === 0) return;
  const donations = await tx
    .insertInto("donations")
    .values(past.map(asDonation))
    .returning(["id", "external_id"])
    .execute();
  const donationIds = new Map(donations.map(({ id, external_id }) => [external_id, id]));

  const payments = await tx
    .insertInto("payments")
    .values(past.map((each) => asPayment(each, found(donationIds, each.externalId))))
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

  const paid = past.filter(({ outcome }) => outcome === "completed");
  await writeMessages(tx, paid, paymentIds);
  await writeJournals(tx, "donation", paid, paymentIds, donationPostings);
  const withFee = paid.filter(({ fee }) => fee > 0n);
  await writeJournals(tx, "fee", withFee, paymentIds, feePostings);
}

function asDonation(each: PastDonation): Insertable<Tables["donations"]> {
  return {
    campaign_id: each.campaignId,
    amount: each.amount,
    currency: "TZS",
    donor_name: each.donor.name,
    donor_email: each.donor.email,
    is_anonymous: each.donor.anonymous,
    message: each.message,
    provider: each.provider,
    external_id: each.externalId,
    is_alumni_donation: each.graduationYear !== null,
    graduation_year: each.graduationYear,
    language: each.language,
    is_shown: each.isShown,
    wants_updates: each.isShown && each.donor.email !== null,
    created_at: each.at,
  };
}

function asPayment(each: PastDonation, donationId: bigint): Insertable<Tables["payments"]> {
  const settledAt = new Date(each.at.getTime() + 45_000);
  return {
    donation_id: donationId,
    provider: each.provider,
    method: each.method,
    reference: each.reference,
    provider_reference: each.outcome === "completed" ? `demo-${each.reference}` : null,
    status: each.outcome === "completed" ? "succeeded" : "failed",
    amount: each.amount + each.fee,
    fee: each.fee,
    currency: "TZS",
    network: each.network,
    created_at: each.at,
    updated_at: settledAt,
    settled_at: settledAt,
  };
}

/** Statement lines, which prove the donations. */
async function writeMessages(
  tx: Transaction<Tables>,
  past: PastDonation[],
  paymentIds: Map<string, bigint>,
): Promise<void> {
  const collected = past.filter(({ provider }) => provider !== "offline");
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
  past: PastDonation[],
  paymentIds: Map<string, bigint>,
  postingsOf: (each: PastDonation) => Posting[],
): Promise<void> {
  if (past.length === 0) return;
  const rows = past.map((each) => ({
    kind,
    payment_id: found(paymentIds, each.reference),
    occurred_at: new Date(each.at.getTime() + 45_000),
  }));
  const journals = await tx.insertInto("journal").values(rows).returning(["id", "payment_id"]).execute();
  const journalIds = new Map(journals.map(({ id, payment_id }) => [payment_id, id]));

  const postings = past.flatMap((each) =>
    postingsOf(each).map((posting, line) => ({
      ...posting,
      journal_id: found(journalIds, found(paymentIds, each.reference)),
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
  if (value === undefined) throw new Error(`no row was written for ${key}`);
  return value;
}
