import { expect, test } from "vitest";
import { makePerson, password, postForm, sessionCookie } from "#tests/support/accounts/people.ts";
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

test("in live mode the staff home names the open points", async () => {
  await makePerson(site.databaseUrl, "juma", "staff");
  const outside = { host: "fund.example", Origin: "https://fund.example" };
  const answer = await postForm(site, "/auth", { username: "juma", password }, outside);
  const cookie = sessionCookie(answer)?.split(";", 1).join() ?? "";
  const { status, text } = await site.get("/dashboard", { host: "fund.example", Cookie: cookie });
  expect(status).toBe(200);
  expect(text).toContain("Payments are live, and points are open");
  for (const title of ["Bank details", "Second admin", "Terms of Service"])
    expect(text).toContain(`<li>${title}</li>`);
  expect(text).not.toContain("<li>Live payments</li>");
});
