import { expect, test } from "vitest";
import { openClearedPage, openPage } from "#tests/support/browser/open.ts";
import { donor, pretendPhone } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);

let numbers = 0;
async function give(amount: string) {
  await donor(site).give("/campaigns/conference-center/donate", {
    ...{ amount: "other", otherAmount: amount, who: "anonymous", method: "push" },
    phone: `0714 1${String((numbers += 1)).padStart(2, "0")} 000`,
  });
  await phone.decide("approve");
}

test.each([
  ["/", "en", '[data-live="conference-center.raised"]'],
  ["/campaigns", "sw", '[data-live="conference-center.raised"]'],
  ["/campaigns/conference-center", "en", '[data-live="conference-center.raised"]'],
  ["/", "en", '#impact [data-live="*.donors"]'],
] as const)(
  "%s (%s) updates automatically after a confirmed donation: %s",
  async (path, language, figure) => {
    const page = await openClearedPage(site.url, path, { language });
    const shown = page.locator(figure).first();
    const before = await shown.textContent();
    const stream = page.waitForRequest(/\/api\/live\?/);
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 200);
    await stream;
    await give("1000000");
    await expect.poll(() => shown.textContent()).not.toBe(before);
    const now = await shown.textContent();
    // A cached page shows the new figure within a second.
    const afterReload = async () => {
      await page.reload();
      return page.locator(figure).first().textContent();
    };
    await expect.poll(afterReload).toBe(now);
  },
);

test("a visible page subscribes once, after a first interaction", async () => {
  const page = await openClearedPage(site.url, "/campaigns/conference-center");
  const urls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/live") && urls.push(request.url()));
  await page.waitForLoadState("networkidle");
  expect(urls).toEqual([]);
  const first = page.waitForRequest(/\/api\/live\?/);
  await page.keyboard.press("Shift");
  await first;
  await page.mouse.wheel(0, 400);
  await page.mouse.wheel(0, -400);
  expect(urls.length).toBe(1);
  expect(urls[0]).toContain("campaign=conference-center");
});

test("three waiting payments leave a browser connections for a fourth page", async () => {
  const page = await openPage(site.url, "about:blank");
  const fourth = await page.context().newPage();
  const streams = new Set<unknown>();
  const context = page.context();
  context.on("request", (request) => request.url().includes("/api/live") && streams.add(request));
  context.on("requestfinished", (request) => streams.delete(request));
  context.on("requestfailed", (request) => streams.delete(request));
  const pages = [page, await page.context().newPage(), await page.context().newPage()];
  for (const [at, each] of pages.entries()) {
    await each.goto(`${site.url}/campaigns/conference-center`);
    await each.mouse.move(200, 200);
    await each.mouse.wheel(0, 200);
    await each.getByLabel("Phone number").fill(`0714 200 00${at}`);
    await each.locator("form[data-island=donation][data-awake]").waitFor();
    await each.getByRole("button", { name: "Continue with" }).click();
    await each.locator("[data-pay-button]").click();
    await each.getByRole("dialog").getByText("Payment Initiated").waitFor();
  }
  await fourth.goto(`${site.url}/about`);
  await expect.poll(() => streams.size, { message: "one for each page, with its figures" }).toBe(3);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => streams.size, { message: "none for a hidden page" }).toBe(2);
  await phone.decide("approve");
  await pages[2]?.waitForURL(/status=success/);
});

test("without a stream the page polls", async () => {
  const page = await openPage(site.url, "about:blank", { expected: /503/ });
  await page.clock.install();
  await page.route(/\/api\/live\?/, (route) =>
    route.request().headers()["accept"]?.includes("event-stream")
      ? route.fulfill({ status: 503, body: "" })
      : route.continue(),
  );
  await page.goto("/campaigns/conference-center");
  const shown = page.locator('[data-live="conference-center.raised"]').first();
  const before = await shown.textContent();
  const polled = page.waitForResponse(
    (response) => response.url().includes("/api/live") && response.status() === 200,
  );
  await page.keyboard.press("Shift");
  await polled;
  await give("2000000");
  await page.clock.runFor(31_000);
  await expect.poll(() => shown.textContent()).not.toBe(before);
});

test("a page that was refused a stream gets one when the site is calm again", async () => {
  const page = await openPage(site.url, "about:blank", { expected: /503/ });
  await page.clock.install();
  const asked = { streams: 0, polls: 0 };
  await page.route(/\/api\/live\?/, (route) => {
    if (!route.request().headers()["accept"]?.includes("event-stream")) {
      asked.polls += 1;
      return route.fulfill({ json: { success: true, news: [] } });
    }
    asked.streams += 1;
    return route.fulfill({ status: 503, body: "" });
  });
  const handled = () => page.evaluate(() => fetch(location.href).then((answer) => answer.text()));
  await page.goto("/campaigns/conference-center");
  await page.keyboard.press("Shift");
  for (let polls = 1; polls < 10; polls += 1) {
    await expect.poll(() => asked.polls).toBe(polls);
    expect(asked.streams).toBe(1);
    await handled();
    await page.clock.runFor(30_000);
  }
  await expect.poll(() => asked.streams).toBe(2);
});

test("a page without a stream obeys Retry-After and never polls while hidden", async () => {
  const page = await openPage(site.url, "about:blank", { expected: /503/ });
  await page.clock.install();
  let polls = 0;
  await page.route(/\/api\/live\?/, (route) => {
    if (!route.request().headers()["accept"]?.includes("event-stream")) polls += 1;
    return route.fulfill({ status: 503, headers: { "Retry-After": "120" }, json: { success: false } });
  });
  // The page has handled each earlier answer when this later one is there.
  const handled = () => page.evaluate(() => fetch(location.href).then((answer) => answer.text()));
  await page.goto("/campaigns/conference-center");
  await page.keyboard.press("Shift");
  await expect.poll(() => polls).toBe(1);
  await handled();
  await page.clock.runFor(119_000);
  await handled();
  expect(polls).toBe(1);
  await page.clock.runFor(2_000);
  await expect.poll(() => polls).toBe(2);
  await handled();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor(600_000);
  await handled();
  expect(polls).toBe(2);
});
