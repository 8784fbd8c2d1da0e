import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { cookieOf, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const emails = await mailbox(site);
const chosen = "bahati nne za kijani";
const old = "letters that were sent before";

beforeAll(async () => {
  for (const name of ["amina", "juma", "salma", "halima"]) await makePerson(site.databaseUrl, name);
});
beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await onDatabase(site.databaseUrl, "delete from account_links where kind = 'password-reset'");
  await emails.empty();
});

const waiting = (recipient: string) =>
  site.db
    .selectFrom("outbox")
    .select("template")
    .where("recipient", "=", recipient)
    .where("status", "=", "waiting")
    .execute();

const ask = (name: string, path = "/auth/forgot") => postForm(site, path, { name });

test("the emailed link sets a new password in the requested language", async () => {
  const session = await signIn(site, "amina");
  expect((await ask(" AMINA@fund.example", "/sw/auth/forgot")).text).toContain("Angalia barua pepe yako");
  const [email] = await emails.empty();
  expect([email?.to, email?.subject]).toEqual(["amina@fund.example", "Chagua nenosiri jipya"]);
  const path = email?.path ?? old;
  expect(path).toMatch(/^\/sw\/auth\/reset\?key=[\w-]{43}$/);
  const page = await site.get(path);
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  // A mail scanner that opens links before the reader does must not use them up.
  await site.get(path);

  const done = await postForm(site, path, { password: chosen });
  expect([done.status, done.headers.location]).toEqual([303, "/sw/auth"]);
  expect((await postForm(site, "/auth", { username: "amina", password })).status).toBe(401);
  expect((await postForm(site, "/auth", { username: "amina", password: chosen })).status).toBe(303);
  expect((await site.get("/dashboard", { Cookie: session })).status).toBe(303);

  const again = await postForm(site, path, { password: "another one entirely" });
  expect([again.status, again.text.includes("Kiungo hiki hakifanyi kazi tena")]).toEqual([404, true]);
  const [changed] = await emails.empty();
  expect([changed?.to, changed?.subject]).toEqual(["amina@fund.example", "Nenosiri lako limebadilishwa"]);
});

test("after a reset, signing in still asks for the second step", async () => {
  const { key } = await setUpSecondStep(site, await signIn(site, "salma"));
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await ask("salma");
  const link = (await emails.empty()).find(({ path }) => path?.includes("/auth/reset"));
  expect((await postForm(site, link?.path ?? old, { password: chosen })).status).toBe(303);
  const first = await postForm(site, "/auth", { username: "salma", password: chosen });
  expect([first.status, sessionCookie(first)]).toEqual([200, undefined]);
  const Cookie = cookieOf(first, /^amana\.second_step=/);
  const code = await freshCode(key);
  expect((await postForm(site, "/auth/code", { code }, { Cookie })).status).toBe(303);
});

test("a password chosen by link withdraws the invitations that the person made", async () => {
  await makePerson(site.databaseUrl, "zuri");
  const cookie = await signIn(site, "zuri");
  for (const [email, role] of [
    ["mole@fund.example", "admin"],
    ["group@fund.example", "organizer"],
  ] as const) {
    const invitation = { what: "invite", email, role, language: "en", password };
    expect((await postForm(site, "/admin/invitations", invitation, { Cookie: cookie })).status).toBe(303);
  }
  const links = (await emails.empty()).flatMap(({ path }) => (path?.includes("/invitation") ? [path] : []));
  const statuses = () => Promise.all(links.map(async (path) => (await site.get(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  await ask("zuri");
  const [email] = await emails.empty();
  expect((await postForm(site, email?.path ?? old, { password: chosen })).status).toBe(303);
  expect(await statuses()).toEqual([404, 404]);
});

test("two requests with one link: only one succeeds", async () => {
  await ask("juma");
  const [email] = await emails.empty();
  const answers = await Promise.all(
    ["maneno ya kwanza kabisa", "maneno ya pili kabisa"].map((password) =>
      postForm(site, email?.path ?? old, { password }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
});

test("the answer does not reveal whether an account exists", async () => {
  const known = await ask("juma");
  const unknown = await ask("nobody");
  const banned = await ask("nobody@fund.example");
  expect(known.status).toBe(200);
  expect(unknown.text).toBe(known.text);
  expect(banned.text).toBe(known.text);
  expect((await emails.empty()).map(({ to }) => to)).toEqual(["juma@fund.example"]);
});

test("limits are three requests an hour per name, twenty per place", async () => {
  for (let at = 0; at < 5; at++) expect((await ask("juma")).status).toBe(200);
  expect(await emails.empty()).toHaveLength(3);
  for (let at = 5; at < 20; at++) await ask(`nobody${at}`);
  const tooMany = await ask("another");
  expect([tooMany.status, tooMany.text.includes("Too many attempts")]).toEqual([429, true]);
  expect(Number(tooMany.headers["retry-after"])).toBeGreaterThan(3_000);
});

test("a link expires after an hour or with a newer password", async () => {
  await ask("juma");
  const [first] = await emails.empty();
  await ask("juma");
  const [second] = await emails.empty();
  expect((await site.get(first?.path ?? "")).status).toBe(200);
  expect((await postForm(site, second?.path ?? "", { password: chosen })).status).toBe(303);
  expect((await site.get(first?.path ?? "")).status).toBe(404);
  await emails.empty();
  await ask("juma");
  const [third] = await emails.empty();
  expect((await site.get(third?.path ?? "")).status).toBe(200);
  await onDatabase(site.databaseUrl, "update account_links set expires_at = now() - interval '1 second'");
  expect((await site.get(third?.path ?? "")).status).toBe(404);
  expect((await postForm(site, third?.path ?? "", { password: chosen })).status).toBe(404);
});

test("many requests by strangers leave the emailed links alone, and no email waits", async () => {
  const askTwice = async () => {
    for (let at = 0; at < 3; at++) for (const name of ["juma", "juma@fund.example"]) await ask(name);
  };
  await askTwice();
  const sent = await emails.empty();
  expect(sent).toHaveLength(3);
  for (const { path } of sent) expect((await site.get(path)).status).toBe(200);
  expect(await waiting("juma@fund.example")).toEqual([]);
});

test("a link that waited for the hourly limit works for an hour after it was sent", async () => {
  const { email } = await makePerson(site.databaseUrl, "subira");
  await sql`
    insert into outbox (template, recipient, details, sent_at, tried_at)
    select 'follow', ${email}, '{}', now(), now() from generate_series(1, 3)
  `.execute(site.db);
  await ask("subira");
  expect(await emails.sendDue()).toEqual([]);
  expect(await waiting(email)).toEqual([{ template: "password-reset" }]);
  const hoursLater = async (hours: number) => {
    const by = sql<Date>`make_interval(hours => ${hours})`;
    await sql`update account_links set created_at = created_at - ${by}, expires_at = expires_at - ${by}`.execute(
      site.db,
    );
    await sql`update outbox set tried_at = tried_at - ${by}, send_after = send_after - ${by} where recipient = ${email}`.execute(
      site.db,
    );
  };
  await hoursLater(2);
  // A waiting link counts, so that strangers cannot fill the queue.
  await ask("subira");
  await ask("subira");
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  for (let at = 0; at < 3; at++) await ask("subira");
  expect(await waiting(email)).toHaveLength(3);

  const sent = await emails.sendDue();
  expect(sent.map(({ to }) => to)).toEqual([email, email, email]);
  const pages = async () => Promise.all(sent.map(async ({ path }) => (await site.get(path)).status));
  expect(await pages()).toEqual([200, 200, 200]);
  await onDatabase(
    site.databaseUrl,
    "update account_links set expires_at = expires_at - interval '59 minutes'",
  );
  expect(await pages()).toEqual([200, 200, 200]);
  await onDatabase(
    site.databaseUrl,
    "update account_links set expires_at = expires_at - interval '2 minutes'",
  );
  expect(await pages()).toEqual([404, 404, 404]);
});

test("an admin's reset ends earlier links, and its email skips the hourly limit", async () => {
  const { id, email } = await makePerson(site.databaseUrl, "tausi", "staff");
  await ask("tausi");
  const [earlier] = await emails.empty();
  await onDatabase(
    site.databaseUrl,
    `insert into outbox (template, recipient, details, sent_at, tried_at)
     select 'follow', '${email}', '{}', now(), now() from generate_series(1, 3)`,
  );
  const Cookie = await signIn(site, "halima");
  await postForm(site, `/admin/people/${id}`, { what: "reset", password }, { Cookie });
  const reset = (await emails.sendDue()).find(({ to }) => to === email);
  expect(reset?.subject).toBe("Your sign-in was reset");
  const statuses = [earlier, reset].map(async (each) => (await site.get(each?.path ?? old)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

test("a weak password is refused and the link stays valid", async () => {
  await ask("juma");
  const path = (await emails.empty())[0]?.path ?? "";
  for (const [password, message] of [
    ["", "Password is required"],
    ["abcd5", "Password must be 6 characters or more. This site asks for 12"],
    ["Tanzania2026!", "common and easy to guess"],
    ["juma@fund.example", "Do not use your name"],
    ["x".repeat(129), "Password must be 128 characters or fewer"],
  ] as const) {
    const answer = await postForm(site, path, { password });
    expect([answer.status, answer.text.includes(message)], message).toEqual([400, true]);
  }
  expect((await postForm(site, path, { password: chosen })).status).toBe(303);
});

test("the link in the email ignores the request's host", async () => {
  await postForm(site, "/auth/forgot", { name: "juma" }, { "X-Forwarded-Host": "evil.example" });
  await postForm(site, "/auth/forgot", { name: "juma" }, { Forwarded: "host=evil.example" });
  const [email] = await emails.empty();
  expect(email?.path).toMatch(/^\/auth\/reset\?key=/);
  const poisoned = await postForm(site, "/auth/forgot", { name: "juma" }, { Host: "evil.example" });
  expect(poisoned.status).toBe(421);
});

test("hostile keys are refused without errors", async () => {
  for (const key of ["", "x", "%00", "%ff", "'", "a".repeat(8_000)])
    expect([404, 431], key.slice(0, 20)).toContain((await site.get(`/auth/reset?key=${key}`)).status);
});
