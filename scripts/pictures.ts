import { writeFile } from "node:fs/promises";
import { chromium, type Browser, type Page } from "playwright-core";
import sharp from "sharp";
import { chromiumFlags, findChromium } from "#tests/support/browser/chromium.ts";
import { readCommand } from "./read-command.ts";

const usage = `npm run pictures -- http://127.0.0.1:3000
Takes the public pictures of README.md from a running demonstration site without donations of your own.`;

const { positionals } = readCommand(usage, {}, { mostArguments: 1 });
const site = siteIn(positionals);

function siteIn([address = ""]: string[]): string {
  if (URL.canParse(address)) return address;
  console.error(usage);
  return process.exit(1);
}

type Shot = {
  path: string;
  width: number;
  height: number;
  dark?: boolean;
  prepare?: (page: Page) => Promise<void>;
};
type Row = { name: string; height: number; gap: number; shots: Shot[] };

const phone = { width: 360, height: 740 };

const rows: Row[] = [
  {
    name: "home-1280",
    ...{ height: 625, gap: 0 },
    shots: [{ path: "/", width: 1280, height: 800 }],
  },
  {
    name: "phones",
    ...{ height: 615, gap: 1 },
    shots: [
      { path: "/campaigns/girls-dormitories", ...phone },
      { path: "/sw", ...phone, dark: true },
      { path: "/campaigns/conference-center/donate", ...phone, prepare: askForPayment },
    ],
  },
  {
    name: "widths",
    ...{ height: 560, gap: 12 },
    shots: [
      { path: "/", width: 320, height: 1120 },
      { path: "/sw/campaigns/fun-run-2025", width: 360, height: 1120 },
      { path: "/sw", width: 768, height: 1593 },
      { path: "/campaigns/ablution-block", width: 1280, height: 1887, dark: true },
    ],
  },
  {
    name: "giving",
    ...{ height: 615, gap: 12 },
    shots: [
      { path: "/sw/campaigns/conference-center/donate", ...phone },
      { path: "/campaigns/conference-center/donate", ...phone, prepare: approvePayment },
      { path: "/campaigns/girls-hostel", ...phone, dark: true },
      { path: "/campaigns", width: 1280, height: 1480 },
    ],
  },
];

/** Ends on the page that thanks the donor. */
async function approvePayment(page: Page): Promise<void> {
  const waiting = await requestPayment(page, "255754123458");
  await openTestPhone(page, "255754123458");
  await page.locator("[name=pin]").fill("1234");
  await page.getByRole("button", { name: "Approve" }).click();
  await page.goto(waiting);
  // Without script the waiting page reloads until the payment is confirmed.
  await page.waitForURL(/status=success/);
}

/** Ends on the test phone with an open payment request. */
async function askForPayment(page: Page): Promise<void> {
  await requestPayment(page, "255754123457");
  await openTestPhone(page, "255754123457");
}

async function requestPayment(page: Page, number: string): Promise<string> {
  await page.getByLabel("Phone number").fill(number);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/payment-processing*");
  return page.url();
}

async function openTestPhone(page: Page, number: string): Promise<void> {
  await page.goto(`/sandbox/phone/${number}`);
  await page.getByText("PIN").first().waitFor();
}

async function take(browser: Browser, { path, width, height, dark, prepare }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    // Without script there is no cookie notice.
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "networkidle" });
  await prepare?.(page);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function besideEachOther({ height, gap, shots }: Row, pictures: Buffer[]): Promise<Buffer> {
  const scaled = await Promise.all(pictures.map((each) => sharp(each).resize({ height }).png().toBuffer()));
  const widths = shots.map((shot) => Math.round((shot.width * height) / shot.height));
  const whole = widths.reduce((sum, width) => sum + width + gap, -gap);
  const placed = scaled.map((input, at) => ({
    input,
    top: 0,
    left: widths.slice(0, at).reduce((sum, width) => sum + width + gap, 0),
  }));
  return sharp({ create: { width: whole, height, channels: 3, background: "#ffffff" } })
    .composite(placed)
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  for (const row of rows) {
    const pictures: Buffer[] = [];
    for (const shot of row.shots) pictures.push(await take(browser, shot));
    const file = new URL(`../docs/pictures/${row.name}.png`, import.meta.url);
    await writeFile(file, await besideEachOther(row, pictures));
    console.log(`docs/pictures/${row.name}.png`);
  }
} finally {
  await browser.close();
}
