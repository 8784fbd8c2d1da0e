import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import { languages } from "#domain/content/language.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { openCase } from "#operations/cases/open.ts";
import { propose } from "#operations/cases/propose.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { colleague, letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { expectAccessible, looks } from "#tests/support/browser/accessibility.ts";
import { closePage, openClearedPage, openPage, type Look } from "#tests/support/browser/open.ts";
import { reportOf, settleReported } from "#tests/support/donations/begin.ts";
import { donor, leadsTo, pretendPhone } from "#tests/support/donations/donor.ts";
import { openJourneys } from "#tests/support/browser/donation-journeys.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const { newPhone, decide, age, administer } = openJourneys(site);
const words = en.giving;

const form = "/campaigns/conference-center/donate";
const mobile = "/campaigns/conference-center/mobile?amount=20000";
const named = () => ({
  ...{ amount: "5000", who: "named", method: "push", phone: newPhone() },
  ...{ name: "Asha Juma", email: "asha@example.org", message: "Kwa ajili ya baba yangu" },
});

/** The donor's own browser, with the cookies of the donor in the test. */
async function openAs(
  asha: ReturnType<typeof donor>,
  path: string,
  look: Look = {},
  open = openClearedPage,
): Promise<Page> {
  const page = await open(site.url, "about:blank", look);
  await page.setExtraHTTPHeaders({ Cookie: asha.cookies() });
  await page.goto(path);
  return page;
}

for (const look of looks)
  test(`every screen of a donation is accessible and fits: ${look.width} px`, async () => {
    const language = look.width === 320 ? "sw" : "en";
    const local = (path: string) => localAddress(language, path);
    const asha = donor(site);
    const fields = named();
    const check = await asha.check(local(form), fields);
    const fine = async (name: string, path: string, expected?: RegExp) => {
      const shown: Look = { ...look, language, ...(expected ? { expected } : {}) };
      const page = await openAs(asha, path, shown);
      await expectAccessible(page, name);
      await closePage(page);
    };
    await fine("the form, filled in", local(`${form}?draft=${check.address.split("/").at(-1)}`));
    await fine("the check", check.address);
    await fine("a check that has run out", local(`${form}/${"x".repeat(22)}`), /410/);
    await fine("the dialog's page", local(mobile));
    const waiting = leadsTo(await check.pay());
    await fine("waiting", waiting);
    await decide(fields.phone, "decline");
    await fine("failed", leadsTo(await asha.open(waiting)));
    const again = leadsTo(await asha.post(`/donations/${orderOf(waiting)}/again`, {}));
    await decide(fields.phone, "approve");
    const order = orderOf(again);
    await fine("thanks", local(`/selcom-webhook?order_id=${order}&status=success`));
    await fine("the receipt, sent once more", local(`/donations/${order}?mail=sent`));
    const receipt = await openAs(asha, local(`/donations/${order}`), { ...look, language });
    const line = receipt.locator(".receipt .donation-lines > div").first();
    const [label, value] = [await line.locator("dt").boundingBox(), await line.locator("dd").boundingBox()];
    expect((value?.y ?? 0) > (label?.y ?? 0), "label and value are stacked on phones").toBe(
      look.width === 320,
    );
    await closePage(receipt);
    await fine("an unknown order", local("/payment-response?order_id=nobody_1"));
    const card = await asha.check(local(form), { ...fields, method: "card" });
    await fine("the card's step", card.address);
  });

test("error, slow and empty states are accessible too", async () => {
  const asha = donor(site);
  const page = await openClearedPage(site.url, "about:blank", { width: 320, expected: /400/ });
  const pay = page.locator("[data-pay-button], .check-donation > button.wide");
  const focus = () => page.evaluate(() => document.activeElement?.id);
  await page.goto(mobile);
  await page.locator("[name=phone]").fill("12");
  await pay.click();
  await page.locator(".error-summary").waitFor();
  await expect.poll(focus).toBe("error-summary");
  await expectAccessible(page, "the dialog's page with errors");
  await page.goto(mobile.replace("20000", "6000000"));
  await expectAccessible(page, "too much for a phone");
  const card = await asha.check(form, { ...named(), method: "card" });
  await page.goto(card.address);
  await pay.click();
  await page.locator(".field-error", { hasText: words.errors.terms }).waitFor();
  await expect.poll(focus).toBe("error-summary");
  await expectAccessible(page, "the card's step with errors");

  const fields = named();
  const order = orderOf(await asha.give(form, fields));
  await age(order, 304);
  await page.goto(`/payment-processing?order_id=${order}`);
  await page.getByText(words.result.timeoutText).waitFor();
  await expectAccessible(page, "no answer in time");
});

for (const language of languages)
  test(`money that arrives late replaces all that a failed page said: ${language}`, async () => {
    const texts = { en, sw }[language];
    const asha = donor(site);
    const fields = named();
    const waiting = await asha.give(localAddress(language, form), fields);
    await decide(fields.phone, "decline");
    const page = await openAs(asha, leadsTo(await asha.open(waiting)), { width: 360, language });
    const main = page.locator("main");
    await main.getByRole("button", { name: texts.giving.result.pushAgain }).waitFor();
    // The page waits for the provider's answer, so what is read below is read before the thanks.
    await page.route(/\/api\/donations\//, () => undefined);
    await page.locator("[data-island=status-poller][data-awake]").waitFor({ state: "attached" });
    await arriveLate(orderOf(waiting));
    await main.getByText(texts.giving.waiting.confirmed).waitFor();
    const read = await main.innerText();
    for (const old of [
      texts.giving.result.cancelledTitle,
      texts.giving.result.safeNow,
      texts.giving.failure.cancelled,
    ])
      expect(read).not.toContain(old);
    expect(await main.locator("a, button, summary").filter({ visible: true }).count()).toBe(0);
    await expectAccessible(page, "the moment before the thanks");
  });

for (const language of languages)
  test(`a decision about a wrong amount replaces all that its page said: ${language}`, async () => {
    const texts = { en, sw }[language].giving;
    const asha = donor(site);
    const fields = named();
    const waiting = await asha.give(localAddress(language, form), fields);
    await decide(fields.phone, "approve", "tenfold");
    const page = await openAs(asha, leadsTo(await asha.open(waiting)), { width: 360, language });
    const main = page.locator("main");
    await main.getByText(texts.result.mismatchStop).waitFor();
    await page.route(/\/api\/donations\//, () => undefined);
    await page.locator("[data-island=status-poller][data-awake]").waitFor({ state: "attached" });
    await recordAsReceived(orderOf(waiting));
    await main.getByText(texts.waiting.confirmed).waitFor();
    const read = await main.innerText();
    const { mismatchAsked, mismatchCharged, mismatchStop, mismatchText, mismatchContact } = texts.result;
    for (const old of [mismatchAsked, mismatchCharged, mismatchStop, mismatchText, mismatchContact])
      expect(read).not.toContain(old);
    expect(await main.locator("a, button, summary").filter({ visible: true }).count()).toBe(0);
    await expectAccessible(page, "the moment before the thanks");
  });

/** Two people find that the requested amount arrived. */
async function recordAsReceived(order: string): Promise<void> {
  const { id: caseId } = await site.db
    .selectFrom("cases as c")
    .innerJoin("payments as p", "p.id", "c.payment_id")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("c.id")
    .where("d.external_id", "=", order)
    .executeTakeFirstOrThrow();
  const [by, other] = [await colleague(site.db, "staff"), await colleague(site.db, "admin")];
  await letRolesAge(site.db);
  const change = { kind: "credit", caseId, statementReference: "line 7", arrived: null } as const;
  const asked = await propose(site.db, change, { by, reason: "the bank confirms all of it" });
  if (asked.kind !== "proposed") throw new Error(asked.kind);
  const now = new Date();
  const approval = {
    proposalId: asked.id,
    decision: "approve",
    reason: "",
    by: other,
    provenAt: now,
    now,
  } as const;
  expect(await decideProposal(site.db, approval)).toEqual({ kind: "decided" });
}

test("the redirect page continues automatically, but not when a donor returns", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...named(), method: "page" });
  const page = await openAs(asha, "about:blank", { width: 320 });
  await page.goto(leaving);
  for (const goOn of [() => undefined, () => page.getByRole("link", { name: words.leaving.go }).click()]) {
    await goOn();
    await page.waitForURL(/paymentgw\/checkout/);
    await page.goBack();
    await page.locator("[data-island=auto-redirect][data-awake]").waitFor({ state: "attached" });
  }
  // The text that announces the redirect is removed when there is none.
  expect(await page.getByText(words.leaving.going).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(leaving);
  await expectAccessible(page, "back from the provider's page");
  await page.getByRole("link", { name: words.leaving.checkStatus }).click();
  await page.waitForURL(/payment-processing/);
});

test("thanks show three bursts, fit one sheet and respect reduced motion", async () => {
  const asha = donor(site);
  const fields = { ...named(), message: "Kwa baba na mama. ".repeat(27) };
  const waiting = await asha.give(form, fields);
  await decide(fields.phone, "approve");
  const thanks = leadsTo(await asha.open(waiting));
  const page = await openAs(asha, "about:blank", {}, openPage);
  await page.addInitScript(() => {
    const drawing = CanvasRenderingContext2D.prototype;
    const { clearRect } = drawing;
    drawing.clearRect = function (...place) {
      Object.assign(window, { pieces: 0 });
      clearRect.apply(this, place);
    };
    drawing.fillRect = () => Object.assign(window, { pieces: Reflect.get(window, "pieces") + 1 });
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(thanks);
  await page.locator("canvas.confetti").waitFor({ state: "attached" });
  const pieces = async (forwards: number) => {
    await page.clock.runFor(forwards);
    return page.evaluate(() => Reflect.get(window, "pieces"));
  };
  const one = await pieces(100);
  expect(one).toBeGreaterThan(0);
  expect(await pieces(100)).toBe(one);
  expect(await pieces(100)).toBe(2 * one);
  expect(await pieces(80)).toBe(2 * one);
  expect(await pieces(60)).toBe(3 * one);
  await page.clock.runFor(3_000);
  expect(await page.locator("canvas.confetti").count()).toBe(0);

  const still = await openAs(asha, thanks, { stillness: true });
  await still.locator("[data-island=thanks][data-awake]").first().waitFor({ state: "attached" });
  expect(await still.locator("canvas.confetti").count()).toBe(0);
  const [amount = 0, text = Infinity] = await still
    .locator(".thanks-amount, .thanks .result-said")
    .evaluateAll((all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize)));
  expect(amount, "the amount is large").toBeGreaterThan(2 * text);
  // Sharing and the receipt are in the first view of a laptop, and the first ways to share in a phone's.
  for (const [width, height, ...seen] of [
    [1280, 800, ".thanks-receipt", ".share", ".thanks-next .result-actions"],
    [360, 740, ".thanks-receipt", ".share a"],
  ] as const) {
    await still.setViewportSize({ width, height });
    for (const part of seen) {
      const box = await still.locator(part).first().boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `${part} at ${width} px`).toBeLessThanOrEqual(height);
    }
  }
  for (const path of [thanks, `/donations/${orderOf(waiting)}`]) {
    await still.goto(path);
    const sheets = (await still.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(sheets?.length, path).toBe(1);
  }
});

test("on a laptop the campaign and the other ways to pay are beside the request", async () => {
  const asha = donor(site);
  const page = await openAs(asha, await asha.give(form, named()), { width: 1280 });
  const title = page.getByRole("heading", { level: 1 });
  const lines = await title.evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  const placeOf = async (selector: string) => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? {};
    if (x === undefined || y === undefined || !width || !height) throw new Error(`${selector} is not shown`);
    return { left: x, top: y, right: x + width, bottom: y + height };
  };
  const [request, card, ways] = [
    await placeOf(".waiting > .panel"),
    await placeOf(".donate-for"),
    await placeOf(".pay-yourself"),
  ];
  expect(card.top).toBe(request.top);
  expect(card.left).toBeGreaterThan(request.right);
  expect(ways.left).toBe(card.left);
  expect(ways.bottom).toBeLessThanOrEqual(800);
  await page.locator(".donate-for").getByRole("heading", { name: "Conference center" }).waitFor();
  await page.locator(".donate-for progress").waitFor();
  const status = await placeOf(".waiting-status");
  const keeps = page.getByText(words.waiting.keeps);
  const next = await keeps.evaluate((each) => each.previousElementSibling?.getBoundingClientRect().bottom);
  expect(next, "directly under the status").toBe(status.bottom);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.locator(".donate-for").isVisible()).toBe(false);
  const steps = await placeOf(".waiting-steps");
  expect((await keeps.boundingBox())?.y, "a phone shows how to pay first").toBeGreaterThan(steps.bottom);
});

test("the status is the only large text of the waiting page's card", async () => {
  const asha = donor(site);
  const page = await openAs(asha, await asha.give(form, named()), { width: 360 });
  const sizes = await page.locator(".waiting > .panel").evaluate((panel) => {
    const isStatus = (each: Element) => each.matches("[data-status]");
    const own = [...panel.querySelectorAll("*")].filter((each) =>
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const size = (each: Element) => parseFloat(getComputedStyle(each).fontSize);
    return {
      status: own.filter(isStatus).map(size),
      others: Math.max(...own.filter((each) => !isStatus(each)).map(size)),
    };
  });
  expect(sizes.status).toHaveLength(1);
  expect(sizes.others).toBe(16);
  expect(sizes.status[0]).toBeGreaterThan(18);
});

test("five minutes of waiting give few status changes, advice and thanks", async () => {
  const page = await openPage(site.url, "about:blank");
  await page.clock.install();
  await page.goto(mobile);
  const number = newPhone();
  await page.locator("[name=phone]").fill(number);
  await page.locator("[data-pay-button]").click();
  await page.waitForURL(/payment-processing/);
  await page.locator("[data-island=waiting][data-awake]").waitFor();
  await page.evaluate(() => {
    const line = document.querySelector("[data-status]");
    const messages: string[] = [];
    Object.assign(window, { messages });
    if (line) new MutationObserver(() => messages.push(line.textContent)).observe(line, { childList: true });
  });
  expect(await page.getByRole("button", { name: words.waiting.checkNow }).isVisible()).toBe(false);
  const asksToPay = () =>
    page
      .locator(".waiting-look, .waiting-steps, .pay-yourself")
      .evaluateAll((all) => all.map((each) => each.checkVisibility()));
  let polls = 0;
  let messages: string[] = [];
  let mayComeAsked: boolean[] | null = null;
  page.on("response", (response) => void (/\/api\/donations\//.test(response.url()) && (polls += 1)));
  while (page.url().includes("payment-processing") && polls < 70) {
    const before = polls;
    // The page reads an answer before it sets its timer for the next one, so time runs until the next one arrives.
    while (polls === before && page.url().includes("payment-processing")) {
      await page.clock.runFor(1_000);
      // The final page has received no events.
      messages = await page
        .evaluate<string[]>(() => Reflect.get(window, "messages"))
        .then(
          (now) => now ?? messages,
          () => messages,
        );
    }
    // The first is at 3 seconds, then one every 5. After the sixth come 28 seconds, and after the seventh 33.
    if (polls === 7)
      expect(await page.getByRole("button", { name: words.waiting.checkNow }).isVisible()).toBe(true);
    // On a busy machine time runs on while an answer is under way, so a count of answers is no time.
    if (mayComeAsked === null && messages.at(-1) === words.waiting.status30) mayComeAsked = await asksToPay();
    if (polls === 30) expect(await asksToPay(), "beside “Do not pay again”").toEqual([false, false, false]);
  }
  expect(mayComeAsked, "while the request may come").toEqual([true, true, true]);
  // The last asks whether the site answers, before the page is left.
  expect(polls).toBe(61);
  expect(messages).toEqual([words.waiting.status30, words.waiting.status90, words.waiting.noAnswer]);
  await page.getByText(words.result.timeoutText).waitFor();
  await page.locator("[data-island=status-poller][data-awake]").waitFor({ state: "attached" });
  await decide(number, "approve");
  await page.waitForURL(/status=success/);
});

test("a hidden waiting page asks nothing, and asks at once when it is seen again", async () => {
  const asha = donor(site);
  const page = await openAs(asha, "about:blank", {}, openPage);
  await page.clock.install();
  await page.goto(await asha.give(form, named()));
  await page.locator("[data-island=waiting][data-awake]").waitFor();
  const turn = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await turn(true);
  let polls = 0;
  page.on("request", (request) => void (/\/api\/donations\//.test(request.url()) && (polls += 1)));
  for (let minutes = 0; minutes < 2; minutes += 1) {
    await page.clock.runFor(60_000);
    // The page has handled each earlier answer when this later one is there.
    await page.evaluate(() => fetch("/healthz").then(() => true));
  }
  expect(polls).toBe(0);
  await turn(false);
  await expect.poll(() => polls).toBeGreaterThan(0);
});

test("a payment confirmed without a connection keeps the page until there is one", async () => {
  const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
  const page = await openPage(site.url, "/campaigns/conference-center", { expected });
  const number = newPhone();
  await page.getByLabel(words.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[data-pay-button]").click();
  await dialog.getByText(words.dialog.initiated).waitFor();
  const waiting = await dialog.locator("[data-waiting-page]").getAttribute("href");
  const second = await openPage(site.url, waiting ?? "", { expected });
  await second.locator("[data-island=waiting][data-awake]").waitFor();
  for (const each of [page, second]) await each.context().setOffline(true);
  // The stream that is still open brings the news.
  await decide(number, "approve");
  await dialog.getByText(`${words.dialog.completed} ${words.waiting.offline}`).waitFor();
  await second.locator("[data-status]").getByText(words.waiting.offline).waitFor();
  for (const each of [page, second]) await each.context().setOffline(false);
  for (const each of [page, second]) await each.waitForURL(/status=success/);
});

test("who closes the dialog of a confirmed payment without a connection stays on the page", async () => {
  const page = await openPage(site.url, "/campaigns/conference-center", {
    expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });
  const number = newPhone();
  await page.getByLabel(words.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[data-pay-button]").click();
  await dialog.getByText(words.dialog.initiated).waitFor();
  await page.context().setOffline(true);
  await decide(number, "approve");
  await dialog.getByText(`${words.dialog.completed} ${words.waiting.offline}`).waitFor();
  await dialog.getByRole("button", { name: words.dialog.close, exact: true }).last().click();
  await page.locator(".pay-left[data-end=completed]").waitFor();
  await page.context().setOffline(false);
  await page.locator(".pay-left a").click();
  await page.waitForURL(/status=success/);
});

test("after a lost connection the second press is the same donation", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { expected: /ERR_FAILED/ });
  const number = newPhone();
  await page.getByLabel(words.phone).fill(number);
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.route(/\/donate\//, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const before = (await phone.payments()).length;
  await administer("next", { phone: number, fault: "html" });
  await dialog.locator("[data-pay-button]").click();
  await dialog.getByText(words.dialog.lost).waitFor();
  await page.unroute(/\/donate\//);
  await dialog.locator("[data-pay-button]").click();
  await dialog.locator(".pay-status").getByText(en.answers.unsure).waitFor();
  expect(await dialog.getByText(words.dialog.initiated).count()).toBe(0);
  await expectAccessible(page, "no answer to the push");
  expect((await phone.payments()).length).toBe(before + 1);

  // Playwright does not use the back/forward cache. This event is what a cached page receives when the visitor leaves
  // it.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await dialog.waitFor({ state: "detached" });
});

test("the dialog of a retry says that the first payment arrived after all", async () => {
  const page = await openClearedPage(site.url, form, { width: 360 });
  const dialog = page.getByRole("dialog");
  const pay = async () => {
    const number = newPhone();
    await page.getByLabel(words.phone).first().fill(number);
    await page.locator("form[data-island=donation][data-awake]").waitFor();
    await page.getByRole("button", { name: "Continue with" }).click();
    await dialog.locator("[data-pay-button]").click();
    await dialog.getByText(words.dialog.initiatedText).waitFor();
    return number;
  };
  const first = await pay();
  await decide(first, "decline");
  await page.waitForURL(/payment-response|selcom-webhook/);
  const order = orderOf(page.url());
  await page.goto(`${form}?retry=${order}`);
  await pay();
  const notice = dialog.locator(".earlier-try");
  expect(await notice.count()).toBe(0);
  await arriveLate(order);
  await notice.getByText(/^Your earlier payment of TSh.5,000 arrived\./).waitFor();
  expect(await notice.innerText()).toContain(words.waiting.earlierTwice);
  await expectAccessible(page, "the first payment arrived");
  await notice.getByRole("link", { name: words.waiting.earlierLink }).click();
  await page.waitForURL(new RegExp(`order_id=${order}&status=success`));
});

const arriveLate = async (order: string) => {
  const payment = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.reference", "p.provider_reference", "p.amount"])
    .where("d.external_id", "=", order)
    .executeTakeFirstOrThrow();
  expect(await settleReported(site.db, reportOf(payment))).toBe("corrected");
};

test("an earlier payment that arrived is good news in the dialog, and ends it", async () => {
  const asha = donor(site);
  const order = orderOf(await asha.give(form, named()));
  await phone.decide("decline");
  const page = await openAs(asha, `${form}?retry=${order}`, { width: 360, expected: /409/ });
  await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.getByRole("button", { name: "Continue with" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const before = (await phone.payments()).length;
  await arriveLate(order);
  await dialog.locator("[data-pay-button]").click();
  const news = dialog.locator(".arrived");
  await news.getByText(/^Your earlier payment of TSh.5,000 arrived\./).waitFor();
  expect(await dialog.locator("[data-pay-button]:visible, [name=phone]:visible").count()).toBe(0);
  expect(await dialog.locator("[data-tone=error]:visible, .error-summary").count()).toBe(0);
  await expectAccessible(page, "the earlier payment arrived");
  await news.getByRole("link", { name: words.dialog.thanks }).click();
  await page.waitForURL(new RegExp(`order_id=${order}&status=success`));
  expect((await phone.payments()).length).toBe(before);
});

for (const language of ["en", "sw"] as const)
  test(`the form of a donation that arrived says so before Pay, to its donor only: ${language}`, async () => {
    const asha = donor(site);
    const order = orderOf(await asha.give(form, named()));
    await phone.decide("decline");
    const again = localAddress(language, `${form}?retry=${order}`);
    const page = await openAs(asha, again, { width: 360 });
    const check = await asha.check(again, { ...named(), retry: order });
    await page.locator("form.donation-form").waitFor();
    await arriveLate(order);
    const said = (language === "en" ? en : sw).giving.waiting.earlierPaid.replace(
      "{amount}",
      "TSh\u00a05,000",
    );
    for (const path of [again, check.address]) {
      await page.goto(path);
      await page.locator(".arrived").getByText(said).waitFor();
      expect(await page.locator("main form").count(), "nothing to pay with").toBe(0);
      expect(await page.locator(".arrived a").first().getAttribute("href")).toBe(
        localAddress(language, `/selcom-webhook?order_id=${order}&status=success`),
      );
    }
    await expectAccessible(page, "the form of a donation that arrived");
    const other = await donor(site).open(again);
    expect(other.text).toContain('class="donation-form form"');
    expect(other.text).not.toContain('class="panel arrived');
  });

test("two tabs, back and reload make one donation without form warnings", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { javaScript: false });
  await page.getByLabel(words.phone).fill(newPhone());
  await page.getByRole("button", { name: "Continue with" }).click();
  const check = page.url();
  const second = await page.context().newPage();
  await second.goto(check);
  const before = (await phone.payments()).length;
  await page.locator("[data-pay-button]").click();
  await page.waitForURL(/payment-processing/);
  const waiting = page.url();
  await second.locator("[data-pay-button]").click();
  await second.waitForURL(waiting);
  await second.reload();
  expect(second.url()).toBe(waiting);
  await page.goBack();
  expect(page.url()).toBe(waiting);
  await page.reload();
  expect(page.url()).toBe(waiting);
  expect((await phone.payments()).length).toBe(before + 1);
});

test("a failed payment's page shows a success that the provider reports later", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("decline");
  const result = leadsTo(await asha.open(waiting));
  const page = await openClearedPage(site.url, "about:blank", { width: 360 });
  await page.setExtraHTTPHeaders({ Cookie: asha.cookies() });
  const says = (status: string) => ({
    contentType: "text/event-stream",
    body: `event: order\ndata: ${JSON.stringify({ status })}\n\n`,
  });
  // The first stream repeats what the page shows. The browser connects again when it ends.
  let streams = 0;
  await page.route(/\/api\/live/, (route) =>
    route.fulfill(says((streams += 1) > 1 ? "completed" : "failed")),
  );
  await page.goto(result);
  await page.getByText(words.waiting.confirmed).waitFor();
  expect(streams).toBe(2);
  await page.waitForURL(/status=success/);
});

test("a failed payment's page follows a report of money and the decision about it", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("decline");
  const result = leadsTo(await asha.open(waiting));
  const page = await openClearedPage(site.url, "about:blank", { width: 360 });
  await page.setExtraHTTPHeaders({ Cookie: asha.cookies() });
  await page.goto(result);
  await page.getByText(words.result.safeNow).waitFor();
  const { id: paymentId } = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.id")
    .where("d.external_id", "=", orderOf(waiting))
    .executeTakeFirstOrThrow();
  const caseId = await openCase(site.db, "not-booked", { paymentId, details: {} });
  if (caseId === null) throw new Error("no case");
  await page.waitForURL(/status=manual_check/);
  await page.getByText(words.result.doubtText).waitFor();
  for (const invites of [words.result.safeNow, words.result.pushAgain, words.result.retry])
    expect(await page.getByText(invites).count(), invites).toBe(0);
  const dismissal = {
    caseId,
    decision: "dismiss",
    reason: "Sent back.",
    by: "staff",
    now: new Date(),
  } as const;
  await resolveCase(site.db, dismissal);
  await page.waitForURL(/status=failed/);
  await page.getByText(words.failure.closed).waitFor();
  expect(await page.getByText(words.result.safeNow).count()).toBe(0);
});

test("a donor can complete everything by keyboard", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center", { stillness: true });
  await page.getByText(words.addName).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: words.anonymous }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("radio", { name: words.anonymous }).isChecked()).toBe(true);
  await page.getByLabel(words.phone).focus();
  await page.locator(".donation-form[data-awake]").waitFor();
  const number = newPhone();
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const inside = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  expect(await inside()).toBe(true);
  await page.keyboard.press("Escape");
  // The dialog's role disappears on closing, a moment before the dialog leaves the page.
  await page.locator("dialog.pay-dialog").waitFor({ state: "detached" });
  await page.getByLabel(words.phone).press("Enter");
  await dialog.waitFor();
  const pay = dialog.locator("[data-pay-button]");
  for (let presses = 0; presses < 10 && !(await isFocused(pay)); presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.getByText(words.dialog.initiatedText).waitFor();
  await decide(number, "approve");
  await page.waitForURL(/status=success/);
  await page.getByRole("heading", { name: words.result.successTitle }).waitFor();
});

test("payment code loads only when needed", async () => {
  const page = await openPage(site.url, "about:blank");
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/campaigns/conference-center", { waitUntil: "networkidle" });
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 600);
  await page.locator(".donation-form[data-awake]").waitFor();
  await page.waitForLoadState("networkidle");
  expect(scripts.some((url) => url.includes("donation.island"))).toBe(true);
  expect(scripts.filter((url) => /pay-dialog|waiting|thanks|react/.test(url))).toEqual([]);
});

const orderOf = (address: string) => new URL(address, site.url).searchParams.get("order_id") ?? "";

const isFocused = (place: ReturnType<Page["locator"]>) =>
  place.evaluate((element) => element === document.activeElement);

test("the waiting page reloads automatically when its script file is missing", async () => {
  const asha = donor(site);
  const fields = named();
  const { pay } = await asha.check(form, fields);
  const page = await openAs(asha, "about:blank", { expected: /ERR_FAILED/ }, openPage);
  await page.clock.install();
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(leadsTo(await pay()));
  await decide(fields.phone, "approve");
  await page.clock.runFor(16_000);
  await page.waitForURL(/status=success/);
});
