import { expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { openClearedPage, openPage } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

test("a press copies the account number, and says so", async () => {
  const page = await openPage(site.url, "/sw", { stillness: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const number = await page.locator("[data-copied]").first().innerText();
  const named = page.locator("#bank-details button");
  expect(await named.evaluateAll((all) => all.map((each) => each.ariaLabel)), "each number").toEqual([
    "Nakili: Namba ya akaunti",
    "Nakili: Msimbo wa SWIFT",
    "Nakili: Malipo kwa simu",
  ]);
  await page.getByRole("button", { name: "Nakili: Namba ya akaunti" }).click();
  await page.getByRole("status", { name: "Taarifa" }).getByText("Imenakiliwa").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  const without = await openClearedPage(site.url, "/", { javaScript: false });
  expect(await without.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  expect(await without.locator("#bank-details").innerText()).toContain(number);
});

test("a tab open for long reloads account details before showing them", async () => {
  const page = await openPage(site.url, "/", { expected: /ERR_FAILED/ });
  await page.clock.install();
  const bank = page.locator("#bank-details");
  await page.keyboard.press("Shift");
  await bank.scrollIntoViewIfNeeded();
  await expect.poll(() => bank.getAttribute("data-awake")).toBe("yes");
  // As if two people had changed the details.
  await onDatabase(
    site.databaseUrl,
    `alter table bank_details disable trigger two_people;
     update bank_details set account_number = '0009-NEW';
     alter table bank_details enable trigger two_people`,
  );
  await expect.poll(async () => (await site.get("/")).text).toContain("0009-NEW");
  const comesBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

  await comesBack();
  expect(await bank.innerText(), "a minute is not long").not.toContain("0009-NEW");

  const held = Promise.withResolvers<void>();
  await page.route(site.url, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.clock.fastForward("16:00");
  await comesBack();
  await expect.poll(() => bank.innerText()).toBe("Loading bank details...");
  held.resolve();
  await expect.poll(() => bank.innerText()).toContain("0009-NEW");

  await page.route(site.url, (route) => route.abort());
  await page.clock.fastForward("16:00");
  const submitted = page.waitForRequest(`${site.url}/`);
  await comesBack();
  await submitted;
  await expect.poll(() => bank.innerText(), { message: "without a line" }).toContain("0009-NEW");
});

test("missing details and members show a message", async () => {
  await onDatabase(
    site.databaseUrl,
    `alter table bank_details disable trigger two_people_for_all;
     delete from bank_details;
     alter table bank_details enable trigger two_people_for_all;
     update team_members set is_active = false`,
  );
  await expect.poll(async () => (await site.get("/")).text).toContain("Bank details not available");
  expect((await site.get("/")).text).toContain("The members will be listed here.");
  expect((await site.get("/sw")).text).toContain("Majina ya wajumbe wa Baraza la Ushauri yatawekwa hapa.");
});
