import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { parsePhone } from "#domain/payments/phone.ts";
import { expectAccessible } from "#tests/support/browser/accessibility.ts";
import { localAddress } from "#app/site/address.ts";
import { openClearedPage, openPage } from "#tests/support/browser/open.ts";
import { pretendPhone } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const words = { en, sw };
const payee = "University Community Fund";

let numbers = 0;
const newNumber = () => `0755 2${String((numbers += 1)).padStart(2, "0")} 000`;

test.each([
  ["/campaigns/girls-dormitories/mobile", "#otherAmount", "[data-pay-button]"],
  ["/campaigns/girls-dormitories/donate", "#otherAmount", "form#give [type=submit]:visible"],
  ["/zakat?cash=10.000", "#zakat-cash", null],
])("a question about an amount does not look like an error: %s", async (path, field, send) => {
  const page = await openClearedPage(site.url, path, {
    ...{ width: 360, javaScript: false, expected: /status of 400/ },
  });
  if (send !== null) {
    await page.locator("#phone").fill("0754123456");
    await page.locator(field).fill("10.000");
    await page.locator(send).last().click();
  }
  const question = page.locator(".field", { has: page.locator(field) });
  await question.getByText(/^Did you mean TSh.10,000\?/).waitFor();
  const red = await page.evaluate(() => {
    const mark = document.body.appendChild(document.createElement("i"));
    mark.style.color = "var(--error)";
    return getComputedStyle(mark).color;
  });
  const drawn = page.locator(
    ".error-summary a, .error-summary, .field-error, .field[data-wrong], .field-box",
  );
  const colors = await drawn.evaluateAll((all) =>
    all.flatMap((each) => {
      const { color, borderTopColor, borderLeftColor } = getComputedStyle(each);
      return [color, borderTopColor, borderLeftColor];
    }),
  );
  expect(colors).not.toContain(red);
});

test.each([true, false])(
  "an amount typed beside the offered ones is the only one on a mobile form (script: %s)",
  async (javaScript) => {
    const page = await openClearedPage(site.url, "/campaigns/girls-dormitories/mobile", {
      width: 360,
      javaScript,
    });
    const said = page.locator("form[data-pay] .pay-for p").first();
    const button = page.locator("form[data-pay] [data-pay-button]");
    expect(await said.innerText()).toMatch(/^Complete your donation of TSh.10,000 using mobile money\.$/);
    expect(await button.innerText()).toMatch(/^Pay TSh.10,000$/);
    await page.locator("#otherAmount").fill("25000");
    expect(await said.innerText()).toBe("Complete your donation using mobile money.");
    expect(await button.innerText()).toBe("Pay");
  },
);

test("the confirmation has one button to pay, in view on a small phone", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { stillness: true });
  await page.getByLabel(en.giving.phone).fill(newNumber());
  // Before that, the button opens the page that works without script.
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog", { name: "Mobile Payment" });
  await dialog.getByText(/^Complete your donation of TSh.5,000 using mobile money\.$/).waitFor();
  await dialog.locator(".pay-for img").waitFor();
  await dialog.getByText("Conference center").waitFor();
  expect(await dialog.locator(".pay-with [data-network]").textContent()).toBe("M-Pesa");
  expect(await dialog.locator(".pay-with [data-number]").textContent()).toMatch(/^\+255 755 2/);
  const sums = (await dialog.innerText()).match(/TSh\s5,000/g);
  expect(sums, "in the sentence and on the button").toHaveLength(2);
  await page.setViewportSize({ width: 360, height: 700 });
  const payButton = dialog.locator("[data-pay-button]");
  const isSeen = () =>
    payButton.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height - 2) === each;
    });
  expect(await dialog.evaluate((each) => each.scrollTop)).toBe(0);
  expect(await isSeen(), "the button that pays, without scrolling").toBe(true);
  expect(await dialog.getByRole("slider").count()).toBe(0);
  expect(await dialog.getByRole("button", { name: /^Pay/ }).count()).toBe(1);
});

for (const javaScript of [true, false])
  test(`the button says what a card is charged, script ${javaScript ? "on" : "off"}`, async () => {
    const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { javaScript });
    await page.locator("summary", { hasText: en.giving.otherWays }).click();
    await page.getByRole("radio", { name: /^Card/ }).check();
    const button = page.locator(".donation-form [type=submit]").last();
    await expect.poll(() => button.innerText()).toMatch(/^Continue with TSh\s5,175$/);
    const pin = page.getByText(en.giving.pin, { exact: true });
    expect(await pin.isVisible(), "a card has no PIN here").toBe(false);
    await page.getByRole("radio", { name: /^Mobile money You/ }).check();
    await expect.poll(() => button.innerText()).toMatch(/^Continue with TSh\s5,000$/);
    expect(await pin.isVisible()).toBe(true);
    if (!javaScript) return;
    await page.getByRole("radio", { name: /^Card/ }).check();
    await page.getByLabel("Other amount").fill("20000");
    await expect.poll(() => button.innerText()).toMatch(/^Continue with TSh\s20,700$/);
  });

test.each([
  [360, "en"],
  [360, "sw"],
  [1280, "en"],
] as const)(
  "fields in one row of the card's address begin at one height: %i px, %s",
  async (width, language) => {
    const path = "/campaigns/conference-center/donate";
    const page = await openClearedPage(site.url, path, { width, language });
    await page.locator("summary", { hasText: words[language].giving.otherWays }).click();
    await page.locator("[name=method][value=card]").check();
    await page.locator(".donation-form [type=submit]").last().click();
    const { cardStep } = words[language].giving;
    await page.getByText(cardStep.elsewhere).click();
    await page.locator("#postcode").waitFor();
    const asksEmail = () => page.getByText(cardStep.emailHint).isVisible();
    expect(await asksEmail(), "for an anonymous card").toBe(true);
    const rows = await page
      .locator(".check-donation > .donation-lines > div")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((each) => each.getBoundingClientRect().bottom)),
      );
    expect(rows.length).toBeGreaterThan(4);
    for (const [label = 0, value = 0] of rows)
      expect(Math.abs(label - value), "label and value on one line").toBeLessThan(10);
    const names = await page.locator("#country option").allInnerTexts();
    expect(names).toContain({ en: "Germany", sw: "Ujerumani" }[language]);
    expect(names, "by their names in this language").toEqual(
      names.toSorted((one, other) => one.localeCompare(other, language)),
    );
    const [postcode, country] = await page
      .locator(".field-box:has(#postcode), #country")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(country?.y, "in one row").toBe(postcode?.y);
    const labels = await page
      .locator(".card-step .pair label")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(Math.max(...labels), "no label breaks").toBeLessThan(30);
    await page.goto(localAddress(language, path));
    await page.getByLabel(words[language].giving.phone, { exact: true }).fill(newNumber());
    await page.locator(".donation-form [type=submit]").last().click();
    await page.locator(".donation-lines").waitFor();
    expect(await asksEmail(), "for mobile money").toBe(false);
  },
);

for (const language of ["en", "sw"] as const)
  test(`the provider's page is the last way to pay and says when to use it: ${language}`, async () => {
    const path = "/campaigns/conference-center/donate";
    const page = await openClearedPage(site.url, path, { width: 360, language });
    await page.locator("summary", { hasText: words[language].giving.otherWays }).click();
    const { push, page: hosted, pageInsteadHint } = words[language].giving;
    const ways = await page.locator(".stacked .choice").allInnerTexts();
    expect(ways.filter((way) => way.startsWith(push))).toHaveLength(1);
    expect(ways.at(-1)).toContain(hosted);
    expect(ways.at(-1)).toContain(pageInsteadHint);
  });

test("pay by number reports a missing phone number beside the field", async () => {
  const path = "/campaigns/conference-center";
  const expected = /status of 400/;
  const page = await openClearedPage(site.url, path, { width: 360, stillness: true, expected });
  await page.locator("summary", { hasText: en.giving.otherWays }).click();
  await page.getByRole("radio", { name: /^Pay by number/ }).check();
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  await page.locator("#phone-error").waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.getByRole("button", { name: "Continue with" }).click();
  await page.waitForURL(`**${path}/donate/*`);
  await page.getByRole("button", { name: /^Get the number to pay TSh.5,000$/ }).waitFor();
});

test("leaving the amount asks about two meanings, and one press answers", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate");
  const amount = page.getByLabel("Other amount");
  await amount.focus();
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await amount.fill("10.000");
  await amount.blur();
  await page.getByText(/^Did you mean TSh.10,000\?/).waitFor();
  await page.getByRole("button", { name: /^Yes, TSh.10,000$/ }).click();
  expect(await amount.inputValue()).toBe("10000");
  expect(await page.locator("[data-asks]").count()).toBe(0);
  await page.getByRole("button", { name: /^Continue with TSh.10,000$/ }).waitFor();
  const tooSmall = /^Did you mean TSh.150\? The smallest donation is TSh.1,000\.$/;
  for (const [unclear, said] of [
    ["1,5,0", tooSmall],
    ["0,5", en.giving.errors.amountUnclear.TZS],
  ] as const) {
    await amount.fill(unclear);
    await amount.blur();
    await page.locator("[data-asks]").getByText(said).waitFor();
    expect(await page.locator("[data-asks] button").count(), "no answer to press").toBe(0);
    await amount.fill("10,000");
    await amount.blur();
    await page.locator("[data-asks]").waitFor({ state: "detached" });
  }
});

test("a fraction of shillings is asked about: of few as thousands, of many without it", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate");
  await page.getByLabel("Other amount").focus();
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  for (const [typed, meant] of [
    ["10,5", "10,500"],
    ["10000,5", "10,000"],
    ["10.5", "10,500"],
  ] as const) {
    await page.getByLabel("Other amount").fill(typed);
    await page.getByLabel("Other amount").blur();
    await page
      .locator("[data-asks]")
      .getByText(new RegExp(`^Did you mean TSh.${meant}\\?`))
      .waitFor();
  }
});

test("an open request on the phone is said once, and not as a failed payment", async () => {
  const number = newNumber();
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { expected: /409/ });
  const pay = async () => {
    await page.getByLabel(en.giving.phone).fill(number);
    await page.locator("form[data-island=donation][data-awake]").waitFor();
    await page.getByRole("button", { name: "Continue with" }).click();
    await page.getByRole("dialog").locator("[data-pay-button]").click();
  };
  await pay();
  await page.getByText(en.giving.dialog.initiatedText).first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).first().click();
  await page.goto("/campaigns/conference-center/donate");
  await page.getByRole("radio", { name: /10,000/ }).check();
  await pay();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(en.giving.notBegun.promptWaiting).waitFor();
  expect(await dialog.getByText(en.giving.notBegun.promptWaiting).count()).toBe(1);
  expect(await dialog.locator(".toast").count()).toBe(0);
  expect(await dialog.getByText(en.giving.dialog.failed).count()).toBe(0);
});

test("after Back, the network line names the network of the restored number", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  await page.getByLabel(en.giving.phone).fill("0755 200 999");
  await page.goto("/privacy");
  await page.goBack();
  expect(await page.getByLabel(en.giving.phone).inputValue()).toBe("0755 200 999");
  await expect.poll(() => page.locator("[data-network]").innerText()).toBe(en.giving.networks.Mpesa);
});

async function faultNext(number: string, fault: "refuse" | "hang"): Promise<void> {
  const answer = await site.ask("/sandbox/_admin/next", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ phone: parsePhone(number), fault }),
  });
  expect(answer.status).toBe(204);
}

test.each(["girls-dormitories/mobile", "zakat/mobile?amount=250000&fee=yes"])(
  "the network follows a corrected number on the page of mobile money: %s",
  async (path) => {
    const page = await openClearedPage(site.url, `/campaigns/${path}`, { width: 360 });
    const line = page.locator("[data-network]");
    for (const [number, network] of [
      ["0784 345 678", "Airtel"],
      ["0754 345 678", "Mpesa"],
    ] as const) {
      await page.getByLabel(en.giving.phone).fill(number);
      await expect.poll(() => line.textContent()).toBe(en.giving.networks[network]);
    }
    await page.locator(".network-line summary").click();
    await page.getByLabel("Provider").selectOption("Azampesa");
    await page.getByLabel(en.giving.phone).fill("0784 345 678");
    expect(await line.textContent(), "the donor's own choice").toBe(en.giving.networks.Azampesa);
  },
);

test("a silent provider keeps no donor on the page of mobile money", async () => {
  const number = newNumber();
  await faultNext(number, "hang");
  const page = await openClearedPage(site.url, "/campaigns/conference-center/mobile?amount=20000");
  await page.getByLabel(en.giving.phone).fill(number);
  await page.locator("form[data-pay][data-awake]").waitFor();
  const before = (await phone.payments()).length;
  // In one step, because Playwright looks at no page that is being left.
  const said = await page.evaluate(() => {
    const pay = document.querySelector<HTMLElement>("[data-pay-button]");
    pay?.click();
    const [status, waits] = ["[data-pay-status]", "[data-pay-waits]"].map((each) =>
      document.querySelector<HTMLElement>(each),
    );
    const shown = [status?.innerText, pay?.getAttribute("aria-disabled"), waits?.hidden];
    pay?.click();
    return shown;
  });
  expect(said).toEqual([en.giving.dialog.working, "true", false]);
  await page.waitForURL(/payment-processing/, { timeout: 20_000 });
  await page.getByRole("heading", { name: en.giving.waiting.title }).waitFor();
  const shown = /Time waiting: 0:(\d\d)/.exec(await page.locator("main").innerText())?.[1];
  expect(Number(shown), "long before the provider gives up").toBeLessThan(20);
  expect((await phone.payments()).length - before, "requests to the provider").toBe(1);
});

test("a silent provider keeps no donor in the dialog", async () => {
  const number = newNumber();
  await faultNext(number, "hang");
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  await page.getByLabel(en.giving.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  const before = (await phone.payments()).length;
  await dialog.locator("[data-pay-button]").click();
  await dialog.locator(".pay-summary").waitFor();
  const shown = await dialog.innerText();
  for (const part of [/TSh.5,000/, /M-Pesa · \+255.75•.•••.\d{3}/, en.answers.unsure])
    expect(shown).toMatch(part);
  expect(shown).not.toContain(en.giving.dialog.working);
  const seconds = Number(/Time waiting: 0:(\d\d)/.exec(shown)?.[1]);
  expect(seconds, "counted from the press").toBeGreaterThan(0);
  expect(seconds, "long before the provider gives up").toBeLessThan(20);
  expect(await dialog.locator("[data-pay-button], [name=phone]").first().isVisible()).toBe(false);
  await expectAccessible(page, "no answer yet");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.locator(".pay-left a[href*=payment-processing]").waitFor();
  expect((await phone.payments()).length - before, "requests to the provider").toBe(1);
});

test("the retry after a refusal names its amount in the currency of the page", async () => {
  const number = newNumber();
  await faultNext(number, "refuse");
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  await page.getByLabel(en.giving.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.route("**/campaigns/conference-center/donate", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/TSh\s5,000/g, () => "$5.00");
    await route.fulfill({ response, body });
  });
  await page.getByRole("button", { name: "Continue with" }).click();
  const button = page.getByRole("dialog").locator("[data-pay-button]");
  await button.click();
  await expect.poll(() => button.innerText()).toBe("Try again · $5.00");
});

for (const language of ["en", "sw"] as const)
  test.each(["/infrastructure/dormitories", "/zakat?cash=8000000"])(
    `a phone's dialog has what is paid in one row, and nothing cut: ${language} %s`,
    async (path) => {
      const page = await openClearedPage(site.url, path, { width: 360, language, stillness: true });
      await page.setViewportSize({ width: 360, height: 780 });
      await page.locator('main a[href*="/mobile?"]:visible').first().click();
      const dialog = page.getByRole("dialog");
      const row = dialog.locator(".pay-for");
      await row.locator("img").waitFor();
      const sum = row.locator(".pay-sum:visible");
      const lines = await sum.evaluateAll((all) => all.map((each) => each.getClientRects().length));
      expect(lines, "one amount, in one line").toEqual([1]);
      const said = (await row.innerText()).split(await sum.innerText());
      expect(said, "the amount, once").toHaveLength(2);
      const [picture, name] = [await row.locator("img").boundingBox(), await row.locator("dd").boundingBox()];
      expect(name?.x).toBeGreaterThan((picture?.x ?? Infinity) + (picture?.width ?? 0));
      expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeGreaterThan(name?.y ?? Infinity);
      const hidden = await dialog.evaluate((each) => each.scrollHeight - each.clientHeight);
      expect(hidden, "pixels behind the buttons").toBeLessThanOrEqual(1);
    },
  );

test("a refused request is explained in the dialog, with retry and other ways", async () => {
  const number = newNumber();
  await faultNext(number, "refuse");
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  page.setDefaultTimeout(30_000);
  await page.getByLabel(en.giving.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[data-pay-button]").click();
  const status = dialog.locator(".pay-status");
  await status.getByText(en.giving.dialog.failed).waitFor();
  expect(await status.innerText()).toContain(en.giving.failure.refused);
  expect(await page.locator(".toast").count()).toBe(0);
  await expectAccessible(page);
  const retry = dialog.locator("[data-pay-button]");
  expect(await retry.innerText()).toMatch(/^Try again · TSh\s5,000$/);
  const lines = await retry.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines, "in one line").toBe(1);
  const weights = await status
    .locator("> *")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontWeight));
  expect(weights, "title and sentence").toEqual(["600", "400"]);
  // The head stays above what is scrolled.
  await page.setViewportSize({ width: 360, height: 480 });
  await status.evaluate((each) => {
    each.scrollIntoView({ block: "start" });
  });
  const head = await dialog.locator(".pay-head").boundingBox();
  expect((await status.boundingBox())?.y).toBeGreaterThanOrEqual((head?.y ?? Infinity) + (head?.height ?? 0));
  await status.getByRole("link", { name: "pay another way" }).click();
  await page.waitForURL(/\/donate\?draft=[^#]*#method$/);
  await page.getByRole("radio", { name: /^Card/ }).check();
});

test("the slide pays only at its end, and by key", async () => {
  const page = await openClearedPage(site.url, "/infrastructure/conference-center", { stillness: true });
  await page
    .getByRole("link", { name: /TSh\s50,000/ })
    .first()
    .click();
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.locator("summary", { hasText: "Slide to pay" }).click();
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

test("a message alone stays anonymous, and a typed name makes a named donor", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { width: 360 });
  await page.getByText(en.giving.addName).click();
  const who = (name: "named" | "anonymous") => page.getByRole("radio", { name: en.giving[name] });
  const [name, email] = [page.locator("#name"), page.locator("#email")];
  await name.waitFor();
  expect(await who("anonymous").isChecked(), "after unfolding").toBe(true);
  expect(await email.isVisible(), "a field of named donors").toBe(false);
  await name.fill("Asha");
  expect(await who("named").isChecked()).toBe(true);
  await email.waitFor();
  await name.fill("");
  expect(await who("anonymous").isChecked(), "without a name again").toBe(true);
  await page.locator("#message").fill("For my mother");
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.getByRole("button", { name: "Continue with" }).click();
  await page.getByRole("dialog", { name: "Mobile Payment" }).waitFor();
});

test("a donor who chose to be named gives a name", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { expected: /400/ });
  await page.getByText(en.giving.addName).click();
  await page.locator("#name").waitFor();
  await page.getByRole("radio", { name: en.giving.anonymous }).focus();
  await page.getByRole("radio", { name: en.giving.named }).check();
  await page.getByRole("radio", { name: en.giving.anonymous }).check();
  expect(await page.locator("#name").isVisible(), "of a donor who chose no name").toBe(false);
  await page.getByRole("radio", { name: en.giving.named }).check();
  await page.locator("#message").fill("For my mother");
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.getByRole("button", { name: "Continue with" }).click();
  await page.getByRole("link", { name: "Name Required" }).waitFor();
});

test("errors appear in the form, with focus on the summary", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { expected: /400/ });
  await page.getByText(en.giving.addName).click();
  await page.getByRole("radio", { name: en.giving.named }).check();
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
  await page.locator("#otherAmount").fill("12,345");
  await page.getByRole("button", { name: /^Continue with TSh\s12,345$/ }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Phone number").fill("0754 000 111");
  expect(await page.getByText(en.giving.errors.phoneInvalid).count(), "of a corrected number").toBe(0);
  expect(await summary.getByRole("link").allInnerTexts()).toEqual(["Name Required"]);
  await page.getByRole("radio", { name: en.giving.anonymous }).check();
  expect(await summary.count(), "without a wrong field").toBe(0);
});

test("the waiting page updates automatically, with few status changes", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/mobile?amount=20000");
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
  await dialog.getByText(/^Complete your donation of TSh.10,000 using mobile money\.$/).waitFor();
  const choose = (label: RegExp) =>
    dialog.getByRole("radio", { name: label }).evaluate((each: HTMLInputElement) => each.click());
  await choose(/^TSh.50,000$/);
  await dialog.getByText(/^Complete your donation of TSh.50,000 using mobile money\.$/).waitFor();
  await choose(/^TSh.10,000$/);
  expect(await pay.isEnabled(), "the button names what is missing").toBe(true);
  await number.fill("12");
  await number.press("Enter");
  await dialog.getByText("Missing Information").waitFor();
  expect(await isSeen(dialog.getByText("Missing Information")), "the message").toBe(true);
  expect(await isSeen(provider), "the field that is missing").toBe(true);
  expect(await focused(provider)).toBe(true);
  expect(await provider.getAttribute("aria-invalid")).toBe("true");
  await status.getByText("Please fill in all required fields", { exact: true }).waitFor();
  await dialog.locator("summary", { hasText: "Slide to pay" }).click();
  const slide = dialog.getByRole("slider");
  await slide.press("End");
  expect(await slide.inputValue()).toBe("0");
  await expectAccessible(page);

  await provider.selectOption("Mpesa");
  expect(await provider.getAttribute("aria-invalid")).toBe(null);
  expect(await status.textContent(), "about a corrected field").toBe("");
  await pay.click();
  await dialog.locator("#pay-phone-error").getByText(en.giving.errors.phoneInvalid).waitFor();
  await expect.poll(() => focused(number)).toBe(true);
  expect(await number.getAttribute("aria-invalid")).toBe("true");
  expect(await number.getAttribute("aria-describedby")).toContain("pay-phone-error");
  expect(await number.inputValue()).toBe("12");
  expect(await provider.inputValue()).toBe("Mpesa");
  expect((await status.innerText()).split("\n").filter(Boolean)).toEqual([
    en.giving.dialog.failed,
    en.giving.errors.phoneInvalid,
  ]);
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
  await dialog.getByText(`to ${payee}`).waitFor();
  const checkNow = dialog.getByRole("button", { name: en.giving.waiting.checkNow });
  expect(await checkNow.isVisible()).toBe(false);
  await page.clock.runFor(10_000);
  await dialog.getByText(en.giving.waiting.noRequest).click();
  for (const notice of ["Next Step", "Important Notice", en.giving.waiting.wrongNumber])
    await dialog.getByText(notice).waitFor();
  await page.clock.runFor(20_000);
  await dialog.getByText(en.giving.waiting.status30).waitFor();
  expect(await isSeen(checkNow), "the way to ask, in view").toBe(true);
  await expectAccessible(page);
  await page.context().setOffline(true);
  await dialog.getByText(en.giving.waiting.offline).waitFor();
  await page.context().setOffline(false);
  await dialog.getByText(en.giving.waiting.status30).waitFor();
  await phone.decide("approve");
  await dialog.getByText(en.giving.dialog.completed).waitFor();
  await dialog.getByRole("link", { name: en.giving.dialog.thanks }).waitFor();
  // They would look as if the payment were still open.
  expect(await dialog.locator(".pay-waits").isVisible()).toBe(false);
  expect(await checkNow.isVisible()).toBe(false);
  await page.clock.runFor(5_000);
  await page.getByRole("heading", { name: en.giving.result.successTitle }).waitFor();
});

test("on a phone, an anonymous donor types one field and taps twice", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  const tiles = await page.locator("[name=amount] + span").evaluateAll((each) =>
    each.map((tile) => {
      const { top, right } = tile.getBoundingClientRect();
      return { top, fits: right <= innerWidth - 16 && tile.scrollWidth <= tile.clientWidth };
    }),
  );
  expect(tiles).toHaveLength(3);
  expect(new Set(tiles.map(({ top }) => top)).size, "amounts in one row").toBe(1);
  expect(tiles.every(({ fits }) => fits)).toBe(true);
  const typed = page.locator(".donation-form").locator("input:not([type=radio],[type=hidden]), textarea");
  const shown = await typed.evaluateAll((all) =>
    all.filter((each) => each.checkVisibility()).map((each) => each.id),
  );
  expect(shown).toEqual(["otherAmount", "phone"]);
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const asks = dialog.locator("input:not([type=radio],[type=hidden],[type=range]), select");
  expect(await asks.evaluateAll((all) => all.filter((each) => each.checkVisibility()).length)).toBe(0);
  await dialog.locator("[data-pay-button]").click();
  await dialog.getByText(en.giving.dialog.initiatedText).waitFor();
  const left = await dialog.evaluate((each: HTMLElement) => each.innerText);
  expect(left).toMatch(/TSh.5,000/);
  expect(left).toMatch(/M-Pesa · \+255.75•/);
  expect(left).toMatch(/Time waiting: 0:0/);
  expect(left).not.toContain("Complete your donation");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  const link = page.locator(".pay-left a");
  await link.waitFor();
  expect(await page.getByLabel(en.giving.phone).inputValue(), "a filled form would be paid again").toBe("");
  await phone.decide("approve");
  const paid = page.locator(".pay-left", { hasText: /Your payment of TSh.5,000 is complete/ });
  await paid.waitFor();
  await link.click();
  await page.getByRole("heading", { name: en.giving.result.successTitle }).waitFor();
});

test("the network follows a corrected number, also in the dialog", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { width: 360 });
  const line = page.locator(".donation-form [data-network]");
  await page.getByLabel(en.giving.phone).focus();
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByLabel(en.giving.phone).fill("0712 345 678");
  await expect.poll(() => line.textContent()).toBe(en.giving.networks.Tigo);
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await expect.poll(() => line.textContent()).toBe(en.giving.networks.Mpesa);
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".pay-with summary").click();
  await dialog.getByLabel(en.giving.phone).fill("0782 345 678");
  expect(await dialog.getByLabel("Provider").inputValue()).toBe("Airtel");
  await dialog.getByLabel("Provider").selectOption("Azampesa");
  await dialog.getByLabel(en.giving.phone).fill("0712 345 678");
  expect(await dialog.getByLabel("Provider").inputValue(), "the donor's own choice").toBe("Azampesa");
});

test("a typed amount counts until an amount is tapped", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center/donate", { expected: /400/ });
  await page.locator("#otherAmount").fill("20,000");
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: /^Continue with TSh.20,000$/ }).waitFor();
  await page.locator("[name=amount][value='5000']").click({ force: true });
  expect(await page.locator("#otherAmount").inputValue()).toBe("");
  await page.getByRole("button", { name: /^Continue with TSh.5,000$/ }).waitFor();
  await page.locator("#otherAmount").fill("10.000");
  await page.getByLabel(en.giving.phone).fill(newNumber());
  await page.getByRole("button", { name: "Continue" }).click();
  await page
    .getByText(/^Did you mean TSh.10,000\?$/)
    .last()
    .waitFor();
  await page.getByRole("button", { name: /^Yes, TSh.10,000$/ }).click();
  await page
    .getByRole("dialog")
    .getByText(/donation of TSh.10,000/)
    .waitFor();
});
