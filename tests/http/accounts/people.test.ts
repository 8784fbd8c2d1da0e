import { beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { recordAction } from "#operations/system/record-action.ts";
import { changeRole } from "#operations/accounts/change-role.ts";
import { disableAccount } from "#operations/accounts/disable.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { forgetUsedCodes, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite();
const withMail = await testSite({
  databaseUrl: site.databaseUrl,
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const emails = await mailbox(site);
const people = "/admin/people";
const invitations = "/admin/invitations";
const chosen = "bahati nne za kijani";
let admin = "";
let amina: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  amina = await makePerson(site.databaseUrl, "amina");
});
beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await emails.empty();
  admin = await signIn(site, "amina");
});

/** Includes the password, because changes of access ask for it again. */
const send = (path: string, fields: Record<string, string>, cookie = admin) =>
  postForm(site, path, { password, ...fields }, { Cookie: cookie });

/** Only an organizer with a confirmed address can get another role. */
async function provenOrganizer(username: string) {
  const person = await makePerson(site.databaseUrl, username, "organizer");
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", person.id).execute();
  return person;
}

function noticeOf({ headers }: Answer): string {
  const value = headers["set-cookie"]?.map((each) => /^amana_notice=([\w-]+)/.exec(each)?.[1]).find(Boolean);
  return value ? JSON.parse(Buffer.from(value, "base64url").toString()).title : "";
}

test("an invited person chooses name and password and gets the offered role", async () => {
  const invited = await send(invitations, {
    what: "invite",
    email: "Neema@fund.example",
    role: "staff",
    language: "sw",
  });
  // Without a mail server the site shows the link to the admin, once.
  expect(invited.status).toBe(200);
  const [invitation, ...pattern] = (await emails.empty()).sort((one) =>
    one.to === "neema@fund.example" ? -1 : 1,
  );
  expect(pattern.map(({ to, subject }) => [to, subject])).toEqual([[amina.email, "Staff access changed"]]);
  expect([invitation?.to, invitation?.subject]).toEqual(["neema@fund.example", "Fungua akaunti yako"]);
  const path = invitation?.path ?? "";
  expect(path).toMatch(/^\/sw\/invitation\?key=[\w-]{43}$/);
  expect(invited.text).toContain(path);
  const list = await site.get(invitations, { Cookie: admin });
  expect(list.text).toContain("neema@fund.example");
  expect(list.text).not.toContain(path.split("=")[1]);

  const offer = (await site.get(path)).text;
  for (const words of ["neema@fund.example", "Nafasi yako: mfanyakazi."]) expect(offer).toContain(words);
  const poor = await postForm(site, path, { name: "Neema", username: "Neema J", password: chosen });
  expect([poor.status, poor.text.includes("herufi ndogo")]).toEqual([400, true]);
  const several = await postForm(site, path, { name: "", username: "Neema J", password: "abc12" });
  for (const words of ["Jina linahitajika", "herufi ndogo", "angalau herufi 6. Tovuti hii inataka 12"])
    expect(several.text.includes(words), words).toBe(true);
  const taken = await postForm(site, path, { name: "Neema", username: "amina", password: chosen });
  expect(taken.status).toBe(409);
  const made = await postForm(site, path, { name: "Neema Juma", username: "Neema", password: chosen });
  expect([made.status, made.headers.location]).toEqual([303, "/sw/auth"]);
  expect((await postForm(site, path, { name: "x", username: "other", password: chosen })).status).toBe(404);
  expect((await postForm(site, "/auth", { username: "neema", password: chosen })).status).toBe(303);

  const after = await searchList(site, people, { q: "neema" }, admin);
  for (const text of ["Neema Juma", "Staff"]) expect(after.text.includes(text), text).toBe(true);
  expect(after.text).not.toContain("Awaits email confirmation");
  expect(await auditWords()).toContain("Neema Juma (neema) accepted the invitation of amina as Staff");
  expect(await auditWords()).not.toContain("created the account Neema");
});

const auditWords = async () =>
  wordsOf((await site.get("/admin/audit", { Cookie: admin })).text).replaceAll(/\s+/g, " ");

test("a person whose address got an account after the invitation is sent to sign in", async () => {
  const email = "later@fund.example";
  await send(invitations, { what: "invite", email, role: "organizer", language: "en" });
  const path = (await emails.empty())[0]?.path ?? "";
  await makePerson(site.databaseUrl, "later", "organizer");
  const answer = await postForm(site, path, { name: "Neema", username: "free.name", password: chosen });
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth"]);
});

test("two requests accepting one invitation create one account", async () => {
  await send(invitations, { what: "invite", email: "two@fund.example", role: "organizer", language: "en" });
  const path = (await emails.empty())[0]?.path ?? "";
  const answers = await Promise.all(
    ["first.one", "second.one"].map((username) =>
      postForm(site, path, { name: username, username, password: chosen }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
});

test("an invitation can be withdrawn or replaced, and skips existing accounts", async () => {
  const invite = (email: string) =>
    send(invitations, { what: "invite", email, role: "organizer", language: "en" });
  await invite("late@fund.example");
  const [first] = await emails.empty();
  await invite("late@fund.example");
  const [second] = await emails.empty();
  expect((await site.get(first?.path ?? "")).status).toBe(404);
  expect((await site.get(second?.path ?? "")).status).toBe(200);
  await send(invitations, { what: "withdraw", email: "late@fund.example" });
  expect((await site.get(second?.path ?? "")).status).toBe(404);
  const known = await invite("amina@fund.example");
  expect([known.status, known.text.includes("already an account with this email address")]).toEqual([
    400,
    true,
  ]);
  expect(known.text).toContain(`/admin/people/${amina.id}`);
  await makePerson(site.databaseUrl, "juma.staff", "staff");
  const juma = await signIn(site, "juma.staff");
  const asStaff = { what: "invite", email: "amina@fund.example", role: "organizer", language: "en" };
  expect((await send(invitations, asStaff, juma)).text, "who may not see people").not.toContain(amina.id);
  expect((await invite("nonsense")).status).toBe(400);
  expect(await emails.empty()).toEqual([]);
});

test("a pending invitation says that its email was not delivered, until a new one is sent", async () => {
  const email = "wrong@fund.example";
  const invite = () => send(invitations, { what: "invite", email, role: "organizer", language: "en" });
  const list = async () => (await site.get(invitations, { Cookie: admin })).text;
  await invite();
  expectNoText(await list(), "Email not delivered");
  const { id } = await site.db
    .updateTable("outbox")
    .set({ given_up_at: new Date(), last_error: "550 5.1.1 no such user" })
    .where("recipient", "=", email)
    .returning("id")
    .executeTakeFirstOrThrow();
  const failed = await list();
  expectText(failed, "Email not delivered");
  expectText(failed, `href="/admin/mail/${id}"`);
  await invite();
  expectNoText(await list(), "Email not delivered");
  await send(invitations, { what: "withdraw", email });
});

test("an invitation to the corrected address replaces the undelivered one and closes its case", async () => {
  const wrong = "neema@bounce.example";
  await send(invitations, { what: "invite", email: wrong, role: "staff", language: "sw" });
  const email = await site.db
    .updateTable("outbox")
    .set({ given_up_at: new Date(), last_error: "550 5.1.1 no such user" })
    .where("recipient", "=", wrong)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await site.db
    .insertInto("cases")
    .values({ kind: "undelivered", subject: `outbox:${email.id}`, details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const form = `${invitations}?case=${id}`;
  const fields = fieldsOf((await site.get(form, { Cookie: admin })).text, "invitation");
  expect(fields).toMatchObject({ email: wrong, role: "staff", language: "sw", case: String(id) });
  await makePerson(site.databaseUrl, "rehema", "staff");
  const other = await signIn(site, "rehema");
  expect(
    fieldsOf((await site.get(form, { Cookie: other })).text, "invitation"),
    "not theirs to replace",
  ).toMatchObject({
    email: "",
    language: "en",
  });
  const forged = { ...fields, email: "other@right.example", role: "organizer" };
  expect((await send(form, forged, other)).status).toBe(200);
  const caseNow = () =>
    site.db
      .selectFrom("cases")
      .select(["status", "decision", "closed_by"])
      .where("id", "=", id)
      .executeTakeFirst();
  expect(await caseNow()).toMatchObject({ status: "open" });

  expect((await send(form, { ...fields, password, email: "neema@right.example" })).status).toBe(200);
  expect(await caseNow()).toEqual({ status: "closed", decision: "dealt-with", closed_by: amina.id });
  const list = (await site.get(invitations, { Cookie: admin })).text;
  expectText(list, "neema@right.example");
  expectNoText(list, wrong);
  expect(
    fieldsOf((await site.get(form, { Cookie: admin })).text, "invitation"),
    "the case is closed",
  ).toMatchObject({
    email: "",
  });
  for (const address of ["neema@right.example", "other@right.example"])
    await send(invitations, { what: "withdraw", email: address });
  await emails.empty();
});

test("of two invitations again from one case, only the first is sent", async () => {
  const wrong = "zuri@bounce.example";
  await send(invitations, { what: "invite", email: wrong, role: "organizer", language: "en" });
  const email = await site.db
    .updateTable("outbox")
    .set({ given_up_at: new Date(), last_error: "550 5.1.1 no such user" })
    .where("recipient", "=", wrong)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await site.db
    .insertInto("cases")
    .values({ kind: "undelivered", subject: `outbox:${email.id}`, details: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const form = `${invitations}?case=${id}`;
  const fields = fieldsOf((await site.get(form, { Cookie: admin })).text, "invitation");
  const addresses = ["zuri@right.example", "zuri@other.example"];
  const answers = await Promise.all(addresses.map((each) => send(form, { ...fields, email: each })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const second = answers.find(({ status }) => status === 409);
  expectText(second?.text ?? "", `Someone else has just dealt with case ${id}. Nothing was sent.`);
  const again = fieldsOf(second?.text ?? "", "invitation");
  expect(Object.keys(again), "sent once more, it is an invitation of its own").not.toContain("case");
  expect((await send(form, { ...again, password })).status).toBe(200);
  for (const each of addresses) await send(invitations, { what: "withdraw", email: each });
  await emails.empty();
});

test("an invitation for another role asks before it replaces the first", async () => {
  const invite = (role: string, more: Record<string, string> = {}) =>
    send(invitations, { what: "invite", email: "two.roles@fund.example", role, language: "en", ...more });
  await invite("organizer");
  const [first] = (await emails.empty()).filter(({ to }) => to === "two.roles@fund.example");
  const asked = await invite("staff");
  expect([asked.status, asked.text.includes("already invited as Organizer")]).toEqual([409, true]);
  expect(asked.text).toContain('name="replaces"');
  expectText(asked.text, "Replace the earlier invitation?");
  expectNoText(asked.text, "There is a problem");
  expect(wordsOf(asked.text).replaceAll(/\s+/g, " ")).toMatch(
    /two\.roles@fund\.example is invited as Organizer until .+\. ?This invitation is as Staff ?\./,
  );
  expect((await site.get(first?.path ?? "")).status, "the first link still works").toBe(200);
  expect((await invite("staff", { replaces: "yes" })).status).toBe(200);
  expect((await site.get(first?.path ?? "")).status).toBe(404);
  const [second, initial] = (await auditWords()).match(/invited two\.roles@(?:(?! invited ).)*/g) ?? [];
  expect(second).toContain("Replaces An earlier invitation as Organizer");
  expect(initial).not.toContain("Replaces");
  await send(invitations, { what: "withdraw", email: "two.roles@fund.example" });
  await emails.empty();
});

test("an admin resets a lost sign-in; only the person gets the link, and all admins hear of it", async () => {
  const salma = await makePerson(site.databaseUrl, "salma", "staff");
  const { cookie: own } = await setUpSecondStep(site, await signIn(site, "salma"));
  const page = `${people}/${salma.id}`;
  const reset = (fields: Record<string, string> = {}) =>
    postForm(withMail, page, { what: "reset", password, ...fields }, { Cookie: admin });
  expect((await reset({ password: "not mine at all" })).status).toBe(403);
  expect((await site.get("/admin/donations", { Cookie: own })).status).toBe(200);
  await emails.empty();

  expect(noticeOf(await reset())).toContain("Password and two-step sign-in reset");
  expect((await site.get("/dashboard", { Cookie: own })).status).toBe(303);
  expect((await postForm(site, "/auth", { username: "salma", password })).status).toBe(401);
  const sent = await emails.empty();
  const [link] = sent.filter(({ to }) => to === salma.email);
  expect(sent.filter(({ subject }) => subject === "Staff access changed").map(({ to }) => to)).toContain(
    amina.email,
  );
  expect((await postForm(site, link?.path ?? "", { password: chosen })).status).toBe(303);
  const again = await postForm(site, "/auth", { username: "salma", password: chosen });
  expect([again.status, sessionCookie(again) !== undefined], "without the lost second step").toEqual([
    303,
    true,
  ]);
  const log = await site.get(`/admin/audit?subject=user:${salma.id}`, { Cookie: admin });
  expectText(log.text, "reset the password and two-step sign-in of");
  expect((await send(`${people}/${amina.id}`, { what: "reset" })).status, "their own").toBe(403);
});

test("without mail, an admin passes on a reset link; another confirms", async () => {
  const tatu = await makePerson(site.databaseUrl, "tatu", "staff");
  const zainab = await makePerson(site.databaseUrl, "zainab");
  await letRolesAge(site.db);
  const own = await signIn(site, "tatu");
  const page = `${people}/${tatu.id}`;
  expect((await send(page, { what: "reset", password: "not mine at all" })).status).toBe(403);
  expect((await site.get("/admin/donations", { Cookie: own })).status).toBe(200);
  const done = await send(page, { what: "reset" });
  expect(done.status).toBe(200);
  const queued = await site.db
    .selectFrom("outbox")
    .select("template")
    .where("recipient", "=", tatu.email)
    .execute();
  expect(queued, "an email would have a dead link when a mail server is there").toEqual([]);
  const path = /\/auth\/reset\?key=[\w-]{43}/.exec(done.text)?.[0] ?? "";
  const shownAgain = await site.get(page, { Cookie: admin });
  expect(shownAgain.text).not.toContain("key=");
  expect((await site.get("/dashboard", { Cookie: own })).status, "old session").toBe(303);
  expect((await postForm(site, "/auth", { username: "tatu", password })).status, "old password").toBe(401);

  expect((await postForm(site, path, { password: chosen })).status).toBe(303);
  expect((await postForm(site, path, { password: chosen })).status, "used").toBe(404);
  expect((await postForm(site, "/auth", { username: "tatu", password: chosen })).status).toBe(303);
  expectText(shownAgain.text, "Not confirmed by a second admin");
  expect(noticeOf(await send(page, { what: "confirm" }))).toContain("You cannot confirm this access");
  const other = await signIn(site, "zainab");
  expect(noticeOf(await send(page, { what: "confirm" }, other))).toBe("Access confirmed.");
  const log = await site.get(`/admin/audit?subject=user:${tatu.id}`, { Cookie: admin });
  expectText(log.text, "shown to the admin");
  expect((await send(`${people}/${amina.id}`, { what: "reset" })).status, "their own").toBe(403);
  await onDatabase(site.databaseUrl, `update users set banned = true where id = '${zainab.id}'`);
});

test("an unused reset link ends after an hour", async () => {
  const tumaini = await makePerson(site.databaseUrl, "tumaini", "staff");
  const done = await send(`${people}/${tumaini.id}`, { what: "reset" });
  const path = /\/auth\/reset\?key=[\w-]{43}/.exec(done.text)?.[0] ?? "";
  expect((await site.get(path)).status).toBe(200);
  const age = (minutes: number) =>
    onDatabase(
      site.databaseUrl,
      `update account_links set expires_at = expires_at - interval '${minutes} minutes' where user_id = '${tumaini.id}'`,
    );
  await age(59);
  expect((await site.get(path)).status).toBe(200);
  await age(2);
  expect((await postForm(site, path, { password: chosen })).status).toBe(404);
});

test("staff can invite organizers only", async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  const sara = await signIn(site, "sara");
  const invite = (email: string, role: string, cookie = sara) =>
    send(invitations, { what: "invite", email, role, language: "en" }, cookie);
  expect((await site.get(people, { Cookie: sara })).status).toBe(403);
  const page = await site.get(invitations, { Cookie: sara });
  expect([page.status, page.text.includes("Invite an organizer")]).toEqual([200, true]);
  for (const role of ["staff", "admin"]) expect((await invite("guest@fund.example", role)).status).toBe(403);
  expect(await emails.empty()).toEqual([]);

  expect((await invite("guest@fund.example", "organizer")).status).toBe(200);
  const path = (await emails.empty())[0]?.path ?? "";
  expect((await postForm(site, path, { name: "Oscar", username: "oscar", password: chosen })).status).toBe(
    303,
  );
  const { status, headers } = await site.get("/dashboard", {
    Cookie:
      sessionCookie(await postForm(site, "/auth", { username: "oscar", password: chosen }))?.split(";")[0] ??
      "",
  });
  expect([status, headers.location]).toEqual([303, "/organizer"]);

  await invite("higher@fund.example", "staff", admin);
  expect((await invite("higher@fund.example", "organizer")).text).toContain(
    "Only an admin can replace that invitation",
  );
  expect(
    noticeOf(await send(invitations, { what: "withdraw", email: "higher@fund.example" }, sara)),
  ).toContain("no longer exists");
  const still = (await emails.empty()).find(({ to }) => to === "higher@fund.example");
  expect((await site.get(still?.path ?? "")).status).toBe(200);
});

test("another admin changes role and access immediately, and the log records it", async () => {
  const juma = await provenOrganizer("juma");
  const page = `${people}/${juma.id}`;
  expect((await site.get(page, { Cookie: admin })).text).toMatch(/<dt>Last seen<\/dt><dd>Never</);
  const own = await signIn(site, "juma");
  expect((await site.get("/admin/donations", { Cookie: own })).status).toBe(403);
  expect(noticeOf(await send(page, { what: "role", role: "staff" }))).toBe("Role changed.");
  expect((await site.get("/dashboard", { Cookie: own })).status).toBe(303);
  const promoted = await signIn(site, "juma");
  expect((await site.get("/admin/donations", { Cookie: promoted })).status).toBe(200);
  expect(noticeOf(await send(page, { what: "role", role: "staff" }))).toContain("Nothing changed");
  expect((await site.get("/admin/donations", { Cookie: promoted })).status).toBe(200);

  const question = "Are you sure you want to disable the account of juma?";
  expectNoText((await site.get(page, { Cookie: admin })).text, 'value="disable"');
  expectText((await site.get(`${page}?disable`, { Cookie: admin })).text, question);
  expectNoText((await site.get(`${people}/${amina.id}?disable`, { Cookie: admin })).text, "Are you sure");
  await send(page, { what: "disable" });
  expectNoText((await site.get(`${page}?disable`, { Cookie: admin })).text, question);
  expect((await site.get("/dashboard", { Cookie: promoted })).status).toBe(303);
  expect((await postForm(site, "/auth", { username: "juma", password })).status).toBe(401);
  await send(page, { what: "enable" });
  await signIn(site, "juma");

  const log = await site.get(`/admin/audit?subject=user:${juma.id}`, { Cookie: admin });
  const visible = log.text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  for (const text of [
    "amina changed the role of juma",
    "Role Organizer Staff",
    "amina disabled the account of juma",
    "amina enabled the account of juma",
    "System or operator created the account juma",
  ])
    expect(visible.includes(text), text).toBe(true);
});

test("a second admin confirms the access that the first one gave", async () => {
  const zawadi = await makePerson(site.databaseUrl, "zawadi");
  const second = await signIn(site, "zawadi");
  const puppet = await provenOrganizer("puppet");
  const page = `${people}/${puppet.id}`;
  await send(page, { what: "role", role: "staff" });
  expectText((await site.get(page, { Cookie: second })).text, "Not confirmed by a second admin");
  expect(noticeOf(await send(page, { what: "confirm" }))).toContain("You cannot confirm this access");
  expect((await send(page, { what: "confirm", password: "guessed" }, second)).status).toBe(403);
  await emails.empty();
  expect(noticeOf(await send(page, { what: "confirm" }, second))).toBe("Access confirmed.");
  const sent = (await emails.empty()).filter(({ text }) => text.includes("A second admin confirmed"));
  expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining([amina.email, zawadi.email]));
  expectNoText((await site.get(page, { Cookie: second })).text, "Not confirmed by a second admin");
  await onDatabase(site.databaseUrl, "update users set banned = true where username in ('zawadi', 'puppet')");
});

test("an unconfirmed member of staff looks at the staff area and changes nothing", async () => {
  const mtu = await provenOrganizer("mtu");
  const hamisi = await makePerson(site.databaseUrl, "hamisi");
  await send(`${people}/${mtu.id}`, { what: "role", role: "staff" });
  const cookie = await signIn(site, "mtu");
  const fields = { intent: "delete", id: "girls-dormitories" };
  expect((await site.get("/admin/campaigns", { Cookie: cookie })).status).toBe(200);
  const refused = await send("/admin/campaigns", fields, cookie);
  expect([refused.status, noticeOf(refused)]).toEqual([
    303,
    "Nothing was changed. A second admin must confirm your access first.",
  ]);
  expect((await site.get("/campaigns/girls-dormitories")).status).toBe(200);
  expect((await send("/admin/pictures", {}, cookie)).status).toBe(403);
  await onDatabase(
    site.databaseUrl,
    `update users set banned = true where id in ('${mtu.id}', '${hamisi.id}')`,
  );
});

test("admins cannot remove their own role, and one admin always remains", async () => {
  const own = `${people}/${amina.id}`;
  expect((await send(own, { what: "disable" })).status).toBe(403);
  expect((await send(own, { what: "role", role: "staff" })).status).toBe(403);
  expect((await site.get(`${people}/nobody`, { Cookie: admin })).status).toBe(404);
  expect((await site.get(`${people}?role=nonsense&after=%00&state=x`, { Cookie: admin })).status).toBe(200);
});

test("two admins removing each other's role simultaneously leave one admin", async () => {
  const { url, close } = await testDatabase();
  const database = openDatabase(url, { poolSize: 4 });
  try {
    const one = await makePerson(url, "one");
    const other = await makePerson(url, "other");
    const outcomes = await Promise.all([
      changeRole(database.readWrite, { userId: one.id, role: "staff" }, other.id),
      disableAccount(database.readWrite, other.id, one.id),
    ]);
    expect(outcomes.filter((outcome) => outcome === "changed" || outcome === "disabled")).toHaveLength(1);
    await expect(onDatabase(url, "delete from users")).rejects.toThrow("the last admin stays");
  } finally {
    await database.close();
    await close();
  }
});

test("changes of access need the password and are emailed to admins", async () => {
  const zuhura = await makePerson(site.databaseUrl, "zuhura");
  const omari = await provenOrganizer("omari");
  const page = `${people}/${omari.id}`;
  const invite = { what: "invite", email: "sock@fund.example", role: "admin", language: "en" };
  const changes: [string, Record<string, string>, string][] = [
    [page, { what: "role", role: "admin" }, "role was changed to admin"],
    [page, { what: "disable" }, "A staff account was disabled."],
    [page, { what: "enable" }, "A staff account was enabled again."],
    [invitations, invite, "was invited to become an admin"],
  ];
  for (const [path, fields, sentence] of changes) {
    for (const [wrong, status] of [
      ["", 400],
      ["guessed", 403],
    ] as const) {
      const refused = await send(path, { ...fields, password: wrong });
      expect([refused.status, refused.text.includes("Enter your current password")], sentence).toEqual([
        status,
        true,
      ]);
    }
    expect(await emails.empty()).toEqual([]);
    await send(path, fields);
    const sent = await emails.empty();
    for (const { email } of [amina, zuhura]) {
      const message = sent.find(({ to }) => to === email);
      expect(message?.text, `${email}: ${sentence}`).toContain(sentence);
    }
  }
  expect((await send(people, { required: "no", password: "guessed" })).status).toBe(403);
  await onDatabase(site.databaseUrl, "update users set banned = true where username in ('zuhura', 'omari')");
});

test("a new admin reads when they can change access", async () => {
  const bahati = await makePerson(site.databaseUrl, "bahati");
  const clerk = await makePerson(site.databaseUrl, "clerk", "staff");
  for (const banned of [true, false])
    await onDatabase(site.databaseUrl, `update users set banned = ${banned} where id = '${bahati.id}'`);
  const cookie = await signIn(site, "bahati");
  const pattern =
    /^Your access is less than 72 hours old\. You can change the access of staff and admins from \d+ \w+ \d{4}/;
  const page = `${people}/${clerk.id}`;
  for (const what of ["disable", "role"])
    expect(noticeOf(await send(page, { what, role: "admin" }, cookie))).toMatch(pattern);
  expect(noticeOf(await send(people, { required: "no" }, cookie))).toMatch(pattern);
  const reset = { what: "reset", password };
  expect(noticeOf(await postForm(withMail, page, reset, { Cookie: cookie }))).toMatch(pattern);
  await expect(
    recordAction(site.db, bahati.id, {
      action: "sign-in-reset",
      subject: `user:${clerk.id}`,
      after: { link: "sent by email" },
    }),
    "also in the database",
  ).rejects.toThrow("may not reset the sign-in");
  const invite = { what: "invite", email: "second@fund.example", role: "admin", language: "en" };
  const refused = await send(invitations, invite, cookie);
  expect([
    refused.status,
    refused.text.includes("Your access is less than 72 hours old. You can change"),
  ]).toEqual([409, true]);
  const donor = { intent: "erase", who: "none@donor.example", reason: "asked", sure: "yes" };
  const kept = await send("/admin/donor-data", donor, cookie);
  expect([kept.status, kept.text.includes("You can export or erase donor data from")]).toEqual([409, true]);
  await send(invitations, { ...invite, role: "staff" });
  await emails.empty();
  const open = await site.get(invitations, { Cookie: cookie });
  expect(open.text).toContain(invite.email);
  expect(open.text).not.toContain("the invitation of second@fund.example");
  expect(noticeOf(await send(invitations, { what: "withdraw", email: invite.email }, cookie))).toMatch(
    pattern,
  );
  expect(noticeOf(await send(invitations, { what: "withdraw", email: invite.email }))).toBe(
    "Invitation withdrawn.",
  );
  expect(await emails.empty()).toEqual([]);
  expect((await send(invitations, { ...invite, role: "organizer" }, cookie)).status).toBe(200);
  await emails.empty();
  await onDatabase(site.databaseUrl, "update users set banned = true where username in ('bahati', 'clerk')");
});

test("a new admin reads when they can save settings and confirm points", async () => {
  const subira = await makePerson(site.databaseUrl, "subira");
  const cookie = await signIn(site, "subira");
  const read = async (path: string) => (await site.get(path, { Cookie: cookie })).text;
  const [form, seen = ""] = [
    fieldsOf(await read("/admin/contact")),
    /name="seen" value="([^"]*)"/.exec(await read("/admin/go-live"))?.[1],
  ];
  for (const banned of [true, false])
    await onDatabase(site.databaseUrl, `update users set banned = ${banned} where id = '${subira.id}'`);
  const again = await signIn(site, "subira");
  const open = (path: string) => site.get(path, { Cookie: again });

  expectText((await open("/admin/contact")).text, "You can save this page from");
  const typed = { ...form, "address.en": "Call 0700 000 000 to pay" };
  const saved = await send("/admin/contact", typed, again);
  expect(saved.status).toBe(409);
  expectText(saved.text, "You can save this page from");
  expect(saved.text).toContain("Call 0700 000 000 to pay");
  expect((await site.get("/")).text).not.toContain("Call 0700 000 000 to pay");

  const list = await open("/admin/go-live");
  expectText(list.text, "You can confirm points or undo confirmations from");
  expect(list.text).not.toContain('name="decision"');
  const confirming = { point: "terms", decision: "confirm", seen, checkedBy: "Subira" };
  const confirmed = await send("/admin/go-live", confirming, again);
  expect(confirmed.status).toBe(409);
  expectText(confirmed.text, "You can confirm points or undo confirmations from");

  await onDatabase(site.databaseUrl, `update users set banned = true where id = '${subira.id}'`);
});

test("the list marks accounts that await email, second admin or 72 hours", async () => {
  const marksOf = async (name: string) => {
    const { text } = await searchList(site, people, { q: name }, admin);
    const row = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(text)?.[1] ?? "";
    return [
      "Awaits email confirmation",
      "Awaits a second admin",
      "New admin until",
      "New staff until",
    ].filter((mark) => wordsOf(row).includes(mark));
  };
  const pili = await makePerson(site.databaseUrl, "pili");
  const raised = await makePerson(site.databaseUrl, "raised", "organizer");
  expect(await marksOf("raised")).toEqual(["Awaits email confirmation"]);
  await onDatabase(site.databaseUrl, "update users set email_verified = true where username = 'raised'");
  expect(await marksOf("raised")).toEqual([]);
  await send(`${people}/${raised.id}`, { what: "role", role: "staff" });
  expect(await marksOf("raised")).toEqual(["Awaits a second admin"]);
  await send(`${people}/${raised.id}`, { what: "confirm" }, await signIn(site, "pili"));
  expect(await marksOf("raised")).toEqual(["New staff until"]);
  for (const banned of [true, false])
    await onDatabase(site.databaseUrl, `update users set banned = ${banned} where id = '${pili.id}'`);
  expect(await marksOf("pili")).toEqual(["Awaits email confirmation", "New admin until"]);
  await onDatabase(site.databaseUrl, "update users set banned = true where username in ('pili', 'raised')");
});

test("changes of access need an unused code of a two-step admin", async () => {
  const nuru = await makePerson(site.databaseUrl, "nuru");
  const target = await provenOrganizer("target");
  const { key, code: usedCode, cookie } = await setUpSecondStep(site, await signIn(site, "nuru"));
  const page = `${people}/${target.id}`;
  const change = { what: "role", role: "staff" };
  const used = await send(page, { ...change, code: usedCode }, cookie);
  expect([used.status, used.text.includes("Enter a code from your app")]).toEqual([403, true]);
  expect((await send(page, change, cookie)).status, "without a code").toBe(400);
  await forgetUsedCodes(site);
  const code = await freshCode(key);
  expect((await send(page, { ...change, code }, cookie)).status).toBe(303);
  expect((await send(page, { ...change, role: "admin", code }, cookie)).status).toBe(403);
  await onDatabase(site.databaseUrl, `update users set banned = true where id = '${nuru.id}'`);
});

test("the question about an earlier invitation uses up no code, and the ticked box stays", async () => {
  const wendo = await makePerson(site.databaseUrl, "wendo");
  const { key, cookie } = await setUpSecondStep(site, await signIn(site, "wendo"));
  await forgetUsedCodes(site);
  const email = "organizer.first@fund.example";
  const invite = (role: string, more: Record<string, string> = {}) =>
    send(invitations, { what: "invite", email, role, language: "en", ...more }, cookie);
  expect((await invite("organizer")).status).toBe(200);
  const code = await freshCode(key);
  const asked = await invite("staff", { code });
  expect([asked.status, asked.text.includes("already invited as Organizer")]).toEqual([409, true]);
  const mistyped = await invite("staff", { code: "000000", replaces: "yes" });
  expect(mistyped.status).toBe(403);
  expect(mistyped.text).toMatch(/<input[^>]*name="replaces"[^>]*checked/);
  expect((await invite("staff", { code, replaces: "yes" })).status).toBe(200);
  await onDatabase(site.databaseUrl, `update users set banned = true where id = '${wendo.id}'`);
  await emails.empty();
});

test("the second step is required by an admin who has it", async () => {
  const refused = await send(people, { required: "yes" });
  expect(noticeOf(refused)).toBe("Set up your own two-step sign-in first.");
  expect((await site.get("/dashboard", { Cookie: admin })).status).toBe(200);
  const page = await site.get(people, { Cookie: admin });
  expectText(page.text, '<a href="/settings/two-step">set up your two-step sign-in</a>');
  expectNoText(page.text, "Require two-step sign-in");

  const { key, cookie } = await setUpSecondStep(site, admin);
  expectText((await site.get(people, { Cookie: cookie })).text, "Require two-step sign-in");
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  const change = async (required: string) => {
    await forgetUsedCodes(site);
    return send(people, { required, code: await freshCode(key) }, cookie);
  };
  expect(noticeOf(await change("yes"))).toBe("Two-step sign-in is now required.");
  expect(noticeOf(await change("no"))).toBe("Two-step sign-in is no longer required.");
  await onDatabase(
    site.databaseUrl,
    "delete from two_factors; update users set two_factor_enabled = false where username = 'amina'",
  );
});

test("the log shows names and places, and filters by them", async () => {
  const [first, second] = await site.db
    .selectFrom("team_members")
    .select(["id", "name"])
    .where("is_active", "=", true)
    .orderBy("order_index")
    .orderBy("id")
    .execute();
  for (const intent of ["down", "remove"]) await send("/admin/team", { intent, id: String(first?.id) });
  const read = async (query: string) =>
    (await site.get(`/admin/audit?${query}`, { Cookie: admin })).text.replaceAll("<!-- -->", "");
  const log = await read("kind=record:team");
  expectText(log, "amina changed the team order");
  expectText(log, `1. ${first?.name}, 2. ${second?.name}`);
  expectText(log, `1. ${second?.name}, 2. ${first?.name}`);
  expectText(log, `amina deleted team member ${first?.name}`);
  expectNoText(log, "isActive");
  expectText(log, "Deleted a team member");
  expectNoText(await read("kind=donation:"), "amina changed the team order");
});

test("the log has pages and filters by person, action and date", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into audit_log (action, subject, at) select 'tried', 'thing:' || n, timestamptz '2026-01-05 20:59:00Z' + n * interval '1 minute'
     from generate_series(1, 120) n`,
  );
  const seen = new Set<string>();
  let path: string | undefined = "/admin/audit?action=tried";
  for (let pages = 0; path !== undefined && pages < 5; pages++) {
    const { text } = await site.get(path, { Cookie: admin });
    for (const [, subject = ""] of text.matchAll(/>(thing \d+)</g)) seen.add(subject);
    path = /href="([^"]*)"[^>]*rel="next"|rel="next"[^>]*href="([^"]*)"/
      .exec(text)
      ?.slice(1)
      .find(Boolean)
      ?.replaceAll("&amp;", "&");
  }
  expect(seen.size).toBe(120);
  // The sixth of January begins at 21:00 UTC on the fifth.
  const day = await site.get("/admin/audit?action=tried&from=2026-01-05&to=2026-01-05", { Cookie: admin });
  expect(day.text.includes("thing 1<")).toBe(false);
  const next = await site.get("/admin/audit?action=tried&from=2026-01-06&to=2026-01-06&after=", {
    Cookie: admin,
  });
  expect(next.text.includes("thing 120<")).toBe(true);
  const anonymous = await site.get("/admin/audit?person=none&subject=thing:7", { Cookie: admin });
  expect(anonymous.text.includes("thing 77<")).toBe(true);
  for (const [typed, kind] of [
    ["7", ""],
    ["7", "thing:"],
  ]) {
    const { text } = await site.get(`/admin/audit?subject=${typed}&kind=${kind}`, { Cookie: admin });
    expect([...text.matchAll(/>(thing \d+)</g)].map(([, subject]) => subject)).toEqual(["thing 7"]);
  }
  const unread = await site.get("/admin/audit?person=%27&from=x&to=9999-99-99", { Cookie: admin });
  expect(unread.status).toBe(200);
  expectText(unread.text, "From: Enter a date, such as 2026-11-21");
  expectText(unread.text, "To: Enter a date, such as 2026-11-21");
  expectNoText(unread.text, "tried thing");
});

test("an organizer with an unproven address gets no other role", async () => {
  const { id } = await makePerson(site.databaseUrl, "unproven", "organizer");
  expect(noticeOf(await send(`${people}/${id}`, { what: "role", role: "staff" }))).toContain(
    "has not confirmed the email address",
  );
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", id).execute();
  expect(noticeOf(await send(`${people}/${id}`, { what: "role", role: "staff" }))).toBe("Role changed.");
});

test("a pending invitation gets a new link, and the page says that the earlier one ends", async () => {
  const email = "salome@fund.example";
  const invite = { what: "invite", email, role: "staff", language: "sw" };
  const first = await send(invitations, invite);
  expectNoText(first.text, "no longer works");
  expectText((await site.get(invitations, { Cookie: admin })).text, "New link");
  const asked = await send(invitations, { what: "again", email });
  expect(fieldsOf(asked.text, "invitation")).toMatchObject({
    what: "invite",
    email,
    role: "staff",
    language: "sw",
  });
  expectText(asked.text, "The new link replaces the earlier one, which then stops working.");
  const second = await send(invitations, invite);
  expectText(second.text, "The link of the earlier invitation no longer works.");
  const [old, now] = [first, second].map(
    ({ text }) => /\/sw(\/invitation\?key=[\w-]+)/.exec(text)?.[1] ?? "",
  );
  const openedBy = async (address = "") => (await site.get(address)).text.includes('name="username"');
  expect([await openedBy(old), await openedBy(now)]).toEqual([false, true]);
  const bymail = await postForm(withMail, invitations, { password, ...invite }, { Cookie: admin });
  expect(noticeOf(bymail)).toBe(
    `Invitation sent to ${email}. The link of the earlier invitation no longer works.`,
  );
  await send(invitations, { what: "withdraw", email });
  expect(noticeOf(await send(invitations, { what: "again", email }))).toBe(
    "This invitation no longer exists.",
  );
});

test("the page of a person folds its forms, and names no command", async () => {
  const { id } = await makePerson(site.databaseUrl, "jumanne", "staff");
  const { text } = await site.get(`${people}/${id}`, { Cookie: admin });
  expectNoText(text, "npm run admin");
  for (const summary of ["Change role", "Reset the sign-in"])
    expect(text).toContain(`<details><summary>${summary}</summary>`);
  expect(text).toMatch(/class="button quiet erases"[^>]*>Disable account/);
});
