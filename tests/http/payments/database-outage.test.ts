import { brotliDecompressSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { outageOf } from "#tests/support/database/outage.ts";
import { newPhone } from "#tests/support/donations/begin.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { testSite } from "#tests/support/server/site.ts";
import { patience } from "#tests/support/patience.ts";

const site = await testSite({ kind: "demo" });
const gateways = withGateways(site);
afterAll(gateways.close);

const { begin: takeAway, end: bringBack } = outageOf(site.databaseUrl);

/** The site caches pages, and reads ahead how to reach the fund, only while it hears of changes. */
const cached = (path: string) =>
  vi.waitFor(async () => {
    const answer = await site.get(path);
    expect(answer.headers.etag).toBeDefined();
    return answer;
  }, patience);

test("during a database outage clients get 503, and nothing is lost", async () => {
  site.expectErrors(/request failed|page failed|provider unreachable/);
  const { externalId = "" } = jsonOf(await gateways.byMobile());
  const { id, provider_reference, reference, phone } = await gateways.payment(externalId);
  const callback = `/api/callbacks/azampay/${gateways.secrets.callback}`;
  const body = {
    ...{ utilityref: reference, reference: provider_reference, transactionstatus: "success" },
    ...{ operator: "Tigo", amount: "20000", msisdn: phone, message: "success" },
  };

  await cached("/about");
  await takeAway();
  try {
    expect((await gateways.post(callback, body)).status).toBe(503);
    const refused = await gateways.byMobile({ phoneNumber: newPhone() });
    expect([refused.status, jsonOf(refused).message]).toEqual([
      503,
      "Failed to create donation record: our database is not available at the moment. You have not been charged. Try again.",
    ]);
    expect((await site.get("/readyz")).status).toBe(503);
    expect((await site.get("/healthz")).status).toBe(200);
    const list = await site.get("/api/campaigns");
    expect([list.status, jsonOf(list)]).toEqual([
      503,
      { success: false, message: "Failed to fetch campaigns" },
    ]);
    const failures = [
      ["/api/campaigns/fun-run-2025", 503, "Failed to fetch campaigns"],
      ["/api/statistics", 503, "Something went wrong. Try again."],
      ["/api/nothing-here", 404, "Page Not Found"],
      ["/api/campaigns/%zz", 404, "Page Not Found"],
    ] as const;
    for (const [path, status, message] of failures) {
      const answer = await site.get(path);
      expect([answer.status, jsonOf(answer)], path).toEqual([status, { success: false, message }]);
    }
    for (const language of ["", "/sw"]) {
      const bare = await site.get(`${language}/payment-processing?order_id=zakat_1`);
      expect(bare.status).toBe(503);
      expect(bare.text).toContain('<dd><a href="tel:+255000000001">');
      expect(bare.text).toContain('<dd><a href="tel:+255000000002">');
      // A new request only reads the status.
      expect(bare.text).toContain(`<a class="button" href="${language}/payment-processing?order_id=zakat_1"`);
      expect(bare.text).toContain('<a href="mailto:info@fund.example">');
      expect(bare.text).toMatch(/<dd>0000 ?0000/);
    }
  } finally {
    await bringBack();
  }

  await vi.waitFor(async () => expect((await site.get("/readyz")).status).toBe(200), patience);
  await gateways.decide(externalId, "approve");
  await gateways.waitForStatus(externalId, "completed");
  const kept = await gateways.db
    .selectFrom("provider_messages")
    .select("verdict")
    .where("payment_id", "=", id)
    .where("kind", "=", "callback")
    .execute();
  expect(kept).toEqual([{ verdict: "succeeded" }]);
});

test("during a database outage known pages are served with their time", async () => {
  site.expectErrors(/page failed|request failed|provider unreachable/);
  const [before] = [await cached("/campaigns/zakat"), await cached("/sw")];
  await takeAway();
  try {
    // A page from the cache needs no database, so the cache must have lost its notifications first.
    const english = await vi.waitFor(async () => {
      const answer = await site.get("/campaigns/zakat");
      expect(answer.text).toContain("Part of our site does not work at the moment. This page is from ");
      return answer;
    }, patience);
    expect(english.status).toBe(200);
    expect(english.headers["cache-control"]).toBe("private, no-store");
    expect(english.headers.etag).toBeUndefined();
    expect(english.text.replace(/<aside class="site-notice".*?<\/aside>/, "")).toBe(before.text);
    expect((await site.get("/sw")).text).toContain("Ukurasa huu ni wa ");
    const packed = await site.get("/campaigns/zakat", { "Accept-Encoding": "br" });
    expect(brotliDecompressSync(packed.body).toString()).toContain("This page is from ");
    const unknown = await site.get("/campaigns/ablution-block");
    expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
  } finally {
    await bringBack();
  }
  await vi.waitFor(async () => {
    const after = await site.get("/campaigns/zakat");
    expect([after.status, after.text.includes("This page is from")]).toEqual([200, false]);
  }, patience);
});
