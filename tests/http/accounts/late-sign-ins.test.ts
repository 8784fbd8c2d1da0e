import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { resetAccount } from "#operations/accounts/reset.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { held, holdSessions } from "#tests/support/accounts/hold-sessions.ts";
import { addPasskeyIn, passkeyOrigin } from "#tests/support/accounts/passkeys.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { cookieOf, forgetUsedCodes, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ isPatient: true });
const emails = await mailbox(site);
const chosen = "bahati nne za kijani";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "root");
  await saveSecondStepRule(site.db, false);
});
beforeEach(async () => {
  await forgetUsedCodes(site);
  await emails.empty();
});

const hold = (at: "before" | "after") => holdSessions(site.databaseUrl, at);
const browser = { "User-Agent": held };
const enter = (username: string) => postForm(site, "/auth", { username, password }, browser);
const sessionsOf = (userId: string) =>
  site.db.selectFrom("sessions").select("id").where("user_id", "=", userId).execute();

async function resetLink(username: string): Promise<string> {
  await postForm(site, "/auth/forgot", { name: username });
  return (await emails.empty())[0]?.path ?? "";
}

test.each([
  [
    "a new password by an emailed link",
    "asha",
    async () => postForm(site, await resetLink("asha"), { password: chosen }),
  ],
  [
    "a reset by an admin",
    "zuhura",
    async (id: string) => {
      const Cookie = await signIn(site, "root");
      return postForm(site, `/admin/people/${id}`, { what: "reset", password }, { Cookie });
    },
  ],
])("after %s, no sign-in with the earlier password is completed", async (_, username, change) => {
  const { id } = await makePerson(site.databaseUrl, username, "staff");
  await using sessions = await hold("before");
  const late = enter(username);
  await sessions.untilWaiting(1);
  expect([200, 303]).toContain((await change(id)).status);
  await sessions.release();
  expect([(await late).status, sessionCookie(await late)]).toEqual([401, undefined]);
  expect(await sessionsOf(id)).toEqual([]);
});

test("after the owner changed the password in the settings, only that session stays", async () => {
  const { id } = await makePerson(site.databaseUrl, "mosi", "staff");
  const Cookie = await signIn(site, "mosi");
  await using sessions = await hold("before");
  const late = enter("mosi");
  await sessions.untilWaiting(1);
  const done = await postForm(site, "/settings", { what: "password", current: password, chosen }, { Cookie });
  expect(done.status).toBe(303);
  await sessions.release();
  expect((await late).status).toBe(401);
  expect(await sessionsOf(id)).toHaveLength(1);
  expect((await site.get("/settings", { Cookie })).status).toBe(200);
});

test("a sign-in under way at a disabling is refused, also after the account is enabled", async () => {
  const { id } = await makePerson(site.databaseUrl, "hawa", "staff");
  const Cookie = await signIn(site, "root");
  const admin = (what: string) => postForm(site, `/admin/people/${id}`, { what, password }, { Cookie });
  await using sessions = await hold("before");
  const late = enter("hawa");
  await sessions.untilWaiting(1);
  expect([303, 200]).toContain((await admin("disable")).status);
  await admin("enable");
  await sessions.release();
  expect([(await late).status, sessionCookie(await late)]).toEqual([401, undefined]);
  expect(await sessionsOf(id)).toEqual([]);
  expect((await enter("hawa")).status).toBe(303);
});

test("a new password waits for a session that is being stored, and ends it", async () => {
  const { id } = await makePerson(site.databaseUrl, "juma", "staff");
  const link = await resetLink("juma");
  await using sessions = await hold("after");
  const early = enter("juma");
  await sessions.untilWaiting(1);
  const changed = postForm(site, link, { password: chosen });
  await sessions.untilWaiting(2);
  await sessions.release();
  expect([(await early).status, (await changed).status]).toEqual([303, 303]);
  expect(await sessionsOf(id)).toEqual([]);
});

test("a code completes no sign-in whose password has changed since", async () => {
  await makePerson(site.databaseUrl, "salma", "staff");
  const { codes, cookie } = await setUpSecondStep(site, await signIn(site, "salma"));
  const Cookie = cookieOf(await enter("salma"), /^amana\.second_step=/);
  const change = { what: "password", current: password, chosen, code: codes[0] ?? "" };
  expect((await postForm(site, "/settings", change, { Cookie: cookie })).status).toBe(303);
  const late = await postForm(site, "/auth/code", { code: codes[1] ?? "" }, { Cookie });
  expect([late.status, sessionCookie(late)]).toEqual([401, undefined]);
  expect(late.text).toContain("Please sign in again.");

  const again = await postForm(site, "/auth", { username: "salma", password: chosen });
  const next = { Cookie: cookieOf(again, /^amana\.second_step=/) };
  expect((await postForm(site, "/auth/code", { code: codes[2] ?? "" }, next)).status).toBe(303);
});

test("the password alone completes no sign-in after two-step sign-in was turned on", async () => {
  const { id } = await makePerson(site.databaseUrl, "pili", "staff");
  const here = await signIn(site, "pili");
  const send = (fields: Record<string, string>) =>
    postForm(site, "/settings/two-step", fields, { Cookie: here });
  const begun = await send({ what: "begin", current: password });
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  const code = await freshCode(key);
  await using sessions = await hold("before");
  const late = enter("pili");
  await sessions.untilWaiting(1);
  const confirmed = await send({ what: "confirm", key, code });
  const cookie = cookieOf(confirmed, /^amana\.session=/);
  await sessions.release();
  expect((await late).status).toBe(401);
  expect(await sessionsOf(id)).toHaveLength(1);
  expect((await site.get("/settings", { Cookie: cookie })).status).toBe(200);
});

test("a passkey that was removed completes no sign-in", async () => {
  const { id } = await makePerson(site.databaseUrl, "amina", "staff");
  const { device } = await addPasskeyIn(site, await signIn(site, "amina"));
  const challenge = await site.get("/auth/passkey");
  const credential = device.get({ options: challenge.text, origin: passkeyOrigin(site), userId: id });
  const Cookie = cookieOf(challenge, /^amana\.passkey=/);
  await using sessions = await hold("before");
  const late = postForm(site, "/auth/passkey", { credential }, { ...browser, Cookie });
  await sessions.untilWaiting(1);
  expect(await resetAccount(site.db, { email: null, name: "amina", password: chosen }, null)).toBe("reset");
  await sessions.release();
  expect((await late).status).toBe(401);
  expect(await sessionsOf(id)).toEqual([]);
});

test("a password form of a session that has ended meanwhile changes nothing", async () => {
  const { id } = await makePerson(site.databaseUrl, "tano", "staff");
  const Cookie = await signIn(site, "tano");
  const late = await site.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx);
    const form = { what: "password", current: password, chosen };
    const waiting = postForm(site, "/settings", form, { Cookie });
    await untilWaiting(site.databaseUrl, 1);
    await tx.deleteFrom("sessions").where("user_id", "=", id).execute();
    return { waiting };
  });
  const answer = await late.waiting;
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth"]);
  expect((await enter("tano")).status).toBe(303);
});
