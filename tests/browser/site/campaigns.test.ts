import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { languages } from "#domain/content/language.ts";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

const texts = {
  "/campaigns": {
    en: [
      "Campaigns",
      "Support various Islamic causes and make a difference where it matters most.",
      "Zakat Eligible",
      "Conference center",
      "Goal: TSh 850,000,000",
      "By University Community Fund",
      "Donate Now",
      "7 campaigns",
    ],
    sw: [
      "Kampeni",
      "Changia shughuli mbalimbali za Kiislamu na ulete mabadiliko pale yanapohitajika zaidi.",
      "Inastahiki Zaka",
      "Kituo cha Mikutano",
      "Lengo: TSh 850,000,000",
      "Changia Sasa",
    ],
  },
  "/campaigns?category=research": {
    en: ["No campaigns found for this category", "Please check back later or explore other categories."],
    sw: ["Hakuna kampeni katika kundi hili", "Tafadhali rudi baadaye au tazama makundi mengine."],
  },
  "/campaigns/zakat": {
    en: [
      "Back to home",
      "Zakat fund for indebted students",
      "Zakat Eligible",
      "Share this campaign",
      "WhatsApp",
      "Twitter",
      "Facebook",
      "SMS",
    ],
    sw: ["Rudi mwanzo", "Mfuko wa Zaka kwa Wanafunzi Wenye Madeni", "Sambaza kampeni hii", "WhatsApp"],
  },
  "/campaigns/none": { en: ["Campaign not found"], sw: ["Kampeni haikupatikana"] },
};

for (const [path, wanted] of Object.entries(texts))
  for (const language of ["en", "sw"] as const)
    for (const javaScript of [true, false])
      test(`${path} has its texts: ${language}, script ${javaScript ? "on" : "off"}`, async () => {
        const expected = path.endsWith("/none") ? { expected: /404/ } : {};
        const page = await open(path, { language, javaScript, ...expected });
        const text = (await page.getByRole("main").innerText()).replaceAll("\u00a0", " ");
        for (const each of wanted[language]) expect(text).toContain(each);
        if (path === "/campaigns/zakat") {
          const copy = page.getByRole("button", { name: language === "en" ? "Copy link" : "Nakili kiungo" });
          expect(await copy.isVisible()).toBe(javaScript);
        }
      });

test("campaigns can be searched and sorted without script", async () => {
  const page = await open("/campaigns?category=infrastructure", { javaScript: false });
  await page.getByLabel("Search").fill("dormitories");
  await page.getByLabel("Sort by").selectOption("Newest");
  await page.getByRole("button", { name: "Show campaigns" }).click();
  await page.waitForURL(/category=infrastructure.*q=dormitories.*sort=newest/);
  expect(await page.getByRole("article").count()).toBe(1);
  expect(await page.getByLabel("Search").inputValue()).toBe("dormitories");
  expect(await page.getByLabel("Sort by").inputValue()).toBe("newest");
  await page.getByRole("link", { name: /^All/ }).click();
  expect(page.url()).toBe(`${site.url}/campaigns?q=dormitories&sort=newest`);
});

test("the link is copied, and a failure is reported", async () => {
  const page = await open("/campaigns/zakat");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  const messages = page.getByRole("status", { name: "Messages" });
  await page.getByRole("button", { name: "Copy link" }).hover();
  await expect.poll(() => page.locator('[data-island="copy-link"]').getAttribute("data-awake")).toBe("yes");
  await expect
    .poll(async () => {
      await page.getByRole("button", { name: "Copy link" }).click();
      return messages.innerText();
    })
    .toContain("Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/campaigns/zakat`);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("forbidden"));
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => messages.innerText()).toContain("Copy Failed");
});

test("the first tap copies, even before its script arrives", async () => {
  const page = await open("/campaigns/zakat", { width: 360 });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  const requested = Promise.withResolvers<void>();
  await page.route(/copy-link\.island/, async (route) => {
    await requested.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  requested.resolve();
  await expect
    .poll(() => page.getByRole("status", { name: "Messages" }).innerText())
    .toContain("Link copied");
});

test("any poster fits one sheet, and its code leads to the campaign", async () => {
  for (const language of ["en", "sw"] as const) {
    const page = await open("/campaigns/girls-dormitories/poster", { language });
    expect(await sheets(page)).toBe(1);
    const address = `${site.url}${language === "sw" ? "/sw" : ""}/campaigns/girls-dormitories`;
    expect(await page.getByRole("main").innerText()).toContain(address.replace("http://", ""));
    expect(await page.getByRole("img", { name: /QR/ }).isVisible()).toBe(true);
  }
});

for (const language of languages)
  test(`a phone's list shows the first card at once: ${language}`, async () => {
    const page = await open("/campaigns", { ...phone, language });
    expect((await boxOf(page, ".card-picture")).top).toBeLessThan(foot(page) - 200);
    const order = page.locator('select[name="sort"]');
    expect(await order.isVisible()).toBe(false);
    await page.locator(".search-fold summary").click();
    expect(await order.isVisible()).toBe(true);
  });

test("a card leads to its campaign or project wherever it is pressed", async () => {
  for (const [list, path] of [
    ["/campaigns", "/campaigns/conference-center"],
    ["/infrastructure", "/infrastructure/conference-center"],
  ] as const) {
    const page = await open(list, { javaScript: false });
    await page.locator(".card-text").first().click({ force: true });
    await page.waitForURL(`${site.url}${path}`);
  }
});

test.each([
  ["/campaigns/fun-run-2025", ".open-campaigns .cards", 1280],
  ["/campaigns/fun-run-2025", ".open-campaigns .cards", 768],
  ["/campaigns?category=zakat", ".cards", 1280],
  ["/campaigns?category=zakat", ".cards", 768],
  ["/infrastructure", ".other-campaigns .cards", 768],
] as const)("one or two cards fill their row: %s, %s, %i px", async (path, selector, width) => {
  const page = await openClearedPage(site.url, path, { width });
  const list = page.locator(selector).first();
  const edges = (box: { x: number; width: number } | null) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
  const last = list.locator("> li").last();
  expect(edges(await last.boundingBox())).toBe(edges(await list.boundingBox()));
  const card = await last.boundingBox();
  const picture = await last.locator(".card-picture").boundingBox();
  if ((card?.width ?? 0) > 500) {
    expect(picture?.width, "beside the words").toBeLessThan(0.5 * (card?.width ?? 0));
    expect(picture?.height, "as high as the card").toBeGreaterThan((card?.height ?? 0) - 4);
  }
  await expectFits(page);
});

test("a tablet's project cards keep each figure in one line", async () => {
  const page = await openClearedPage(site.url, "/infrastructure", { width: 768 });
  const lines = await page.locator(".project-facts dd").evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(new Set(lines)).toEqual(new Set([1]));
});

test("an order applies at once with script, and by the button without", async () => {
  const page = await open("/campaigns");
  await page.getByLabel("Sort by").selectOption({ label: "Most raised" });
  await page.waitForURL(/sort=most-raised/);
  await page.getByLabel("Zakat Eligible only").check();
  await page.waitForURL(/zakat=1/);
  const plain = await open("/campaigns", { javaScript: false });
  await plain.getByLabel("Sort by").selectOption({ label: "Most raised" });
  await plain.getByRole("button", { name: "Show campaigns" }).click();
  await plain.waitForURL(/sort=most-raised/);
});

test("a missing page has a picture and searches campaigns", async () => {
  for (const path of ["/no-such-page", "/campaigns/none", "/infrastructure/none"]) {
    const page = await open(path, { javaScript: false, expected: /404/ });
    await page.locator("svg.lost-picture").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("dormitories");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL(/\/campaigns\?q=dormitories/);
    expect(await page.getByRole("article").count()).toBe(1);
  }
});

test("each category has a sign, on cards and filters", async () => {
  const page = await open("/campaigns", phone);
  const signs = await page
    .locator(".filters a:has(path)")
    .evaluateAll((all) => all.map((each) => each.querySelector("path")?.getAttribute("d")));
  expect(signs, "all but All").toHaveLength((await page.locator(".filters a").count()) - 1);
  expect(new Set(signs).size, "its own").toBe(signs.length);
  const cards = page.locator(".card .badge:first-child path");
  expect(await cards.count()).toBe(await page.getByRole("article").count());
  for (const card of await cards.all()) expect(signs).toContain(await card.getAttribute("d"));
});

test("without a match, the categories stay and lead to all their campaigns", async () => {
  const page = await open("/campaigns?q=zzzz&zakat=1", phone);
  const links = page.locator(".filters a");
  expect(await links.first().innerText()).toMatch(/^All\s*\d/);
  expect(await page.locator(".filters [aria-current]").count(), "none is shown").toBe(0);
  await links.nth(1).click();
  await page.waitForURL(/\/campaigns\?category=[\w-]+$/);
  expect(await page.getByRole("article").count()).toBeGreaterThan(0);
});

test("an empty box of a dark page does not look switched off", async () => {
  const page = await open("/campaigns", { width: 1280, theme: "dark" });
  const [ground, empty, appearance] = await page
    .locator("[name=zakat]")
    .evaluate((each) => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(each).backgroundColor,
      getComputedStyle(each).appearance,
    ]);
  expect(empty).toBe(ground);
  // The browser's own sign would cover the ground with its own.
  expect(appearance).toBe("none");
});

test("a phone's row of categories begins with the chosen one", async () => {
  const page = await open("/campaigns?category=events", phone);
  const box = await page.locator(".filters [aria-current]").boundingBox();
  expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(360);
});

for (const width of [768, 1024, 1280] as const)
  test(`the search row of the campaigns ends with the cards: ${width}`, async () => {
    const page = await open("/campaigns", { width, stillness: true });
    const edges = (selector: string) =>
      page.locator(selector).evaluate((each) => {
        const { left, right } = each.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      });
    const cards = await edges("ul.cards");
    expect(await edges(".list-page h1")).toMatchObject({ left: cards.left });
    expect(await edges(".search-text")).toMatchObject({ left: cards.left });
    const right = await page
      .locator(".search-form > *")
      .evaluateAll((all) => Math.max(...all.map((each) => Math.round(each.getBoundingClientRect().right))));
    expect(right).toBe(cards.right);
  });

test("a phone's poster has its two buttons in the first view, and its code in the middle", async () => {
  const page = await open("/campaigns/girls-dormitories/poster", { width: 360, stillness: true });
  const buttons = page.locator(".poster-actions .button");
  expect(await buttons.allInnerTexts()).toEqual(["Print poster", "Share"]);
  const boxes = await Promise.all((await buttons.all()).map((each) => each.boundingBox()));
  expect(Math.round(boxes[0]?.width ?? 0)).toBe(Math.round(boxes[1]?.width ?? 1));
  for (const box of boxes)
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page) / 2);
  const code = await page.locator(".poster .qr-code").boundingBox();
  expect(Math.round((code?.x ?? 0) + (code?.width ?? 0) / 2)).toBe(180);
  await page.evaluate(() => {
    Object.assign(globalThis, { print: () => document.body.setAttribute("data-printed", "") });
  });
  await buttons.first().click();
  await page.locator("[data-printed]").waitFor();
  expect(await buttons.last().getAttribute("href")).toBe("/campaigns/girls-dormitories#share");
});

for (const javaScript of [true, false])
  test(`a project's card opens the gift at once, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/infrastructure", { javaScript });
    await page.getByRole("link", { name: "Donate Now: Girls dormitories" }).click();
    if (javaScript) await page.getByRole("dialog").getByText("10,000").first().waitFor();
    else await page.waitForURL("**/campaigns/girls-dormitories/mobile?amount=10000");
    expect(new URL(page.url()).pathname).toBe(
      javaScript ? "/infrastructure" : "/campaigns/girls-dormitories/mobile",
    );
  });

// Last, because it fills the database with extreme content.
test("long names and huge amounts break nothing at 320 px", async () => {
  const long =
    "Kuwawezesha Wanafunzi Wasiojiwezakiuchumi Waliodahiliwa Vyuoni Kujitegemeakimaisha Hatuakwahatua";
  await onDatabase(
    site.databaseUrl,
    `update campaigns set title = '${long}', title_sw = '${long}', organizer = '${"Jumuiyayawahitimu".repeat(6)}',
      description = '${long} ${long} ${long}', description_sw = null, story = '${"a".repeat(300)}', story_sw = null,
      goal_amount = 9000000000000000, location = '${"Morogoro".repeat(12)}' where id = 'girls-dormitories';
     insert into campaigns (id, title, description, goal_amount)
       select 'more-' || n, 'Campaign ' || n, 'One of many.', 1000 from generate_series(1, 300) n`,
  );
  for (const path of [
    "/campaigns",
    "/campaigns?page=13",
    "/campaigns?q=kuwawezesha",
    "/campaigns/girls-dormitories",
    "/campaigns/girls-dormitories?payment=success",
    "/campaigns/girls-dormitories/poster",
  ])
    for (const language of ["en", "sw"] as const) {
      const page = await open(path, { width: 320, language, stillness: true });
      for (const summary of await page.locator("main summary").all()) await summary.click();
      expect(await widerThanTheScreen(page), `${language} ${path}`).toEqual([]);
    }
  const poster = await open("/campaigns/girls-dormitories/poster");
  expect(await sheets(poster)).toBe(1);
});

test("a long list has pages", async () => {
  const page = await open("/campaigns", { javaScript: false });
  const pager = page.getByRole("navigation", { name: "Pages", exact: true });
  expect(await page.getByRole("article").count()).toBe(12);
  expect((await pager.getByRole("listitem").allInnerTexts()).map((text) => text.trim())).toEqual([
    "1",
    "2",
    "26",
  ]);
  await pager.getByRole("link", { name: "Next" }).click();
  await page.waitForURL("**/campaigns?page=2");
  await page.getByRole("link", { name: "Page 26" }).click();
  await page.waitForURL("**/campaigns?page=26");
  expect(await page.getByRole("link", { name: "Next" }).count()).toBe(0);
  expect(await page.getByRole("article").count()).toBe(7);
});

async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

function widerThanTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > room + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
