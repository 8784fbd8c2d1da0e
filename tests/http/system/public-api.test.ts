import { expect, test } from "vitest";
import { z } from "zod";
import * as shapes from "#app/api/shapes.ts";
import en from "#app/messages/en.ts";
import routes from "#app/routes.ts";
import { newPhone } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

const description = z.looseObject({
  openapi: z.string().startsWith("3.1"),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ summary: z.string() }))),
});

test("the description lists exactly the existing routes", async () => {
  const { status, text } = await site.get("/api/openapi.json");
  expect(status).toBe(200);
  const { paths } = description.parse(JSON.parse(text));
  // The other routes are for browsers, mail programs, providers and monitoring.
  const others = /^api\/(?:callbacks|payments|openapi|live|visitor|unsubscribe|\*)/;
  const ours = routes
    .map(({ path = "" }) => path)
    .filter((path) => path.startsWith("api/") && !others.test(path))
    .map((path) => `/${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(Object.keys(paths).toSorted()).toEqual(ours.toSorted());
  expect(text).toContain('"isAnonymous"');
  expect(text).toContain("Idempotency-Key");
});

test("security.txt names a contact and expires within a year", async () => {
  const { status, text, headers } = await site.get("/.well-known/security.txt");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${site.url}/.well-known/security.txt`);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? "").getTime();
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

test.each([
  ["/api/campaigns", shapes.campaignList],
  ["/api/campaigns?category=zakat", shapes.campaignList],
  ["/api/campaigns/zakat", shapes.oneCampaign],
  ["/api/campaigns/none", shapes.failure],
  ["/api/statistics", shapes.statistics],
  ["/api/statistics?fromdate=2026-01-01&todate=2026-02-01", shapes.statistics],
  ["/api/statistics/zakat", shapes.campaignStatistics],
  ["/api/donations/none_1", shapes.failure],
])("%s answers in the described shape", async (address, shape) => {
  shape.parse(JSON.parse((await site.get(address)).text));
});

const donation = { campaignId: "zakat", amount: 20_000, language: "sw" as const };

test.each([
  [
    "mobile",
    shapes.mobileDonation.parse({
      ...donation,
      phoneNumber: newPhone(),
      provider: "Mpesa",
      isAnonymous: true,
    }),
    shapes.mobileAnswer,
  ],
  [
    "order",
    shapes.orderDonation.parse({
      ...{ campaign_id: "zakat", amount: "20000", buyer_phone: newPhone() },
      ...{ buyer_name: "Asha Juma", buyer_email: "asha@example.org" },
    }),
    shapes.orderAnswer,
  ],
  [
    "card",
    shapes.cardDonation.parse({
      ...{ ...donation, donorPhone: newPhone(), donorName: "Asha Juma", donorEmail: "asha@example.org" },
      acceptTerms: true,
      billing: {
        ...{ firstName: "Asha", lastName: "Juma", address: "Barabara 1", city: "Morogoro" },
        ...{ region: "Morogoro", postcode: "67101", country: "TZ" },
      },
    }),
    shapes.cardAnswer,
  ],
])("a described %s donation is accepted and answered as described", async (way, body, shape) => {
  const address = `/api/donations/${way}`;
  const headers = { "Content-Type": "application/json" };
  const taken = await site.ask(address, { method: "POST", headers, body: JSON.stringify(body) });
  expect(taken.status, taken.text).toBe(200);
  shape.parse(JSON.parse(taken.text));

  const wrong = await site.ask(address, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...body, amount: 1 }),
  });
  expect(wrong.status).toBe(400);
  expect(shapes.failure.parse(JSON.parse(wrong.text)).errors).toHaveProperty("amount");
});

test.each([
  ["10,5", "en", "Did you mean TSh\u00a010,500? If so, send 10500."],
  ["10.5", "sw", "Ulimaanisha TSh\u00a010,500? Kama ndiyo, tuma 10500."],
  ["10000,5", "en", "Did you mean TSh\u00a010,000? If so, send 10000."],
  ["1,5,0", "en", "Did you mean TSh\u00a0150? If so, send 150."],
  ["10,000", "en", "Did you mean TSh\u00a010,000? If so, send 10000."],
  ["ten", "en", en.answers.problems.amount],
  [10.5, "en", en.answers.problems.amount],
])("the amount %s is asked about, as in the forms (%s)", async (amount, language, said) => {
  const body = {
    ...donation,
    ...{ amount, language, isAnonymous: true, phoneNumber: newPhone(), provider: "Mpesa" },
  };
  const refused = await site.ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(refused.status).toBe(400);
  expect(shapes.failure.parse(JSON.parse(refused.text)).errors).toEqual({ amount: said });
});

test.each([
  [{}, { "Accept-Language": "sw" }, "Did you mean TSh\u00a010,500? If so, send 10500."],
  [{ language: "sw" }, { "Accept-Language": "en" }, "Ulimaanisha TSh\u00a010,500? Kama ndiyo, tuma 10500."],
])("the body chooses the language of messages, as described: %j, %j", async (chosen, header, said) => {
  const { language: _, ...neutral } = donation;
  const refused = await site.ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...header },
    body: JSON.stringify({
      ...{ ...neutral, ...chosen, amount: "10,5", isAnonymous: true },
      ...{ phoneNumber: newPhone(), provider: "Mpesa" },
    }),
  });
  expect(shapes.failure.parse(JSON.parse(refused.text)).errors).toEqual({ amount: said });
  expect((await site.get("/api/openapi.json")).text).toContain("Accept-Language is not read");
});

test("a donation's status has the described shape", async () => {
  const body = JSON.stringify({
    ...{ ...donation, isAnonymous: true, phoneNumber: newPhone(), provider: "Airtel" },
  });
  const taken = await site.ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  const { externalId } = shapes.mobileAnswer.parse(JSON.parse(taken.text));
  const { text } = await site.get(`/api/donations/${externalId}`);
  expect(shapes.donationStatus.parse(JSON.parse(text)).status).toBe("pending");
});

test.each([
  ["GET", "/api/nope", 404],
  ["HEAD", "/api/nope", 404],
  ["POST", "/api/nope", 404],
  ["POST", "/api/donations/nope/more", 404],
  ["POST", "/api", 404],
  ["PUT", "/api/nope", 405],
  ["DELETE", "/api/campaigns", 405],
  ["POST", "/api/campaigns", 405],
  ["POST", "/api/statistics", 405],
  ["GET", "/api/donations/mobile", 405],
])("%s %s fails in the API's error format", async (method, path, status) => {
  const answer = await site.ask(path, { method, headers: { Origin: site.url } });
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  if (method !== "HEAD") expect(shapes.failure.parse(JSON.parse(answer.text)).success).toBe(false);
  if (status === 405) expect(answer.headers.allow).toMatch(/^(?:POST|GET, HEAD(?:, POST)?)$/);
});

test.each([
  [{ Cookie: "theme=dark" }, 403],
  [{ Origin: "https://elsewhere.example" }, 403],
  [{}, 404],
])("a request to the API from %o is answered in the API's words", async (headers, status) => {
  const answer = await site.ask("/api/nope", { method: "POST", headers });
  expect(answer.status).toBe(status);
  const { success, message } = shapes.failure.parse(JSON.parse(answer.text));
  expect(success).toBe(false);
  expect(message).not.toMatch(/form|Go back/);
});
