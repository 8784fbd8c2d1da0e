import { expect, test } from "vitest";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

test("the way to the top covers no field and no sum", async () => {
  for (const path of ["/zakat", "/campaigns/girls-dormitories"]) {
    const page = await open(path, { width: 360, stillness: true });
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    const up = page.getByRole("link", { name: "Scroll to top" });
    await up.waitFor();
    expect((await up.boundingBox())?.y).toBeGreaterThan(foot(page));
    await up.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10);
  }
});

test("a phone shows the Zakat due beside the fields, without script", async () => {
  const page = await open("/zakat?cash=10000000", phone);
  const sum = page.locator(".sticky-sum");
  const box = await sum.boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(foot(page));
  expect(await sum.textContent()).toContain("250,000");
});

test("the labels of a row begin on one line, and so do its boxes", async () => {
  for (const language of ["en", "sw"] as const) {
    const page = await open("/zakat", { width: 1280, javaScript: false, language });
    await page
      .locator(".zakat-fold")
      .evaluateAll((all: HTMLDetailsElement[]) => all.forEach((each) => (each.open = true)));
    const rows = await page.locator(".zakat-pairs").evaluate((pairs) => {
      const tops = (selector: string) =>
        [...pairs.querySelectorAll(selector)].map((each) => Math.round(each.getBoundingClientRect().top));
      return { labels: tops("label"), boxes: tops(".field-box, .field > input") };
    });
    expect(rows.labels).toHaveLength(5);
    for (const tops of [rows.labels, rows.boxes]) {
      expect(tops[0], language).toBe(tops[1]);
      expect(tops[2], language).toBe(tops[3]);
    }
  }
});

test("one button of a calculator stands out at a time", async () => {
  const strong = ".zakat-result :is(a, button).wide:not(.quiet, [disabled])";
  for (const [path, name] of [
    ["/zakat", "Calculate Zakat"],
    ["/zakat?cash=8000000", "Pay Zakat Now"],
    ["/zakat?cash=1000000", "Donate TSh\u00a025,000 as sadaqah"],
  ] as const) {
    const page = await open(path, { javaScript: false });
    expect(await page.locator(strong).allInnerTexts()).toEqual([name]);
  }
});

test("Zakat's page has its drawing, and the calculator before the duty", async () => {
  const page = await open("/zakat/learn-more", phone);
  expect(await page.locator(".learn-picture img").isVisible()).toBe(true);
  const duty = await page.getByRole("heading", { name: "Who pays Zakat" }).boundingBox();
  expect((await boxOf(page, "#calculator")).bottom).toBeLessThan(duty?.y ?? 0);
});

test("the Zakat calculator's title stands clear of the header", async () => {
  for (const width of [360, 1280] as const) {
    const page = await open("/zakat", { width, javaScript: false });
    const title = page.locator(".zakat-head h1");
    expect((await boxOf(page, ".zakat-head h1")).top, String(width)).toBeGreaterThanOrEqual(
      (await boxOf(page, ".site-header")).bottom + 24,
    );
    expect(await title.isVisible()).toBe(true);
  }
});

for (const javaScript of [true, false])
  test(`one beneficiary opens at once, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/zakat/learn-more", { javaScript, stillness: true });
    const poor = page.getByText("Those who have nothing");
    const debtors = page.getByText("Those who borrowed for a lawful need");
    await page.getByText("The poor (al-fuqara)").click();
    expect([await poor.isVisible(), await debtors.isVisible()]).toEqual([true, false]);
    await page.getByText("The indebted (al-gharimin)").click();
    expect([await poor.isVisible(), await debtors.isVisible()]).toEqual([false, true]);
    await page.getByText("The indebted (al-gharimin)").click();
    expect([await poor.isVisible(), await debtors.isVisible()]).toEqual([false, false]);
  });
