import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { awake } from "#tests/support/browser/staff-pages.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const refusals = /status of 40[039]/;
let juma: Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina");
  juma = await makePerson(site.databaseUrl, "juma", "organizer");
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", juma.id).execute();
});

async function enter(look: Look) {
  const page = await openClearedPage(site.url, "/auth?next=/admin/invitations", {
    expected: refusals,
    ...look,
  });
  await page.getByRole("textbox", { name: "Username" }).fill("amina");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/invitations");
  return page;
}

test.each(looks)("an admin invites people and changes roles, at $width px", async (look) => {
  const page = await enter({ ...look, stillness: true });
  const email = `n${look.width}@fund.example`;
  await page.getByLabel("Email address").fill("nonsense");
  await page.getByRole("button", { name: "Make invitation link" }).press("Enter");
  await page.getByText("Enter an email address in the right format").first().waitFor();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Make invitation link" }).press("Enter");
  const address = page.locator(".invitation-address");
  const invitation = (await address.innerText()).slice(site.url.length);
  await expectAccessible(page, "invitations");
  await page.goto("/admin/people");
  await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
  await expectAccessible(page, "people");

  const guest = await openClearedPage(site.url, invitation, look);
  await expectAccessible(guest, "invitation");
  await guest.getByRole("textbox", { name: "Your name" }).fill("Neema");
  await guest.getByRole("textbox", { name: "Username" }).fill(`neema${look.width}`);
  await guest.getByRole("textbox", { name: "Password" }).fill("bahati nne za kijani");
  await guest.getByRole("button", { name: "Create account" }).click();
  await guest.getByText("Your account is ready.").waitFor();

  await page.goto(`/admin/people/${juma.id}`);
  await page.locator("summary", { hasText: "Change role" }).click();
  await page.getByLabel("New role").selectOption(look.width === 320 ? "staff" : "organizer");
  const role = page.getByRole("region", { name: "Role" });
  await role.getByRole("textbox", { name: "Your password" }).fill(password);
  await page.getByRole("button", { name: "Change role" }).press("Enter");
  await page.getByText("Role changed.").waitFor();
  await page.locator("summary", { hasText: "Change role" }).click();
  expect(await role.getByRole("textbox", { name: "Your password" }).inputValue(), "used once").toBe("");
  await page.getByText("Reset the sign-in").click();
  await expectAccessible(page, "person");
  await page.getByRole("link", { name: "Disable account" }).press("Enter");
  const question = page.getByRole("dialog", { name: /^Are you sure you want to disable/ });
  await expectAccessible(page, "the question before an account is disabled");
  await question.getByRole("link", { name: "Cancel" }).press("Enter");
  await question.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Disable account" }).press("Enter");
  await question.getByRole("textbox", { name: "Your password" }).fill("guessed");
  await question.getByRole("button", { name: "Disable" }).press("Enter");
  await question.getByRole("heading", { name: "There is a problem" }).waitFor();
  await question.getByRole("textbox", { name: "Your password" }).fill(password);
  await question.getByRole("button", { name: "Disable" }).press("Enter");
  await page.getByText("Account disabled and signed out on all devices.").waitFor();
  const access = page.getByRole("region", { name: "Access" });
  await access.getByRole("textbox", { name: "Your password" }).fill(password);
  await page.getByRole("button", { name: "Enable account" }).press("Enter");
  await page.getByText("Account enabled.").waitFor();
  await page.goto(`/admin/audit?subject=user:${juma.id}`);
  await page.getByText("amina changed the role of juma").first().waitFor();
  await expectAccessible(page, "audit");
});

test("a reset without the password names it beside its field", async () => {
  const zuri = await makePerson(site.databaseUrl, "zuri", "staff");
  const page = await enter({ width: 1280, stillness: true });
  // The address of the sign-in page ends with the same words.
  await page.getByRole("heading", { level: 1, name: "Invitations" }).waitFor();
  await page.goto(`/admin/people/${zuri.id}`);
  await awake(page);
  const card = page.getByRole("region", { name: "Lost phone or password" });
  expect((await card.innerText()).length, "its explanation is folded").toBeLessThan(60);
  await card.getByText("Reset the sign-in").click();
  await card.getByRole("button", { name: "Reset sign-in" }).press("Enter");
  await card.getByRole("alert").getByRole("link", { name: "Enter your current password" }).waitFor();
  expect(await card.locator("[aria-invalid=true]").getAttribute("type")).toBe("password");
});

test("an invitation asks only for what its role needs, and leads to an existing account", async () => {
  const page = await enter({ width: 1280, stillness: true });
  await awake(page);
  const make = () => page.getByRole("button", { name: "Make invitation link" }).press("Enter");
  const ownPassword = page.getByRole("textbox", { name: "Your password" });
  await page.getByLabel("Email address").fill("two.roles@fund.example");
  expect(await ownPassword.isVisible(), "for an organizer").toBe(false);
  const list = await holdAnswer(page, "**/admin/invitations.data**");
  await make();
  await list.asked;
  expect(await page.locator(".invitation-address").count(), "before the new list").toBe(0);
  list.release();
  await page.locator(".invitation-address").waitFor();

  await page.getByLabel("Email address").fill("two.roles@fund.example");
  await page.getByLabel("Role", { exact: true }).selectOption("staff");
  await ownPassword.fill(password);
  await make();
  const box = page.getByRole("checkbox", { name: "Replace the earlier invitation." });
  await box.waitFor();
  await page.getByRole("alert").getByText("Replace the earlier invitation?").waitFor();
  await page.getByRole("link", { name: "Tick the box to replace" }).press("Enter");
  expect(await page.locator(":focus").getAttribute("name")).toBe("replaces");
  await expectAccessible(page, "an invitation that replaces another");

  await page.getByLabel("Email address").fill(juma.email);
  await make();
  await page.getByRole("link", { name: "View this person" }).press("Enter");
  await page.waitForURL(`**/admin/people/${juma.id}`);
});

/** Holds the next GET of the address until its release. `asked` resolves when the page has drawn what came before. */
async function holdAnswer(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") {
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      ask();
      await released;
    }
    await route.continue();
  });
  return { asked, release };
}
