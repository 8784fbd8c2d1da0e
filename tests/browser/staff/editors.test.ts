import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, dayOf, formatClock } from "#domain/system/calendar.ts";
import { localAddress } from "#app/site/address.ts";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { openPage, type Look } from "#tests/support/browser/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { draftOnDevice, heldOnDevice } from "#tests/support/browser/device-drafts.ts";
import { editors } from "#tests/support/content/editor-samples.ts";
import { makePerson, password } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { awake, staffPages } from "#tests/support/browser/staff-pages.ts";

const site = await testSite();
const { open, become } = staffPages(site);
const refusals = /status of 4\d\d/;

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "asha", "admin");
});

const openEditor = (path: string, { as = "amina", ...look }: Look & { as?: string } = {}) =>
  open(as, `/admin/${path}`, look);

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const save = (page: Page) => page.getByRole("button", { name: "Publish now" }).click();
const toast = (page: Page, text: string) => page.locator(".toasts").getByText(text).waitFor();

/** One text and one project: the others are alike. */
const alike = [
  "texts/about",
  "texts/terms",
  "infrastructure/conference-center",
  "infrastructure/dormitories",
];

test.each(editors.filter(({ path }) => !alike.includes(path)))(
  "$path: from the editor to the public page, in both languages",
  async ({ path, text, seenAt, saved }) => {
    const page = await openEditor(path);
    await field(page, `${text}.en`).fill(`Words for ${path}`);
    await field(page, `${text}.sw`).fill(`Maneno ya ${path}`);
    await page.getByText("Unsaved changes").waitFor();
    await save(page);
    await toast(page, saved);
    expect(await page.getByText("Unsaved changes").count()).toBe(0);
    expect(await field(page, `${text}.en`).inputValue()).toBe(`Words for ${path}`);
    await page.goto(seenAt);
    await page.getByText(`Words for ${path}`).first().waitFor();
    await page.goto(localAddress("sw", seenAt));
    await page.getByText(`Maneno ya ${path}`).first().waitFor();
  },
);

test("without script a list grows, is sorted, saved, and reports errors", async () => {
  const page = await openEditor("how-it-works", {
    javaScript: false,
    expected: /\/assets\/\S+\.js failed: csp|status of 400/,
  });
  await page.getByRole("button", { name: "Add step" }).click();
  await field(page, "steps.4.title.en").fill("Tell others");
  await page.getByRole("button", { name: "Move Step 5 up" }).click();
  expect(await field(page, "steps.3.title.en").inputValue()).toBe("Tell others");
  await save(page);
  const summary = page.getByRole("alert");
  await summary.getByRole("link", { name: "Steps: Step 4, Text (English): Enter some text" }).click();
  expect(await page.locator(":focus").getAttribute("name")).toBe("steps.3.text.en");
  await field(page, "steps.3.text.en").fill("A donation grows when it is told.");
  await save(page);
  expect(await page.locator(".toasts").innerText()).toContain("How It Works updated successfully!");
  await page.goto("/");
  expect(await page.locator("#how-it-works li").nth(3).innerText()).toContain("Tell others");
});

test("a list works by keyboard, and focus follows the moved item", async () => {
  const page = await openEditor("about");
  const before = await field(page, "highlights.2.en").inputValue();
  await page.getByRole("button", { name: "Move Highlight 3 up" }).press("Enter");
  expect(await field(page, "highlights.1.en").inputValue()).toBe(before);
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Move Highlight 2 up");
  await page.getByRole("button", { name: "Add highlight" }).press("Enter");
  expect(await page.locator(":focus").getAttribute("name")).toBe("highlights.3.en");
  await page.keyboard.type("Added by keyboard");
  await page.getByRole("button", { name: "Remove Highlight 1" }).press("Enter");
  expect(await field(page, "highlights.2.en").inputValue()).toBe("Added by keyboard");
  await page.keyboard.press("Control+s");
  await toast(page, "About section updated successfully!");
  await page.goto("/");
  expect(await page.locator(".highlights li").last().innerText()).toBe("Added by keyboard");
});

test("the preview follows typing in both languages, and its links are blocked", async () => {
  // The frame refuses navigation by its links, and the sign-in page refuses to be framed.
  const page = await openEditor("hero", { expected: /Blocked opening|frame-ancestors|BLOCKED_BY_RESPONSE/ });
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.getByRole("heading", { level: 1 }).waitFor();
  await field(page, "title.en").fill("Seen before it is saved");
  await preview.getByRole("heading", { name: "Seen before it is saved" }).waitFor();
  await field(page, "title.sw").fill("Kabla ya kuhifadhi");
  await preview.getByRole("heading", { name: "Kabla ya kuhifadhi" }).waitFor();
  await preview.getByRole("link", { name: "Tazama kampeni", exact: true }).click();
  await preview.getByRole("heading", { name: "Kabla ya kuhifadhi" }).waitFor();
  expect(page.context().pages()).toHaveLength(1);
  await field(page, "title.en").fill("");
  await page.getByText("To see the preview, fix this first").waitFor();
  expect(
    await preview.getByRole("heading", { name: "Kabla ya kuhifadhi" }).count(),
    "the last page stays",
  ).toBe(1);
  for (const [name, width] of [
    ["Tablet", 768],
    ["Laptop", 1280],
    ["Phone", 360],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => preview.locator("html").evaluate((html) => html.clientWidth)).toBe(width);
  }
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(4);
  await page.context().clearCookies();
  await field(page, "title.en").fill("Typed after the session");
  await page.getByText("The preview is not available now").waitFor();
});

test("a page wider than a phone takes the whole width, and the fields stay in reach", async () => {
  const page = await openEditor("hero", { width: 1280 });
  const frame = page.locator('iframe[title="Preview"]');
  await page.frameLocator('iframe[title="Preview"]').getByRole("heading", { level: 1 }).waitFor();
  const shownWidth = async () => (await frame.boundingBox())?.width ?? 0;
  const choose = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await choose("Laptop");
  await expect.poll(shownWidth).toBeGreaterThan(960);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("button", { name: "Publish now" }).click({ trial: true });
  await page.evaluate(() => scrollTo(0, 0));
  await choose("Tablet");
  await expect.poll(shownWidth).toBe(770);
  await field(page, "title.en").fill("Typed below the preview");
  await page
    .frameLocator('iframe[title="Preview"]')
    .getByRole("heading", { name: "Typed below the preview" })
    .waitFor();
  await choose("Phone");
  await expect.poll(shownWidth).toBe(362);
});

test("a save refused without script shows the published page, and names the problem once", async () => {
  const page = await openEditor("zakat", { expected: refusals });
  await field(page, "asOf").fill("2999-01-01");
  const answered = page.waitForResponse(
    (each) => each.request().method() === "POST" && each.status() === 400,
  );
  await page.locator("#record").evaluate((form) => form instanceof HTMLFormElement && form.submit());
  await answered;
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.locator("#zakat h2").waitFor();
  await page.getByText("The preview shows your changes after you fix the problem.").waitFor();
  expect(await page.getByRole("alert").innerText()).toContain(
    "Date of prices: Enter today or an earlier date",
  );
  expect(await page.locator("#preview").innerText()).not.toContain("Enter today or an earlier date");
  await field(page, "asOf").fill("2999-01-02");
  await field(page, "title.en").fill("");
  await page.locator("#preview").getByText("Enter some text").waitFor();
});

test("the preview returns to the language of the field in use", async () => {
  const page = await openEditor("hero");
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.locator('html[lang="en"]').waitFor();
  await field(page, "title.sw").fill("Neno la shamba");
  await preview.getByRole("heading", { name: "Neno la shamba" }).waitFor();
  const scrolled = () => preview.locator("html").evaluate(() => scrollY);
  const before = await scrolled();
  await field(page, "buttonText.en").focus();
  await preview.locator('html[lang="en"]').waitFor();
  expect(await scrolled(), "the page stays at the place that is edited").toBe(before);
});

test("the preview follows typing by keyboard to the other language, at the changed text", async () => {
  const page = await openEditor("texts/privacy");
  const preview = page.frameLocator('iframe[title="Preview"]');
  const chosen = (name: string) => page.getByRole("button", { name, exact: true, pressed: true });
  await preview.getByRole("heading", { level: 1 }).waitFor();
  const write = async (name: string, words: string) => {
    await field(page, name).focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(`\n\n${words}`);
    const text = preview.getByText(words, { exact: true });
    await text.waitFor();
    const isInView = () =>
      text.evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView).toBe(true);
  };
  await write("body.sw", "Neno la mwisho kabisa");
  await chosen("Kiswahili").waitFor();
  await write("body.en", "The very last word");
  await chosen("English").waitFor();
  await page.getByRole("button", { name: "Kiswahili", exact: true }).press("Enter");
  await preview.getByText("Neno la mwisho kabisa", { exact: true }).waitFor();
});

test("on a tablet, a loaded preview of a phone is in the middle and nothing waits beside it", async () => {
  const page = await open("juma", "/admin/hero", { width: 768 });
  await page.frameLocator('iframe[title="Preview"]').getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText("Loading the preview").count()).toBe(0);
  const box = async (selector: string) => {
    const { x = 0, width = 0 } = (await page.locator(selector).boundingBox()) ?? {};
    return { middle: x + width / 2, width };
  };
  const [place, frame] = [await box(".editor-frames"), await box('iframe[title="Preview"]')];
  expect(frame.width).toBeLessThan(place.width);
  expect(frame.middle).toBeCloseTo(place.middle, 0);
});

test("the preview begins with the heading of its section, below the head of the page", async () => {
  const page = await openEditor("zakat");
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.locator("#zakat h2").waitFor();
  const distance = () =>
    preview
      .locator("#zakat h2")
      .evaluate(
        (heading) =>
          heading.getBoundingClientRect().top -
          (document.querySelector("header")?.getBoundingClientRect().bottom ?? Infinity),
      );
  // The preview scrolls to the section after it has loaded.
  await expect.poll(distance).toBeGreaterThanOrEqual(0);
});

test.each([360, 1280] as const)(
  "at %i px, the preview of the figures keeps their text in view",
  async (width) => {
    const page = await openEditor("stats", { width });
    const preview = page.frameLocator('iframe[title="Preview"]');
    const isInFrame = (text: string) =>
      preview.getByText(text, { exact: true }).evaluate((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return top > 0 && bottom <= innerHeight;
      });
    const text = await field(page, "text.en").inputValue();
    await expect.poll(() => isInFrame(text)).toBe(true);
    const seeAt = async (name: string, pixels: number, shown: string) => {
      await page.getByRole("button", { name, exact: true }).click();
      await expect.poll(() => preview.locator("html").evaluate((html) => html.clientWidth)).toBe(pixels);
      await expect.poll(() => isInFrame(shown)).toBe(true);
    };
    await seeAt("Laptop", 1280, text);
    await field(page, "text.en").fill("Typed at the width of a laptop");
    await expect.poll(() => isInFrame("Typed at the width of a laptop")).toBe(true);
    await seeAt("Phone", 360, "Typed at the width of a laptop");
  },
);

test("on a phone, the preview of the submenus begins as a phone with the menu open", async () => {
  const page = await openEditor("submenus", { width: 360 });
  const preview = page.frameLocator('iframe[title="Preview"]');
  await preview.locator(".menu-toggle[open] ~ .site-nav").waitFor();
  expect(await preview.locator("html").evaluate((html) => html.clientWidth)).toBe(360);
  const shown = await page.locator('iframe[title="Preview"]').boundingBox();
  expect(shown?.width, "hardly drawn smaller").toBeGreaterThan(300);
});

test("the box of a text is as high as the text, in both languages", async () => {
  const page = await openEditor("hero", { width: 1280 });
  const boxes = page.locator('[name^="subtitle."]');
  await field(page, "subtitle.en").fill("One line of a long text.\n".repeat(9).trim());
  const sizes = await boxes.evaluateAll((all) =>
    all.map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return { top, height, isWhole: each.scrollHeight <= each.clientHeight };
    }),
  );
  expect(sizes).toHaveLength(2);
  expect(sizes.map(({ isWhole }) => isWhole)).toEqual([true, true]);
  expect(sizes[0]).toEqual(sizes[1]);
});

test("a stop of all online payments asks once, and one button starts them again", async () => {
  const page = await openEditor("payment-stops", { as: "asha", width: 360 });
  const row = page.getByRole("row").filter({ hasText: "All online payments" });
  await row.getByText("Accepted").waitFor();
  await expectAccessible(page);
  const stop = page.getByRole("link", { name: "Stop: All online payments" });
  const question = page.getByRole("dialog", { name: "Stop all online payments?" });
  await stop.press("Enter");
  await question.getByText("Online payments are switched off for now.").waitFor();
  await expectAccessible(page);
  await question.getByRole("link", { name: "Cancel" }).press("Enter");
  await question.waitFor({ state: "detached" });
  await row.getByText("Accepted").waitFor();
  await stop.press("Enter");
  await question.getByRole("button", { name: "Stop all payments" }).press("Enter");
  await row.getByText("Stopped by staff").waitFor();
  const message = page.locator(".toast").filter({ hasText: "All online payments are stopped" });
  await message.getByText("Online payments are switched off for now.").waitFor();
  expect(await message.getAttribute("data-tone"), "no success").toBe("info");
  await page
    .getByRole("row")
    .filter({ hasText: "Card payments" })
    .getByText("Stopped with all payments")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Start: All online payments" }).press("Enter");
  await row.getByText("Accepted").waitFor();
});

test("without script a stop asks too, and no column moves", async () => {
  const page = await openEditor("payment-stops", {
    as: "asha",
    width: 1280,
    javaScript: false,
    expected: /failed: csp/,
  });
  const left = async () => (await page.locator("td:has(.status)").first().boundingBox())?.x;
  const before = await left();
  await page.getByRole("link", { name: "Stop: Card payments" }).click();
  const question = page.getByRole("dialog", { name: "Stop card payments?" });
  await question.getByText("Card payments are switched off for now.").waitFor();
  await question.getByRole("button", { name: "Stop card payments" }).click();
  await page.getByText("Stopped by staff").waitFor();
  expect(await left()).toBe(before);
  await page.getByRole("button", { name: "Start: Card payments" }).click();
  await page.getByText("Accepted").nth(1).waitFor();
});

test("an editor leads to the other editors, and its history marks the current version", async () => {
  const page = await openEditor("how-it-works", { width: 1280 });
  await page.getByRole("link", { name: "Back to Dashboard" }).waitFor();
  await page.locator(".staff-head").getByRole("link", { name: "Editors", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Editors" }).waitFor();
  await page.goto("/admin/vice-chancellor");
  await field(page, "greeting.en").fill("Welcome to the history");
  await save(page);
  await toast(page, "Vice Chancellor message updated successfully!");
  await page.goto("/admin/history/vice-chancellor");
  const current = page.locator(".status", { hasText: "Current version" });
  const [head, pill] = await Promise.all(
    [page.locator(".editor-version-head h2").first(), current].map((each) => each.boundingBox()),
  );
  expect((pill?.x ?? 999) - (head?.x ?? 0) - (head?.width ?? 0), "beside the date").toBeLessThan(20);
});

test("a long form lists its parts on a laptop, and a link leads to one without asking", async () => {
  const page = await openEditor("campaigns/conference-center", { width: 1280 });
  await field(page, "title.en").fill("Another title");
  const parts = page.getByRole("navigation", { name: "Parts of this form" });
  expect(await parts.getByRole("link").count()).toBeGreaterThan(3);
  const part = page.getByRole("group", { name: "Place and dates" });
  await parts.getByRole("link", { name: "Place and dates" }).press("Enter");
  await expect.poll(async () => (await part.boundingBox())?.y).toBeLessThan(200);
  expect(await page.getByRole("dialog").count()).toBe(0);
  const [start, end] = await Promise.all(
    ["startDate", "endDate"].map((name) => field(page, name).boundingBox()),
  );
  expect(end?.y, "two dates share a row").toBe(start?.y);
});

test("the preview of the fund begins at its name and tagline", async () => {
  const page = await openEditor("fund", { width: 1280 });
  const tagline = await field(page, "tagline.en").inputValue();
  const shown = page.frameLocator("iframe:not([data-behind])").getByText(tagline);
  await shown.waitFor();
  const frame = await page.locator(".editor-preview iframe").first().boundingBox();
  const place = await shown.boundingBox();
  expect(place?.y).toBeGreaterThan(frame?.y ?? 9999);
  expect((place?.y ?? 9999) + (place?.height ?? 0)).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
});

test("the title of an editor has the size and the place of every other title", async () => {
  const page = await openEditor("hero", { width: 1280 });
  const title = () =>
    page.getByRole("heading", { level: 1 }).evaluate((each) => {
      const { left, top } = each.getBoundingClientRect();
      return { left, top: Math.round(top), size: getComputedStyle(each).fontSize };
    });
  const ofEditor = await title();
  await page.goto("/admin/campaigns");
  expect(ofEditor).toEqual(await title());
});

test("the preview of the submenus opens the menu where a person types", async () => {
  const page = await openEditor("submenus");
  const preview = page.frameLocator('iframe[title="Preview"]');
  const add = async (menu: string, label: string) => {
    await page.getByRole("group", { name: menu, exact: true }).getByRole("button", { name: /^Add/ }).click();
    const path = menu === "About Us" ? "about.0" : "campaigns.0";
    await field(page, `${path}.address`).fill("/about");
    await field(page, `${path}.label.en`).fill(label);
    await field(page, `${path}.label.sw`).fill(`${label} (Kiswahili)`);
  };
  await add("About Us", "Our history");
  await preview.getByRole("link", { name: "Our history (Kiswahili)" }).waitFor();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await preview.getByRole("link", { name: "Our history", exact: true }).waitFor();
  expect(await preview.locator("html").evaluate((html) => html.clientWidth)).toBe(1280);
  await add("Campaigns", "Dormitories of the year");
  await preview.getByRole("link", { name: "Dormitories of the year (Kiswahili)" }).waitFor();
  expect(await preview.getByRole("link", { name: "Our history (Kiswahili)" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Phone", exact: true }).click();
  await preview.getByRole("link", { name: "Dormitories of the year (Kiswahili)" }).waitFor();
});

test("the preview of the submenus opens the menu of a link that is only begun", async () => {
  const page = await openEditor("submenus", { expected: /status of 400/ });
  const preview = page.frameLocator('iframe[title="Preview"]');
  const menu = page.getByRole("group", { name: "Contact Us", exact: true });
  await menu.getByRole("button", { name: /^Add/ }).click();
  await field(page, "contact.0.label.en").fill("Our office");
  const link = preview.getByRole("link", { name: "Our office" });
  await link.waitFor();
  const shown = page.waitForResponse(/admin\/preview\/submenus/);
  await field(page, "contact.0.address").fill("abou");
  await shown;
  await expect.poll(() => link.isVisible()).toBe(true);
  expect(await page.locator(".editor-preview-away").innerText(), "no fault").toBe("");
  await save(page);
  await page.getByRole("alert").getByText("Enter a link that starts with /").waitFor();
});

test("a new link of a submenu is whole under the preview", async () => {
  const page = await openEditor("submenus", { stillness: false });
  const overlap = () =>
    page.evaluate(() => {
      const item = document.activeElement?.closest(".editor-item")?.getBoundingClientRect();
      const preview = document.querySelector(".editor-preview")?.getBoundingClientRect();
      return item && preview ? preview.bottom - item.top : Infinity;
    });
  for (const menu of ["About Us", "Contact Us"]) {
    await page.getByRole("group", { name: menu, exact: true }).getByRole("button", { name: /^Add/ }).click();
    await page.waitForTimeout(1_500);
    expect(await overlap(), menu).toBeLessThanOrEqual(0);
  }
});

test("on a phone, the preview shows the team member who is edited, also after typing", async () => {
  const last = await site.db
    .selectFrom("team_members")
    .select(["id", "name"])
    .where("is_active", "=", true)
    .orderBy("order_index", "desc")
    .executeTakeFirstOrThrow();
  const page = await openEditor(`team/${last.id}`, { width: 360 });
  await page.getByRole("heading", { level: 1, name: last.name }).waitFor();
  const preview = page.frameLocator('iframe[title="Preview"]');
  const isInFrame = (name: string) =>
    preview.getByRole("heading", { name, exact: true }).evaluate((heading) => {
      const { left, right, top, bottom } = heading.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(() => isInFrame(last.name)).toBe(true);
  await field(page, "name").fill("Bibi Mwajuma Salehe");
  await expect.poll(() => isInFrame("Bibi Mwajuma Salehe")).toBe(true);
});

test("a draft survives its page, is restored, saved and then removed", async () => {
  const page = await openEditor("stats");
  await field(page, "title.en").fill("Typed and not saved");
  await draftOnDevice(page, "Typed and not saved");
  const context = page.context();
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(`${site.url}/admin/stats`);
  const offer = again.getByRole("region", { name: "Unsaved changes" });
  const [, at = ""] = /"at":"([^"]+)"/.exec(await heldOnDevice(again)) ?? [];
  await offer.getByText(formatClock(new Date(at), "en")).waitFor();
  expect(await field(again, "title.en").inputValue()).not.toBe("Typed and not saved");
  await again.getByRole("button", { name: "Restore changes" }).click();
  expect(await field(again, "title.en").inputValue()).toBe("Typed and not saved");
  await save(again);
  await toast(again, "Stats updated successfully!");
  await again.reload();
  await awake(again);
  await again.frameLocator('iframe[title="Preview"]').getByRole("heading", { level: 1 }).waitFor();
  expect(await again.getByRole("button", { name: "Restore changes" }).count()).toBe(0);
});

test("a draft survives an expired session and is offered after sign-in", async () => {
  const lost = await makePerson(site.databaseUrl, "zuhura", "staff");
  // The preview may ask for its page after the session ended, and no frame shows the sign-in page.
  const page = await openEditor("hero", { as: "zuhura", expected: /\/auth failed: net::ERR_BLOCKED/ });
  await field(page, "title.en").fill("Typed while signed out");
  await draftOnDevice(page, "Typed while signed out");
  await onDatabase(site.databaseUrl, `delete from sessions where user_id = '${lost.id}'`);
  await save(page);
  await page.waitForURL("**/auth?next=%2Fadmin%2Fhero");
  await toast(page, "Auth session missing!");
  await draftOnDevice(page, "Typed while signed out");

  await page.getByLabel("Username").fill("zuhura");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin/hero");
  await page.getByRole("button", { name: "Restore changes" }).click();
  expect(await field(page, "title.en").inputValue()).toBe("Typed while signed out");
});

test("a draft saved here is found on another device, scheduled there and cancelled", async () => {
  const here = await openEditor("about");
  await field(here, "mission.en").fill("A mission for next year");
  await here.getByRole("button", { name: "Save draft" }).click();
  await toast(here, "Draft saved");
  expect(await here.getByText("Unsaved changes").count()).toBe(0);
  expect(await here.getByRole("button", { name: "Restore changes" }).count()).toBe(0);

  const there = await openEditor("about", { as: "juma", width: 360 });
  const state = there.getByRole("region", { name: "Draft" });
  await state.getByText("This is a draft that amina saved on").waitFor();
  expect(await field(there, "mission.en").inputValue()).toBe("A mission for next year");
  await there.getByText("Publish later").click();
  const day = addDays(dayOf(new Date()), 30);
  await there.getByLabel("Date and time").fill(`${day}T07:15`);
  await there.getByRole("button", { name: "Schedule", exact: true }).click();
  await toast(there, "Change scheduled");
  await state.getByText("juma scheduled this change for").waitFor();
  await expectAccessible(there);

  await field(there, "mission.en").fill("Another mission for next year");
  await there.getByRole("button", { name: "Save draft, end schedule" }).click();
  await toast(there, "Draft saved, schedule ended");
  expect(await there.getByRole("button", { name: "Save draft", exact: true }).count()).toBe(1);
  await there.getByLabel("Date and time").fill(`${day}T07:15`);
  await there.getByRole("button", { name: "Schedule", exact: true }).click();
  await toast(there, "Change scheduled");

  await here.goto("/admin/drafts");
  const row = here.getByRole("row").filter({ hasText: "About Section" });
  await row.getByText("Scheduled by juma").waitFor();
  await expectAccessible(here);
  await row.getByRole("button", { name: "Cancel the schedule: About Section" }).click();
  await toast(here, "Schedule cancelled");
  await row.getByRole("link", { name: "Discard the draft: About Section" }).click();
  const question = here.getByRole("dialog", { name: "Discard this draft?" });
  await question.getByRole("button", { name: "Discard draft" }).click();
  await toast(here, "Draft discarded");
  await here.getByRole("heading", { name: "No drafts" }).waitFor();
});

test("a time that has passed is refused, and the text stays", async () => {
  const page = await openEditor("fund", { expected: refusals });
  await field(page, "tagline.en").fill("Too late");
  await page.getByText("Publish later").click();
  await page.getByLabel("Date and time").fill("2026-01-01T10:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const link = page.getByRole("link", { name: "Date and time: Choose a time" });
  await link.click();
  expect(await page.locator(":focus").getAttribute("name")).toBe("publishAt");
  expect(await field(page, "tagline.en").inputValue()).toBe("Too late");
});

test("a colleague's newer draft is shown with mine, and the editor chooses", async () => {
  const mine = await openEditor("vice-chancellor", { expected: refusals });
  const theirs = await openEditor("vice-chancellor", { as: "juma" });
  await field(theirs, "greeting.en").fill("Juma's greeting");
  await theirs.getByRole("button", { name: "Save draft" }).click();
  await toast(theirs, "Draft saved");
  await field(mine, "greeting.en").fill("Amina's greeting");
  await save(mine);
  const alert = mine.getByRole("alert", { name: "Someone else has changed this" });
  await alert.getByText("juma saved a draft of this page while you were editing it").waitFor();
  await alert.getByLabel("Use juma’s version").check();
  await save(mine);
  await toast(mine, "Vice Chancellor message updated successfully!");
  expect(await field(mine, "greeting.en").inputValue()).toBe("Juma's greeting");
  expect(await mine.getByRole("region", { name: "Draft" }).count()).toBe(0);
});

test("leaving with unsaved changes asks first, by link or browser", async () => {
  const page = await openEditor("fund");
  await field(page, "name.en").fill("Another name");
  const leave = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await leave.getByRole("button", { name: "Keep editing" }).click();
  expect(await field(page, "name.en").inputValue()).toBe("Another name");
  await page.getByRole("link", { name: "History" }).click();
  await leave.waitFor();
  await page.keyboard.press("Escape");
  await leave.waitFor({ state: "hidden" });

  const question = page.waitForEvent("dialog");
  void page.reload().catch(() => {});
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await leave.getByRole("button", { name: "Leave without saving" }).click();
  await page.waitForURL("**/dashboard");
  await page.waitForFunction(() => document.activeElement?.textContent === "Dashboard");
});

test("a second editor sees both versions, chooses, and nothing is lost", async () => {
  const mine = await openEditor("large-donations", { expected: refusals });
  const theirs = await openEditor("large-donations", { as: "juma" });
  await field(theirs, "title.en").fill("Juma's title");
  await field(theirs, "text.en").fill("Juma's text");
  await save(theirs);
  await toast(theirs, "Large donation options updated successfully!");

  await field(mine, "title.en").fill("Amina's title");
  await field(mine, "text.sw").fill("Maneno ya Amina");
  await mine.keyboard.press("Control+s");
  const alert = mine.getByRole("alert", { name: "Someone else has changed this" });
  await alert.getByText("juma saved this page while you were editing it").waitFor();
  expect(await alert.innerText()).toContain("Juma's title");
  expect(await field(mine, "title.en").inputValue()).toBe("Amina's title");
  expect(await field(mine, "text.en").inputValue()).toBe("Juma's text");
  expect(await field(mine, "text.sw").inputValue()).toBe("Maneno ya Amina");
  await alert.getByLabel("Use juma’s version").check();
  await save(mine);
  await toast(mine, "Large donation options updated successfully!");
  expect(await field(mine, "title.en").inputValue()).toBe("Juma's title");
  await mine.goto("/#large-donations");
  const section = mine.locator("#large-donations");
  expect(await section.innerText()).toContain("Juma's title");
  await mine.goto("/sw#large-donations");
  expect(await section.innerText()).toContain("Maneno ya Amina");
});

test("a lost connection keeps the input", async () => {
  const page = await openEditor("contact", { expected: /ERR_FAILED|Failed to load resource/ });
  await field(page, "address.en").fill("A new address");
  await page.route("**/admin/contact**", (route) => route.abort());
  await save(page);
  await page.getByRole("alert").getByText("Failed to update contact details").waitFor();
  await page.getByRole("alert").getByText("There is no connection, and no answer arrived.").waitFor();
  await toast(page, "There is no connection.");
  expect(await field(page, "address.en").inputValue()).toBe("A new address");
  await page.unroute("**/admin/contact**");
  await save(page);
  await toast(page, "Contact details updated successfully!");
});

test("a message about a failure ends after ten seconds, unless someone reads it", async () => {
  const page = await openPage(site.url, "about:blank");
  await become(page, "amina");
  await page.clock.install();
  await page.goto("/admin/contact");
  await awake(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() =>
    document.dispatchEvent(
      new CustomEvent("amana:staff-toast", { detail: { tone: "error", title: "Copying failed" } }),
    ),
  );
  const message = page.locator(".toast");
  await message.getByText("Copying failed").hover();
  await page.clock.runFor(30_000);
  expect(await message.count(), "under the pointer").toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(9_000);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(1_100);
  await message.waitFor({ state: "detached" });
});

test("two clicks restore an earlier version", async () => {
  const page = await openEditor("texts/terms");
  const before = await field(page, "title.en").inputValue();
  await field(page, "title.en").fill("Terms for a day");
  await save(page);
  await toast(page, "Terms of Service updated successfully!");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByText("Terms for a day").waitFor();
  await page.getByRole("button", { name: /^Restore/ }).click();
  await page.waitForURL("**/admin/texts/terms");
  expect(await field(page, "title.en").inputValue()).toBe(before);
});

test.each(looks)("editors, their errors and history are accessible at $width px", async (look) => {
  const page = await openEditor("about", { ...look, expected: refusals });
  await expectAccessible(page, "about");
  await field(page, "title.en").fill("");
  await save(page);
  await page.getByRole("alert").waitFor();
  await toast(page, "Failed to update about section");
  expect(await page.locator(":focus").getAttribute("id")).toBe("error-summary");
  await expectAccessible(page, "about with an error");
  for (const path of ["zakat", "stats", "submenus", "infrastructure/dormitories", "history/fund"]) {
    page.once("dialog", (dialog) => void dialog.accept());
    await page.goto(`/admin/${path}`);
    await awake(page);
    await expectAccessible(page, path);
  }
});

test("buttons write the Markdown of a text, and the preview shows it", async () => {
  const page = await openEditor("texts/privacy");
  const text = field(page, "body.en");
  await text.fill("Our rules");
  await text.selectText();
  const marks = page.getByRole("group", { name: "Marks for English" });
  await marks.getByRole("button", { name: "Bold" }).click();
  expect(await text.inputValue()).toBe("**Our rules**");
  await marks.getByRole("button", { name: "Heading" }).click();
  expect(await text.inputValue()).toBe("## **Our rules**");
  await page.getByText("Unsaved changes").waitFor();
  const heading = page.frameLocator('iframe[title="Preview"]').getByRole("heading", { name: "Our rules" });
  await heading.locator("strong").waitFor();
});
