import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";

const site = await testSite();
const refusals = /status of 4(00|01|03)|\/assets\/\S+\.js failed: csp/;
const chosen = "bahati nne za kijani";

beforeAll(async () => {
  for (const name of ["amina", "juma", "salma", "asha"]) await makePerson(site.databaseUrl, name, "staff");
});
beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

async function enter(username: string, look: Look = {}): Promise<Page> {
  const page = await openClearedPage(site.url, "/auth", { expected: refusals, ...look });
  await page.getByRole("textbox", { name: /Username|Jina la mtumiaji/ }).fill(username);
  await page.getByRole("textbox", { name: /Password|Nenosiri/ }).fill(password);
  await page.getByRole("button", { name: /^(Sign In|Ingia)$/ }).click();
  await page.waitForURL("**/dashboard");
  return page;
}

async function openSheet(page: Page) {
  await page.getByRole("link", { name: /Your account|Akaunti yako/ }).hover();
  await page.locator("[data-island=settings][data-awake]").waitFor();
  await page.getByRole("link", { name: /Your account|Akaunti yako/ }).click();
  const sheet = page.getByRole("dialog", { name: /User Settings|Mipangilio ya akaunti/ });
  await sheet.waitFor();
  return sheet;
}

test("the first click opens the sheet, even before its code arrives", async () => {
  const page = await enter("amina");
  await page.goto("/campaigns");
  await page.getByRole("link", { name: "Your account" }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole("dialog", { name: "User Settings" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/campaigns");
});

test("the sheet opens over the current page and changes a password", async () => {
  const page = await enter("juma");
  await page.goto("/campaigns");
  const sheet = await openSheet(page);
  expect(await sheet.innerText()).toContain("Manage your account settings and preferences");
  expect(await sheet.innerText()).toContain("juma@fund.example");

  const form = sheet.getByRole("form", { name: "Change Password" });
  await form.getByRole("textbox", { name: "Current password" }).fill("wrong");
  await form.getByRole("textbox", { name: "New password" }).fill(chosen);
  await form.getByRole("button", { name: "Change Password" }).click();
  await sheet.getByRole("status").getByText("Current password is wrong").waitFor();
  // The toast and the field each report it once, and the form's last message stays.
  expect((await sheet.innerText()).match(/Current password is wrong/g)).toHaveLength(2);
  const isWrong = form.getByRole("textbox", { name: "Current password" });
  expect(await isWrong.evaluate((field) => field === document.activeElement)).toBe(true);
  await form.getByRole("textbox", { name: "Current password" }).fill("");
  await form.getByRole("button", { name: "Change Password" }).click();
  await sheet.getByRole("status").getByText("Current password is required; Password is required").waitFor();
  expect(await sheet.locator(".toast").count()).toBe(1);
  const isInView = await form
    .locator(".field-error")
    .first()
    .evaluate((error) => {
      const { left, top } = error.getBoundingClientRect();
      return document.elementFromPoint(left + 5, top + 5) === error;
    });
  expect(isInView, "the toast leaves in view what is wrong").toBe(true);
  await form.getByRole("textbox", { name: "New password" }).fill(chosen);

  await form.getByRole("textbox", { name: "Current password" }).fill(password);
  const field = form.getByRole("textbox", { name: "New password" });
  await field.fill(chosen);
  await form.getByRole("button", { name: "Show" }).last().click();
  expect(await field.getAttribute("type")).toBe("text");
  await form.getByRole("button", { name: "Change Password" }).click();
  await sheet.getByRole("status").getByText("Password updated successfully!").waitFor();
  expect(new URL(page.url()).pathname).toBe("/campaigns");

  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  const link = page.getByRole("link", { name: "Your account" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("in the staff area, email is confirmed and an ended session reported", async () => {
  const page = await enter("salma");
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Your account" }).click();
  const sheet = page.getByRole("dialog", { name: "User Settings" });
  const form = sheet.getByRole("form", { name: "Change Email" });
  await form.getByRole("textbox", { name: "New email address" }).fill("salma@new.example");
  await form.getByRole("textbox", { name: "Current password" }).fill(password);
  await form.getByRole("button", { name: "Change Email" }).click();
  await sheet.getByRole("status").getByText("Check your email to confirm the change!").waitFor();

  await onDatabase(site.databaseUrl, "delete from sessions");
  await form.getByRole("textbox", { name: "New email address" }).fill("salma@new.example");
  await form.getByRole("button", { name: "Change Email" }).click();
  await sheet.getByRole("status").getByText("Auth session missing!").waitFor();
  expect(await sheet.locator(".toast strong").allInnerTexts()).toEqual(["Error"]);
  await sheet.getByRole("link", { name: "Sign in again" }).press("Enter");
  await page.waitForURL("**/auth?next=%2Fdashboard");
});

test.each([true, false])(
  "a refused sign-out of all devices puts the focus on the errors (script: %s)",
  async (javaScript) => {
    const page = await enter("asha", { javaScript });
    await page.goto("/settings");
    await page.getByRole("button", { name: "Sign out of all devices" }).click();
    await page.getByRole("alert").getByText("Current password is required").waitFor();
    await expect.poll(() => page.locator("#error-summary:focus").count()).toBe(1);
  },
);

test.each([360, 768, 1280] as const)(
  "the devices fill their card under the password that they need: %i px",
  async (width) => {
    const page = await enter("amina", { width });
    await page.goto("/settings");
    const boxOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => {
          const { left, right, top } = each.getBoundingClientRect();
          return { left, right, top };
        });
    const [title, password, list] = [
      await boxOf("#sessions-title"),
      await boxOf("#session-current"),
      await boxOf(".sessions"),
    ];
    expect(password.top).toBeLessThan(list.top);
    expect([list.left, list.right]).toEqual([title.left, title.right]);
    const sizes = await page
      .locator(".settings-page h2")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize));
    expect(sizes).toEqual(["20px", "20px", "20px"]);
  },
);

test("without script the settings are a page, in Kiswahili", async () => {
  const page = await enter("asha", { javaScript: false, language: "sw" });
  await page.goto("/sw/campaigns");
  await page.getByRole("link", { name: "Akaunti yako" }).click();
  await page.waitForURL("**/sw/settings");
  const form = page.getByRole("form", { name: "Badilisha nenosiri" });
  expect(await form.getByLabel("Nenosiri la sasa").isVisible(), "folded until it is needed").toBe(false);
  await form.getByRole("heading", { name: "Badilisha nenosiri" }).click();
  await form.getByLabel("Nenosiri la sasa").fill(password);
  await form.getByLabel("Nenosiri jipya").fill("Tanzania2026");
  await form.getByRole("button", { name: "Badilisha nenosiri" }).click();
  await page.getByRole("alert").getByText("rahisi kukisia").waitFor();
  await form.getByLabel("Nenosiri la sasa").fill(password);
  await form.getByLabel("Nenosiri jipya").fill(chosen);
  await form.getByRole("button", { name: "Badilisha nenosiri" }).click();
  await page.getByRole("status").getByText("Nenosiri limebadilishwa!").waitFor();
});

test("with script a phone is added for two-step sign-in and required", async () => {
  const page = await enter("amina");
  await page.goto("/settings/two-step");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const key = (await page.locator(".two-step-key").innerText()).replaceAll(" ", "");
  await page.getByLabel("Then enter the 6 digits it shows").fill(await freshCode(key));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Print or write down your backup codes" }).waitFor();
  const backup = (await page.locator(".backup-codes code").first().innerText()).trim();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  await page.getByRole("button", { name: "Copy codes" }).click();
  await page.getByRole("status", { name: "Messages" }).getByText("Codes copied").waitFor();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
  expect(copied).toEqual(await page.locator(".backup-codes code").allInnerTexts());
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL("**/auth");

  await page.getByLabel("Username").fill("amina");
  await page.locator("[data-island=sign-in][data-awake]").waitFor();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  const code = page.getByLabel("Code");
  await code.waitFor();
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  await code.fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("alert").getByText("this code is wrong").waitFor();
  await code.fill(backup);
  await code.press("Enter");
  await page.getByRole("status").getByText("Signed in successfully! Redirecting...").waitFor();
  await page.waitForURL("**/dashboard");
});

test("a double press on a slow line turns two-step sign-in on once, and shows the backup codes", async () => {
  await makePerson(site.databaseUrl, "mariam", "staff");
  const page = await enter("mariam", { width: 360 });
  await page.goto("/settings/two-step");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const key = (await page.locator(".two-step-key").innerText()).replaceAll(" ", "");
  await page.locator("[data-island=busy-button][data-awake]").waitFor();
  await page.getByLabel("Then enter the 6 digits it shows").fill(await freshCode(key));
  await page.route("**/settings/two-step", async (route) => {
    // The request arrives, and its answer takes a while.
    const response = await route.fetch({ maxRedirects: 0 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.fulfill({ response }).catch(() => undefined);
  });
  const button = page.getByRole("button", { name: "Turn on" });
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + 20, y + 20);
  // Chromium sends one request for two presses within a few milliseconds.
  await page.waitForTimeout(1_000);
  await page.mouse.click(x + 20, y + 20);
  await page.getByRole("button", { name: "I have saved them" }).waitFor();
  expect(await page.locator(".backup-codes code").count()).toBe(10);
  await page.unroute("**/settings/two-step");
});

test("on a phone, two-step sign-in is set up with the app of that phone", async () => {
  await makePerson(site.databaseUrl, "halima", "staff");
  const page = await enter("halima", { width: 360 });
  await page.goto("/settings/two-step");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const key = (await page.locator(".two-step-key").innerText()).replaceAll(" ", "");
  const app = page.getByRole("link", { name: "Open my authenticator app" });
  expect(await app.getAttribute("href")).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}(?:&|$)`));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  // A page in the background may neither read nor write it.
  await page.bringToFront();
  await page.getByRole("button", { name: "Copy key" }).click();
  await page.getByRole("status", { name: "Messages" }).getByText("Key copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await page.locator(".qr-code").isVisible()).toBe(false);
  await page.getByText("On another device?").click();
  expect(await page.locator(".qr-code").isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect([await app.isVisible(), await page.locator(".qr-code").isVisible()]).toEqual([false, true]);
});

test.each(looks)("account pages are accessible at $width px", async (look) => {
  await onDatabase(
    site.databaseUrl,
    "delete from two_factors; update users set two_factor_enabled = false; delete from rate_limits",
  );
  const page = await enter("amina", { ...look, stillness: true });
  await page.goto("/settings");
  await expectAccessible(page, "/settings");
  // The forms are folded under their headings.
  await page.getByRole("heading", { name: "Change Email" }).click();
  await page.getByRole("button", { name: "Change Email" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("button", { name: "Change Email" }).isVisible()).toBe(true);
  await expectAccessible(page, "/settings with errors");
  await page.goto("/settings/two-step");
  await expectAccessible(page, "/settings/two-step");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await page.locator(".two-step-key").waitFor();
  await expectAccessible(page, "the QR code");
  // The menu of a phone leads to the page /settings instead.
  if (look.width !== 320) {
    await page.goto("/campaigns");
    await openSheet(page);
    await expectAccessible(page, "the sheet");
  }
  for (const path of ["/auth/forgot", "/auth/reset?key=none", "/auth/email?key=none"]) {
    const visitor = await openClearedPage(site.url, path, {
      ...look,
      stillness: true,
      expected: /status of 404/,
    });
    await expectAccessible(visitor, path);
  }
});
