import { expect, test } from "vitest";
import { z } from "zod";
import { tzs } from "#domain/money/money.ts";
import { openAzampay, type Azampay } from "./azampay/azampay.ts";
import { azampayOrigins, usualPaths, type AzampaySettings } from "./azampay/settings.ts";
import {
  credentials,
  listeningSandbox,
  type ListeningSandbox,
} from "#tests/support/payments/listening-sandbox.ts";
import { openOutside } from "#outside/http.ts";
import type { CallbackRead, Inquiry, Page, Push, StartedPayment } from "#domain/payments/provider.ts";
import { openSelcom, readSelcomReturn, selcomReturnUrl, type Selcom } from "./selcom/selcom.ts";
import { selcomOrigins } from "./selcom/settings.ts";

const secret = "3f".repeat(32);
const clock = () => new Date();
const patience = { milliseconds: 10_000, slowMilliseconds: 30_000, answerBytes: 1_000_000 };
const impatience = { milliseconds: 1_000, slowMilliseconds: 1_000, answerBytes: 1_000_000 };

function azampayAt(
  sandbox: ListeningSandbox,
  over: Partial<AzampaySettings> = {},
  limits = patience,
): Azampay {
  const settings: AzampaySettings = {
    authUrl: `${sandbox.baseUrl}/azampay`,
    checkoutUrl: `${sandbox.baseUrl}/azampay`,
    ...credentials.azampay,
    apiKey: null,
    checkoutPath: usualPaths.checkout,
    statusPath: usualPaths.status,
    amountAs: "string",
    publicKey: { url: `${sandbox.baseUrl}/azampay/azampay/v1/public-key?format=Pem` },
    callbackSecrets: [secret],
    ...over,
  };
  return openAzampay(settings, openOutside(azampayOrigins(settings), limits), clock);
}

function selcomAt(sandbox: ListeningSandbox, limits = patience): Selcom {
  const settings = {
    baseUrl: `${sandbox.baseUrl}/selcom`,
    ...credentials.selcom,
    callbackUrl: `${sandbox.merchantUrl}/selcom`,
    pageHosts: [new URL(sandbox.baseUrl).host],
    orderExpiryMinutes: 60,
  };
  return openSelcom(settings, openOutside(selcomOrigins(settings), limits), clock);
}

const payer = { name: "Asha Juma", email: "asha@example.org" };
const push: Push = { reference: "REF-1", amount: tzs(50_000), phone: "255712345678", network: "Tigo", payer };
const both = ["azampay", "selcom"] as const;

/** An accepted payment request, with the data needed to follow it. */
async function pushed(sandbox: ListeningSandbox, name: (typeof both)[number], request: Push = push) {
  const provider = name === "azampay" ? azampayAt(sandbox) : selcomAt(sandbox);
  const started = await provider.startPush(request);
  if (started.kind !== "accepted") throw new Error(JSON.stringify(started));
  const payment: StartedPayment = {
    reference: request.reference,
    providerReference: started.providerReference,
    amount: request.amount,
    network: request.network,
  };
  const decide = (decision: string, fault: string | null = null) =>
    sandbox.administer("decide", { gateway: name, reference: request.reference, decision, fault });
  return { provider, decide, ask: async () => outcomeOf(await provider.readPaymentStatus(payment)) };
}

const outcomeOf = (inquiry: Inquiry) => (inquiry.kind === "report" ? inquiry.report.outcome : inquiry.kind);

/** Our adapters' reading of all callbacks posted so far. */
async function callbacks(sandbox: ListeningSandbox): Promise<CallbackRead[]> {
  await sandbox.administer("deliver", {});
  const azampay = azampayAt(sandbox);
  const selcom = selcomAt(sandbox);
  return Promise.all(
    sandbox.received.map(({ path, headers, body }) =>
      path === "/azampay"
        ? azampay.readCallback({ secret, contentType: headers["content-type"] ?? null, body })
        : selcom.readWebhook({ headers, body }),
    ),
  );
}

const outcomes = async (sandbox: ListeningSandbox) =>
  (await callbacks(sandbox)).map((read) => ("report" in read ? read.report.outcome : read.kind));

const requestsTo = async (sandbox: ListeningSandbox, ending: string) =>
  z
    .array(z.object({ path: z.string() }))
    .parse(await sandbox.administer("requests"))
    .filter(({ path }) => path.endsWith(ending));

test.each(both)("%s: an approved payment request is paid", async (name) => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, name);
  expect(await ask()).toBe("pending");
  await decide("approve");
  expect(await ask()).toBe("paid");
  expect(await callbacks(sandbox)).toMatchObject([{ report: { reference: "REF-1", outcome: "paid" } }]);
});

test("AzamPay's proof is signature and secret, Selcom's only with signing on", async () => {
  await using sandbox = await listeningSandbox();
  const first = await pushed(sandbox, "azampay");
  const second = await pushed(sandbox, "selcom");
  await first.decide("approve");
  await second.decide("approve");
  await sandbox.administer("switches", { selcom: { signed: true, misspelt: true } });
  const third = await pushed(sandbox, "selcom", { ...push, reference: "REF-2" });
  await third.decide("approve");
  const proofs = (await callbacks(sandbox)).map((read) =>
    "report" in read ? read.report.proofs : read.kind,
  );
  expect(proofs).toEqual([["address", "signature", "secret"], [], ["signature"]]);
});

test("AzamPay's callback contains all values that we compare", async () => {
  await using sandbox = await listeningSandbox();
  const { decide } = await pushed(sandbox, "azampay");
  await decide("approve");
  const providerReference: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(await callbacks(sandbox)).toMatchObject([
    { report: { amount: 50_000n, network: "Tigo", phone: "255712345678", providerReference } },
  ]);
});

test.each(both)("%s: a declined payment request is not paid", async (name) => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, name);
  await decide("decline");
  expect(await ask()).toBe("cancelled");
  expect(await outcomes(sandbox)).toEqual(name === "azampay" ? ["declined"] : []);
});

test.each(both)("%s: a decision never changes", async (name) => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, name);
  await decide("approve");
  for (const again of ["approve", "decline", "reject", "expire"]) await decide(again);
  expect(await ask()).toBe("paid");
  expect(await outcomes(sandbox)).toEqual(["paid"]);
  const other = await pushed(sandbox, name, { ...push, reference: "REF-2" });
  await other.decide("decline");
  await other.decide("approve");
  expect(await other.ask()).toBe("cancelled");
});

test.each(both)(
  "%s: an unanswered payment request stays pending until the provider expires it",
  async (name) => {
    await using sandbox = await listeningSandbox();
    const { ask } = await pushed(sandbox, name);
    await sandbox.advance(119);
    expect(await ask()).toBe("pending");
    await sandbox.advance(1);
    expect(await ask()).toBe("declined");
  },
);

test.each(both)("%s: five callbacks, in sequence or in parallel, have the same result", async (name) => {
  await using sandbox = await listeningSandbox();
  await (await pushed(sandbox, name)).decide("approve", "duplicated");
  await (await pushed(sandbox, name, { ...push, reference: "REF-2" })).decide("approve", "crowded");
  expect(await outcomes(sandbox)).toEqual(Array.from({ length: 10 }, () => "paid"));
  expect(new Set(sandbox.received.map(({ body }) => body)).size).toBe(2);
});

test.each(both)("%s: a late callback arrives when it is due", async (name) => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, name);
  await decide("approve", "delayed");
  await sandbox.advance(179);
  expect(sandbox.received).toEqual([]);
  expect(await ask()).toBe("paid");
  await sandbox.advance(1);
  expect(await outcomes(sandbox)).toEqual(["paid"]);
});

test.each(both)("%s: after a lost callback the status check finds the result", async (name) => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, name);
  await decide("approve", "lost");
  expect(await callbacks(sandbox)).toEqual([]);
  expect(await ask()).toBe("paid");
});

test("AzamPay's callback and Selcom's status check show a wrong amount", async () => {
  await using sandbox = await listeningSandbox();
  await (await pushed(sandbox, "azampay")).decide("approve", "less");
  expect(await callbacks(sandbox)).toMatchObject([{ report: { outcome: "paid", amount: 49_999n } }]);
  const { provider, decide } = await pushed(sandbox, "selcom");
  await decide("approve", "tenfold");
  const payment = { reference: "REF-1", providerReference: null, amount: push.amount, network: null };
  expect(await provider.readPaymentStatus(payment)).toMatchObject({
    report: { outcome: "paid", amount: 500_000n },
  });
});

test.each([
  { selcom: { amount: "null" } },
  { selcom: { amount: "absent" } },
  { selcom: { amount: "empty" } },
  { selcom: { result: "FAIL" } },
])("Selcom's paid status under %j is a contradiction", async (switches) => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", switches);
  const { ask, decide } = await pushed(sandbox, "selcom");
  expect(await ask()).toBe("pending");
  await decide("approve");
  expect(await ask()).toBe("contradictory");
});

test.each([{ azampay: { amount: "absent" } }, { azampay: { amount: "empty" } }])(
  "AzamPay's paid callback under %j is a contradiction",
  async (switches) => {
    await using sandbox = await listeningSandbox();
    await sandbox.administer("switches", switches);
    await (await pushed(sandbox, "azampay")).decide("approve");
    expect(await outcomes(sandbox)).toEqual(["contradictory"]);
  },
);

test("other words of AzamPay, in a form, are understood", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", {
    azampay: { body: "form", successWord: "successful", failureWord: "cancelled" },
  });
  await (await pushed(sandbox, "azampay")).decide("approve");
  await (await pushed(sandbox, "azampay", { ...push, reference: "REF-2" })).decide("decline");
  expect(await callbacks(sandbox)).toMatchObject([
    { report: { outcome: "paid", amount: 50_000n, proofs: ["address", "signature", "secret"] } },
    { report: { outcome: "cancelled", proofs: ["address", "signature", "secret"] } },
  ]);
});

test("a failed payment without an amount is failed", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { azampay: { refusedAmount: "zero" } });
  await (await pushed(sandbox, "azampay")).decide("reject");
  expect(await callbacks(sandbox)).toMatchObject([{ report: { outcome: "declined", doubts: [] } }]);
});

test("AzamPay's forged signature is doubted, and Selcom's is refused", async () => {
  await using sandbox = await listeningSandbox();
  for (const name of both) await (await pushed(sandbox, name)).decide("approve", "forged");
  expect(await callbacks(sandbox)).toMatchObject([
    { kind: "report", report: { proofs: ["address", "secret"], doubts: ["the signature does not fit"] } },
    { kind: "stranger" },
  ]);
});

test("a callback for another payment names that payment", async () => {
  await using sandbox = await listeningSandbox();
  for (const name of both) await (await pushed(sandbox, name)).decide("approve", "misaddressed");
  expect(await callbacks(sandbox)).toMatchObject([
    { report: { reference: "REF-~" } },
    { report: { reference: "REF-~" } },
  ]);
});

test("failure and success can come in either order", async () => {
  await using sandbox = await listeningSandbox();
  const first = await pushed(sandbox, "azampay");
  await first.decide("approve", "failure-first");
  expect(await outcomes(sandbox)).toEqual(["declined", "paid"]);
  await (
    await pushed(sandbox, "azampay", { ...push, reference: "REF-2" })
  ).decide("approve", "failure-after");
  expect(await outcomes(sandbox)).toEqual(["declined", "paid", "paid", "declined"]);
  expect(await first.ask()).toBe("paid");
});

test("a status check finds a reversal", async () => {
  await using sandbox = await listeningSandbox();
  const { ask, decide } = await pushed(sandbox, "selcom");
  await decide("approve", "reversed");
  expect(await ask()).toBe("paid");
  await sandbox.advance(180);
  expect(await ask()).toBe("reversed");
});

test.each(
  both.flatMap((name) =>
    ["hang", "cut", "ambiguous", "html", "empty"].map((fault) => [name, fault] as const),
  ),
)("%s: after %s the result is unknown, and the phone's decision counts", async (name, fault) => {
  await using sandbox = await listeningSandbox();
  const limits = fault === "hang" ? impatience : patience;
  const provider = name === "azampay" ? azampayAt(sandbox, {}, limits) : selcomAt(sandbox, limits);
  await sandbox.administer("next", { phone: push.phone, fault });
  expect(await provider.startPush(push)).toMatchObject({ kind: "unknown" });
  await sandbox.administer("decide", { gateway: name, reference: "REF-1", decision: "approve" });
  expect(await outcomes(sandbox)).toEqual(["paid"]);
});

test.each(both)("%s: a refused request stays refused and uses up the fault", async (name) => {
  await using sandbox = await listeningSandbox();
  const provider = name === "azampay" ? azampayAt(sandbox) : selcomAt(sandbox);
  await sandbox.administer("next", { phone: push.phone, fault: "refuse" });
  expect(await provider.startPush(push)).toMatchObject({ kind: "refused", reason: "rejected" });
  expect(await provider.startPush({ ...push, reference: "REF-2" })).toMatchObject({ kind: "accepted" });
});

test.each(both)("%s: a callback can arrive before the answer", async (name) => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("next", { phone: push.phone, fault: "early" });
  const { ask } = await pushed(sandbox, name);
  expect(sandbox.received).toHaveLength(1);
  expect(await ask()).toBe("paid");
});

test("an expired token is renewed once, and the payment request succeeds", async () => {
  await using sandbox = await listeningSandbox();
  const azampay = azampayAt(sandbox);
  expect(await azampay.startPush(push)).toMatchObject({ kind: "accepted" });
  await sandbox.advance(3_600);
  expect(await azampay.startPush({ ...push, reference: "REF-2" })).toMatchObject({ kind: "accepted" });
  expect(await requestsTo(sandbox, "/GenerateToken")).toHaveLength(2);
  expect(await requestsTo(sandbox, "/mno/checkout")).toHaveLength(3);
});

test("both providers report wrong credentials as a problem for staff", async () => {
  await using sandbox = await listeningSandbox();
  const azampay = azampayAt(sandbox, { clientSecret: "another" });
  expect(await azampay.startPush(push)).toMatchObject({ kind: "refused", reason: "misconfigured" });
  await sandbox.administer("switches", {
    azampay: { disabledNetworks: ["Tigo"] },
    selcom: { disabledEndpoints: ["wallet-payment"] },
  });
  expect(await azampayAt(sandbox).startPush(push)).toMatchObject({
    kind: "refused",
    reason: "misconfigured",
  });
  expect(await selcomAt(sandbox).startPush(push)).toMatchObject({ kind: "refused", reason: "misconfigured" });
  expect(await azampayAt(sandbox).networks()).toEqual(["Airtel", "Halopesa", "Azampesa", "Mpesa"]);
});

test.each([
  [{ signature: "none" }, ["secret"], []],
  [{ signature: "two" }, ["secret"], ["the signature does not fit"]],
  [{ signature: "bad" }, ["secret"], ["the signature does not fit"]],
  [{ mixedCasing: true }, ["signature", "secret"], []],
  [{ login: false }, ["signature"], ["user, password or client id is not ours"]],
  [{ publicKeyAt: "nowhere" }, ["secret"], ["the signature could not be checked"]],
])("AzamPay's callback under %j", async (azampay, proofs, doubts) => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { azampay });
  await (await pushed(sandbox, "azampay")).decide("approve");
  expect(await callbacks(sandbox)).toMatchObject([
    { report: { outcome: "paid", proofs: ["address", ...proofs], doubts } },
  ]);
});

test("AzamPay's other word for failure and other status formats are understood", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { azampay: { failureWord: "failed", statusShape: "flat" } });
  const { ask, decide } = await pushed(sandbox, "azampay");
  await decide("reject");
  expect(await outcomes(sandbox)).toEqual(["declined"]);
  expect(await ask()).toBe("declined");
  await sandbox.administer("switches", { azampay: { statusShape: "absent" } });
  expect(await ask()).toBe("unavailable");
});

test("the public key is also found at the authenticator", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { azampay: { publicKeyAt: "authenticator" } });
  await (await pushed(sandbox, "azampay")).decide("approve");
  await sandbox.administer("deliver", {});
  const azampay = azampayAt(sandbox, {
    publicKey: { url: `${sandbox.baseUrl}/azampay/api/Token/PublicKey` },
  });
  expect(
    await azampay.readCallback({ secret, contentType: null, body: sandbox.received[0]?.body ?? "" }),
  ).toMatchObject({
    report: { proofs: ["address", "signature", "secret"] },
  });
});

test.each([
  [50_001, "paid"],
  [50_011, "pending"],
  [50_022, "pending"],
  [50_033, "declined"],
  [50_044, "cancelled"],
  [50_066, "paid"],
  [50_077, "paid"],
  [50_088, "paid"],
  [50_000, "pending"],
  [50_050, "pending"],
])("with magic amounts, %d is %s at both", async (amount, outcome) => {
  await using sandbox = await listeningSandbox({ magic: true });
  for (const name of both)
    expect(await (await pushed(sandbox, name, { ...push, amount: tzs(amount) })).ask()).toBe(outcome);
});

test.each([
  [50_055, "refused"],
  [50_099, "unknown"],
])("with magic amounts, a request for %d is %s at both", async (amount, kind) => {
  await using sandbox = await listeningSandbox({ magic: true });
  for (const provider of [azampayAt(sandbox), selcomAt(sandbox)])
    expect(await provider.startPush({ ...push, amount: tzs(amount) })).toMatchObject({ kind });
});

test("magic amounts decide the callback and its time", async () => {
  await using sandbox = await listeningSandbox({ magic: true });
  await pushed(sandbox, "azampay", { ...push, amount: tzs(50_066) });
  await pushed(sandbox, "azampay", { ...push, reference: "REF-2", amount: tzs(50_077) });
  await pushed(sandbox, "azampay", { ...push, reference: "REF-3", amount: tzs(50_088) });
  const amounts = (await callbacks(sandbox)).map(
    (read) => read.kind === "report" && read.report.outcome === "paid" && Number(read.report.amount),
  );
  expect(amounts.toSorted()).toEqual([50_077, 50_077, 50_077, 50_077, 50_077, 50_087]);
  const later = await pushed(sandbox, "azampay", { ...push, reference: "REF-4", amount: tzs(50_022) });
  await sandbox.advance(5);
  expect(await later.ask()).toBe("paid");
  const never = await pushed(sandbox, "azampay", { ...push, reference: "REF-5", amount: tzs(50_011) });
  await sandbox.advance(86_400);
  expect(await never.ask()).toBe("pending");
});

test("without magic amounts, an amount decides nothing", async () => {
  await using sandbox = await listeningSandbox();
  expect(await (await pushed(sandbox, "azampay", { ...push, amount: tzs(50_033) })).ask()).toBe("pending");
});

const page = (sandbox: ListeningSandbox): Page => ({
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
  returnUrl: selcomReturnUrl(sandbox.merchantUrl, "REF-1"),
  cancelUrl: `${sandbox.merchantUrl}/cancelled`,
});

async function openedPage(sandbox: ListeningSandbox, over: Partial<Page> = {}) {
  const selcom = selcomAt(sandbox);
  const request = { ...page(sandbox), ...over };
  const opened = await selcom.hostedPages.start(request);
  if (opened.kind !== "opened") throw new Error(JSON.stringify(opened));
  const path = opened.url.slice(sandbox.baseUrl.length);
  const payment = { reference: "REF-1", providerReference: null, amount: request.amount, network: null };
  return {
    selcom,
    url: opened.url,
    view: () => fetch(opened.url, { redirect: "manual" }),
    pay: (action: string, fields: Record<string, string>) => sandbox.submit(`${path}/${action}`, fields),
    ask: async () => outcomeOf(await selcom.readPaymentStatus(payment)),
  };
}
const goodCard = { number: "4111 1111 1111 1111", expiry: "12/30", code: "123" };

test("after a card payment the browser returns with only status and transid", async () => {
  await using sandbox = await listeningSandbox();
  const { ask, pay, view } = await openedPage(sandbox);
  expect(await (await view()).text()).toContain("51,750");
  expect(await ask()).toBe("pending");
  expect((await pay("card", goodCard)).status).toBe(303);
  const back = new URL((await view()).headers.get("location") ?? "");
  expect([...back.searchParams.keys()]).toEqual(["payment_status", "transid"]);
  expect(readSelcomReturn(back.pathname + back.search)).toBe("REF-1");
  expect(await ask()).toBe("paid");
  expect(await outcomes(sandbox)).toEqual(["paid"]);
});

test("a good card can follow a declined one, up to three cards", async () => {
  await using sandbox = await listeningSandbox();
  const bad = { ...goodCard, number: "4000000000000002" };
  const first = await openedPage(sandbox);
  expect(await (await first.pay("card", bad)).text()).toContain("You were not charged");
  await first.pay("card", goodCard);
  expect(await first.ask()).toBe("paid");
  await sandbox.administer("reset", {});
  const second = await openedPage(sandbox);
  for (let tried = 0; tried < 3; tried++) await second.pay("card", bad);
  expect(await second.ask()).toBe("declined");
});

test("a field error is shown at its field", async () => {
  await using sandbox = await listeningSandbox();
  const { ask, pay } = await openedPage(sandbox);
  const answer = await pay("card", { number: "4111111111111112", expiry: "13/30", code: "<b>" });
  expect(answer.status).toBe(422);
  const text = await answer.text();
  for (const message of [
    "Enter a card number from the list",
    "Enter the month and year",
    "Enter the 3 or 4 digits",
  ])
    expect(text).toContain(message);
  expect(await ask()).toBe("pending");
});

test("a cancelled page redirects to the cancel URL", async () => {
  await using sandbox = await listeningSandbox();
  const { ask, pay, view } = await openedPage(sandbox);
  await pay("cancel", {});
  expect((await view()).headers.get("location")).toBe(
    `${sandbox.merchantUrl}/cancelled?payment_status=USERCANCELLED&transid=`,
  );
  expect(await ask()).toBe("cancelled");
});

test("an expired order, or one that we cancelled, accepts no card", async () => {
  await using sandbox = await listeningSandbox();
  const expired = await openedPage(sandbox);
  await sandbox.advance(3_600);
  await expired.pay("card", goodCard);
  expect((await expired.view()).status).toBe(410);
  expect(await expired.ask()).toBe("cancelled");
  await sandbox.administer("reset", {});
  const cancelled = await openedPage(sandbox);
  expect(await cancelled.selcom.hostedPages.cancel("REF-1")).toMatchObject({ kind: "cancelled" });
  await cancelled.pay("card", goodCard);
  expect(await cancelled.ask()).toBe("cancelled");
  expect(await cancelled.selcom.hostedPages.cancel("REF-1")).toMatchObject({ kind: "refused" });
});

test("a tampered return URL changes nothing", async () => {
  await using sandbox = await listeningSandbox();
  const { ask } = await openedPage(sandbox);
  expect(readSelcomReturn("/api/payments/selcom/return/REF-1?payment_status=COMPLETED&transid=X")).toBe(
    "REF-1",
  );
  expect(await ask()).toBe("pending");
});

test("a page without billing takes only phone payments and redirects once paid", async () => {
  await using sandbox = await listeningSandbox();
  const { ask, pay, view } = await openedPage(sandbox, { billing: null });
  const text = await (await view()).text();
  expect([text.includes("Card number"), text.includes("Mobile money")]).toEqual([false, true]);
  await pay("card", goodCard);
  expect(await ask()).toBe("pending");
  await pay("mobile", { phone: "0755 123 456" });
  expect(await (await view()).text()).toContain("request was sent to the phone");
  await sandbox.administer("decide", { gateway: "selcom", reference: "REF-1", decision: "approve" });
  expect((await view()).headers.get("location")).toContain("payment_status=COMPLETED");
  expect(await ask()).toBe("paid");
});

test("the list of orders finds unknown orders by Dar es Salaam's days", async () => {
  await using sandbox = await listeningSandbox();
  const { selcom } = await openedPage(sandbox);
  const day = (shift: number) =>
    new Date(Date.now() + 3 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);
  const order = { reference: "REF-1", outcome: "pending", amount: "51750" };
  expect(await selcom.listOrders(day(-1), day(0))).toMatchObject({ orders: [order], odd: [] });
  expect(await selcom.listOrders(day(-2), day(-1))).toEqual({ orders: [], odd: [] });
  await sandbox.administer("switches", { selcom: { list: "odd row" } });
  expect(await selcom.listOrders(day(-1), day(0))).toMatchObject({
    orders: [{ ...order, row: 2 }],
    odd: [{ row: 1, why: "the order_id cannot be read" }],
  });
  await sandbox.administer("switches", { selcom: { list: "doubled" } });
  expect(await selcom.listOrders(day(-1), day(0))).toMatchObject({ orders: [order, order], odd: [] });
});
