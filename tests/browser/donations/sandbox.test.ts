import { expect, test } from "vitest";
import { openAzampay } from "#payments/azampay/azampay.ts";
import { azampayOrigins, usualPaths } from "#payments/azampay/settings.ts";
import { openOutside } from "#outside/http.ts";
import { openSelcom, selcomReturnUrl } from "#payments/selcom/selcom.ts";
import { selcomOrigins } from "#payments/selcom/settings.ts";
import { tzs } from "#domain/money/money.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage } from "#tests/support/browser/open.ts";
import {
  credentials,
  listeningSandbox,
  type ListeningSandbox,
} from "#tests/support/payments/listening-sandbox.ts";

const payer = { name: "Asha Juma", email: "asha@example.org" };
const phone = "255712345678";

/** Makes a payment request appear on the phone. */
async function push(sandbox: ListeningSandbox, reference: string, amount: number) {
  const url = `${sandbox.baseUrl}/azampay`;
  const settings = {
    authUrl: url,
    checkoutUrl: url,
    ...credentials.azampay,
    apiKey: null,
    checkoutPath: usualPaths.checkout,
    statusPath: usualPaths.status,
    amountAs: "string" as const,
    publicKey: null,
    callbackSecrets: [],
  };
  const azampay = openAzampay(settings, openOutside(azampayOrigins(settings)), () => new Date());
  const started = await azampay.startPush({ reference, amount: tzs(amount), phone, network: "Tigo", payer });
  expect(started.kind).toBe("accepted");
}

async function cardPageAt(sandbox: ListeningSandbox): Promise<string> {
  const settings = {
    baseUrl: `${sandbox.baseUrl}/selcom`,
    ...credentials.selcom,
    callbackUrl: `${sandbox.merchantUrl}/selcom`,
    pageHosts: [new URL(sandbox.baseUrl).host],
    orderExpiryMinutes: 60,
  };
  const selcom = openSelcom(settings, openOutside(selcomOrigins(settings)), () => new Date());
  const billing = {
    firstName: "Asha",
    lastName: "Juma",
    address: "Main Campus",
    city: "Morogoro",
    region: "Morogoro",
    postcode: "67101",
    country: "TZ",
  };
  const back = selcomReturnUrl(sandbox.merchantUrl, "REF-1");
  const opened = await selcom.hostedPages.start({
    reference: "REF-1",
    amount: tzs(51_750),
    phone,
    payer,
    billing,
    returnUrl: back,
    cancelUrl: back,
  });
  if (opened.kind !== "opened") throw new Error(opened.why);
  return opened.url.slice(new URL(sandbox.baseUrl).origin.length);
}

const origin = (sandbox: ListeningSandbox) => new URL(sandbox.baseUrl).origin;

test.each([
  ["light", 320],
  ["dark", 1280],
] as const)("a request appears on the phone and the keyboard approves: %s, %d", async (theme, width) => {
  await using sandbox = await listeningSandbox();
  const page = await openClearedPage(origin(sandbox), `/sandbox/phone/${phone}`, {
    theme,
    width,
    stillness: true,
  });
  await expectAccessible(page);
  await push(sandbox, "REF-1", 50_000);
  await page.getByText("Pay TSh 50,000 to University Community Fund?").waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: "Payment request: TSh 50,000" })
    .waitFor({ state: "attached" });
  await expectAccessible(page);

  await page.getByLabel("PIN").fill("1111");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Wrong PIN. 2 tries left." }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("PIN").fill("1234");
  await page.keyboard.press("Enter");
  await page.getByText("Confirmed. TSh 50,000 was paid").waitFor();
  await expectAccessible(page);
  expect(await sandbox.administer("payments")).toMatchObject([{ status: "paid" }]);
});

test("the PIN pad types, deletes and focuses Approve", async () => {
  await using sandbox = await listeningSandbox();
  await push(sandbox, "REF-1", 50_000);
  const page = await openClearedPage(origin(sandbox), `/sandbox/phone/${phone}`);
  for (const key of ["1", "2", "9", "Delete the last digit", "3", "4"])
    await page.getByRole("button", { name: key, exact: true }).click();
  expect(
    await page
      .getByRole("button", { name: "Approve" })
      .evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("Confirmed.").waitFor();
});

test("a second request keeps the PIN typed for the first", async () => {
  await using sandbox = await listeningSandbox();
  await push(sandbox, "REF-1", 50_000);
  const page = await openClearedPage(origin(sandbox), `/sandbox/phone/${phone}`);
  await page.getByLabel("PIN").fill("12");
  await push(sandbox, "REF-2", 60_000);
  await page.getByText("Pay TSh 60,000").waitFor();
  const first = page.getByRole("form", { name: "Pay TSh 50,000" }).getByLabel("PIN");
  expect(await first.inputValue()).toBe("12");
});

test("without script, the phone declines, expires and sets faults by forms", async () => {
  await using sandbox = await listeningSandbox();
  await push(sandbox, "REF-1", 50_000);
  const page = await openClearedPage(origin(sandbox), `/sandbox/phone/${phone}`, { javaScript: false });
  await page.getByRole("button", { name: "Decline" }).click();
  const declined = "The payer declined. TSh 50,000 to University Community Fund was not charged.";
  await page.getByText(declined, { exact: true }).waitFor();
  await push(sandbox, "REF-2", 50_000);
  await page.reload();
  await page.getByRole("button", { name: "Let it expire" }).click();
  await page.getByText("The payment request was not answered").first().waitFor();
  await push(sandbox, "REF-3", 50_000);
  await page.reload();
  await page.getByText("Simulate a fault after Approve").click();
  await page.getByLabel("Fault", { exact: true }).selectOption({ label: "Insufficient balance" });
  await page.getByLabel("PIN").fill("1234");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Insufficient balance").first().waitFor();
  await push(sandbox, "REF-4", 50_000);
  await page.reload();
  await page.getByText("Simulate a fault after Approve").click();
  await page.getByLabel("Fault", { exact: true }).selectOption({ label: "Approve one shilling less" });
  await page.getByLabel("PIN").fill("1234");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.locator(".history").getByText("TSh 49,999 was paid").waitFor();
  await page.getByLabel("Fault in the next request").selectOption({ label: "Refuse the request" });
  await page.getByRole("button", { name: "Set" }).click();
  expect(await page.getByLabel("Fault in the next request").inputValue()).toBe("refuse");
  expect(await sandbox.administer("payments")).toMatchObject([
    { status: "declined" },
    { status: "expired" },
    { status: "rejected" },
    { status: "paid" },
  ]);
});

test("the list of phones shows new requests automatically", async () => {
  await using sandbox = await listeningSandbox();
  const page = await openClearedPage(origin(sandbox), "/sandbox/phone", { width: 320 });
  await push(sandbox, "REF-1", 50_000);
  await page.getByText("1 waiting").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "+255 712 345 678" }).click();
  expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toMatch(/50,000 to University/);
});

test.each([true, false])(
  "the card page explains errors and accepts payment, with script: %s",
  async (javaScript) => {
    await using sandbox = await listeningSandbox();
    const expected = /422|ERR_ABORTED|a request to/;
    const page = await openClearedPage(origin(sandbox), await cardPageAt(sandbox), {
      javaScript,
      width: 320,
      expected,
    });
    if (javaScript) await expectAccessible(page);
    await page.getByRole("button", { name: "Pay by card" }).click();
    await page.getByText("Enter a card number from the list").waitFor();
    if (javaScript) await expectAccessible(page);
    await page.getByLabel("Card number").fill("4111 1111 1111 1111");
    await page.getByLabel("Expiry").fill("12/30");
    await page.getByLabel("Security code").fill("123");
    await page.getByRole("button", { name: "Pay by card" }).click();
    await page.waitForURL(/\/api\/payments\/selcom\/return\/REF-1\?payment_status=COMPLETED&transid=/);
    expect(await sandbox.administer("payments")).toMatchObject([{ status: "paid" }]);
  },
);
