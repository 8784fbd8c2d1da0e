import { randomBytes } from "node:crypto";
import type { Insertable, Kysely, Transaction } from "kysely";
import type { Tables } from "#database/tables.ts";

/** Records for tests: each says only what matters to it, and the rest is something believable. */

type Db = Kysely<Tables>;

export async function campaign(
  db: Db,
  values: Partial<Insertable<Tables["campaigns"]>> = {},
): Promise<string> {
  const id = values.id ?? `campaign-${randomBytes(4).toString("hex")}`;
  await db
    .insertInto("campaigns")
    .values({ id, title: "A campaign", description: "What it is for.", goal_amount: 1_000_000n, ...values })
    .execute();
  if (values.is_zakat_eligible && values.owner_id === undefined) await allowZakat(db, id);
  return id;
}

/** A ruling for a campaign of the fund, by any person who may record one. */
export async function allowZakat(db: Db, campaignId: string): Promise<void> {
  const first = { name: "A reviewer", role: "Reviewer", order_index: 99 };
  const reviewer =
    (await db
      .selectFrom("team_members")
      .select(["id", "name"])
      .where("is_active", "=", true)
      .executeTakeFirst()) ??
    (await db.insertInto("team_members").values(first).returning(["id", "name"]).executeTakeFirstOrThrow());
  const person = await db
    .selectFrom("users")
    .select("id")
    .where("role", "in", ["staff", "admin"])
    .executeTakeFirst();
  await db
    .insertInto("zakat_rulings")
    .values({
      ...{ campaign_id: campaignId, reviewer_id: reviewer.id, reviewer_name: reviewer.name },
      ...{ ruled_on: "2020-01-01", reasons: "Those who benefit are poor.", recorded_by: person?.id ?? null },
    })
    .execute();
}

export type Donation = {
  donationId: bigint;
  paymentId: bigint;
  campaignId: string;
  amount: bigint;
  fee: bigint;
  currency: "TZS" | "USD";
  fund: string;
};

/** A donation with its one open payment. */
export async function pendingDonation(
  db: Db,
  {
    to,
    amount = 10_000n,
    fee = 0n,
    currency = "TZS",
    donation = {},
  }: {
    to: string;
    amount?: bigint;
    fee?: bigint;
    currency?: "TZS" | "USD";
    donation?: Partial<Insertable<Tables["donations"]>>;
  },
): Promise<Donation> {
  const mark = randomBytes(8).toString("hex");
  const { id: donationId } = await db
    .insertInto("donations")
    .values({
      campaign_id: to,
      amount,
      currency,
      provider: "selcom",
      external_id: `${to}_${mark}`,
      ...donation,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: paymentId } = await db
    .insertInto("payments")
    .values({
      donation_id: donationId,
      provider: "selcom",
      method: fee > 0n ? "card" : "mobile",
      reference: mark,
      status: "pending",
      amount: amount + fee,
      fee,
      currency,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { is_zakat_eligible } = await db
    .selectFrom("campaigns")
    .select("is_zakat_eligible")
    .where("id", "=", to)
    .executeTakeFirstOrThrow();
  const fund = `${is_zakat_eligible ? "zakat" : "campaign"}:${to}`;
  return { donationId, paymentId, campaignId: to, amount, fee, currency, fund };
}

/** As a provider said it, which is the proof. */
export async function markPaid(
  tx: Transaction<Tables>,
  donation: Donation,
  verdict: string | null = "succeeded",
): Promise<void> {
  const message = { provider: "selcom", kind: "status", body: "{}", payment_id: donation.paymentId } as const;
  await tx
    .insertInto("provider_messages")
    .values({ ...message, verdict, judged_at: new Date() })
    .execute();
  await tx
    .updateTable("payments")
    .set({ status: "succeeded" })
    .where("id", "=", donation.paymentId)
    .execute();
  await tx
    .updateTable("donations")
    .set({ status: "completed", completed_at: new Date() })
    .where("id", "=", donation.donationId)
    .execute();
}

export type Entry = {
  account: string;
  amount: bigint;
  currency?: "TZS" | "USD";
  campaign_id?: string | null;
};

export async function journal(
  tx: Db,
  values: Insertable<Tables["journal"]>,
  entries: Entry[],
): Promise<bigint> {
  const { id } = await tx.insertInto("journal").values(values).returning("id").executeTakeFirstOrThrow();
  if (entries.length > 0) {
    await tx
      .insertInto("postings")
      .values(entries.map((entry, line) => ({ journal_id: id, line, currency: "TZS" as const, ...entry })))
      .execute();
  }
  return id;
}

export const donationEntries = ({ fund, amount, currency, campaignId }: Donation): Entry[] => [
  { account: "provider_receivable:selcom", amount, currency },
  { account: fund, amount: -amount, currency, campaign_id: campaignId },
];

export const feeEntries = ({ fee, currency }: Donation): Entry[] => [
  { account: "provider_receivable:selcom", amount: fee, currency },
  { account: "fee_income", amount: -fee, currency },
];

/** The donation as a confirmed payment leaves it. */
export async function complete(db: Db, donation: Donation): Promise<bigint> {
  return db.transaction().execute(async (tx) => {
    await markPaid(tx, donation);
    if (donation.fee > 0n)
      await journal(tx, { kind: "fee", payment_id: donation.paymentId }, feeEntries(donation));
    return journal(tx, { kind: "donation", payment_id: donation.paymentId }, donationEntries(donation));
  });
}

/** As a provider said it. */
export async function reverse(db: Db, donation: Donation, journalId: bigint): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const message = {
      provider: "selcom",
      kind: "status",
      body: "{}",
      payment_id: donation.paymentId,
    } as const;
    await tx
      .insertInto("provider_messages")
      .values({ ...message, verdict: "reversed", judged_at: new Date() })
      .execute();
    await tx
      .updateTable("payments")
      .set({ status: "reversed" })
      .where("id", "=", donation.paymentId)
      .execute();
    await tx
      .updateTable("donations")
      .set({ reversed_at: new Date() })
      .where("id", "=", donation.donationId)
      .execute();
    const entries = donationEntries(donation).map((entry) => ({ ...entry, amount: -entry.amount }));
    await journal(
      tx,
      { kind: "donation-reversal", payment_id: donation.paymentId, reversed_of: journalId },
      entries,
    );
  });
}

/** The fund's details that each email needs. */
export async function fundSettings(db: Db): Promise<void> {
  await db
    .insertInto("site_settings")
    .values([
      {
        key: "fund",
        value: JSON.stringify({ name: { en: "Fund", sw: null }, tagline: { en: "x", sw: null } }),
        is_public: true,
      },
      {
        key: "contact",
        value: JSON.stringify({ phones: [], emails: [], address: { en: "x", sw: null } }),
        is_public: true,
      },
      { key: "office-hours", value: "[]", is_public: true },
    ])
    .execute();
}
