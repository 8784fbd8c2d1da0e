import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { awake } from "#tests/support/browser/staff-pages.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let cookie = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "admin");
  cookie = await signIn(site, "amina");
});

async function open(path: string, look: Look = {}): Promise<Page> {
  const page = await openClearedPage(site.url, "/healthz", look);
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
  await page.goto(`/admin/${path}`);
  return page;
}

test("a new campaign reaches its public page in both languages", async () => {
  // The preview's frame runs no script, and that includes axe.
  const page = await open("campaigns", { expected: /status of 400|frame is sandboxed/ });
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add Campaign" }).click();
  await page.getByLabel("Title").fill("A well for the hostel");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/admin/campaigns/a-well-for-the-hostel?new=*");
  await expectAccessible(page);
  const title = page.getByRole("group", { name: "Title" });
  expect(await title.getByLabel("English").inputValue()).toBe("A well for the hostel");
  await title.getByLabel("Kiswahili").fill("Kisima cha bweni");
  await page.getByRole("group", { name: "Description" }).getByLabel("English").fill("Water for two hundred.");
  await page.getByLabel("Category").selectOption({ label: "Infrastructure" });
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByRole("alert").getByText("Goal amount must be a positive number").waitFor();
  await page.getByLabel("Goal amount").fill("7,500,000");
  await page.keyboard.press("Control+s");
  await page.waitForURL("**/admin/campaigns");
  await page.getByText("Campaign created successfully!").waitFor();
  expect((await site.get("/campaigns/a-well-for-the-hostel")).text).toContain("Water for two hundred.");
  expect((await site.get("/sw/campaigns/a-well-for-the-hostel")).text).toContain("Kisima cha bweni");

  await page.getByRole("link", { name: "A well for the hostel", exact: true }).click();
  await page.getByLabel("Goal amount").waitFor();
  expect(await page.locator("main").innerText(), "a saved draft is not offered again").not.toContain(
    "was not saved",
  );
});

test("deleting asks in a dialog; a deleted campaign can be restored", async () => {
  // After opening the link directly there was no interaction yet. A browser then closes by Escape without asking
  // first.
  const page = await open("campaigns?q=cash&delete=cash-waqfu");
  const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete this campaign?" });
  // Before hydration the dialog is not modal, and Escape does nothing.
  await page.locator("dialog:modal").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Actions for Cash waqfu" }).press("Enter");
  await page.getByRole("link", { name: "Delete Cash waqfu" }).press("Enter");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Campaign deleted successfully!").waitFor();
  expect((await site.get("/campaigns/cash-waqfu")).status).toBe(404);
  await page.goto("/admin/campaigns?status=deleted");
  await page.getByRole("button", { name: "Actions for Cash waqfu" }).click();
  await page.getByRole("button", { name: "Restore Cash waqfu" }).click();
  await page.getByText("Campaign restored").waitFor();
  expect((await site.get("/campaigns/cash-waqfu")).status).toBe(200);

  // The pressed button is gone, so the focus moves to the button of the menu with its opposite.
  await page.goto("/admin/campaigns?q=cash");
  await awake(page);
  await page.getByRole("button", { name: "Actions for Cash waqfu" }).press("Enter");
  await page.getByRole("button", { name: "Pause Cash waqfu" }).press("Enter");
  await page.locator('button:focus[aria-label="Actions for Cash waqfu"]').waitFor();
  // The menu is closed again, so its buttons are hidden.
  const resume = page.getByRole("button", { name: "Resume Cash waqfu", includeHidden: true });
  await resume.waitFor({ state: "attached" });
  expect(await resume.isVisible()).toBe(false);
});

const names = (page: Page) => page.locator(".team-list").first().locator("p a").allInnerTexts();

test("team members are sorted by button and by dragging", async () => {
  const page = await open("team");
  await expectAccessible(page);
  const [first = "", second = "", third = ""] = await names(page);
  await page.getByRole("button", { name: `Move down: ${first}` }).press("Enter");
  await expect.poll(async () => (await names(page))[0]).toBe(second);
  // The focus moved with the member: pressing again moves it again.
  await page.locator(`button:focus[aria-label="Move down: ${first}"]`).press("Enter");
  await expect.poll(async () => (await names(page))[1]).toBe(third);
  await page.locator(`button:focus[aria-label="Move down: ${first}"]`).waitFor();
  const rows = page.locator(".team-list").first().getByRole("listitem");
  await rows.filter({ hasText: third }).dragTo(rows.first());
  await expect.poll(async () => (await names(page))[0]).toBe(third);
  // The list shows the new order before it is saved.
  const isFirstOnHome = async () => {
    const { text } = await site.get("/");
    return text.includes(third) && text.indexOf(third) < text.indexOf(second);
  };
  await expect.poll(isFirstOnHome).toBe(true);
});

test("a member can be added without script", async () => {
  const page = await open("team", { javaScript: false, expected: /\/assets\/\S+\.js failed: csp/ });
  await page.getByRole("button", { name: "Add Member" }).click();
  await page.getByLabel("Name").fill("Zed Mfano");
  await page.getByRole("group", { name: "Role" }).getByLabel("English").fill("Treasurer");
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.waitForURL("**/admin/team");
  await page.getByText("Team member created successfully").waitFor();
  await page.getByRole("button", { name: "Actions for Zed Mfano" }).click();
  await page.getByRole("link", { name: "Delete Zed Mfano" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Team member deleted successfully").waitFor();
  expect((await site.get("/")).text).not.toContain("Zed Mfano");
});
