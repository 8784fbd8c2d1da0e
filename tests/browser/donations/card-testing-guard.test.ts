import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, openPage } from "#tests/support/browser/open.ts";
import { donor } from "#tests/support/donations/donor.ts";
import { withGateways } from "#tests/support/payments/gateway-site.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const { byCard, close, db } = withGateways(site);
// From now on a card donation from this address is not the first.
beforeAll(async () => {
  expect((await byCard()).status).toBe(200);
  return close;
});

const drafted = async () => {
  const fields = {
    amount: "10000",
    who: "named",
    name: "Asha Juma",
    email: "asha@example.org",
    method: "card",
  };
  return (await donor(site).check("/campaigns/conference-center/donate", fields)).address;
};

test("the work runs invisibly while the donor fills in the form", async () => {
  const page = await openClearedPage(site.url, await drafted(), { width: 360 });
  const proof = page.locator("input[name=proof]");
  await expect.poll(() => proof.inputValue()).toMatch(/^[^~]+~[\d.]+$/);
  await fillIn(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: /by card/ }).click();
  await page.waitForURL(/\/donations\/[^/]+\/pay|\/sandbox\//);
});

test("a press before the work ends is sent when it ends", async () => {
  const page = await openPage(site.url, "/privacy", { expected: /400/ });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  const woken = page.waitForResponse(/proof\.island/);
  await page.goto(await drafted());
  await woken;
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: /by card/ }).click();
  expect(new URLSearchParams((await sent).postData() ?? "").get("proof")).toContain("~");
  await page.getByRole("heading", { name: en.giving.problem }).waitFor();
});

test("without script the page asks for a wait and keeps the input", async () => {
  const page = await openClearedPage(site.url, await drafted(), {
    width: 320,
    javaScript: false,
    expected: /428/,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await expectToWait(page);
  expect(await page.locator(".error-summary").count(), "nothing is wrong").toBe(0);
  expect(await page.title()).not.toMatch(/^Error/);
  await expect.poll(() => page.evaluate(noteAndButtonInView)).toBe(true);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth),
  ).toBe(false);
});

test("a missing script file asks for a readable wait too", async () => {
  const page = await openClearedPage(site.url, "/privacy", {
    width: 360,
    expected: /428|dynamically imported/,
  });
  await page.route(/proof\.island/, (route) => route.abort("aborted"));
  await page.goto(await drafted());
  await expectToWait(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("press the button again");
  await expectAccessible(page);
});

test("when staff stop cards, the form and current card donors say so", async () => {
  const page = await openClearedPage(site.url, await drafted(), { width: 360, expected: /409/ });
  await stopCards(true);
  await fillIn(page);
  await page.getByRole("button", { name: /by card/ }).click();
  await page.getByText(en.giving.notBegun.cardsStopped).first().waitFor();
  await expectAccessible(page);
  await expect
    .poll(async () => {
      await page.goto("/campaigns/conference-center/donate");
      return page.locator("[name=method]").count();
    })
    .toBe(3);
  await page.getByText(en.giving.noCards).waitFor();
  await expectAccessible(page);
  await stopCards(false);
});

function stopCards(stopped: boolean) {
  const value = JSON.stringify({ stopped });
  return db
    .insertInto("site_settings")
    .values({ key: "cards", value, is_public: true })
    .onConflict((clash) => clash.column("key").doUpdateSet({ value }))
    .execute();
}

function noteAndButtonInView(): boolean {
  const [note, button] = [".pay-wait:focus", ".pay-wait:focus + button"].map((each) =>
    document.querySelector(each)?.getBoundingClientRect(),
  );
  return note !== undefined && button !== undefined && note.top > 0 && button.bottom <= innerHeight;
}

async function expectToWait(page: Page) {
  await fillIn(page);
  await page.getByRole("button", { name: /by card/ }).click();
  await page.getByText(/wait half a minute, then press the button again/).waitFor();
  expect(await page.getByLabel(en.giving.cardStep.city).inputValue()).toBe("Morogoro");
}

async function fillIn(page: Page) {
  const { cardStep } = en.giving;
  await page.getByText(cardStep.elsewhere).click();
  for (const [label, value] of [
    [cardStep.firstName, "Asha"],
    [cardStep.lastName, "Juma"],
    [cardStep.phone, "0712345678"],
    [cardStep.address, "P.O. Box 1"],
    [cardStep.city, "Morogoro"],
    [cardStep.region, "Morogoro"],
    [cardStep.postcode, "67101"],
  ] as const)
    await page.getByLabel(label).fill(value);
  await page.getByRole("checkbox").check();
}
