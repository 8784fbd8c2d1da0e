import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const words = { en, sw };

beforeEach(() => onDatabase(site.databaseUrl, "truncate rate_limits"));

async function openDialog(page: Page, language: Language, block = "main") {
  const { start, signUp } = words[language];
  await page.locator(block).getByRole("link", { name: start.button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  return { dialog, texts: signUp };
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`dialog [name="${name}"]`).first();
    if (name === "surplus") await page.check(`dialog [name="surplus"][value="${value}"]`);
    else if ((await field.evaluate((element) => element.tagName)) === "SELECT")
      await field.selectOption(value);
    else await field.fill(value);
  }
}

test.each<{ language: Language; path: string; email: string }>([
  { language: "en", path: "/", email: "neema@example.org" },
  { language: "sw", path: "/campaigns", email: "asha@example.org" },
])("a new person starts a campaign in the dialog: $language", async ({ language, path, email }) => {
  const { signUp, signIn: signing, submission } = words[language];
  const page = await openClearedPage(site.url, path, { language, expected: /status of 400/ });
  const { dialog } = await openDialog(page, language);
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

  await press(signUp.button);
  await dialog.getByText(signUp.allRequired).waitFor();
  await expectAccessible(page, "the sign-up with errors", "dialog");
  await dialog.getByLabel(signUp.name).fill("Neema Mushi");
  await dialog.getByLabel(signUp.email).fill(email);
  await page.fill("dialog #password", password);
  await press(signUp.button);
  await dialog.getByText(signUp.done).waitFor();

  await page.fill("dialog #username", email);
  await page.fill("dialog #password", password);
  await press(signing.button);
  await dialog.locator("#title").fill("Short");
  await press(submission.send);
  await dialog.locator(".error-summary").getByText(submission.problems["title-short"]).waitFor();
  await expectAccessible(page, "the form with errors", "dialog");
  expect(await dialog.locator("#title-error").innerText()).toBe(submission.problems["title-short"]);

  await fill(page, submissionFields({ title: "Beds for the new hostel" }));
  await press(submission.send);
  await dialog.getByRole("heading", { name: submission.pendingTitle }).waitFor();
  await dialog.locator(".toast").getByText(submission.sent).waitFor();
  expect(new URL(page.url()).pathname).toBe(localAddress(language, path));
});

test("a signed-in person gets the form at once, and finds the draft again", async () => {
  await makePerson(site.databaseUrl, "juma", "organizer");
  const page = await openClearedPage(site.url, "/auth");
  await page.fill("#username", "juma");
  await page.fill("#password", password);
  await page.getByRole("button", { name: en.signIn.button, exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/auth");
  await page.goto("/campaigns");
  const typed = Promise.withResolvers<undefined>();
  await page.route(/draft-keeper/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  const { dialog } = await openDialog(page, "en");
  const tick = dialog.locator("#isZakatEligible");
  expect(await tick.isVisible()).toBe(false);
  await dialog.locator("#category").selectOption("zakat");
  expect(await tick.isVisible()).toBe(true);
  await dialog.locator("#category").selectOption("research");
  expect(await tick.isVisible()).toBe(false);
  await dialog.locator("#title").fill("A well for the school");
  typed.resolve(undefined);
  await dialog.getByText(/^Draft saved at/).waitFor();
  await page.keyboard.press("Escape");
  await page.goto("/");
  const again = await openDialog(page, "en");
  expect(await again.dialog.locator("#title").inputValue()).toBe("A well for the school");
  await again.dialog.getByText("Characters left: 79").waitFor();
  await again.dialog.locator("#title").fill("x".repeat(101));
  await again.dialog.getByText("Characters too many: 1").waitFor();
});

test("links to the sign-in and back stay in the dialog or close it", async () => {
  const page = await openClearedPage(site.url, "/campaigns");
  const { dialog } = await openDialog(page, "en");
  await dialog.getByRole("link", { name: en.signUp.known }).click();
  await dialog.getByRole("heading", { name: en.signIn.title }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("start-title");
  await dialog.locator("#username").fill("neema");
  expect(new URL(page.url()).pathname).toBe("/campaigns");
  await dialog.getByRole("link", { name: en.signIn.back }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/campaigns");
});

test("the phone menu opens the dialog, and a page with the same fields opens the page", async () => {
  const page = await openClearedPage(site.url, "/about", { width: 360 });
  await page.locator(".menu-toggle").click();
  await openDialog(page, "en", ".site-nav");
  await expectAccessible(page, "the sign-up on a phone", "dialog");
  await page.goto("/auth");
  await page.locator(".menu-toggle").click();
  await page.locator(".site-nav").getByRole("link", { name: en.start.button, exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/sign-up");
});
