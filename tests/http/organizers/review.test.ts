import { beforeAll, beforeEach, expect, test } from "vitest";
import { answerDay } from "#domain/campaigns/review-days.ts";
import { addDays, dayOf, formatDay } from "#domain/system/calendar.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { allChecked, submissionFields } from "#tests/support/campaigns/submission.ts";
import { campaign } from "#tests/support/database/records.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const emails = await mailbox(site);
let organizer = "";
let other = "";
let staff = "";
let ownerId = "";

beforeAll(async () => {
  ownerId = (await makePerson(site.databaseUrl, "neema", "organizer")).id;
  await makePerson(site.databaseUrl, "other", "organizer");
  await makePerson(site.databaseUrl, "rashid", "staff");
  [organizer, other, staff] = [
    await signIn(site, "neema"),
    await signIn(site, "other"),
    await signIn(site, "rashid"),
  ];
});

beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", ownerId).execute();
  await emails.empty();
});

async function submit(fields: Record<string, string>, path = "/organizer/new"): Promise<string> {
  const sent = await postForm(site, path, { ...fields, do: "submit" }, { Cookie: organizer });
  expect(sent.status, sent.text.slice(0, 300)).toBe(303);
  return sent.headers.location ?? "";
}

const idIn = (path: string) => path.split("/").at(-1) ?? "";

const review = (id: string, fields: Record<string, string>, cookie = staff) =>
  postForm(site, `/admin/submissions/${id}`, { version: "1", ...fields }, { Cookie: cookie });

test("a goal with two meanings is asked about before the approval", async () => {
  const id = idIn(await submit(submissionFields({ title: "Lamps for the evening class" })));
  const approval = { do: "approve", goal: "2.000.000", currency: "TZS", days: "30", ...allChecked };
  const asked = await review(id, approval);
  expect([asked.status, asked.text.includes("Did you mean TSh\u00a02,000,000?")]).toEqual([400, true]);
  expect(asked.text).toMatch(/value="2,000,000"[^>]* name="meant-goal"/);
  expect((await review(id, { ...approval, "meant-goal": "2,000,000" })).status).toBe(303);
});

test("a reviewer sees the submitted pictures with their words", async () => {
  const id = idIn(await submit(submissionFields({ title: "A roof for the east hostel" })));
  const picture = { id: "100ce8aa-hostel", width: 800, height: 600, alt: "" };
  await site.db.insertInto("pictures").values(picture).execute();
  const place = { submission_id: BigInt(id), version: 1, place: 1 };
  await site.db
    .insertInto("submission_pictures")
    .values({ ...place, picture_id: picture.id, alt: "The hostel from the gate" })
    .execute();
  const { text } = await site.get(`/admin/submissions/${id}`, { Cookie: staff });
  expect(text).toMatch(
    /<a href="[^"]*100ce8aa-hostel[^"]*"[^>]*><picture>.*?<\/picture>The hostel from the gate<\/a>/,
  );
  expect(text).not.toContain("(100ce8)");
});

test("a submission is answered, approved and takes donations", async () => {
  const page = await submit(submissionFields({ title: "Beds for the boys’ hostel" }), "/sw/organizer/new");
  expect(page).toMatch(/^\/sw\/organizer\/submissions\/\d+$/);
  const due = answerDay(new Date());
  const submitted = await site.db
    .selectFrom("audit_log")
    .select("actor_id")
    .where("action", "=", "campaign-submitted")
    .where("subject", "=", `submission:${idIn(page)}`)
    .execute();
  expect(submitted).toEqual([{ actor_id: ownerId }]);
  const pending = await site.get(page, { Cookie: organizer });
  expect(pending.text).toContain("Inasubiri kukubaliwa");
  expect(pending.text).toContain(formatDay(due, "sw"));
  const received = await emails.empty();
  expect(received.map(({ to, subject }) => [to, subject])).toEqual([
    ["neema@fund.example", "Tumepokea kampeni yako: Beds for the boys’ hostel"],
    ...(await staffAddresses()).map((to) => [to, "To review: Beds for the boys’ hostel"]),
  ]);

  const id = idIn(page);
  const seen = await site.get(`/admin/submissions/${id}`, { Cookie: staff });
  for (const text of [
    "Beds for the boys’ hostel",
    "proposed TSh\u00a0900,000.",
    "I am the warden",
    "neema@fund.example",
  ])
    expect(seen.text).toContain(text);
  const preview = await site.get(`/admin/submissions/${id}/preview`, { Cookie: staff });
  expect(preview.text).toContain("<strong>120 girls</strong>");

  const long = await review(id, { do: "ask", "why-title": `${"x".repeat(999)}\u{1F600}`, version: "9" });
  expect(long.status).toBe(409);
  const incomplete = await review(id, { do: "approve", goal: "900000", currency: "TZS", days: "30" });
  expect(incomplete.status).toBe(400);
  const missing = {
    "check-identity": "Confirm: the organizer’s identity",
    "check-need": "Confirm: the need, and that the people who benefit agreed",
    "check-budget": "Confirm: the prices in the budget",
    "check-texts": "Confirm: the texts and images",
    "check-payout": "Confirm: how the money will be paid out",
  };
  expect(Object.keys(missing)).toEqual(Object.keys(allChecked));
  for (const [point, text] of Object.entries(missing)) {
    expect(incomplete.text).toContain(`id="${point}-error">${text}</p>`);
    expect(incomplete.text).toContain(`href="#${point}">${text}</a>`);
    expect(incomplete.text.split(`>${text}<`), text).toHaveLength(3);
  }
  const approved = await review(id, {
    ...{ do: "approve", goal: "1,000,001", currency: "TZS", days: "45" },
    ...allChecked,
  });
  expect(approved.status).toBe(303);
  const campaign = await site.db
    .selectFrom("campaigns")
    .select(["id", "owner_id", "status", "goal_amount", "start_date", "end_date"])
    .where("title", "=", "Beds for the boys’ hostel")
    .executeTakeFirstOrThrow();
  const today = dayOf(new Date());
  expect(campaign).toEqual({
    ...{ id: "beds-for-the-boys-hostel", owner_id: ownerId, status: "active", goal_amount: 1_000_001n },
    ...{ start_date: today, end_date: addDays(today, 45) },
  });
  const { text: reviewed } = await site.get(`/admin/submissions/${id}`, { Cookie: staff });
  expect(reviewed).toContain('href="/campaigns/beds-for-the-boys-hostel"');
  expect(reviewed).not.toContain("View as visitors will see it");
  const live = await site.get("/campaigns/beds-for-the-boys-hostel");
  for (const text of [
    "Who benefits",
    "I am the warden of the hostel.",
    "Books of the first year",
    "It goes back to the donors.",
    "<strong>120 girls</strong>",
  ])
    expect(live.text, text).toContain(text);
  expect((await site.get("/organizer", { Cookie: organizer })).text).toContain("beds-for-the-boys-hostel");
  expect((await emails.empty()).map(({ to, subject }) => [to, subject])).toEqual([
    ["neema@fund.example", "Kampeni yako inapokea michango: Beds for the boys’ hostel"],
  ]);
});

async function staffAddresses(): Promise<string[]> {
  const rows = await site.db
    .selectFrom("users")
    .select("email")
    .where("role", "in", ["staff", "admin"])
    .orderBy("id")
    .execute();
  return rows.map(({ email }) => email).sort();
}

test("asked changes come back at their fields, and staff see only the changes", async () => {
  const page = await submit(submissionFields({ title: "Desks for two classrooms" }));
  await emails.empty();
  const asked = await review(idIn(page), {
    ...{ do: "ask", "why-title": "Say which classrooms.", reason: "Almost there." },
  });
  expect(asked.status).toBe(303);
  const [email] = await emails.empty();
  expect(email?.subject).toBe("Please change your campaign: Desks for two classrooms");
  expect(email?.text).toContain("Almost there.");
  const form = await site.get(page, { Cookie: organizer });
  for (const text of [
    "Please change your campaign",
    "Say which classrooms.",
    "Almost there.",
    "Submit again",
    "Our staff ask you",
  ])
    expect(form.text).toContain(text);
  expect(form.text).not.toContain("There is a problem");
  const list = (await site.get("/organizer", { Cookie: organizer })).text;
  expect(list).toMatch(/Desks for two classrooms[\s\S]*>Answer now</);
  expect(form.text).not.toContain("rashid");

  const again = await submit(
    submissionFields({ title: "Desks for classrooms 4 and 5", submission: idIn(page) }),
    page,
  );
  expect(again).toBe(page);
  const seen = (await site.get(`/admin/submissions/${idIn(page)}`, { Cookie: staff })).text;
  expect(seen).toContain("<del>Desks for two classrooms</del>");
  expect(seen).toContain("<ins>Desks for classrooms 4 and 5</ins>");
  expect(seen.split("<del>").length).toBe(2);
  const stale = await review(idIn(page), { do: "reject", reason: "Too late" });
  expect([stale.status, stale.text.includes("no longer waits")]).toEqual([409, true]);
});

test("a rejection needs a reason, which the organizer reads", async () => {
  const page = await submit(submissionFields({ title: "A car for the organizer" }));
  const without = await review(idIn(page), { do: "reject" });
  expect([without.status, without.text.includes("Enter a reason for rejecting")]).toEqual([400, true]);
  const rejected = await review(idIn(page), { do: "reject", reason: "We fund students only." });
  expect(rejected.status).toBe(303);
  const seen = (await site.get(page, { Cookie: organizer })).text;
  expect(seen).toContain("Your campaign was not accepted");
  expect(seen).toContain("We fund students only.");
  const edited = await postForm(site, page, submissionFields({ submission: idIn(page), do: "save" }), {
    Cookie: organizer,
  });
  expect([edited.status, edited.text.includes('value="Books for the girls’ hostel"')]).toEqual([409, true]);
  expect((await site.get(page, { Cookie: organizer })).text).toContain("A car for the organizer");
});

test("an unconfirmed address blocks going live, and not submitting", async () => {
  await site.db.updateTable("users").set({ email_verified: false }).where("id", "=", ownerId).execute();
  const page = await submit(submissionFields({ title: "Paint for the mosque" }));
  expect((await site.get(page, { Cookie: organizer })).text).toContain("Please confirm your email address");
  const approve = { do: "approve", goal: "900000", currency: "TZS", days: "30", ...allChecked };
  const blocked = await review(idIn(page), approve);
  expect([blocked.status, blocked.text.includes("not confirmed the email address")]).toEqual([409, true]);
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", ownerId).execute();
  expect((await review(idIn(page), approve)).status).toBe(303);
});

test("staff cannot review their own submission", async () => {
  const sent = await postForm(
    site,
    "/organizer/new",
    submissionFields({ title: "My own small campaign", do: "submit" }),
    { Cookie: staff },
  );
  const id = idIn(sent.headers.location ?? "");
  const refused = await review(id, { do: "reject", reason: "No." });
  expect([refused.status, refused.text.includes("Another person must review")]).toEqual([409, true]);
});

test("another organizer reaches neither the submission nor its review", async () => {
  const page = await submit(submissionFields({ title: "A private idea of mine" }));
  expect((await site.get(page, { Cookie: other })).status).toBe(404);
  expect((await postForm(site, page, { do: "save" }, { Cookie: other })).status).toBe(404);
  for (const path of ["", "/preview"]) {
    const address = `/admin/submissions/${idIn(page)}${path}`;
    expect((await site.get(address, { Cookie: other })).status).toBe(403);
  }
  const stolen = await postForm(
    site,
    "/organizer/new",
    submissionFields({ submission: idIn(page), title: "Stolen words", do: "save" }),
    { Cookie: other },
  );
  expect([stolen.status, stolen.text.includes("A private idea of mine")]).toEqual([409, false]);
  const { entered } = await site.db
    .selectFrom("submissions")
    .select("entered")
    .where("id", "=", BigInt(idIn(page)))
    .executeTakeFirstOrThrow();
  expect(entered["title"]).toBe("A private idea of mine");
});

test("two presses of the button submit once", async () => {
  const fields = submissionFields({ title: "Pressed two times", do: "submit" });
  const answers = await Promise.all(
    [1, 2].map(() => postForm(site, "/organizer/new", fields, { Cookie: organizer })),
  );
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const rows = await site.db
    .selectFrom("submission_versions")
    .select("submission_id")
    .where("title", "=", "Pressed two times")
    .execute();
  expect(rows.length).toBe(1);
  // A third press, after the first was answered.
  const late = await postForm(site, "/organizer/new", fields, { Cookie: organizer });
  expect(late.headers.location).toBe(answers[0]?.headers.location);
  const drafts = await site.db
    .selectFrom("submissions")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("status", "=", "draft")
    .execute();
  expect(drafts, "drafts that repeat the submission").toEqual([]);
});

test("two reviewers at the same time approve once", async () => {
  const page = await submit(submissionFields({ title: "Approved by two people" }));
  await emails.empty();
  const approve = { do: "approve", goal: "900000", currency: "TZS", days: "30", ...allChecked };
  const answers = await Promise.all([review(idIn(page), approve), review(idIn(page), approve)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const made = await site.db
    .selectFrom("campaigns")
    .select("id")
    .where("title", "=", "Approved by two people")
    .execute();
  expect([made.length, (await emails.empty()).length]).toEqual([1, 1]);
});

test("an approved Zakat campaign is live after its ruling, and each step says so", async () => {
  const zakat = { category: "zakat", subType: "indebted", isZakatEligible: "yes" };
  const page = await submit(
    submissionFields({ title: "Debts of forty students", ...zakat }),
    "/sw/organizer/new",
  );
  await emails.empty();
  const approve = { do: "approve", goal: "900000", currency: "TZS", days: "30", ...allChecked };
  const approved = await review(idIn(page), approve);
  const seen = await site.get(`/admin/submissions/${idIn(page)}`, {
    Cookie: [staff, approved.headers["set-cookie"]?.[0]?.split(";", 1)[0]].join("; "),
  });
  expect(seen.text).toContain("after you record a Zakat ruling");
  const [held] = await emails.empty();
  expect(held?.subject).toBe("Kampeni yako imekubaliwa: Debts of forty students");
  expect(held?.text).toContain("Bado haipokei michango");
  expect(held?.path).toBe(page);
  const own = async (path: string) => (await site.get(path, { Cookie: organizer })).text;
  const english = page.replace(/^\/sw/, "");
  expect(await own(english)).toContain("Your campaign is approved");
  expect(await own(english)).not.toContain("Your campaign is live");
  expect((await site.get("/campaigns/debts-of-forty-students")).status).toBe(200);
  const waits = "takes no donations until a reviewer of the Advisory Body rules";
  const manage = "/organizer/campaigns/debts-of-forty-students";
  for (const path of [english, "/organizer", manage]) expect(await own(path), path).toContain(waits);
  expect(await own(manage)).toContain('<span class="badge" data-tone="waiting">Paused</span>');

  const address = "/admin/campaigns/debts-of-forty-students/zakat";
  const { id: reviewer } = await site.db.selectFrom("team_members").select("id").executeTakeFirstOrThrow();
  const ruling = {
    do: "record",
    ruledOn: dayOf(new Date()),
    expiresOn: "",
    reasons: "They are poor and in debt.",
  };
  const rule = () => postForm(site, address, { ...ruling, reviewer: String(reviewer) }, { Cookie: staff });
  expect((await rule()).status).toBe(303);
  const [live] = await emails.empty();
  expect([live?.to, live?.subject]).toEqual([
    "neema@fund.example",
    "Kampeni yako inapokea michango: Debts of forty students",
  ]);
  expect(await own(english)).toContain("Your campaign is live");
  expect(await own(manage)).toContain('<span class="badge" data-tone="good">Live</span>');

  await rule();
  const rulings = await site.db.selectFrom("zakat_rulings").select("id").orderBy("id").execute();
  const withdraw = (id: bigint) =>
    postForm(site, address, { do: "withdraw", ruling: String(id), reason: "New facts" }, { Cookie: staff });
  for (const { id } of rulings) expect((await withdraw(id)).status).toBe(303);
  // The second ruling changed nothing, so there is one email, after the last one was withdrawn.
  expect((await emails.empty()).map(({ subject }) => subject)).toEqual([
    "Kampeni yako imesitishwa: Debts of forty students",
  ]);
});

test("a surplus for a removed campaign is not promised to the donors", async () => {
  const other = await campaign(site.db, { title: "A well for the school" });
  const surplus = { surplus: "campaign", surplusCampaign: other };
  const page = await submit(submissionFields({ title: "Chairs for the library", ...surplus }));
  const read = (await site.get(`/admin/submissions/${idIn(page)}`, { Cookie: staff })).text;
  expect(read).toMatch(
    new RegExp(`href="/admin/campaigns/${other}"[^>]*>To the campaign A well for the school<`),
  );
  const approve = { do: "approve", goal: "900000", currency: "TZS", days: "30", ...allChecked };
  expect((await review(idIn(page), approve)).status).toBe(303);
  const shown = async () => (await site.get("/campaigns/chairs-for-the-library")).text;
  expect(await shown()).toContain("A well for the school");
  await site.db.updateTable("campaigns").set({ archived_at: new Date() }).where("id", "=", other).execute();
  await site.db
    .updateTable("campaigns")
    .set({ updated_at: new Date() })
    .where("id", "=", "chairs-for-the-library")
    .execute();
  await expect.poll(shown).not.toContain("A well for the school");
  expect(await shown()).toContain("It goes to another campaign of the fund.");
  expect(await shown()).not.toContain("It goes back to the donors.");
});

test("a note that is too long comes back", async () => {
  const page = await submit(submissionFields({ title: "A note about this one" }));
  const note = "y".repeat(2_001);
  const { status, text } = await review(idIn(page), { do: "note", note });
  expect([status, text.includes("Note must be 2,000 characters or fewer")]).toEqual([400, true]);
  expect(text).toContain(`>${note}</textarea>`);
});

test("more submissions than the daily limit are asked to wait", async () => {
  for (let at = 1; at <= 6; at++) await submit(submissionFields({ title: `Campaign number ${at}` }));
  const more = await postForm(
    site,
    "/organizer/new",
    submissionFields({ title: "One campaign too many", do: "submit" }),
    { Cookie: organizer },
  );
  expect([more.status, more.text.includes("You have sent many campaigns today")]).toEqual([429, true]);
  expect(more.text).toContain("One campaign too many");
});

test("people who did not confirm their address do not use up the day of the others", async () => {
  const unconfirmed = [{ subject: "submit unconfirmed", limits: [{ most: 1_000, within: 86_400 }] }];
  for (let at = 0; at < 40; at++) await countAttempt(site.db, unconfirmed);
  const confirm = (isProven: boolean) =>
    site.db.updateTable("users").set({ email_verified: isProven }).where("id", "=", ownerId).execute();
  await confirm(false);
  const send = (title: string) =>
    postForm(site, "/organizer/new", submissionFields({ title, do: "submit" }), { Cookie: organizer });
  expect((await send("Not confirmed today")).status).toBe(429);
  await confirm(true);
  expect((await send("Confirmed today at last")).status).toBe(303);
});
