import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readEmail } from "#operations/mail/read-sealed.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { remindReviewers } from "./remind-reviewers.ts";
import { reviewSubmission } from "./review-submission.ts";
import { submitCampaign } from "./submit.ts";

const { db, asOwner } = await testRecords("demo");
const ownerId = await colleague(db, "organizer");
const staff = [await colleague(db, "staff"), await colleague(db, "admin")];

beforeEach(() => sql`delete from outbox`.execute(asOwner));

// Thursday is the first office day. Friday is a holiday, so Saturday is the second.
const wednesday = new Date("2029-01-10T06:00:00Z");
const at = (moment: string) => new Date(`${moment}+03:00`);

async function submit(title: string, submissionId: bigint | null = null, now = wednesday): Promise<bigint> {
  const entered = submissionFields({ title });
  const sent = await submitCampaign(db, { ownerId, language: "en", submissionId, entered, now });
  if (sent.kind !== "submitted") throw new Error(sent.kind);
  await sql`delete from outbox`.execute(asOwner);
  return sent.id;
}

async function reminders() {
  const rows = await db.selectFrom("outbox").selectAll().orderBy("id").execute();
  return Promise.all(rows.map(async (row) => ({ to: row.recipient, email: await readEmail(db, seal, row) })));
}

test("staff are reminded once, on the day after the promised day", async () => {
  await submit("Books for the hostel library");
  expect(await remindReviewers(db, at("2029-01-13T23:59:59"))).toBe(0);
  const sunday = at("2029-01-14T00:00:01");
  const both = await Promise.all([remindReviewers(db, sunday), remindReviewers(db, sunday)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await remindReviewers(db, at("2029-02-01T12:00:00"))).toBe(0);
  const sent = await reminders();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(staff.map((id) => `${id}@fund.example`).toSorted());
  expect(sent[0]?.email?.message).toMatchObject({
    ...{ kind: "submission-overdue", title: "Books for the hostel library", answerBy: "2029-01-13" },
  });
});

test("a reminder is dropped if a colleague has answered, and a new version has its own promise", async () => {
  const id = await submit("Desks for two classrooms");
  expect(await remindReviewers(db, at("2029-01-15T08:00:00"))).toBe(1);
  const verdict = { kind: "changes-asked", reason: "Say which hostel.", fieldReasons: {} } as const;
  const now = at("2029-01-15T09:00:00");
  const reviewed = await reviewSubmission(db, {
    ...{ submissionId: id, version: 1, verdict, by: staff[0] ?? "", now },
  });
  expect(reviewed.kind).toBe("reviewed");
  const overdue = (await reminders()).filter(({ to }) => to.startsWith(staff[0] ?? ""));
  expect(overdue.map(({ email }) => email)).toEqual([null]);
  expect(await remindReviewers(db, at("2029-01-20T08:00:00"))).toBe(0);

  await submit("Desks for two classrooms", id, at("2029-01-20T09:00:00"));
  expect(await remindReviewers(db, at("2029-01-23T23:00:00"))).toBe(0);
  expect(await remindReviewers(db, at("2029-01-24T08:00:00"))).toBe(1);
});
