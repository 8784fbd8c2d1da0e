import { expect, test } from "vitest";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  environment: {
    PAYMENTS: "live",
    PUBLIC_URL: "https://fund.example",
    AZAMPAY_AUTH_URL: "https://authenticator.example",
    AZAMPAY_CHECKOUT_URL: "https://checkout.example",
    AZAMPAY_APP_NAME: "Fund",
    AZAMPAY_CLIENT_ID: "id",
    AZAMPAY_CLIENT_SECRET: "secret",
    AZAMPAY_CALLBACK_TOKEN: "a".repeat(32),
    SELCOM_BASE_URL: "https://apigw.example",
    SELCOM_API_KEY: "key",
    SELCOM_API_SECRET: "secret",
    SELCOM_VENDOR: "TILL60000001",
  },
});

test.each([
  "/sandbox",
  "/sandbox/phone",
  "/sandbox/_admin/requests",
  "/sandbox/selcom/v1/checkout/order-status",
])("with real payments %s does not exist", async (address) => {
  expect((await site.get(address, { host: "fund.example" })).status).toBe(404);
});

test("callback addresses exist and check their secret", async () => {
  const post = (path: string) =>
    site.ask(path, { method: "POST", headers: { host: "fund.example" }, body: "{}" });
  expect((await post("/api/callbacks/azampay/guessed")).status).toBe(401);
  expect((await post(`/api/callbacks/azampay/${"a".repeat(32)}`)).status).toBe(400);
});
