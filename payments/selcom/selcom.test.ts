import { expect, test } from "vitest";
import { tzs, usd } from "#domain/money/money.ts";
import type { Outside, OutsideRequest, Sent } from "#outside/http.ts";
import type { Page, Push, StartedPayment } from "#domain/payments/provider.ts";
import { openSelcom, readSelcomReturn, selcomReturnUrl } from "./selcom.ts";
import { digest } from "./signing.ts";

const settings = {
  baseUrl: "https://apigw.example",
  apiKey: "TESTKEY-0001",
  apiSecret: "TESTSECRET-0001",
  vendor: "TILL60000001",
  callbackUrl: "https://fund.example/api/callbacks/selcom",
  pageHosts: ["pay.example"],
  orderExpiryMinutes: 60,
};
const payer = { name: "Asha Juma", email: "asha@example.org" };
const push: Push = { reference: "REF-1", amount: tzs(50_000), phone: "255712345678", network: "Tigo", payer };
const page: Page = {
  reference: "REF-1",
  amount: tzs(51_750),
  phone: "255712345678",
  payer,
  billing: {
    firstName: "Asha",
    lastName: "Juma",
    address: "Main Campus",
    city: "Morogoro",
    region: "Morogoro",
    postcode: "67101",
    country: "TZ",
  },
  returnUrl: "https://fund.example/back",
  cancelUrl: "https://fund.example/cancelled",
};
const payment: StartedPayment = {
  reference: "REF-1",
  providerReference: null,
  amount: tzs(50_000),
  network: null,
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
const envelope = (resultcode: string, result: string, data: unknown[] = []) =>
  json(200, { reference: "S-1", resultcode, result, message: "", data });
const base64 = (url: string) => Buffer.from(url).toString("base64");
const opened = envelope("000", "SUCCESS", [
  { payment_token: "12345678", payment_gateway_url: base64("https://pay.example/checkout/12345678") },
]);
const inProgress = envelope("111", "PENDING");

function selcomThatAnswers(...answers: Sent[]) {
  const seen: OutsideRequest[] = [];
  const outside: Outside = {
    async send(request) {
      seen.push(request);
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`unexpected ${request.url}`);
      return answer;
    },
  };
  return { selcom: openSelcom(settings, outside, () => new Date("2026-01-15T09:30:46Z")), seen };
}

/** The checks of a strict gateway: every field of the body or query is signed, and the digest matches. */
function expectSigned(request: OutsideRequest | undefined) {
  if (request?.headers === undefined) throw new Error("nothing was sent");
  const body: Record<string, string | number> = JSON.parse(request.body ?? "{}");
  const sent = [...new URL(request.url).searchParams, ...Object.entries(body)];
  expect(request.headers["signed-fields"]).toBe(sent.map(([name]) => name).join(","));
  expect(request.headers["digest"]).toBe(
    digest(sent, request.headers["timestamp"] ?? "", settings.apiSecret),
  );
}

test("a phone payment creates a mobile money order, then a payment request", async () => {
  const { selcom, seen } = selcomThatAnswers(opened, inProgress);
  expect(await selcom.startPush(push)).toMatchObject({ kind: "accepted", providerReference: "S-1" });
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST https://apigw.example/v1/checkout/create-order-minimal",
    "POST https://apigw.example/v1/checkout/wallet-payment",
  ]);
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
    vendor: "TILL60000001",
    order_id: "REF-1",
    buyer_email: "asha@example.org",
    buyer_name: "Asha Juma",
    buyer_phone: "255712345678",
    amount: 50_000,
    currency: "TZS",
    webhook: base64(settings.callbackUrl),
    no_of_items: 1,
    expiry: 60,
  });
  expect(JSON.parse(seen[1]?.body ?? "")).toEqual({
    transid: "REF-1",
    order_id: "REF-1",
    msisdn: "255712345678",
  });
  seen.forEach(expectSigned);
});

test("a card page request has flat billing names and base64 URLs", async () => {
  const { selcom, seen } = selcomThatAnswers(opened);
  expect(await selcom.hostedPages.start(page)).toMatchObject({
    kind: "opened",
    url: "https://pay.example/checkout/12345678",
  });
  expect(seen[0]?.url).toBe("https://apigw.example/v1/checkout/create-order");
  expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
    amount: 51_750,
    payment_methods: "CARD",
    redirect_url: base64(page.returnUrl),
    cancel_url: base64(page.cancelUrl),
    "billing.firstname": "Asha",
    "billing.postcode_or_pobox": "67101",
    "billing.phone": "255712345678",
  });
  expectSigned(seen[0]);
});

test("a page without a billing address accepts no cards", async () => {
  const { selcom, seen } = selcomThatAnswers(opened);
  await selcom.hostedPages.start({ ...page, billing: null });
  expect(seen[0]?.url).toBe("https://apigw.example/v1/checkout/create-order-minimal");
  expect(seen[0]?.body).not.toContain("billing");
  expectSigned(seen[0]);
});

test("dollars keep their cents, signed as they are written", async () => {
  const { selcom, seen } = selcomThatAnswers(opened);
  await selcom.hostedPages.start({ ...page, amount: usd(1_050) });
  expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ amount: 10.5, currency: "USD" });
  expectSigned(seen[0]);
});

test.each([
  ["https://pay.example/checkout/1", "https://pay.example/checkout/1"],
  [base64("https://pay.example/checkout/1"), "https://pay.example/checkout/1"],
])("the page URL %s is accepted", async (written, url) => {
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [{ payment_gateway_url: written }]));
  expect(await selcom.hostedPages.start(page)).toMatchObject({ kind: "opened", url });
});

test.each(
  [
    "https://pay.example.evil.example/1",
    "https://pay.example@evil.example/1",
    "http://pay.example/1",
    "javascript:alert(1)//pay.example",
    "//pay.example/1",
    "",
  ].flatMap((url) => [url, base64(url)]),
)("the browser is not redirected to %s", async (written) => {
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [{ payment_gateway_url: written }]));
  expect(await selcom.hostedPages.start(page)).toMatchObject({ kind: "refused", reason: "misconfigured" });
});

const failures: [string, Sent, string][] = [
  ["FAIL", envelope("015", "FAIL"), "rejected"],
  ["412", json(412, { resultcode: "412", result: "FAIL", message: "no_of_items", data: [] }), "rejected"],
  ["401", json(401, {}), "misconfigured"],
  ["403 for a rail that is not enabled", json(403, { resultcode: "403", result: "FAIL" }), "misconfigured"],
  ["403 inside 200", envelope("403", "FAIL"), "misconfigured"],
  ["a closed port", { kind: "not-sent", why: "ECONNREFUSED" }, "unreachable"],
];
test.each(failures)("%s refuses both the order and the payment request", async (_, answer, reason) => {
  expect(await selcomThatAnswers(answer).selcom.hostedPages.start(page)).toMatchObject({
    kind: "refused",
    reason,
  });
  expect(await selcomThatAnswers(answer).selcom.startPush(push)).toMatchObject({ kind: "refused", reason });
  expect(await selcomThatAnswers(opened, answer).selcom.startPush(push)).toMatchObject({
    kind: "refused",
    reason,
  });
});

const uncertain: [string, Sent][] = [
  ["a timeout", { kind: "timed-out" }],
  ["a cut connection", { kind: "broken-off", why: "UND_ERR_SOCKET" }],
  ["999", envelope("999", "AMBIGUOUS")],
  ["999 called FAIL", envelope("999", "FAIL")],
  ["an unknown code", envelope("777", "MAYBE")],
  ["HTML 502", text(502, "<html>")],
  ["500 that says FAIL", json(500, { resultcode: "015", result: "FAIL" })],
  ["an empty 200", text(200, "")],
];
test.each(uncertain)("%s makes a payment request unknown, but an order refused", async (_, answer) => {
  expect(await selcomThatAnswers(opened, answer).selcom.startPush(push)).toMatchObject({ kind: "unknown" });
  const early = selcomThatAnswers(answer);
  expect(await early.selcom.startPush(push)).toMatchObject({ kind: "refused", reason: "unreachable" });
  expect(early.seen).toHaveLength(1);
  expect(await selcomThatAnswers(answer).selcom.hostedPages.start(page)).toMatchObject({ kind: "refused" });
});

const order = {
  order_id: "REF-1",
  creation_date: "2026-01-15 12:30:46",
  amount: "50000",
  payment_status: "COMPLETED",
  transid: "DIK1X2R6BW",
  channel: "TIGOPESATZ",
  reference: "0281121212",
  phone: "255712345678",
};

test("a status check matches our order id, never the operator's transid", async () => {
  const { selcom, seen } = selcomThatAnswers(envelope("000", "SUCCESS", [order]));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({
    kind: "report",
    report: {
      reference: "REF-1",
      providerReference: "0281121212",
      operatorReference: "DIK1X2R6BW",
      outcome: "paid",
      amount: 50_000n,
      currency: null,
      phone: "255712345678",
      proofs: ["status check"],
      doubts: [],
    },
  });
  expect(seen[0]).toMatchObject({
    method: "GET",
    url: "https://apigw.example/v1/checkout/order-status?order_id=REF-1",
  });
  expectSigned(seen[0]);
});

test.each([
  ["COMPLETED", "paid"],
  ["COMPLETE", "paid"],
  ["CANCELLED", "cancelled"],
  ["CANCEL", "cancelled"],
  ["USERCANCELLED", "cancelled"],
  ["USERCANCELED", "cancelled"],
  ["REJECTED", "declined"],
  ["PENDING", "pending"],
  ["INPROGRESS", "pending"],
  ["REVERSED", "reversed"],
  ["AMBIGUOUS", "unknown"],
  ["", "unknown"],
])("the status %j means %s", async (payment_status, outcome) => {
  const nothingElse = { transid: null, channel: null, reference: null, phone: null };
  const { selcom } = selcomThatAnswers(
    envelope("000", "SUCCESS", [{ ...order, ...nothingElse, payment_status }]),
  );
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({ report: { outcome } });
});

test("an amount in another currency is no proof", async () => {
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [{ ...order, currency: "USD" }]));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "contradictory", claims: "paid" },
  });
  const same = selcomThatAnswers(envelope("000", "SUCCESS", [{ ...order, currency: " tzs" }]));
  expect(await same.selcom.readPaymentStatus(payment)).toMatchObject({ report: { outcome: "paid" } });
});

test("paid also requires success in the envelope", async () => {
  const { selcom } = selcomThatAnswers(envelope("111", "PENDING", [order]));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({ report: { outcome: "pending" } });
});

test.each([
  [["COMPLETED", "COMPLETED"], { outcome: "paid", amount: 50_000n }],
  [["COMPLETED", "REVERSED"], { outcome: "contradictory", claims: "reversed" }],
  [["REJECTED", "COMPLETED"], { outcome: "contradictory", claims: "paid" }],
  [["PENDING", "REJECTED"], { outcome: "unknown" }],
])("an order that is listed twice as %j gives %o", async (statuses, report) => {
  const rows = statuses.map((payment_status) => ({ ...order, payment_status }));
  const another = { ...order, order_id: "REF-2", payment_status: "REVERSED" };
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [null, another, ...rows]));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({ report: { ...report, doubts: [] } });
});

test("an order that is listed twice with two amounts is a contradiction", async () => {
  const rows = [order, { ...order, amount: "1" }];
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", rows));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "contradictory", why: "COMPLETED 50000 and COMPLETED 1" },
  });
});

test.each([281121212, true, {}])(
  "the envelope's reference %j leaves the rest readable",
  async (reference) => {
    const answer = (data: unknown[]) =>
      json(200, { reference, resultcode: "000", result: "SUCCESS", message: 7, data });
    expect(await selcomThatAnswers(answer([order])).selcom.readPaymentStatus(payment)).toMatchObject({
      report: { outcome: "paid", amount: 50_000n },
    });
    expect(
      await selcomThatAnswers(answer([order])).selcom.listOrders("2026-01-15", "2026-01-15"),
    ).toMatchObject({
      orders: [{ reference: "REF-1" }],
      odd: [],
    });
  },
);

test("an answer about another order is doubtful", async () => {
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [{ ...order, order_id: "REF-2" }]));
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({
    report: { reference: "REF-2", doubts: ["the answer is about another order"] },
  });
});

test.each([
  ["50000", tzs(1), 50_000n],
  [50_000, tzs(1), 50_000n],
  ["50000.00", tzs(1), 50_000n],
  ["10.5", usd(1), 1_050n],
  ["10", usd(1), 1_000n],
  ["10.05", usd(1), 1_005n],
])("the amount %j of a payment in %o is %s", async (written, amount, expected) => {
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [{ ...order, amount: written }]));
  const inquiry = await selcom.readPaymentStatus({ ...payment, amount });
  expect(inquiry).toMatchObject({ report: { amount: expected } });
});

test.each([
  ["50000.50", tzs(1)],
  ["5e4", tzs(1)],
  ["-50000", tzs(1)],
  ["10.005", usd(1)],
  ["", tzs(1)],
  [null, tzs(1)],
  [undefined, tzs(1)],
])("COMPLETED or REVERSED with the amount %j of %o is a contradiction", async (written, amount) => {
  for (const [payment_status, claims] of [
    ["COMPLETED", "paid"],
    ["REVERSED", "reversed"],
  ]) {
    const { selcom } = selcomThatAnswers(
      envelope("000", "SUCCESS", [{ ...order, payment_status, amount: written }]),
    );
    expect(await selcom.readPaymentStatus({ ...payment, amount })).toMatchObject({
      report: { outcome: "contradictory", claims },
    });
  }
});

test.each([null, undefined, "", "5e4", "1"])(
  "an unpaid order with the amount %j is unpaid",
  async (amount) => {
    const { selcom } = selcomThatAnswers(
      envelope("000", "SUCCESS", [{ ...order, payment_status: "REJECTED", amount }]),
    );
    const inquiry = await selcom.readPaymentStatus(payment);
    expect(inquiry).toMatchObject({ report: { outcome: "declined" } });
    expect(inquiry.kind === "report" && "amount" in inquiry.report).toBe(false);
  },
);

test.each<[string, string | null | undefined]>([
  ["000", "FAIL"],
  ["000", "PENDING"],
  ["000", ""],
  ["000", null],
  ["000", undefined],
  ["015", "FAIL"],
  ["404", "FAIL"],
])("COMPLETED under %s and %j is a contradiction", async (resultcode, result) => {
  const answer = json(200, { reference: "S-1", resultcode, result, message: "", data: [order] });
  expect(await selcomThatAnswers(answer).selcom.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "contradictory", claims: "paid" },
  });
  const unpaid = json(200, { resultcode, result, data: [{ ...order, payment_status: "PENDING" }] });
  expect(await selcomThatAnswers(unpaid).selcom.readPaymentStatus(payment)).toMatchObject({
    kind: "unavailable",
  });
});

test.each([undefined, null, "FAIL", "MAYBE"])(
  "000 with the result %j starts nothing for certain",
  async (result) => {
    const answer = json(200, { resultcode: "000", result, data: [] });
    expect(await selcomThatAnswers(answer).selcom.hostedPages.start(page)).toMatchObject({ kind: "refused" });
    expect(await selcomThatAnswers(opened, answer).selcom.startPush(push)).toMatchObject({ kind: "unknown" });
    expect(await selcomThatAnswers(answer).selcom.hostedPages.cancel("REF-1")).toMatchObject({
      kind: "unknown",
    });
  },
);

test.each([
  "",
  "  ",
  "0",
  "0.0",
  "-",
  "N/A",
  "n.a.",
  "null",
  "Unknown",
  "\u200b",
  ".",
  "#",
  "\u00a0",
  "x".repeat(101),
])("references of %j are none", async (none) => {
  const { selcom } = selcomThatAnswers(
    envelope("000", "SUCCESS", [{ ...order, reference: none, transid: none }]),
  );
  expect(await selcom.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "paid", providerReference: null, operatorReference: null },
  });
  const nameless = json(200, { reference: none, resultcode: "111", result: "PENDING", data: [] });
  expect(await selcomThatAnswers(opened, nameless).selcom.startPush(push)).toMatchObject({
    kind: "accepted",
    providerReference: null,
  });
});

const silent: Sent[] = [
  envelope("404", "FAIL"),
  json(400, { resultcode: "404", result: "FAIL" }),
  envelope("999", "AMBIGUOUS"),
  envelope("000", "SUCCESS", []),
  text(502, "<html>"),
  json(401, {}),
  { kind: "timed-out" },
];
test.each(silent)("an answer without information settles nothing (%#)", async (answer) => {
  expect(await selcomThatAnswers(answer).selcom.readPaymentStatus(payment)).toMatchObject({
    kind: "unavailable",
  });
});

test("an order is cancelled, not cancellable, or unknown", async () => {
  const done = selcomThatAnswers(envelope("000", "SUCCESS"));
  expect(await done.selcom.hostedPages.cancel("REF-1")).toMatchObject({ kind: "cancelled" });
  expect(done.seen[0]).toMatchObject({
    method: "DELETE",
    url: "https://apigw.example/v1/checkout/cancel-order?order_id=REF-1",
  });
  expectSigned(done.seen[0]);
  expect(await selcomThatAnswers(envelope("015", "FAIL")).selcom.hostedPages.cancel("REF-1")).toMatchObject({
    kind: "refused",
  });
  expect(await selcomThatAnswers({ kind: "timed-out" }).selcom.hostedPages.cancel("REF-1")).toMatchObject({
    kind: "unknown",
  });
});

test("the list of a day's orders is read with its own words", async () => {
  const listed = [
    { order_id: "REF-1", creation_date: "2026-01-15 12:30:46", amount: "50000", payment_status: "COMPLETED" },
    { order_id: "REF-2", creation_date: "2026-01-15 12:31:00", amount: "1000", payment_status: "CANCEL" },
  ];
  const { selcom, seen } = selcomThatAnswers(envelope("000", "SUCCESS", listed));
  expect(await selcom.listOrders("2026-01-13", "2026-01-15")).toEqual({
    orders: [
      { row: 1, reference: "REF-1", outcome: "paid", amount: "50000", createdAt: "2026-01-15 12:30:46" },
      { row: 2, reference: "REF-2", outcome: "cancelled", amount: "1000", createdAt: "2026-01-15 12:31:00" },
    ],
    odd: [],
  });
  expect(seen[0]?.url).toContain("list-orders?fromdate=2026-01-13&todate=2026-01-15");
  expect(seen[0]?.isList).toBe(true);
  expectSigned(seen[0]);
  expect(await selcomThatAnswers(text(502, "")).selcom.listOrders("2026-01-13", "2026-01-15")).toBeNull();
});

test.each([
  null,
  7,
  "REF-1",
  {},
  { order_id: null, payment_status: "COMPLETED" },
  { order_id: "", payment_status: "COMPLETED" },
  { order_id: "a\u0000b", payment_status: "COMPLETED" },
  { order_id: "REF-9", payment_status: 7 },
  { order_id: "REF-9", payment_status: "COMPLETED", amount: {} },
])("the invalid row %j is set aside, and other rows are read", async (odd) => {
  const good = { order_id: "REF-1", payment_status: "PENDING" };
  const { selcom } = selcomThatAnswers(envelope("000", "SUCCESS", [odd, good]));
  expect(await selcom.listOrders("2026-01-13", "2026-01-15")).toMatchObject({
    orders: [{ row: 2, reference: "REF-1", outcome: "pending", amount: null }],
    odd: [{ row: 1, why: expect.stringContaining("cannot be read") }],
  });
});

test("the return URL's path names the payment, and its query is ignored", () => {
  const url = selcomReturnUrl("https://fund.example", "REF_1-a");
  expect(url).toBe("https://fund.example/api/payments/selcom/return/REF_1-a");
  const path = "/api/payments/selcom/return/REF_1-a";
  for (const query of [
    "",
    "?payment_status=COMPLETED&transid=x",
    "?a=b?payment_status=COMPLETED",
    "?order_id=REF-2",
  ])
    expect(readSelcomReturn(path + query)).toBe("REF_1-a");
  for (const other of [
    "/api/payments/selcom/return/",
    "/api/payments/selcom/return/a/b",
    "/other",
    `${path}%2f`,
    `${path}${"a".repeat(32)}`,
  ])
    expect(readSelcomReturn(other)).toBeNull();
});
