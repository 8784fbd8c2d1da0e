import type { Page, Request, Route } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const open = (path: string, look: Look = {}) => openClearedPage(site.url, path, { stillness: true, ...look });

const wealth = {
  "Cash in Hand/Bank": "12,345,678",
  "Gold, by weight in grams": "17,5",
  "Goods for sale (stock)": "٣٠٠٠٠٠٠",
  Shares: "1 000 000",
  Debts: "500000/=",
};

test("the sum is equal with and without script, which sends nothing", async () => {
  const without = await open("/zakat", { javaScript: false });
  await enter(without);
  await without.getByRole("button", { name: "Calculate Zakat" }).click();
  await without.waitForURL(/\/zakat\?.*cash=/);
  const answered = await shownSum(without);
  expect(answered).toContain("TSh");

  const page = await open("/zakat");
  await wake(page, "#zakat-cash");
  const sent: string[] = [];
  // The verse below loads its font in view, and the payment dialog its code. These requests reveal no input.
  page.on(
    "request",
    (request) => void (/font|script/.test(request.resourceType()) || sent.push(request.url())),
  );
  await enter(page);
  expect(await shownSum(page)).toBe(answered);
  await page.getByRole("button", { name: "Calculate Zakat" }).click();
  await page.keyboard.press("Enter");
  expect(await shownSum(page)).toBe(answered);
  expect(sent).toEqual([]);
  expect(page.url()).toBe(`${site.url}/zakat`);
});

test("input before the script arrives is counted afterwards", async () => {
  const { page, letThrough } = await openHeld("/zakat", "**/assets/**");
  await page.locator("#zakat-cash").fill("10000000");
  expect(await page.locator(".sum-total dd").count()).toBe(0);
  letThrough();
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s258,750/);
  expect(await page.locator("#zakat-cash").inputValue()).toBe("10000000");
});

test.each([
  { path: "/", field: "#home-zakat-cash", sum: /TSh\s250,000/ },
  { path: "/zakat", field: "#zakat-cash", sum: /TSh\s258,750/ },
])("pressing Enter on $path before the script arrives sends nothing", async ({ path, field, sum }) => {
  const { page, letThrough } = await openHeld(path, "**/calculators*");
  const left: string[] = [];
  page.on("request", (request) => void (request.isNavigationRequest() && left.push(request.url())));
  await page.locator(field).fill("10000000");
  await page.locator(field).press("Enter");
  letThrough();
  await expect.poll(() => page.locator(".sum-total dd").first().innerText()).toMatch(sum);
  expect(left).toEqual([]);
  expect(page.url()).toBe(`${site.url}${path}`);
});

test("code that arrives after the server was asked does not answer too", async () => {
  const page = await openPage(site.url, "about:blank", { expected: /calculators|Failed to (load|fetch)/ });
  const held: { code: Request[]; answers: Route[] } = { code: [], answers: [] };
  const dropped: Request[] = [];
  page.on("requestfailed", (request) => void dropped.push(request));
  await page.route("**/calculators*", (route) => void held.code.push(route.request()));
  await page.route("**/zakat?*", (route) => void held.answers.push(route));
  await page.clock.install();
  await page.goto(`${site.url}/zakat`, { waitUntil: "domcontentloaded" });
  await page.locator("#zakat-cash").fill("10000000");
  await expect.poll(() => held.code.length).toBeGreaterThan(0);
  // The dialog's code is around the calculator, and must not be taken for it.
  await page.locator("[data-island=donation][data-awake]").waitFor();
  await page.locator("#zakat-cash").press("Enter", { noWaitAfter: true });
  await page.clock.runFor(1_500);
  await expect.poll(() => held.answers.length).toBe(1);
  await expect.poll(() => held.code.every((request) => dropped.includes(request))).toBe(true);
  await page.unroute("**/calculators*");
  await Promise.all(held.answers.map((route) => route.continue()));
  await page.waitForURL(/\/zakat\?.*cash=10000000/);
});

test("a calculator whose code failed to load retries at the next touch", async () => {
  const page = await open("/", { expected: /calculators|Failed to (load|fetch)/ });
  // Typing touches the calculator several times.
  await page.route("**/calculators*", (route) => route.abort("connectionreset"));
  const failed = page.waitForEvent("requestfailed");
  await page.locator("#home-zakat-cash").fill("10000000");
  await failed;
  await page.locator("[data-island=zakat]:not([data-awake])").waitFor();
  await page.unroute("**/calculators*");
  // After 1.5 seconds without the code, the form goes to the server. A slow machine needs longer for the code.
  await page.evaluate(() => {
    const later = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, wait = 0) => (wait < 1_500 ? later(run, wait) : 0),
    });
  });
  await page.locator("#home-zakat-cash").press("Enter");
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s250,000/);
  expect(page.url()).toBe(`${site.url}/`);
});

test("a calculator answers while React does not load", async () => {
  const page = await open("/zakat", { expected: /Failed to (load|fetch)/ });
  await page.route(/\/assets\/(?:hydrate|client|react|jsx-runtime)-/, (route) => route.abort());
  await page.locator("#zakat-cash").fill("10000000");
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s258,750/);
});

test("fields keep focus, caret and text while an error comes and goes", async () => {
  const page = await open("/zakat");
  const field = page.locator("#zakat-cash");
  const first = await field.elementHandle();
  await field.pressSequentially("1x");
  await page.locator("#zakat-cash-error").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.press("Backspace");
  await field.pressSequentially("0000000");
  await page.locator("#zakat-cash-error").waitFor({ state: "detached" });
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  expect(await field.inputValue()).toBe("10000000");
  expect(await page.evaluate((input) => document.activeElement === input, first)).toBe(true);
});

test.each(["/", "/zakat", "/sw/zakat", "/zakat/learn-more"])(
  "the calculator on %s changes nothing before input",
  async (path) => {
    const page = await open(path);
    const form = page.locator("[data-island=zakat] form");
    const shown = () => form.evaluate((element) => element.innerHTML.replaceAll(/<!--.*?-->/g, ""));
    const sent = await shown();
    await wake(page, "[data-island=zakat] input");
    expect(await shown()).toBe(sent);
  },
);

for (const javaScript of [true, false])
  test(`one press takes the asked amount, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/zakat?cash=12.500.000&stock=4000000", { javaScript });
    if (javaScript) await wake(page, "#zakat-debts");
    await page.getByLabel("Debts").fill("1,000,000");
    await page.getByRole("button", { name: /^Yes, TSh.12,500,000$/ }).click();
    await expect.poll(() => page.locator(".sum-lines dd").first().innerText()).toMatch(/^TSh\s15,500,000$/);
    expect(await page.getByLabel("Cash in Hand/Bank").inputValue()).toBe("12500000");
    expect(await page.getByLabel("Debts").inputValue()).toBe("1,000,000");
  });

for (const javaScript of [true, false])
  test(`a figure that needs an answer comes into view, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/zakat", { javaScript, width: 360 });
    await page.setViewportSize({ width: 360, height: 740 });
    if (javaScript) await wake(page, "#zakat-cash");
    await page.getByText("Trade and investments", { exact: true }).click();
    await page.getByLabel("Shares").fill("3.000.000");
    await page.getByText("Trade and investments", { exact: true }).click();
    await page.getByRole("button", { name: "Calculate Zakat" }).click();
    const question = page.locator(".field", { hasText: "Did you mean TSh 3,000,000?" });
    for (const part of [question.locator("label"), question.getByRole("button", { name: /^Yes/ })])
      await expect.poll(() => part.evaluate(isUncovered)).toBe(true);
    if (!javaScript) return;
    expect(await page.getByLabel("Shares").evaluate((field) => field === document.activeElement)).toBe(true);
  });

test("a result that waits stays the same part when the script arrives", async () => {
  const page = await open("/zakat?shares=3.000.000");
  const first = await page.locator(".zakat-result").elementHandle();
  await wake(page, "#zakat-cash");
  await page.locator("section#zakat-result").waitFor();
  expect(await page.locator(".zakat-result").evaluate((now, then) => now === then, first)).toBe(true);
  expect(await page.locator("[id=zakat-result]").count()).toBe(1);
});

test("Enter calculates and answers no question", async () => {
  const page = await open("/zakat?cash=12.500.000", { javaScript: false });
  const answered = page.waitForURL(/debts=500000/);
  await page.getByLabel("Debts").fill("500000");
  await page.getByLabel("Debts").press("Enter");
  await answered;
  expect(page.url()).not.toContain("meant-");
  await page.getByRole("status").getByRole("link", { name: "Cash in Hand/Bank" }).waitFor();
});

test("a group keeps its fold while the visitor types", async () => {
  const page = await open("/zakat?stock=4000000");
  await wake(page, "#zakat-cash");
  const isOpen = () =>
    page.locator(".zakat-fold").evaluateAll((all) => all.map((each) => each.hasAttribute("open")));
  expect(await isOpen()).toEqual([false, true, false]);
  await unfold(page);
  await page.locator("#zakat-cash").fill("10000000");
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s362,250/);
  expect(await isOpen()).toEqual([true, true, true]);
});

test("the question follows the typed amount", async () => {
  const page = await open("/zakat");
  await wake(page, "#zakat-cash");
  await page.locator("#zakat-cash").fill("12.500.000");
  await page.getByRole("button", { name: /^Yes, TSh.12,500,000$/ }).waitFor();
  await page.locator("#zakat-cash").fill("13.500.000");
  await page.getByRole("button", { name: /^Yes, TSh.13,500,000$/ }).click();
  expect(await page.locator("#zakat-cash").inputValue()).toBe("13500000");
});

test("the fee can be removed and the nisab measured by gold", async () => {
  const page = await open("/zakat");
  await wake(page, "#zakat-cash");
  await page.locator("#zakat-cash").fill("10000000");
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s258,750/);
  await page.getByLabel("Add the 3.5% processing fee").uncheck();
  expect(await page.locator(".sum-total dd").innerText()).toMatch(/TSh\s250,000/);
  await page.getByRole("radio", { name: /^Gold 87.48 g/ }).check();
  expect(await page.locator("#zakat-standing").innerText()).toMatch(/below the nisab \(TSh\s28,868,400\)/);
  expect(await page.locator(".sum-total dd").innerText()).toMatch(/^TSh\s0$/);
  expect(await page.getByRole("button", { name: "Pay Zakat Now" }).isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Donate TSh 250,000 as sadaqah" }).click();
  await page.waitForURL(/\/campaigns\/student-scholarship\?amount=250000#give$/);
  expect(await page.getByRole("textbox", { name: "Other amount" }).inputValue()).toBe("250000");
});

test("a phone's home page brings the answer of its calculator into view", async () => {
  const page = await open("/", { width: 360, stillness: true });
  await page.setViewportSize({ width: 360, height: 640 });
  await wake(page, "#home-zakat-cash");
  await page.locator("#home-zakat-cash").fill("1000000");
  await page.locator("#zakat").getByRole("button", { name: "Calculate Zakat" }).click();
  const bottom = () =>
    page.locator("#home-zakat-standing").evaluate((each) => each.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBeLessThanOrEqual(640);
});

for (const javaScript of [true, false])
  test(`below the nisab the result offers sadaqah and no sum, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await open("/zakat?cash=500000&fee=no", { javaScript, width: 360 });
    if (javaScript) await wake(page, "#zakat-cash");
    const result = page.locator("#zakat-result");
    await result.getByRole("link", { name: "Donate TSh 12,500 as sadaqah" }).waitFor();
    const fee = result.getByRole("checkbox", { name: "Add the 3.5% processing fee" });
    expect(await fee.isVisible(), "fee").toBe(false);
    for (const zero of await result.getByText(/^(Processing fee|Total$)/).all())
      expect(await zero.isVisible(), "a sum of nothing").toBe(false);
    const pay = result.getByRole("button", { name: "Pay Zakat Now" });
    expect(await pay.isDisabled()).toBe(true);
    expect((await pay.boundingBox())?.width, "a quiet button").toBeLessThan(200);
    await result.getByText("Nothing to pay: your wealth is below the nisab.").waitFor();
    const calculate = result.getByRole("button", { name: "Calculate Zakat" });
    expect(await calculate.isVisible(), "script needs no second press").toBe(!javaScript);
    const bar = page.locator(".sticky-sum");
    expect(await bar.innerText()).toContain("Below the nisab: no Zakat is due");
    await page.locator("#zakat-cash").fill("20000000");
    await page.locator("#zakat-cash").press("Enter");
    await result.getByRole("link", { name: "Pay Zakat Now" }).waitFor();
    expect(await fee.isChecked(), "the hidden choice is kept").toBe(false);
    expect(await result.getByText("Nothing to pay").count()).toBe(0);
  });

test("only paying passes the amount on", async () => {
  const page = await open("/zakat");
  await wake(page, "#zakat-cash");
  expect(await page.getByRole("button", { name: "Pay Zakat Now" }).count()).toBe(0);
  await page.locator("#zakat-cash").fill("10,000,000");
  await page.getByRole("link", { name: "Pay Zakat Now" }).click();
  const dialog = page.getByRole("dialog", { name: "Zakat Payment" });
  await dialog.getByText(/^Complete your donation of TSh.258,750 using mobile money\.$/).waitFor();
  await dialog.getByRole("button", { name: /^Pay TSh.258,750$/ }).waitFor();
  await dialog.getByText(/Add TSh\s8,750 for processing/).waitFor();
  expect(await dialog.getByLabel(/^Add TSh.8,750 for processing/).isChecked()).toBe(true);
  const apart = dialog.getByText("Zakat TSh 250,000 + fee TSh 8,750 = TSh 258,750");
  await apart.waitFor();
  expect(await dialog.getByRole("definition").innerText()).toBe("Zakat fund for indebted students");
  await page.setViewportSize({ width: 360, height: 740 });
  const field = await dialog.getByLabel("Phone number").boundingBox();
  expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThan(640);
  await page.setViewportSize({ width: 360, height: 640 });
  const hint = await dialog.locator(".check + .field-hint").boundingBox();
  const buttons = await dialog.locator("[data-pay-button]").boundingBox();
  expect((hint?.y ?? Infinity) + (hint?.height ?? 0), "the fee's sentence").toBeLessThan(
    (buttons?.y ?? 0) - 12,
  );
  await dialog.getByLabel(/^Add TSh.8,750 for processing/).uncheck();
  await dialog.getByText(/^Complete your donation of TSh.250,000 using mobile money\.$/).waitFor();
  await dialog.getByRole("button", { name: /^Pay TSh.250,000$/ }).waitFor();
  expect(await apart.isVisible(), "without the fee").toBe(false);
  expect(page.url()).toBe(`${site.url}/zakat`);
});

test("browser and server make the same reminder file", async () => {
  const page = await open("/zakat");
  await wake(page, "#zakat-cash");
  await page.getByText("Your lunar year", { exact: true }).click();
  for (const [part, typed] of Object.entries({ day: "1", month: "3", year: "2026" }))
    await page.locator(`#zakat-since-${part}`).fill(typed);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add the date to my calendar" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
  const { text } = await site.get("/zakat/reminder.ics?date=2026-03-01");
  const timeless = (file: string) => file.replace(/DTSTAMP:\d{8}T\d{6}Z/, "DTSTAMP");
  expect(timeless(Buffer.concat(chunks).toString())).toBe(timeless(text));
  expect((await download).suggestedFilename()).toBe("zakat.ics");
});

test("the example can be changed by the reader", async () => {
  const page = await open("/zakat/learn-more");
  await wake(page, "#learn-zakat-debts");
  await page.getByLabel("Debts").fill("4,000,000");
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s155,250/);
  await page.getByLabel("Add the 3.5% processing fee").uncheck();
  await expect.poll(() => page.locator(".sum-total dd").innerText()).toMatch(/TSh\s150,000/);
});

test.each(["light", "dark"] as const)("a result with its errors is accessible: %s", async (theme) => {
  const page = await open("/zakat?cash=850000000&stock=lots&since-day=1&since-month=3&since-year=2026", {
    theme,
    width: 320,
  });
  await expectAccessible(page);
});

test.each([
  [
    "/zakat",
    {
      cash: "999999999999999",
      "gold-grams": "999999999999999",
      "worn-grams": "999999999999999",
      worn: "count",
      debts: "111111111111111",
    },
  ],
  ["/", { cash: "999999999999999", metals: "999999999999999" }],
] as const)("the largest amounts stay within the narrowest screen: %s", async (path, typed) => {
  const page = await open(`${path}?${new URLSearchParams(typed)}`, { width: 320 });
  expect(await page.locator(".sum-total dd").first().innerText()).toMatch(/,\d{3},\d{3},\d{3},\d{3}/);
  const wide = await page
    .locator("[data-island=zakat] :is(p, dl, dt, dd)")
    .evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.outerHTML.slice(0, 80)),
    );
  expect(wide).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("the printout shows sum, working and lunar year on one page", async () => {
  const page = await open(
    "/zakat?cash=10000000&gold-grams=5&debts=1000&since-day=1&since-month=3&since-year=2026",
  );
  await page.emulateMedia({ media: "print" });
  for (const shown of ["How we worked this out", "Zakatable Assets", "Your lunar year ends on"])
    expect(await page.getByText(shown).first().isVisible(), shown).toBe(true);
  for (const hidden of [
    "Calculate Zakat",
    "Pay Zakat Now",
    "Goods for sale (stock)",
    "Print this calculation",
  ])
    expect(await page.getByText(hidden, { exact: true }).first().isVisible(), hidden).toBe(false);
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** Opens the folded groups, as a visitor does. */
async function unfold(page: Page) {
  for (const fold of await page.locator(".zakat-fold").all())
    if ((await fold.getAttribute("open")) === null) await fold.locator("summary").click();
}

async function enter(page: Page) {
  await unfold(page);
  for (const [label, typed] of Object.entries(wealth))
    await page.getByLabel(label, { exact: true }).fill(typed);
  await page.locator("#zakat-gold-karat").selectOption("21");
}

/** In the window, and neither the header nor the line of the sum lies over it. */
const isUncovered = (each: Element): boolean => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const middle = (left + right) / 2;
  return [top + 4, bottom - 4].every((y) => each.contains(document.elementFromPoint(middle, y)));
};

async function wake(page: Page, field: string) {
  await page.locator(field).first().focus();
  await page.locator("[data-island=zakat][data-awake]").waitFor();
}

/** Opens a page whose requests to these addresses wait. */
async function openHeld(path: string, addresses: string) {
  const page = await open("/terms");
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return { page, letThrough };
}

async function shownSum(page: Page): Promise<string> {
  const parts = await page.locator(".sum-lines, .working, .standing").allInnerTexts();
  return parts.join("\n").replaceAll(/\s+/g, " ");
}

test("Calculate shows on a phone whether Zakat is due", async () => {
  const page = await open("/zakat", { width: 360 });
  await page.setViewportSize({ width: 360, height: 740 });
  await wake(page, "#zakat-cash");
  await page.locator("#zakat-cash").fill("20,000,000");
  await page.getByRole("button", { name: "Calculate Zakat" }).click();
  const verdict = page.locator("#zakat-result .standing");
  const isSeen = () =>
    verdict.evaluate((each) => {
      const { left, top } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(left + 20, top + 8));
    });
  await expect.poll(isSeen).toBe(true);
});
