import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { openPage } from "#tests/support/browser.ts";
import { pretendPhone } from "#tests/support/donor.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);

let numbers = 0;
const newNumber = () => `0755 2${String((numbers += 1)).padStart(2, "0")} 000`;

test("the slide pays at its end and not before, and by a key", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center", { stillness: true });
  await page.getByRole("radio", { name: en.giving.anonymous }).check();
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.getByRole("button", { name: "Continue with" }).click();
  const slide = page.getByRole("slider", { name: "Slide to pay" });
  const box = await slide.boundingBox();
  if (!box) throw new Error("no slide");
  const middle = box.y + box.height / 2;
  const before = (await phone.asked()).length;
  await page.mouse.move(box.x + 30, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => slide.inputValue()).toBe("0");
  await page.mouse.click(box.x + box.width - 5, middle);
  expect(await slide.inputValue()).toBe("0");
  expect((await phone.asked()).length).toBe(before);
  await slide.focus();
  await slide.press("End");
  await page.getByText(en.giving.dialog.initiatedText).first().waitFor();
  expect((await phone.asked()).length).toBe(before + 1);
  await phone.decide("decline");
  await page.waitForURL(/status=failed/);
  expect(await page.locator("canvas.confetti").count()).toBe(0);
});

test("what is wrong is said in the form, with the focus on the summary", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center", { expected: /400/ });
  await page.getByLabel("Phone number").fill("12345");
  await page.getByRole("button", { name: "Continue with" }).click();
  const summary = page.getByRole("alert").filter({ hasText: en.giving.problem });
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.title()).toMatch(/^Error: /);
  await page.getByRole("link", { name: "Name Required" }).click();
  expect(
    await page.getByLabel("Name", { exact: true }).evaluate((each) => each === document.activeElement),
  ).toBe(true);
  expect(await page.getByLabel("Phone number").inputValue()).toBe("12345");
  await expectAccessible(page);
});

test("the waiting page finds the end by itself, and its line changes little", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center/mobile?amount=20000");
  await page.getByLabel("Provider").selectOption("Mpesa");
  await page.getByLabel("Phone number").fill(newNumber());
  await page.locator("[data-pay-button]").click();
  await page.getByRole("heading", { name: en.giving.waiting.title }).waitFor();
  await expectAccessible(page);
  await page.evaluate(() => {
    const line = document.querySelector("[data-status]");
    const heard: string[] = [];
    Object.assign(window, { heard });
    if (line)
      new MutationObserver(() => heard.push(line.textContent)).observe(line, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await phone.decide("approve");
  await page.getByText(en.giving.waiting.confirmed).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "heard").length)).toBeLessThanOrEqual(2);
  await page.waitForURL(/status=success/);
  await page.locator("canvas.confetti").waitFor({ state: "attached" });
  await page.reload();
  await page.locator("[data-island=thanks][data-awake]").first().waitFor({ state: "attached" });
  expect(await page.locator("canvas.confetti").count()).toBe(0);
});

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
}

test("a building's dialog has its title and amounts, and pays once both fields are filled", async () => {
  const page = await openPage(site.url, "/infrastructure/dormitories");
  const link = page.getByRole("link", { name: /TSh\s10,000/ }).first();
  await link.hover();
  // What is pressed before the script has come leads to the same form as a page.
  await page.locator(".project-giving[data-awake]").waitFor();
  await link.click();
  const dialog = page.getByRole("dialog", { name: /^Support Girls.* Dormitories Project$/ });
  await dialog.waitFor();
  const pay = dialog.getByRole("button", { name: "Pay" });
  expect(await dialog.getByRole("radio").count()).toBe(3);
  expect(await pay.isDisabled()).toBe(true);
  await dialog.getByLabel("Phone number").fill(newNumber());
  await dialog.getByLabel("Phone number").press("Enter");
  expect(await pay.isDisabled()).toBe(true);
  await dialog.getByLabel("Provider").selectOption("Mpesa");
  await expectAccessible(page);
  await pay.click();
  await dialog.getByText(en.giving.dialog.initiatedText).waitFor();
  expect((await phone.latest()).amount).toBe("10000");
  await dialog.getByText("Important Notice").waitFor();
  await phone.decide("decline");
  await page.getByRole("heading", { name: "Payment Failed" }).waitFor();
});
