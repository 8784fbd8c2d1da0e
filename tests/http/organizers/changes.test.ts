import { beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { addDays, dayOf, formatDay } from "#domain/system/calendar.ts";
import { decideChange } from "#operations/campaigns/change-requests/decide.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { campaign } from "#tests/support/database/records.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const emails = await mailbox(site);
let ownerId = "";
let rashidId = "";
let owner = "";
let other = "";
let staff = "";

beforeAll(async () => {
  ownerId = (await makePerson(site.databaseUrl, "neema", "organizer")).id;
  await makePerson(site.databaseUrl, "other", "organizer");
  rashidId = (await makePerson(site.databaseUrl, "rashid", "staff")).id;
  [owner, other, staff] = [
    await signIn(site, "neema"),
    await signIn(site, "other"),
    await signIn(site, "rashid"),
  ];
});

let id = "";
const today = dayOf(new Date());
const endDate = addDays(today, 10);
const later = addDays(today, 40);

beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  id = await campaign(site.db, { owner_id: ownerId, end_date: endDate, title: "A well", title_sw: "Kisima" });
  await emails.empty();
});

const wanted = {
  goal: "2,000,000",
  endDate: later,
  use: "A deeper well, because the water is lower than we knew.",
  reason: "The driller told us on Monday.",
};

const request = (fields: Record<string, string> = {}, cookie = owner, prefix = "") =>
  postForm(site, `${prefix}/organizer/campaigns/${id}/changes`, { ...wanted, ...fields }, { Cookie: cookie });

test("a goal with two meanings is asked about, and the answer sends the request", async () => {
  const asked = await request({ goal: "2.000.000" });
  expect(asked.status).toBe(400);
  expect(asked.text).toContain("Did you mean TSh\u00a02,000,000?");
  expect(asked.text).toContain(">Yes, TSh\u00a02,000,000</button>");
  expect((await request({ goal: "2.000.000", "meant-goal": "2,000,000" })).status).toBe(303);
});

const pendingId = async () => {
  const { id: found } = await site.db
    .selectFrom("change_requests")
    .select("id")
    .where("campaign_id", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return found;
};

const decide = async (fields: Record<string, string>, cookie = staff) =>
  postForm(site, `/admin/change-requests/${await pendingId()}`, fields, { Cookie: cookie });

const readCampaign = () =>
  site.db
    .selectFrom("campaigns")
    .select(["goal_amount", "end_date"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const page = async (path = `/campaigns/${id}`) => (await site.get(path)).text;

test("an approved change is reviewed side by side, applied, mailed and kept", async () => {
  expect(await page()).not.toContain("Changed use of the money");
  expect((await request({}, owner, "/sw")).status).toBe(303);
  expect((await emails.empty()).map(({ to, subject }) => [to, subject])).toContainEqual([
    "rashid@fund.example",
    "To review: changes to A well",
  ]);
  const queue = (await site.get("/admin/submissions", { Cookie: staff })).text;
  expect(queue).toContain(`/admin/change-requests/${await pendingId()}`);
  const review = (await site.get(`/admin/change-requests/${await pendingId()}`, { Cookie: staff })).text;
  for (const [was, becomes] of [
    ["TSh 1,000,000", "TSh 2,000,000"],
    [formatDay(endDate, "en"), formatDay(later, "en")],
    ["As on the campaign’s page", wanted.use],
  ])
    expect(review.replaceAll("\u00a0", " ")).toMatch(
      new RegExp(`<del>${was}</del>[\\s\\S]*<ins class="as-written">${becomes}</ins>`),
    );

  expect((await decide({ do: "approve" })).status).toBe(303);
  expect(await readCampaign()).toEqual({ goal_amount: 2_000_000n, end_date: later });
  const seen = await page();
  for (const text of ["Changed use of the money", wanted.use, `Since ${formatDay(today, "en")}`])
    expect(seen, text).toContain(text);
  expect(seen).not.toContain(wanted.reason);
  const [email] = await emails.empty();
  expect([email?.to, email?.subject]).toEqual(["neema@fund.example", "Kampeni yako imebadilishwa: Kisima"]);
  expect(email?.path).toBe(`/sw/organizer/campaigns/${id}/changes`);
  const own = (await site.get(`/organizer/campaigns/${id}/changes`, { Cookie: owner })).text;
  expect([own.includes("Approved"), own.includes("rashid")]).toEqual([true, false]);
  expect(own.replaceAll("\u00a0", " ")).toContain("<del>TSh 1,000,000</del> <ins>TSh 2,000,000</ins>");
  const history = (await site.get(`/admin/history/campaigns/${id}`, { Cookie: staff })).text;
  expect(history).toContain("rashid");
  const again = await decide({ do: "reject", reason: "Too late" });
  expect([again.status, again.text.includes("already decided")]).toEqual([409, true]);
});

test("a rejection needs a reason, and nothing changes", async () => {
  await request({ use: "", goal: "1000000" });
  await emails.empty();
  const without = await decide({ do: "reject" });
  expect([without.status, without.text.includes("Enter a reason for rejecting")]).toEqual([400, true]);
  expect((await decide({ do: "reject", reason: "Not during exams." })).status).toBe(303);
  expect(await readCampaign()).toEqual({ goal_amount: 1_000_000n, end_date: endDate });
  const [email] = await emails.empty();
  expect(email?.subject).toBe("Your request was not accepted: A well");
  expect(email?.text).toContain("Not during exams.");
  expect((await request()).status).toBe(303);
});

test("the form says everything that is wrong, and keeps what was typed", async () => {
  const answer = await request({ goal: "-5", endDate: "2020-01-01", use: "Short", reason: "" });
  expect(answer.status).toBe(400);
  for (const text of [
    "Goal amount must be a positive number",
    "The end date must be today or later",
    "Say in at least 20 characters what the money will buy",
    "Give the reason in at least 10 characters",
    'value="-5"',
    ">Short</textarea>",
  ])
    expect(answer.text, text).toContain(text);
  const cases: [Record<string, string>, string][] = [
    [{ goal: "1000000", endDate, use: "" }, "Change the goal, the end date or the use of the money"],
    [{ goal: "2,5" }, "Did you mean TSh\u00a02,500?"],
    [{ goal: "2500,5" }, "Did you mean TSh\u00a02,500?"],
    [{ goal: "0,5" }, "Goal amount must be a positive number"],
    [{ use: "" }, "Say what the money will buy with the new goal"],
    [{ endDate: "2026-02-31" }, "Enter a date, such as"],
    [{ endDate: addDays(today, 366) }, "at most 365 days"],
  ];
  for (const [fields, message] of cases) {
    const { status, text } = await request(fields);
    expect([status, text.includes(message)], message).toEqual([400, true]);
  }
});

test("a campaign has one pending request", async () => {
  const answers = await Promise.all([request(), request()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const form = (await site.get(`/organizer/campaigns/${id}/changes`, { Cookie: owner })).text;
  expect(form).toContain("have not answered your last request");
  const second = site.db
    .insertInto("change_requests")
    .values({
      ...{ campaign_id: id, requested_by: ownerId, language: "en", goal_was: 1n, end_date_was: endDate },
      ...{ goal: 5n, reason: "Twice in the database" },
    })
    .execute();
  await expect(second).rejects.toThrow("change_requests_one_pending");
});

test("people cannot decide their own requests, also past the pages", async () => {
  await onDatabase(
    site.databaseUrl,
    `alter table campaigns disable trigger keep_owner;
     update campaigns set owner_id = '${rashidId}' where id = '${id}';
     alter table campaigns enable trigger keep_owner`,
  );
  expect((await request({}, staff)).status).toBe(303);
  const refused = await decide({ do: "approve" });
  expect([refused.status, refused.text.includes("Another person must decide")]).toEqual([409, true]);
  const byHand = site.db
    .updateTable("change_requests")
    .set({ status: "rejected", decided_by: rashidId, decided_at: new Date(), decision_reason: "No" })
    .where("id", "=", await pendingId())
    .execute();
  await expect(byHand).rejects.toThrow("nobody decides about their own change request");
});

test("the database refuses an approval without the change", async () => {
  await request();
  const byHand = site.db
    .updateTable("change_requests")
    .set({ status: "approved", decided_by: rashidId, decided_at: new Date() })
    .where("id", "=", await pendingId())
    .execute();
  await expect(byHand).rejects.toThrow("approved without the change");
});

test("a campaign that changed since the request is not overwritten", async () => {
  await request();
  await site.db.updateTable("campaigns").set({ goal_amount: 1_500_000n }).where("id", "=", id).execute();
  const answer = await decide({ do: "approve" });
  expect([answer.status, answer.text.includes("has changed since the request")]).toEqual([409, true]);
  expect((await readCampaign()).goal_amount).toBe(1_500_000n);
});

test("a campaign that ended, or an end date that passed, is not changed", async () => {
  await request();
  await site.db.updateTable("campaigns").set({ status: "completed" }).where("id", "=", id).execute();
  const ended = await decide({ do: "approve" });
  expect([ended.status, ended.text.includes("has changed since the request")]).toEqual([409, true]);
  await site.db.updateTable("campaigns").set({ status: "active" }).where("id", "=", id).execute();
  const requestId = await pendingId();
  const now = new Date(Date.now() + 41 * 24 * 60 * 60 * 1_000);
  const late = { requestId, by: rashidId, now, verdict: { kind: "approved" } } as const;
  expect(await decideChange(site.db, late)).toEqual({ kind: "end-date-passed" });
  expect(await readCampaign()).toEqual({ goal_amount: 1_000_000n, end_date: endDate });
});

test("a Zakat campaign gets a new use only with a ruling about it", async () => {
  const reviewer = await site.db
    .selectFrom("team_members")
    .select(["id", "name"])
    .where("is_active", "=", true)
    .executeTakeFirstOrThrow();
  id = await campaign(site.db, { owner_id: ownerId, end_date: endDate, is_zakat_eligible: true });
  const rule = () =>
    site.db
      .insertInto("zakat_rulings")
      .values({
        ...{ campaign_id: id, reviewer_id: reviewer.id, reviewer_name: reviewer.name, ruled_on: today },
        ...{ reasons: "It pays for poor students only.", recorded_by: rashidId },
      })
      .execute();
  await rule();
  await request({ goal: "1000000", endDate });
  const refused = await decide({ do: "approve" });
  expect([refused.status, refused.text.includes("Record a ruling about the new use")]).toEqual([409, true]);
  const byHand = site.db
    .updateTable("change_requests")
    .set({ status: "approved", decided_by: rashidId, decided_at: new Date() })
    .where("id", "=", await pendingId());
  await expect(byHand.execute()).rejects.toThrow("needs a ruling about the new use");
  await rule();
  expect((await decide({ do: "approve" })).status).toBe(303);
  expect(await page()).toContain(wanted.use);
  await request({ goal: "1000000", use: "" });
  expect((await decide({ do: "approve" })).status, "only a later end").toBe(303);
});

test("the database refuses an approval by a person without confirmed access", async () => {
  await request({ goal: "1000000", endDate });
  await onDatabase(
    site.databaseUrl,
    `alter table role_grants disable trigger keep;
     update role_grants set needs_confirmation = true where user_id = '${rashidId}';
     alter table role_grants enable trigger keep`,
  );
  const byHand = site.db
    .updateTable("change_requests")
    .set({ status: "approved", decided_by: rashidId, decided_at: new Date() })
    .where("id", "=", await pendingId());
  await expect(byHand.execute()).rejects.toThrow("may not approve change requests: unconfirmed");
  await onDatabase(
    site.databaseUrl,
    `alter table role_grants disable trigger keep;
     update role_grants set needs_confirmation = false where user_id = '${rashidId}';
     alter table role_grants enable trigger keep`,
  );
});

test("two reviewers at the same time decide once", async () => {
  await request();
  const requestId = await pendingId();
  const deciding = { requestId, by: rashidId, now: new Date() };
  const both = await Promise.all([
    decideChange(site.db, { ...deciding, verdict: { kind: "approved" } }),
    decideChange(site.db, { ...deciding, verdict: { kind: "rejected", reason: "No." } }),
  ]);
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(["decided", "decided-before"]);
});

test("only the owner asks, and a suspended one cannot", async () => {
  expect((await request({}, other)).status).toBe(404);
  const hidden = await site.get(`/organizer/campaigns/${id}/changes`, { Cookie: other });
  expect([hidden.status, hidden.text.includes("Page Not Found")]).toEqual([404, true]);
  await request();
  expect((await decide({ do: "approve" }, owner)).status).toBe(403);
  const suspension = { user_id: ownerId, suspended_by: rashidId, reason: "Checking" };
  await site.db.insertInto("organizer_suspensions").values(suspension).execute();
  const approval = await decide({ do: "approve" });
  expect([approval.status, approval.text.includes("is suspended")]).toEqual([409, true]);
  expect((await decide({ do: "reject", reason: "Suspended." })).status).toBe(303);
  expect((await request()).status).toBe(403);
  await site.db
    .updateTable("organizer_suspensions")
    .set({ lifted_at: sql`now()`, lifted_by: rashidId })
    .execute();
});
