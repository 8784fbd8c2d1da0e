import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsOfAddress } from "#domain/payments/limits.ts";
import en from "#app/messages/en.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { withGateways } from "#tests/support/payments/gateway-site.ts";
import { newNumber } from "#tests/support/donations/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const gateways = withGateways(site);
const { byMobile, db } = gateways;
afterAll(gateways.close);
beforeAll(async () => {
  expect((await byMobile()).status).toBe(200);
});

const flood = () =>
  sql`
    insert into payment_requests (payment_id, client, sent_at)
    select 1000000000 + n, client, now()
    from generate_series(1, ${requestsOfAddress.unpaid}::int) n, (select client from payment_requests limit 1)
    on conflict (payment_id) do nothing
  `.execute(db);

async function openDialog(expected?: RegExp) {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", expected ? { expected } : {});
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog", { name: "Mobile Payment" });
  await dialog.waitFor();
  return { page, dialog };
}

test("the dialog solves a challenge in the answer", async () => {
  const { page, dialog } = await openDialog(/428/);
  await flood();
  expect(await dialog.locator("[name=proof]").count()).toBe(0);
  await dialog.locator("[data-pay-button]").click();
  await page.getByText(en.giving.dialog.initiatedText).first().waitFor();
});

test("the dialog solves a challenge present when it opens", async () => {
  await flood();
  const { page, dialog } = await openDialog();
  expect(await dialog.locator("[name=proof]").inputValue()).not.toContain("~");
  await dialog.locator("[data-pay-button]").click();
  await page.getByText(en.giving.dialog.initiatedText).first().waitFor();
});

test("the dialog asks for a wait when the solving code fails", async () => {
  await flood();
  const { page, dialog } = await openDialog(/428|dynamically imported/);
  await page.route(/solve-challenge/, (route) => route.abort("aborted"));
  await dialog.locator("[data-pay-button]").click();
  await dialog
    .getByText(/wait half a minute, then press the button again/)
    .first()
    .waitFor();
});
