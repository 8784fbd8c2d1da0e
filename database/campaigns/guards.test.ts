import { sql } from "kysely";
import { expect, test } from "vitest";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testRecords } from "#tests/support/database/open.ts";

const { db } = await testRecords();
const [organizer, other, staff] = [
  await colleague(db, "organizer"),
  await colleague(db, "organizer"),
  await colleague(db, "staff"),
];
const to = await campaign(db, { owner_id: organizer });

async function paid(isShown: boolean): Promise<bigint> {
  const given = { donor_name: "Asha", donor_email: "asha@donors.example", message: "Go", is_shown: isShown };
  const donation = await pendingDonation(db, { to, donation: given });
  await complete(db, donation);
  return donation.donationId;
}

const approve = (donationId: bigint, by: string) =>
  db
    .insertInto("support_messages")
    .values({ donation_id: donationId, status: "approved", decided_by: by })
    .execute();

test("only staff show a message, and only with the donor's agreement", async () => {
  const [shown, hidden] = [await paid(true), await paid(false)];
  await expect(approve(shown, organizer)).rejects.toThrow("may not decide about messages");
  await expect(approve(hidden, staff)).rejects.toThrow("did not agree");
  await approve(shown, staff);
});

test("an agreement begins at the donation, and can only end later", async () => {
  const id = await paid(false);
  const set = (values: { is_shown?: boolean; wants_updates?: boolean }) =>
    db.updateTable("donations").set(values).where("id", "=", id).execute();
  await expect(set({ is_shown: true })).rejects.toThrow("only the donor agrees");
  await expect(set({ wants_updates: true })).rejects.toThrow("only the donor agrees");
  await set({ is_shown: false, wants_updates: false });
});

test("a campaign keeps its organizer, and organizers write no notes", async () => {
  await expect(
    db.updateTable("campaigns").set({ owner_id: other }).where("id", "=", to).execute(),
  ).rejects.toThrow("keeps its organizer");
  const { id } = await db
    .insertInto("submissions")
    .values({ owner_id: organizer })
    .returning("id")
    .executeTakeFirstOrThrow();
  const note = (author: string) =>
    sql`insert into submission_notes (submission_id, author_id, text) values (${id}, ${author}, 'x')`.execute(
      db,
    );
  await expect(note(organizer)).rejects.toThrow("may not write notes");
  await note(staff);
});
