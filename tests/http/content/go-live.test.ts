import { beforeAll, expect, test } from "vitest";
import { checks } from "#domain/go-live/checks.ts";
import { points } from "#domain/go-live/points.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { expectText } from "#tests/support/content/expect-text.ts";
import { testSite } from "#tests/support/server/site.ts";

const page = "/admin/go-live";
const site = await testSite();
const cookies = { asha: "", juma: "" };

beforeAll(async () => {
  await makePerson(site.databaseUrl, "asha", "admin");
  await makePerson(site.databaseUrl, "juma", "staff");
  for (const name of ["asha", "juma"] as const) cookies[name] = await signIn(site, name);
});

const read = async (who: keyof typeof cookies, path = page) => {
  const { status, text } = await site.get(path, { Cookie: cookies[who] });
  expect(status, path).toBe(200);
  return text.replaceAll("<!-- -->", "");
};
const post = (who: keyof typeof cookies, fields: Record<string, string>) =>
  postForm(site, page, fields, { Cookie: cookies[who] });

const itemOf = (text: string, name: string) => {
  const [, item] =
    new RegExp(`<li id="(?:check|point)-${name}"(.*?)(?=<li id=|</section>)`, "s").exec(text) ?? [];
  if (item === undefined) throw new Error(`no item ${name}`);
  return item;
};
const seenIn = (text: string, name: string) =>
  /name="seen" value="([^"]*)"/.exec(itemOf(text, name))?.[1] ?? "";

test("staff read every point and its reason, without a form", async () => {
  const text = await read("juma");
  for (const title of Object.values(checks)) expectText(text, title);
  for (const { title, why, expert } of Object.values(points))
    for (const words of [title, why, expert]) expectText(text, words);
  expect(itemOf(text, "terms")).toContain('href="/admin/texts/terms"');
  expect(itemOf(text, "people")).toContain('href="/admin/team"');
  expect(itemOf(text, "bank-details")).toContain("This account does not exist");
  expect(text).not.toContain('name="decision"');
});

test("staff who are not admins cannot confirm", async () => {
  const seen = seenIn(await read("asha"), "terms");
  const fields = { point: "terms", decision: "confirm", seen, checkedBy: "Juma" };
  expect((await post("juma", fields)).status).toBe(403);
  expect(itemOf(await read("asha"), "terms")).toMatch(/^ data-open="true">.*class="status"[^>]*>Open</s);
});

test("an admin confirms a point with a name and undoes it", async () => {
  const seen = seenIn(await read("asha"), "terms");
  const fields = { point: "terms", decision: "confirm", seen, checkedBy: "Neema Said, advocate" };

  const nameless = await post("asha", { ...fields, checkedBy: " " });
  expect(nameless.status).toBe(400);
  expect(nameless.text).toContain('href="#checked-terms"');
  const stale = await post("asha", { ...fields, seen: "another" });
  expect(stale.status).toBe(409);
  expectText(stale.text, "has changed since you opened this page");
  expect(stale.text).toContain('value="Neema Said, advocate"');

  const before = await read("asha", "/dashboard");
  const confirmed = await post("asha", fields);
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, page]);
  const item = itemOf(await read("juma"), "terms");
  expect(item).toContain("Checked by Neema Said, advocate. Confirmed by asha, ");
  expect(item).toContain(`<time dateTime="`);
  expect(item).toMatch(/^ data-open="false">/);
  expect(openIn(await read("asha", "/dashboard"))).toBe(openIn(before) - 1);
  expectText(await read("asha", "/admin/audit"), "confirmed, before going live: Terms of Service");

  expect((await post("asha", { point: "terms", decision: "undo", seen })).status).toBe(303);
  expect(itemOf(await read("asha"), "terms")).toMatch(/^ data-open="true">.*class="status"[^>]*>Open</s);
});

const openIn = (text: string) =>
  Number(/<strong>(\d+)<\/strong><a[^>]*>Open points before you go live</.exec(text)?.[1]);

test("an unknown point or decision is refused", async () => {
  const fields = { point: "toString", decision: "confirm", seen: "none", checkedBy: "Neema" };
  expect((await post("asha", fields)).status).toBe(400);
  expect((await post("asha", { ...fields, point: "terms", decision: "delete" })).status).toBe(400);
});

test("in sandbox mode the staff home shows a count only", async () => {
  const text = await read("juma", "/dashboard");
  expect(openIn(text)).toBeGreaterThan(10);
  expect(text).not.toContain("Payments are live");
});
