import { expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation, reverse } from "#tests/support/database/records.ts";

const { db } = await testRecords();

const statusTo = (id: bigint, status: "pending" | "completed" | "failed") =>
  db
    .updateTable("donations")
    .set({ status, completed_at: status === "completed" ? new Date() : null })
    .where("id", "=", id)
    .execute();

test("a new donation is pending", async () => {
  const to = await campaign(db);
  const born = pendingDonation(db, { to, donation: { status: "completed", completed_at: new Date() } });
  await expect(born).rejects.toThrow(/begins as pending/);
});

test("only success can follow failure, and completed is final", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await statusTo(donation.donationId, "failed");
  await expect(statusTo(donation.donationId, "pending")).rejects.toThrow(/from failed to pending/);
  await complete(db, donation);
  await expect(statusTo(donation.donationId, "failed")).rejects.toThrow(/from completed to failed/);
  await expect(statusTo(donation.donationId, "pending")).rejects.toThrow(/from completed to pending/);
});

test.each([{ amount: 1n }, { external_id: "other" }, { currency: "USD" as const }, { campaign_id: "other" }])(
  "the promised donation never changes: %o",
  async (change) => {
    const { donationId } = await pendingDonation(db, { to: await campaign(db) });
    const changed = db.updateTable("donations").set(change).where("id", "=", donationId).execute();
    await expect(changed).rejects.toThrow(/never change/);
  },
);

test.each([{ amount: 1n }, { reference: "other" }, { fee: 1n }])(
  "the payment requested from the provider never changes: %o",
  async (change) => {
    const { paymentId } = await pendingDonation(db, { to: await campaign(db) });
    const changed = db.updateTable("payments").set(change).where("id", "=", paymentId).execute();
    await expect(changed).rejects.toThrow(/never change/);
  },
);

test("a donation is in its campaign's currency", async () => {
  const to = await campaign(db, { currency: "USD" });
  await expect(pendingDonation(db, { to, currency: "TZS" })).rejects.toThrow(/foreign key/);
  await pendingDonation(db, { to, currency: "USD" });
});

test.each([
  [{ is_anonymous: true, is_alumni_donation: true, graduation_year: "2014" }],
  [{ is_alumni_donation: true }],
  [{ graduation_year: "2014" }],
  [{ is_alumni_donation: true, graduation_year: "soon" }],
  [{ amount: 0n }],
  [{ reversed_at: new Date() }],
])("a donation like this is refused: %o", async (donation) => {
  await expect(pendingDonation(db, { to: await campaign(db), donation })).rejects.toThrow(/check constraint/);
});

const anotherPayment = (donationId: bigint, reference: string, status: "pending" | "failed" | "succeeded") =>
  db
    .insertInto("payments")
    .values({
      donation_id: donationId,
      provider: "azampay",
      method: "mobile",
      reference,
      status,
      amount: 10_000n,
      currency: "TZS",
    })
    .execute();

test("a donation has at most one open and one successful payment", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await expect(anotherPayment(donation.donationId, "second", "pending")).rejects.toThrow(/payments_one_open/);
  await anotherPayment(donation.donationId, "third", "failed");
  await complete(db, donation);
  await expect(anotherPayment(donation.donationId, "fourth", "succeeded")).rejects.toThrow(
    /payments_one_success/,
  );
});

test("a settled payment can only be reversed, and then never changes", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const booked = await complete(db, donation);
  const statusOfPayment = (status: "failed" | "pending") =>
    db.updateTable("payments").set({ status }).where("id", "=", donation.paymentId).execute();
  await expect(statusOfPayment("failed")).rejects.toThrow(/from succeeded to failed/);
  await reverse(db, donation, booked);
  await expect(statusOfPayment("pending")).rejects.toThrow(/from reversed to pending/);
});

test("a provider's reference belongs to only one payment", async () => {
  const to = await campaign(db);
  const [first, second] = [await pendingDonation(db, { to }), await pendingDonation(db, { to })];
  const name = (id: bigint) =>
    db.updateTable("payments").set({ provider_reference: "theirs" }).where("id", "=", id).execute();
  await name(first.paymentId);
  await expect(name(second.paymentId)).rejects.toThrow(/payments_by_provider_reference/);
});

test("a repeated callback is stored once, a repeated status answer each time", async () => {
  const message = { provider: "selcom" as const, body: "{}" };
  const keep = (kind: "callback" | "status", dedupe_key: string | null) =>
    db
      .insertInto("provider_messages")
      .values({ ...message, kind, dedupe_key })
      .execute();
  await keep("callback", "same-bytes");
  await expect(keep("callback", "same-bytes")).rejects.toThrow(/provider_messages_provider_dedupe_key_key/);
  await keep("status", null);
  await keep("status", null);
});

test("each donation sends a message only once", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await complete(db, donation);
  const queue = () =>
    db
      .insertInto("outbox")
      .values({ donation_id: donation.donationId, template: "receipt", recipient: "giver@donors.example" })
      .execute();
  await queue();
  await expect(queue()).rejects.toThrow(/outbox_one_of_a_kind/);
});

test("closing a case requires a decision and a reason", async () => {
  const { paymentId } = await pendingDonation(db, { to: await campaign(db) });
  const open = () =>
    db.insertInto("cases").values({ kind: "amount-differs", payment_id: paymentId }).execute();
  await open();
  await expect(open()).rejects.toThrow(/cases_one_open/);
  const close = (why: { decision?: string; reason?: string }) =>
    db
      .updateTable("cases")
      .set({ status: "closed", closed_at: new Date(), ...why })
      .where("payment_id", "=", paymentId)
      .execute();
  await expect(close({})).rejects.toThrow(/check constraint/);
  await close({ decision: "settled", reason: "the statement shows it" });
  await open();
});

test.each([
  [{ id: "Not A Slug" }],
  [{ goal_amount: -1n }],
  [{ category: "zakat" as const }],
  [{ start_date: "2026-02-01", end_date: "2026-01-31" }],
  [{ priority: 0 }],
])("a campaign like this is refused: %o", async (values) => {
  await expect(campaign(db, values)).rejects.toThrow(/check constraint/);
});
