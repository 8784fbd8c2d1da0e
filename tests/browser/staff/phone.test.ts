import { expect, test } from "vitest";
import { keepJobRun } from "#operations/system/record-job-run.ts";
import { expectFits } from "#tests/support/browser/accessibility.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { openDesk, press } from "#tests/support/browser/desk.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";

const { site, db, donation, openAs, submitted } = await openDesk();

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

test("on a phone, a short fact is beside its name, a long one under it, and no name breaks", async () => {
  const { donation_id: id } = await donation(true);
  const page = await openAs("juma", `/admin/donations/${id}`, { width: 360 });
  await expectFits(page);
  const facts = await page.locator(".staff-facts > div").evaluateAll((found) =>
    found.map((fact) => {
      const [name, text] = [...fact.children].map((each) => each.getBoundingClientRect());
      return {
        isLong: fact.hasAttribute("data-long"),
        past: name?.right ?? Infinity,
        from: text?.left ?? 0,
        left: name?.left ?? 99,
        height: name?.height ?? 99,
        down: (text?.top ?? 99) - (name?.top ?? 0),
      };
    }),
  );
  const [long, short] = [true, false].map((is) => facts.filter(({ isLong }) => isLong === is));
  expect(short?.length).toBeGreaterThan(3);
  expect(long?.length).toBeGreaterThan(1);
  for (const { height } of facts) expect(height, "a name of one line").toBeLessThan(30);
  for (const { past, from, down } of short ?? []) {
    expect(from).toBeGreaterThanOrEqual(past);
    expect(Math.abs(down)).toBeLessThan(8);
  }
  for (const { left, from, down, height } of long ?? []) {
    expect(from).toBe(left);
    expect(down).toBeGreaterThanOrEqual(height);
  }
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

test.each([320, 360] as const)("the last run of a job is whole at %i px", async (width) => {
  const outcome = { rate_limits: 1_204, payment_requests: 318, provider_messages: 35, sessions: 7 };
  await keepJobRun(db, "forget-expired", new Date(), { outcome });
  const page = await openAs("asha", "/admin/settings", { width });
  await expectFits(page);
  const runs = page.locator(".list td:has(> .list-words)");
  expect(await runs.count()).toBeGreaterThan(10);
  const cut = runs.evaluateAll((all) => all.filter((run) => run.scrollWidth > run.clientWidth).length);
  expect(await cut).toBe(0);
});

test.each([360, 768] as const)("the card of a person has what an admin looks for at %i px", async (width) => {
  const page = await openAs("asha", "/admin/people", { width });
  await expectFits(page);
  const cards = page.locator(".list tbody tr");
  const own = await cards.filter({ has: page.getByRole("link", { name: "asha" }) }).innerText();
  expect(own).toMatch(/Two-step sign-in o(?:n|ff), seen \d+ \w+ \d{4}/);
  const never = await cards.filter({ has: page.getByRole("link", { name: "mwandaaji" }) }).innerText();
  expect(never).toMatch(/Two-step sign-in off, /);
  expect(never).toContain("Awaits email confirmation");
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

test("on a phone, the dashboard's three sums are one row, and what waits looks like links", async () => {
  await donation(false);
  const page = await openAs("juma", "/dashboard", { width: 360 });
  await expectFits(page);
  const tops = await page
    .locator(".staff-figures li")
    .evaluateAll((sums) => sums.map((sum) => Math.round(sum.getBoundingClientRect().top)));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
  const over = await page
    .locator(".staff-figures strong")
    .evaluateAll((sums) => sums.filter((sum) => sum.scrollWidth > sum.clientWidth).length);
  expect(over, "no digit leaves its column").toBe(0);
  const arrows = await page
    .locator(":is(.waiting-list, .not-working) a")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link, "::after").content));
  expect(arrows.length).toBeGreaterThan(0);
  for (const arrow of arrows) expect(arrow).toContain("→");
});

test.each([320, 360] as const)("no sum of the dashboard is broken at %i px", async (width) => {
  await complete(db, await pendingDonation(db, { to: "conference-center", amount: 280_077_500n }));
  const page = await openAs("juma", "/dashboard", { width });
  await expectFits(page);
  const sums = await page.locator(".staff-figures strong").evaluateAll((all) =>
    all.map((sum) => ({
      over: sum.scrollWidth - sum.clientWidth,
      lines: Math.round(sum.getBoundingClientRect().height / parseFloat(getComputedStyle(sum).lineHeight)),
    })),
  );
  expect(sums).toEqual([...Array(3)].map(() => ({ over: 0, lines: 1 })));
  const today = page.locator(".staff-figures li").first();
  await today.getByText(/^TSh\s[\d.]+M$/).waitFor();
  expect(await today.innerText(), "for screen readers").toMatch(/TSh\s\d{3},\d{3},\d{3}/);
});

test.each(["/admin/hero", "/admin/fund"])(
  "on a phone, a message of %s is at the foot, above the buttons",
  async (path) => {
    const page = await openAs("asha", path, { width: 360 });
    await page.getByRole("button", { name: "Save draft" }).click();
    const toast = page.locator(".toast");
    await toast.waitFor();
    const [message, bar] = await Promise.all(
      [toast, page.locator(".form-foot")].map((each) => each.boundingBox()),
    );
    expect(message?.y ?? 0, "the header is free").toBeGreaterThan(200);
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  },
);

test("on a phone, a message lies above a bar of three lines", async () => {
  const { id } = await makePerson(site.databaseUrl, "upendo", "staff");
  for (const banned of [true, false])
    await db.updateTable("users").set({ banned }).where("id", "=", id).execute();
  const page = await openAs("upendo", "/admin/submenus", { width: 360, expected: /status of 40/ });
  const about = page.getByRole("group", { name: "About Us", exact: true });
  await about.getByRole("button", { name: "Add link" }).click();
  await about.getByLabel("English").fill("Our history");
  await page.getByRole("button", { name: "Publish now" }).click();
  const toast = page.locator(".toast");
  await toast.getByText("Failed to update submenus").waitFor();
  // The message ends after 10 seconds.
  const [message, bar] = await Promise.all(
    [toast, page.locator(".form-foot")].map((each) => each.boundingBox()),
  );
  if (!message || !bar) throw new Error("one of them is not there");
  expect(bar.height, "the state, the time from which, and two buttons").toBeGreaterThan(140);
  expect(message.y + message.height).toBeLessThanOrEqual(bar.y);
});

test("on a phone, an event of the security log opens its client and address", async () => {
  const page = await openAs("asha", "/admin/payment-stops", { width: 360 });
  const written = () =>
    db
      .selectFrom("security_events as e")
      .innerJoin("users as u", "u.id", "e.account_id")
      .select("e.id")
      .where("e.kind", "=", "sign-in")
      .where("u.username", "=", "asha")
      .executeTakeFirst();
  await expect.poll(written).toBeDefined();
  await page.goto("/admin/security?kind=sign-in");
  const first = page.locator(".list tbody tr").filter({ hasText: "asha" }).first();
  const [status, time] = await Promise.all(
    [first.locator(".status"), first.locator("time")].map((each) => each.boundingBox()),
  );
  expect(Math.abs((status?.y ?? 0) - (time?.y ?? 99)), "the status and the time in one line").toBeLessThan(8);
  const client = first.locator("summary");
  expect(await client.innerText(), "the code, and no words that each card would repeat").toMatch(
    /^Client\s+[\w-]{12}$/,
  );
  expect((await first.locator("summary > span").boundingBox())?.width, "for screen readers").toBeLessThan(2);
  await client.click();
  await first.getByText("Request ").waitFor();
  await first.getByRole("link", { name: "Events of this client" }).waitFor();
  expect((await first.locator("summary").boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const [card, folded] = await Promise.all(
    [first, first.locator("[data-fold]")].map((each) => each.boundingBox()),
  );
  const below = (card?.y ?? 0) + (card?.height ?? 0) - (folded?.y ?? 0) - (folded?.height ?? 0);
  expect(below, "no empty strip under the last line").toBeLessThan(4);
  await expectFits(page);
  await first.getByRole("link", { name: "asha" }).click();
  await page.getByText("Only events of asha.").waitFor();
});

test("on a phone, our reference does not break within its digits", async () => {
  await donation(false);
  const found = await db
    .selectFrom("cases as k")
    .innerJoin("payments as p", "p.id", "k.payment_id")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["k.id", "d.external_id"])
    .orderBy("k.id", "desc")
    .executeTakeFirstOrThrow();
  const page = await openAs("asha", `/admin/cases/${found.id}`, { width: 360 });
  const decide = await page.getByRole("link", { name: "Decide", exact: true }).boundingBox();
  expect(decide?.height, "a button for a thumb").toBeGreaterThanOrEqual(42);
  expect(decide?.width).toBeGreaterThan(80);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("#decide").waitFor();
  expect(await page.getByRole("link", { name: "Decide", exact: true }).count(), "beside the facts").toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  const lines = await page
    .locator(`a[href^="/admin/donations/"]`)
    .first()
    .evaluate((link) => {
      const words = [...link.childNodes].filter((each) => each.textContent !== "");
      const range = document.createRange();
      return words.map((each) => {
        range.selectNodeContents(each);
        return [each.textContent, range.getClientRects().length];
      });
    });
  expect(lines.at(-1)).toEqual([found.external_id.split("_").at(-1), 1]);
});

test("on a phone, an entry of the audit log does not repeat the name of its date", async () => {
  const page = await openAs("asha", "/admin/audit", { width: 360 });
  const last = page.locator(".list tbody tr td:last-child");
  const names = await last.evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, "::before").content),
  );
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names)).toEqual(new Set(["none"]));
});

test("on a phone, an email in a narrow column breaks after its @ or before a dot", async () => {
  const donor_email = "mwanaidi.salum.mwinyimkuu@students.chuo-kikuu.example";
  const { donationId } = await pendingDonation(db, { to: "conference-center", donation: { donor_email } });
  const page = await openAs("juma", `/admin/donations/${donationId}`, { width: 360 });
  const email = page.locator(".staff-facts > div", { hasText: donor_email }).locator("dd");
  const lines = await email.evaluate((value) => {
    const tops = new Map<number, string>();
    const range = document.createRange();
    for (const text of value.childNodes)
      for (let at = 0; at < (text.textContent ?? "").length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { top } = range.getBoundingClientRect();
        tops.set(top, (tops.get(top) ?? "") + (text.textContent ?? "").charAt(at));
      }
    return [...tops.values()];
  });
  expect(lines.join("")).toBe(donor_email);
  expect(lines.length).toBeGreaterThan(1);
  for (const [at, line] of lines.entries())
    if (at > 0) expect(line.startsWith(".") || lines[at - 1]?.endsWith("@"), line).toBe(true);
});

test("on a phone, a case shows its facts before its decision, with one main button of one line", async () => {
  await donation(false);
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("kind", "=", "mismatch")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const page = await openAs("asha", `/admin/cases/${id}`, { width: 360 });
  const top = async (heading: string) => (await page.locator(heading).boundingBox())?.y ?? Infinity;
  for (const facts of ["#case", "#payment", "#messages"])
    expect(await top(facts), facts).toBeLessThan(await top("#decide"));
  const names = await page
    .locator(".staff-facts dt")
    .evaluateAll((found) => found.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(...names)).toBeLessThan(30);
  const buttons = await page.locator(".staff-main .button:visible").evaluateAll((found) =>
    found.map((each) => ({
      isMain: !each.classList.contains("quiet"),
      text: each.textContent,
      height: each.getBoundingClientRect().height,
    })),
  );
  expect(buttons.filter(({ isMain }) => isMain).map(({ text }) => text)).toEqual([
    "Request approval: money received",
  ]);
  for (const { text, height } of buttons) expect(height, text ?? "").toBeLessThan(50);
});

test("on a phone, an email names its campaign, and a status without a ground begins with the text", async () => {
  await submitted();
  await db.updateTable("outbox").set({ kept_at: new Date() }).where("sent_at", "is", null).execute();
  const page = await openAs("juma", "/admin/mail?kind=submission-waiting", { width: 360 });
  const row = page.locator(".list tbody tr", { hasText: "Campaign to review" }).first();
  const campaign = row.locator("th small");
  expect(await campaign.isVisible()).toBe(true);
  expect((await campaign.innerText()).length).toBeGreaterThan(5);
  const status = row.locator('.status[data-tone="plain"]');
  const textStart = await status.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getBoundingClientRect().left;
  });
  expect(Math.abs(textStart - ((await row.locator("th").boundingBox())?.x ?? 0))).toBeLessThan(2);
});

test("on a phone, the search of the security log is beside its choice", async () => {
  const page = await openAs("asha", "/admin/security", { width: 360 });
  const bottoms = await page
    .locator(".list-filter-main :is(.field > select, .button)")
    .evaluateAll((found) => found.map((each) => Math.round(each.getBoundingClientRect().bottom)));
  expect(bottoms).toHaveLength(2);
  expect(new Set(bottoms).size).toBe(1);
});

test("on a phone, the longest place of the menu and its count are one line", async () => {
  const shown = { is_shown: true, message: "Kwa ajili ya mwalimu wetu.", donor_name: "Salma" };
  await complete(db, await pendingDonation(db, { to: "conference-center", donation: shown }));
  const page = await openAs("juma", "/admin/editors", { width: 360 });
  await page.locator(".staff-places summary").click();
  const place = page.locator(".staff-places a", { hasText: "Messages of support" });
  const { height = 99 } = (await place.locator(".place-label").boundingBox()) ?? {};
  expect(height).toBeLessThan(30);
  const [label, count] = await Promise.all(
    [".place-label", ".waiting-count"].map((each) => place.locator(each).boundingBox()),
  );
  expect((count?.x ?? 99) - (label?.x ?? 0) - (label?.width ?? 0)).toBeLessThan(16);
});
