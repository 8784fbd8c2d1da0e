import { expect, test } from "vitest";
import { campaigns, team, viceChancellor } from "#database/seed/demo-content.ts";
import { missing, pages } from "#tests/support/content/public-paths.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";
import { structuredDataIn } from "#tests/support/content/structured-data.ts";
import { expectText, expectNoText } from "#tests/support/content/expect-text.ts";

const site = await testSite({ environment: { PUBLIC_URL: "https://fund.example" } });
const origin = "https://fund.example";

for (const path of pages)
  for (const language of ["en", "sw"] as const) {
    const address = language === "en" ? path : inKiswahili(path);
    test(`${address} has titles and descriptions for search engines and messengers`, async () => {
      const { text } = await site.get(address);
      expect(text).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${language}"`, "i"));
      expect(only(text, /<title>([^<]+)<\/title>/g).length).toBeLessThanOrEqual(120);
      expect(meta(text, "description")).toMatch(/.{40}/);
      expect(meta(text, "description").length).toBeLessThanOrEqual(200);
      expect(link(text, "canonical")).toBe(absolute(address));
      expect(alternate(text, "en")).toBe(absolute(path));
      expect(alternate(text, "sw")).toBe(absolute(inKiswahili(path)));
      expect(alternate(text, "x-default")).toBe(absolute(path));
      for (const property of ["og:title", "og:description", "og:type", "og:url"])
        expect(meta(text, property), property).not.toBe("");
      expect(meta(text, "og:url")).toBe(absolute(address));
      expect(text.match(/<h1[ >]/g)).toHaveLength(1);
      expect(() => structuredDataIn(text)).not.toThrow();
    });
  }

test.each(["/", "/sw/campaigns", "/campaigns/conference-center"])(
  "a message with %s shows a picture",
  async (path) => {
    const { text } = await site.get(path);
    const address = meta(text, "og:image");
    expect(address.slice(0, origin.length)).toBe(origin);
    const picture = await site.get(address.slice(origin.length));
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(picture.body.length).toBeLessThan(300_000);
    expect(Number(meta(text, "og:image:width"))).toBeGreaterThanOrEqual(1200);
  },
);

test("a picture has the staff's description in both languages everywhere", async () => {
  const pictured = [
    { pictureAlt: viceChancellor.pictureAlt, path: "/" },
    ...team.map(({ pictureAlt }) => ({ pictureAlt, path: "/" })),
    ...campaigns.slice(0, 3).flatMap(({ id, pictureAlt }) => [
      { pictureAlt, path: "/infrastructure" },
      { pictureAlt, path: "/campaigns" },
      { pictureAlt, path: `/campaigns/${id}` },
    ]),
  ];
  for (const { pictureAlt, path } of pictured) {
    expectText((await site.get(path)).text, ` alt="${pictureAlt.en}"`);
    expectText((await site.get(inKiswahili(path))).text, ` alt="${pictureAlt.sw}"`);
  }
});

test("structured data names the fund, its contacts and an existing logo", async () => {
  for (const path of ["/", "/sw", "/about", "/sw/about"]) {
    const about = structuredDataIn((await site.get(path)).text).at(-1);
    const fund = about?.["@type"] === "AboutPage" ? about.mainEntity : about;
    expect(fund, path).toMatchObject({ "@type": "NGO", "@id": `${origin}/#fund` });
    if (fund?.["@type"] !== "NGO") continue;
    const mark = await site.get(fund.logo.slice(origin.length));
    expect([mark.status, mark.headers["content-type"]]).toEqual([200, "image/png"]);
    expect([...fund.telephone, ...fund.email].length).toBeGreaterThan(2);
  }
});

test.each(missing)("%s is a real 404 in the site's frame, hidden from search", async (path) => {
  for (const address of [path, `/sw${path}`]) {
    const { status, text } = await site.get(address);
    expect(status, address).toBe(404);
    expectText(text, "<footer");
    expect(meta(text, "robots")).toContain("noindex");
  }
});

test("a link with a capital first letter redirects to the page only", async () => {
  for (const [typed, meant] of [
    ["/Privacy", "/privacy"],
    ["/SW", "/sw"],
    ["/SW/Zakat?cash=1", "/sw/zakat?cash=1"],
  ] as const) {
    const { status, headers } = await site.get(typed);
    expect([typed, status, headers.location]).toEqual([typed, 301, meant]);
  }
  expect((await site.get("/Nowhere")).headers.location).toBe("/nowhere");
});

test("the 404 page explains itself and links home; its path is logged", async () => {
  const { text } = await site.get("/no-such-page");
  expectText(text, "Page Not Found");
  expect(text).toMatch(/<a[^>]* href="\/"[^>]*>Return to Home/);
  await expect
    .poll(() => site.logs)
    .toContainEqual(expect.objectContaining({ path: "(unknown path)", msg: "page not found" }));
  expectText((await site.get("/campaigns/no-such-campaign")).text, "Campaign not found");
  for (const [unreadable, message] of [
    ["/%E0%A4%A", "Page Not Found"],
    ["/campaigns/%ff?q=%ff", "Page Not Found"],
    ["/sw/%E0%A4%A", "Ukurasa Haukupatikana"],
  ] as const) {
    const answer = await site.get(unreadable);
    expect(answer.status, unreadable).toBe(404);
    expectText(answer.text, message);
  }
});

test("campaigns filter by category and type, sorted by priority", async () => {
  const all = campaignsIn((await site.get("/campaigns")).text);
  expect(all).toEqual([
    "conference-center",
    "girls-dormitories",
    "ablution-block",
    "student-scholarship",
    "zakat",
    "cash-waqfu",
    "fun-run-2025",
  ]);
  expect(campaignsIn((await site.get("/campaigns?category=infrastructure")).text)).toEqual(all.slice(0, 3));
  expect(campaignsIn((await site.get("/campaigns?category=infrastructure&type=ablution")).text)).toEqual([
    "ablution-block",
  ]);
  expect(campaignsIn((await site.get("/campaigns?category=registered-waqfu")).text)).toEqual(["cash-waqfu"]);
});

test("the list describes itself, also when empty", async () => {
  const list = await site.get("/campaigns");
  expectText(list.text, "Support various Islamic causes and make a difference where it matters most.");
  const empty = await site.get("/campaigns?category=research");
  expectText(empty.text, "No campaigns found for this category");
  expectText(empty.text, "Please check back later or explore other categories.");
  expect(campaignsIn(empty.text), "open campaigns of different categories").toEqual([
    "conference-center",
    "student-scholarship",
    "zakat",
  ]);
});

test("visitors read no gap that staff have not filled in", async () => {
  for (const path of ["/privacy", "/sw/privacy"]) {
    const [main = ""] = /<main[\s\S]*<\/main>/.exec((await site.get(path)).text) ?? [];
    expect(main, path).toContain("text-body");
    expect(main, path).not.toMatch(/\[\w+[,\]]/);
  }
});

test("a campaign without donations asks for the first one", async () => {
  await onDatabase(
    site.databaseUrl,
    `insert into campaigns (id, title, description, category, sub_type, goal_amount, currency, status, start_date, end_date)
     select 'first-well', 'First well', description, category, sub_type, goal_amount, currency, status, start_date, end_date
     from campaigns where id = 'ablution-block'`,
  );
  const page = async () => (await site.get("/campaigns/first-well")).text;
  await expect.poll(page).toContain("Be the first to donate");
  expect(await page()).not.toContain("0 donors");
  await onDatabase(site.databaseUrl, "delete from campaigns where id = 'first-well'");
});

test("the old category name redirects to the new one, in both languages", async () => {
  expect((await site.get("/campaigns?category=waqfu")).headers.location).toBe(
    "/campaigns?category=registered-waqfu",
  );
  expect((await site.get("/sw/campaigns?category=waqfu&type=property")).headers.location).toBe(
    "/sw/campaigns?category=registered-waqfu&type=property",
  );
});

test("only its organizer sees a campaign that waits for review", async () => {
  await onDatabase(site.databaseUrl, "update campaigns set status = 'pending' where id = 'cash-waqfu'");
  await expect.poll(async () => (await site.get("/campaigns/cash-waqfu")).status).toBe(404);
  expectNoText((await site.get("/campaigns")).text, "/campaigns/cash-waqfu");
});

test("the numbers are in the HTML, before any script", async () => {
  const { text } = await site.get("/");
  for (const label of ["Total Donors", "Total Raised", "Total Campaigns"]) expectText(text, label);
  expect(text).toMatch(/TSh\s?[\d,.]{5,}/);
});

function campaignsIn(text: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";
  return [...new Set([...main.matchAll(/href="\/campaigns\/([\w-]+)"/g)].map((match) => match[1] ?? ""))];
}

const meta = (text: string, name: string) =>
  only(text, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g"));

const link = (text: string, rel: string) => only(text, new RegExp(`<link rel="${rel}" href="([^"]*)"`, "g"));

const alternate = (text: string, language: string) =>
  only(text, new RegExp(`<link rel="alternate" hrefLang="${language}(?:-TZ)?" href="([^"]*)"`, "gi"));

function only(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)].map((match) => match[1] ?? "");
  if (found.length !== 1) throw new Error(`${found.length} times ${pattern} instead of once`);
  return (found[0] ?? "").replaceAll("&amp;", "&");
}

function absolute(address: string): string {
  return origin + address;
}

function inKiswahili(path: string): string {
  return path === "/" ? "/sw" : `/sw${path}`;
}

test.each(["/", "/campaigns", "/zakat", "/auth"])(
  "%s has only media queries that old browsers know",
  async (path) => {
    const styles = (await site.get(path)).text.match(/<style>.*?<\/style>/gs)?.join("") ?? "";
    expect(styles).toMatch(/@media \((?:min|max)-width:/);
    expect(styles).not.toMatch(/@media[^{]*(?:width ?[<>]|[<>]=? ?width|--)/);
  },
);
