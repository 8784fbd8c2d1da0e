import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import { languages } from "#domain/content/language.ts";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

for (const language of languages) {
  test(`a phone's home page leads to campaigns soon: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    for (const button of await page.locator(".hero-actions .button").all()) {
      const box = await button.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(foot(page));
    }
    const second = page.locator(".hero-actions .button").nth(1);
    expect(await second.innerText()).toBe(language === "en" ? "Calculate Zakat" : "Kokotoa zaka");
    expect(await second.getAttribute("href")).toBe(localAddress(language, "/zakat"));
    expect(await page.locator(".hero .featured progress").count()).toBe(1);
    const picture = await boxOf(page, ".hero-picture");
    expect(picture.top).toBeLessThan((await boxOf(page, ".hero h1")).top);
    expect((await boxOf(page, "#campaigns .card")).top).toBeLessThan(1_500);
  });

  test(`a phone's home page is short, and opens what it folds: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    const { height } = (await page.locator("body").boundingBox()) ?? { height: Infinity };
    expect(height).toBeLessThanOrEqual(language === "en" ? 8_500 : 8_800);
    const folds = page.locator(".phone-fold");
    expect(await folds.count()).toBeGreaterThanOrEqual(8);
    for (const fold of await folds.all()) {
      const content = fold.locator("> :not(summary)").first();
      expect(await content.isVisible()).toBe(false);
      await fold.locator("summary").click();
      expect(await content.isVisible()).toBe(true);
    }
    const [contact, closing] = [await boxOf(page, "#contact"), await boxOf(page, ".closing .button")];
    expect(closing.top).toBeGreaterThan(contact.bottom);
    expect(closing.top).toBeLessThan((await boxOf(page, ".verse")).top);
  });

  test(`a phone's hero shows the whole scene above the words: ${language}`, async () => {
    const page = await open("/", { ...phone, language });
    const [picture, title] = [await boxOf(page, ".hero-picture"), await boxOf(page, ".hero h1")];
    expect(picture.bottom - picture.top).toBeGreaterThanOrEqual(195);
    expect(title.top).toBeGreaterThanOrEqual(picture.bottom);
  });

  test(`the wide hero's picture begins beside its title: ${language}`, async () => {
    for (const width of [768, 1280, 1920] as const) {
      const page = await open("/", { width, javaScript: false, stillness: true, language });
      const [picture, title] = [await boxOf(page, ".hero-picture"), await boxOf(page, ".hero h1")];
      expect(Math.abs(picture.top - title.top), `at ${width} px`).toBeLessThanOrEqual(8);
      await expectFits(page);
    }
  });

  test(`the consent banner is low on phones: ${language}`, async () => {
    for (const width of [320, 360] as const) {
      const page = await open("/", { width, language });
      const box = await page.locator("[data-consent-banner]").boundingBox();
      expect(box?.height).toBeGreaterThan(80);
      expect(box?.height, `at ${width} px`).toBeLessThanOrEqual(152);
      expect((await boxOf(page, ".hero-actions .button")).bottom).toBeLessThanOrEqual(foot(page));
    }
  });
}

test("the Vice Chancellor's first sentence is quoted once", async () => {
  const page = await open("/", { javaScript: false });
  const message = page.locator("#message");
  const quote = await message.locator("blockquote").innerText();
  expect(quote).toMatch(/^Every year .* near the campus\.$/);
  expect((await message.innerText()).split("Every year").length).toBe(2);
});

test("the star pattern is only in the hero and the footer", async () => {
  const starred = (page: Page) =>
    page.evaluate(() => {
      const star = /url\(.*\)/.exec(
        getComputedStyle(document.documentElement).getPropertyValue("--star"),
      )?.[0];
      const has = (each: Element) =>
        [undefined, "::before", "::after"].some((part) =>
          star ? getComputedStyle(each, part).backgroundImage.includes(star) : true,
        );
      return [...document.querySelectorAll("*")].filter(has).map((each) => each.classList.item(0));
    });
  expect(await starred(await open("/", phone))).toEqual(["hero", "site-footer"]);
  for (const path of ["/campaigns", "/campaigns/girls-dormitories", "/zakat", "/infrastructure/dormitories"])
    expect(await starred(await open(path, phone)), path).toEqual(["site-footer"]);
});

test("no line above a heading says the same as the heading", async () => {
  for (const path of [
    "/",
    "/about",
    "/zakat",
    "/campaigns/girls-dormitories",
    "/infrastructure/dormitories",
  ]) {
    const page = await open(path, { javaScript: false });
    const repeated = await page.locator("main :is(h1, h2, h3)").evaluateAll((all) => {
      const said = (each: Element | null) => each?.textContent.trim().toLowerCase() ?? "";
      return all.map((each) => [said(each.previousElementSibling), said(each)]);
    });
    expect(repeated.length, path).toBeGreaterThan(0);
    for (const [above, heading] of repeated) expect(above, path).not.toBe(heading);
  }
});

test("wide screens unfold the home page and need no button for it", async () => {
  const page = await open("/", { width: 1280, javaScript: false });
  for (const text of ["Each of those letters is short", "SWIFT code", "Only campaigns marked as Zakat"])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  expect(await page.locator(".phone-fold > summary:not(:has(h3))").first().isVisible()).toBe(false);
});

test("links to the contact and the bank details show them on phones", async () => {
  for (const [path, text] of [
    ["/#contact", "Office hours"],
    ["/#large-donations", "SWIFT code"],
    ["/#bank-details", "SWIFT code"],
  ] as const) {
    const page = await open(path, phone);
    expect(await page.locator("main").getByText(text, { exact: true }).isVisible(), path).toBe(true);
  }
});

test("a phone's carousel has the list's card, then the way to all campaigns", async () => {
  const page = await open("/", phone);
  const card = page.locator("#campaigns .card").first();
  const [sum, percent] = [card.locator(".raised b"), card.locator(".raised span")];
  const [left, right] = [await sum.boundingBox(), await percent.boundingBox()];
  expect(Math.abs((left?.y ?? 0) - (right?.y ?? Infinity)), "on one line").toBeLessThan(12);
  const figures = await card.locator(".figures").boundingBox();
  const button = await card.locator(".button").boundingBox();
  const gap = (button?.y ?? Infinity) - (figures?.y ?? 0) - (figures?.height ?? 0);
  expect(gap, "no spare row").toBeLessThanOrEqual(14);
  const { bottom } = await boxOf(page, "#campaigns .card");
  expect((await boxOf(page, '#campaigns a[href="/campaigns"]')).top).toBeGreaterThan(bottom);
});

test("the home page leaves the styles below its first view to a file", async () => {
  const { text } = await site.get("/");
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  expect(packed.length).toBeLessThanOrEqual(21_500);
  expect(text, "with the hero's picture").toMatch(/class="hero-picture"><svg/);
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await site.get(sheet)).text).toContain(".impact-panel");
});

test("a laptop's impact has the rate beside its label", async () => {
  const page = await open("/", { width: 1280, javaScript: false, stillness: true });
  const last = page.locator(".impact-cards > :last-child");
  const [label, figure] = [
    await last.locator("dt").boundingBox(),
    await last.locator(".figure").boundingBox(),
  ];
  expect(figure?.x).toBeGreaterThanOrEqual((label?.x ?? Infinity) + (label?.width ?? 0));
  expect(figure?.y).toBeLessThan((label?.y ?? 0) + (label?.height ?? 0));
  const fold = page.locator(".range summary");
  expect(await fold.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe("0px");
});

test("the impact leads with what donations did, then the sum", async () => {
  const page = await open("/", { javaScript: false });
  const impact = page.locator("#impact");
  const sizes = await impact
    .locator(".figure")
    .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  expect(sizes[0]).toBe(Math.max(...sizes));
  expect(sizes[0]).toBeGreaterThan(1.4 * (sizes[1] ?? Infinity));
  const said = await impact.locator(".outcomes p").allInnerTexts();
  expect(said[0], "of the completed campaign").toBe(
    "612 books, 40 chairs and a reading lamp for every table.",
  );
  expect(await impact.locator(".outcomes img").count()).toBe(said.length);
  const [results, sums] = [impact.locator(".outcomes"), impact.locator(".impact-panel")];
  const [beside, panel] = [await results.boundingBox(), await sums.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? Infinity)).toBeLessThan(panel?.x ?? 0);
  expect(await impact.innerText()).toContain("1 of 7 campaigns has reached its goal");
  expect(await sums.innerText()).toMatch(/Total Donors\s+\d+\s+Active Campaigns\s+6\s/);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await boxOf(page, ".outcomes")).bottom).toBeLessThanOrEqual(
    (await boxOf(page, ".impact-panel")).top,
  );
});

test("a tablet's steps, ways of contact and account details fill their rows", async () => {
  const page = await open("/", { width: 768, javaScript: false });
  const endsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
  for (const list of [".steps", "dl.contact"]) {
    const [end] = await endsOf(list);
    expect((await endsOf(`${list} > *`)).at(-1), list).toBeCloseTo(end ?? 0, 0);
  }
  const values = await endsOf(".bank-lines dd");
  expect(values.length).toBeGreaterThan(3);
  expect(new Set(values.map(Math.round)).size, "one edge").toBe(1);
});

test("open campaigns come before closed ones on the home page", async () => {
  const page = await open("/", phone);
  const words = await page.locator("#campaigns .card .button").allInnerTexts();
  const isOpen = words.map((each) => each === "Donate Now");
  expect(isOpen).toEqual(isOpen.toSorted((one, other) => Number(other) - Number(one)));
  expect(isOpen.length).toBeLessThanOrEqual(6);
});

test.each(languages)(
  "the labels of the hero's figures do not break inside a word on 320 px: %s",
  async (language) => {
    const page = await open("/", { ...phone, width: 320, language });
    const lines = await page.locator(".counters dt").evaluateAll((all) =>
      all.flatMap((each) => {
        const text = each.firstChild;
        return [...(text?.textContent ?? "").matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          if (text) range.setStart(text, index);
          if (text) range.setEnd(text, index + word.length);
          return [word, range.getClientRects().length] as const;
        });
      }),
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter(([, count]) => count !== 1)).toEqual([]);
  },
);

for (const language of languages)
  test(`a phone's contact has WhatsApp, phone and email first, and the map last: ${language}`, async () => {
    const page = await open("/#contact", { ...phone, language });
    const ways = page.locator(".contact-first a");
    const kinds = await ways.evaluateAll((all) => all.map((each) => each.getAttribute("href")?.slice(0, 6)));
    expect(kinds).toEqual(["https:", "tel:+2", "mailto"]);
    const boxes = await ways.evaluateAll((all) =>
      all.map((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return { top: Math.round(top), bottom, height: bottom - top };
      }),
    );
    expect(new Set(boxes.map(({ top }) => top)).size, "in one row").toBe(1);
    for (const { bottom, height } of boxes) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(bottom, "in the first view").toBeLessThanOrEqual(foot(page));
    }
    const [first, list, map] = [
      await boxOf(page, ".contact-first"),
      await boxOf(page, ".contact"),
      await boxOf(page, ".map-place"),
    ];
    expect(first.bottom).toBeLessThan(list.top);
    expect(list.bottom).toBeLessThan(map.top);
    const small = await open("/", { ...phone, width: 320, language });
    const [whatsApp, call, write, fold] = await small
      .locator(".contact-first a, .contact-first + .phone-fold > summary")
      .evaluateAll((all) =>
        all.map((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return { top: Math.round(top), bottom, overrun: each.scrollWidth - each.clientWidth };
        }),
      );
    expect([call?.top, write?.top], "in one row").toEqual([whatsApp?.top, whatsApp?.top]);
    expect([whatsApp?.overrun, call?.overrun, write?.overrun]).toEqual([0, 0, 0]);
    expect((fold?.top ?? 0) - (write?.bottom ?? 0), "room above the folded line").toBeGreaterThanOrEqual(7);
    await small.locator(".contact-first + .phone-fold > summary").click();
    const lines = await small.locator(".contact dd a").evaluateAll((all) =>
      all.map((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        return text.getClientRects().length;
      }),
    );
    expect(new Set(lines), "no email breaks before its end").toEqual(new Set([1]));
  });

test("the contact has a drawn map with its button, and one baseline", async () => {
  const page = await open("/", { width: 1280, stillness: true });
  const map = await page.locator(".drawn-map").boundingBox();
  expect(map?.height).toBe(240);
  const button = await page.locator(".map .button").boundingBox();
  expect(button?.y).toBeGreaterThan(map?.y ?? Infinity);
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan((map?.y ?? 0) + 240);
  const tops = await page.locator(".contact > div").evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      const line = each.querySelector("dd a") ?? each.querySelector("dd");
      if (line?.firstChild) range.selectNode(line.firstChild);
      return Math.round(range.getBoundingClientRect().top);
    }),
  );
  expect(new Set(tops).size, "one baseline").toBe(1);
  const pitch = await page
    .locator(".contact dd:has(a)")
    .evaluateAll((all) => all.slice(0, 2).map((each) => each.getBoundingClientRect().top));
  expect((pitch[1] ?? 0) - (pitch[0] ?? 0)).toBe(32);
});
