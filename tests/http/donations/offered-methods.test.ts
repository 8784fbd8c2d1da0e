import { expect, test } from "vitest";
import { donor, leadsTo, wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";

const live = { PAYMENTS: "live", PUBLIC_URL: "https://fund.example" };
const azampay = {
  AZAMPAY_AUTH_URL: "https://authenticator.azampay.example",
  AZAMPAY_CHECKOUT_URL: "https://checkout.azampay.example",
  ...{ AZAMPAY_APP_NAME: "Fund", AZAMPAY_CLIENT_ID: "id", AZAMPAY_CLIENT_SECRET: "secret" },
  AZAMPAY_CALLBACK_TOKEN: "a".repeat(32),
};
const selcom = {
  ...{ SELCOM_BASE_URL: "https://apigw.selcom.example", SELCOM_API_KEY: "key" },
  ...{ SELCOM_API_SECRET: "secret", SELCOM_VENDOR: "TILL60000001" },
};
const withAzampay = await testSite({ kind: "demo", environment: { ...live, ...azampay } });
const withSelcom = await testSite({
  databaseUrl: withAzampay.databaseUrl,
  environment: { ...live, ...selcom },
});

const campaign = "/campaigns/conference-center";
const methodsIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="method"[^>]*>/g)].map(([input]) => /value="(\w+)"/.exec(input)?.[1]);

test("methods that are not configured are neither offered nor accepted", async () => {
  const prompts = await withAzampay.get(campaign);
  expect(methodsIn(prompts.text)).toEqual(["push"]);
  expect(prompts.text).toContain('name="phone"');
  expect(prompts.text).toContain('name="network"');
  expect((await withAzampay.get(`${campaign}/mobile?amount=20000`)).status).toBe(200);

  const pages = await withSelcom.get(campaign);
  expect(methodsIn(pages.text)).toEqual(["page", "number", "card"]);
  expect(pages.text).toContain('name="phone"');
  expect(pages.text).not.toContain('name="network"');
  expect(leadsTo(await withSelcom.get(`${campaign}/mobile?amount=20000`))).toBe(`${campaign}?amount=20000`);

  const fields = { amount: "5000", who: "anonymous", phone: "0712 345 678" };
  for (const [site, method] of [
    [withAzampay, "card"],
    [withAzampay, "page"],
    [withSelcom, "push"],
  ] as const) {
    const asha = donor({ ...site, url: live.PUBLIC_URL });
    const { status, text } = await asha.post(`${campaign}/donate`, { ...fields, method });
    expect([status, wordsOf(text).includes("Choose how you want to pay")], method).toEqual([400, true]);
  }
});

test("API clients and providers get 404 for missing methods", async () => {
  const post = (site: typeof withSelcom, path: string) =>
    site.ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: live.PUBLIC_URL },
      body: "{}",
    });
  expect((await post(withSelcom, "/api/donations/mobile")).status).toBe(409);
  expect((await post(withAzampay, "/api/donations/order")).status).toBe(409);
  expect((await post(withAzampay, "/api/donations/card")).status).toBe(409);
  expect((await post(withAzampay, "/api/callbacks/selcom")).status).toBe(404);
  expect((await post(withSelcom, `/api/callbacks/azampay/${azampay.AZAMPAY_CALLBACK_TOKEN}`)).status).toBe(
    404,
  );
});
