import { expect, test } from "vitest";
import { tzs, usd } from "#domain/money/money.ts";
import type { Outside, OutsideRequest, Sent } from "#outside/http.ts";
import type { Push, StartedPayment } from "#domain/payments/provider.ts";
import { openAzampay } from "./azampay.ts";
import type { AzampaySettings } from "./settings.ts";

const settings: AzampaySettings = {
  authUrl: "https://auth.example",
  checkoutUrl: "https://checkout.example",
  appName: "fund",
  clientId: "client-1",
  clientSecret: "hidden",
  apiKey: null,
  checkoutPath: "/azampay/mno/checkout",
  statusPath: "/api/v1/partner/gettransactionstatus",
  amountAs: "string",
  publicKey: null,
  callbackSecrets: ["s"],
  callbackLogin: null,
};
const push: Push = {
  reference: "REF-1",
  amount: tzs(50_000),
  phone: "255712345678",
  network: "Tigo",
  payer: { name: "Asha Juma", email: "asha@example.org" },
};
const payment: StartedPayment = {
  reference: "REF-1",
  providerReference: "5aae72e0e5974f0e8319394167d7708f",
  amount: tzs(50_000),
  network: "Tigo",
};

const json = (status: number, body: unknown): Sent => ({
  kind: "answered",
  status,
  contentType: "application/json",
  body: JSON.stringify(body),
});
const text = (status: number, body: string): Sent => ({
  kind: "answered",
  status,
  contentType: "text/html",
  body,
});

let minted = 0;
const tokenFor = (expire?: string) =>
  json(200, { data: { accessToken: `token-${++minted}`, expire }, success: true, statusCode: 200 });

/** Answers the token call automatically, and all other calls with the test's answers, in order. */
function azampayThatAnswers(answers: Sent[], over: Partial<AzampaySettings> = {}, token = () => tokenFor()) {
  const seen: OutsideRequest[] = [];
  let now = new Date("2026-01-15T09:30:00Z");
  const outside: Outside = {
    async send(request) {
      seen.push(request);
      if (request.url.endsWith("/AppRegistration/GenerateToken")) return token();
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`unexpected ${request.url}`);
      return answer;
    },
  };
  return {
    azampay: openAzampay({ ...settings, ...over }, outside, () => now),
    seen,
    tokens: () => seen.filter(({ url }) => url.endsWith("GenerateToken")).length,
    wait: (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000)),
  };
}
const accepted = json(200, { transactionId: payment.providerReference, message: "sent", success: true });

test("a payment request has the format that AzamPay requires", async () => {
  const { azampay, seen } = azampayThatAnswers([accepted]);
  expect(await azampay.startPush(push)).toMatchObject({
    kind: "accepted",
    providerReference: payment.providerReference,
  });
  expect(seen[0]).toMatchObject({
    url: "https://auth.example/AppRegistration/GenerateToken",
    body: '{"appName":"fund","clientId":"client-1","clientSecret":"hidden"}',
  });
  expect(seen[1]?.url).toBe("https://checkout.example/azampay/mno/checkout");
  expect(seen[1]?.headers).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    authorization: `Bearer token-${minted}`,
  });
  expect(JSON.parse(seen[1]?.body ?? "")).toEqual({
    accountNumber: "255712345678",
    amount: "50000",
    currency: "TZS",
    externalId: "REF-1",
    provider: "Tigo",
  });
});

test("settings make the amount a number and add the vendor's key", async () => {
  const { azampay, seen } = azampayThatAnswers([accepted], { amountAs: "number", apiKey: "key-1" });
  await azampay.startPush(push);
  expect(seen.map(({ headers }) => headers?.["x-api-key"])).toEqual(["key-1", "key-1"]);
  expect(JSON.parse(seen[1]?.body ?? "")).toMatchObject({ amount: 50_000 });
});

test("dollars are refused before a request is sent", async () => {
  const { azampay, seen } = azampayThatAnswers([]);
  expect(await azampay.startPush({ ...push, amount: usd(100) })).toMatchObject({ kind: "refused" });
  expect(seen).toEqual([]);
});

const certain: [string, Sent, string][] = [
  ["success false", json(200, { success: false, transactionId: null, message: "no" }), "rejected"],
  ["Invalid Vendor", json(200, { success: false, message: "Invalid Vendor" }), "misconfigured"],
  ["400", json(400, { errors: { amount: ["digits only"] }, status: 400 }), "rejected"],
  ["403 in HTML", text(403, "<html>blocked</html>"), "misconfigured"],
  ["404", text(404, ""), "misconfigured"],
  ["423", json(423, { success: false }), "misconfigured"],
  ["429", text(429, ""), "unreachable"],
  ["a closed port", { kind: "not-sent", why: "ECONNREFUSED" }, "unreachable"],
];
test.each(certain)("%s is a refusal: the phone received nothing", async (_, answer, reason) => {
  const { azampay } = azampayThatAnswers([answer]);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "refused", reason });
});

const uncertain: [string, Sent][] = [
  ["a timeout", { kind: "timed-out" }],
  ["a cut connection", { kind: "broken-off", why: "UND_ERR_SOCKET" }],
  ["500 without a body", text(500, "")],
  ["502 in HTML", text(502, "<html>bad gateway</html>")],
  ["an empty 200", text(200, "")],
  ["HTML with 200", text(200, "<html></html>")],
  ["200 without an id", json(200, { success: true, transactionId: null })],
  ["success as text", json(200, { success: "false", transactionId: null })],
  ["a redirect", text(302, "")],
  ["409", json(409, { success: false })],
  ["202", json(202, { success: false })],
];
test.each(uncertain)("after %s the phone may have the payment request or not", async (_, answer) => {
  const { azampay, seen } = azampayThatAnswers([answer]);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "unknown" });
  expect(seen).toHaveLength(2);
});

test("a token is used until two minutes before it expires", async () => {
  const { azampay, tokens, wait } = azampayThatAnswers([accepted, accepted, accepted], {}, () =>
    tokenFor("2026-01-15T10:30:00Z"),
  );
  await azampay.startPush(push);
  wait(57);
  await azampay.startPush(push);
  expect(tokens()).toBe(1);
  wait(1);
  await azampay.startPush(push);
  expect(tokens()).toBe(2);
});

test.each([undefined, "soon", ""])("a token that ends %j is kept for ten minutes", async (expire) => {
  const { azampay, tokens, wait } = azampayThatAnswers([accepted, accepted, accepted], {}, () =>
    tokenFor(expire),
  );
  await azampay.startPush(push);
  wait(9);
  await azampay.startPush(push);
  expect(tokens()).toBe(1);
  wait(1);
  await azampay.startPush(push);
  expect(tokens()).toBe(2);
});

test("an expiry without a zone is UTC in any host zone", async () => {
  const { azampay, tokens, wait } = azampayThatAnswers([accepted, accepted], {}, () =>
    tokenFor("2026-01-15T10:30:00.1234567"),
  );
  await azampay.startPush(push);
  wait(57);
  await azampay.startPush(push);
  expect(tokens()).toBe(1);
});

test("many parallel payment requests share one token", async () => {
  const { azampay, tokens } = azampayThatAnswers(Array.from({ length: 20 }, () => accepted));
  await Promise.all(Array.from({ length: 20 }, () => azampay.startPush(push)));
  expect(tokens()).toBe(1);
});

test("a first 401 renews the token and retries, a second fails", async () => {
  const expired = json(401, {});
  const once = azampayThatAnswers([expired, accepted]);
  expect(await once.azampay.startPush(push)).toMatchObject({ kind: "accepted" });
  expect(once.tokens()).toBe(2);
  const twice = azampayThatAnswers([expired, expired]);
  expect(await twice.azampay.startPush(push)).toMatchObject({ kind: "refused", reason: "misconfigured" });
  expect(twice.tokens()).toBe(2);
});

const withoutToken: [string, Sent, string][] = [
  ["a wrong secret", json(423, { data: null, success: false, statusCode: 423 }), "misconfigured"],
  ["a failing authenticator", text(500, ""), "unreachable"],
  ["too many mints", text(429, ""), "unreachable"],
  ["silence", { kind: "timed-out" }, "unreachable"],
];
test.each(withoutToken)("%s stops a payment request before it is sent", async (_, answer, reason) => {
  const { azampay, seen } = azampayThatAnswers([], {}, () => answer);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "refused", reason });
  expect(seen).toHaveLength(1);
});

test("a failed token request is not cached", async () => {
  let first = true;
  const { azampay } = azampayThatAnswers([accepted], {}, () => {
    if (!first) return tokenFor();
    first = false;
    return text(500, "");
  });
  expect(await azampay.startPush(push)).toMatchObject({ kind: "refused" });
  expect(await azampay.startPush(push)).toMatchObject({ kind: "accepted" });
});

test.each([
  [{ success: true, data: "success" }, "paid"],
  [{ success: true, data: "Completed" }, "paid"],
  [{ transactionstatus: "successful" }, "paid"],
  [{ data: { transactionstatus: "success" } }, "paid"],
  [{ Data: { TransactionStatus: " SUCCESS " } }, "paid"],
  [{ data: {}, transactionStatus: "failure" }, "declined"],
  [{ data: "failed" }, "declined"],
  [{ data: "rejected" }, "declined"],
  [{ data: "cancelled" }, "cancelled"],
  [{ data: "canceled" }, "cancelled"],
  [{ success: false, data: "pending" }, "pending"],
  [{ data: { transactionstatus: "processing" } }, "pending"],
  [{ data: "not success" }, "unknown"],
])("the status answer %j means %s", async (answer, outcome) => {
  const { azampay, seen } = azampayThatAnswers([json(200, answer)]);
  const inquiry = await azampay.readPaymentStatus(payment);
  expect(inquiry).toMatchObject({
    kind: "report",
    report: { reference: "REF-1", outcome, proofs: ["status check"], doubts: [] },
  });
  expect(seen[1]?.url).toBe(
    "https://checkout.example/api/v1/partner/gettransactionstatus?transactionId=5aae72e0e5974f0e8319394167d7708f&provider=Tigo",
  );
});

test.each([
  [{ success: true, data: "success" }, "as asked"],
  [{ data: { transactionstatus: "success", amount: "50000" } }, 50_000n],
  [{ data: { transactionstatus: "success", amount: 1_000 } }, 1_000n],
  [{ data: { transactionstatus: "success", amount: null } }, "as asked"],
  [{ data: "success", amount: "49999.00" }, 49_999n],
])("a paid status %j has the amount %s", async (answer, amount) => {
  const { azampay } = azampayThatAnswers([json(200, answer)]);
  expect(await azampay.readPaymentStatus(payment)).toMatchObject({ report: { outcome: "paid", amount } });
});

test.each([
  { success: false, data: "success" },
  { success: true, data: { transactionstatus: "success", amount: "5e4" } },
  { data: { transactionstatus: "failed" }, transactionstatus: "success" },
  { data: "success", transactionstatus: "pending" },
  { success: "false", data: "success" },
  { success: 0, data: "success" },
  { success: null, data: "success" },
  { success: true, data: "success", Data: "failed" },
  { data: { transactionstatus: "failed", transactionStatus: "success" } },
  { data: { transactionstatus: "success", amount: "50000" }, amount: "1" },
])("the status answer %j contradicts itself", async (answer) => {
  const { azampay } = azampayThatAnswers([json(200, answer)]);
  expect(await azampay.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "contradictory", claims: "paid" },
  });
});

test.each([
  [{ data: { transactionstatus: "success", utilityref: "REF-2" } }, ["the answer is about another payment"]],
  [{ data: "success", externalId: "REF-2" }, ["the answer is about another payment"]],
  [{ data: { transactionstatus: "success", utilityRef: "REF-1", externalId: null } }, []],
])("the status answer %j has the doubts %j", async (answer, doubts) => {
  const { azampay } = azampayThatAnswers([json(200, answer)]);
  expect(await azampay.readPaymentStatus(payment)).toMatchObject({ report: { doubts } });
});

test("a number as transaction id is the id", async () => {
  const { azampay } = azampayThatAnswers([json(200, { success: true, transactionId: 7123, message: 0 })]);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "accepted", providerReference: "7123" });
});

test.each(["reversed", "Reversal", "refunded", "refund", "chargeback", "charged back", "CHARGE_BACK"])(
  "the status word %j means a reversal",
  async (word) => {
    for (const [answer, amount] of [
      [{ success: true, data: word }, null],
      [{ data: { transactionstatus: word, amount: "4000" } }, 4_000n],
    ] as const) {
      const { azampay } = azampayThatAnswers([json(200, answer)]);
      expect(await azampay.readPaymentStatus(payment)).toMatchObject({
        report: { outcome: "reversed", amount },
      });
    }
  },
);

test.each(["", "  "])("a transaction id of %j is none", async (transactionId) => {
  const { azampay } = azampayThatAnswers([json(200, { success: true, transactionId, message: "" })]);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "unknown" });
});

const silent: Sent[] = [
  json(200, { success: true }),
  json(200, { success: true, message: "success", data: null }),
  json(200, []),
  json(404, { data: "failed" }),
  text(200, ""),
  text(502, "<html>"),
  { kind: "timed-out" },
];
test.each(silent)("an answer without a result settles nothing (%#)", async (answer) => {
  const { azampay } = azampayThatAnswers([answer]);
  expect(await azampay.readPaymentStatus(payment)).toMatchObject({ kind: "unavailable" });
});

test("without AzamPay's id or the status check, no request is sent", async () => {
  const { azampay, seen } = azampayThatAnswers([]);
  expect(await azampay.readPaymentStatus({ ...payment, providerReference: null })).toMatchObject({
    kind: "unaskable",
  });
  const off = azampayThatAnswers([], { statusPath: null });
  expect(await off.azampay.readPaymentStatus(payment)).toMatchObject({ kind: "unaskable" });
  expect([...seen, ...off.seen]).toEqual([]);
});

test("the partner list shows enabled mobile networks by any of their names", async () => {
  const list = ["Azampesa", "Airtel", "HaloPesa", "Tigopesa", "vodacom", "Some Bank"];
  const { azampay } = azampayThatAnswers([
    json(
      200,
      list.map((partnerName) => ({ partnerName })),
    ),
  ]);
  expect(await azampay.networks()).toEqual(["Azampesa", "Airtel", "Halopesa", "Tigo", "Mpesa"]);
});

test("the adapter waits 30 seconds for the answer to a payment request", async () => {
  const { azampay, seen } = azampayThatAnswers([
    json(200, { success: true, transactionId: "a", message: "" }),
  ]);
  await azampay.startPush(push);
  expect(seen.at(-1)).toMatchObject({ method: "POST", isSlow: true });
});
