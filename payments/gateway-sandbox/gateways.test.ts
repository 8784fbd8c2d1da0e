import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { memoryStore, type Store } from "#payments/gateway-sandbox/store.ts";
import { readStatement } from "#payments/azampay/statement.ts";
import { patience } from "#tests/support/patience.ts";
import {
  credentials,
  listeningSandbox,
  withKey,
  type ListeningSandbox,
} from "#tests/support/payments/listening-sandbox.ts";

const { appName, clientId, clientSecret } = credentials.azampay;

async function post(
  sandbox: ListeningSandbox,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${sandbox.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

async function bearer(sandbox: ListeningSandbox) {
  const { text } = await post(sandbox, "/azampay/AppRegistration/GenerateToken", {
    appName,
    clientId,
    clientSecret,
  });
  return { authorization: `Bearer ${JSON.parse(text).data.accessToken}` };
}

const checkout = {
  accountNumber: "255712345678",
  amount: "50000",
  currency: "TZS",
  externalId: "REF-1",
  provider: "Mpesa",
};

test.each([
  [{ appName, clientId, clientSecret }, 200],
  [{ appName, clientId, clientSecret: "wrong" }, 423],
  [{ appName: "wrong", clientId, clientSecret }, 423],
  [{ appName, clientId }, 400],
  [{ appName, clientId: 7, clientSecret }, 400],
  ["not json", 400],
])("AzamPay answers a token request %j with %d", async (body, status) => {
  await using sandbox = await listeningSandbox();
  expect((await post(sandbox, "/azampay/AppRegistration/GenerateToken", body)).status).toBe(status);
});

test("a checkout needs an unexpired token", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { azampay: { tokenSeconds: 30 } });
  const path = "/azampay/azampay/mno/checkout";
  const token = await bearer(sandbox);
  expect((await post(sandbox, path, checkout)).status).toBe(401);
  expect((await post(sandbox, path, checkout, { authorization: "Bearer made-up" })).status).toBe(401);
  await sandbox.advance(29);
  expect((await post(sandbox, path, checkout, token)).status).toBe(200);
  await sandbox.advance(1);
  expect((await post(sandbox, path, { ...checkout, externalId: "REF-2" }, token)).status).toBe(401);
});

test.each([
  [{ provider: "MPesa" }, "provider"],
  [{ provider: "Vodacom" }, "provider"],
  [{ amount: "50,000" }, "amount"],
  [{ amount: "50000.00" }, "amount"],
  [{ amount: 50_000.5 }, "amount"],
  [{ amount: "-1" }, "amount"],
  [{ amount: "5000001" }, "amount"],
  [{ amount: undefined }, "amount"],
  [{ externalId: "x".repeat(129) }, "externalId"],
  [{ externalId: undefined }, "externalId"],
  [{ accountNumber: "+255712345678" }, "accountNumber"],
  [{ accountNumber: "255222123456" }, "accountNumber"],
  [{ currency: "USD" }, "currency"],
  [{ additionalProperties: { note: "x".repeat(4_097) } }, "additionalProperties"],
])("AzamPay refuses %j and names %s", async (change, field) => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  const answer = await post(sandbox, "/azampay/azampay/mno/checkout", { ...checkout, ...change }, token);
  expect(answer.status).toBe(400);
  expect(Object.keys(JSON.parse(answer.text).errors)).toEqual([field]);
  expect(await sandbox.administer("payments")).toEqual([]);
});

test.each([
  {},
  { amount: 50_000 },
  { amount: "5000000" },
  { accountNumber: "0712345678" },
  { additionalProperties: null },
])("AzamPay accepts %j under both paths", async (change) => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  for (const path of ["azampay/mno/checkout", "api/v1/checkout/checkoutmno"]) {
    const body = { ...checkout, ...change, externalId: path };
    expect(JSON.parse((await post(sandbox, `/azampay/${path}`, body, token)).text)).toMatchObject({
      success: true,
      transactionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  }
});

test("a repeated reference is refused", async () => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  const twice = [1, 2].map(() => post(sandbox, "/azampay/azampay/mno/checkout", checkout, token));
  const answers = (await Promise.all(twice)).map(({ text }) => JSON.parse(text).success);
  expect(answers.toSorted()).toEqual([false, true]);
});

const hosted = {
  appName,
  clientId,
  vendorId: "00000000-0000-4000-8000-000000000001",
  vendorName: appName,
  language: "en",
  currency: "TZS",
  amount: "50000",
  externalId: "REF-1",
  requestOrigin: "https://fund.example",
  redirectSuccessURL: "https://fund.example/yes",
  redirectFailURL: "https://fund.example/no",
  cart: { items: [{ name: "Zakat" }] },
};

test("AzamPay's payment page asks for a number and redirects by the outcome", async () => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  const path = "/azampay/api/v1/Partner/PostCheckout";
  for (const [decision, target] of [
    ["approve", "https://fund.example/yes"],
    ["decline", "https://fund.example/no"],
  ] as const) {
    const { text } = await post(sandbox, path, { ...hosted, externalId: decision }, token);
    const url: string = JSON.parse(text);
    expect(await (await fetch(url)).text()).toContain("Phone number");
    await sandbox.submit(`${url.slice(sandbox.baseUrl.length)}/mobile`, { phone: "0755123456" });
    await sandbox.administer("decide", { gateway: "azampay", reference: decision, decision });
    expect((await fetch(url, { redirect: "manual" })).headers.get("location")).toBe(target);
  }
});

test.each([
  [{ externalId: "x".repeat(31) }, "externalId"],
  [{ vendorId: "me" }, "vendorId"],
  [{ cart: undefined }, "cart"],
  [{ redirectFailURL: undefined }, "redirectFailURL"],
])("AzamPay's payment page refuses %j and names %s", async (change, field) => {
  await using sandbox = await listeningSandbox();
  const answer = await post(
    sandbox,
    "/azampay/api/v1/Partner/PostCheckout",
    { ...hosted, ...change },
    await bearer(sandbox),
  );
  expect([answer.status, Object.keys(JSON.parse(answer.text).errors)]).toEqual([400, [field]]);
});

test("two sandboxes never give two payments one transaction number", async () => {
  const numbers = [];
  for (const externalId of ["of-one-node", "of-another-node"]) {
    await using sandbox = await listeningSandbox();
    const token = await bearer(sandbox);
    const { text } = await post(sandbox, "/azampay/azampay/mno/checkout", { ...checkout, externalId }, token);
    numbers.push(JSON.parse(text).transactionId);
  }
  expect(numbers).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(numbers).size).toBe(2);
});

test("AzamPay's statement lists every payment that ended, and a reversal twice", async () => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  const decisions = { paid: ["approve"], refused: ["decline"], returned: ["approve", "reverse"], open: [] };
  for (const [externalId, made] of Object.entries(decisions)) {
    // One phone has one open payment request.
    const accountNumber = `25571200000${externalId.length}`;
    await post(sandbox, "/azampay/azampay/mno/checkout", { ...checkout, externalId, accountNumber }, token);
    for (const decision of made)
      await sandbox.administer("decide", { gateway: "azampay", reference: externalId, decision });
  }
  const answer = await fetch(`${sandbox.baseUrl}/azampay-statement.csv`);
  const read = readStatement(new Uint8Array(await answer.arrayBuffer()));
  if (read.kind === "unreadable") throw new Error(read.why);
  expect(read.notUnderstood).toEqual([]);
  expect(read.rows.map(({ reference, outcome, amount }) => [reference, outcome, amount])).toEqual([
    ["paid", "paid", 50000n],
    ["refused", "declined", 50000n],
    ["returned", "paid", 50000n],
    ["returned", "reversed", 50000n],
  ]);
});

test("random requests leave the sandbox consistent", async () => {
  await using sandbox = await listeningSandbox();
  const token = await bearer(sandbox);
  const paths = [
    "azampay/azampay/mno/checkout",
    "azampay/AppRegistration/GenerateToken",
    "azampay/api/v1/Partner/PostCheckout",
    "selcom/v1/checkout/create-order",
    "selcom/paymentgw/checkout/1/card",
    "phone/255712345678/next",
    "phone/255712345678/prompts/x",
    "_admin/switches",
    "_admin/clock",
    "_admin/decide",
    "_admin/next",
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(...Object.values(checkout), -1, 1e308, "__proto__"),
  );
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom(...Object.keys({ ...checkout, ...hosted }), "__proto__"), value),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), body, async (path, sent) => {
      expect((await post(sandbox, `/${path}`, sent, token)).status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
});

const base64 = (text: string) => Buffer.from(text).toString("base64");
const order = {
  vendor: "TILL60000001",
  order_id: "REF-1",
  buyer_email: "asha@example.org",
  buyer_name: "Asha Juma",
  buyer_phone: "255712345678",
  amount: 50_000,
  currency: "TZS",
  payment_methods: "CARD",
  redirect_url: base64("https://fund.example/back"),
  webhook: base64("https://fund.example/callback"),
  "billing.firstname": "Asha",
  "billing.lastname": "Juma",
  "billing.address_1": "Main Campus",
  "billing.city": "Morogoro",
  "billing.state_or_region": "Morogoro",
  "billing.postcode_or_pobox": "67101",
  "billing.country": "TZ",
  "billing.phone": "255712345678",
  no_of_items: 1,
};

/** Signed independently, because the sandbox uses the code under test. */
function signed(fields: Record<string, unknown>, change: Record<string, string> = {}, at = Date.now()) {
  const timestamp = new Date(at + 3 * 3_600_000).toISOString().replace(/\.\d+Z/, "+03:00");
  const names = Object.keys(fields);
  const text = [`timestamp=${timestamp}`, ...names.map((name) => `${name}=${fields[name]}`)].join("&");
  return {
    authorization: `SELCOM ${base64("TESTKEY-0001")}`,
    "digest-method": "HS256",
    digest: createHmac("sha256", "TESTSECRET-0001").update(text).digest("base64"),
    timestamp,
    "signed-fields": names.join(","),
    ...change,
  };
}

function signedTwice(fields: Record<string, unknown>) {
  const headers = signed(fields);
  const names = [...Object.keys(fields), "amount"];
  const text = [`timestamp=${headers.timestamp}`, ...names.map((name) => `${name}=${fields[name]}`)].join(
    "&",
  );
  const digest = createHmac("sha256", "TESTSECRET-0001").update(text).digest("base64");
  return { ...headers, digest, "signed-fields": names.join(",") };
}

async function create(sandbox: ListeningSandbox, change: object, path = "create-order") {
  const body = Object.fromEntries(
    Object.entries({ ...order, ...change }).filter(([, value]) => value !== undefined),
  );
  const answer = await post(sandbox, `/selcom/v1/checkout/${path}`, body, signed(body));
  return { status: answer.status, ...JSON.parse(answer.text) };
}

test("a signed order returns a base64 page URL and an 8-digit token", async () => {
  await using sandbox = await listeningSandbox();
  const { status, resultcode, data } = await create(sandbox, {});
  expect([status, resultcode]).toEqual([200, "000"]);
  expect(data[0].payment_token).toMatch(/^\d{8}$/);
  expect(Buffer.from(data[0].payment_gateway_url, "base64").toString()).toBe(
    `${sandbox.baseUrl}/selcom/paymentgw/checkout/${data[0].payment_token}`,
  );
});

const forged: [string, (body: object) => Record<string, string>][] = [
  ["no signature", () => ({})],
  ["another key", (body) => signed({ ...body }, { authorization: `SELCOM ${base64("another")}` })],
  [
    "the key in hex",
    (body) => signed({ ...body }, { authorization: `SELCOM ${Buffer.from("TESTKEY-0001").toString("hex")}` }),
  ],
  ["another digest", (body) => signed({ ...body }, { digest: base64("x".repeat(32)) })],
  ["another way of signing", (body) => signed({ ...body }, { "digest-method": "RS256" })],
  ["a field unsigned", (body) => signed(Object.fromEntries(Object.entries(body).slice(1)))],
  ["a field more", (body) => signed({ ...body, extra: "1" })],
  ["a field named twice among the signed", (body) => signedTwice({ ...body })],
  ["a stale time", (body) => signed({ ...body }, {}, Date.now() - 301_000)],
  ["a time ahead", (body) => signed({ ...body }, {}, Date.now() + 360_000)],
  ["a time without an offset", (body) => signed({ ...body }, { timestamp: "2026-01-15 12:30:46" })],
];
test.each(forged)("Selcom refuses %s", async (_, headers) => {
  await using sandbox = await listeningSandbox();
  expect((await post(sandbox, "/selcom/v1/checkout/create-order", order, headers(order))).status).toBe(401);
  expect(await sandbox.administer("payments")).toEqual([]);
});

test("Selcom refuses a nested or repeated field", async () => {
  await using sandbox = await listeningSandbox();
  const nested = { ...order, billing: { city: "Morogoro" } };
  expect((await post(sandbox, "/selcom/v1/checkout/create-order", nested, signed(nested))).status).toBe(401);
  const doubled = JSON.stringify(order).replace('"amount":', '"amount":1000,"amount":');
  expect((await post(sandbox, "/selcom/v1/checkout/create-order", doubled, signed(order))).status).toBe(401);
});

test("signed fields can be in any order", async () => {
  await using sandbox = await listeningSandbox();
  const sorted = Object.fromEntries(Object.entries(order).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const answer = await post(sandbox, "/selcom/v1/checkout/create-order", order, signed(sorted));
  expect(answer.status).toBe(200);
});

test.each([
  [{ no_of_items: undefined }, "no_of_items"],
  [{ buyer_phone: "0712345678" }, "buyer_phone"],
  [{ buyer_email: "asha" }, "buyer_email"],
  [{ amount: 50_000.5 }, "amount"],
  [{ amount: "50,000" }, "amount"],
  [{ currency: "KES" }, "currency"],
  [{ vendor: "TILL1" }, "vendor"],
  [{ order_id: "a b" }, "order_id"],
  [{ order_id: "x".repeat(33) }, "order_id"],
  [{ redirect_url: "https://fund.example/back" }, "redirect_url"],
  [{ webhook: "https://fund.example/callback" }, "webhook"],
  [{ payment_methods: undefined }, "payment_methods"],
  [{ payment_methods: "CASH" }, "payment_methods"],
  [{ "billing.city": undefined }, "billing.city"],
  [{ "billing.city": "" }, "billing.city"],
  [{ "billing.country": "Tanzania" }, "billing.country"],
  [{ expiry: 0 }, "expiry"],
])("Selcom answers %j with 412 and names %s", async (change, field) => {
  await using sandbox = await listeningSandbox();
  expect(await create(sandbox, change)).toMatchObject({
    status: 412,
    resultcode: "412",
    result: "FAIL",
    message: `Parameter ${field} is invalid or missing`,
  });
});

test("Selcom refuses a small amount and a repeated order id", async () => {
  await using sandbox = await listeningSandbox();
  expect(await create(sandbox, { amount: 999 })).toMatchObject({
    status: 200,
    resultcode: "013",
    result: "FAIL",
  });
  expect(await create(sandbox, {})).toMatchObject({ resultcode: "000" });
  expect(await create(sandbox, {})).toMatchObject({ status: 200, result: "FAIL" });
});

test("a disabled endpoint answers 4035", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { selcom: { disabledEndpoints: ["create-order"] } });
  expect(await create(sandbox, {})).toMatchObject({ status: 403, message: expect.stringContaining("4035") });
  const { payment_methods: _, ...minimal } = order;
  expect(await create(sandbox, minimal, "create-order-minimal")).toMatchObject({ status: 200 });
});

async function get(sandbox: ListeningSandbox, path: string, fields: Record<string, string>, method = "GET") {
  const url = `${sandbox.baseUrl}/selcom/v1/checkout/${path}?${new URLSearchParams(fields)}`;
  const answer = await fetch(url, { method, headers: signed(fields) });
  return { status: answer.status, ...(await answer.json()) };
}

test("an unknown order answers 404 inside a 200", async () => {
  await using sandbox = await listeningSandbox();
  expect(await get(sandbox, "order-status", { order_id: "none" })).toMatchObject({
    status: 200,
    resultcode: "404",
    result: "FAIL",
  });
  expect(await get(sandbox, "cancel-order", { order_id: "none" }, "DELETE")).toMatchObject({
    result: "FAIL",
  });
});

test("an order names its payer only after payment, never our transid", async () => {
  await using sandbox = await listeningSandbox();
  await create(sandbox, {});
  const ask = async () => (await get(sandbox, "order-status", { order_id: "REF-1" })).data[0];
  expect(await ask()).toMatchObject({
    payment_status: "PENDING",
    transid: null,
    channel: null,
    reference: null,
    phone: null,
  });
  await sandbox.administer("decide", { gateway: "selcom", reference: "REF-1", decision: "approve" });
  expect(await ask()).toMatchObject({
    payment_status: "COMPLETED",
    amount: "50000",
    transid: expect.stringMatching(/^[A-Z0-9]{10}$/),
  });
});

test("a payment request needs an open order and a new transid", async () => {
  await using sandbox = await listeningSandbox();
  const ask = async (change: object) => {
    const body = { transid: "T-1", order_id: "REF-1", msisdn: "255712345678", ...change };
    const answer = await post(sandbox, "/selcom/v1/checkout/wallet-payment", body, signed(body));
    return [answer.status, JSON.parse(answer.text).resultcode];
  };
  expect(await ask({})).toEqual([200, "404"]);
  await create(sandbox, {});
  expect(await ask({ msisdn: "0712345678" })).toEqual([412, "412"]);
  expect(await ask({})).toEqual([200, "111"]);
  expect(await ask({ transid: "T-2" })).toEqual([200, "010"]);
});

test("large bodies, unknown paths and other methods are refused", async () => {
  await using sandbox = await listeningSandbox();
  const large = await post(sandbox, "/azampay/AppRegistration/GenerateToken", "x".repeat(65_537)).catch(
    () => ({ status: 413 }),
  );
  expect(large.status).toBe(413);
  for (const path of [
    "/azampay/none",
    "/selcom/v1/v1/checkout/create-order",
    "/none",
    "/_admin/none",
    "/phone/%",
    "/phone/1",
  ])
    expect((await fetch(`${sandbox.baseUrl}${path}`)).status).toBe(404);
  expect((await fetch(new URL("/elsewhere", sandbox.baseUrl))).status).toBe(404);
});

test("the administration accepts JSON only", async () => {
  await using sandbox = await listeningSandbox();
  const plain = await fetch(`${sandbox.baseUrl}/_admin/clock`, {
    method: "POST",
    body: '{"advanceSeconds":1}',
  });
  expect(plain.status).toBe(400);
  await expect(sandbox.administer("switches", { azampay: { statusShape: "round" } })).rejects.toThrow("400");
});

test("a reset deletes everything and repeats the same references", async () => {
  await using sandbox = await listeningSandbox();
  const tokenAndOrder = async () => [
    await bearer(sandbox),
    (await create(sandbox, {})).data[0].payment_token,
  ];
  await sandbox.administer("reset", {});
  const first = await tokenAndOrder();
  await sandbox.administer("reset", {});
  expect(await sandbox.administer("payments")).toEqual([]);
  expect(await sandbox.administer("requests")).toEqual([]);
  expect(await tokenAndOrder()).toEqual(first);
});

test("held callbacks wait for delivery", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { holdCallbacks: true });
  await post(sandbox, "/azampay/azampay/mno/checkout", checkout, await bearer(sandbox));
  await sandbox.administer("decide", { gateway: "azampay", reference: "REF-1", decision: "approve" });
  await sandbox.advance(3_600);
  expect(sandbox.received).toEqual([]);
  expect(await sandbox.administer("deliver", {})).toMatchObject([{ status: 200 }]);
  expect(sandbox.received).toHaveLength(1);
});

test("a full disk delays only the storage of a sent callback", async () => {
  let isFull = false;
  let refused = 0;
  const stored = new Set<string>();
  const store: Store = {
    ...memoryStore([withKey()]),
    save(things, dropped) {
      if (isFull) refused += 1;
      if (isFull) throw new Error("database or disk is full");
      for (const { kind, id } of things) stored.add(`${kind} ${id}`);
      for (const { kind, id } of dropped) stored.delete(`${kind} ${id}`);
    },
  };
  await using sandbox = await listeningSandbox({ store, onReceived: () => (isFull = true) });
  await post(sandbox, "/azampay/azampay/mno/checkout", checkout, await bearer(sandbox));
  await sandbox.administer("decide", { gateway: "azampay", reference: "REF-1", decision: "approve" });
  const tasks = () => [...stored].filter((key) => key.startsWith("task "));
  await vi.waitFor(() => expect(refused).toBe(1), patience);
  const before = tasks();
  isFull = false;
  await sandbox.administer("switches", {});
  expect(tasks()).toHaveLength(before.length - 1);
});
