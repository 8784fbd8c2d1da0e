import { beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, password, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { setUpSecondStep } from "#tests/support/accounts/second-step.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

const site = await testSite();
const secure = await testSite({
  databaseUrl: site.databaseUrl,
  environment: { PUBLIC_URL: "https://fund.example" },
});
const failed = "Sign in failed: Invalid username or password";
let amina: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  amina = await makePerson(site.databaseUrl, "amina");
  // One admin must always remain.
  await makePerson(site.databaseUrl, "mzee");
});
beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

test("username or email in any spelling signs in and redirects", async () => {
  for (const username of ["amina", " Amina ", "amina@fund.example", "AMINA@fund.example"]) {
    const answer = await postForm(site, "/auth", { username, password });
    expect([answer.status, answer.headers.location], username).toEqual([303, "/dashboard"]);
    expect(sessionCookie(answer)).toMatch(
      /^amana\.session=[^;]{40,}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers["cache-control"]).toContain("no-store");
  }
});

test("the page leads to a new account with the same way on, and to donations", async () => {
  for (const language of ["", "/sw"]) {
    const { text } = await site.get(`${language}/auth?next=%2Forganizer`);
    const [links = ""] = /<p class="account-links sign-in-links">.*?<\/p>/s.exec(text) ?? [];
    expect(links).toContain(`href="${language}/sign-up?next=%2Forganizer"`);
    expect(links).toContain(`href="${language}/my-donations"`);
    expect(links.match(/class="button/g), "one of them is a button").toHaveLength(1);
    const [form = ""] = /<form class="panel form".*?<\/form>/s.exec(text) ?? [];
    expect(form, "under the password").toContain(`href="${language}/auth/forgot"`);
    expect(links).not.toContain("/auth/forgot");
  }
});

test("behind TLS the cookie is secure and bound to the host", async () => {
  const answer = await postForm(
    secure,
    "/auth",
    { username: "amina", password },
    { Origin: "https://fund.example", Host: "fund.example" },
  );
  expect(answer.status).toBe(303);
  expect(sessionCookie(answer)).toMatch(
    /^__Host-amana\.session=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const cookie = sessionCookie(answer)?.split(";", 1).join() ?? "";
  const dashboard = await secure.get("/dashboard", { Cookie: cookie, Host: "fund.example" });
  expect(dashboard.text).toContain(amina.email);
  const home = await secure.get("/", { Cookie: cookie, Host: "fund.example" });
  expect(home.headers["cache-control"]).toBe("private, no-store");
});

test("an unknown name and a wrong password get the same bytes", async () => {
  const wrong = await postForm(site, "/auth", { username: "amina", password: "x" });
  const unknown = await postForm(site, "/auth", { username: "nobody", password: "x" });
  const unknownEmail = await postForm(site, "/auth", { username: "nobody@fund.example", password: "x" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(failed);
  expect(unknown.text.replaceAll("nobody", "amina")).toBe(wrong.text);
  expect(unknownEmail.text.replaceAll("nobody@fund.example", "amina")).toBe(wrong.text);
  const ofEachAnswer = ["date", "content-length", "x-request-id"];
  const summary = ({ status, headers }: typeof wrong) =>
    JSON.stringify([status, Object.entries(headers).filter(([name]) => !ofEachAnswer.includes(name))]);
  expect(summary(unknown)).toBe(summary(wrong));
  expect(summary(unknownEmail)).toBe(summary(wrong));
  expect(sessionCookie(wrong)).toBeUndefined();
});

test("missing fields are reported at the field and on top; input stays", async () => {
  const neither = await postForm(site, "/auth", {});
  expect(neither.status).toBe(400);
  for (const text of ["Validation Error", "Username is required", "Password is required"])
    expect(neither.text).toContain(text);
  expect(neither.headers["cache-control"]).toContain("no-store");

  const one = await postForm(site, "/auth", { username: "amina", password: "" });
  expect(one.text).not.toContain("Username is required");
  expect(one.text).toMatch(/<input[^>]*value="amina"/);
  const kiswahili = await postForm(site, "/sw/auth", { username: " ", password: "x" });
  expect(kiswahili.text).toContain("Jina la mtumiaji linahitajika");
});

test("hostile forms are refused without server errors", async () => {
  for (const fields of [
    { username: "a".repeat(5_000), password: "x" },
    { username: "amina\u0000", password: "x" },
    { username: "' or 1=1 --", password: "x" },
    { username: "@", password: "x" },
    { username: "amina", password: "x".repeat(20_000) },
  ])
    expect((await postForm(site, "/auth", fields)).status, JSON.stringify(fields).slice(0, 60)).toBe(401);
  const strange = await site.ask("/auth", {
    method: "POST",
    body: "{}",
    headers: { Origin: site.url, "Content-Type": "application/json" },
  });
  expect(strange.status).toBe(400);
});

test("five wrong passwords from one place delay the right one too", async () => {
  for (const username of ["amina", "nobody"]) {
    for (let at = 0; at < 5; at++) {
      expect((await postForm(site, "/auth", { username, password: "x" })).status).toBe(401);
    }
    const sixth = await postForm(site, "/auth", { username, password });
    expect(sixth.status, username).toBe(429);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(800);
    expect(sixth.text).toMatch(/Too many attempts\. Please try again in 15 minutes\./);
  }
  // Using the account's other name or another node gives no more attempts.
  expect((await postForm(site, "/auth", { username: amina.email, password })).status).toBe(429);
  const elsewhere = { Origin: "https://fund.example", Host: "fund.example" };
  expect((await postForm(secure, "/auth", { username: "amina", password }, elsewhere)).status).toBe(429);
});

test("a second sign-in ends the browser's previous session", async () => {
  const first = await signIn(site, "mzee");
  const again = await postForm(site, "/auth", { username: "mzee", password }, { Cookie: first });
  const second = sessionCookie(again)?.split(";")[0] ?? "";
  expect((await site.get("/dashboard", { Cookie: first })).status).toBe(303);
  expect((await site.get("/dashboard", { Cookie: second })).status).toBe(200);
  const other = await postForm(site, "/auth", { username: "amina", password }, { Cookie: second });
  expect(other.status).toBe(303);
  expect((await site.get("/dashboard", { Cookie: second })).status).toBe(303);
});

test("a wrong password keeps the browser's session", async () => {
  const first = await signIn(site, "mzee");
  await postForm(site, "/auth", { username: "mzee", password: "x" }, { Cookie: first });
  expect((await site.get("/dashboard", { Cookie: first })).status).toBe(200);
});

test("an eleventh session ends the newest of the earlier ones, and the owner gets one email", async () => {
  const { id, email } = await makePerson(site.databaseUrl, "owner", "staff");
  const cookies: string[] = [];
  for (let at = 0; at < 12; at++) cookies.push(await signIn(site, "owner"));
  const statuses = await Promise.all(
    cookies.map(async (cookie) => (await site.get("/settings", { Cookie: cookie })).status),
  );
  expect(statuses).toEqual([...Array<number>(9).fill(200), 303, 303, 200]);
  const told = () => site.db.selectFrom("outbox").select("template").where("recipient", "=", email).execute();
  expect(await told()).toEqual([{ template: "many-sessions" }]);

  await onDatabase(
    site.databaseUrl,
    `update sessions set expires_at = now() - interval '1 second' where id in (
       select id from sessions where user_id = '${id}' order by created_at limit 2
     );
     delete from outbox where recipient = '${email}'`,
  );
  cookies.push(await signIn(site, "owner"), await signIn(site, "owner"));
  const now = await Promise.all(
    [...cookies.slice(2, 9), ...cookies.slice(11)].map(
      async (cookie) => (await site.get("/settings", { Cookie: cookie })).status,
    ),
  );
  expect(now, "only the expired ones ended").toEqual(Array<number>(10).fill(200));
  expect(await told()).toEqual([]);
});

test("guesses from many addresses never lock out a two-step account", async () => {
  const proxied = await testSite({ databaseUrl: site.databaseUrl, environment: { TRUST_PROXY: "1" } });
  const from = (username: string, typed: string, address: string, cookie = "") =>
    postForm(
      proxied,
      "/auth",
      { username, password: typed },
      { "X-Forwarded-For": address, ...(cookie && { Cookie: cookie }) },
    );
  await makePerson(site.databaseUrl, "plain", "organizer");
  await makePerson(site.databaseUrl, "guarded", "organizer");
  await setUpSecondStep(site, await signIn(site, "guarded"));
  const known = await from("plain", password, "192.0.2.250");
  const device =
    known.headers["set-cookie"]?.find((each) => /amana\.device=/.test(each))?.split(";")[0] ?? "";
  for (const username of ["plain", "guarded"]) {
    for (const address of ["198.51.100.1", "198.51.100.2"]) await from(username, "x", address);
    await onDatabase(
      site.databaseUrl,
      "update rate_limits set moments = array_fill(now(), array[25]) where cardinality(moments) = 2",
    );
    const status = (await from(username, password, "203.0.113.1")).status;
    expect([username, status]).toEqual([username, username === "plain" ? 303 : 200]);
    // As if there had been 100 wrong attempts within the hour.
    await onDatabase(
      site.databaseUrl,
      "update rate_limits set moments = array_fill(now(), array[100]) where cardinality(moments) between 20 and 30",
    );
    const wrong = await from(username, "x", "203.0.113.2");
    expect([username, wrong.status]).toEqual([username, 429]);
  }
  expect((await from("plain", password, "203.0.113.3")).status).toBe(429);
  expect((await from("plain", password, "203.0.113.3", device)).status).toBe(303);
  expect((await from("guarded", password, "203.0.113.3")).text).toContain('name="code"');
});

test("right passwords are not counted", async () => {
  for (let at = 0; at < 7; at++) await signIn(site, "amina");
});

test("the dashboard page and data need a sign-in", async () => {
  const page = await site.get("/dashboard?tab=1");
  expect([page.status, page.headers.location]).toEqual([303, "/auth?next=%2Fdashboard%3Ftab%3D1"]);
  const data = await site.get("/dashboard.data");
  expect(data.text).toContain("/auth?next=%2Fdashboard");
  for (const query of ["", "?_routes=staff%2Fdashboard", "?_routes=root"])
    expect((await site.get(`/dashboard.data${query}`)).text).not.toContain(amina.id);
  for (const path of ["/dashboard/", "/%64ashboard", "/Dashboard"])
    expect([301, 303, 400, 404], path).toContain((await site.get(path)).status);
});

test("a signed-in person sees their account, linked from the header", async () => {
  const cookie = await signIn(site, "amina");
  const dashboard = await site.get("/dashboard", { Cookie: cookie });
  expect(dashboard.status).toBe(200);
  for (const text of [amina.email, amina.id, "Sign Out", "View Live Website"])
    expect(dashboard.text).toContain(text);
  expect(dashboard.headers["cache-control"]).toBe("private, no-store");
  expect((await site.get("/", { Cookie: cookie })).text).toContain('href="/settings"');
  const auth = await site.get("/auth?next=/campaigns", { Cookie: cookie });
  expect([auth.status, auth.headers.location]).toEqual([303, "/campaigns"]);
});

test("cached pages never show a sign-in and never serve signed-in people", async () => {
  const cookie = await signIn(site, "amina");
  const before = await site.get("/");
  expect(before.headers["cache-control"]).toBe("public, no-cache");
  const own = await site.get("/", { Cookie: cookie, "If-None-Match": String(before.headers.etag) });
  expect([own.status, own.headers["cache-control"], own.headers.etag]).toEqual([
    200,
    "private, no-store",
    undefined,
  ]);
  const after = await site.get("/");
  expect(after.body.equals(before.body)).toBe(true);
  expect(after.text).not.toContain('href="/settings"');
  const signInPage = await site.get("/auth");
  expect(signInPage.headers["cache-control"]).toBe("public, no-cache");
});

test("signing out ends the session and its cookie on every node", async () => {
  const cookie = await signIn(site, "amina");
  const out = await postForm(site, "/auth/sign-out", {}, { Cookie: cookie });
  expect([out.status, out.headers.location]).toEqual([303, "/auth"]);
  expect(out.headers["clear-site-data"]).toBe('"cache", "storage"');
  expect(sessionCookie(out)).toMatch(/^amana\.session=; Path=\/; Max-Age=0/);
  expect(out.headers["set-cookie"]?.filter((each) => each.startsWith("amana.session="))).toHaveLength(1);
  const again = await site.get("/dashboard", { Cookie: cookie });
  expect(again.status).toBe(303);
  expect(sessionCookie(again)).toMatch(/Max-Age=0/);
  const summary = async ({ headers }: Answer) => {
    const notice = headers["set-cookie"]?.find((each) => each.startsWith("amana_notice=")) ?? "";
    return (await site.get("/auth", { Cookie: notice.split(";", 1).join() })).text;
  };
  expect(await summary(out)).toContain("Signed out successfully!");
  // Only a browser that had a session gets the message about its end.
  expect(again.headers.location).toBe("/auth?next=%2Fdashboard");
  expect(await summary(again)).toContain("Auth session missing!");
  expect(await summary(await site.get("/dashboard"))).not.toContain("Auth session missing!");
});

test("signing out without a session shows a message", async () => {
  const out = await postForm(site, "/auth/sign-out", {});
  const notice = out.headers["set-cookie"]?.[0]?.split(";", 1).join();
  expect((await site.get("/auth", { Cookie: notice ?? "" })).text).toContain("Auth session missing!");
});

test("a session ends after an idle hour, twelve hours, or account disabling", async () => {
  const ends = [
    "update sessions set expires_at = now() - interval '1 second'",
    "update sessions set created_at = now() - interval '12 hours 1 second'",
    "update users set banned = true where username = 'amina'",
    "delete from users where username = 'amina'",
  ];
  for (const end of ends) {
    const cookie = await signIn(site, "amina");
    expect((await site.get("/dashboard", { Cookie: cookie })).status).toBe(200);
    await onDatabase(site.databaseUrl, end);
    const answer = await site.get("/dashboard", { Cookie: cookie });
    expect(answer.status, end).toBe(303);
    expect(sessionCookie(answer), end).toMatch(/Max-Age=0/);
    if (end.includes("banned")) {
      const refused = await postForm(site, "/auth", { username: "amina", password });
      expect([refused.status, refused.text.includes(failed)]).toEqual([401, true]);
      await onDatabase(site.databaseUrl, "update users set banned = false");
    }
  }
  amina = await makePerson(site.databaseUrl, "amina");
});

test("a session in use is renewed", async () => {
  const cookie = await signIn(site, "amina");
  await onDatabase(site.databaseUrl, "update sessions set expires_at = now() + interval '10 minutes'");
  const answer = await site.get("/", { Cookie: cookie });
  expect(sessionCookie(answer)).toMatch(/Max-Age=3600/);
  expect(sessionCookie(await site.get("/", { Cookie: cookie }))).toBeUndefined();
});

test("neither a planted cookie nor the stored hash signs in", async () => {
  const planted = "amana.session=planted.signature";
  const answer = await postForm(site, "/auth", { username: "amina", password }, { Cookie: planted });
  expect(sessionCookie(answer)).not.toContain("planted");
  expect((await site.get("/dashboard", { Cookie: planted })).status).toBe(303);

  const cookie = decodeURIComponent(
    sessionCookie(answer)?.split(";", 1).join().slice("amana.session=".length) ?? "",
  );
  const [token = ""] = cookie.split(".");
  // 32 letters and digits have 190 bits.
  expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
  const found = await tokensIn(site.databaseUrl);
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain(token);
});

test("the redirect after sign-in never leads to another site", async () => {
  for (const next of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "/%09/evil.example/../..",
  ]) {
    const answer = await postForm(site, `/auth?next=${encodeURIComponent(next)}`, {
      username: "amina",
      password,
    });
    const target = new URL(answer.headers.location ?? "", site.url);
    expect(target.origin, next).toBe(site.url);
  }
});

test("a form from another site cannot sign in or out", async () => {
  const cookie = await signIn(site, "amina");
  for (const origin of ["https://evil.example", "null", ""]) {
    const headers = { Origin: origin, Cookie: cookie };
    expect((await postForm(site, "/auth/sign-out", {}, headers)).status, origin).toBe(403);
    expect((await postForm(site, "/auth", { username: "amina", password }, headers)).status, origin).toBe(
      403,
    );
  }
  expect((await site.get("/dashboard", { Cookie: cookie })).status).toBe(200);
});

async function tokensIn(url: string): Promise<string[]> {
  const database = openDatabase(url, { poolSize: 1 });
  const rows = await database.readWrite.selectFrom("sessions").select("token").execute();
  await database.close();
  return rows.map(({ token }) => token);
}
