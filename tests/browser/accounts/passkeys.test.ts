import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openPage } from "#tests/support/browser/open.ts";
import { saveSecondStepRule } from "#operations/accounts/second-step/require.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const url = site.url.replace("127.0.0.1", "localhost");

beforeAll(async () => {
  for (const name of ["amina", "juma"]) await makePerson(site.databaseUrl, name, "staff");
  await makePerson(site.databaseUrl, "zuri", "admin");
});

/** A phone with a screen lock, simulated by Chromium. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.locator(".settings-panel").getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL("**/auth");
}

test("a passkey is added, signs in, meets the rule and is removed", async () => {
  const page = await openPage(url, "/auth");
  await giveAuthenticator(page);
  await page.getByRole("textbox", { name: "Username" }).fill("amina");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await saveSecondStepRule(site.db, true);

  await page.goto("/settings/passkeys");
  await expectAccessible(page, "/settings/passkeys");
  await page.getByRole("textbox", { name: "Name" }).fill("My phone");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("My phone").first().waitFor();
  await page.goto("/dashboard");
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  await signOut(page);
  await page.getByRole("textbox", { name: "Username" }).fill("amina");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("Now use your passkey").waitFor();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");

  await signOut(page);
  await expectAccessible(page, "/auth");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");

  await page.goto("/settings/passkeys");
  const form = page.getByRole("form", { name: "Remove a passkey" });
  await form.getByRole("textbox", { name: "Current password" }).fill(password);
  await form.getByRole("button", { name: "Remove My phone" }).click();
  await page.getByText("You have no passkeys.").waitFor();
  await saveSecondStepRule(site.db, false);
});

test("a person with only a passkey confirms staff and settings changes", async () => {
  const page = await openPage(url, "/auth", { expected: /status of 403/ });
  await giveAuthenticator(page);
  await page.getByRole("textbox", { name: "Username" }).fill("zuri");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/settings/passkeys");
  await page.getByRole("textbox", { name: "Name" }).fill("My phone");
  await page.getByRole("textbox", { name: "Current password" }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create the passkey" }).click();
  await page.getByText("My phone").first().waitFor();

  await page.goto("/admin/people");
  const rule = page.getByRole("region", { name: "Two-step sign-in" });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await rule.getByLabel("Your password").isVisible(), "folded").toBe(false);
  await rule.getByText("Require it for all staff").click();
  expect((await rule.locator("form").boundingBox())?.width).toBeLessThanOrEqual(384);
  await rule.getByLabel("Your password").fill(password);
  await rule.getByRole("button", { name: "Require two-step sign-in" }).click();
  await rule.getByText("Confirm with your passkey first").waitFor();
  await rule.getByRole("button", { name: "Confirm with your passkey" }).click();
  await rule.getByRole("button", { name: "Confirmed with your passkey" }).waitFor();
  await expectAccessible(page, "/admin/people");
  await rule.getByRole("button", { name: "Require two-step sign-in" }).click();
  await page.getByText("Two-step sign-in is now required.").waitFor();
  await saveSecondStepRule(site.db, false);

  for (const path of ["/campaigns", "/admin/people"]) {
    await page.goto(path);
    await page.getByRole("link", { name: "Your account" }).click();
    const sheet = page.getByRole("dialog", { name: "User Settings" });
    const confirm = sheet.getByRole("button", { name: "Confirm with your passkey" });
    await confirm.first().click();
    await sheet.getByRole("button", { name: "Confirmed with your passkey" }).first().waitFor();
  }

  await page.goto("/sw/settings");
  const change = page.locator("form", { has: page.locator("#password-chosen") });
  await change.locator("summary").click();
  await change.locator("#password-current").fill(password);
  await change.locator("#password-chosen").fill("bahati nne za kijani");
  await change.getByRole("button", { name: "Thibitisha kwa ufunguo wako wa siri" }).click();
  await change.getByRole("button", { name: "Umethibitisha" }).waitFor();
  await change.locator("button[type=submit]").click();
  await page.locator(".toast", { hasText: "Nenosiri" }).waitFor();
});

test("a refused device leaves the page unchanged", async () => {
  const page = await openPage(url, "/auth", { language: "sw" });
  await giveAuthenticator(page);
  await page.getByRole("button", { name: /passkey/ }).click();
  await page.getByText("Ufunguo wa siri haukutumika").waitFor();
});
