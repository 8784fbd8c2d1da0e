import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectFits, looks } from "#tests/support/browser/accessibility.ts";
import type { Look } from "#tests/support/browser/open.ts";
import { reportedDonation, scriptedProvider, readDonationState } from "#tests/support/donations/begin.ts";
import { staffPages } from "#tests/support/browser/staff-pages.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { db } = site;
const provider = scriptedProvider();
const { open } = staffPages(site);

beforeAll(async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  await makePerson(site.databaseUrl, "asha", "admin");
  await makePerson(site.databaseUrl, "neema", "admin");
  await makePerson(site.databaseUrl, "mwandaaji", "organizer");
});

const donation = (paid: boolean) =>
  reportedDonation(db, provider, "conference-center", paid ? {} : { amount: 9_999n });

const openAs = (name: string, path: string, look: Look = {}) =>
  open(name, path, {
    ...(look.javaScript === false && { expected: /failed: csp/ }),
    stillness: false,
    ...look,
  });

/** Reaches a control by keyboard and presses it. */
async function press(page: Page, name: string) {
  const control = page.getByRole("button", { name, exact: true });
  await control.focus();
  await page.keyboard.press("Enter");
}

test.each([true, false])(
  "a refund goes from one person to another by keyboard (script: %s)",
  async (javaScript) => {
    const { donation_id: id, externalId } = await donation(true);
    const first = await openAs("juma", `/admin/donations/${id}/refund`, { javaScript });
    await first.getByLabel("Reason", { exact: true }).fill("given twice");
    await first.getByLabel("Refund reference").fill("RF-1");
    await press(first, "Request approval");
    await first.waitForURL("**/admin/approvals/*");
    const { pathname } = new URL(first.url());
    expect(await first.getByRole("button", { name: "Approve" }).count()).toBe(0);

    const second = await openAs("asha", pathname, { javaScript });
    await press(second, "Approve");
    await second.getByText("Approved by asha").waitFor();
    expect(await readDonationState(db, externalId)).toMatchObject({ reversed: true });
  },
);

test("a case closes with a reason, and a missing one is reported", async () => {
  await donation(false);
  const page = await openAs("juma", "/admin/cases", { expected: /status of 400/ });
  await page.getByRole("link", { name: "Amounts or references differ" }).first().click();
  await page.getByRole("heading", { level: 1, name: "TSh 9,999 paid, TSh 10,000 requested" }).waitFor();
  expect(await page.getByRole("button", { name: "Close: no action needed" }).count()).toBe(0);
  await press(page, "Close: money not received");
  await page.getByRole("alert").getByText("Enter a reason for your decision").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("error-summary");
  await page.getByLabel("Reason", { exact: true }).fill("not on the statement");
  await press(page, "Close: money not received");
  await page.getByText("Money not received: decided by juma").waitFor();
});

test.each([true, false])("a statement is previewed, imported and undone (script: %s)", async (javaScript) => {
  const { reference, provider_reference: theirs } = await donation(true);
  const page = await openAs("juma", "/admin/reconciliation", { javaScript });
  await page.getByLabel("File").setInputFiles({
    name: "november.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      `Transaction ID,External Id,Amount,Status\n${theirs},${reference},10000,success\nTotal,,x,done\n`,
    ),
  });
  await press(page, "Preview file");
  await page.getByText("Line 3: the amount cannot be read").waitFor();
  await page.reload();
  await page.getByText("Nothing changes until you import the file.").waitFor();
  await press(page, "Import 1 payment");
  await page.getByText("Statement imported").waitFor();
  await page.getByRole("link", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await page.getByText("Import undone").waitFor();
});

test("the menu folds on a narrow screen and opens without script", async () => {
  const page = await openAs("asha", "/dashboard", { width: 360, javaScript: false });
  const link = page.getByRole("link", { name: "Reconciliation" });
  expect(await link.isVisible()).toBe(false);
  await page.getByText("Menu", { exact: true }).click();
  await link.click();
  await page.waitForURL("**/admin/reconciliation");
});

test("labels of a narrow list end before their values", async () => {
  const page = await openAs("juma", "/admin/health", { width: 360 });
  const labels = await page.locator(".list tbody td[data-figure=true]").evaluateAll((cells) =>
    cells.map((cell) => {
      const { columnGap, gridTemplateColumns } = getComputedStyle(cell);
      const label = getComputedStyle(cell, "::before");
      const measure = document.createElement("span");
      measure.textContent = cell.getAttribute("data-head");
      for (const name of ["font-size", "font-family", "white-space"])
        measure.style.setProperty(name, label.getPropertyValue(name));
      measure.style.setProperty("display", "block");
      measure.style.setProperty("width", gridTemplateColumns.split(" ")[0] ?? "0");
      cell.append(measure);
      const over = measure.scrollWidth - measure.clientWidth - parseFloat(columnGap);
      measure.remove();
      return over;
    }),
  );
  expect(labels.length).toBeGreaterThan(0);
  for (const over of labels) expect(over).toBeLessThanOrEqual(0);
});

test("a donation takes three lines on a phone and one on a laptop", async () => {
  await donation(true);
  for (const [width, tallest] of [
    [360, 120],
    [1280, 42],
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

async function submitted(): Promise<string> {
  const headers = { Cookie: await signIn(site, "mwandaaji") };
  const sent = await postForm(site, "/organizer/new", { ...submissionFields(), do: "submit" }, headers);
  return `/admin/submissions/${sent.headers.location?.split("/").at(-1)}`;
}

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

test.each([true, false])(
  "a link of a review opens the form with the reason (script: %s)",
  async (javaScript) => {
    const page = await openAs("juma", await submitted(), { width: 360, javaScript });
    const reason = page.getByRole("textbox", { name: "Reason", exact: true });
    expect(await reason.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Reject" }).click();
    await reason.fill("It is a loan.");
    await page.getByRole("button", { name: "Reject submission" }).click();
    await page.getByText("Rejected.", { exact: true }).waitFor();
  },
);

async function messageToApprove(): Promise<void> {
  const shown = { is_shown: true, message: "In memory of our teacher.", donor_name: "Salma" };
  await complete(db, await pendingDonation(db, { to: "conference-center", donation: shown }));
}

test("the whole navigation of an admin fits a window that is 900px high", async () => {
  const page = await open("asha", "/admin/health", { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 900 });
  const hidden = await page
    .getByRole("navigation", { name: "Staff area" })
    .evaluate((nav) => nav.scrollHeight - nav.clientHeight);
  expect(hidden).toBe(0);
});

test("the staff menu begins with the dashboard, and ends at the foot of a short page", async () => {
  const page = await openAs("asha", "/admin/payment-stops", { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 1100 });
  const first = page.getByRole("navigation", { name: "Staff area" }).getByRole("list").first();
  expect((await first.innerText()).trim()).toBe("Dashboard");
  expect(await first.getAttribute("aria-label"), "no heading").toBeNull();
  const foot = await page.locator(".staff-places").evaluate((each) => each.getBoundingClientRect().bottom);
  expect(foot).toBe(1100);
});

test("no entry of the navigation moves when it becomes the current one", async () => {
  const page = await openAs("juma", "/dashboard", { width: 1280 });
  const widths = () =>
    page
      .locator(".place-label")
      .evaluateAll((labels) => labels.map((each) => each.getBoundingClientRect().width));
  const before = await widths();
  await page.getByRole("link", { name: "Messages of support" }).click();
  await page.getByRole("heading", { level: 1, name: "Messages of support" }).waitFor();
  expect(await page.locator('.staff-places [aria-current="page"]').innerText()).toContain("Messages");
  expect(await widths()).toEqual(before);
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

test.each([320, 360] as const)("a campaign's figures never leave its card at %i px", async (width) => {
  const page = await openAs("juma", "/admin/campaigns", { width });
  await expectFits(page);
  const over = page.locator(".list tbody tr").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { right } = row.getBoundingClientRect();
      return [...row.querySelectorAll(".amount, .row-funded > span, .status")]
        .map((each) => each.getBoundingClientRect().right - right)
        .filter((past) => past > 0);
    }),
  );
  expect(await over).toEqual([]);
});

test.each([320, 360, 412] as const)("no figure of a campaign covers another at %i px", async (width) => {
  const goal = { goal_amount: 25_000_000n, status: "completed" } as const;
  const id = await campaign(db, { title: "Solar panels for the library", ...goal });
  await complete(db, await pendingDonation(db, { to: id, amount: 25_000_000n }));
  const page = await openAs("juma", "/admin/campaigns?q=Solar", { width });
  const covered = await page.locator(".list tbody tr").evaluateAll((rows) =>
    rows.flatMap((row) => {
      // The words themselves, because they can leave the box that holds them.
      const boxes = [...row.querySelectorAll(".amount, .row-funded > span, .status")].map((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        return words.getBoundingClientRect();
      });
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              one.right > other.left &&
              other.right > one.left &&
              one.bottom > other.top &&
              other.bottom > one.top,
          )
          .map((other) => [one.left, one.right, other.left, other.right]),
      );
    }),
  );
  expect(covered).toEqual([]);
});

test("on a phone, a donor's address is readable in the list of donations", async () => {
  const contact = { donor_name: "Rehema Mwinyimkuu", donor_email: "rehema.mwinyimkuu@donors.example" };
  await pendingDonation(db, { to: "conference-center", donation: contact });
  const page = await openAs("juma", "/admin/donations?q=Mwinyimkuu", { width: 360 });
  const isWhole = await page
    .locator(".list tbody tr", { hasText: contact.donor_name })
    .locator(".row-kept")
    .evaluateAll((found) => found.map((each) => each.clientHeight > 0 && each.clientHeight < 20));
  expect(isWhole).toEqual([true]);
});

test("on a phone, a team member has one line of buttons of 44 px", async () => {
  const page = await openAs("juma", "/admin/team", { width: 360 });
  await expectFits(page);
  const rows = await page
    .locator(".team-list")
    .first()
    .getByRole("listitem")
    .evaluateAll((found) =>
      found.map((row) => ({
        height: row.getBoundingClientRect().height,
        portrait: row.querySelector(".team-portrait")?.getBoundingClientRect().width,
        buttons: [...row.querySelectorAll("button.icon-button")].map((each) => {
          const { top, width, height } = each.getBoundingClientRect();
          return { top, width, height };
        }),
      })),
    );
  expect(rows.length).toBeGreaterThan(2);
  for (const { height, portrait, buttons } of rows) {
    expect(height).toBeLessThan(90);
    expect(portrait).toBe(40);
    expect(buttons.map(({ width, height }) => [width, height])).toEqual([...Array(3)].map(() => [44, 44]));
    expect(new Set(buttons.map(({ top }) => top)).size).toBe(1);
  }
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

test("on a phone, an email address that staff look for has a row of its own", async () => {
  const page = await openAs("juma", "/admin/mail", { width: 360 });
  expect((await page.getByLabel("To", { exact: true }).boundingBox())?.width).toBeGreaterThan(250);
});

test.each(["/admin/cases", "/admin/approvals"])(
  "on a phone, the filters of %s and their button are one row",
  async (path) => {
    const page = await openAs("juma", path, { width: 360 });
    const bottoms = await page
      .locator(".list-filter-main :is(.field-box, .field > select, .button)")
      .evaluateAll((found) => found.map((each) => Math.round(each.getBoundingClientRect().bottom)));
    expect(bottoms.length).toBe(3);
    expect(new Set(bottoms).size).toBe(1);
  },
);

test("on a tablet, the dashboard's sums are beside each other", async () => {
  const page = await openAs("juma", "/dashboard", { width: 768 });
  const tops = await page
    .locator(".staff-figures")
    .first()
    .locator("li")
    .evaluateAll((items) => items.map((each) => each.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
});

test("an email under a donor's name is whole at 1280 px", async () => {
  const donor = { donor_name: "Mwanaidi Salum", donor_email: "mwanaidi.salum@chuoni.example" };
  await complete(db, await pendingDonation(db, { to: "conference-center", donation: donor }));
  const page = await openAs("juma", "/admin/donations", { width: 1280 });
  const row = page.locator(".list tbody tr", { hasText: "mwanaidi.salum" }).first();
  const email = row.locator("th small");
  expect(await email.isVisible()).toBe(true);
  expect(await email.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  expect((await row.boundingBox())?.height).toBeLessThan(42);
});

test("the navigation marks the editors as the place of an editor", async () => {
  const page = await openAs("juma", "/admin/hero", { width: 1280 });
  const current = page.locator(".staff-places [aria-current]");
  expect(await current.allInnerTexts()).toEqual(["Editors"]);
  await page.goto(`${site.url}/admin/cases`);
  expect(await current.allInnerTexts()).toEqual(["Cases"]);
});

test("on a phone, each fact of a donation is beside its name", async () => {
  const { donation_id: id } = await donation(true);
  const page = await openAs("juma", `/admin/donations/${id}`, { width: 360 });
  await expectFits(page);
  const facts = await page.locator(".staff-facts > div").evaluateAll((found) =>
    found.map((fact) => {
      const [name, text] = [...fact.children].map((each) => each.getBoundingClientRect());
      return {
        past: name?.right ?? Infinity,
        from: text?.left ?? 0,
        down: (text?.top ?? 99) - (name?.top ?? 0),
      };
    }),
  );
  expect(facts.length).toBeGreaterThan(5);
  for (const { past, from, down } of facts) {
    expect(from).toBeGreaterThanOrEqual(past);
    expect(Math.abs(down)).toBeLessThan(8);
  }
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

test("on a phone, staff sign out in the menu", async () => {
  const page = await openAs("juma", "/admin/donations", { width: 360, javaScript: false });
  const button = page.getByRole("button", { name: "Sign Out" });
  expect(await button.count()).toBe(0);
  await page.getByText("Menu", { exact: true }).click();
  expect(await button.count()).toBe(1);
  expect(await button.isVisible()).toBe(true);
});

test("on a phone, the names of the jobs are whole", async () => {
  const page = await openAs("juma", "/admin/health", { width: 360 });
  const names = page.locator('[aria-labelledby="jobs"] tbody th');
  await page.locator('[aria-labelledby="jobs"] summary').click();
  expect(await names.count()).toBeGreaterThan(10);
  const cut = names.evaluateAll(
    (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
  );
  expect(await cut).toBe(0);
});

test("on a phone, a link leads from an editor to its preview", async () => {
  const page = await openAs("juma", "/admin/hero", { width: 360 });
  const link = page.getByRole("link", { name: "See the preview" });
  expect((await link.boundingBox())?.y).toBeLessThan(300);
  await link.click();
  await expect.poll(async () => (await page.locator("#preview").boundingBox())?.y).toBeLessThan(200);
});

test("on a phone, a campaign's whole title is beside its menu, above a full-width bar", async () => {
  const page = await openAs("juma", "/admin/campaigns", { width: 360 });
  const rows = await page.locator(".list tbody tr").evaluateAll((found) =>
    found.map((row) => {
      const boxOf = (what: string) => row.querySelector(what)?.getBoundingClientRect();
      const title = row.querySelector("th a");
      return {
        title: title?.getBoundingClientRect(),
        isCut: [title?.parentElement, title?.closest("th")].some(
          (box) => box && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth),
        ),
        menu: boxOf(".row-menu-button"),
        amount: boxOf(".amount"),
        status: boxOf(".status"),
        bar: boxOf(".row-progress"),
      };
    }),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ bar }) => bar !== undefined).length).toBeGreaterThan(3);
  for (const { title, isCut, menu, amount, status, bar } of rows) {
    expect(isCut).toBe(false);
    expect(title?.left).toBe(amount?.left);
    expect(menu?.top).toBeLessThan(title?.bottom ?? 0);
    expect(amount?.top).toBeGreaterThanOrEqual(title?.bottom ?? Infinity);
    expect(status?.top).toBeGreaterThanOrEqual(menu?.bottom ?? Infinity);
    expect(status?.top).toBeLessThan(amount?.bottom ?? 0);
    if (bar) expect([bar.left, bar.right]).toEqual([title?.left, menu?.right]);
  }
});

test("on a phone, an editor's first field and its save buttons are in the first view", async () => {
  for (const path of ["campaigns/conference-center", "campaigns/zakat", "hero"]) {
    const page = await openAs("juma", `/admin/${path}`, { width: 360 });
    const field = page.locator(".editor-fields input").first();
    expect((await field.boundingBox())?.y, path).toBeLessThan(330);
    const bar = page.locator(".editor-actions");
    const bottom = async () => {
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
      return y + height;
    };
    const height = page.viewportSize()?.height;
    expect(await bottom(), path).toBe(height);
    await page.locator(".editor-fields :is(input, textarea)").nth(8).focus();
    expect(await bottom(), path).toBe(height);
  }
});

test("on a phone, the save buttons of an editor never cover the focused field", async () => {
  const page = await openAs("juma", "/admin/campaigns/conference-center", { width: 360, stillness: true });
  const fields = page.locator(".editor-fields :is(input, textarea, select)");
  await fields.first().focus();
  // Chromium scrolls to the caret of a long text, not to the end of its box.
  const overlap = () =>
    page.evaluate(() => {
      const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      const bar = document.querySelector(".editor-actions")?.getBoundingClientRect();
      return Math.min(bottom, top + 44) - (bar?.top ?? 0);
    });
  for (let at = 0; at < 16; at++) {
    await page.keyboard.press("Tab");
    await expect.poll(overlap, { message: `field ${at}` }).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
});

test.each([true, false])(
  "on a phone, reconciliation shows a day's figures before any scrolling (script: %s)",
  async (javaScript) => {
    await donation(true);
    const page = await openAs("juma", "/admin/reconciliation", { width: 360, javaScript });
    const figure = page.locator('.list[data-figures] td[data-figure="true"]').first();
    const { y = Infinity, height = 0 } = (await figure.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(640);
    const provider = page.getByLabel("Provider", { exact: true });
    expect(await provider.isVisible()).toBe(false);
    await page.getByText("Filters: AzamPay").click();
    await provider.selectOption("selcom");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL("**provider=selcom**");
    expect(await provider.isVisible()).toBe(true);
  },
);

test("on a phone, open filters end with a button that searches", async () => {
  const page = await openAs("juma", "/admin/donations", { width: 360 });
  await page.getByText("More filters").click();
  const last = page.getByLabel("To", { exact: true });
  const button = page.getByRole("button", { name: "Search", exact: true }).last();
  const [to, below] = [await last.boundingBox(), await button.boundingBox()];
  expect(below?.y).toBeGreaterThan(to?.y ?? Infinity);
  await last.fill("2026-01-31");
  await button.click();
  await page.waitForURL("**to=2026-01-31**");
  await expectFits(page);
});

test("the labels of a chart are beside its bars", async () => {
  await donation(true);
  const page = await openAs("juma", "/dashboard", { width: 360 });
  const scale = await page.locator(".chart-scale").boundingBox();
  const plot = await page.locator(".chart-plot").boundingBox();
  expect((scale?.x ?? 0) + (scale?.width ?? 0)).toBeLessThan(plot?.x ?? 0);
});

test("on a phone, a request, a case and a person are cards of three lines", async () => {
  const { donation_id: id } = await donation(true);
  await donation(false);
  const page = await openAs("asha", `/admin/donations/${id}/refund`, { width: 360 });
  await page.getByLabel("Reason", { exact: true }).fill("given twice");
  await page.getByLabel("Refund reference").fill("RF-7");
  await press(page, "Request approval");
  await page.waitForURL("**/admin/approvals/*");
  for (const path of ["/admin/approvals", "/admin/cases", "/admin/people"]) {
    await page.goto(path);
    const rows = page.locator(".list tbody tr");
    expect(await rows.count(), path).toBeGreaterThan(0);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height, path).toBeLessThan(130);
    await expectFits(page);
  }
  await page.goto("/admin/approvals");
  const request = await page.locator(".list tbody tr").first().innerText();
  expect(request).toMatch(/TSh\s10,000/);
  expect(request).toContain("Conference center");
  expect(request).toContain("asha: given twice");
});

test("on a phone, long names of a chart end in dots, and usual periods are one tap away", async () => {
  await site.db
    .insertInto("visitor_events")
    .values({
      ...{ session_id: "1764000000000-s1", type: "session_start", device: "phone", language: "sw" },
      source: "news.a-very-long-name-of-a-website-that-no-one-reads.example.co.tz",
    })
    .execute();
  await site.db
    .insertInto("visitor_events")
    .values({ session_id: "1764000000000-s1", type: "page_view", path: "/" })
    .execute();
  const page = await openAs("juma", "/admin/visitors", { width: 360 });
  await page.getByRole("img", { name: /^Sources/ }).waitFor();
  const cut = await page.locator(".bar-name").evaluateAll((names) =>
    names
      .filter((name) => name.scrollWidth > name.clientWidth)
      .map((name) => {
        const { overflowX, textOverflow } = getComputedStyle(name);
        return [overflowX, textOverflow];
      }),
  );
  expect(cut).toEqual([["hidden", "ellipsis"]]);
  await expectFits(page);
  await page.getByRole("link", { name: "90 days" }).click();
  await page.getByRole("link", { name: "90 days" }).and(page.locator("[aria-current]")).waitFor();
  expect(await page.getByLabel("By", { exact: true }).inputValue()).toBe("week");
});

test.each(looks)("the desk is accessible at $width px", async (look) => {
  const { donation_id: id } = await donation(true);
  await donation(false);
  const page = await openAs("asha", "/dashboard", { ...look, stillness: true });
  await expectAccessible(page);
  for (const path of [
    `/admin/donations/${id}/refund`,
    `/admin/donations/${id}/move`,
    "/admin/health",
    "/admin/figures",
    "/admin/cases",
    "/admin/reconciliation",
    "/admin/reconciliation?provider=selcom",
    "/admin/approvals",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto("/admin/cases");
  await page.getByRole("rowheader").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Decide" }).waitFor();
  await expectAccessible(page);
});

test("a phone's list of the team has each role in full", async () => {
  const role = "Chairperson of the advisory council, and dean of the faculty of agriculture";
  await db.updateTable("team_members").set({ role }).execute();
  const page = await openAs("asha", "/admin/team", { width: 360 });
  const cut = await page
    .locator(".team-list small")
    .evaluateAll((all) => all.map((each) => each.scrollHeight > each.clientHeight + 1));
  expect(cut.length).toBeGreaterThan(0);
  expect(cut).not.toContain(true);
  await expectFits(page);
});
