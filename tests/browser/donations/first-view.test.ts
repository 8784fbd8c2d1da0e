import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { bytesDuring, total } from "#bench/page-bytes.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { localAddress } from "#app/site/address.ts";
import { languages } from "#domain/content/language.ts";
import { closePage, openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { donor, leadsTo, pretendPhone } from "#tests/support/donations/donor.ts";
import { anonymous, form, orderOf } from "#tests/support/donations/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const words = en.giving;

async function openAs(asha: ReturnType<typeof donor>, path: string, look: Look = {}): Promise<Page> {
  const page = await openClearedPage(site.url, "/privacy", { width: 360, ...look });
  await page.setExtraHTTPHeaders({ Cookie: asha.cookies() });
  await page.setViewportSize({ width: 360, height: 640 });
  if (look.javaScript !== false) await page.getByRole("button", { name: "Reject All", exact: true }).click();
  await page.goto(path);
  return page;
}

/** The lower edges of what must be seen without scrolling. */
const bottoms = (page: Page, selectors: string[]) =>
  page.evaluate(
    (all) => all.map((each) => document.querySelector(each)?.getBoundingClientRect().bottom ?? Infinity),
    selectors,
  );
/** The loaded file has at least as many pixels as the picture is wide. */
const isSharp = (picture: Locator) =>
  picture.evaluate((each: HTMLImageElement) => {
    const [, width] = /\/(\d+)\.\w+$/.exec(each.currentSrc) ?? [];
    return Number(width) >= each.clientWidth;
  });

const contact = [".contact-us [href^=tel]", ".contact-us [href*=wa\\.me]", ".contact-us [href^=mailto]"];

test("a failed payment shows retry and contact in the first view of a phone", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("decline");
  const page = await openAs(asha, leadsTo(await asha.open(waiting)));
  for (const bottom of await bottoms(page, [
    ".result-said",
    ".result-safe",
    ".push-again button",
    ...contact,
  ]))
    expect(bottom).toBeLessThanOrEqual(640);
  await expectAccessible(page);
});

test("the smallest phone shows the contact after a failure without scrolling", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("decline");
  const page = await openAs(asha, leadsTo(await asha.open(waiting)), { width: 320 });
  await page.setViewportSize({ width: 320, height: 568 });
  for (const bottom of await bottoms(page, contact.slice(0, 2))) expect(bottom).toBeLessThanOrEqual(568);
});

/** The campaign's row above the two amounts: how far its name is to the right of their labels, and the space between. */
const rowsOfAmounts = () => {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  const [row, name] = [box(".tried-for"), box(".tried-for p")];
  const [rows, label, first] = [box(".asked-charged"), box(".asked-charged dt"), box(".asked-charged > div")];
  return {
    indent: Math.round((name?.left ?? 0) - (label?.left ?? 0)),
    gap: Math.round((rows?.top ?? 0) - (row?.bottom ?? 0)),
    isCalm: Math.abs((row?.height ?? 0) - (first?.height ?? 0)) < 12,
  };
};

for (const language of languages)
  test(`the smallest phone names campaign and amount of a failure in one row: ${language}`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(localAddress(language, form), anonymous());
    await phone.decide("decline");
    const page = await openAs(asha, leadsTo(await asha.open(waiting)), { width: 320 });
    await page.setViewportSize({ width: 320, height: 568 });
    const [row, name, amount] = await page
      .locator(".tried-for, .tried-for p, .tried-for > span")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect((name?.x ?? 0) - (row?.x ?? 0), "no gap of a hidden picture").toBeLessThan(20);
    expect(amount?.y ?? 0).toBeLessThan(name?.bottom ?? 0);
    expect(amount?.x ?? 0).toBeGreaterThanOrEqual(name?.right ?? Infinity);
  });

test("an open payment shows when to try again and contact in the first view", async () => {
  const asha = donor(site);
  const order = orderOf(await asha.give(form, anonymous()));
  const page = await openAs(asha, `/selcom-webhook?order_id=${order}&status=timeout`);
  for (const bottom of await bottoms(page, [".result-said", ".result-safe", ...contact]))
    expect(bottom).toBeLessThanOrEqual(640);
});

for (const language of languages)
  test(`a wrong amount shows contact and check in the first view: ${language}`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(localAddress(language, form), anonymous());
    await phone.decide("approve", "tenfold");
    const page = await openAs(asha, leadsTo(await asha.post(waiting, {})));
    for (const [width, height] of [
      [360, 640],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width === 360) expect(await page.locator(".tried-for img").isVisible(), "its picture").toBe(true);
      const parts = [".asked-charged", ".result-safe", ...contact, ".result-actions button"];
      for (const bottom of await bottoms(page, parts)) expect(bottom).toBeLessThanOrEqual(height);
      const room = page
        .locator(".result-safe")
        .evaluate((each) => parseFloat(getComputedStyle(each).paddingTop));
      expect(await room, "the warning fills its box").toBeGreaterThan(6);
      expect(await page.evaluate(rowsOfAmounts), `one box with even rows, ${width}`).toEqual({
        indent: width === 360 ? 44 : 0,
        gap: 0,
        isCalm: true,
      });
      const [check = 0] = await bottoms(page, [".result-actions button"]);
      const [help = 0] = await bottoms(page, [".contact-us"]);
      expect(check, "check before the help").toBeLessThan(help);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const columns = page.locator(".result").evaluate((each) => parseFloat(getComputedStyle(each).columnGap));
    expect(await columns, "room between the columns").toBeGreaterThanOrEqual(40);
    await expectAccessible(page);
  });

for (const language of languages)
  test(`a payment without an answer for a day shows reason, check and contact at once: ${language}`, async () => {
    const asha = donor(site);
    const order = orderOf(await asha.give(form, anonymous()));
    await onDatabase(
      site.databaseUrl,
      `update payments set status = 'review', created_at = now() - interval '25 hours' where donation_id =
       (select id from donations where external_id = '${order}')`,
    );
    const address = localAddress(language, `/selcom-webhook?order_id=${order}&status=timeout`);
    const page = await openAs(asha, address);
    for (const bottom of await bottoms(page, [".result-said", ".result-actions button", ...contact]))
      expect(bottom).toBeLessThanOrEqual(640);
  });

test("a phone shows Continue in the first view of the form", async () => {
  const page = await openAs(donor(site), form);
  const [button = 0] = await bottoms(page, [".donation-form button.wide"]);
  expect(button).toBeLessThanOrEqual(740);
});

for (const javaScript of [true, false])
  test(`a phone's first view has a project's Pay, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await openAs(donor(site), "/campaigns/girls-dormitories/mobile?amount=10000", {
      javaScript,
    });
    const [button = Infinity] = await bottoms(page, ["[data-pay-button]"]);
    expect(button).toBeLessThanOrEqual(740);
    expect(await page.locator("#otherAmount").isVisible()).toBe(true);
    expect(await page.locator("#network").isVisible(), "the number names the network").toBe(false);
    expect(await page.locator(".donate-for").isVisible()).toBe(false);
    expect(await page.getByText(words.dialog.slide).first().isVisible(), "only script can slide").toBe(false);
    await page.locator(".network-line summary").click();
    expect(await page.getByLabel(words.dialog.network).isVisible()).toBe(true);
    await page.getByLabel(words.phone).fill(`0755 300 12${Number(javaScript)}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => isSharp(page.locator(".donate-for img"))).toBe(true);
    await page.locator("[data-pay-button]").click();
    await page.waitForURL(/payment-processing/);
    expect((await phone.latest())["network"]).toBe("Mpesa");
  });

test("Donate Now leads a phone to amounts, number and Continue in one view", async () => {
  const page = await openAs(donor(site), form.replace("/donate", ""));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator(".first-actions .button").first().click();
  await expect
    .poll(async () => (await bottoms(page, [".donation-form button.wide"]))[0])
    .toBeLessThanOrEqual(740);
  const [give = 0, follow = 0] = await page.evaluate(() =>
    [".donation-form", ".follow"].map(
      (each) => document.querySelector(each)?.getBoundingClientRect().top ?? 0,
    ),
  );
  expect(follow, "after the donation form").toBeGreaterThan(give);
});

for (const language of ["en", "sw"] as const)
  test(`a phone's first view has the summary and first card field: ${language}`, async () => {
    const page = await openAs(donor(site), form, { javaScript: false, language, expected: /status of 400/ });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(localAddress(language, form));
    await page.locator(".donation-more summary").last().click();
    await page.locator("input[name=method][value=card]").check({ force: true });
    await page.locator(".donation-form button.wide").click();
    await page.waitForURL(/\/donate\/[\w-]/);
    const [field = Infinity] = await bottoms(page, ["#firstName"]);
    expect(field).toBeLessThanOrEqual(740);
    expect(await page.locator(".donation-lines > div").count()).toBe(6);
    const { top } = await page.locator(".donation-lines").evaluate((each) => each.getBoundingClientRect());
    expect(top).toBeGreaterThan(0);
    expect(await page.locator("main").innerText()).not.toMatch(/\bPIN\b/);
    const fields = page.locator(".card-step :is(input:not([type=hidden], [type=checkbox]), select):visible");
    expect(await fields.count(), "two less than before: country and postcode are folded").toBe(7);
    const hint = await page
      .locator("#cardEmail-hint")
      .evaluate((each) => each.getBoundingClientRect().height);
    expect(hint, "at most four lines").toBeLessThan(95);
    await page.locator("form.check-donation button.wide").last().click();
    const wrong = await page
      .locator(".card-step [aria-invalid]")
      .evaluateAll((all) => all.map(({ id }) => id));
    const links = page.locator(".error-summary a");
    const linked = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    expect(linked.toSorted(), "each fault").toEqual(wrong.map((id) => `#${id}`).toSorted());
    await page.locator(".error-summary summary").click();
    expect(await links.last().isVisible()).toBe(true);
  });

test("the give bar of a phone never covers the page's own Donate Now", async () => {
  const page = await openAs(donor(site), form.replace("/donate", ""), { width: 320 });
  await page.setViewportSize({ width: 320, height: 568 });
  const first = page.locator(".first-actions .button").first();
  const isBarShown = () => page.locator(".give-bar").evaluate((bar) => getComputedStyle(bar).visibility);
  for (const shown of [0.5, 1]) {
    await first.evaluate((each, part) => {
      const { top, height } = each.getBoundingClientRect();
      scrollBy(0, top + height * part - innerHeight);
    }, shown);
    await expect.poll(isBarShown).toBe("hidden");
  }
  await first.evaluate((each) => {
    scrollTo({ top: each.getBoundingClientRect().bottom + scrollY + 20, behavior: "instant" });
  });
  await expect.poll(isBarShown).toBe("visible");
});

test.each(languages)("Continue of every form is in the first view of a phone: %s", async (language) => {
  const page = await openAs(donor(site), "/privacy");
  await page.setViewportSize({ width: 360, height: 740 });
  for (const id of ["zakat", "conference-center", "girls-dormitories", "cash-waqfu"]) {
    await page.goto(localAddress(language, `/campaigns/${id}/donate`));
    const [bottom = Infinity] = await bottoms(page, ["form.donation-form [type=submit]"]);
    expect(bottom, id).toBeLessThanOrEqual(740);
    const sizes = await page
      .locator(".amounts-do")
      .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
    for (const size of sizes) expect(size, "readable").toBeGreaterThanOrEqual(14);
    const hint = page.locator(".fee-hint");
    expect(await hint.count(), "the fee of Zakat is explained").toBe(id === "zakat" ? 1 : 0);
    if (id === "zakat") {
      const described = await page.locator("[name=fee]").getAttribute("aria-describedby");
      expect(described).toBe(await hint.getAttribute("id"));
    }
  }
});

for (const javaScript of [true, false])
  test(`a pay number's page is small in both languages, script ${javaScript ? "on" : "off"}`, async () => {
    const asha = donor(site);
    const address = await asha.give(form, { ...anonymous(), method: "number" });
    for (const [width, density] of [
      [360, 1],
      [768, 2],
      [1280, 1],
      [1920, 2],
    ] as const) {
      const page = await openAs(asha, "/privacy", { javaScript, density });
      await page.setViewportSize({ width, height: 800 });
      for (const language of languages) {
        const { whole } = await bytesDuring(page, () =>
          page.goto(localAddress(language, new URL(address, page.url()).pathname), {
            waitUntil: "networkidle",
          }),
        );
        expect(whole.script, "no file of script").toBe(0);
        expect(total(whole), `${language} at ${width} px`).toBeLessThanOrEqual(15_000);
      }
      await closePage(page);
    }
  });

test("the page of a pay number is accessible and fits its screen", async () => {
  const asha = donor(site);
  const address = await asha.give(form, { ...anonymous(), method: "number" });
  const page = await openAs(asha, "/privacy", { javaScript: false });
  await page.setViewportSize({ width: 360, height: 740 });
  const overrun = await page
    .locator(".contact-us a")
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(overrun, "words over the edge of their button").toBe(0);
  await page.goto(address);
  await page.getByText(words.byNumber.qrText).waitFor();
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect((await bottoms(page, [".pay-number", ".qr-code"])).every((bottom) => bottom <= height)).toBe(true);
    const code = page.locator(".qr-code");
    const modules = Number((await code.getAttribute("viewBox"))?.split(" ").at(-1));
    const module = ((await code.boundingBox())?.width ?? 0) / modules;
    expect(module, "pixels of each module, for a cheap camera").toBeGreaterThanOrEqual(3.9);
    const [steps = 0, status = 0] = await bottoms(page, [".by-number > ol", ".not-paid"]);
    expect(steps, "how to pay comes before the status").toBeLessThan(status);
    const rows = await page
      .locator(".pass-on :is(a, button):visible")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(rows).size, "one row of buttons").toBe(1);
    const menus = await page
      .locator(".by-number dd a")
      .evaluateAll((all: HTMLAnchorElement[]) =>
        all.map((each) => [each.href, each.textContent, each.getBoundingClientRect().height >= 44]),
      );
    expect(menus[0], "dialled by one tap").toEqual(["tel:*150*00%23", "*150*00#", true]);
    expect(menus.map(([, , isTall]) => isTall)).toEqual([true, true, true, true]);
  }
  const [number, code] = [
    await page.locator(".pay-number").boundingBox(),
    await page.locator(".qr-code").boundingBox(),
  ];
  expect(code?.x ?? 0, "beside the number").toBeGreaterThan((number?.x ?? 0) + (number?.width ?? 0) - 1);
  expect(code?.width).toBe(236);
  const halves = await page
    .locator(".pay-both > *")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(new Set(halves).size, "two equal halves on a laptop").toBe(1);
  const size = page.locator(".pay-number p").evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
  expect(await size).toBeGreaterThan(60);
  expect(await page.locator("main .button").count(), "stretched buttons").toBe(0);
  expect(await page.locator("ol > li").count()).toBe(3);
  expect(await page.locator("main").innerText()).not.toMatch(/(^|\n)\s*:/);
  const caption = await page.locator("figcaption").boundingBox();
  expect(caption?.width).toBeGreaterThan(280);
  const scripted = await openAs(asha, address);
  await expectAccessible(scripted);
  for (const local of [address, localAddress("sw", address)])
    for (const width of [320, 360, 1280]) {
      await scripted.setViewportSize({ width, height: 740 });
      await scripted.goto(local);
      const boxes = await scripted
        .locator(".pass-on :is(a, button)")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      const [copy, ...others] = boxes;
      const both = others.reduce((sum, { width: each }) => sum + each, 0);
      expect(copy?.width, `over both others, ${width}`).toBeGreaterThan(both);
      const places = others.map((each) => `${each.height} ${each.top}`);
      expect(new Set(places).size, `of one height, ${local} ${width}`).toBe(1);
      expect(others[0]?.height, `words in one line, ${local} ${width}`).toBe(44);
    }
});

test("every screen shows heading and figures of a pay number in our type, and loads no other", async () => {
  const asha = donor(site);
  const address = await asha.give(form, { ...anonymous(), method: "number" });
  const page = await openAs(asha, "/privacy");
  const fetched = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "font") fetched.add(new URL(request.url()).pathname);
  });
  for (const width of [360, 1280])
    for (const language of languages) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(localAddress(language, address), { waitUntil: "networkidle" });
      expect(await fontsOf(page, "h1"), `the heading, ${language} at ${width} px`).toEqual([true]);
      expect(await fontsOf(page, ".pay-number p"), "the number, and its amount").toContain(true);
    }
  expect([...fetched]).toEqual(["/fonts/amana-figures-600.woff2"]);
});

/** The fonts of the element's text: whether each is the site's own. */
async function fontsOf(page: Page, selector: string): Promise<boolean[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName.startsWith("Source Serif"));
}

test("a pay number shows its payment to the waiting donor without a reload", async () => {
  const asha = donor(site);
  const page = await openAs(asha, await asha.give(form, { ...anonymous(), method: "number" }));
  await page.locator(".not-paid").getByText(words.byNumber.notPaid).waitFor();
  let reloads = 0;
  page.on("request", (request) => void (request.url().endsWith("/number") && (reloads += 1)));
  const number = (await page.locator(".pay-number p").innerText()).replaceAll(/\D/g, "").slice(0, 8);
  await site.ask("/sandbox/phone/255712999887/number", {
    method: "POST",
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ number }).toString(),
  });
  await phone.decide("approve");
  await page.waitForURL(/status=success/);
  expect(reloads).toBe(0);
});

test("the page of a pay number copies it without a script file, and says so", async () => {
  const asha = donor(site);
  const page = await openAs(asha, await asha.give(form, { ...anonymous(), method: "number" }));
  const number = (await page.locator(".pay-number p").innerText()).replaceAll(/\D/g, "").slice(0, 8);
  const button = page.getByRole("button", { name: words.byNumber.copy });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button.click();
  await page.getByRole("button", { name: words.byNumber.copied }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  expect(await page.locator("button:visible[data-open-dialog]").count(), "a button without its script").toBe(
    0,
  );
});
