import { expect, test } from "vitest";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { openDesk, press } from "#tests/support/browser/desk.ts";
import { readDonationState } from "#tests/support/donations/begin.ts";

const { db, donation, openAs, submitted } = await openDesk();

test.each([true, false])(
  "a refund goes from one person to another by keyboard (script: %s)",
  async (javaScript) => {
    const { donation_id: id, externalId } = await donation(true);
    const first = await openAs("juma", `/admin/donations/${id}/refund`, { javaScript });
    await first.getByLabel("Reason", { exact: true }).fill("given twice");
    await first.getByLabel("Refund reference").fill("RF-1");
    await press(first, "Request approval");
    await first.waitForURL("**/admin/approvals/*");
    const { pathname } = new URL(first.url());
    expect(await first.getByRole("button", { name: "Approve" }).count()).toBe(0);

    const second = await openAs("asha", pathname, { javaScript });
    await press(second, "Approve");
    await second.getByText("Approved by asha").waitFor();
    expect(await readDonationState(db, externalId)).toMatchObject({ reversed: true });
  },
);

test("a case closes with a reason, and a missing one is reported", async () => {
  await donation(false);
  const page = await openAs("juma", "/admin/cases", { expected: /status of 400/ });
  await page.getByRole("link", { name: "Amounts or references differ" }).first().click();
  await page.getByRole("heading", { level: 1, name: "TSh 9,999 paid, TSh 10,000 requested" }).waitFor();
  expect(await page.getByRole("button", { name: "Close: no action needed" }).count()).toBe(0);
  await press(page, "Close: money not received");
  await page.getByRole("alert").getByText("Enter a reason for your decision").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("error-summary");
  await page.getByLabel("Reason", { exact: true }).fill("not on the statement");
  await press(page, "Close: money not received");
  await page.getByText("Money not received: decided by juma").waitFor();
});

test.each([true, false])("a statement is previewed, imported and undone (script: %s)", async (javaScript) => {
  const { reference, provider_reference: theirs } = await donation(true);
  const page = await openAs("juma", "/admin/reconciliation", { javaScript });
  await page.getByLabel("File").setInputFiles({
    name: "november.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Transaction ID,External Id,Amount,Status\n${theirs},${reference},10000,success\nTotal,,x,done\n`,
    ),
  });
  await press(page, "Preview file");
  await page.getByText("Line 3: the amount cannot be read").waitFor();
  await page.reload();
  await page.getByText("Nothing changes until you import the file.").waitFor();
  await press(page, "Import 1 payment");
  await page.getByText("Statement imported").waitFor();
  await page.getByRole("link", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await page.getByText("Import undone").waitFor();
});

test.each([true, false])(
  "a link of a review opens the form with the reason (script: %s)",
  async (javaScript) => {
    const page = await openAs("juma", await submitted(), { width: 360, javaScript });
    const reason = page.getByRole("textbox", { name: "Reason", exact: true });
    expect(await reason.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Reject" }).click();
    await reason.fill("It is a loan.");
    await page.getByRole("button", { name: "Reject submission" }).click();
    await page.getByText("Rejected.", { exact: true }).waitFor();
  },
);

test.each(looks)("the desk is accessible at $width px", async (look) => {
  const { donation_id: id } = await donation(true);
  await donation(false);
  const page = await openAs("asha", "/dashboard", { ...look, stillness: true });
  await expectAccessible(page);
  for (const path of [
    `/admin/donations/${id}/refund`,
    `/admin/donations/${id}/move`,
    "/admin/health",
    "/admin/figures",
    "/admin/cases",
    "/admin/reconciliation",
    "/admin/reconciliation?provider=selcom",
    "/admin/approvals",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto("/admin/cases");
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Decide" }).waitFor();
  await expectAccessible(page);
});
