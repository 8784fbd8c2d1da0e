import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectFits } from "#tests/support/browser/accessibility.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { awake, staffPages } from "#tests/support/browser/staff-pages.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { become } = staffPages(site);

beforeAll(async () => {
  const { id: owner_id } = await makePerson(site.databaseUrl, "neema", "organizer");
  await makePerson(site.databaseUrl, "rehema", "organizer");
  await makePerson(site.databaseUrl, "rashid", "staff");
  await campaign(site.db, { id: "well", title: "A well", owner_id });
});

async function openForm(width: 360 | 1280, who = "neema"): Promise<Page> {
  const page = await openClearedPage(site.url, "about:blank", { width, expected: /status of 400/ });
  await become(page, who);
  await page.goto(`${site.url}/organizer/new`);
  return page;
}

test.each([360, 1280] as const)(
  "a wrong budget line keeps its two fields side by side at %i px",
  async (width) => {
    const page = await openForm(width);
    await page.locator("[name=budget-1-what]").fill("Books");
    await page.locator("[name=budget-1-amount]").fill("500.000");
    await page.locator("[name=budget-2-amount]").fill("many");
    await page.getByRole("button", { name: "Submit campaign" }).click();
    await page.getByRole("button", { name: /^Yes, TSh/ }).waitFor();
    for (const line of [1, 2]) {
      // In one turn, because the page still scrolls to the errors.
      const [what, amount] = await page
        .locator(`[name=budget-${line}-what], [name=budget-${line}-amount]`)
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      expect(what?.y).toBe(amount?.y);
      expect((what?.x ?? 0) + (what?.width ?? 0)).toBeLessThanOrEqual(amount?.x ?? 0);
    }
    await expectFits(page);
  },
);

test("a phone's row of a campaign uses its whole width, and the page's button comes last", async () => {
  const page = await openForm(360);
  await page.goto(`${site.url}/organizer`);
  const row = await page.locator(".has-picture").evaluate((each) => {
    const { paddingLeft, paddingRight } = getComputedStyle(each);
    return each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  });
  const wide = await page
    .locator(".has-picture > :is(p, progress), .has-picture .button")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
  expect(wide.length).toBeGreaterThan(3);
  for (const width of wide) expect(width).toBeCloseTo(row, 0);
  const [heading, lead, button] = await page
    .locator(".organizer-head > *")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect([heading, lead, button]).toEqual([heading, lead, button].toSorted((a = 0, b = 0) => a - b));
});

test("the submission form's parts keep their distances", async () => {
  const page = await openForm(360);
  const buttons = await page.locator(".submission-actions .button").evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const [box, words] = [each.getBoundingClientRect(), range.getBoundingClientRect()];
      const isOutlined = !/rgba\(0, 0, 0, 0\)/.test(getComputedStyle(each).backgroundColor);
      return { room: words.left - box.left, isOutlined, left: words.left, right: words.right };
    }),
  );
  const [send, ...quiet] = buttons;
  expect(send?.isOutlined).toBe(true);
  expect(send?.room).toBeGreaterThanOrEqual(12);
  expect(quiet.every(({ isOutlined }) => !isOutlined)).toBe(true);
  const inOrder = buttons.toSorted((one, other) => one.left - other.left);
  for (const [at, each] of inOrder.slice(1).entries())
    expect(each.left - (inOrder[at]?.right ?? 0), "between the words").toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 1280, height: 800 });
  const edges = await page
    .locator(".submission-card > div, .site-header .wrap")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  expect(new Set(edges).size, "the card ends where the header does").toBe(1);
  const [legend, first] = await page
    .locator("#surplus > legend, #surplus > .check:first-of-type")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  expect((first?.top ?? 0) - (legend?.bottom ?? 0)).toBeGreaterThanOrEqual(8);
});

test.each(["light", "dark"] as const)("an empty radio does not look switched off: %s", async (theme) => {
  const page = await openForm(360);
  await page.emulateMedia({ colorScheme: theme });
  const [ground, empty, size] = await page
    .locator("#surplus .check input")
    .first()
    .evaluate((each) => {
      const { appearance, backgroundColor, width, height } = getComputedStyle(each);
      return [getComputedStyle(document.body).backgroundColor, backgroundColor, [appearance, width, height]];
    });
  expect(empty, "the page's own ground").toBe(ground);
  // The browser's own sign would cover the ground with its own.
  expect(size).toEqual(["none", "24px", "24px"]);
});

test("a button of the keyboard writes the marks of the description", async () => {
  const page = await openForm(360);
  const area = page.getByLabel("Description", { exact: true });
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await area.fill("Beds");
  await page.getByText(/^Characters left: 996$/).waitFor();
  await area.selectText();
  await press("List");
  await press("Bold");
  expect(await area.inputValue()).toBe("- **Beds**");
  await page.getByText(/^Characters left: 990$/).waitFor();
  await press("Italic");
  expect(await area.inputValue()).toBe("- ***Beds***");
  expect(await page.getByText("Write **bold**").isVisible(), "raw marks are folded").toBe(false);
  await page.getByText("Formatting by typing").click();
  expect(await page.getByText("Write **bold**").isVisible()).toBe(true);
});

test("on a phone, the buttons cover no line of the errors", async () => {
  const page = await openForm(360);
  await page.getByRole("button", { name: "Submit campaign" }).click();
  const summary = page.locator("#error-summary");
  await summary.waitFor();
  // The page still scrolls to the errors.
  const room = async () => {
    const last = await summary.locator("summary").boundingBox();
    const buttons = await page.locator(".submission-foot").boundingBox();
    return (buttons?.y ?? 0) - (last?.y ?? Infinity) - (last?.height ?? 0);
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

test("the preview writes the goal as the rest of the site does", async () => {
  const page = await openForm(1280);
  const goal = page.locator(".submission-card [data-amounts]");
  for (const [typed, shown] of [
    ["3000000", "TSh\u00a03,000,000"],
    ["3.000.000", "TSh\u00a03,000,000"],
    ["900.000", "900.000"],
  ] as const) {
    await page.locator("[name=goal]").fill(typed);
    await expect.poll(() => goal.textContent()).toBe(shown);
  }
});

test("the sum of the lines is shown from the start, in the chosen currency", async () => {
  const page = await openForm(360, "rehema");
  const sum = page.locator(".submission-sum");
  expect(await sum.innerText()).toBe("Sum TSh\u00a00 of goal TSh\u00a0…");
  await page.locator("[name=goal]").fill("900000");
  await page.locator("[name=budget-1-amount]").fill("300,000");
  await expect.poll(() => sum.innerText()).toBe("Sum TSh\u00a0300,000 of goal TSh\u00a0900,000");
  await page.locator("[name=budget-2-amount]").fill("300.000");
  await expect.poll(() => sum.innerText()).toBe("Sum TSh\u00a0… of goal TSh\u00a0900,000");
  await page.locator("[name=budget-2-amount]").fill("600000");
  await page.locator(".submission-sum[data-equal]").waitFor();
  await page.locator("[name=currency]").selectOption("USD");
  await expect.poll(() => sum.innerText()).toMatch(/^Sum \S*\$900,000 of goal \S*\$900,000$/);
});

test("the type is asked once a category is chosen", async () => {
  const page = await openForm(360, "rehema");
  const type = page.getByLabel("Type", { exact: true });
  expect(await type.isVisible()).toBe(false);
  await page.getByLabel("Category", { exact: true }).selectOption("scholarship");
  await type.selectOption("tuition");
  await page.getByLabel("Category", { exact: true }).selectOption("");
  expect(await type.isVisible(), "a chosen type can be taken back").toBe(true);
});

const updateForms = [
  {
    who: "neema",
    path: "/organizer/campaigns/well/updates",
    buttonsWork: async (page: Page) => {
      await page.locator("[data-island=marks][data-awake]").first().waitFor();
    },
  },
  { who: "rashid", path: "/admin/campaigns/well/updates", buttonsWork: awake },
];

async function openUpdate(who: string, path: string, javaScript: boolean): Promise<Page> {
  const page = await openClearedPage(site.url, "about:blank", {
    ...{ width: 360, javaScript },
    // Chromium reports the preloads of a page whose scripts are off.
    ...(!javaScript && { expected: /\/assets\/\S+\.js failed: csp/ }),
  });
  await become(page, who);
  await page.goto(`${site.url}${path}`);
  return page;
}

const groupOf = (page: Page, field: string) =>
  page.getByRole("group", { name: `${field}: look of the text`, exact: true });

async function expectMarks(page: Page, field: string): Promise<void> {
  const area = page.getByLabel(field, { exact: true });
  const press = (name: string) => groupOf(page, field).getByRole("button", { name, exact: true }).click();
  await area.fill("The beds");
  await area.selectText();
  await press("Bold");
  expect(await area.inputValue()).toBe("**The beds**");
  expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
  await press("Italic");
  await press("List");
  expect(await area.inputValue()).toBe("- ***The beds***");
}

for (const { who, path, buttonsWork } of updateForms)
  test(`a button writes the marks of an update once: ${path}`, async () => {
    const page = await openUpdate(who, path, true);
    await buttonsWork(page);
    await expectMarks(page, "Update");
    await page.getByText("In Kiswahili (optional)").click();
    await expectMarks(page, "Update in Kiswahili");
    const help = page.getByText("Write **bold**").first();
    expect(await help.isVisible(), "raw marks are folded").toBe(false);
    await page.getByText("Formatting by typing").first().click();
    expect(await help.isVisible()).toBe(true);
    await expectAccessible(page, path);
  });

for (const { who, path } of updateForms)
  test(`without script, an update has only the folded help: ${path}`, async () => {
    const page = await openUpdate(who, path, false);
    expect(await page.getByRole("button", { name: "Bold" }).count()).toBe(0);
    await page.getByText("Formatting by typing").first().click();
    await page.getByText("Write **bold**").first().waitFor();
  });
