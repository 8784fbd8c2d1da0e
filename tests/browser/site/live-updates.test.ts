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
  const page = await openPage(site.url, "/campaigns/conference-center");
  const urls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/live") && urls.push(request.url()));
  await page.waitForLoadState("networkidle");
  expect(urls).toEqual([]);
  const first = page.waitForRequest(/\/api\/live\?/);
  await page.mouse.move(100, 100);
  await first;
  await page.mouse.wheel(0, 400);
  await page.mouse.wheel(0, -400);
  expect(urls.length).toBe(1);
  expect(urls[0]).toContain("campaign=conference-center");
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
  await page.mouse.move(100, 100);
  await polled;
  await give("2000000");
  await page.clock.runFor(31_000);
  await expect.poll(() => shown.textContent()).not.toBe(before);
});
