import { beforeAll, expect, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { staffPages } from "#tests/support/browser/staff-pages.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { open } = staffPages(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "asha", "admin");
});

test.each([
  [true, "contact", "Contact details", "address.en"],
  [false, "payee", "Name of the payee", "name.en"],
])(
  "an admin confirms, a changed text reopens the point (script: %s)",
  async (javaScript, name, title, field) => {
    const expected = javaScript ? {} : { expected: /failed: csp/ };
    const page = await open("asha", "/dashboard", { javaScript, ...expected });
    await page.getByRole("link", { name: "Open points before you go live" }).click();
    const item = page.locator(`#point-${name}`);
    await item.getByRole("heading", { name: title }).click();
    await item.getByLabel("Checked by").fill("Neema Said, treasurer");
    await item.getByRole("button", { name: `Confirm ${title}` }).click();
    await page.getByRole("status", { name: "Messages" }).getByRole("button", { name: "Undo" }).waitFor();
    const points = page.getByRole("region", { name: "Confirmed by a person" });
    await points.getByText("1 done").click();
    await item.getByRole("heading", { name: title }).click();
    await item.getByText("Checked by Neema Said, treasurer. Confirmed by asha").waitFor();

    await item.getByRole("link").click();
    await page.locator(`[name="${field}"]`).fill("Another text");
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("updated successfully!").first().waitFor();
    await page.goto("/admin/go-live");
    await item.getByText("Changed", { exact: true }).waitFor();
  },
);

test.each(looks)("the list before going live is accessible at $width px", async (look) => {
  const page = await open("asha", "/admin/go-live", look);
  await page.getByRole("heading", { name: "Zakat text and campaigns" }).click();
  await expectAccessible(page);
});

test("on a phone, the next open step is in the first view, finished ones fold, badges end at one line", async () => {
  const page = await open("asha", "/admin/go-live", { width: 360 });
  const next = page.locator(".go-live-list > [data-open=true]").first();
  const { y = Infinity, height = 0 } = (await next.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(640);
  expect(await next.locator(".go-live-step").isVisible()).toBe(true);
  for (const done of await page.locator(".go-live-list > [data-open=false]").all())
    expect(await done.isVisible()).toBe(false);
  const ends = await page
    .locator(".go-live-list > [data-open=true] .status")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  expect(ends.length).toBeGreaterThan(10);
  expect(new Set(ends).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_600);
});

test("open steps are in groups with their counts, money first, and a badge is as wide as its word", async () => {
  const page = await open("asha", "/admin/go-live", { width: 360 });
  const groups = await page.locator(".go-live-group:has(> h3)").evaluateAll((all) =>
    all.map((group) => ({
      head: group.querySelector("h3")?.textContent ?? "",
      open: group.querySelectorAll(":scope > ul > li[data-open=true]").length,
    })),
  );
  expect(groups.length).toBeGreaterThan(4);
  expect(groups[0]?.head).toContain("To take real money");
  for (const { head, open: count } of groups) expect(head).toMatch(new RegExp(`${count} of \\d+ open$`));
  expect(groups.reduce((sum, each) => sum + each.open, 0)).toBe(
    await page.locator(".go-live-list > [data-open=true]").count(),
  );
  const row = page.locator("#check-first-donations summary");
  const badge = await row.locator(".status").evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return each.getBoundingClientRect().width - range.getBoundingClientRect().width;
  });
  expect(badge).toBeLessThan(24);
  expect((await row.locator("h4").boundingBox())?.height, "at most two lines").toBeLessThan(48);
});
