import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openPage } from "#tests/support/browser/open.ts";
import { pretendPhone } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);

let numbers = 0;
const newNumber = () => `0755 2${String((numbers += 1)).padStart(2, "0")} 000`;

test("the slide pays only at its end, and by key", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center", { stillness: true });
  await page.getByRole("radio", { name: en.giving.anonymous }).check();
  await page.getByLabel(en.giving.phone).fill(newNumber());
  // Before that, the button opens the page that works without script.
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog", { name: "Mobile Payment" });
  await dialog.getByText("Complete your donation of TZS 5,000 using mobile money.").waitFor();
  expect(await dialog.getByLabel("Campaign").inputValue()).toBe("Conference center");
  expect(await dialog.getByLabel("Campaign").getAttribute("readonly")).not.toBeNull();
  expect(await dialog.getByLabel("Provider").inputValue()).toBe("Mpesa");
  expect(await dialog.getByLabel("Phone number").inputValue()).toMatch(/^0755 2/);
  await dialog.getByText("Total").waitFor();
  await page.setViewportSize({ width: 360, height: 700 });
  const payButton = dialog.locator("[data-pay-button]");
  const isSeen = () =>
    payButton.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height - 2) === each;
    });
  expect(await dialog.evaluate((each) => [each.scrollTop, each.scrollHeight > each.clientHeight])).toEqual([
    0,
    true,
  ]);
  expect(await isSeen(), "the button that pays, without scrolling").toBe(true);
  const slide = page.getByRole("slider", { name: "Slide to pay" });
  await slide.scrollIntoViewIfNeeded();
  const box = await slide.boundingBox();
  if (!box) throw new Error("no slide");
  const middle = box.y + box.height / 2;
  const before = (await phone.payments()).length;
  await page.mouse.move(box.x + 30, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, middle, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => slide.inputValue()).toBe("0");
  await page.mouse.click(box.x + box.width - 5, middle);
  expect(await slide.inputValue()).toBe("0");
  expect((await phone.payments()).length).toBe(before);
  await slide.focus();
  await slide.press("End");
  await page.getByText(en.giving.dialog.initiatedText).first().waitFor();
  expect((await phone.payments()).length).toBe(before + 1);
  await phone.decide("decline");
  await page.waitForURL(/status=failed/);
  expect(await page.locator("canvas.confetti").count()).toBe(0);
});

test("errors appear in the form, with focus on the summary", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center", { expected: /400/ });
  await page.getByLabel("Phone number").fill("12345");
  await page.getByRole("button", { name: "Continue with" }).click();
  const summary = page.getByRole("alert").filter({ hasText: en.giving.problem });
  await summary.waitFor();
  expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.title()).toMatch(/^Error: /);
  await page.getByRole("link", { name: "Name Required" }).click();
  expect(
    await page.getByLabel("Name", { exact: true }).evaluate((each) => each === document.activeElement),
  ).toBe(true);
  expect(await page.getByLabel("Phone number").inputValue()).toBe("12345");
  await page.getByRole("radio", { name: "Other amount" }).check();
  await page.locator("#otherAmount").fill("12,345");
  await page.getByRole("button", { name: /^Continue with TSh\s12,345$/ }).waitFor();
  await expectAccessible(page);
});

test("the waiting page updates automatically, with few status changes", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center/mobile?amount=20000");
  await page.getByLabel("Provider").selectOption("Mpesa");
  await page.getByLabel("Phone number").fill(newNumber());
  await page.locator("[data-pay-button]").click();
  await page.getByRole("heading", { name: en.giving.waiting.title }).waitFor();
  await expectAccessible(page);
  await page.evaluate(() => {
    const line = document.querySelector("[data-status]");
    const messages: string[] = [];
    Object.assign(window, { messages });
    if (line)
      new MutationObserver(() => messages.push(line.textContent)).observe(line, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await phone.decide("approve");
  await page.getByText(en.giving.waiting.confirmed).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "messages").length)).toBeLessThanOrEqual(2);
  await page.waitForURL(/status=success/);
  await page.locator("canvas.confetti").waitFor({ state: "attached" });
  await page.reload();
  await page.locator("[data-island=thanks][data-awake]").first().waitFor({ state: "attached" });
  expect(await page.locator("canvas.confetti").count()).toBe(0);
});

test("a building's dialog reports errors, pays and closes after payment", async () => {
  const expected = /400|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
  const page = await openPage(site.url, "about:blank", { width: 360, expected });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.clock.install();
  const begin = () =>
    page
      .getByRole("link", { name: /TSh\s10,000/ })
      .first()
      .click({ noWaitAfter: true });
  // The dialog's code is waited for at most one second.
  await page.route("**/assets/donation.island*", () => {});
  await page.goto("/infrastructure/dormitories");
  await begin();
  await page.clock.runFor(1_000);
  await page.waitForURL(/\/mobile/);
  // The very first touch is the press, and the code arrives after it.
  await page.unroute("**/assets/donation.island*");
  await page.goto("/infrastructure/dormitories");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await begin();
  const dialog = page.getByRole("dialog", { name: /^Support Girls.* Dormitories Project$/ });
  await dialog.waitFor();
  await page.clock.resume();
  const pay = dialog.getByRole("button", { name: "Pay" });
  const number = dialog.getByLabel("Phone number");
  const provider = dialog.getByLabel("Provider");
  const isSeen = (place: typeof number) =>
    place.evaluate((each) => {
      const { left, width, top, bottom } = each.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) =>
        each.contains(document.elementFromPoint(left + width / 2, y)),
      );
    });
  const status = dialog.locator(".pay-status");
  const focused = (place: typeof number) => place.evaluate((each) => each === document.activeElement);
  const before = (await phone.payments()).length;
  expect(await dialog.getByRole("radio").count()).toBe(3);
  await dialog.getByText(/^Complete your donation of TZS.10,000 using mobile money\.$/).waitFor();
  const choose = (label: RegExp) =>
    dialog.getByRole("radio", { name: label }).evaluate((each: HTMLInputElement) => each.click());
  await choose(/^TSh.50,000$/);
  await dialog.getByText(/^Complete your donation of TZS.50,000 using mobile money\.$/).waitFor();
  await choose(/^TSh.10,000$/);
  expect(await pay.isDisabled()).toBe(true);
  await number.fill("12");
  await number.press("Enter");
  await dialog.getByText("Missing Information").waitFor();
  expect(await isSeen(dialog.locator(".toast")), "the message").toBe(true);
  expect(await isSeen(provider), "the field that is missing").toBe(true);
  expect(await focused(provider)).toBe(true);
  expect(await provider.getAttribute("aria-invalid")).toBe("true");
  const slide = dialog.getByRole("slider");
  await slide.press("End");
  expect(await slide.inputValue()).toBe("0");
  expect(await pay.isDisabled()).toBe(true);
  await expectAccessible(page);

  await provider.selectOption("Mpesa");
  expect(await provider.getAttribute("aria-invalid")).toBe(null);
  await pay.click();
  await dialog.locator("#pay-phone-error").getByText(en.giving.errors.phoneInvalid).waitFor();
  await expect.poll(() => focused(number)).toBe(true);
  expect(await number.getAttribute("aria-invalid")).toBe("true");
  expect(await number.getAttribute("aria-describedby")).toContain("pay-phone-error");
  expect(await number.inputValue()).toBe("12");
  expect(await provider.inputValue()).toBe("Mpesa");
  expect(await dialog.locator(".pay-status").textContent()).toBe(en.giving.errors.phoneInvalid);
  expect(await isSeen(dialog.locator(".toast", { hasText: "Payment Failed" }))).toBe(true);
  expect(await isSeen(number), "the field that is wrong").toBe(true);
  await expectAccessible(page);
  expect((await phone.payments()).length).toBe(before);

  await number.fill(newNumber());
  await page.route(/\/mobile/, (route) => route.abort());
  await pay.click();
  await dialog.getByText(en.giving.dialog.lost).waitFor();
  expect(await isSeen(status), "the status about the connection").toBe(true);
  expect(await number.getAttribute("aria-invalid"), "the corrected field").toBe(null);
  expect(await number.getAttribute("aria-describedby")).toBe("pay-phone-hint");
  expect(await dialog.locator(".field-error").count()).toBe(0);
  await page.unroute(/\/mobile/);
  await pay.click();
  await dialog.getByText(en.giving.dialog.initiatedText).waitFor();
  expect(await isSeen(status), "the status of the payment").toBe(true);
  expect((await phone.latest()).amount).toBe("10000");
  expect(await dialog.getByRole("button", { name: "Close", exact: true }).last().isVisible()).toBe(true);
  expect(await dialog.getByRole("link", { name: en.giving.dialog.waitingPage }).isVisible()).toBe(true);
  expect(await dialog.getByRole("link", { name: en.giving.result.otherWay }).isVisible()).toBe(false);
  await page.clock.runFor(10_000);
  await dialog.getByText("Important Notice").waitFor();
  await expectAccessible(page);
  await page.context().setOffline(true);
  await dialog.getByText(en.giving.waiting.offline).waitFor();
  await page.context().setOffline(false);
  await dialog.getByText(en.giving.dialog.initiatedText).waitFor();
  await phone.decide("approve");
  await page.clock.runFor(5_000);
  await page.getByRole("heading", { name: en.giving.result.successTitle }).waitFor();
});
