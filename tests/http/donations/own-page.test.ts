import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { postForm } from "#tests/support/accounts/people.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const emails = await mailbox(site);
const to = "girls-dormitories";

beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits; delete from outbox; delete from donor_links");
});

let addresses = 0;
const newAddress = () => `donor-${(addresses += 1)}@donors.example`;

async function donate(email: string, amount = 10_000n, donation: Record<string, unknown> = {}) {
  const person = { donor_name: "Asha Juma", donor_email: email, receipt_key: "a-receipt-key-of-a-donor" };
  const begun = await pendingDonation(site.db, { to, amount, donation: { ...person, ...donation } });
  await complete(site.db, begun);
  return begun;
}

const ask = (email: string) => postForm(site, "/my-donations", { email });

async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  const [email_] = await emails.empty();
  return email_?.path ?? "";
}

test("the link shows the donations of this address and of no other", async () => {
  const email = newAddress();
  await donate(email.toUpperCase(), 12_000n);
  await donate(newAddress(), 34_000n);
  await pendingDonation(site.db, { to, amount: 56_000n, donation: { donor_email: email } });
  const { status, text, headers } = await site.get(await linkFor(email));
  expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
  expect(text).toContain("TSh\u00a012,000");
  expect(text).toContain("?key=a-receipt-key-of-a-donor");
  for (const other of ["34,000", "56,000"]) expect(text).not.toContain(other);
});

test("known and unknown addresses get the same answer", async () => {
  const email = newAddress();
  await donate(email);
  const [known, unknown] = [await ask(email), await ask(newAddress())];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect((await emails.empty()).map(({ to: recipient }) => recipient)).toEqual([email]);
});

test("asking ten times sends three emails", async () => {
  const email = newAddress();
  await donate(email);
  for (let at = 0; at < 10; at++) expect((await ask(email)).status).toBe(200);
  expect(await emails.empty()).toHaveLength(3);
});

test("an expired or invented link shows nothing", async () => {
  const email = newAddress();
  await donate(email, 12_000n);
  const link = await linkFor(email);
  await sql`update donor_links set expires_at = now()`.execute(site.db);
  for (const path of [link, "/my-donations?key=x", "/my-donations?key="]) {
    const { status, text } = await site.get(path);
    expect([status, text.includes("12,000")], path).toEqual([404, false]);
  }
  expect((await postForm(site, link, { intent: "forget" })).status).toBe(303);
  const { count } = await site.db
    .selectFrom("donations")
    .select((is) => is.fn.countAll<bigint>().as("count"))
    .where("donor_email", "=", email)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1n);
});

test("the statement of a year adds its donations without refunds", async () => {
  const email = newAddress();
  await donate(email, 12_000n);
  await donate(email, 30_000n);
  const link = await linkFor(email);
  const year = new Date().getFullYear();
  const at = (asked: number) => link.replace("/my-donations?", `/my-donations/statement?year=${asked}&`);
  const { status, text } = await site.get(at(year));
  expect(status).toBe(200);
  expect(text).toContain("TSh\u00a042,000");
  expect((await site.get(at(year - 1))).text).toContain("There are no donations in this year.");
});

test("a donor deletes their data, and the ledger keeps the donation", async () => {
  const email = newAddress();
  const { donationId, paymentId } = await donate(email, 12_000n, {
    message: "Pongezi",
    wants_updates: true,
    is_shown: true,
  });
  const open = await pendingDonation(site.db, {
    to,
    donation: { donor_email: email, donor_name: "Asha Juma" },
  });
  await site.db.updateTable("payments").set({ phone: "255712000001" }).where("id", "=", paymentId).execute();
  const link = await linkFor(email);
  expect((await site.get(link)).text).toContain("You get the updates.");
  expect((await postForm(site, link, { intent: "forget" })).status).toBe(303);

  const read = (id: bigint) =>
    site.db
      .selectFrom("donations")
      .select(["donor_name", "donor_email", "message", "receipt_key", "status"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const cleared = { donor_name: "Anonymous", donor_email: null, message: null, receipt_key: null };
  expect(await read(donationId)).toEqual({ ...cleared, status: "completed" });
  // Settling an open payment needs it, and the link does not prove whose phone it is.
  expect((await read(open.donationId)).donor_email).toBe(email);
  const { phone } = await site.db
    .selectFrom("payments")
    .select("phone")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  expect(phone).toBe("255712000001");
  const followers = await site.db.selectFrom("followers").select("id").where("email", "=", email).execute();
  expect(followers).toEqual([]);
  expect((await site.get(link)).status).toBe(404);
  const entry = await site.db
    .selectFrom("audit_log")
    .select(["actor_id", "reason"])
    .where("action", "=", "donor-forgotten")
    .execute();
  expect(entry).toEqual([{ actor_id: null, reason: null }]);
});

test("a follower without a donation sees and ends what they follow", async () => {
  const email = newAddress();
  await site.db.insertInto("followers").values({ email, campaign_id: to }).execute();
  const link = await linkFor(email);
  const { id } = await site.db
    .selectFrom("followers")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await postForm(site, link, { intent: "stop", id: String(id) });
  expect((await site.get(link)).text).toContain("You get no updates.");
});
