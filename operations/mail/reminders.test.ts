import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readWaiting } from "#database/system/overview.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { withValue } from "#domain/content/draft.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { remindOfRulings, emailAboutEndedRulings } from "#operations/campaigns/remind-of-rulings.ts";
import { reviewSubmission } from "#operations/campaigns/review-submission.ts";
import { submitCampaign } from "#operations/campaigns/submit.ts";
import { recordRuling } from "#operations/campaigns/zakat-rulings.ts";
import { hero } from "#operations/content/records/sections.ts";
import { cancelSchedule } from "#operations/content/saved-drafts/end.ts";
import { publishDueDrafts } from "#operations/content/saved-drafts/publish-due.ts";
import { scheduleDraft } from "#operations/content/saved-drafts/save.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { readEmail } from "#operations/mail/read-sealed.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { seal } from "#tests/support/server/secret-key.ts";

const { db, asOwner } = await testRecords("demo");
const author = await colleague(db, "staff");
const other = await colleague(db, "staff");
const organizer = await colleague(db, "organizer");
const staff = [author, other].map((id) => `${id}@fund.example`).toSorted();

beforeEach(async () => {
  await sql`delete from outbox`.execute(asOwner);
  await asOwner.deleteFrom("record_drafts").execute();
});

async function emails() {
  const rows = await db.selectFrom("outbox").selectAll().orderBy("recipient").execute();
  const read = await Promise.all(rows.map((row) => readEmail(db, seal, row)));
  return rows.map(({ recipient }, at) => ({ to: recipient, message: read[at]?.message ?? null }));
}

const evening = new Date("2030-01-01T18:00:00Z");

async function scheduleThenChange() {
  const was = await hero.read(db);
  if (was === null) throw new Error("the demonstration has no hero");
  const opened = fingerprintOf(was);
  const title = (text: string) => withValue(was, "title.en", `${text} ${Math.random()}`);
  await scheduleDraft(db, hero, {
    draft: title("Planned"),
    by: author,
    publishAt: evening,
    opened,
    held: "",
  });
  await saveRecord(db, hero, { draft: title("Changed since"), authorId: other, opened });
  await publishDueDrafts(db, evening, (subject, error) => {
    throw new Error(subject, { cause: error });
  });
}

test("the person who scheduled a change hears once that it was not published", async () => {
  await scheduleThenChange();
  await publishDueDrafts(db, evening, () => undefined);
  expect(await emails()).toEqual([
    {
      to: `${author}@fund.example`,
      message: {
        ...{ kind: "draft-not-published", page: "Hero", failure: "changed" },
        ...{ scheduledFor: evening, address: "/admin/drafts" },
      },
    },
  ]);
  expect((await readWaiting(db, "no-person")).drafts).toBe(1);
});

test("no email says so after a colleague cancelled the schedule", async () => {
  await scheduleThenChange();
  await cancelSchedule(db, { subject: "hero", by: other });
  expect((await emails()).map(({ message }) => message)).toEqual([null]);
});

const today = dayOf(new Date());
const noon = (daysAhead: number) => new Date(`${addDays(today, daysAhead)}T12:00:00+03:00`);

async function zakatCampaign(daysUntilEnd = 90): Promise<string> {
  return campaign(db, {
    ...{ title: "Zakat for students", category: "zakat", is_zakat_eligible: true, owner_id: organizer },
    end_date: addDays(today, daysUntilEnd),
  });
}

async function rule(campaignId: string, daysUntilEnd: number, daysUntilStart = 0): Promise<void> {
  const { id: reviewerId } = await db.selectFrom("team_members").select("id").executeTakeFirstOrThrow();
  const days = { ruledOn: addDays(today, daysUntilStart), expiresOn: addDays(today, daysUntilEnd) };
  const outcome = await recordRuling(db, {
    ...{ campaignId, reviewerId, ...days, by: author, reasons: "The students are in debt and poor." },
  });
  expect(outcome).toBe("recorded");
}

test("staff are warned once, 14 days before a Zakat ruling ends", async () => {
  const id = await zakatCampaign();
  await rule(id, 20);
  expect(await remindOfRulings(db, noon(5))).toBe(0);
  const both = await Promise.all([remindOfRulings(db, noon(6)), remindOfRulings(db, noon(6))]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await remindOfRulings(db, noon(19))).toBe(0);
  const sent = await emails();
  expect(sent.map(({ to }) => to)).toEqual(staff);
  expect(sent[0]?.message).toMatchObject({
    ...{ kind: "ruling-expiring", expiresOn: addDays(today, 20) },
    address: `/admin/campaigns/${id}/zakat`,
  });

  await rule(id, 60);
  expect((await emails()).map(({ message }) => message)).toEqual([null, null]);
  expect(await remindOfRulings(db, noon(20))).toBe(0);
  expect(await remindOfRulings(db, noon(46))).toBe(1);
});

test("a ruling that outlasts its campaign needs no warning", async () => {
  const id = await zakatCampaign(10);
  await rule(id, 10);
  expect(await remindOfRulings(db, noon(1))).toBe(0);
});

test("the dashboard counts rulings that end soon or have ended", async () => {
  const before = (await readWaiting(db, "no-person")).rulings;
  await rule(await zakatCampaign(), 15);
  expect((await readWaiting(db, "no-person")).rulings).toBe(before);
  await rule(await zakatCampaign(), 14);
  await rule(await zakatCampaign(), 0);
  expect((await readWaiting(db, "no-person")).rulings).toBe(before + 2);
});

async function approvedZakatCampaign(): Promise<string> {
  const entered = submissionFields({ category: "zakat", subType: "indebted", isZakatEligible: "yes" });
  const submitted = await submitCampaign(db, {
    ...{ ownerId: organizer, language: "sw", submissionId: null, entered, now: new Date() },
  });
  if (submitted.kind !== "submitted") throw new Error(submitted.kind);
  const goal = { amount: 900_000n, currency: "TZS" } as const;
  const reviewed = await reviewSubmission(db, {
    ...{ submissionId: submitted.id, version: 1, by: author, now: new Date() },
    verdict: { kind: "approved", goal, days: 90 },
  });
  if (reviewed.kind !== "reviewed" || reviewed.campaignId === null) throw new Error(reviewed.kind);
  return reviewed.campaignId;
}

test("an organizer hears once that the last ruling ended", async () => {
  const id = await approvedZakatCampaign();
  await rule(id, 0);
  await rule(id, -1, -30);
  await sql`delete from outbox`.execute(asOwner);
  expect(await emailAboutEndedRulings(db, noon(0))).toBe(0);
  const both = await Promise.all([emailAboutEndedRulings(db, noon(1)), emailAboutEndedRulings(db, noon(1))]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await emailAboutEndedRulings(db, noon(2))).toBe(0);
  // The ruling is still valid on the clock of the database.
  expect((await emails()).map(({ message }) => message)).toEqual([null]);
});

test("the email about an ended ruling is withdrawn when a new one is valid", async () => {
  const id = await approvedZakatCampaign();
  await rule(id, -1, -30);
  await sql`delete from outbox`.execute(asOwner);
  expect(await emailAboutEndedRulings(db, noon(0))).toBe(1);
  expect(await emails()).toMatchObject([
    { to: `${organizer}@fund.example`, message: { kind: "submission", event: "ruling-ended" } },
  ]);
  await rule(id, 60);
  expect((await emails()).map(({ message }) => message)).toContain(null);
  expect(await emailAboutEndedRulings(db, noon(61))).toBe(1);
});
