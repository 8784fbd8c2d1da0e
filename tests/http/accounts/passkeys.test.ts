import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { resetAccount } from "#operations/accounts/reset.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { makeAuthenticator } from "#tests/support/accounts/authenticator.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import {
  addPasskeyIn,
  beginAdding,
  passkeyOrigin,
  passkeyPage as page,
} from "#tests/support/accounts/passkeys.ts";
import { cookieOf, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { expectNoText, expectText } from "#tests/support/content/expect-text.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { testSite } from "#tests/support/server/site.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";

const site = await testSite({ isPatient: true });
const emails = await mailbox(site);
const origin = passkeyOrigin(site);
const address = "/auth/passkey";
type Device = ReturnType<typeof makeAuthenticator>;

beforeAll(() => makePerson(site.databaseUrl, "root"));
beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await saveSecondStepRule(site.db, false);
});

const send = (cookie: string, fields: Record<string, string>, path = page) =>
  postForm(site, path, fields, { Cookie: cookie });

async function withPasskey(username: string) {
  const person = await makePerson(site.databaseUrl, username, "staff");
  const cookie = await signIn(site, username);
  const { device, added } = await addPasskeyIn(site, cookie);
  expect([added.status, added.headers.location]).toEqual([303, page]);
  return { person, cookie, device };
}

async function challenge() {
  const answer = await site.get(address);
  expect(answer.status).toBe(200);
  return { options: answer.text, cookie: cookieOf(answer, /^amana\.passkey=/) };
}

async function signInWith(device: Device, userId: string, more: Partial<Parameters<Device["get"]>[0]> = {}) {
  const { options, cookie } = await challenge();
  const credential = device.get({ options, origin, userId, ...more });
  return { answer: await send(cookie, { credential }, `${address}?next=/settings`), cookie, credential };
}

test("a passkey signs in without a password and meets the rule", async () => {
  const { person, device } = await withPasskey("amina");
  await saveSecondStepRule(site.db, true);
  const { answer } = await signInWith(device, person.id);
  expect([answer.status, answer.headers.location]).toEqual([303, "/settings"]);
  const cookie = cookieOf(answer, /^amana\.session=/);
  expect((await site.get("/dashboard", { Cookie: cookie })).status).toBe(200);
});

test("the password alone does not sign in a person with a passkey", async () => {
  const { cookie } = await withPasskey("salma");
  const answer = await postForm(site, "/auth", { username: "salma", password });
  expect([answer.status, sessionCookie(answer)]).toEqual([200, undefined]);
  expect(answer.text).toContain("Now use your passkey");
  const [sessions] = await onSessions("salma");
  expect(sessions).toBe(1);
  expect((await site.get(page, { Cookie: cookie })).status).toBe(200);
});

const onSessions = async (username: string) =>
  (
    await site.db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select((column) => column.fn.countAll<bigint>().as("count"))
      .where("username", "=", username)
      .execute()
  ).map(({ count }) => Number(count));

test("a replayed assertion is refused", async () => {
  const { person, device } = await withPasskey("juma");
  const { answer, cookie, credential } = await signInWith(device, person.id);
  expect(answer.status).toBe(303);
  const again = await send(cookie, { credential }, address);
  expect([again.status, sessionCookie(again)]).toEqual([401, undefined]);
  const fresh = await challenge();
  expect((await send(fresh.cookie, { credential }, address)).status).toBe(401);
});

test("a challenge works once, also after a refusal", async () => {
  const { person, device } = await withPasskey("zuhura");
  const { options, cookie } = await challenge();
  expect((await send(cookie, { credential: "{}" }, address)).status).toBe(401);
  const credential = device.get({ options, origin, userId: person.id });
  expect((await send(cookie, { credential }, address)).status).toBe(401);
});

test("a challenge from sign-in or another session does not add a passkey", async () => {
  await makePerson(site.databaseUrl, "pili", "staff");
  const cookie = await signIn(site, "pili");
  const device = makeAuthenticator();
  const other = await challenge();
  const credential = device.create({ options: other.options, origin });
  const fields = { what: "create", name: "Phone", credential };
  expect((await send(`${cookie}; ${other.cookie}`, fields)).status).toBe(403);

  const { options, cookies } = await beginAdding(site, cookie);
  const mark = /amana\.passkey=.*/.exec(cookies)?.[0] ?? "";
  const second = await signIn(site, "pili");
  const stolen = { ...fields, credential: device.create({ options, origin }) };
  expect((await send(`${second}; ${mark}`, stolen)).status).toBe(403);
});

test("other origins, foreign frames, other accounts, and no user verification are refused", async () => {
  const { person, device } = await withPasskey("rehema");
  const { person: other, device: othersDevice } = await withPasskey("neema");
  const refused = async (what: string, answer: Awaited<ReturnType<typeof signInWith>>) =>
    expect([what, answer.answer.status, sessionCookie(answer.answer)]).toEqual([what, 401, undefined]);
  await refused("origin", await signInWith(device, person.id, { origin: "https://evil.example" }));
  await refused("frame", await signInWith(device, person.id, { crossOrigin: true }));
  await refused("site", await signInWith(device, person.id, { rpId: "evil.example" }));
  await refused("not verified", await signInWith(device, person.id, { isVerified: false }));
  await refused("other account", await signInWith(device, other.id));
  await refused("other key", await signInWith(othersDevice, person.id, { id: device.id }));
  await refused("unknown", await signInWith(makeAuthenticator(), person.id));
});

test("a counter that does not grow is refused", async () => {
  const { person, device } = await withPasskey("baraka");
  expect((await signInWith(device, person.id, { counter: 5 })).answer.status).toBe(303);
  expect((await signInWith(device, person.id, { counter: 5 })).answer.status).toBe(401);
  expect((await signInWith(device, person.id, { counter: 0 })).answer.status).toBe(401);
  expect((await signInWith(device, person.id, { counter: 6 })).answer.status).toBe(303);
});

test("a disabled account cannot use its passkey, and a reset removes it", async () => {
  const { person, device } = await withPasskey("hamisi");
  await site.db.updateTable("users").set({ banned: true }).where("id", "=", person.id).execute();
  expect((await signInWith(device, person.id)).answer.status).toBe(401);
  await resetAccount(site.db, { email: null, name: "hamisi", password: "mlango kijani saba" }, null);
  expect((await signInWith(device, person.id)).answer.status).toBe(401);
  const { has_passkey } = await site.db
    .selectFrom("users")
    .select("has_passkey")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  expect(has_passkey).toBe(false);
});

const confirmation = "/settings/passkeys/confirm";

/** The answer of this device to a challenge of this session. */
async function confirmWith(
  device: Device,
  { userId, cookie, as = cookie }: { userId: string; cookie: string; as?: string },
) {
  const answer = await site.get(confirmation, { Cookie: cookie });
  const mark = cookieOf(answer, /^amana\.passkey=/);
  const credential = device.get({ options: answer.text, origin, userId });
  const again = () => send(`${as}; ${mark}`, { credential }, confirmation);
  return { answer: await again(), again };
}

const endOthers = (cookie: string) =>
  send(cookie, { what: "session", session: "other", current: password }, "/settings");

test("with only a passkey, sensitive actions need the password and the passkey", async () => {
  const { person, cookie, device } = await withPasskey("imani");
  const userId = person.id;
  const refused = await endOthers(cookie);
  expect([refused.status, refused.text.includes("Confirm with your passkey first")]).toEqual([403, true]);

  expect((await confirmWith(device, { userId, cookie })).answer.status).toBe(200);
  const wrong = { what: "session", session: "other", current: "wrong" };
  expect((await send(cookie, wrong, "/settings")).status).toBe(403);
  expect((await endOthers(cookie)).status).toBe(303);
  expect((await endOthers(cookie)).status).toBe(403);

  const { answer } = await signInWith(device, userId);
  const fresh = cookieOf(answer, /^amana\.session=/);
  expect((await endOthers(cookie)).status).toBe(403);
  expect((await endOthers(fresh)).status).toBe(303);
});

test("a passkey confirms for five minutes, in its own session", async () => {
  const { person, device } = await withPasskey("zawadi");
  const userId = person.id;
  const cookie = cookieOf((await signInWith(device, userId)).answer, /^amana\.session=/);
  const other = cookieOf((await signInWith(device, userId)).answer, /^amana\.session=/);
  const age = (minutes: number) =>
    onDatabase(site.databaseUrl, `update sessions set passkey_at = now() - interval '${minutes} minutes'`);
  await age(6);
  expect((await endOthers(cookie)).status).toBe(403);
  expect((await confirmWith(device, { userId, cookie })).answer.status).toBe(200);
  expect((await endOthers(other)).status).toBe(403);
  expect((await endOthers(cookie)).status).toBe(303);
});

test("a confirmation refuses replays, other sessions and another person's passkey", async () => {
  const { person, cookie, device } = await withPasskey("furaha");
  const userId = person.id;
  const { answer, again } = await confirmWith(device, { userId, cookie });
  expect(answer.status).toBe(200);
  expect((await endOthers(cookie)).status).toBe(303);
  expect((await again()).status).toBe(403);

  const other = await withPasskey("upendo");
  const stolen = await confirmWith(device, { userId, cookie, as: other.cookie });
  expect(stolen.answer.status).toBe(403);
  const foreign = await confirmWith(other.device, { userId: other.person.id, cookie });
  expect(foreign.answer.status).toBe(403);
  const signingIn = await challenge();
  const credential = device.get({ options: signingIn.options, origin, userId });
  expect((await send(`${cookie}; ${signingIn.cookie}`, { credential }, confirmation)).status).toBe(403);
  expect((await endOthers(cookie)).status).toBe(403);
});

test("adding and removing ask for the password and an unused code", async () => {
  const { id } = await makePerson(site.databaseUrl, "subira", "staff");
  const first = await signIn(site, "subira");
  expect((await send(first, { what: "add", name: "Phone", current: "wrong", code: "" })).status).toBe(403);
  const { key, code, cookie } = await setUpSecondStep(site, first);
  const used = await send(cookie, { what: "add", name: "Phone", current: password, code });
  expect([used.status, used.text.includes("This code is wrong")]).toEqual([403, true]);
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  const { options, cookies } = await beginAdding(site, cookie, await freshCode(key));
  const device = makeAuthenticator();
  const added = await send(cookies, {
    ...{ what: "create", name: "Phone", credential: device.create({ options, origin }) },
  });
  expect(added.status).toBe(303);
  const remove = { what: "remove", passkey: device.id, current: password };
  expect((await send(cookie, { ...remove, code: "" })).status).toBe(400);
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  expect((await send(cookie, { ...remove, code: await freshCode(key) })).status).toBe(303);
  expect((await signInWith(device, id)).answer.status).toBe(401);
});

test("a person cannot remove another person's passkey", async () => {
  const { device } = await withPasskey("tatu");
  await makePerson(site.databaseUrl, "nne", "staff");
  const cookie = await signIn(site, "nne");
  const removed = await send(cookie, { what: "remove", passkey: device.id, current: password });
  expect(removed.status).toBe(409);
});

test("a passkey without user verification is not added", async () => {
  await makePerson(site.databaseUrl, "saba", "staff");
  const { options, cookies } = await beginAdding(site, await signIn(site, "saba"));
  const credential = makeAuthenticator().create({ options, origin, isVerified: false });
  expect((await send(cookies, { what: "create", name: "Phone", credential })).status).toBe(403);
});

test("without a script the sign-in page hides the passkey button", async () => {
  const text = (await site.get("/auth")).text;
  expect(text).toMatch(/<span class="passkey" hidden="">/);
  expect(text).toMatch(/<form[^>]*action="\/auth"/);
});

test("each passkey added or removed emails the owner and ends other sessions", async () => {
  await emails.empty();
  const { id: userId, email } = await makePerson(site.databaseUrl, "tisa", "staff");
  const [cookie, other] = [await signIn(site, "tisa"), await signIn(site, "tisa")];
  const isIn = async (Cookie: string) => (await site.get("/settings", { Cookie })).status === 200;
  const { device } = await addPasskeyIn(site, cookie, `/sw${page}`);
  expect([await isIn(cookie), await isIn(other)]).toEqual([true, false]);
  const second = cookieOf((await signInWith(device, userId)).answer, /^amana\.session=/);
  await confirmWith(device, { userId, cookie });
  const removed = await send(cookie, { what: "remove", passkey: device.id, current: password });
  expect([removed.status, await isIn(cookie), await isIn(second)]).toEqual([303, true, false]);
  expect((await emails.empty()).map(({ to, subject }) => [to, subject])).toEqual([
    [email, "Ufunguo wa siri umeongezwa kwenye akaunti yako"],
    [email, "A passkey of your account was removed"],
  ]);
});

/** The answer to a new password by an emailed link. */
async function chooseNew(username: string, fields: Record<string, string>) {
  await postForm(site, "/auth/forgot", { name: username });
  const path = (await emails.empty()).find((each) => each.path.includes("/auth/reset"))?.path ?? "";
  const shown = await site.get(path);
  return { shown, chosen: await postForm(site, path, { password: chosen, ...fields }) };
}
const chosen = "bahati nne za kijani";
const entering = (username: string) => postForm(site, "/auth", { username, password: chosen });

test("the owner removes a stranger's passkey with the new password, and signs in", async () => {
  const { person, device } = await withPasskey("kumi");
  const { shown, chosen } = await chooseNew("kumi", { remove: "yes" });
  expectText(shown.text, "Did you add these?");
  expectText(shown.text, "Passkey “Phone”, added");
  expect(chosen.status).toBe(303);
  expect((await signInWith(device, person.id)).answer.status).toBe(401);
  expect((await entering("kumi")).status).toBe(303);
});

test("a new password removes no passkey that the owner keeps, and none that is old", async () => {
  const kept = await withPasskey("mia");
  expect((await chooseNew("mia", {})).chosen.status).toBe(303);
  expect((await signInWith(kept.device, kept.person.id)).answer.status).toBe(303);

  await onDatabase(site.databaseUrl, "update passkeys set created_at = now() - interval '8 days'");
  const { shown } = await chooseNew("mia", { remove: "yes" });
  expectNoText(shown.text, "Did you add these?");
  expect((await signInWith(kept.device, kept.person.id)).answer.status).toBe(303);
  expect(sessionCookie(await entering("mia"))).toBeUndefined();
});

test("the owner turns off codes that a stranger turned on", async () => {
  await makePerson(site.databaseUrl, "elfu", "staff");
  await setUpSecondStep(site, await signIn(site, "elfu"));
  const { shown } = await chooseNew("elfu", { remove: "yes" });
  expectText(shown.text, "Two-step sign-in, turned on");
  expect((await entering("elfu")).status).toBe(303);
});

test("no passkey is added in a session that has ended meanwhile", async () => {
  const { id } = await makePerson(site.databaseUrl, "sita", "staff");
  const cookie = await signIn(site, "sita");
  const late = await site.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx);
    const waiting = addPasskeyIn(site, cookie);
    await untilWaiting(site.databaseUrl, 1);
    await tx.deleteFrom("sessions").where("user_id", "=", id).execute();
    return { waiting };
  });
  expect((await late.waiting).added.status).toBe(403);
  expect(await site.db.selectFrom("passkeys").select("id").where("user_id", "=", id).execute()).toEqual([]);
});
