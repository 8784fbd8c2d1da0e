import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { draftOnDevice } from "#tests/support/browser/device-drafts.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { staffPages } from "#tests/support/browser/staff-pages.ts";

const site = await testSite({
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const { open, become } = staffPages(site);
const gateways = withGateways(site);
const { db } = site;
afterAll(gateways.close);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "asha", "admin");
  await makePerson(site.databaseUrl, "neema", "admin");
  await makePerson(site.databaseUrl, "oscar", "organizer");
});

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const toast = (page: Page, text: string) => page.locator(".toasts").getByText(text).waitFor();

test("bank details need a second person before the bilingual public page", async () => {
  // The frame waits while the form is incomplete, and a second request for approval is refused.
  const mine = await open("juma", "/admin/bank-details", {
    width: 360,
    expected: /status of 4(?:00|09|22)/,
  });
  const late = await open("neema", "/admin/bank-details", { expected: /status of 409/ });
  await field(mine, "accountNumber").fill("0150 777 111");
  await field(mine, "additionalInfo.sw").fill("Andika jina la kampeni.");
  await mine.frameLocator('iframe[title="Preview"]').getByText("0150 777 111").waitFor();
  await mine.keyboard.press("Control+s");
  await mine.getByRole("link", { name: "Reason for the change: Enter the reason for the change" }).click();
  await toast(mine, "Failed to update bank details");
  await expectAccessible(mine);
  await mine.keyboard.type("The bank gave us a new number");
  await draftOnDevice(mine, "The bank gave us a new number");
  await mine.getByRole("button", { name: "Request approval", exact: true }).click();
  await mine.waitForURL("**/admin/approvals/*");
  await toast(mine, "Request sent.");
  await expectAccessible(mine);
  const { pathname } = new URL(mine.url());
  expect((await site.get("/")).text).not.toContain("0150 777 111");

  await field(late, "branch").fill("Typed while another waits");
  await field(late, "reason").fill("Another branch");
  await late.keyboard.press("Control+s");
  const waiting = late.getByRole("alert", { name: "Waiting for approval" });
  await waiting.getByText("Your entries are still here.").waitFor();
  expect(await field(late, "branch").inputValue()).toBe("Typed while another waits");
  await expectAccessible(late);
  await waiting.getByRole("link", { name: "View request" }).click();
  await late
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Leave" })
    .click();
  await late.waitForURL(`**${pathname}`);
  await late.getByRole("button", { name: "Approve" }).press("Enter");
  await toast(late, "Bank details updated successfully");

  await late.goto("/#bank-details");
  await late.locator("#bank-details").getByText("0150 777 111").waitFor();
  await late.goto("/sw#bank-details");
  await late.locator("#bank-details").getByText("Andika jina la kampeni.").waitFor();
  await late.goto("/admin/history/bank-details");
  await late.getByRole("heading", { name: /juma/ }).waitFor();
});

test("an admin sets a job, resets goals and reads Kiswahili texts", async () => {
  const page = await open("asha", "/admin/settings", { expected: /status of 400/ });
  await page.getByRole("button", { name: "Stop: Send emails" }).press("Enter");
  await toast(page, "Job stopped: Send emails");
  await page.reload();
  const job = page.getByRole("row").filter({ hasText: "Send emails" });
  await job.getByText("Stopped by staff").waitFor();
  await expectAccessible(page);
  await job.getByRole("button", { name: "Start: Send emails" }).press("Enter");
  await toast(page, "Job started: Send emails");
  await page.getByRole("button", { name: "Stop: Send emails" }).waitFor();

  await page.goto("/admin/campaigns");
  await page.getByText("For admins").click();
  await page.getByRole("link", { name: "Reset all goals" }).click();
  await page.getByRole("heading", { level: 1, name: "Reset all goals" }).waitFor();
  const goal = page.getByLabel("New goal");
  expect(await goal.inputValue()).toBe("3,000,000,000");
  await goal.fill("4,500,000,000");
  await page.getByRole("button", { name: "Reset all goals" }).click();
  await page
    .getByRole("alert")
    .getByText("Tick the box to confirm that you want to replace these goals")
    .waitFor();
  await expectAccessible(page);
  await page.getByLabel("Yes, replace these goals").check();
  await page.getByRole("button", { name: "Reset all goals" }).click();
  await page.waitForURL("**/admin/campaigns");
  for (const path of ["/campaigns/ablution-block", "/sw/campaigns/ablution-block"])
    expect((await site.get(path)).text, path).toContain("4,500,000,000");

  await page.goto("/admin/team/1");
  await page.getByRole("group", { name: "Role" }).getByLabel("Kiswahili").fill("Mshauri wa majaribio");
  await page.getByRole("button", { name: "Publish now" }).click();
  await toast(page, "Team member updated successfully");
  await page.goto("/sw#advisory");
  await page.getByText("Mshauri wa majaribio").waitFor();
});

test("staff check a payment, resend receipt and email, and export donations", async () => {
  const orderId = jsonOf(await gateways.byMobile()).externalId ?? "";
  const page = await open("juma", "/admin/donations");
  await search(page, orderId);
  await page.getByRole("rowheader").getByRole("link").click();
  await gateways.decide(orderId, "approve", "lost");
  await page.getByText("Check with the provider").click();
  await page.getByRole("button", { name: /^Check with \w+ now$/ }).press("Enter");
  await toast(page, "The provider answered: paid.");
  await page.getByText("Recorded in the ledger: donation").waitFor();
  await page.getByText("Resend the receipt").click();
  await page.getByRole("button", { name: "Resend to donor" }).press("Enter");
  await toast(page, "The receipt is being sent.");

  const { id } = await db
    .insertInto("outbox")
    .values({
      ...{ template: "password-reset", recipient: "juma@fund.example" },
      ...{ details: JSON.stringify({ address: "/auth/reset?token=x" }), kept_at: new Date() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await page.goto(`/admin/mail/${id}`);
  await page.getByRole("button", { name: "Send", exact: true }).press("Enter");
  await toast(page, "The email is being sent.");

  await page.goto("/admin/donations");
  await search(page, orderId);
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^donations-20\d\d-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect([lines[0]?.includes("Reference"), lines[1]?.includes(orderId), lines.length]).toEqual([
    true,
    true,
    3,
  ]);
});

test("each role reaches only its own pages", async () => {
  const page = await open("oscar", "/admin/donations", { expected: /status of 403/ });
  const places = () => page.getByRole("navigation", { name: "Staff area" }).getByRole("link").allInnerTexts();
  expect(await places()).toEqual([]);
  await page.goto("/dashboard");
  expect(new URL(page.url()).pathname).toBe("/organizer");
  const refused = async (paths: string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { name: "You cannot view this page" }).waitFor();
    }
  };
  await refused([
    "/admin/donations",
    "/admin/hero",
    "/admin/bank-details",
    "/admin/mail",
    "/admin/invitations",
  ]);

  await become(page, "juma");
  await page.goto("/dashboard");
  expect(await places()).not.toContain("People");
  expect(await places()).toContain("Invitations");
  await refused([
    "/admin/people",
    "/admin/audit",
    "/admin/settings",
    "/admin/payment-stops",
    "/admin/campaigns/goals",
  ]);
  await page.goto("/admin/invitations");
  await page.getByRole("heading", { name: "Invite an organizer" }).waitFor();
  expect(await page.getByLabel("Role").count()).toBe(0);

  await page.context().clearCookies();
  await page.goto("/admin/donations");
  await page.waitForURL("**/auth?next=*");
  await page.getByRole("button", { name: "Sign In" }).waitFor();
});

async function search(page: Page, typed: string) {
  await page.getByLabel("Search").fill(typed);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Clear" }).waitFor();
}
