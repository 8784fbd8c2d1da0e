import type { Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { expectSoundLedger, readDonationState } from "#tests/support/donations/begin.ts";
import type { Site } from "#tests/support/server/site.ts";

/** Places where a donation starts, up to the press of the pay button. */
export const flows = ["campaign form", "zakat dialog", "building's dialog", "order page", "card"] as const;
export type Flow = (typeof flows)[number];

/** The next events at the provider. */
export const outcomes = [
  ...["approved", "declined", "ignored", "late", "duplicate", "lost", "wrong amount", "provider down"],
] as const;

export type Journey = { flow: Flow; outcome: string; language: Language; script: boolean };

const wordsIn = { en: en.giving, sw: sw.giving };
const answersIn = { en: en.answers, sw: sw.answers };
const isHosted = (flow: Flow) => flow === "order page" || flow === "card";

const prompts = z.array(
  z.looseObject({
    gateway: z.string(),
    reference: z.string(),
    phone: z.string().nullable(),
    order: z.looseObject({ token: z.string() }).nullable(),
  }),
);

export function openJourneys(site: Site) {
  let numbers = 0;
  const newPhone = () => `255754${String((numbers += 1)).padStart(6, "0")}` as const;

  async function administer(path: string, body?: object): Promise<string> {
    const answer = await site.ask(`/sandbox/_admin/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.text;
  }

  /** Decides as the phone's owner, or on the provider's page. */
  async function decide(mark: string, decision: string, fault: string | null = null): Promise<void> {
    const all = prompts.parse(JSON.parse(await administer("payments")));
    const payment = all.find(({ phone, order }) => phone === mark || order?.token === mark);
    if (payment === undefined) throw new Error(`no payment request for ${mark}`);
    const { gateway, reference } = payment;
    await administer("decide", { gateway, reference, decision, fault });
    await administer("deliver", {});
  }

  const age = (order: string, seconds: number) =>
    onDatabase(
      site.databaseUrl,
      `update payments set created_at = now() - interval '${seconds} seconds', asked_at = null
       where donation_id = (select id from donations where external_id = '${order}')`,
    );

  async function expectStatus(order: string, expected: object): Promise<void> {
    expect(await readDonationState(site.db, order)).toMatchObject(expected);
  }

  /** Completes the journey and compares the page's text with the ledger. */
  async function go(page: Page, journey: Journey): Promise<void> {
    const { flow, outcome, language, script } = journey;
    const phone = newPhone();
    const words = wordsIn[language];
    const waitForText = (text: string) => page.getByText(text, { exact: false }).first().waitFor();
    if (outcome === "provider down" && !isHosted(flow)) await administer("next", { phone, fault: "refuse" });
    // Many card payments from one address look like card testing, so each donor has another address.
    const own = Number(phone.slice(-6));
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": `10.0.${own >> 8}.${own & 255}` });
    const sentOn = orderSentOn(page);
    await fillIn(page, journey, phone);
    await page.locator("[data-pay-button], .check-donation > button.wide").click();

    if (outcome === "provider down") {
      await waitForText(words.failure.refused);
      if (flow === "order page") await waitForText(answersIn[language].notInitiated);
      if (flow === "card")
        await waitForText(words.cardStep.failed.replace("{message}", words.failure.refused));
      const order = await refusedOrder(site, phone, journey);
      return expectStatus(order, { donation: "failed", payment: "failed", journals: [], cases: [] });
    }
    const order = await (isHosted(flow) ? onToThePage(page, { script, sentOn }) : promptSent(page, script));
    const mark = isHosted(flow) ? (new URL(page.url()).pathname.split("/").at(-1) ?? "") : phone;
    const waiting = localAddress(language, `/payment-processing?order_id=${order}`);
    const donation = flow === "card" ? ["donation", "fee"] : ["donation"];
    // The card's email gets the receipt.
    const mails = flow === "card" ? 1 : 0;
    const paid = { donation: "completed", payment: "succeeded", journals: donation, cases: [], mails };

    switch (outcome) {
      case "approved":
      case "duplicate":
      case "lost":
        if (flow === "order page") await payByPhone(page, phone);
        if (flow === "card" && outcome === "approved") await payByCard(page);
        else await decide(mark, "approve", { approved: null, duplicate: "crowded", lost: "lost" }[outcome]);
        if (outcome === "lost" && !isHosted(flow)) {
          await age(order, 31);
          await page.goto(waiting);
          await page.getByRole("button", { name: words.waiting.checkNow }).click();
        }
        await waitForText(words.result.successTitle);
        return expectStatus(order, paid);

      case "declined":
        if (isHosted(flow)) await page.getByRole("button", { name: "Cancel and go back" }).click();
        else await decide(mark, "decline");
        await waitForText(words.failure.cancelled);
        return expectStatus(order, { donation: "failed", journals: [], cases: [] });

      case "ignored":
        if (isHosted(flow)) {
          await age(order, 304);
          await page.goto(waiting);
          await waitForText(words.result.timeoutHosted);
          return expectStatus(order, { donation: "pending", journals: [], cases: [] });
        }
        await decide(mark, "expire");
        await waitForText(words.failure.expired);
        return expectStatus(order, { donation: "failed", payment: "failed", journals: [], cases: [] });

      case "late":
        await age(order, 304);
        await page.goto(waiting);
        await waitForText(words.result[isHosted(flow) ? "timeoutHosted" : "lateText"]);
        await decide(mark, "approve");
        // With script the page continues automatically. Without it, a press during the status check gets a message.
        if (!script) {
          await expect.poll(async () => (await readDonationState(site.db, order)).donation).toBe("completed");
          await page.getByRole("button", { name: words.result.checkAgain }).click();
        }
        await waitForText(words.result.successTitle);
        return expectStatus(order, paid);

      case "wrong amount":
        await decide(mark, "approve", "tenfold");
        // With script, or after the provider's page, the result appears automatically.
        if (!script && !isHosted(flow)) await page.goto(waiting);
        await page.getByText(words.result.mismatchCharged).first().waitFor();
        return expectStatus(order, {
          donation: "pending",
          payment: "review",
          journals: [],
          cases: ["mismatch"],
        });

      default:
        throw new Error(`no such outcome: ${outcome}`);
    }
  }

  return {
    go,
    decide,
    age,
    newPhone,
    administer,
    expectSound: () => expectSoundLedger(site.db),
  };
}

async function fillIn(page: Page, { flow, outcome, language, script }: Journey, phone: string) {
  const open = (path: string) => page.goto(localAddress(language, path));
  if (flow === "zakat dialog" || flow === "building's dialog") {
    if (flow === "zakat dialog") await open(script ? "/#zakat" : "/?cash=8000000#zakat");
    else await open("/infrastructure/dormitories");
    if (flow === "building's dialog" && script) {
      await page.locator(".project-giving").hover();
      await page.locator(".project-giving[data-awake]").waitFor();
    }
    if (flow === "zakat dialog" && script) {
      await page.locator("#home-zakat-cash").click();
      await page.locator("[data-island=zakat][data-awake]").waitFor();
      await page.locator("#home-zakat-cash").fill("8,000,000");
      await page.locator("#zakat [data-island=donation][data-awake]").waitFor();
    }
    await page.locator("main a[href*='/mobile?amount=']").first().click();
    await page.locator("[name=phone]").fill(phone);
    return;
  }
  const amount = outcome === "provider down" && isHosted(flow) ? refusedAmount(flow) : 20_000;
  await open(`/campaigns/conference-center?amount=${amount}`);
  if (flow === "order page" || flow === "card")
    await page.getByText(wordsIn[language].otherWays).first().click();
  if (flow === "order page") await page.locator("[name=method][value=page]").check();
  if (flow === "card") await page.locator("[name=method][value=card]").check();
  else await page.locator("#phone").fill(phone);
  // Before the script is ready, the form opens the check page in place of the dialog.
  if (script) await page.locator("form[data-island=donation][data-awake]").waitFor();
  await page.locator(".donation-form button[type=submit]").click();
  if (flow === "card") await fillInHolder(page, phone);
}

async function fillInHolder(page: Page, phone: string) {
  const lines = {
    ...{ firstName: "Asha", lastName: "Juma", cardEmail: `${phone}@example.org`, cardPhone: phone },
    ...{ address: "P.O. Box 1", city: "Morogoro", region: "Morogoro", postcode: "67101" },
  };
  await page.locator(".card-address summary").click();
  for (const [id, value] of Object.entries(lines)) await page.locator(`#${id}`).fill(value);
  await page.locator("#terms").check();
}

/** With script the dialog stays open. Without it the waiting page opens. */
async function promptSent(page: Page, script: boolean): Promise<string> {
  if (!script) await page.waitForURL(/payment-processing/);
  const address = script
    ? await page.locator("dialog a[href*=payment-processing]").getAttribute("href")
    : page.url();
  return new URL(address ?? "").searchParams.get("order_id") ?? "";
}

/** The order whose page last led on to the provider. With script, that page is gone after two seconds. */
function orderSentOn(page: Page): () => string {
  let order = "";
  page.on("framenavigated", (frame) => {
    order = /\/donations\/([^/]+)\/pay$/.exec(frame.url())?.[1] ?? order;
  });
  return () => order;
}

async function onToThePage(
  page: Page,
  { script, sentOn }: { script: boolean; sentOn: () => string },
): Promise<string> {
  // With script the page continues automatically, perhaps just before a press.
  if (!script) await page.locator("main a.button:not(.quiet)").click();
  await page.waitForURL(/paymentgw\/checkout\/\d+$/);
  return sentOn();
}

async function payByCard(page: Page) {
  await page.locator("#number").fill("4111 1111 1111 1111");
  await page.locator("#expiry").fill("12/30");
  await page.locator("#code").fill("123");
  await page.getByRole("button", { name: "Pay by card" }).click();
}

async function payByPhone(page: Page, phone: string) {
  await page.locator("#phone").fill(phone);
  await page.getByRole("button", { name: "Send a request to this phone" }).click();
  await page.getByText("A request was sent to the phone").waitFor();
}

/** The sandbox refuses totals that end in 55, including a card's fee. */
const refusedAmount = (flow: Flow) => (flow === "card" ? 10_005 : 20_055);

/** Other journeys that run at the same time also end as failed. */
async function refusedOrder({ db }: Site, phone: PhoneNumber, { flow }: Journey): Promise<string> {
  const failed = db
    .selectFrom("donations")
    .innerJoin("payments", "payments.donation_id", "donations.id")
    .select("external_id")
    .where("donations.status", "=", "failed")
    .orderBy("donations.id", "desc");
  const own = isHosted(flow)
    ? failed.where("donations.amount", "=", BigInt(refusedAmount(flow)))
    : failed.where("payments.phone", "=", phone);
  return (await own.executeTakeFirstOrThrow()).external_id;
}
