import { sql, type Transaction } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "#database/tables.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import {
  campaign,
  feeEntries,
  donationEntries,
  journal,
  markPaid,
  pendingDonation,
  reverse,
  type Entry,
  type Donation,
} from "#tests/support/database/records.ts";

const { db, asOwner } = await testRecords();

/** A payment before it is recorded in the ledger. The default is a card payment with its fee. */
async function paymentOf({ method = "card", fee = 350n, zakat = false } = {}): Promise<Donation> {
  const to = await campaign(db, zakat ? { is_zakat_eligible: true, category: "zakat" } : {});
  const donation = await pendingDonation(db, { to, fee });
  await db
    .updateTable("payments")
    .set({ method: method === "card" ? "card" : "mobile" })
    .where("id", "=", donation.paymentId)
    .execute();
  return donation;
}

type Booking = { entries?: Entry[]; fee?: Entry[] | null; pay?: (tx: Transaction<Tables>) => Promise<void> };

/** Null records no fee. */
function book(
  donation: Donation,
  { entries = donationEntries(donation), fee = feeEntries(donation), pay }: Booking = {},
) {
  return db.transaction().execute(async (tx) => {
    await (pay ? pay(tx) : markPaid(tx, donation));
    await journal(tx, { kind: "donation", payment_id: donation.paymentId }, entries);
    if (fee !== null) await journal(tx, { kind: "fee", payment_id: donation.paymentId }, fee);
  });
}

test("a card donation is recorded with its fee", async () => {
  await book(await paymentOf());
});

test("a Zakat donation by phone can include the fee", async () => {
  await book(await paymentOf({ method: "mobile", zakat: true }));
});

test("a card donation without its fee journal is refused", async () => {
  await expect(book(await paymentOf(), { fee: null })).rejects.toThrow(/booked without its fee/);
});

test("a card donation without a requested fee is refused", async () => {
  await expect(book(await paymentOf({ fee: 0n }), { fee: null })).rejects.toThrow(/has the wrong fee/);
});

test("a fee on a free payment is refused", async () => {
  await expect(book(await paymentOf({ method: "mobile" }))).rejects.toThrow(/has the wrong fee/);
  const free = await paymentOf({ method: "mobile", fee: 0n });
  const fee = feeEntries({ ...free, fee: 350n });
  await expect(book(free, { fee })).rejects.toThrow(/is not the fee of its payment/);
});

test.each([349n, 351n, 10n])("a fee of %i instead of 350 is refused", async (wrong) => {
  await expect(book(await paymentOf({ fee: wrong }))).rejects.toThrow(/has the wrong fee/);
  const donation = await paymentOf();
  await expect(book(donation, { fee: feeEntries({ ...donation, fee: wrong }) })).rejects.toThrow(
    /is not the fee of its payment/,
  );
});

test.each([
  ["provider_receivable:azampay", "fee_income"],
  ["bank", "fee_income"],
  ["provider_receivable:selcom", "provider_fees"],
])("a fee from %s to %s is refused", async (from, to) => {
  const donation = await paymentOf();
  const fee = [
    { account: from, amount: 350n },
    { account: to, amount: -350n },
  ];
  await expect(book(donation, { fee })).rejects.toThrow(/is not the fee of its payment/);
});

test("a fee without its donation is refused", async () => {
  const donation = await paymentOf();
  const alone = db
    .transaction()
    .execute((tx) => journal(tx, { kind: "fee", payment_id: donation.paymentId }, feeEntries(donation)));
  await expect(alone).rejects.toThrow(/a fee without its donation/);
});

test.each(["provider_receivable:azampay", "bank", "cash"])(
  "a Selcom donation recorded in %s is refused",
  async (account) => {
    const donation = await paymentOf();
    const entries = donationEntries(donation).map((entry) =>
      entry.campaign_id ? entry : { ...entry, account },
    );
    await expect(book(donation, { entries })).rejects.toThrow(/from an account other than/);
  },
);

test.each(["accepted", "pending", "mismatch", null])(
  "a donation whose only message says %s is refused",
  async (verdict) => {
    const donation = await paymentOf();
    const pay = (tx: Transaction<Tables>) => markPaid(tx, donation, verdict);
    await expect(book(donation, { pay })).rejects.toThrow(/without a proof/);
  },
);

test("an offline donation without confirmation is refused", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db), donation: { provider: "offline" } });
  const { id } = await db
    .insertInto("payments")
    .values({
      ...{ donation_id: donation.donationId, provider: "offline" as const, method: "cash" as const },
      ...{ reference: `by-hand-${donation.donationId}`, amount: donation.amount, currency: "TZS" as const },
      status: "failed" as const,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const byHand = { ...donation, paymentId: id };
  const entries = donationEntries(byHand).map((entry) =>
    entry.campaign_id ? entry : { ...entry, account: "cash" },
  );
  await expect(book(byHand, { entries, fee: null })).rejects.toThrow(/without a proof/);
});

const paidStates = ["succeeded", "reversed"] as const;

test.each(paidStates)("a payment set to %s without journals is refused", async (status) => {
  const { paymentId } = await paymentOf();
  const paid = db.updateTable("payments").set({ status }).where("id", "=", paymentId).execute();
  await expect(paid).rejects.toThrow(/paid without a journal of its amount/);
});

test.each(paidStates)("a new payment that is %s without journals is refused", async (status) => {
  const { donationId } = await paymentOf();
  const values = { donation_id: donationId, provider: "selcom", method: "card" } as const;
  const inserted = db
    .insertInto("payments")
    .values({ ...values, status, reference: `new-${donationId}`, amount: 10_000n, currency: "TZS" })
    .execute();
  await expect(inserted).rejects.toThrow(/paid without a journal of its amount/);
});

test("a payment of another amount than its journal is refused", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db), fee: 0n });
  const { id } = await db
    .insertInto("payments")
    .values({
      ...{ donation_id: donation.donationId, provider: "selcom", method: "mobile", status: "failed" },
      ...{ reference: `larger-${donation.donationId}`, amount: donation.amount + 1n, currency: "TZS" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await expect(book({ ...donation, paymentId: id }, { fee: null })).rejects.toThrow(
    /paid without a journal of its amount/,
  );
});

test("a reversed payment without its reversal journals is refused", async () => {
  const donation = await paymentOf();
  await book(donation);
  const reversed = db.transaction().execute(async (tx) => {
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
  });
  await expect(reversed).rejects.toThrow(/reversed without the reversal of its journals/);
});

test("a reversal without the fee's reversal is refused", async () => {
  const donation = await paymentOf();
  await book(donation);
  const { id } = await db
    .selectFrom("journal")
    .select("id")
    .where("payment_id", "=", donation.paymentId)
    .where("kind", "=", "donation")
    .executeTakeFirstOrThrow();
  await expect(reverse(db, donation, id)).rejects.toThrow(/reversed without the reversal of its journals/);
});

test("a reversal journal of a payment that is not reversed is refused", async () => {
  const donation = await paymentOf({ method: "mobile", fee: 0n });
  await book(donation, { fee: null });
  const { id } = await db
    .selectFrom("journal")
    .select("id")
    .where("payment_id", "=", donation.paymentId)
    .executeTakeFirstOrThrow();
  const reversed = db.transaction().execute(async (tx) => {
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
    const entries = donationEntries(donation).map((entry) => ({ ...entry, amount: -entry.amount }));
    await journal(
      tx,
      { kind: "donation-reversal", payment_id: donation.paymentId, reversed_of: id },
      entries,
    );
  });
  await expect(reversed).rejects.toThrow(/reverses a payment that is not reversed/);
});

test("a donation marked reversed without its payment is refused", async () => {
  const donation = await paymentOf();
  await book(donation);
  const marked = db
    .updateTable("donations")
    .set({ reversed_at: new Date() })
    .where("id", "=", donation.donationId)
    .execute();
  await expect(marked).rejects.toThrow(/disagree about a reversal/);
});

test("an offline donation confirmed without its donation in the ledger is refused", async () => {
  const { donationId, campaignId, amount, currency } = await paymentOf();
  const [enterer, confirmer] = [await colleague(db, "staff"), await colleague(db, "staff")];
  const { id } = await db
    .insertInto("offline_donations")
    .values({
      ...{ campaign_id: campaignId, amount, currency, method: "cash", received_on: "2026-11-18" },
      ...{ reference: `slip ${donationId}`, donor: JSON.stringify({ kind: "anonymous" }), language: "en" },
      entered_by: enterer,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const confirmed = db
    .updateTable("offline_donations")
    .set({ status: "confirmed", decided_by: confirmer, decided_at: new Date(), donation_id: donationId })
    .where("id", "=", id)
    .execute();
  await expect(confirmed).rejects.toThrow(/confirmed but not in the ledger/);
});

test("a receipt for an unpaid donation is refused", async () => {
  const { donationId } = await paymentOf();
  const receipt = sql`
    insert into outbox (donation_id, template, recipient) values (${donationId}, 'receipt', 'asha@donors.example')
  `;
  await expect(receipt.execute(db)).rejects.toThrow(/a receipt needs a completed donation/);
});

const payout = [
  { account: "provider_fees", amount: 500n },
  { account: "bank", amount: -500n },
];

test.each(["payout", "settlement"] as const)("the site's role cannot book a %s", async (kind) => {
  const booked = db.transaction().execute((tx) => journal(tx, { kind }, payout));
  await expect(booked).rejects.toThrow(`permission denied to book a ${kind}`);
  await asOwner.transaction().execute((tx) => journal(tx, { kind }, payout));
});

/** Approved by a second person within the transaction. */
async function approve(tx: Transaction<Tables>, kind: "refund" | "part-refund" | "credit", subject: string) {
  const [proposer, admin] = [await colleague(db, "staff"), await colleague(db, "admin")];
  const { id } = await tx
    .insertInto("proposals")
    .values({ kind, subject, details: JSON.stringify({ kind }), reason: "Asked for", proposed_by: proposer })
    .returning("id")
    .executeTakeFirstOrThrow();
  const decided = { status: "approved", decided_by: admin, decided_at: new Date() } as const;
  await tx.updateTable("proposals").set(decided).where("id", "=", id).execute();
}

const closed = {
  status: "closed",
  decision: "credit",
  reason: "It arrived",
  closed_by: "somebody",
  closed_at: new Date(),
} as const;

async function creditCase(tx: Transaction<Tables>, paymentId: bigint) {
  const { id } = await tx
    .insertInto("cases")
    .values({ kind: "contradiction", payment_id: paymentId, ...closed })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function payUnproven(tx: Transaction<Tables>, donation: Donation) {
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

test("an approved refund of another donation proves no journal entry", async () => {
  const donation = await paymentOf();
  const pay = async (tx: Transaction<Tables>) => {
    await payUnproven(tx, donation);
    await approve(tx, "refund", "donation:does-not-exist");
  };
  await expect(book(donation, { pay })).rejects.toThrow(/without a proof/);
});

test("an approved credit proves only its own payment's journal entry", async () => {
  const [donation, other] = [await paymentOf(), await paymentOf()];
  const credited = (about: Donation) => async (tx: Transaction<Tables>) => {
    await payUnproven(tx, donation);
    await approve(tx, "credit", `case:${await creditCase(tx, about.paymentId)}`);
  };
  await expect(book(donation, { pay: credited(other) })).rejects.toThrow(/without a proof of its own/);
  await book(donation, { pay: credited(donation) });
});

test("a case cannot be changed to another payment", async () => {
  const [donation, other] = [await paymentOf(), await paymentOf()];
  const id = await db.transaction().execute((tx) => creditCase(tx, donation.paymentId));
  const turned = db.updateTable("cases").set({ payment_id: other.paymentId }).where("id", "=", id).execute();
  await expect(turned).rejects.toThrow(/a case stays about its payment/);
});
