import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import type { Figure } from "./figure.ts";

const donations = 20;

const payments = z.array(
  z.looseObject({ gateway: z.string(), reference: z.string(), phone: z.string().nullable() }),
);

/** From the PIN on the test phone to the thank-you page. The waiting page is not touched. */
export async function giving(site: string, browser: Browser): Promise<Figure[]> {
  const waits: number[] = [];
  for (let donation = 0; donation < donations; donation++)
    waits.push(await give(site, browser, `255754${String(donation).padStart(6, "0")}`));
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.ceil(part * sorted.length) - 1] ?? NaN) / 1000;
  const figure = (what: string, measured: number): Figure => ({ part: "giving", what, measured, unit: "s" });
  return [
    figure("from the PIN to the thank-you page, median", at(0.5)),
    { ...figure("from the PIN to the thank-you page, 95th percentile", at(0.95)), goal: { atMost: 6 } },
  ];
}

async function give(site: string, browser: Browser, phone: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${site}/campaigns/conference-center/mobile?amount=20000`);
  await page.locator("[name=phone]").fill(phone);
  await page.locator("[data-pay-button]").click();
  await page.waitForURL(/payment-processing/);
  // A donor enters the PIN after the page has settled.
  await page.waitForLoadState("load");
  const took = await untilThanks(site, page, phone);
  await page.close();
  return took;
}

async function untilThanks(site: string, page: Page, phone: string): Promise<number> {
  const admin = `${site}/sandbox/_admin`;
  const found = payments.parse(await (await fetch(`${admin}/payments`)).json());
  const prompt = found.find((each) => each.phone === phone);
  if (prompt === undefined) throw new Error(`no payment request on ${phone}`);
  const { gateway, reference } = prompt;
  const thanks = page.locator('[data-result="success"] h1').waitFor();
  const entered = performance.now();
  await fetch(`${admin}/decide`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ gateway, reference, decision: "approve" }),
  });
  await thanks;
  return performance.now() - entered;
}
