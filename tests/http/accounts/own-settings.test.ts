import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { cookieOf, forgetUsedCodes, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";
import { listenAsBreaches } from "#tests/support/breaches.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

const breached = "correct horse battery staple";
const { url, requests, [Symbol.asyncDispose]: stop } = await listenAsBreaches([breached]);
const site = await testSite({ environment: { BREACHED_PASSWORDS_URL: url } });
const emails = await mailbox(site);
const chosen = "bahati nne za kijani";

afterAll(() => stop());
beforeAll(async () => {
  for (const [name, role] of [
    ["amina", "admin"],
    ["juma", "organizer"],
    ["salma", "staff"],
    ["asha", "staff"],
    ["zuberi", "organizer"],
  ] as const)
    await makePerson(site.databaseUrl, name, role);
});
beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await emails.empty();
});

const send = (cookie: string, fields: Record<string, string>, path = "/settings") =>
  postForm(site, path, fields, { Cookie: cookie });

async function noticeAfter(answer: Answer, cookie: string): Promise<string> {
  const [notice = ""] =
    answer.headers["set-cookie"]?.find((each) => each.startsWith("amana_notice="))?.split(";") ?? [];
  const page = await site.get(answer.headers.location ?? "", { Cookie: `${cookie}; ${notice}` });
  const message = /<div class="toast"[^>]*>.*?<strong>([^<]*)<\/strong>([^<]*)/s.exec(page.text);
  return `${message?.[1]} ${message?.[2]}`.trim();
}

test("every signed-in person reaches the settings, and no visitor does", async () => {
  expect((await site.get("/settings")).headers.location).toBe("/auth?next=%2Fsettings");
  const page = await site.get("/settings", { Cookie: await signIn(site, "juma") });
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
  for (const part of ["data-consent-banner", ">Donate<"])
    expect(page.text.includes(part), `no ${part} in the short header`).toBe(false);
  for (const text of [
    "User Settings",
    "Manage your account settings and preferences",
    "juma@fund.example",
    "Change Password",
    "Change Email",
    "Sign Out",
  ])
    expect(page.text.includes(text), text).toBe(true);
});

test("changing the password needs the current one and ends other sessions", async () => {
  const [here, there] = [await signIn(site, "juma"), await signIn(site, "juma")];
  const done = await send(here, { what: "password", current: password, chosen });
  expect([done.status, await noticeAfter(done, here)]).toEqual([
    303,
    "Success Password updated successfully!",
  ]);
  expect((await site.get("/settings", { Cookie: here })).status).toBe(200);
  expect((await site.get("/settings", { Cookie: there })).status).toBe(303);
  expect((await postForm(site, "/auth", { username: "juma", password: chosen })).status).toBe(303);
  expect((await emails.empty()).map(({ subject }) => subject)).toEqual(["Your password was changed"]);
});

test("turning two-step sign-in on or off emails the owner and ends other sessions", async () => {
  const [here, there] = [await signIn(site, "amina"), await signIn(site, "amina")];
  const isIn = async (cookie: string) => (await site.get("/settings", { Cookie: cookie })).status === 200;
  const { key, cookie } = await setUpSecondStep(site, here);
  expect([await isIn(cookie), await isIn(there)]).toEqual([true, false]);
  const [turnedOn] = await emails.empty();
  expect(turnedOn).toMatchObject({
    subject: "Two-step sign-in was turned on",
    text: expect.stringContaining("You have been signed out on all other devices."),
  });
  await forgetUsedCodes(site);
  const challenge = cookieOf(
    await postForm(site, "/auth", { username: "amina", password }),
    /^amana\.second_step=/,
  );
  const code = await freshCode(key);
  const second = cookieOf(
    await postForm(site, "/auth/code", { code }, { Cookie: challenge }),
    /^amana\.session=/,
  );
  expect([await isIn(cookie), await isIn(second)]).toEqual([true, true]);
  await forgetUsedCodes(site);
  const remove = { what: "remove", current: password, code: await freshCode(key) };
  const removed = await send(second, remove, "/sw/settings/two-step");
  const last = cookieOf(removed, /^amana\.session=/);
  expect([await isIn(cookie), await isIn(second), await isIn(last)]).toEqual([false, false, true]);
  expect((await emails.empty()).map(({ subject }) => subject)).toEqual(["Kuingia kwa hatua mbili kumezimwa"]);
});

test("a wrong current password or weak new one fails at its field", async () => {
  const cookie = await signIn(site, "salma");
  for (const [fields, status, message] of [
    [{ current: "x", chosen }, 403, "Current password is wrong"],
    [{ current: "", chosen }, 400, "Current password is required"],
    [{ current: password, chosen: "" }, 400, "Password is required"],
    [
      { current: password, chosen: "abc12" },
      400,
      "Password must be 6 characters or more. This site asks for 12",
    ],
    [{ current: "", chosen: "abc12" }, 400, "Current password is required"],
    [{ current: "", chosen: "abc12" }, 400, "Password must be 6 characters or more. This site asks for 12"],
    [{ current: "", chosen: "" }, 400, "Password is required"],
    [{ current: password, chosen: "Simba2026Simba" }, 400, "common and easy to guess"],
    [{ current: password, chosen: "karibu-simba" }, 400, "Two common words together"],
    [{ current: password, chosen: "Fund.Example9" }, 400, "Do not use your name"],
    [{ current: password, chosen: "UniversityFund" }, 400, "Do not use your name"],
    [{ current: password, chosen: breached }, 400, "known from a data breach"],
    [{ current: password, chosen: "p9x-qrt" }, 400, "Password must be 12 characters or more"],
    [{ current: password, chosen: password }, 400, "must be different from your current one"],
  ] as const) {
    const answer = await send(cookie, { what: "password", ...fields });
    expect([answer.status, answer.text.includes(message)], message).toEqual([status, true]);
  }
  expect(await emails.empty()).toEqual([]);
});

test("a new password is compared with breaches by five digits of its hash", async () => {
  const cookie = await signIn(site, "salma");
  const before = requests.length;
  await send(cookie, { what: "password", current: "x", chosen: "abc12" });
  expect(requests).toHaveLength(before);
  await send(cookie, { what: "password", current: "x", chosen });
  expect(requests.slice(before)).toEqual([
    { path: expect.stringMatching(/^\/range\/[\dA-F]{5}$/), padding: "true" },
  ]);
});

test("guessing the password in an open browser stops after ten attempts", async () => {
  const cookie = await signIn(site, "salma");
  for (let at = 0; at < 10; at++)
    expect((await send(cookie, { what: "password", current: `guess ${at}`, chosen })).status).toBe(403);
  expect((await send(cookie, { what: "password", current: password, chosen })).status).toBe(429);
});

test("a new email address needs confirmation, and the old one can undo", async () => {
  await onDatabase(site.databaseUrl, "update users set email_verified = true where username = 'asha'");
  const cookie = await signIn(site, "asha");
  const answer = await send(cookie, { what: "email", current: password, email: "Asha@new.example" });
  expect([answer.status, await noticeAfter(answer, cookie)]).toEqual([
    303,
    "Success Check your email to confirm the change!",
  ]);
  const [email] = await emails.empty();
  expect([email?.to, email?.subject]).toEqual(["asha@new.example", "Confirm your new email address"]);
  const path = email?.path ?? "";
  expect((await site.get(path, { Cookie: cookie })).text).toContain(
    "asha@new.example will become your account’s email address.",
  );
  expect((await postForm(site, path, {})).status, "not signed in").toBe(403);
  expect((await site.get("/settings", { Cookie: cookie })).text).toContain("asha@fund.example");

  expect((await postForm(site, path, {}, { Cookie: cookie })).status).toBe(303);
  expect((await site.get("/settings", { Cookie: cookie })).text).toContain("asha@new.example");
  expect((await postForm(site, path, {}, { Cookie: cookie })).status).toBe(404);

  const [changed] = await emails.empty();
  expect([changed?.to, changed?.subject]).toEqual(["asha@fund.example", "Your email address was changed"]);
  const undone = await postForm(site, changed?.path ?? "", {});
  expect([undone.status, undone.headers.location]).toEqual([303, "/auth"]);
  expect((await site.get("/settings", { Cookie: cookie })).status).toBe(303);
  const enter = async () =>
    (await postForm(site, "/auth", { username: "asha@fund.example", password })).status;
  expect(await enter(), "a stranger can know the password").toBe(401);
  const [undoing] = await emails.empty();
  expect((await postForm(site, undoing?.path ?? "", { password })).status).toBe(303);
  expect(await enter()).toBe(303);
});

test("an account made by the operator confirms its email address once", async () => {
  const cookie = await signIn(site, "zuberi");
  const isAsked = async () =>
    (await site.get("/settings", { Cookie: cookie })).text.includes(
      "You have not confirmed this email address yet",
    );
  expect(await isAsked()).toBe(true);
  const answer = await send(cookie, { what: "confirm" });
  expect(await noticeAfter(answer, cookie)).toContain("Check your email");
  const [email] = await emails.empty();
  expect([email?.to, email?.subject]).toEqual(["zuberi@fund.example", "Confirm your email address"]);
  const path = email?.path ?? "";
  expect((await site.get(path, { Cookie: cookie })).text).toContain(
    "zuberi@fund.example is your account’s email address.",
  );
  expect(await isAsked(), "looking at the address does nothing").toBe(true);
  expect((await postForm(site, path, {}, { Cookie: cookie })).headers.location).toBe("/settings");
  expect((await postForm(site, path, {}, { Cookie: cookie })).status).toBe(404);
  expect(await isAsked()).toBe(false);
  await send(cookie, { what: "confirm" });
  expect(await emails.empty(), "it is confirmed").toEqual([]);
  await send(cookie, { what: "confirm" });
  expect((await send(cookie, { what: "confirm" })).status).toBe(429);
});

test("an email address in use gets the same answer and no email", async () => {
  const cookie = await signIn(site, "asha");
  const taken = await send(cookie, { what: "email", current: password, email: "amina@fund.example" });
  expect(await noticeAfter(taken, cookie)).toBe("Success Check your email to confirm the change!");
  expect(await emails.empty()).toEqual([]);
  for (const [email, current, status, message] of [
    ["asha@fund.example", password, 400, "This is already your email address"],
    ["nonsense", password, 400, "Please enter a valid email address"],
    ["", password, 400, "New email address is required"],
    ["nonsense", "", 400, "Please enter a valid email address"],
    ["nonsense", "", 400, "Current password is required"],
    ["asha@new.example", "wrong", 403, "Current password is wrong"],
  ] as const) {
    const answer = await send(cookie, { what: "email", current, email });
    expect([answer.status, answer.text.includes(message)], message).toEqual([status, true]);
  }
});

test("sessions are listed, and one or all can be signed out", async () => {
  const other = "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36";
  const here = await signIn(site, "zuberi");
  const phone = sessionCookie(
    await postForm(site, "/auth", { username: "zuberi", password }, { "User-Agent": other }),
  )
    ?.split(";", 1)
    .join();
  const page = await site.get("/settings", { Cookie: here });
  for (const text of ["This device", "Chrome, Android", "Unknown device"])
    expect(page.text.includes(text), text).toBe(true);
  const { id: session } = await site.db
    .selectFrom("sessions")
    .select("id")
    .where("user_agent", "=", other)
    .executeTakeFirstOrThrow();
  expect(page.text).toContain(`value="${session}"`);
  for (const [current, status] of [
    ["", 400],
    ["guessed", 403],
  ] as const)
    expect((await send(here, { what: "session", session, current })).status).toBe(status);
  expect((await send(here, { what: "session", session: "all", current: "guessed" })).status).toBe(403);

  const stranger = await signIn(site, "amina");
  await send(stranger, { what: "session", session, current: password });
  expect((await site.get("/settings", { Cookie: phone ?? "" })).status).toBe(200);
  const ended = await send(here, { what: "session", session, current: password });
  expect(await noticeAfter(ended, here)).toBe("Success That device has been signed out.");
  expect((await site.get("/settings", { Cookie: phone ?? "" })).status).toBe(303);

  const again = await send(here, { what: "session", session, current: password });
  expect(await noticeAfter(again, here)).toBe("That device was already signed out.");

  const another = await signIn(site, "zuberi");
  const everywhere = await send(here, { what: "session", session: "all", current: password });
  expect([everywhere.status, everywhere.headers.location]).toEqual([303, "/auth"]);
  expect(everywhere.headers["clear-site-data"]).toBe('"cache", "storage"');
  for (const cookie of [here, another])
    expect((await site.get("/settings", { Cookie: cookie })).status).toBe(303);
});

test("a form sent after the session ended does nothing and says so", async () => {
  const cookie = await signIn(site, "zuberi");
  await onDatabase(site.databaseUrl, "delete from sessions");
  const answer = await send(cookie, { what: "password", current: password, chosen });
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth?next=%2Fsettings"]);
  expect(await noticeAfter(answer, "")).toBe("Error Auth session missing!");
  expect((await postForm(site, "/auth", { username: "zuberi", password })).status).toBe(303);
});

test("hostile forms change nothing", async () => {
  const cookie = await signIn(site, "zuberi");
  const strange = { what: "session", session: "\u0000'", current: password };
  for (const fields of [{}, { what: "nonsense" }, strange])
    expect((await send(cookie, fields)).status).toBe(303);
  expect((await site.get("/settings", { Cookie: cookie })).status).toBe(200);
});
