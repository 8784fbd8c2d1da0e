import { beforeAll, beforeEach, expect, test } from "vitest";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { held, holdSessions } from "#tests/support/accounts/hold-sessions.ts";
import { addPasskeyIn } from "#tests/support/accounts/passkeys.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { forgetUsedCodes, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import type { Role } from "#domain/accounts/roles.ts";
import { lockAccounts } from "#database/accounts/role-grants.ts";
import { lockAddress } from "#operations/accounts/lock-address.ts";
import { makeLink, withdrawLinks } from "#operations/accounts/links.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ isPatient: true });
const emails = await mailbox(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "root");
  await saveSecondStepRule(site.db, false);
});
beforeEach(async () => {
  await forgetUsedCodes(site);
  await emails.empty();
});

const confirmed = (id: string) =>
  onDatabase(site.databaseUrl, `update users set email_verified = true where id = '${id}'`);

/** Only a confirmed address gets a link that undoes a change. */
async function makeOwner(username: string, role?: Role) {
  const owner = await makePerson(site.databaseUrl, username, role);
  await confirmed(owner.id);
  return owner;
}

const accountOf = (id: string) =>
  site.db
    .selectFrom("users")
    .select(["email", "email_verified as isConfirmed", "has_passkey as hasPasskey"])
    .select("two_factor_enabled as hasCodes")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** The path of the emailed link. */
async function askForChange(cookie: string, email: string): Promise<string> {
  await postForm(site, "/settings", { what: "email", current: password, email }, { Cookie: cookie });
  return (await emails.empty()).find(({ to }) => to === email)?.path ?? "";
}

/** Changes the address in this session, and returns the path of the undo link. */
async function change(cookie: string, email: string): Promise<string> {
  const path = await askForChange(cookie, email);
  expect((await postForm(site, path, {}, { Cookie: cookie })).status).toBe(303);
  return (await emails.empty()).find(({ path }) => path.includes("undo="))?.path ?? "";
}

async function signUp(email: string) {
  const page = await site.get("/sign-up");
  const challenge = /challenge&quot;:&quot;([^&]+)&quot;/.exec(page.text)?.[1] ?? "";
  return postForm(site, "/sign-up", { name: "Mama Zawadi", email, password, proof: solved(challenge) });
}

const chosen = "bahati nne za kijani";

/** By the link that the owner gets after an undo. The owner chooses the same password again. */
async function signInAgain(username: string): Promise<string> {
  const sent = (await emails.empty()).find(({ path }) => path.startsWith("/auth/reset"));
  expect((await postForm(site, sent?.path ?? "", { password })).status).toBe(303);
  return signIn(site, username);
}

const findByEmail = (email: string) =>
  site.db.selectFrom("users").select(["id", "role"]).where("email", "=", email).executeTakeFirst();

/** For the address that an account leaves. */
const noticeTo = (email: string) =>
  expect.objectContaining({
    to: email,
    subject: "The email address of an account was changed",
    path: "/auth",
  });

test.each([
  ["an organizer's", "organizer"],
  ["an admin's", "admin"],
] as const)(
  "%s address that was never confirmed gets a notice and no power over the account",
  async (_, role) => {
    const { id, email } = await makePerson(site.databaseUrl, `typo_${role}`, role);
    const Cookie = await signIn(site, `typo_${role}`);
    const path = await askForChange(Cookie, `right@${role}.example`);
    expect((await postForm(site, path, {}, { Cookie })).status).toBe(303);
    expect(await emails.empty()).toEqual([noticeTo(email)]);
    // It is free: anyone can sign up with it.
    expect((await signUp(email)).status).toBe(303);
    expect(await findByEmail(email)).toMatchObject({ role: "organizer" });
    expect(await accountOf(id)).toMatchObject({ email: `right@${role}.example`, isConfirmed: true });
  },
);

test("an undo link of an earlier version confirms no address that was not confirmed", async () => {
  const { id } = await makeOwner("bila");
  const email = "bila@before.example";
  const made = { kind: "email-undo", userId: id, email, wasConfirmed: false, language: "en" } as const;
  const key = await makeLink(site.db, made);
  expect((await postForm(site, `/auth/email?undo=${key}`, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email, isConfirmed: false });
});

test("an address that a change goes back from gets no power over the account", async () => {
  const { id, email } = await makeOwner("rudi", "staff");
  const thief = await signIn(site, "rudi");
  const ofOwner = await change(thief, "rudi@thief.example");
  const ofThief = await change(thief, "rudi@second.example");
  // The owner still knows the password, and changes the address back in the settings.
  const path = await askForChange(thief, email);
  expect((await postForm(site, path, {}, { Cookie: thief })).status).toBe(303);
  expect(await emails.empty()).toEqual([noticeTo("rudi@second.example")]);
  expect((await postForm(site, ofThief, {})).status).toBe(404);
  // The owner's address can undo a new change by the thief too.
  const again = await change(thief, "rudi@thief.example");
  expect(again).not.toBe("");
  expect((await postForm(site, ofOwner, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email, isConfirmed: true });
});

test("an undo keeps the second step of long before the change, and removes what came later", async () => {
  const { id, email } = await makeOwner("asha", "staff");
  const cookie = await signIn(site, "asha");
  const undo = await change(cookie, "asha@thief.example");
  await setUpSecondStep(site, cookie);
  expect((await postForm(site, undo, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email, isConfirmed: true, hasCodes: false });

  await forgetUsedCodes(site);
  const again = await signInAgain("asha");
  await addPasskeyIn(site, again);
  await onDatabase(
    site.databaseUrl,
    `update passkeys set created_at = now() - interval '31 days' where user_id = '${id}'`,
  );
  const key = await makeLink(site.db, {
    ...{ kind: "email-undo", userId: id, email: "asha@before.example" },
    ...{ wasConfirmed: true, language: "en" },
  });
  expect((await postForm(site, `/auth/email?undo=${key}`, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email: "asha@before.example", hasPasskey: true });
});

test("an undo removes a passkey that was added before the change was confirmed", async () => {
  const { id, email } = await makeOwner("furaha", "staff");
  const cookie = await signIn(site, "furaha");
  const path = await askForChange(cookie, "furaha@thief.example");
  const { added } = await addPasskeyIn(site, cookie);
  expect([added.status, await accountOf(id)]).toMatchObject([303, { email, hasPasskey: true }]);
  expect((await postForm(site, path, {}, { Cookie: cookie })).status).toBe(303);
  const undo = (await emails.empty()).find(({ path }) => path.includes("undo="))?.path ?? "";
  expect((await postForm(site, undo, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email, hasPasskey: false });
});

test("an undo ends the second steps of the 30 days before the change, and names those that stay", async () => {
  const { id, email } = await makeOwner("dhahabu", "staff");
  const cookie = await signIn(site, "dhahabu");
  const undo = await change(cookie, "dhahabu@thief.example");
  await addPasskeyIn(site, cookie);
  const makeOlder = (days: string) =>
    onDatabase(
      site.databaseUrl,
      `update passkeys set created_at = now() - interval '${days}' where user_id = '${id}'`,
    );
  for (const [days, title, hasPasskey] of [
    ["30 days 1 hour", "These ways to sign in will stay", true],
    ["29 days 23 hours", "These ways to sign in will be removed", false],
  ] as const) {
    await makeOlder(days);
    const { text } = await site.get(undo);
    const titles = [...text.matchAll(/<h2>(These ways [^<]+)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toEqual([title]);
    expect(text).toMatch(/Passkey “[^”]+”, added/);
    if (!hasPasskey) expect((await postForm(site, undo, {})).status).toBe(303);
    expect(await accountOf(id)).toMatchObject({ hasPasskey });
  }
  expect(await accountOf(id)).toMatchObject({ email });
});

test.each([
  ["", "jabali", 303],
  [", also when its address is taken", "kondo", 409],
])("an undo withdraws the invitations that the person made%s", async (_, username, status) => {
  const { email } = await makeOwner(username);
  const Cookie = await signIn(site, username);
  const undo = await change(Cookie, `${username}@thief.example`);
  for (const role of ["staff", "organizer"]) {
    const fields = { what: "invite", email: `${role}@${username}.example`, role, language: "en", password };
    await postForm(site, "/admin/invitations", fields, { Cookie });
  }
  const links = (await emails.empty()).flatMap(({ path }) => (path.includes("/invitation") ? [path] : []));
  const statuses = () => Promise.all(links.map(async (path) => (await site.get(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  if (status === 409) {
    const { id } = await makePerson(site.databaseUrl, `${username}-2`, "organizer");
    await onDatabase(site.databaseUrl, `update users set email = '${email}' where id = '${id}'`);
  }
  expect((await postForm(site, undo, {})).status).toBe(status);
  expect(await statuses()).toEqual([404, 404]);
});

test("an invitation under way comes too late after an undo", async () => {
  const { id } = await makeOwner("upesi");
  const Cookie = await signIn(site, "upesi");
  const email = "accomplice@thief.example";
  const late = await site.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    const fields = { what: "invite", email, role: "staff", language: "en", password };
    const waiting = postForm(site, "/admin/invitations", fields, { Cookie });
    await untilWaiting(site.databaseUrl, 1);
    await tx.deleteFrom("sessions").where("user_id", "=", id).execute();
    return { waiting };
  });
  const answer = await late.waiting;
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth"]);
  expect(await emails.empty()).toEqual([]);
});

test("an undo ends the password, and sends the owner the link for a new one", async () => {
  const { id, email } = await makeOwner("rehema", "staff");
  const undo = await change(await signIn(site, "rehema"), "rehema@thief.example");
  await using sessions = await holdSessions(site.databaseUrl, "before");
  const enter = (headers = {}) => postForm(site, "/auth", { username: "rehema", password }, headers);
  const late = enter({ "User-Agent": held });
  await sessions.untilWaiting(1);
  const undone = await postForm(site, undo, {});
  expect([undone.status, undone.headers.location]).toEqual([303, "/auth"]);
  await sessions.release();
  expect([(await late).status, (await enter()).status]).toEqual([401, 401]);

  const sent = await emails.empty();
  expect(sent).toEqual([
    expect.objectContaining({ to: email, subject: "Your email address was changed back" }),
  ]);
  const path = sent[0]?.path ?? "";
  expect(path).toMatch(/^\/auth\/reset\?key=/);
  expect((await postForm(site, path, { password: chosen })).status).toBe(303);
  expect((await enter()).status).toBe(401);
  expect((await postForm(site, "/auth", { username: "rehema", password: chosen })).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email });
});

test("the undo of a disabled account sends no link", async () => {
  const { id, email } = await makeOwner("bakari", "staff");
  const undo = await change(await signIn(site, "bakari"), "bakari@thief.example");
  await onDatabase(site.databaseUrl, `update users set banned = true where id = '${id}'`);
  expect((await postForm(site, undo, {})).status).toBe(303);
  expect(await emails.empty()).toEqual([]);
  expect(await accountOf(id)).toMatchObject({ email });
});

test("no link for a new password goes to an address that is being taken back", async () => {
  const { id, email } = await makePerson(site.databaseUrl, "hamisi", "staff");
  const thief = "hamisi@thief.example";
  await onDatabase(site.databaseUrl, `update users set email = '${thief}' where id = '${id}'`);
  for (const [name, expected] of [
    [thief, []],
    ["hamisi", [email]],
  ] as const) {
    await postForm(site, "/auth/forgot", { name: "hamisi" });
    await emails.empty();
    const sent = await site.db.transaction().execute(async (tx) => {
      await lockAccounts(tx, id);
      const waiting = postForm(site, "/auth/forgot", { name });
      await untilWaiting(site.databaseUrl, 1);
      // As the undo does. A request that held its links would wait for this transaction, and both would fail.
      await withdrawLinks(tx, id, ["password-reset"]);
      await tx.updateTable("users").set({ email }).where("id", "=", id).execute();
      return { waiting };
    });
    expect((await sent.waiting).status).toBe(200);
    expect((await emails.empty()).map(({ to }) => to)).toEqual(expected);
    await onDatabase(site.databaseUrl, `update users set email = '${thief}' where id = '${id}'`);
  }
});

test("a confirmation under way waits for an undo, and comes too late", async () => {
  const { id } = await makePerson(site.databaseUrl, "subira", "organizer");
  const Cookie = await signIn(site, "subira");
  await postForm(site, "/settings", { what: "confirm" }, { Cookie });
  const [sent] = await emails.empty();
  const late = await site.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, id);
    const waiting = postForm(site, sent?.path ?? "", {}, { Cookie });
    await untilWaiting(site.databaseUrl, 1);
    await withdrawLinks(tx, id, ["email-confirm"]);
    return { waiting };
  });
  expect((await late.waiting).status).toBe(404);
  expect(await accountOf(id)).toMatchObject({ isConfirmed: false });
});

test.each([
  ["a change of address", "dalali", { what: "email", current: password, email: "dalali@thief.example" }],
  ["a confirmation", "tumaini", { what: "confirm" }],
])("no request for %s outlives its session", async (_, username, fields) => {
  const { id } = await makePerson(site.databaseUrl, username, "organizer");
  const Cookie = await signIn(site, username);
  const late = await site.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, id);
    const waiting = postForm(site, "/settings", fields, { Cookie });
    await untilWaiting(site.databaseUrl, 1);
    await tx.deleteFrom("sessions").where("user_id", "=", id).execute();
    return { waiting };
  });
  expect([(await late.waiting).status, (await late.waiting).headers.location]).toEqual([303, "/auth"]);
  expect(await emails.empty()).toEqual([]);
});

test("the undo of a later change leaves the owner's own undo", async () => {
  const { id, email } = await makeOwner("juma", "staff");
  const thief = await signIn(site, "juma");
  const ofOwner = await change(thief, "juma@second.example");
  const ofThief = await change(thief, "juma@third.example");
  expect((await postForm(site, ofThief, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email: "juma@second.example" });
  expect((await postForm(site, ofOwner, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email, isConfirmed: true });
});

test("the owner's undo ends the undo links of later changes", async () => {
  const { id, email } = await makeOwner("pili", "staff");
  const thief = await signIn(site, "pili");
  const ofOwner = await change(thief, "pili@second.example");
  const ofThief = await change(thief, "pili@third.example");
  expect((await postForm(site, ofOwner, {})).status).toBe(303);
  expect((await postForm(site, ofThief, {})).status).toBe(404);
  expect(await accountOf(id)).toMatchObject({ email });
});

test("no sign-up blocks an undo, also at the moment of the change", async () => {
  const { id, email } = await makeOwner("salma", "staff");
  const undo = await change(await signIn(site, "salma"), "salma@thief.example");
  expect((await signUp(email)).status).toBe(303);
  expect(await findByEmail(email)).toBeUndefined();
  expect(await emails.empty()).toEqual([
    expect.objectContaining({ to: email, subject: "Please use the link in our earlier email" }),
  ]);
  expect((await postForm(site, undo, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email });

  const late = await site.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    const waiting = signUp(email);
    await untilWaiting(site.databaseUrl, 1);
    await tx.updateTable("users").set({ email: "salma@other.example" }).where("id", "=", id).execute();
    await makeLink(tx, { kind: "email-undo", userId: id, email, wasConfirmed: true, language: "en" });
    return { waiting };
  });
  expect((await late.waiting).status).toBe(303);
  expect(await findByEmail(email)).toBeUndefined();
});

test("no sign-up blocks an invitation", async () => {
  const Cookie = await signIn(site, "root");
  const email = "invited@people.example";
  const invite = { what: "invite", email, role: "staff", language: "en", password };
  await postForm(site, "/admin/invitations", invite, { Cookie });
  // Emails about changed access go to all admins at the same time.
  const invitation = (await emails.empty()).find(({ to }) => to === email);
  await signUp(email);
  expect(await findByEmail(email)).toBeUndefined();
  const accept = { name: "Neema", username: "neema", password };
  expect((await postForm(site, invitation?.path ?? "", accept)).status).toBe(303);
  expect((await findByEmail(email))?.role).toBe("staff");
});

test("an undo that finds its address taken ends all ways in, keeps its link and says so", async () => {
  const { id, email } = await makeOwner("zuhura", "staff");
  const thief = await signIn(site, "zuhura");
  const undo = await change(thief, "zuhura@thief.example");
  const { added } = await addPasskeyIn(site, thief);
  expect(added.status).toBe(303);
  const other = await makePerson(site.databaseUrl, "other", "organizer");
  const take = (address: string) =>
    onDatabase(site.databaseUrl, `update users set email = '${address}' where id = '${other.id}'`);
  await take(email);
  await emails.empty();
  const waits = expect.objectContaining({
    to: email,
    subject: "Your email address cannot be changed back yet",
  });
  let earlier = "";
  for (const press of ["first", "second"]) {
    const refused = await postForm(site, undo, {});
    expect([refused.status, refused.text.includes("Sign in to it and change its address")], press).toEqual([
      409,
      true,
    ]);
    // The other person is out in the meantime.
    expect((await site.get("/settings", { Cookie: thief })).status).toBe(303);
    expect((await postForm(site, "/auth", { username: "zuhura", password })).status).toBe(401);
    expect(await accountOf(id)).toMatchObject({ email: "zuhura@thief.example", hasPasskey: false });
    const sent = await emails.empty();
    expect(sent, press).toEqual([waits]);
    if (earlier !== "") expect((await site.get(earlier)).status).toBe(404);
    earlier = sent[0]?.path ?? "";
  }
  // No link goes to the address of the other person.
  for (const name of ["zuhura", "zuhura@thief.example"]) await postForm(site, "/auth/forgot", { name });
  expect((await emails.empty()).map(({ to }) => to)).toEqual([email, email]);
  // Without a mail server, the admin passes the link on.
  const reset = { what: "reset", password };
  const root = { Cookie: await signIn(site, "root") };
  const { text } = await postForm(site, `/admin/people/${id}`, reset, root);
  expect(text).toMatch(/Give this link to[^@]*zuhura@fund\.example/);
  const [byHand = ""] = /\/auth\/reset\?key=[\w-]{43}/.exec(text) ?? [];
  expect((await postForm(site, byHand, { password: chosen })).status).toBe(303);

  // Nor does it get power over the account when the owner gives it another address.
  await emails.empty();
  const entered = await postForm(site, "/auth", { username: "zuhura", password: chosen });
  const Cookie = sessionCookie(entered)?.split(";", 1).join() ?? "";
  const fields = { what: "email", current: chosen, email: "zuhura@new.example" };
  await postForm(site, "/settings", fields, { Cookie });
  const path = (await emails.empty()).find(({ to }) => to === "zuhura@new.example")?.path ?? "";
  expect((await postForm(site, path, {}, { Cookie })).status).toBe(303);
  expect(await emails.empty()).toEqual([noticeTo("zuhura@thief.example")]);
  await take("other@fund.example");
  expect((await postForm(site, undo, {})).status).toBe(303);
  expect(await accountOf(id)).toMatchObject({ email });
});

test("an address that is taken at the same moment is refused with words", async () => {
  const { id } = await makeOwner("mosi", "staff");
  const other = await makePerson(site.databaseUrl, "tatu", "staff");
  const cookie = await signIn(site, "mosi");
  const path = await askForChange(cookie, "same@people.example");
  const undoing = await change(cookie, "mosi@new.example");
  const changing = await askForChange(cookie, "same@people.example");
  expect(path).not.toBe(changing);
  for (const [address, link] of [
    ["same@people.example", changing],
    ["mosi@fund.example", undoing],
  ] as const) {
    const sent = await site.db.transaction().execute(async (tx) => {
      await tx.updateTable("users").set({ email: address }).where("id", "=", other.id).execute();
      const waiting = postForm(site, link, {}, { Cookie: cookie });
      await untilWaiting(site.databaseUrl, 1);
      return { waiting };
    });
    const answer = await sent.waiting;
    expect([answer.status, answer.text.includes("Another account already uses")]).toEqual([409, true]);
    expect(await accountOf(id)).toMatchObject({ email: "mosi@new.example" });
  }
});
