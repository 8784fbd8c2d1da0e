import { expect, test } from "vitest";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { cookieOf, secondStepPage, setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
await makePerson(site.databaseUrl, "amina", "admin");
await makePerson(site.databaseUrl, "juma", "staff");

/** Rows are written once a second. */
async function expectRecorded(kind: SecurityEventKind, wanted: object[]) {
  const read = () =>
    site.db
      .selectFrom("security_events")
      .select(["path", "times", "account_id", "request_id"])
      .where("kind", "=", kind)
      .execute();
  await expect.poll(read).toMatchObject(wanted);
}

test("a request for another host is recorded with its request id", async () => {
  const answer = await site.get("/about?q=asha@example.org", { Host: "evil.example" });
  expect(answer.status).toBe(421);
  const id = answer.headers["x-request-id"];
  await expectRecorded("misdirected", [{ path: "/about", times: 1, account_id: null, request_id: id }]);
  // The log comes through a pipe and can arrive after the row.
  await expect
    .poll(() => site.logs.find(({ msg }) => msg === "security"))
    .toMatchObject({ security: "misdirected", requestId: id });
});

test("a form of another site and a malformed address are recorded", async () => {
  await site.ask("/auth", { method: "POST", body: "x=1", headers: { Origin: "https://evil.example" } });
  await expectRecorded("foreign-form", [{ path: "/auth" }]);
  await site.get("/a//b");
  await expectRecorded("bad-request", [{ times: 1 }]);
});

const eventsOf = async (accountId: string) =>
  (
    await site.db.selectFrom("security_events").select("kind").where("account_id", "=", accountId).execute()
  ).map(({ kind }) => kind);

test("a page refused for a role is recorded with the account", async () => {
  const cookie = await signIn(site, "juma");
  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "juma")
    .executeTakeFirstOrThrow();
  expect((await site.get("/admin/audit", { Cookie: cookie })).status).toBe(403);
  await expectRecorded("forbidden", [{ path: "/admin/audit", account_id: id }]);
});

test("a wrong password or code of a signed-in person is no refused page", async () => {
  const { id } = await makePerson(site.databaseUrl, "salma", "staff");
  const cookie = await signIn(site, "salma");
  const send = (fields: Record<string, string>) => postForm(site, secondStepPage, fields, { Cookie: cookie });
  expect((await send({ what: "begin", current: "mistyped" })).status).toBe(403);
  await expectRecorded("wrong-password", [{ path: secondStepPage, account_id: id }]);
  const begun = await send({ what: "begin", current: password });
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  expect((await send({ what: "confirm", key, code: "000000" })).status).toBe(403);
  await expectRecorded("wrong-code", [{ path: secondStepPage, account_id: id }]);
  const forbidden = await site.db
    .selectFrom("security_events")
    .select("id")
    .where("kind", "=", "forbidden")
    .where("account_id", "=", id)
    .execute();
  expect(forbidden).toEqual([]);
  const page = (await site.get("/admin/security?kind=wrong-code", { Cookie: cookie })).text;
  expect(page).toMatch(/data-tone="waiting"[^>]*>(?:<[^>]*>)*Wrong code/);
  expect(page).not.toContain(">1<");
});

test("an empty password or code is a missing entry, and no attempt", async () => {
  await makePerson(site.databaseUrl, "zuhura", "admin");
  const cookie = await signIn(site, "zuhura");
  const invite = (fields: Record<string, string>, session = cookie) =>
    postForm(
      site,
      "/admin/invitations",
      { what: "invite", email: "new@fund.example", role: "staff", language: "en", ...fields },
      { Cookie: session },
    );
  // More often than a person may mistype the password.
  for (let times = 0; times < 11; times++) {
    const without = await invite({ password: "" });
    expect([without.status, without.text.includes("Enter your current password")]).toEqual([400, true]);
  }
  expect((await invite({ password: "mistyped" })).status).toBe(403);
  await expectRecorded("wrong-password", [
    { path: secondStepPage },
    { path: "/admin/invitations", times: 1 },
  ]);

  const { cookie: signedIn } = await setUpSecondStep(site, cookie);
  const withoutCode = await invite({ password, code: "" }, signedIn);
  expect([withoutCode.status, withoutCode.text.includes("Enter a code from your app")]).toEqual([400, true]);
  expect((await invite({ password, code: "000000" }, signedIn)).status).toBe(403);
  await expectRecorded("wrong-code", [{ path: secondStepPage }, { path: "/admin/invitations", times: 1 }]);
});

test("a second press of Turn on is no refused page", async () => {
  const { id } = await makePerson(site.databaseUrl, "rehema", "admin");
  const { key, code, cookie } = await setUpSecondStep(site, await signIn(site, "rehema"));
  const again = await postForm(site, secondStepPage, { what: "confirm", key, code }, { Cookie: cookie });
  expect(again.status).toBe(409);
  await expect.poll(() => eventsOf(id)).toContain("second-step-changed");
  expect(await eventsOf(id)).not.toContain("forbidden");
});

test("each name leads to the events of that account alone", async () => {
  const { id } = await makePerson(site.databaseUrl, "tumaini", "staff");
  await makePerson(site.databaseUrl, "shukuru", "staff");
  const cookie = await signIn(site, "tumaini");
  await signIn(site, "shukuru");
  const listed = async (address: string) => (await site.get(address, { Cookie: cookie })).text;
  // Events are written a moment later.
  await expect.poll(() => listed("/admin/security")).toMatch(/>tumaini<[^]*>shukuru<|>shukuru<[^]*>tumaini</);
  const address = `/admin/security?account=${id}`;
  expect(await listed("/admin/security")).toContain(`href="${address}"`);
  const text = await listed(address);
  expect(text).toContain("Only events of tumaini.");
  expect(text).not.toContain("shukuru");
  expect(await eventsOf(id)).toEqual(["sign-in"]);
  expect(text.match(/<tr role="row" data-item=/g)).toHaveLength(1);
  expect(text, "a search for an event keeps the account").toContain(
    `<input type="hidden" name="account" value="${id}"/>`,
  );
});

test("a refused second step names the account whose password was right", async () => {
  const { id } = await makePerson(site.databaseUrl, "halima", "staff");
  await setUpSecondStep(site, await signIn(site, "halima"));
  const first = await postForm(site, "/auth", { username: "halima", password });
  const challenge = cookieOf(first, /^amana\.second_step=/);
  const refused = await postForm(site, "/auth/code", { code: "000000" }, { Cookie: challenge });
  expect(refused.status).toBe(401);
  await expectRecorded("second-step-refused", [{ path: "/auth/code", account_id: id }]);
});

test("staff see and filter the log, organizers do not", async () => {
  const cookie = await signIn(site, "juma");
  const page = await site.get("/admin/security?kind=forbidden", { Cookie: cookie });
  expect(page.status).toBe(200);
  expect(page.text).toContain("Page refused for this role");
  expect(page.text).toContain("/admin/audit");
  expect(page.text, "the page in words, its address in the trace").toMatch(
    /data-head="Page"[^>]*>(?:<[^>]*>)*Audit log</,
  );
  expect(page.text).not.toMatch(/\(4\d\d\)/);
  expect((await site.get("/admin/security?kind=export", { Cookie: cookie })).text).toContain(
    "No events found",
  );
  await makePerson(site.databaseUrl, "omar", "organizer");
  const organizer = await signIn(site, "omar");
  expect((await site.get("/admin/security", { Cookie: organizer })).status).toBe(403);
});

test("sign-ins, refused ones and sign-outs are recorded", async () => {
  const { id } = await makePerson(site.databaseUrl, "neema", "organizer");
  const cookie = await signIn(site, "neema");
  await postForm(site, "/auth", { username: "neema", password: "not the password" });
  await postForm(site, "/auth/sign-out", {}, { Cookie: cookie });
  await expectRecorded("sign-in-refused", [{ path: "/auth", account_id: null }]);
  const log = await site.get("/admin/security?kind=sign-in-refused", {
    Cookie: await signIn(site, "juma"),
  });
  expect(log.text).toContain("The typed name is not kept");
  await expectRecorded("sign-out", [{ account_id: id }]);
  const signedIn = await site.db
    .selectFrom("security_events")
    .select("account_id")
    .where("kind", "=", "sign-in")
    .where("account_id", "=", id)
    .execute();
  expect(signedIn).toHaveLength(1);
});

test("exports and erasures are recorded with the account", async () => {
  const cookie = await signIn(site, "amina");
  const answer = await postForm(site, "/admin/donations/export.csv", {}, { Cookie: cookie });
  expect(answer.status).toBe(200);
  await expectRecorded("export", [{ path: "/admin/donations/export.csv" }]);
});
