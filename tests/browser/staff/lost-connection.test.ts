import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Look } from "#tests/support/browser/open.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { awake, staffPages } from "#tests/support/browser/staff-pages.ts";

const site = await testSite();
const staff = staffPages(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
});

const lost =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load resource|fetch)|Error loading route module|failed: inspector/;
const open = (path: string, look: Look = {}) => staff.open("sara", path, { expected: lost, ...look });
const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "No connection" });
const note = (page: Page) => page.getByLabel("Note", { exact: true });

/** A page with a form of its own, after a visit to the list, as in a day's work. */
async function openDonation(): Promise<Page> {
  const page = await open("/admin/donations");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  await awake(page);
  await page.getByText("Add a note").click();
  await note(page).fill("He will call again on Monday.");
  return page;
}

test.each(["offline", "unreachable"])("%s: a link keeps the page, and Try again opens it", async (how) => {
  const page = await openDonation();
  const { end } = await cut(page, how);
  await page.getByRole("link", { name: "Reconciliation" }).click();
  await notice(page).getByText("The page could not be loaded.").waitFor();
  expect(await note(page).inputValue()).toBe("He will call again on Monday.");
  expect(await page.getByRole("navigation", { name: "Staff area" }).isVisible()).toBe(true);
  await expectAccessible(page);
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await notice(page).getByText("There is still no connection.").waitFor();
  await end();
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Reconciliation" }).waitFor();
  expect(await notice(page).count()).toBe(0);
});

test("code that fails before React renders keeps the page", async () => {
  const page = await openDonation();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  await browser.send("Network.setBlockedURLs", { urls: ["*"] });
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.getByRole("link", { name: "Reconciliation" }).click();
  await notice(page).getByText("The page could not be loaded.").waitFor();
  expect(await note(page).inputValue()).toBe("He will call again on Monday.");
  await browser.detach();
});

test.each(["offline", "unreachable"])("%s: staff can stay and go on working", async (how) => {
  const page = await openDonation();
  const { end } = await cut(page, how);
  await page.getByRole("link", { name: "Donations", exact: true }).click();
  await notice(page).getByRole("button", { name: "Stay on this page" }).click();
  await notice(page).waitFor({ state: "detached" });
  await page.locator('main[aria-busy="false"]').waitFor();
  await end();
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Note by sara").first().waitFor();
});

test("offline: a form is not sent, keeps its entries and is sent by Try again", async () => {
  const page = await openDonation();
  const { end } = await cut(page, "offline");
  await page.getByRole("button", { name: "Add note" }).click();
  await notice(page).getByText("Nothing was sent.").waitFor();
  expect(await note(page).inputValue()).toBe("He will call again on Monday.");
  await end();
  await notice(page).getByRole("button", { name: "Try again" }).click();
  await page.getByText("Note by sara").first().waitFor();
});

test("a form without an answer keeps its entries and is not sent again", async () => {
  const page = await openDonation();
  const { end } = await cut(page, "unreachable");
  await page.getByRole("button", { name: "Add note" }).click();
  await notice(page).getByText("no answer arrived").waitFor();
  expect(await notice(page).getByRole("button", { name: "Try again" }).count()).toBe(0);
  expect(await note(page).inputValue()).toBe("He will call again on Monday.");
  await end();
  await notice(page).getByRole("button", { name: "Stay on this page" }).click();
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Note by sara").first().waitFor();
});

test("a page without entries says nothing about entries, and its buttons keep a distance", async () => {
  const page = await open("/dashboard", { width: 360 });
  const { end } = await cut(page, "offline");
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Reconciliation" }).click();
  await notice(page).waitFor();
  expect(await notice(page).innerText()).not.toContain("entries");
  const [text, button] = await Promise.all([
    notice(page).getByText("The page could not be loaded.").boundingBox(),
    notice(page).getByRole("button", { name: "Try again" }).boundingBox(),
  ]);
  expect((button?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await end();
});

/** Unreachable: the browser believes that it is online, and no request arrives. */
async function cut(page: Page, how: string): Promise<{ end(): Promise<void> }> {
  await awake(page);
  if (how === "offline") {
    await page.context().setOffline(true);
    return { end: () => page.context().setOffline(false) };
  }
  await page.route("**/*", (route) => route.abort());
  return { end: () => page.unroute("**/*") };
}
