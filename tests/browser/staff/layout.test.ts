import { expect, test } from "vitest";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { openDesk } from "#tests/support/browser/desk.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const { db, donation, openAs, submitted } = await openDesk();

test("a donation takes three lines on a phone and two on a laptop", async () => {
  await donation(true);
  for (const [width, tallest] of [
    [360, 120],
    [1280, 57],
  ] as const) {
    const page = await openAs("juma", "/admin/donations", { width });
    const row = page.locator(".list tbody tr").first();
    const { height = 0 } = (await row.boundingBox()) ?? {};
    expect(height, `${width}`).toBeGreaterThan(30);
    expect(height, `${width}`).toBeLessThan(tallest);
  }
});

test.each([1024, 1280] as const)("lists fit %i px without cutting an amount", async (width) => {
  await donation(true);
  for (const path of ["/admin/donations", "/admin/campaigns"]) {
    const page = await openAs("juma", path, { width });
    await expectFits(page);
    const cut = page
      .locator(".list td[data-figure=true]")
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(await cut, path).toBe(0);
    for (const narrow of await page.locator(".row-narrow").all())
      expect(await narrow.isVisible()).toBe(false);
  }
});

test.each(["light", "dark"] as const)("bars to compare with stand out in the %s theme", async (theme) => {
  const page = await openAs("juma", "/admin/figures", { theme, width: 1280 });
  const contrast = await page
    .locator(".chart-legend li:nth-child(2)")
    .first()
    .evaluate((legend) => {
      const paint = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      const luminance = (color: string) => {
        if (paint === null) return NaN;
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((level) =>
          level <= 10 ? level / 3294.6 : ((level / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const card = legend.closest(".staff-card") ?? legend;
      const both = [getComputedStyle(card), getComputedStyle(legend, "::before")].map((style) =>
        luminance(style.backgroundColor),
      );
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    });
  expect(contrast).toBeGreaterThanOrEqual(3);
});

test("the heading and the first data of a staff page are near its top", async () => {
  await donation(true);
  for (const [width, heading, first] of [
    [360, 110, 460],
    [768, 130, 340],
    [1280, 130, 330],
  ] as const) {
    const page = await openAs("juma", "/admin/donations", { width });
    expect((await page.locator("h1").boundingBox())?.y, `h1 at ${width}`).toBeLessThan(heading);
    const row = page.locator(".list tbody tr").first();
    expect((await row.boundingBox())?.y, `first row at ${width}`).toBeLessThan(first);
  }
});

test("a donation's closed actions follow its history on a phone, and are beside it on a laptop", async () => {
  const { donation_id: id } = await donation(true);
  const topOf = async (width: 360 | 1280, what: string) => {
    const page = await openAs("juma", `/admin/donations/${id}`, { width });
    expect(await page.locator(".action-rows details[open]").count()).toBe(0);
    return (await page.locator(what).boundingBox())?.y ?? 0;
  };
  expect(await topOf(360, "#trail")).toBeLessThan(await topOf(360, "#ask"));
  expect(await topOf(360, ".to-actions")).toBeLessThan(300);
  expect(await topOf(1280, "#ask")).toBeLessThan(300);
});

test("a review has even checks, one row of terms, and its decisions in the first view", async () => {
  const page = await openAs("juma", await submitted(), { width: 1280 });
  const boxesOf = (what: string) =>
    page.locator(what).evaluateAll((found) =>
      found.map((each) => {
        const { top, bottom, left, width } = each.getBoundingClientRect();
        return { top, bottom, left, width };
      }),
    );
  const checks = await boxesOf("#approval .check");
  expect(checks.length).toBe(5);
  const gaps = checks.slice(1).map(({ top }, at) => Math.round(top - (checks[at]?.bottom ?? 0)));
  expect(gaps).toEqual([12, 12, 12, 12]);
  const inputs = await boxesOf("#approval .check input");
  for (const [at, { top }] of inputs.entries()) expect(top - (checks[at]?.top ?? 0)).toBeLessThan(4);
  const terms = await boxesOf(".approval-terms > .field");
  expect(terms.length).toBe(3);
  expect(new Set(terms.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
  const labels = await boxesOf(".approval-terms label");
  expect(new Set(labels.map(({ top }) => top)).size, "labels in one line").toBe(1);
  const colours = await page
    .locator(".verdict > summary")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
  expect(new Set(colours).size, "only the approval is green").toBe(2);
  expect(colours[1]).toBe(colours[2]);
  const [panel] = await boxesOf("#approval");
  expect(panel?.width).toBeGreaterThanOrEqual(340);
  const decisions = await boxesOf(
    "#approval .staff-actions .button, form:not(#approval) > .verdict > summary",
  );
  expect(decisions.length).toBe(3);
  for (const { bottom } of decisions) expect(bottom).toBeLessThanOrEqual(800);
  const column = page.locator(".judging > :last-child");
  expect(await column.evaluate((each) => getComputedStyle(each).overflowY), "no scroll inside").toBe(
    "visible",
  );
  expect(await page.locator(".decision-foot").isVisible()).toBe(false);
});

test("the decisions about a message are side by side on a laptop", async () => {
  await messageToApprove();
  const page = await openAs("juma", "/admin/support-messages", { width: 1280 });
  await expectFits(page);
  const boxes = await page
    .locator(".list tbody tr:first-child .row-actions .button")
    .evaluateAll((found) => found.map((each) => each.getBoundingClientRect().toJSON()));
  expect(boxes.map(({ height }) => height)).toEqual([36, 36]);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
});

test("a campaign without a picture has a row like the others", async () => {
  await campaign(db, { title: "Books for the reading room" });
  const wide = await openAs("juma", "/admin/campaigns", { width: 1280 });
  const placeholder = wide.locator(".list .picture-missing").first();
  const { width, height } = (await placeholder.boundingBox()) ?? {};
  expect([width, height]).toEqual([56, 42]);
  const heights = await wide
    .locator(".list tbody tr")
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
  const phone = await openAs("juma", "/admin/campaigns", { width: 360 });
  expect(await phone.locator(".list .picture-missing").first().isVisible()).toBe(false);
});

test("a notice of one line is no taller than its text and margin", async () => {
  const page = await openAs("juma", await submitted(), { width: 1280 });
  await page.locator("summary", { hasText: "Reject" }).click();
  await page.getByRole("textbox", { name: "Reason", exact: true }).fill("It is a loan.");
  await page.getByRole("button", { name: "Reject submission" }).click();
  const notice = page.locator(".toast");
  await notice.waitFor();
  const room = await notice.evaluate((toast) => {
    const text = toast.querySelector("p")?.getBoundingClientRect();
    const { top, bottom } = toast.getBoundingClientRect();
    return text && { above: text.top - top, below: bottom - text.bottom };
  });
  expect(Math.round(room?.below ?? 99)).toBe(Math.round(room?.above ?? 0));
});

test("an email under a donor's name is whole at 1280 px", async () => {
  const donor = { donor_name: "Mwanaidi Salum", donor_email: "mwanaidi.salum@chuoni.example" };
  await complete(db, await pendingDonation(db, { to: "conference-center", donation: donor }));
  const page = await openAs("juma", "/admin/donations", { width: 1280 });
  const row = page.locator(".list tbody tr", { hasText: "mwanaidi.salum" }).first();
  const email = row.locator("th small");
  expect(await email.isVisible()).toBe(true);
  expect(await email.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  expect((await row.boundingBox())?.height).toBeLessThan(57);
});

test.each([1280, 1920] as const)("donations are in even rows of one grid at %i px", async (width) => {
  const given = async (donor: { donor_name?: string; donor_email?: string }, network: "Mpesa" | "Tigo") => {
    const begun = await pendingDonation(db, { to: "conference-center", donation: donor });
    await db.updateTable("payments").set({ network }).where("id", "=", begun.paymentId).execute();
    await complete(db, begun);
  };
  await given({ donor_name: "Salum Bakari" }, "Mpesa");
  await given({ donor_name: "Zuhura Ally", donor_email: "zuhura.ally@chuoni.example" }, "Mpesa");
  await given({ donor_name: "Idd Omari" }, "Tigo");
  const page = await openAs("juma", "/admin/donations", { width });
  const rows = await page.locator(".list tbody tr").evaluateAll((found) =>
    found.slice(0, 3).map((row) => {
      const { top, height } = row.getBoundingClientRect();
      const cells = [...row.children];
      const words = cells.flatMap((cell) => [...cell.querySelectorAll("a, small, td > span[title]")]);
      return {
        height: Math.round(height),
        firstLines: ["th a", ".amount", ".status", "time"].map((what) =>
          Math.round((row.querySelector(what)?.getBoundingClientRect().top ?? NaN) - top),
        ),
        margins: words.map((each) => {
          const box = each.getBoundingClientRect();
          return box.height === 0 ? 8 : Math.min(box.top - top, top + height - box.bottom);
        }),
        cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
      };
    }),
  );
  const [first] = rows;
  expect(rows.length).toBe(3);
  for (const { height, firstLines, margins, cut } of rows) {
    expect(height).toBe(first?.height);
    expect(firstLines).toEqual(first?.firstLines);
    expect(Math.min(...margins), "room above and below the words").toBeGreaterThanOrEqual(8);
    expect(cut).toBe(0);
  }
  expect(await page.getByText("(Mixx by Yas)", { exact: true }).first().isVisible()).toBe(true);
});

test("the cells of a donation share one line, and its export looks like a button", async () => {
  const { donation_id: id } = await donation(true);
  const page = await openAs("asha", "/admin/donations", { width: 1280 });
  const row = page.locator(`tr[data-item="${id}"]`);
  await row.waitFor();
  const ends = await row.evaluate((each) =>
    [...each.querySelectorAll("th a, .amount, td > span[title], .status, time")].map((part) => {
      const mark = document.createElement("span");
      mark.style.display = "inline-block";
      part.prepend(mark);
      const { bottom } = mark.getBoundingClientRect();
      mark.remove();
      return Math.round(bottom);
    }),
  );
  expect(ends.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...ends) - Math.min(...ends), ends.join(" ")).toBeLessThanOrEqual(1);
  const colours = await page
    .locator("body, .list-export button")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
  expect(new Set(colours).size, colours.join(", ")).toBe(1);
});

test("a laptop shows a submission's decision beside it, open", async () => {
  const page = await openAs("juma", await submitted(), { width: 1280 });
  await expectFits(page);
  const [content, verdict, tick] = [
    await page.locator('[aria-labelledby="submitted"]').boundingBox(),
    await page.locator(".review-forms").boundingBox(),
    await page.locator(".verdict .check").first().boundingBox(),
  ];
  expect(verdict?.x).toBeGreaterThanOrEqual((content?.x ?? Infinity) + (content?.width ?? 0));
  expect(tick?.height, "the checklist is open").toBeGreaterThan(0);
  expect((tick?.y ?? Infinity) + (tick?.height ?? 0)).toBeLessThan(800);
  const summary = page.locator(".review-forms > :first-of-type > .verdict > summary");
  expect(await summary.evaluate((each) => getComputedStyle(each).pointerEvents)).toBe("none");
});

test("the labels of a chart are beside its bars", async () => {
  await donation(true);
  const page = await openAs("juma", "/dashboard", { width: 360 });
  const scale = await page.locator(".chart-scale").boundingBox();
  const plot = await page.locator(".chart-plot").boundingBox();
  expect((scale?.x ?? 0) + (scale?.width ?? 0)).toBeLessThan(plot?.x ?? 0);
});

async function messageToApprove(): Promise<void> {
  const shown = { is_shown: true, message: "In memory of our teacher.", donor_name: "Salma" };
  await complete(db, await pendingDonation(db, { to: "conference-center", donation: shown }));
}

test.each([
  { width: 360, javaScript: false },
  { width: 1280, javaScript: true },
] as const)("a press anywhere on a row opens it at $width px", async (look) => {
  await donation(true);
  const page = await openAs("juma", "/admin/donations", look);
  const row = page.locator(".list tbody tr").first();
  const address = (await row.getByRole("link").first().getAttribute("href")) ?? "";
  const { x, y, width, height } = (await row.locator(".status").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForURL(`**${address}`);
});

test("a selection in a row and a second control of a row open nothing", async () => {
  const page = await openAs("juma", "/admin/campaigns", { width: 1280 });
  const row = page.locator(".list tbody tr").first();
  await row.getByRole("button").first().click();
  await row.locator(".row-menu").waitFor();
  await page.keyboard.press("Escape");
  const amount = row.locator(".amount").first();
  const box = (await amount.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).not.toBe("");
  expect(new URL(page.url()).pathname).toBe("/admin/campaigns");
});

test("the statuses of every day are above the donations, and open no filters", async () => {
  await donation(true);
  const page = await openAs("juma", "/admin/donations", { width: 360 });
  const label = await page.getByText("Search donations", { exact: true }).boundingBox();
  expect(label?.height ?? Infinity, "one line").toBeLessThan(32);
  const tabs = page.getByRole("navigation", { name: "Shown donations" });
  await tabs.getByRole("link", { name: "Failed" }).click();
  await tabs.locator("[aria-current=true]").filter({ hasText: "Failed" }).waitFor();
  expect(await page.getByLabel("Provider").isVisible()).toBe(false);
  await tabs.getByRole("link", { name: "All" }).click();
  await page.locator(".list").waitFor();
  const sort = page.locator(".list thead tr");
  expect(await sort.evaluate((row) => getComputedStyle(row, "::before").content)).toContain("Sort by");
});

test("no head of the list of people breaks at 1280 px", async () => {
  const page = await openAs("asha", "/admin/people", { width: 1280 });
  const heads = await page
    .locator(".list thead th")
    .evaluateAll((all) =>
      all.map((each) => each.clientHeight - parseFloat(getComputedStyle(each).paddingTop) * 2),
    );
  expect(heads.length).toBeGreaterThan(4);
  expect(Math.max(...heads)).toBeLessThan(30);
});

test.each(["/dashboard", "/admin/figures"])("the chart of %s fills its card at 1920 px", async (path) => {
  await donation(true);
  const page = await openAs("juma", path, { width: 1920 });
  const room = await page
    .locator(".chart")
    .first()
    .evaluate((chart) => {
      const { right = 0 } = chart.parentElement?.getBoundingClientRect() ?? {};
      const padding = parseFloat(getComputedStyle(chart.closest(".staff-card") ?? chart).paddingRight);
      return (
        (chart.closest(".staff-card")?.getBoundingClientRect().right ?? right) -
        padding -
        chart.getBoundingClientRect().right
      );
    });
  expect(room).toBeLessThan(4);
});

test("the hint of an amount takes one line in the open filters of a laptop", async () => {
  const page = await openAs("juma", "/admin/donations?amount=7", { width: 1280 });
  expect((await page.locator("#amount-hint").boundingBox())?.height).toBeLessThan(30);
});

test("a message never covers the forms beside a donation entered by hand", async () => {
  const { donation_id: id } = await donation(true);
  const page = await openAs("juma", `/admin/donations/${id}`, { width: 1280 });
  await page.getByText("Add a note", { exact: true }).click();
  await page.getByLabel("Note").fill("Called the donor.");
  await page.getByRole("button", { name: "Add note" }).click();
  const message = await page.locator(".toast").boundingBox();
  const forms = await page.locator(".action-rows").boundingBox();
  expect((message?.x ?? 9999) + (message?.width ?? 0)).toBeLessThanOrEqual(forms?.x ?? 0);
});

test("the system status begins with a missing backup", async () => {
  const page = await openAs("juma", "/admin/health", { width: 1280 });
  const top = async (heading: string) => (await page.locator(heading).boundingBox())?.y ?? Infinity;
  expect(await top("#alarms")).toBeLessThan(await top("#machine"));
  for (const later of ["#jobs", "#providers", "#promises"])
    expect(await top("#machine"), later).toBeLessThan(await top(later));
  const [first] = await page.locator('[aria-labelledby="machine"] dt').allInnerTexts();
  expect(first).toBe("Last backup");
});

test("messages of support are filtered by status, and approving is the main button", async () => {
  await messageToApprove();
  const page = await openAs("juma", "/admin/support-messages", { width: 1280 });
  await page.getByLabel("Status").selectOption("Waiting");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**status=waiting*");
  const row = page.locator(".list tbody tr").first();
  const isQuiet = (name: string) =>
    row.getByRole("button", { name }).evaluate((each) => each.classList.contains("quiet"));
  expect([await isQuiet("Approve"), await isQuiet("Hide")]).toEqual([false, true]);
  const waiting = await page.locator(".list tbody tr").count();
  await row.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => page.locator(".list tbody tr").count()).toBe(waiting - 1);
  expect(new URL(page.url()).search).toBe("?status=waiting");
});
