import { expect, test } from "vitest";
import { tzs } from "#domain/money/money.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { viewDonor } from "./view-donor.ts";

const { db } = await testRecords();
const admin = await colleague(db, "admin");
const to = await campaign(db);

type Giver = { name: string; email?: string; phone?: `255${string}` };

async function give({ name, email, phone }: Giver) {
  const donation = await pendingDonation(db, {
    to,
    amount: 10_000n,
    donation: { donor_name: name, donor_email: email ?? null },
  });
  await db
    .updateTable("payments")
    .set({ phone: phone ?? null })
    .where("id", "=", donation.paymentId)
    .execute();
  return donation;
}

test("donations with the same email or phone are found, and no others", async () => {
  const first = await give({ name: "Asha", email: "Asha@donor.example", phone: "255712345678" });
  await complete(db, first);
  await give({ name: "Asha J.", email: "asha@donor.example" });
  await give({ name: "Anonymous", phone: "255712345678" });
  await give({ name: "Baraka", email: "baraka@donor.example", phone: "255754000111" });
  await give({ name: "Nobody known" });
  const overview = await viewDonor(db, first.donationId, admin);
  expect(overview?.donations.map(({ name }) => name)).toEqual(["Anonymous", "Asha J.", "Asha"]);
  expect(overview?.given).toEqual([tzs(10_000)]);
});

test("a donor without email and phone has only this donation", async () => {
  const only = await give({ name: "No contact" });
  expect((await viewDonor(db, only.donationId, admin))?.donations).toHaveLength(1);
});

test("each view is in the audit log without personal data", async () => {
  const seen = await give({ name: "Zuhura", email: "zuhura@donor.example" });
  await viewDonor(db, seen.donationId, admin);
  const entry = await db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "subject", "after"])
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actor_id: admin, action: "view-donor", after: { donations: 1 } });
  expect(JSON.stringify(entry)).not.toMatch(/zuhura/i);
});

test("an unknown donation leaves no entry", async () => {
  const count = () => db.selectFrom("audit_log").select("id").execute();
  const before = (await count()).length;
  expect(await viewDonor(db, 999_999n, admin)).toBeNull();
  expect(await count()).toHaveLength(before);
});
