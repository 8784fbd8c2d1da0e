import { expect, test } from "vitest";
import { openClearedPage } from "#tests/support/browser/open.ts";
import { donor, leadsTo, pretendPhone } from "#tests/support/donations/donor.ts";
import { anonymous, form, orderOf } from "#tests/support/donations/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  kind: "demo",
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const phone = pretendPhone(site);

test("a printed receipt has the fund's contact, and its number and URL at the foot", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("approve");
  leadsTo(await asha.open(waiting));
  const path = `/donations/${orderOf(waiting)}`;
  const page = await openClearedPage(site.url, path);
  const [head, foot] = [page.locator(".receipt-head"), page.locator(".receipt-foot")];
  expect(await foot.isVisible(), "on the screen").toBe(false);
  await page.emulateMedia({ media: "print" });
  for (const each of ["Main Campus, Morogoro, Tanzania", "+255 000 000 001", "info@fund.example"])
    expect(await head.getByText(each).isVisible(), each).toBe(true);
  expect(await head.getByText("Test payment").isVisible(), "no real money").toBe(true);
  expect(await foot.getAttribute("data-title")).toMatch(/^Receipt no\. \d+$/);
  expect(await foot.getAttribute("data-address")).toBe(site.url + path);
  expect((await foot.boundingBox())?.height, "two lines").toBeGreaterThan(40);
  expect(await page.locator(".receipt-mail").isVisible(), "the form for email").toBe(false);
  const [sheet, last] = [await page.locator(".receipt-sheet").boundingBox(), await foot.boundingBox()];
  const end = (box: typeof sheet) => Math.round((box?.y ?? 0) + (box?.height ?? 0));
  expect(end(last), "the foot is the end of the sheet, which fills one page").toBe(end(sheet));
});

test("on a narrow screen each line of a receipt has its label above its value", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("approve");
  leadsTo(await asha.open(waiting));
  const page = await openClearedPage(site.url, `/donations/${orderOf(waiting)}`, {
    width: 360,
    javaScript: false,
  });
  const stacked = () =>
    page.locator(".receipt .donation-lines > div:not(.donation-total)").evaluateAll((all) =>
      all.map((line) => {
        const [label, value] = [...line.children].map((each) => each.getBoundingClientRect());
        return (value?.top ?? 0) >= (label?.bottom ?? Infinity);
      }),
    );
  const lines = (await stacked()).length;
  expect(lines).toBeGreaterThan(3);
  expect(await stacked()).toEqual(Array.from({ length: lines }, () => true));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await stacked(), "beside each other where there is room").toEqual(
    Array.from({ length: lines }, () => false),
  );
});
