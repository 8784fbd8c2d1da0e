import { sql } from "kysely";
import pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import {
  cookieOf,
  forgetUsedCodes,
  secondStepPage,
  setUpSecondStep,
} from "#tests/support/accounts/second-step.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { expectNoText, expectText } from "#tests/support/content/expect-text.ts";
import { patience } from "#tests/support/patience.ts";
import { testSite } from "#tests/support/server/site.ts";
import { freshCode, timeToEnter, timedCode } from "#tests/support/accounts/timed-code.ts";

const site = await testSite({ isPatient: true });
const page = secondStepPage;

beforeAll(async () => {
  for (const name of ["amina", "salma", "juma"]) await makePerson(site.databaseUrl, name, "staff");
});
beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

const send = (cookie: string, fields: Record<string, string>, path = page) =>
  postForm(site, path, fields, { Cookie: cookie });

async function setUp(username: string) {
  const before = await signIn(site, username);
  const done = await setUpSecondStep(site, before);
  await forgetUsedCodes(site);
  return { ...done, before };
}

async function firstStep(username: string): Promise<string> {
  const answer = await postForm(site, "/auth", { username, password });
  expect([answer.status, sessionCookie(answer)]).toEqual([200, undefined]);
  expect(answer.text).toContain("6 digits, or one of your backup codes");
  return cookieOf(answer, /^amana\.second_step=/);
}

test("setup shows a QR code and key, and needs one right code", async () => {
  const cookie = await signIn(site, "amina");
  expect((await send(cookie, { what: "begin", current: "wrong" })).status).toBe(403);
  const empty = await send(cookie, { what: "begin", current: "" });
  expect([empty.status, empty.text.includes("Current password is required")]).toEqual([400, true]);
  const begun = await send(cookie, { what: "begin", current: password });
  expect(begun.text).toMatch(/<svg class="qr-code"[^>]*aria-label="QR code/);
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  expect(begun.text.replace(/ /g, "")).toContain(`<codeclass="two-step-key">${key}</code>`);

  // Until a right code is entered, the next sign-in asks for no code.
  const wrong = await send(cookie, { what: "confirm", key, code: "000000" });
  expect([wrong.status, wrong.text.includes(key), wrong.text.includes("This code is wrong")]).toEqual([
    403,
    true,
    true,
  ]);
  await signIn(site, "amina");

  const confirmed = await send(cookie, { what: "confirm", key, code: await freshCode(key) });
  expect(confirmed.text.match(/<code>[\w-]{14}<\/code>/g)).toHaveLength(10);
  const fresh = cookieOf(confirmed, /^amana\.session=/);
  expect(fresh).not.toBe(cookie);
  expect((await site.get(page, { Cookie: cookie })).status).toBe(303);
  const after = await site.get(page, { Cookie: fresh });
  expect(after.text).toContain("Two-step sign-in is on.");
  expect(after.text).not.toMatch(/<code>[\w-]{14}<\/code>/);
});

const setOf = (html: string) => /name="set" value="([^"]+)"/.exec(html)?.[1] ?? "";
const codesIn = (html: string) =>
  [...html.matchAll(/<code>([\w-]{14})<\/code>/g)].map(([, code = ""]) => code);
const isUnsaved = async (cookie: string) =>
  (await site.get(page, { Cookie: cookie })).text.includes("You have not confirmed that you saved");

test("a page with replaced backup codes cannot confirm the newer ones", async () => {
  await makePerson(site.databaseUrl, "farida", "staff");
  const { confirmed, codes, cookie } = await setUpSecondStep(site, await signIn(site, "farida"));
  const made = await send(cookie, { what: "backup", current: password, code: codes[0] ?? "" });
  expect(codesIn(made.text)).toHaveLength(10);
  for (const set of [setOf(confirmed.text), "", "\0"]) {
    const old = await send(cookie, { what: "saved", set });
    expect([old.status, old.headers.location]).toEqual([303, page]);
    expect(await isUnsaved(cookie)).toBe(true);
  }
  // The page that asks names the newest set.
  const asking = await site.get(page, { Cookie: cookie });
  await send(cookie, { what: "saved", set: setOf(asking.text) });
  expect(await isUnsaved(cookie)).toBe(false);
});

test("of two requests for new backup codes at once, one shows codes, and these work", async () => {
  const { id } = await makePerson(site.databaseUrl, "latifa", "staff");
  const { codes, cookie } = await setUpSecondStep(site, await signIn(site, "latifa"));
  const ask = (code = "") => send(cookie, { what: "backup", current: password, code });
  const asked = await site.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, id);
    // The library refuses one of two codes that are used at the same moment.
    const first = ask(codes[0]);
    await untilWaiting(site.databaseUrl, 1);
    const second = ask(codes[1]);
    await untilWaiting(site.databaseUrl, 2);
    return { first, second };
  });
  const answers = await Promise.all([asked.first, asked.second]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
  const [shown] = answers.filter(({ status }) => status === 200);
  await forgetUsedCodes(site);
  const challenge = await firstStep("latifa");
  const entered = await send(challenge, { code: codesIn(shown?.text ?? "")[0] ?? "" }, "/auth/code");
  expect(entered.status).toBe(303);
});

test("new backup codes email the owner", async () => {
  const { email } = await makePerson(site.databaseUrl, "zawadi", "staff");
  const { codes, cookie } = await setUpSecondStep(site, await signIn(site, "zawadi"));
  const told = () =>
    site.db.selectFrom("outbox").select("template").where("recipient", "=", email).orderBy("id").execute();
  expect(await told()).toEqual([{ template: "second-step-added" }]);
  await send(cookie, { what: "backup", current: password, code: codes[0] ?? "" });
  expect(await told()).toEqual([{ template: "second-step-added" }, { template: "backup-codes-made" }]);
});

test("a request for new backup codes does not outlive its session", async () => {
  const { id } = await makePerson(site.databaseUrl, "mwana", "staff");
  const { codes, cookie } = await setUpSecondStep(site, await signIn(site, "mwana"));
  const late = await site.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, id);
    const waiting = send(cookie, { what: "backup", current: password, code: codes[0] ?? "" });
    await untilWaiting(site.databaseUrl, 1);
    await tx.deleteFrom("sessions").where("user_id", "=", id).execute();
    return { waiting };
  });
  expect([(await late.waiting).status, (await late.waiting).headers.location]).toEqual([303, "/auth"]);
});

test("backup codes that a second press lost are not forgotten", async () => {
  await makePerson(site.databaseUrl, "rehema", "staff");
  const before = await signIn(site, "rehema");
  const { key, code, confirmed, cookie } = await setUpSecondStep(site, before);
  expect(confirmed.text).toContain(">I have saved them</button>");
  // The browser shows only the answer to the second press.
  const again = await send(cookie, { what: "confirm", key, code });
  expect([again.status, again.text.includes("Two-step sign-in is on.")]).toEqual([409, true]);
  expect(again.text).toContain("If you do not have them, create new ones.");
  const asked = async () => {
    const [own, dashboard] = await Promise.all(
      [page, "/dashboard"].map((path) => site.get(path, { Cookie: cookie })),
    );
    return [own?.text, dashboard?.text].map((text = "") =>
      text.includes("You have not confirmed that you saved"),
    );
  };
  expect(await asked()).toEqual([true, true]);
  await forgetUsedCodes(site);
  const proof = { what: "backup", current: password, code: await freshCode(key) };
  const made = await send(cookie, proof);
  expect(made.text.match(/<code>[\w-]{14}<\/code>/g)).toHaveLength(10);
  expect(await asked(), "shown, and not confirmed yet").toEqual([true, true]);
  const saved = await send(cookie, { what: "saved", set: setOf(made.text) });
  expect([saved.status, saved.headers.location]).toEqual([303, "/dashboard"]);
  expect(await asked()).toEqual([false, false]);
});

test("signing out all devices names every missing field", async () => {
  await makePerson(site.databaseUrl, "subira", "staff");
  const { cookie } = await setUp("subira");
  const fields = { what: "session", session: "all", current: "", code: "" };
  const answer = await send(cookie, fields, "/settings");
  expect(answer.status).toBe(400);
  const summary = /<div class="error-summary".*?<\/div>/s.exec(answer.text)?.[0] ?? "";
  expect(summary).toContain("There is a problem");
  for (const [field, message] of [
    ["session-current", "Current password is required"],
    ["session-code", "Code is required"],
  ])
    expect(summary).toMatch(new RegExp(`href="#${field}"[^>]*>${message}`));
});

test("signing in asks for the code, and a code works once", async () => {
  const { key } = await setUp("salma");
  const challenge = await firstStep("salma");
  expect((await site.get("/dashboard", { Cookie: challenge })).status).toBe(303);
  expect((await site.get("/auth/code", { Cookie: challenge })).status).toBe(200);
  const code = await freshCode(key);
  const wrong = await send(challenge, { code: code === "123456" ? "654321" : "123456" }, "/auth/code");
  expect([wrong.status, sessionCookie(wrong)]).toEqual([401, undefined]);

  const done = await send(
    challenge,
    { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    "/auth/code?next=/settings",
  );
  expect([done.status, done.headers.location]).toEqual([303, "/settings"]);
  const cookie = cookieOf(done, /^amana\.session=/);
  expect((await site.get("/dashboard", { Cookie: cookie })).status).toBe(200);

  const again = await firstStep("salma");
  const replayed = await send(again, { code }, "/auth/code");
  expect([replayed.status, sessionCookie(replayed)]).toEqual([401, undefined]);
  await forgetUsedCodes(site);
  expect((await send(challenge, { code: await freshCode(key) }, "/auth/code")).status).toBe(401);
  expect((await site.get("/auth/code")).headers.location).toBe("/auth");
});

test.each(["%", "%E0%A4%A", "%00", "", "2fa-unknown.signature"])(
  "the forged challenge cookie %j is refused",
  async (forged) => {
    for (const code of ["123456", "abcd-efgh-jkmn"]) {
      const answer = await send(`amana.second_step=${forged}`, { code }, "/auth/code");
      expect([answer.status, sessionCookie(answer)]).toEqual([401, undefined]);
    }
  },
);

test("a used code is refused, counted, and leaves the sign-in open", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { key } = await setUp("salma");
  const code = await freshCode(key);
  expect((await send(await firstStep("salma"), { code }, "/auth/code")).status).toBe(303);

  const challenge = await firstStep("salma");
  const replayed = await send(challenge, { code }, "/auth/code");
  expect([replayed.status, sessionCookie(replayed)]).toEqual([401, undefined]);
  expect(replayed.text).toContain("this code is wrong");
  await forgetUsedCodes(site);
  const next = await freshCode(key);
  expect((await send(challenge, { code: next }, "/auth/code")).status).toBe(303);

  const counted = await firstStep("salma");
  for (let at = 0; at < 5; at++)
    expect((await send(counted, { code: next }, "/auth/code")).text).toContain("this code is wrong");
  expect((await send(counted, { code: next }, "/auth/code")).text).toContain("Please sign in again.");
});

test("two requests with one app code: only one signs in", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { key } = await setUp("salma");
  const code = await freshCode(key);
  const challenges = [await firstStep("salma"), await firstStep("salma")];
  const answers = await Promise.all(challenges.map((each) => send(each, { code }, "/auth/code")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401]);
});

test("a backup code signs in once, when the phone is lost", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { codes } = await setUp("salma");
  const [first = "", second = ""] = codes;
  const done = await send(await firstStep("salma"), { code: first }, "/auth/code");
  expect(done.status).toBe(303);
  expect((await send(await firstStep("salma"), { code: first }, "/auth/code")).status).toBe(401);
  expect((await send(await firstStep("salma"), { code: second }, "/auth/code")).status).toBe(303);
});

test("a used code never shows backup codes", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { key, cookie, codes, code } = await setUp("salma");
  const challenge = await firstStep("salma");
  expect((await send(challenge, { code }, "/auth/code")).status).toBe(303);
  for (const given of [code, code, "000000"]) {
    const shown = await send(cookie, { what: "confirm", key, code: given });
    expect([shown.status, codes.some((each) => shown.text.includes(each))]).toEqual([409, false]);
    expect(shown.text).not.toMatch(/<code>[\w-]{14}<\/code>/);
  }
  const renewal = { what: "backup", current: password };
  expect((await send(cookie, { ...renewal, code })).status).toBe(403);
  await forgetUsedCodes(site);
  const next = await freshCode(key);
  expect((await send(cookie, { ...renewal, current: "wrong", code: next })).status).toBe(403);
  expect((await send(cookie, { ...renewal, code: next })).status).toBe(200);
  expect((await send(cookie, { ...renewal, code: next })).status).toBe(403);
});

test("backup codes ignore case and avoid look-alike characters", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { codes, cookie } = await setUp("salma");
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-?){3}$/);
  const [first = "", second = ""] = codes;
  expect((await send(await firstStep("salma"), { code: first.toUpperCase() }, "/auth/code")).status).toBe(
    303,
  );
  const bare = second.replaceAll("-", " ").toUpperCase();
  const renewed = await send(cookie, { what: "backup", current: password, code: bare });
  expect(renewed.status).toBe(200);
  expect(renewed.text).not.toContain(codes[2]);
});

test("two requests with one backup code: only one signs in", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { codes } = await setUp("salma");
  const challenges = [await firstStep("salma"), await firstStep("salma")];
  const answers = await Promise.all(
    challenges.map((challenge) => send(challenge, { code: codes[0] ?? "" }, "/auth/code")),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
});

test("of two backup codes at one moment, the refused one reads why", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { codes } = await setUp("salma");
  const challenges = [await firstStep("salma"), await firstStep("salma")];
  const sent = await site.db.transaction().execute(async (tx) => {
    await sql`lock table two_factors in share row exclusive mode`.execute(tx);
    const waiting = challenges.map((challenge, at) =>
      send(challenge, { code: codes[at] ?? "" }, "/auth/code"),
    );
    const stand = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`;
    await expect.poll(async () => (await stand.execute(tx)).rows[0]?.count, { timeout: patience }).toBe(2);
    return { waiting };
  });
  const answers = await Promise.all(sent.waiting);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401]);
  const refused = answers.find(({ status }) => status === 401);
  expectText(refused?.text ?? "", "Two sign-ins to this account used a code at the same moment.");
  expectNoText(refused?.text ?? "", "too many attempts");
});

test("stored backup codes are salted slow hashes", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { codes } = await setUp("salma");
  const { backup_codes: stored } = await site.db
    .selectFrom("two_factors")
    .select("backup_codes")
    .executeTakeFirstOrThrow();
  expect(stored.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/g)).toHaveLength(10);
  for (const code of codes) expect(stored).not.toContain(code);
});

test("guessing codes stops after five per password and ten per account", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { key } = await setUp("salma");
  let challenge = await firstStep("salma");
  const guess = async () => send(challenge, { code: "000000" }, "/auth/code");
  for (let at = 0; at < 5; at++) expect((await guess()).text).toContain("this code is wrong");
  expect((await guess()).text).toContain("Please sign in again.");
  challenge = await firstStep("salma");
  for (let at = 5; at < 10; at++) await guess();
  challenge = await firstStep("salma");
  const locked = await send(challenge, { code: await freshCode(key) }, "/auth/code");
  expect([locked.status, locked.text.includes("try again in 15 minutes")]).toEqual([429, true]);
  expect(Number(locked.headers["retry-after"])).toBeGreaterThan(800);
});

test("changing sign-in settings asks for the password and a code", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  const { key, cookie, codes } = await setUp("juma");
  const change = { what: "password", current: password, chosen: "bahati nne za kijani" };
  const without = await send(cookie, change, "/settings");
  expect([without.status, without.text.includes("Code is required")]).toEqual([400, true]);
  const email = { what: "email", current: password, email: "juma@new.example", code: "000000" };
  expect((await send(cookie, email, "/settings")).status).toBe(403);
  expect((await send(cookie, { what: "remove", current: password, code: "000000" })).status).toBe(403);
  const code = await freshCode(key);
  const folded = /<details><summary>Turn off</;
  expect((await site.get("/settings/two-step", { Cookie: cookie })).text).toMatch(folded);
  const wrong = await send(cookie, { what: "remove", current: "wrong", code });
  expect([wrong.status, folded.test(wrong.text)], "open at the error").toEqual([403, false]);
  const empty = await send(cookie, { what: "remove", current: "", code: "" });
  for (const message of ["Current password is required", "Code is required"])
    expect([empty.status, empty.text.includes(message)], message).toEqual([400, true]);

  const renewed = await send(cookie, { what: "backup", current: password, code });
  expect(renewed.text.match(/<code>[\w-]{14}<\/code>/g)).toHaveLength(10);
  expect(renewed.text).not.toContain(codes[0] ?? "none");
  expect((await send(cookie, { what: "remove", current: password, code })).status).toBe(403);
  await forgetUsedCodes(site);
  const next = await freshCode(key);
  const removed = await send(cookie, { what: "remove", current: password, code: next });
  expect(removed.status).toBe(303);
  await signIn(site, "juma");
});

test("a code counts in its own half minute only", async () => {
  await makePerson(site.databaseUrl, "baraka", "staff");
  const { key, cookie } = await setUp("baraka");
  const change = { what: "backup", current: password };
  const codeAfter = async (seconds: number) => timedCode(key, (await timeToEnter()) + seconds * 1_000);
  for (const seconds of [-60, -30, 30, 60]) {
    const changed = await send(cookie, { ...change, code: await codeAfter(seconds) });
    expect([seconds, changed.status]).toEqual([seconds, 403]);
    const firstPassed = await firstStep("baraka");
    const entered = await send(firstPassed, { code: await codeAfter(seconds) }, "/auth/code");
    expect([seconds, entered.status, sessionCookie(entered)]).toEqual([seconds, 401, undefined]);
  }
  expect((await send(cookie, { ...change, code: await codeAfter(0) })).status).toBe(200);
});

test("setup refuses the code before and the code after", async () => {
  await makePerson(site.databaseUrl, "zainabu", "staff");
  const cookie = await signIn(site, "zainabu");
  const begun = await send(cookie, { what: "begin", current: password });
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  const confirm = async (seconds: number) =>
    send(cookie, { what: "confirm", key, code: timedCode(key, (await timeToEnter()) + seconds * 1_000) });
  for (const seconds of [-30, 30]) expect([seconds, (await confirm(seconds)).status]).toEqual([seconds, 403]);
  expect((await confirm(0)).status).toBe(200);
});

test("a refused new password uses up no code", async () => {
  await makePerson(site.databaseUrl, "halima", "staff");
  const { key, cookie } = await setUp("halima");
  const code = await freshCode(key);
  const choose = async (chosen: string) =>
    (await send(cookie, { what: "password", current: password, chosen, code }, "/settings")).status;
  expect([
    await choose("UniversityFund"),
    await choose(password),
    await choose("bahati nne za kijani"),
  ]).toEqual([400, 400, 303]);
});

test("exporting or erasing a donor's data needs password and unused code", async () => {
  await makePerson(site.databaseUrl, "root", "admin");
  const { key, cookie } = await setUp("root");
  const page = "/admin/donor-data";
  const fields = { who: "nobody@donor.example", reason: "Asked by letter", password };
  const erase = (code: string) => send(cookie, { intent: "erase", ...fields, sure: "yes", code }, page);
  const exported = async (code: string) => {
    const answer = await send(cookie, { ...fields, code }, `${page}/export.json`);
    const [, notice = ""] = cookieOf(answer, /^amana_notice=/).split("=");
    return Buffer.from(notice, "base64url").toString();
  };
  const found = await send(cookie, { intent: "find", who: fields.who }, page);
  expect(found.status).toBe(200);
  const code = await freshCode(key);
  expect((await erase("")).status).toBe(400);
  expect(await exported("000000")).toContain("Enter a code from your app");
  expect(await exported(code)).toContain("We hold no data about this donor");
  const replayed = await erase(code);
  expect([replayed.status, replayed.text.includes("Enter a code from your app")]).toEqual([403, true]);
  await forgetUsedCodes(site);
  expect((await erase(await freshCode(key))).status).toBe(409);
});

test("if the fund requires it, staff must set it up, organizers not", async () => {
  await onDatabase(site.databaseUrl, "delete from two_factors; update users set two_factor_enabled = false");
  await makePerson(site.databaseUrl, "ovid", "organizer");
  await onDatabase(
    site.databaseUrl,
    `update site_settings set value = '{"required": true}' where key = 'second-step'`,
  );
  const cookie = await signIn(site, "salma");
  for (const path of ["/dashboard", "/admin/donations", "/dashboard.data", "/admin/nonsense"]) {
    const answer = await site.get(path, { Cookie: cookie });
    expect(answer.headers.location ?? answer.text, path).toContain(page);
  }
  expect((await site.get("/settings", { Cookie: cookie })).status).toBe(200);
  expect((await site.get(page, { Cookie: cookie })).text).toContain("The fund requires this for all staff");
  const { cookie: fresh } = await setUp("salma");
  expect((await site.get("/dashboard", { Cookie: fresh })).status).toBe(200);
  const again = "you would have to set it up again immediately";
  expect((await site.get(page, { Cookie: fresh })).text).toContain(again);
  expect((await site.get("/organizer", { Cookie: await signIn(site, "ovid") })).status).toBe(200);
  const { cookie: organizer } = await setUp("ovid");
  expect((await site.get(page, { Cookie: organizer })).text).not.toContain(again);
  await onDatabase(
    site.databaseUrl,
    `update site_settings set value = '{"required": false}' where key = 'second-step'`,
  );
});

test("a copy of the database does not let anyone sign in", async () => {
  const { key, codes } = await setUp("juma");
  const challenge = decodeURIComponent(await firstStep("juma"));
  const kept = await rowsOf("two_factors, verifications");
  for (const secret of [key, ...codes, challenge.slice("amana.second_step=".length).split(".")[0] ?? ""])
    expect(kept.includes(secret), secret).toBe(false);
});

test("a browser that signed in before is not locked out by guessing", async () => {
  await makePerson(site.databaseUrl, "kombo", "organizer");
  const first = await postForm(site, "/auth", { username: "kombo", password });
  const device = cookieOf(first, /^amana\.device=/);
  for (let at = 0; at < 6; at++) await postForm(site, "/auth", { username: "kombo", password: "x" });
  expect((await postForm(site, "/auth", { username: "kombo", password })).status).toBe(429);
  const owner = await postForm(site, "/auth", { username: "kombo", password }, { Cookie: device });
  expect(owner.status).toBe(303);
  // The exemption works only for accounts that signed in with this browser, and its attempts are limited too.
  for (let at = 0; at < 5; at++)
    await postForm(site, "/auth", { username: "kombo", password: "x" }, { Cookie: device });
  expect((await postForm(site, "/auth", { username: "kombo", password }, { Cookie: device })).status).toBe(
    429,
  );
  for (let at = 0; at < 6; at++) await postForm(site, "/auth", { username: "amina", password: "x" });
  expect((await postForm(site, "/auth", { username: "amina", password }, { Cookie: device })).status).toBe(
    429,
  );
});

async function rowsOf(tables: string): Promise<string> {
  const client = new pg.Client(site.databaseUrl);
  await client.connect();
  const found = await client.query(`select * from ${tables}`);
  await client.end();
  expect(found.rows.length).toBeGreaterThan(0);
  return JSON.stringify(found.rows);
}
