import type { Locator } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { languages } from "#domain/content/language.ts";
import { boxOf, foot } from "#tests/support/browser/boxes.ts";
import { openClearedPage, type Look } from "#tests/support/browser/open.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const phone: Look = { width: 360, javaScript: false, stillness: true };
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, look);

for (const language of languages)
  test(`the smallest phone has the three amounts in one row: ${language}`, async () => {
    const page = await open("/campaigns/conference-center", { ...phone, width: 320, language });
    const tops = await page
      .locator(".in-three .choice:visible")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    await expectFits(page);
  });

for (const language of languages)
  test(`a phone's first view of a campaign has progress and both buttons: ${language}`, async () => {
    const page = await open("/campaigns/girls-dormitories", { ...phone, language });
    const [title, bar] = [await boxOf(page, "h1"), await boxOf(page, ".campaign-progress progress")];
    const picture = await page.locator(".campaign-picture").boundingBox();
    expect(picture).toMatchObject({ x: 0, width: 360 });
    expect(title.top).toBeGreaterThan(picture?.y ?? Infinity);
    expect(bar.top).toBeGreaterThan(title.bottom);
    for (const href of ["#give", "#share"]) {
      const box = await boxOf(page, `.first-actions a[href="${href}"]`);
      expect(box.bottom).toBeLessThanOrEqual(foot(page));
    }
    const [story, updates] = [await boxOf(page, ".prose"), await boxOf(page, ".updates")];
    const [form, facts] = [await boxOf(page, "#give"), await boxOf(page, ".facts")];
    expect([story.top, updates.top, form.top, facts.top].toSorted((one, other) => one - other)).toEqual([
      story.top,
      updates.top,
      form.top,
      facts.top,
    ]);
  });

for (const language of languages)
  test(`the consent box leaves Donate in a phone's first view of a campaign: ${language}`, async () => {
    for (const id of ["girls-dormitories", "zakat"]) {
      const page = await openClearedPage(site.url, `/campaigns/${id}`, {
        width: 360,
        language,
        stillness: true,
      });
      await page.setViewportSize({ width: 360, height: 740 });
      const banner = page.locator("[data-consent-banner]");
      expect((await banner.boundingBox())?.height).toBeGreaterThan(80);
      for (const part of ["h1", ".campaign-progress progress", 'a[href="#give"]', 'a[href="#share"]'])
        expect((await boxOf(page, part)).bottom, `${id}: ${part}`).toBeLessThanOrEqual(740);
      const low = await page.locator(".campaign-picture").boundingBox();
      // Our own fonts are there, so that only the box can move the page.
      await page.evaluate(() => document.fonts.ready.then(() => {}));
      const shift = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries())
                if (!Reflect.get(entry, "hadRecentInput")) sum += Number(Reflect.get(entry, "value"));
            }).observe({ type: "layout-shift" });
            document.addEventListener("click", () => {
              requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
            });
          }),
      );
      await banner.locator("[data-consent-choice=reject]").first().click();
      expect(await shift, "no shift that the visitor did not ask for").toBe(0);
      const whole = await page.locator(".campaign-picture").boundingBox();
      expect(whole?.height).toBeGreaterThan(low?.height ?? Infinity);
      expect(whole?.y).toBeLessThan(low?.y ?? 0);
    }
  });

for (const width of [360, 1280] as const)
  test(`what each amount does can be compared before a tap, without script: ${width} px`, async () => {
    const page = await open("/campaigns/student-scholarship", { width, javaScript: false });
    const lines = page.locator(".amounts-do li:visible");
    expect(await lines.allTextContents()).toEqual([
      expect.stringMatching(/^TSh.1,000 pays for/),
      expect.stringMatching(/^TSh.5,000 pays for one day of classes/),
      expect.stringMatching(/^TSh.10,000 pays for two days of classes/),
    ]);
    const marked = () =>
      lines.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontWeight === "600"));
    expect(await marked()).toEqual([false, true, false]);
    await page.locator('input[name="amount"][value="10000"]').check();
    expect(await marked()).toEqual([false, false, true]);
    await page.locator("#otherAmount").fill("7000");
    expect(await marked(), "a typed amount counts instead").toEqual([false, false, false]);
    const [tiles, said] = await Promise.all(
      [".in-three .choice", ".amounts-do li"].map((each) =>
        page.locator(each).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x))),
      ),
    );
    // Beside each other where there is room. A phone has them below each other.
    if (width === 1280) expect(said).toEqual(tiles);
    else expect(new Set(said).size).toBe(1);
    await page.goto("/campaigns/zakat");
    expect(await page.locator(".amounts-do").count()).toBe(0);
  });

test("a paused campaign and its form show no progress in the colour of an open one", async () => {
  const pause = (status: string) =>
    onDatabase(site.databaseUrl, `update campaigns set status = '${status}' where id = 'ablution-block'`);
  await pause("paused");
  for (const path of ["/campaigns/ablution-block", "/campaigns/ablution-block/donate"])
    for (const width of [360, 1280] as const) {
      const page = await open(path, { width, javaScript: false });
      await page.locator(".closed-state").first().waitFor();
      const own = page.locator("main progress:visible:not(.open-campaigns progress)");
      const [color, muted] = await own.first().evaluate((bar) => {
        const mark = document.body.appendChild(document.createElement("i"));
        mark.style.color = "var(--muted)";
        return [getComputedStyle(bar).color, getComputedStyle(mark).color];
      });
      expect(color, `${path} at ${width} px`).toBe(muted);
      expect(await own.count()).toBe(1);
    }
  await pause("active");
});

test("a completed campaign says what was reached and names two open ones", async () => {
  const page = await open("/campaigns/fun-run-2025", phone);
  const main = page.getByRole("main");
  await main.getByText("Goal reached").waitFor();
  const said = (await main.innerText()).split("612 books, 40 chairs and a reading lamp for every table.");
  expect(said, "once").toHaveLength(2);
  const heading = main.getByRole("heading", { name: "What your donations did" });
  const sizeOf = (part: Locator) =>
    part.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const sizes = [await sizeOf(heading), await sizeOf(main.locator(".updates h3"))] as const;
  expect(sizes[1], "one heading, and a title in the size of its text").toBeLessThan(0.8 * sizes[0]);
  expect(await main.getByLabel("Email").count()).toBe(0);
  const [sum, outcome] = [await boxOf(page, ".campaign-progress"), await boxOf(page, ".updates")];
  expect(sum.bottom).toBeLessThanOrEqual(outcome.top);
  expect(outcome.bottom).toBeLessThanOrEqual((await boxOf(page, ".prose")).top);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(page, ".updates")).top).toBeLessThan((await boxOf(page, ".prose")).top);
  const open2 = page.locator(".open-campaigns article");
  expect(await open2.count()).toBe(2);
  expect(await open2.getByRole("link", { name: /^Donate Now/ }).count()).toBe(2);
  const tops = await open2.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size, "in one row").toBe(1);
  await open2.first().scrollIntoViewIfNeeded();
  const blown = open2.locator("img").evaluateAll((all) =>
    all.map((each) => {
      if (!(each instanceof HTMLImageElement)) throw new Error("no picture");
      return Math.max(each.clientWidth / each.naturalWidth, each.clientHeight / each.naturalHeight);
    }),
  );
  for (const times of await blown) expect(times, "enlarged").toBeLessThanOrEqual(1);
  expect((await boxOf(page, ".campaign-side")).bottom).toBeLessThanOrEqual(
    (await boxOf(page, ".open-campaigns")).top,
  );
  expect(await page.locator(".give-bar").count()).toBe(0);
  const [state, story] = [await boxOf(page, ".campaign-closed"), await boxOf(page, ".prose")];
  expect(state.bottom, "the reason comes before the story").toBeLessThanOrEqual(story.top);
  const instead = page.locator(".closed-instead a.button");
  expect(await instead.getAttribute("href"), "an open campaign, beside the reason").toBe(
    await open2.first().getByRole("link").first().getAttribute("href"),
  );
});

test.each(["girls-dormitories", "fun-run-2025"])(
  "the first paint waits for all that is above the story on a phone: %s",
  async (id) => {
    const page = await open(`/campaigns/${id}`, phone);
    const late = await page.locator(".campaign").evaluate((campaign) => {
      const mark = document.querySelector<HTMLLinkElement>("link[rel=expect][blocking=render]");
      const expected = document.querySelector(new URL(mark?.href ?? "").hash);
      const story = campaign.querySelector(".prose");
      if (!expected || !story) throw new Error("no mark or no story");
      const above = [...campaign.querySelectorAll("*")].filter(
        (each) =>
          each.checkVisibility() && each.getBoundingClientRect().bottom <= story.getBoundingClientRect().top,
      );
      return above
        .filter((each) => each.compareDocumentPosition(expected) !== Node.DOCUMENT_POSITION_FOLLOWING)
        .map((each) => each.className || each.tagName);
    });
    expect(late).toEqual([]);
  },
);

test("donors are not asked about cookies while they pay", async () => {
  const page = await open("/campaigns/girls-dormitories/mobile?amount=5000", { width: 360 });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator("[data-consent-banner]").isVisible()).toBe(false);
});

test("with forced colours, choice, progress and buttons can be seen", async () => {
  const page = await openClearedPage(site.url, "/campaigns/girls-dormitories", { javaScript: false });
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, name: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  expect(await style('.choice input[value="5000"] + span', "outline-style")).toBe("solid");
  expect(await style('.choice input[value="1000"] + span', "outline-style")).toBe("none");
  expect(await style(".campaign-progress progress", "border-top-style")).toBe("solid");
  expect(await style(".donation-form button", "border-top-width")).not.toBe("0px");
});

test("a printed campaign has no form", async () => {
  const page = await open("/campaigns/girls-dormitories");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#give").isVisible()).toBe(false);
  for (const asks of [page.locator("#follow-email"), page.getByRole("link", { name: "Report a concern" })])
    expect(await asks.isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
});

test("a list inside an update has its bullets", async () => {
  const page = await open("/campaigns/girls-dormitories", phone);
  const styles = await page
    .locator(".updates > ol > li .update-words")
    .first()
    .evaluate((words) => {
      const list = document.createElement("ul");
      const item = list.appendChild(document.createElement("li"));
      words.append(list);
      const { display, borderLeftWidth } = getComputedStyle(item);
      return [display, borderLeftWidth];
    });
  expect(styles).toEqual(["list-item", "0px"]);
});

test("beside the form a wide screen shows the campaign, and Continue in the first view", async () => {
  const page = await open("/campaigns/student-scholarship/donate", { width: 1280, javaScript: false });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(page, ".donation-form button.wide")).bottom).toBeLessThanOrEqual(800);
  const [panel, card] = [
    await page.locator(".donate .panel").boundingBox(),
    await page.locator(".donate-for").boundingBox(),
  ];
  expect(card?.x).toBeGreaterThan((panel?.x ?? Infinity) + (panel?.width ?? 0));
  expect(await page.locator(".donate-for progress").isVisible()).toBe(true);
  const small = await open("/campaigns/student-scholarship/donate", phone);
  expect(await small.locator(".donate-for").isVisible()).toBe(false);
});

test("the limit of mobile money is not said to who pays by card", async () => {
  const page = await open("/campaigns/girls-dormitories/donate", phone);
  await page.getByText("Card and other ways to pay").click();
  const limit = page.getByText(/in one mobile money transaction/);
  expect(await limit.isVisible()).toBe(true);
  await page.getByRole("radio", { name: /^Card/ }).check({ force: true });
  expect(await limit.isVisible()).toBe(false);
});

test("the fixed amount of a project can be changed", async () => {
  const page = await open("/campaigns/conference-center/mobile?amount=50000", { javaScript: false });
  await page.getByRole("link", { name: "Change the amount" }).click();
  await page.waitForURL(/\/campaigns\/conference-center\?amount=50000#give$/);
  expect(await page.getByRole("textbox", { name: "Other amount" }).inputValue()).toBe("50000");
  const zakat = await open("/campaigns/zakat/mobile?amount=50000", { javaScript: false });
  expect(await zakat.getByRole("link", { name: "Change the amount" }).count()).toBe(0);
});

test("a fund's own photograph fills the frames of the drawings", async () => {
  const frames =
    ".campaign-picture img, .card-picture img, .featured img, .outcomes img, .project-picture img";
  const paths = [
    ...["/", "/campaigns", "/campaigns?category=zakat"],
    ...["/campaigns/girls-dormitories", "/campaigns/fun-run-2025"],
    ...["/infrastructure", "/infrastructure/dormitories"],
  ];
  const page = await open("/about", { stillness: true });
  const measured = async () => {
    const boxes: [string, number, number][] = [];
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await page.goto(path);
        const sizes = await page.locator(frames).evaluateAll((all) =>
          Promise.all(
            all.map(async (each) => {
              if (!(each instanceof HTMLImageElement)) throw new Error("no picture");
              each.loading = "eager";
              await each.decode();
              return [each.clientWidth, each.clientHeight, each.naturalWidth, each.naturalHeight] as const;
            }),
          ),
        );
        boxes.push(...sizes.map(([wide, high]): [string, number, number] => [path, wide, high]));
        naturals.push(...sizes.map(([, , wide, high]) => wide / high));
      }
    }
    return boxes;
  };
  const naturals: number[] = [];
  const drawn = await measured();
  expect(drawn.length).toBeGreaterThan(20);
  const photograph = await sharp({ create: { width: 300, height: 900, channels: 3, background: "#567" } })
    .jpeg()
    .toBuffer();
  await page.route("**/media/**", (route) => route.fulfill({ body: photograph, contentType: "image/jpeg" }));
  naturals.length = 0;
  expect(await measured()).toEqual(drawn);
  for (const ratio of naturals) expect(ratio, "a high photograph is shown").toBeCloseTo(1 / 3);
});

// Last, because it takes a picture away.
test("a campaign without a picture has its title on a cover", async () => {
  await onDatabase(site.databaseUrl, "update campaigns set image = null where id = 'cash-waqfu'");
  for (const width of [360, 1280] as const) {
    const page = await open("/campaigns/cash-waqfu", { ...phone, width });
    const cover = page.locator(".campaign-cover");
    expect(await cover.getByRole("heading", { level: 1 }).innerText()).toBe("Cash waqfu");
    expect(await page.locator(".campaign .picture-missing").count()).toBe(0);
    const pattern = cover.evaluate((each) => getComputedStyle(each, "::before").backgroundImage);
    expect(await pattern, "the star is only in the hero and the footer").toBe("none");
    const { top, bottom } = await boxOf(page, ".campaign-cover");
    expect(bottom - top, "no higher than a picture").toBeLessThanOrEqual(width === 360 ? 240 : 330);
    const [sign, title] = [await cover.locator("> .sign").boundingBox(), await boxOf(page, "h1")];
    expect((sign?.y ?? Infinity) + (sign?.height ?? 0)).toBeLessThanOrEqual(title.top);
    await expectFits(page);
  }
  const list = await open("/campaigns?category=registered-waqfu", phone);
  expect(await list.locator(".card-picture > .sign").isVisible()).toBe(true);
});
