import { beforeAll, expect, test } from "vitest";
import { tablesWith } from "#tests/support/database/find-text.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const gateways = withGateways(site);

const addresses = [
  "/admin/donations?q=canaryname",
  "/admin/donations?q=canary%40example.org",
  "/admin/donations.data?q=canaryname",
  "/admin/mail?q=canary%40example.org",
  "/admin/people?q=canaryname",
  "/donations/nowhere?key=canarykey",
  "/sw/donations/nowhere?key=canarykey",
  "/auth/reset?key=canarykey",
  "/auth/email?key=canarykey",
  "/invitation?key=canarykey",
];
let cookie = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "admin");
  cookie = await signIn(site, "amina");
});

test.each(["visitor", "admin"])(
  "searches and keys requested as %s are neither stored nor sent on",
  async (who) => {
    for (const address of addresses) {
      const { status, headers } = await site.get(address, who === "admin" ? { Cookie: cookie } : {});
      expect(status, address).toBeLessThan(500);
      expect(headers["cache-control"], address).toBe("private, no-store");
      expect(headers.etag, address).toBeUndefined();
      expect(headers["referrer-policy"], address).toBe("same-origin");
    }
  },
);

test("a receipt's key is neither stored nor sent on", async () => {
  const { externalId = "" } = jsonOf(await gateways.byMobile());
  await gateways.decide(externalId, "approve");
  await gateways.waitForStatus(externalId, "completed");
  const { receipt_key: key } = await site.db
    .selectFrom("donations")
    .select("receipt_key")
    .where("external_id", "=", externalId)
    .executeTakeFirstOrThrow();
  expect(key).not.toBeNull();
  const { status, headers, text } = await site.get(`/donations/${externalId}?key=${key}`);
  expect([status, headers["cache-control"], headers["referrer-policy"]]).toEqual([
    ...[200, "private, no-store", "same-origin"],
  ]);
  expect(text).toContain("Asha Juma");
  expect(JSON.stringify(site.logs)).not.toContain(String(key));
});

test("no log or record holds a path as typed", async () => {
  const foreign = { Origin: "https://elsewhere.example", Host: new URL(site.url).host };
  const answers = [
    await site.get("/canary@example.org"),
    await site.get("/sw/canary@example.org"),
    await site.get("/donate/canary0754009988"),
    await site.get("/infrastructure/canaryname"),
    await site.get("/api/canaryname"),
    await site.get("/canary255754009988", { Host: "evil.example" }),
    await site.get("/media/canaryname.jpg", { Host: "evil.example" }),
    await site.ask("/admin/canary@example.org", { method: "POST", body: "a=1", headers: foreign }),
    await site.get("//canary@example.org"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 421, 421, 403, 400]);
  const paths = () =>
    site.db
      .selectFrom("security_events")
      .select("path")
      .where("kind", "in", ["misdirected", "foreign-form", "bad-request"])
      .execute()
      .then((rows) => rows.map(({ path }) => path).sort());
  await expect.poll(paths).toEqual(["(unknown path)", "(unknown path)", "/admin/*", "/media/*"]);
  const missing = site.logs.filter(({ msg }) => msg.endsWith("not found")).map(({ path }) => path);
  expect(missing).toEqual(expect.arrayContaining(["(unknown path)", "/infrastructure/:slug", "/api/*"]));
  expect(JSON.stringify(site.logs)).not.toContain("canary");
  expect(await tablesWith(site.db, "canary")).toEqual([]);
});

test("searches of staff reach a URL encrypted only", async () => {
  const lists = ["donations", "offline-donations", "mail", "people"].map((name) => `/admin/${name}`);
  for (const list of lists) {
    const { text } = await site.get(list, { Cookie: cookie });
    const form = /<form[^>]*class="list-filter"[^>]*>/.exec(text)?.[0];
    expect(form, list).toContain('action="/admin/search" method="post"');
    const found = await searchList(site, list, { q: "canaryname" }, cookie);
    expect(found.address, list).toMatch(/\?q=v1\./);
    expect(found.address + decodeURIComponent(found.address), list).not.toContain("canary");
    expect(found.text, list).toMatch(/<input[^>]*value="canaryname"/);
    const typed = await site.get(`${list}?q=canaryname`, { Cookie: cookie });
    expect(typed.text, list).not.toMatch(/<input[^>]*value="canaryname"/);
  }
});

test("a search for one purpose or a foreign list leads nowhere", async () => {
  const to = async (fields: Record<string, string>, headers: Record<string, string> = { Cookie: cookie }) =>
    (await postForm(site, "/admin/search", { q: "x", ...fields }, headers)).headers.location;
  for (const list of ["https://evil.example", "//evil.example", "/admin/campaigns", ""])
    expect(await to({ list }), list).toBe("/dashboard");
  expect(await to({})).toBe("/dashboard");
  expect(await to({ list: "/admin/mail" }, {})).toBe("/auth");
});

// Last, because it breaks the database under the site.
test("no log or record holds a search or key, even after errors", async () => {
  site.expectErrors(/page failed/);
  const refused = [
    await site.get("/admin//donations?q=canaryname"),
    await site.ask("/admin/donations?q=canaryname", { method: "TRACE" }),
    await site.ask("/admin/mail?q=canaryname", {
      method: "POST",
      body: "a=1",
      headers: { Origin: "https://elsewhere.example", Cookie: cookie },
    }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 405, 403]);
  await onDatabase(site.databaseUrl, "alter table outbox rename column recipient to recipient_gone");
  const failed = await site.get("/admin/mail?q=canaryname", {
    Cookie: cookie,
    Referer: `${site.url}/?canaryref`,
  });
  expect([failed.status, failed.headers["referrer-policy"]]).toEqual([500, "same-origin"]);
  await expect.poll(() => site.logs.filter(({ msg }) => msg === "security").length).toBeGreaterThan(0);
  await expect.poll(() => site.logs.filter(({ level }) => level >= 50).length).toBeGreaterThan(0);
  expect(JSON.stringify(site.logs)).not.toContain("canary");
  expect(await tablesWith(site.db, "canary")).toEqual([]);
});
