import { afterAll, expect, test, vi } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { compareOrders, type OrderList } from "#operations/reconciliation/compare-orders.ts";
import { startDonation } from "#operations/donations/start.ts";
import { reconcilePayments } from "#operations/payments/check-open.ts";
import { addDays } from "#domain/system/calendar.ts";
import { tzs } from "#domain/money/money.ts";
import { expectSoundLedger, just, newPhone, scriptedProvider } from "#tests/support/donations/begin.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { testSite } from "#tests/support/server/site.ts";
import { patience } from "#tests/support/patience.ts";

const site = await testSite({ environment: { SANDBOX_MAGIC: "1", TRUST_PROXY: "1" } });
const gateways = withGateways(site);
const {
  administer,
  waitForStatus: becomes,
  byCard,
  byMobile,
  card,
  db,
  decide,
  payment,
  post,
  providers,
  readDonationState: donationState,
  status,
} = gateways;
afterAll(async () => {
  await expectSoundLedger(db);
  await gateways.close();
});

const completed = { donation: "completed", payment: "succeeded", journals: ["donation"], mails: 1 };

async function prompted(over: Record<string, unknown> = {}): Promise<string> {
  const answer = await byMobile(over);
  const { success, externalId } = jsonOf(answer);
  if (!success || externalId === undefined) throw new Error(answer.text);
  return externalId;
}

const order = () => ({
  ...{ campaign_id: "zakat", amount: "30000", currency: "TZS", buyer_phone: newPhone() },
  ...{ buyer_name: "Asha Juma", buyer_email: "asha@example.org" },
});

/** Read from the database, because a cached page can show figures that are one second old. */
const raised = async (id: string): Promise<number> => {
  const campaigns = site.db.selectFrom("public_campaigns").select("amount_raised");
  return Number((await campaigns.where("id", "=", id).executeTakeFirstOrThrow()).amount_raised);
};

test("1: an approved donation completes once and counts for its campaign", async () => {
  const before = await raised("conference-center");
  const answer = await byMobile();
  expect(answer.status).toBe(200);
  const { externalId = "", transactionId, message } = jsonOf(answer);
  expect(message).toBe("Payment Initiated");
  expect(externalId).toMatch(/^conference-center_\d{13}$/);
  expect(transactionId).toMatch(/^[0-9a-f]{32}$/);
  expect(await status(externalId)).toBe("pending");
  await decide(externalId, "approve");
  expect(await status(externalId)).toBe("completed");
  expect(await status(transactionId ?? "")).toBe("completed");
  expect(await donationState(externalId)).toMatchObject(completed);
  expect((await raised("conference-center")) - before).toBe(20_000);
});

test("1: Selcom's unsigned webhook is confirmed by a status check", async () => {
  const before = await raised("zakat");
  const answer = await post("/api/donations/order", order());
  const { order_id = "", paymentUrl = "" } = jsonOf(answer);
  expect(paymentUrl).toMatch(new RegExp(`^${site.url}/sandbox/selcom/paymentgw/checkout/`));
  await decide(order_id, "approve");
  await becomes(order_id, "completed");
  expect(await donationState(order_id)).toMatchObject(completed);
  expect((await raised("zakat")) - before).toBe(30_000);
});

test("2: a declined donation fails and can be tried again", async () => {
  const phoneNumber = newPhone();
  const { externalId = "", receiptKey } = jsonOf(await byMobile({ phoneNumber }));
  await decide(externalId, "decline");
  expect(await status(externalId)).toBe("failed");
  for (const retryKey of [undefined, "another", ""]) {
    const refused = await byMobile({ phoneNumber, retryOf: externalId, retryKey });
    expect(refused.status).toBe(400);
    expect(jsonOf(refused).errors).toEqual({ retryOf: en.answers.problems.retryOf });
  }
  const again = await prompted({ phoneNumber, retryOf: externalId, retryKey: receiptKey });
  await decide(again, "approve");
  expect(await donationState(again)).toMatchObject(completed);
  expect(await donationState(externalId)).toMatchObject({ donation: "failed", journals: [], mails: 0 });
  const third = await byMobile({ phoneNumber, retryOf: externalId, retryKey: receiptKey });
  expect([third.status, jsonOf(third).message]).toEqual([409, en.giving.notBegun.firstPaid]);
});

test("3: an unanswered request is pending until the provider reports expiry", async () => {
  const externalId = await prompted();
  await administer("clock", { advanceSeconds: 60 });
  expect(await status(externalId)).toBe("pending");
  await administer("clock", { advanceSeconds: 61 });
  await administer("deliver");
  expect(await status(externalId)).toBe("failed");
});

test.each(["duplicated", "crowded"])("4: five callbacks (%s) are one donation", async (fault) => {
  const externalId = await prompted();
  await decide(externalId, "approve", fault);
  expect(await donationState(externalId)).toMatchObject({ ...completed, cases: [] });
});

test("5: a late callback counts", async () => {
  const externalId = await prompted();
  const { reference } = await payment(externalId);
  await administer("decide", { gateway: "azampay", reference, decision: "approve", fault: "delayed" });
  expect(await status(externalId)).toBe("pending");
  await administer("clock", { advanceSeconds: 200 });
  await administer("deliver");
  expect(await donationState(externalId)).toMatchObject(completed);
});

test("6: when the callback is lost, a status check finds the result", async () => {
  const externalId = await prompted();
  const { order_id = "" } = jsonOf(await post("/api/donations/order", order()));
  await decide(externalId, "approve", "lost");
  await decide(order_id, "approve", "lost");
  expect(await status(externalId)).toBe("pending");
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  expect(await donationState(externalId)).toMatchObject(completed);
  expect(await donationState(order_id)).toMatchObject(completed);
});

test.each(["less", "tenfold"])("7: another amount (%s) is for staff, and never credited", async (fault) => {
  const before = await raised("conference-center");
  const externalId = await prompted();
  const { order_id = "" } = jsonOf(await post("/api/donations/order", order()));
  await decide(externalId, "approve", fault);
  await decide(order_id, "approve", fault);
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  for (const id of [externalId, order_id]) {
    // The status check with Selcom runs in the background, after the webhook was answered.
    await vi.waitFor(async () => expect((await donationState(id)).payment).toBe("review"), patience);
    expect(await donationState(id)).toMatchObject({ donation: "pending", journals: [], cases: ["mismatch"] });
  }
  expect(await raised("conference-center")).toBe(before);
});

test.each(["none", "two", "bad"])(
  "7: another amount is never credited with the signature switch %s",
  async (signature) => {
    const before = await raised("conference-center");
    await administer("switches", { azampay: { signature } });
    try {
      for (const fault of ["less", "tenfold"]) {
        const externalId = await prompted();
        await decide(externalId, "approve", fault);
        await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
        expect(await donationState(externalId)).toMatchObject({
          ...{ donation: "pending", payment: "review", journals: [], cases: ["mismatch"] },
        });
      }
      expect(await raised("conference-center")).toBe(before);
    } finally {
      await administer("switches", { azampay: { signature: "four" } });
    }
  },
);

test("8: a stranger's callback changes nothing", async () => {
  const externalId = await prompted();
  const { reference, provider_reference, phone } = await payment(externalId);
  const forged = {
    ...{ utilityref: reference, reference: provider_reference, transactionstatus: "success" },
    ...{ operator: "Tigo", amount: "20000", msisdn: phone, message: "success" },
  };
  const secret = gateways.secrets.callback;
  expect((await post("/api/callbacks/azampay/wrong", forged)).status).toBe(401);
  expect((await post(`/api/callbacks/azampay/${secret.slice(0, -1)}`, forged)).status).toBe(401);
  // Knowing the address is not enough: an unsigned callback triggers a check with AzamPay, which reports no payment.
  for (const signature of [undefined, "", "bm90IGEgc2lnbmF0dXJl"])
    expect((await post(`/api/callbacks/azampay/${secret}`, { ...forged, signature })).status).toBe(200);
  const selcom = jsonOf(await post("/api/donations/order", order()));
  const { reference: orderId } = await payment(selcom.order_id ?? "");
  const webhook = {
    ...{ result: "SUCCESS", resultcode: "000", order_id: orderId, transid: "DIK1X2R6BW" },
    ...{ reference: "0281121212", amount: "30000", phone: "255712345678", payment_status: "COMPLETED" },
  };
  expect((await post("/api/callbacks/selcom", webhook)).status).toBe(200);
  const badly = { digest: "x", timestamp: new Date().toISOString(), "signed-fields": "transid" };
  expect((await post("/api/callbacks/selcom", webhook, badly)).status).toBe(401);
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  for (const id of [externalId, selcom.order_id ?? ""])
    expect(await donationState(id)).toMatchObject({ donation: "pending", journals: [] });
});

test("8: a bad signature over true data triggers a status check", async () => {
  const externalId = await prompted();
  await decide(externalId, "approve", "forged");
  await becomes(externalId, "completed");
});

test("9: success after failure is a success, reported as a correction", async () => {
  const externalId = await prompted();
  await decide(externalId, "approve", "failure-first");
  expect(await donationState(externalId)).toMatchObject({ ...completed, cases: [] });
  const { id } = await payment(externalId);
  const verdicts = await db
    .selectFrom("provider_messages")
    .select("verdict")
    .where("payment_id", "=", id)
    .where("kind", "=", "callback")
    .orderBy("id")
    .execute();
  expect(verdicts).toEqual([{ verdict: "failed" }, { verdict: "corrected" }]);
});

test("10: failure after success stays a success and opens a case", async () => {
  const externalId = await prompted();
  await decide(externalId, "approve", "failure-after");
  expect(await donationState(externalId)).toMatchObject({ ...completed, cases: ["contradiction"] });
});

test.each(["hang", "cut", "ambiguous", "html", "empty"])(
  "11: after an unknown result (%s) a second press changes nothing",
  async (fault) => {
    const phoneNumber = newPhone();
    await administer("next", { phone: phoneNumber, fault });
    const body = { phoneNumber, name: "Asha Juma" };
    const key = { "idempotency-key": `press-${fault}` };
    const first = await byMobile(body, key);
    const { success, message, externalId = "", transactionId } = jsonOf(first);
    expect({ success, transactionId }).toEqual({ success: true, transactionId: externalId });
    expect(message).toContain("Do not pay again");
    expect((await byMobile(body, key)).text).toBe(first.text);
    expect((await byMobile({ phoneNumber })).status).toBe(409);
    await decide(externalId, "approve");
    expect(await donationState(externalId)).toMatchObject(completed);
  },
);

test("12: an expired token is renewed without the donor noticing", async () => {
  await prompted();
  await administer("clock", { advanceSeconds: 3_700 });
  const externalId = await prompted();
  await decide(externalId, "approve");
  expect(await donationState(externalId)).toMatchObject(completed);
});

const goodCard = { number: "4111 1111 1111 1111", expiry: "12/30", code: "123" };
const submit = (url: string, action: string, fields: Record<string, string>) =>
  site.ask(`${new URL(url).pathname}/${action}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

test("13: a card pays donation and fee and returns to the result", async () => {
  const { order_id = "", url = "" } = jsonOf(await byCard());
  expect((await payment(order_id)).amount).toBe(51_750n);
  expect((await submit(url, "card", goodCard)).status).toBe(303);
  const back = new URL((await site.get(new URL(url).pathname)).headers.location ?? "");
  const returned = await site.get(back.pathname + back.search);
  expect(returned.status).toBe(303);
  expect(returned.headers.location).toBe(`/selcom-webhook?order_id=${order_id}&status=success`);
  expect(await donationState(order_id)).toMatchObject({ ...completed, journals: ["donation", "fee"] });
});

test("13: a cancelled page leads to a failed donation", async () => {
  const { order_id = "", url = "" } = jsonOf(await byCard());
  await submit(url, "cancel", {});
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  expect(await status(order_id)).toBe("failed");
});

test("13: an unpaid page expires, and the donation fails", async () => {
  const { order_id = "" } = jsonOf(await byCard());
  await administer("clock", { advanceSeconds: 3_601 });
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  expect(await status(order_id)).toBe("failed");
});

test("14: a forged return link proves nothing", async () => {
  const { order_id = "" } = jsonOf(await byCard());
  const { reference } = await payment(order_id);
  const leg = `/api/payments/selcom/return/${reference}?payment_status=COMPLETED&transid=DIK1X2R6BW`;
  const returned = await site.get(leg);
  expect(returned.headers.location).toBe(`/payment-processing?order_id=${order_id}`);
  expect(await donationState(order_id)).toMatchObject({ donation: "pending", journals: [] });
  const unknown = await site.get("/api/payments/selcom/return/nobody?payment_status=COMPLETED");
  expect([unknown.status, unknown.headers.location]).toEqual([303, "/payment-response"]);
});

test("15: a node that dies before the answer loses nothing", async () => {
  for (const provider of [providers.azampay, providers.selcom] as const) {
    const killed = Promise.withResolvers<void>();
    const dying = {
      ...scriptedProvider(provider.name),
      startPush: async (push: Parameters<typeof provider.startPush>[0]) => {
        await provider.startPush(push);
        killed.resolve();
        return new Promise<never>(() => undefined);
      },
    };
    const way = { kind: "push" as const, provider: dying, phone: newPhone(), network: "Tigo" as const };
    const donation = {
      ...{
        campaignId: "zakat",
        amount: tzs(10_000),
        message: null,
        language: "en" as const,
        bearsFee: false,
      },
      ...{
        donor: { kind: "named" as const, name: "Asha Juma", email: "asha@example.org" },
        retryOf: null,
        way,
      },
    };
    void startDonation(db, donation, just());
    await killed.promise;
    const { external_id } = await db
      .selectFrom("donations as d")
      .innerJoin("payments as p", "p.donation_id", "d.id")
      .select("d.external_id")
      .where("p.phone", "=", way.phone)
      .executeTakeFirstOrThrow();
    expect(await donationState(external_id)).toMatchObject({ donation: "pending", payment: "initiated" });
    await decide(external_id, "approve");
    await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
    await becomes(external_id, "completed");
    expect(await donationState(external_id)).toMatchObject(completed);
  }
});

test("16: comparing lists finds a paid Selcom order that we gave up", async () => {
  const { order_id = "" } = jsonOf(await post("/api/donations/order", order()));
  await decide(order_id, "approve", "lost");
  const { id } = await payment(order_id);
  await db.updateTable("payments").set({ next_check_at: null }).where("id", "=", id).execute();
  // Tests before this one have moved the gateways' clock, perhaps past midnight.
  const list: OrderList = (from, to) => providers.selcom.listOrders(from, addDays(to, 1));
  expect(await compareOrders(db, list, () => new Date())).toMatchObject({ unknown: 0 });
  await reconcilePayments(db, providers, () => new Date(Date.now() + 15_000));
  expect(await donationState(order_id)).toMatchObject(completed);
});

test("magic amounts need no button press", async () => {
  const paid = await prompted({ amount: 20_001 });
  const refused = await byMobile({ amount: 20_055 });
  await administer("deliver");
  expect(await status(paid)).toBe("completed");
  expect([refused.status, jsonOf(refused).message]).toEqual([422, "Failed to process payment"]);
});

test("repeated, oversized, partial and unknown callbacks change nothing", async () => {
  const externalId = await prompted();
  await decide(externalId, "approve");
  const { id } = await payment(externalId);
  const { body } = await db
    .selectFrom("provider_messages")
    .select("body")
    .where("payment_id", "=", id)
    .where("kind", "=", "callback")
    .executeTakeFirstOrThrow();
  const address = `/api/callbacks/azampay/${gateways.secrets.callback}`;
  for (let count = 0; count < 20; count++) expect((await post(address, body)).status).toBe(200);
  expect((await post(address, body.slice(0, -20))).status).toBe(400);
  expect((await post(address, body.replace(/"amount":"\d+"/, `"amount":"99999999"`))).status).toBe(200);
  expect((await post(address, `${body.slice(0, -1)},"x":"${"x".repeat(16_384)}"}`)).status).toBe(413);
  expect((await post(address, "")).status).toBe(400);
  expect((await site.get(address)).status).toBe(405);
  expect((await donationState(externalId)).journals).toEqual(["donation"]);
});

test.each([
  [{ campaignId: "" }, ["campaignId"]],
  [{ amount: "1,000" }, ["amount"]],
  [{ amount: 0.5 }, ["amount"]],
  [{ amount: 999 }, ["amount"]],
  [{ amount: 5_000_001 }, ["amount"]],
  [{ currency: "EUR" }, ["currency"]],
  [{ phoneNumber: "" }, ["phoneNumber"]],
  [{ phoneNumber: "0512345678" }, ["phoneNumber"]],
  [{ provider: "MPesa" }, ["provider"]],
  [{ name: "", email: "" }, ["name", "email"]],
  [{ email: "asha" }, ["email"]],
  [{ isAlumni: true }, ["graduationYear"]],
  [{ isAlumni: true, isAnonymous: true }, ["isAnonymous"]],
  [{ message: "x".repeat(501) }, ["message"]],
])("with %o the fields %o are invalid", async (over, fields) => {
  const answer = await byMobile(over);
  expect(answer.status).toBe(400);
  expect(Object.keys(jsonOf(answer).errors ?? {}).toSorted()).toEqual(fields.toSorted());
});

test("a card needs terms, cardholder and address, also for anonymous donations", async () => {
  const answer = await post("/api/donations/card", {
    ...card(),
    ...{
      acceptTerms: false,
      isAnonymous: true,
      donorName: "",
      donorEmail: "",
      billing: { city: "Morogoro" },
    },
  });
  expect(answer.status).toBe(400);
  const { errors = {} } = jsonOf(answer);
  expect(errors).toMatchObject({
    acceptTerms: "Please accept the terms and conditions to proceed",
    donorName: "Name Required",
    donorEmail: "Email Required",
  });
  expect(Object.keys(errors)).toContain("billing.postcode");
});

test("a browser cannot set server-only fields", async () => {
  const externalId = await prompted({
    ...{ status: "completed", externalId: "mine", transaction_id: "mine", amount_raised: 1, id: 1 },
    ...{ ["__proto__"]: { status: "completed" }, constructor: 1, successUrl: "https://evil.example" },
  });
  expect(externalId).not.toBe("mine");
  expect(await donationState(externalId)).toMatchObject({ donation: "pending", receiptNumber: null });
});

test.each([
  ["https://evil.example", {}, 403],
  ["null", {}, 403],
  [undefined, { cookie: "theme=dark" }, 403],
  [undefined, {}, 200],
  ["ours", { cookie: "theme=dark" }, 200],
  ["ours", { "sec-fetch-site": "cross-site" }, 403],
])("a donation from %s with %o gets %i", async (origin, headers, expected) => {
  const from = origin === "ours" ? site.url : origin;
  const answer = await byMobile({}, { ...headers, ...(from === undefined ? {} : { origin: from }) });
  expect(answer.status).toBe(expected);
});

test("the fourth payment request in an hour is not sent", async () => {
  const phoneNumber = newPhone();
  for (let count = 0; count < 3; count++) await decide(await prompted({ phoneNumber }), "decline");
  const answer = await byMobile({ phoneNumber });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_000);
});

test("a second card from one address needs a proof, valid once", async () => {
  const from = (address: string, over: object = {}) =>
    post("/api/donations/card", { ...card(), ...over }, { "x-forwarded-for": `made up, ${address}` });
  expect((await from("2001:db8:1:2::3")).status).toBe(200);
  const refused = await from("2001:db8:1:2:ffff::4");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([428, "30"]);
  const { message, challenge = "" } = jsonOf(refused);
  expect(message).toBe(en.answers.proofNeeded.card);
  const proof = solved(challenge);
  expect((await from("2001:db8:1:2::5", { proof })).status).toBe(200);
  const again = await from("2001:db8:1:2::6", { proof });
  const next = jsonOf(again).challenge;
  expect(again.status).toBe(428);
  expect(next).not.toBe(challenge);
  const atOnce = await from("2001:db8:1:2::7", { proof: next });
  expect([atOnce.status, jsonOf(atOnce).challenge]).toEqual([428, next]);
  expect((await from("2001:db8:1:3::3")).status).toBe(200);
});

test("when staff stop cards, none is offered or taken; phones still work", async () => {
  const stop = (stopped: boolean) =>
    db
      .insertInto("site_settings")
      .values({ key: "cards", value: JSON.stringify({ stopped }), is_public: true })
      .onConflict((clash) => clash.column("key").doUpdateSet({ value: JSON.stringify({ stopped }) }))
      .execute();
  const form = async (language = "") => (await site.get(`${language}/campaigns/zakat/donate`)).text;
  expect(await form()).toContain('value="card"');
  await stop(true);
  await vi.waitFor(async () => expect(await form()).not.toContain('value="card"'), patience);
  expect(await form()).toContain(en.giving.noCards);
  expect(await form("/sw")).toContain(sw.giving.noCards);
  const refused = await byCard();
  expect([refused.status, jsonOf(refused).message]).toEqual([409, en.giving.notBegun.cardsStopped]);
  expect((await byMobile()).status).toBe(200);
  await stop(false);
  await vi.waitFor(async () => expect(await form()).toContain('value="card"'), patience);
});

test("when staff stop payments, pending ones settle and bank transfer stays", async () => {
  const stop = (stopped: boolean) =>
    db
      .insertInto("site_settings")
      .values({ key: "payments", value: JSON.stringify({ stopped }), is_public: true })
      .onConflict((clash) => clash.column("key").doUpdateSet({ value: JSON.stringify({ stopped }) }))
      .execute();
  const page = async (path: string) => (await site.get(path)).text;
  const key = { "Idempotency-Key": "before-the-switch" };
  const phoneNumber = newPhone();
  const press = () => byMobile({ phoneNumber }, key);
  const begun = await press();
  await stop(true);
  for (const path of ["/campaigns/zakat/donate", "/campaigns/zakat/mobile", "/campaigns/zakat"])
    for (const [language, texts] of [
      ["", en],
      ["/sw", sw],
    ] as const) {
      const text = async () => page(`${language}${path}`);
      await vi.waitFor(async () => expect(await text()).toContain(texts.giving.noPayments), patience);
      expect(await text(), path).toContain("large-donations");
      expect(await text(), path).not.toContain('name="phone"');
    }
  for (const give of [() => byMobile(), () => byCard(), () => post("/api/donations/order", order())]) {
    const refused = await give();
    expect([refused.status, jsonOf(refused).message]).toEqual([409, en.giving.notBegun.paymentsStopped]);
  }
  expect(jsonOf(await press()).externalId).toBe(jsonOf(begun).externalId);
  await decide(jsonOf(begun).externalId ?? "", "approve");
  await vi.waitFor(
    async () =>
      expect(await donationState(jsonOf(begun).externalId ?? "")).toMatchObject({ donation: "completed" }),
    patience,
  );
  await stop(false);
  expect((await byMobile()).status).toBe(200);
  await vi.waitFor(
    async () => expect(await page("/campaigns/zakat/donate")).toContain('name="phone"'),
    patience,
  );
});

test("a guesser over the limit sees only the status of a donation", async () => {
  const begun = jsonOf(await byMobile());
  const externalId = begun.externalId ?? "";
  const known = [`/donations/${externalId}`, `/payment-processing?order_id=${externalId}`];
  for (const path of known) expect((await site.get(path)).status, path).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: 70 }, (_, count) => site.get(`/donations/zakat_${1_700_000_000_000 + count}`)),
  );
  expect(guesses.filter(({ status: each }) => each === 404)).toHaveLength(60);
  expect((await site.get("/api/donations/zakat_1700000000999")).status).toBe(429);

  for (const path of known) {
    const answer = await site.get(path);
    expect([path, answer.status, Number(answer.headers["retry-after"]) > 0]).toEqual([path, 429, true]);
    expect(answer.text).not.toContain("20,000");
  }
  const result = await site.get(`/payment-response?order_id=${externalId}`);
  expect([result.status, result.text.includes("20,000")]).toEqual([200, false]);
  const answer = await site.get(`/api/donations/${externalId}`);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { success: true, status: "pending" }]);
  const own = await site.get(`/donations/${externalId}?key=${begun.receiptKey}`);
  expect([own.status, own.text.includes("20,000")]).toEqual([200, true]);
});

test("API clients can read statistics and campaigns", async () => {
  const all = JSON.parse((await site.get("/api/statistics?fromdate=2025-06-01&todate=junk")).text);
  expect(all).toMatchObject({ success: true, fromdate: "2025-06-01" });
  expect(all.total_completed_amount).toBeGreaterThan(0);
  const one = JSON.parse((await site.get("/api/statistics/zakat")).text);
  expect(one).toMatchObject({ success: true, campaign_id: "zakat", currency: "TZS" });
  const list = JSON.parse((await site.get("/api/campaigns?category=zakat")).text);
  expect(list.campaigns).toMatchObject([{ id: "zakat", category: "zakat", is_zakat_eligible: true }]);
  expect((await site.get("/api/campaigns/nothing")).status).toBe(404);
  expect((await site.get("/healthz")).text).toBe("ok\n");
  expect((await site.get("/readyz", { host: "10.0.0.5" })).text).toBe("ready\n");
});

test("sandbox pages have the security headers and their own policy", async () => {
  const page = await site.get("/sandbox/phone");
  expect(page.status).toBe(200);
  expect(page.headers["strict-transport-security"]).toBeDefined();
  expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  expect((await site.get("/sandboxes")).headers["content-type"]).toContain("text/html");
});
