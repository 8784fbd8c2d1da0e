import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectFits, looks } from "#tests/support/browser/accessibility.ts";
import type { Look } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { heldOnDevice, draftOnDevice } from "#tests/support/browser/device-drafts.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { campaign } from "#tests/support/database/records.ts";
import { awake, staffPages } from "#tests/support/browser/staff-pages.ts";

const site = await testSite();
const staff = staffPages(site);
const noPreloads = /\/assets\/\S+\.js failed: csp/;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "sara", "staff");
  await makePerson(site.databaseUrl, "amina", "admin");
});

const open = (path: string, look: Look = {}, who = "sara") => staff.open(who, path, look);

test.each([{ javaScript: true }, { javaScript: false, expected: noPreloads }] satisfies Look[])(
  "staff find a donation and add a note (script: $javaScript)",
  async (look) => {
    const page = await open("/admin/donations", look);
    await page.getByRole("link", { name: "Amount" }).click();
    await page.waitForURL("**sort=-amount*");
    await page
      .getByRole("columnheader", { name: "Amount" })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    await page.getByRole("link", { name: "Next page" }).click();
    await page.waitForURL("**after=*");
    await page.getByRole("link", { name: "Previous page" }).waitFor();

    await page.getByLabel("Search").fill("asha");
    await page.getByText("More filters").click();
    await page.getByLabel("Status").selectOption("Completed");
    await page.getByLabel("Status").press("Tab");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**q=v*");
    expect(page.url()).not.toMatch(/asha/i);
    await page.getByRole("link", { name: "Clear" }).waitFor();
    const rows = page.getByRole("rowheader");
    expect(await rows.count()).toBeGreaterThan(0);
    for (const row of await rows.all()) expect(await row.innerText()).toMatch(/asha/i);

    await rows.first().getByRole("link").press("Enter");
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    await page.getByText("Add a note").click();
    await page.getByLabel("Note").fill("He called and thanked us.");
    await page.getByRole("button", { name: "Add note" }).press("Enter");
    await page.getByText("Note by sara").first().waitFor();
    expect(await page.getByLabel("Note").inputValue()).toBe("");
  },
);

test("a donor's name without spaces fits the narrowest phone", async () => {
  const { id } = await site.db
    .updateTable("donations")
    .set({ donor_name: "Mwanafunzi".repeat(9) })
    .where("id", "=", ({ selectFrom }) => selectFrom("donations").select(({ fn }) => fn.max("id").as("id")))
    .returning("id")
    .executeTakeFirstOrThrow();
  const page = await open(`/admin/donations/${id}`, { width: 360 });
  await expectFits(page);
});

test("a reason in the audit log does not break within words", async () => {
  await site.db
    .insertInto("audit_log")
    .values({
      action: "tried",
      subject: "record:hero",
      before: JSON.stringify({ text: "What stood there before. ".repeat(8) }),
      after: JSON.stringify({ text: "What stands there now. ".repeat(8) }),
      reason: "Misunderstanding: corrected after consultation",
    })
    .execute();
  const page = await open("/admin/audit?action=tried", {}, "amina");
  const lines = await page.getByText("Misunderstanding").evaluate((cell) => {
    const style = getComputedStyle(cell);
    return Math.round(cell.getBoundingClientRect().height / parseFloat(style.lineHeight));
  });
  expect(lines).toBeLessThanOrEqual(3);
  await expectFits(page);
});

test("the five changes of an offline donation take two lines of the audit log", async () => {
  const after = {
    ...{ campaign: "conference-center", amount: "75000000", currency: "TZS" },
    ...{ method: "bank", receivedOn: "2026-11-26", reference: "TT 7001" },
  };
  await site.db
    .insertInto("audit_log")
    .values({ action: "enter-offline-donation", subject: "offline-donation:9", after: JSON.stringify(after) })
    .execute();
  const page = await open("/admin/audit?kind=offline-donation:&subject=9", { width: 1280 }, "amina");
  const tops = await page
    .getByRole("row")
    .filter({ hasText: "Bank transfer" })
    .locator("dt")
    .evaluateAll((found) => found.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect([tops.length, new Set(tops).size]).toEqual([5, 2]);
  await expectFits(page);
});

test("without script one person enters a bank donation, another confirms", async () => {
  const page = await open("/admin/offline-donations", { javaScript: false, expected: /csp|status of 40/ });
  await page.getByRole("link", { name: "Add a donation" }).click();
  await page.getByRole("button", { name: "Add donation" }).click();
  await page.getByRole("alert").getByText("Choose a campaign").waitFor();
  await page.getByLabel("Campaign").selectOption("zakat");
  await page.getByLabel("Amount").fill("750,000");
  await page.getByLabel("Date received").fill("2026-11-18");
  await page.getByLabel("Reference").fill("TT 7001");
  await page.getByLabel("Name", { exact: true }).fill("Hamisi Ally");
  await page.getByLabel("Slip, statement").setInputFiles({
    name: "slip.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 a slip"),
  });
  await page.getByRole("button", { name: "Add donation" }).click();
  await page.waitForURL(/offline-donations\/\d+$/);
  expect(await page.getByRole("button", { name: "Confirm donation" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Download the PDF" }).isVisible()).toBe(true);

  await staff.become(page, "amina");
  await page.reload();
  await page.getByRole("button", { name: "Confirm donation" }).click();
  await page.getByRole("link", { name: "View donation" }).click();
  await page.getByText("Recorded in the ledger: donation").waitFor();
  expect((await site.get("/campaigns/zakat")).status).toBe(200);
});

test("a cash donation is entered by keyboard and withdrawn with reason", async () => {
  const page = await open("/admin/offline-donations/new", { expected: /status of 409/ });
  await page.getByLabel("Campaign").focus();
  await page.keyboard.type("Cash");
  await page.keyboard.press("Tab");
  await page.keyboard.type("20,000");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Cash");
  await page.getByLabel("Date received").fill("2026-11-19");
  await page.getByLabel("Reference").fill("Cash book 12");
  await page.getByLabel("Anonymous").press("Space");
  await page.keyboard.press("Enter");
  await page.waitForURL(/offline-donations\/\d+$/);
  await page.getByRole("button", { name: "Withdraw donation" }).press("Enter");
  await page.getByRole("alert").getByText("Enter a reason").waitFor();
  await page.getByLabel("Reason").fill("Entered twice");
  await page.keyboard.press("Enter");
  await page.getByText("Withdrawn", { exact: true }).waitFor();
});

test("a draft donation survives lost connection and session, without donor data", async () => {
  const lost = await makePerson(site.databaseUrl, "zuhura", "staff");
  const expected = /ERR_FAILED|status of 503/;
  const page = await open("/admin/offline-donations/new", { expected }, "zuhura");
  await page.getByLabel("Campaign").selectOption("zakat");
  await page.getByLabel("Amount").fill("640,000");
  await page.getByLabel("Name", { exact: true }).fill("Hamisi Ally");
  await page.getByLabel("Reference").fill("TT 7002");
  await draftOnDevice(page, "TT 7002");
  expect(await heldOnDevice(page)).not.toContain("Hamisi");
  const enter = page.getByRole("button", { name: "Add donation" });
  await page.route("**/offline-donations/new.data**", (route) => route.abort());
  await enter.click();
  await page.getByRole("alert").getByText("The connection was lost. Your entries are still here.").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Hamisi Ally");
  await page.unroute("**/offline-donations/new.data**");

  await onDatabase(site.databaseUrl, `delete from sessions where user_id = '${lost.id}'`);
  await enter.click();
  await page.waitForURL("**/auth?next=%2Fadmin%2Foffline-donations%2Fnew");
  await page.getByLabel("Username").fill("zuhura");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/offline-donations/new");
  await page.getByRole("button", { name: "Restore changes" }).click();
  expect(await page.getByLabel("Amount").inputValue()).toBe("640,000");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
  await page.getByLabel("Date received").fill("2026-11-19");
  await page.getByLabel("Name", { exact: true }).fill("Hamisi Ally");
  await enter.click();
  await page.waitForURL(/offline-donations\/\d+$/);
  await page.getByText("TSh 640,000").waitFor();
  await page.goto("/admin/offline-donations/new");
  await awake(page);
  await page.getByLabel("Amount").fill("1");
  await draftOnDevice(page, '"1"');
  expect(await page.getByRole("button", { name: "Restore changes" }).count()).toBe(0);
});

test("the amount has the campaign's currency, and a button fills in today", async () => {
  const page = await open("/admin/offline-donations/new");
  const box = page.locator(".field-box").filter({ has: page.getByLabel("Amount") });
  expect(await box.innerText()).toBe("TSh");
  await page.getByRole("button", { name: "Today" }).click();
  const day = await page.getByLabel("Date received").inputValue();
  expect(day).toBe(await page.getByLabel("Date received").getAttribute("max"));
  await draftOnDevice(page, day);
  await campaign(site.db, { currency: "USD", title: "Friends abroad" });
  await page.reload();
  await awake(page);
  expect(await box.innerText(), "no campaign is chosen yet").toBe("");
  await page.getByText("In the campaign’s currency").waitFor();
  await page.getByLabel("Campaign").selectOption({ label: "Friends abroad (USD)" });
  expect(await box.innerText()).toBe("US$");
});

test("every email can be previewed in both languages", async () => {
  const page = await open("/admin/mail/preview");
  await page.getByLabel("Language").selectOption("Kiswahili");
  await page.getByRole("button", { name: "Show" }).click();
  const email = page.frameLocator("iframe");
  await email.getByText("Namba ya risiti").waitFor();
  await expectAccessible(page, "the preview");
});

test.each(looks)("the back office is accessible at $width px", async (look) => {
  const page = await open("/admin/donations?state=completed", look);
  await expectAccessible(page, "the donations");
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  await expectAccessible(page, "a donation");
  for (const path of [
    "offline-donations",
    "offline-donations/new",
    "offline-donations/1",
    "mail",
    "mail/preview",
  ]) {
    await page.goto(`/admin/${path}`);
    await expectAccessible(page, path);
  }
});

test("the new link of a reset is alone on a phone's first view, and is copied", async () => {
  const { id } = await makePerson(site.databaseUrl, "upendo", "staff");
  const page = await open(`/admin/people/${id}`, { width: 360 }, "amina");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = page.getByRole("region", { name: "Lost phone or password" });
  await form.getByText("Reset the sign-in").click();
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Reset sign-in" }).click();
  const shown = page.getByRole("region", { name: "Give this link to upendo@fund.example" });
  const button = await shown.getByRole("button", { name: "Copy link" }).boundingBox();
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(640);
  expect(await shown.locator("time").count(), "when it ends").toBe(1);
  expect(await page.locator("main form").count(), "nothing else asks for a decision").toBe(0);
  await shown.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Link copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^http:\/\/\S+\/auth\/reset\?key=[\w-]{43}$/);
  await expectAccessible(page);
  await shown.getByRole("link", { name: "Done" }).click();
  await page.getByRole("region", { name: "Lost phone or password" }).waitFor();
  expect(await page.content()).not.toContain("key=");
});
