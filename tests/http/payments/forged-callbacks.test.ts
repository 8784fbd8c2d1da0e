import { sign } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { expectSoundLedger } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

// Callbacks that are forged, tampered with, replayed, reordered, too large, half or broken off. The forger knows the
// address and every field. AzamPay's status check is off, so that only the callback itself can prove a donation.

const site = await testSite();
const gateways = withGateways(site);
const { administer, byMobile, db, decide, payment, post, readDonationState: donationState } = gateways;
const address = `/api/callbacks/azampay/${gateways.secrets.callback}`;
const full = process.env["FULL_MATRIX"] !== undefined;
const shots = full ? 50_000 : 300;

let privateKey = "";
beforeAll(async () => {
  // A payment request that expires during the long form would cause a callback from the gateway.
  await administer("switches", { azampay: { statusShape: "absent" }, promptSeconds: 86_400 });
  // The gateway makes its key when it first signs.
  await decide(await prompted(), "approve");
  const store = new DatabaseSync(join(inject("scratch"), `sandbox-${new URL(site.url).port}.sqlite`), {
    readOnly: true,
  });
  const kept = store.prepare("select json from kept where kind = 'meta'").get();
  privateKey = z.object({ privateKey: z.string() }).parse(JSON.parse(String(kept?.["json"]))).privateKey;
  store.close();
});
afterAll(async () => {
  await expectSoundLedger(db);
  await gateways.close();
});

const pending = { donation: "pending", journals: [], mails: 0 };
const completed = { donation: "completed", payment: "succeeded", journals: ["donation"], mails: 1 };

async function prompted(): Promise<string> {
  return jsonOf(await byMobile()).externalId ?? "";
}

type Fields = Record<string, string | null | undefined>;

/** AzamPay's message for this paid donation, before any tampering. */
async function truthAbout(externalId: string): Promise<Fields> {
  const { reference, provider_reference: id, phone } = await payment(externalId);
  const { user, password } = gateways.secrets.credentials.azampay.callbackLogin ?? { user: "", password: "" };
  const fields = {
    ...{ utilityref: reference, externalreference: id, reference: id, transid: id },
    ...{ transactionstatus: "success", message: "success", operator: "Tigo", amount: "20000" },
    ...{ msisdn: phone, mnoreference: "DIK1X2R6BW", user, password },
  };
  return { ...fields, signature: signed(fields) };
}

function signed({ utilityref, externalreference, transactionstatus, operator }: Fields): string {
  const text = `${utilityref}${externalreference}${transactionstatus}${operator}`;
  return sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64");
}

test("the genuine callback counts in any field order and when repeated", async () => {
  const externalId = await prompted();
  const fields = await truthAbout(externalId);
  const reordered = Object.fromEntries(Object.entries(fields).toReversed());
  for (let times = 0; times < 50; times++)
    expect((await post(address, times % 2 === 0 ? fields : reordered)).status).toBe(200);
  expect(await donationState(externalId)).toMatchObject({ ...completed, cases: [] });
});

test.each([
  "utilityref",
  "externalreference",
  "transactionstatus",
  "operator",
  "signature",
  "user",
  "password",
])("with another %s it proves nothing, and the genuine callback counts afterwards", async (field) => {
  const externalId = await prompted();
  const fields = await truthAbout(externalId);
  expect((await post(address, { ...fields, [field]: `x${fields[field]}` })).status).toBeLessThan(500);
  expect(await donationState(externalId)).toMatchObject(pending);
  expect((await post(address, fields)).status).toBe(200);
  expect(await donationState(externalId)).toMatchObject(completed);
});

test.each([
  ["amount", "2000000"],
  ["amount", "1"],
  ["msisdn", "255799999999"],
  ["reference", "another"],
  ["transid", "another"],
])("fields without signature are compared with the request: %s %s", async (field, value) => {
  const externalId = await prompted();
  const fields = await truthAbout(externalId);
  expect((await post(address, { ...fields, [field]: value })).status).toBe(200);
  expect(await donationState(externalId)).toMatchObject(pending);
});

test("one donation's signature is invalid for another", async () => {
  const [one, other] = [await prompted(), await prompted()];
  const { signature } = await truthAbout(one);
  await post(address, { ...(await truthAbout(other)), signature });
  expect(await donationState(other)).toMatchObject(pending);
});

test("an oversized, partial, doubled or broken callback changes nothing", async () => {
  const externalId = await prompted();
  const body = JSON.stringify(await truthAbout(externalId));
  const twice = body.replace("{", '{"amount":"1",');
  expect((await post(address, `${body.slice(0, -1)},"x":"${"x".repeat(20_000)}"}`)).status).toBe(413);
  expect((await post(address, body.slice(0, -1))).status).toBe(400);
  expect((await post(address, twice)).status).toBe(400);
  const { hostname, port, host } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.write(`POST ${address} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.end(body.slice(0, -1));
  socket.resume();
  await once(socket, "close");
  expect(await donationState(externalId)).toMatchObject({ ...pending, payment: "pending", cases: [] });
  expect((await post(address, body)).status).toBe(200);
  expect(await donationState(externalId)).toMatchObject(completed);
});

test("a forged callback changes at most the named payment, to review", { timeout: 3_600_000 }, async () => {
  const [aim, other] = [await prompted(), await prompted()];
  const [truth, others] = [await truthAbout(aim), await truthAbout(other)];
  const order = jsonOf(
    await post("/api/donations/order", {
      ...{ campaign_id: "zakat", amount: "30000", currency: "TZS", buyer_phone: "255713000001" },
      ...{ buyer_name: "Asha Juma", buyer_email: "asha@example.org" },
    }),
  );
  const { reference: orderId } = await payment(order.order_id ?? "");
  const before = { payments: await paymentRecords(), other: await otherRecords() };

  const value = (name: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(truth[name]) },
      fc.constant(others[name]),
      fc.constantFrom("success", "failure", "", "20000", "Mpesa", null),
      fc.string(),
    );
  const forged = fc
    .record(Object.fromEntries(Object.keys(truth).map((name) => [name, value(name)])), { requiredKeys: [] })
    // The only thing that the forger does not have.
    .filter(({ signature }) => signature !== truth["signature"] && signature !== others["signature"]);
  const secret = fc.constantFrom(
    address,
    `${address.slice(0, -1)}0`,
    "/api/callbacks/azampay/",
    `${address}0`,
  );
  const webhook = fc.record({
    ...{ order_id: fc.constant(orderId), result: fc.constant("SUCCESS"), resultcode: fc.constant("000") },
    ...{ payment_status: fc.constantFrom("COMPLETED", "REVERSED", "CANCELLED"), transid: fc.string() },
    ...{ reference: fc.string(), amount: fc.constantFrom("30000", "1"), phone: fc.constant("255713000001") },
  });
  const signature = fc.record(
    {
      digest: fc.base64String(),
      timestamp: fc.constantFrom(new Date().toISOString(), "2020-01-01T00:00:00+03:00"),
      "signed-fields": fc.constantFrom(
        "order_id",
        "transid,order_id,reference,result,resultcode,payment_status",
      ),
    },
    { requiredKeys: [] },
  );
  const shot = fc.oneof(
    fc.tuple(secret, forged, fc.constant<Record<string, string | undefined>>({})),
    fc.tuple(fc.constant("/api/callbacks/selcom"), webhook, signature),
  );
  const atSecretAddress = z.looseObject({ utilityref: z.string() });
  let { payments } = before;
  await fc.assert(
    fc.asyncProperty(shot, async ([to, body, named]) => {
      const headers = Object.entries(named).flatMap(([name, text]) =>
        text === undefined ? [] : [[name, text]],
      );
      const { status } = await post(to, body, Object.fromEntries(headers));
      expect([200, 400, 401, 404, 405]).toContain(status);
      const after = await paymentRecords();
      const read = to === address ? atSecretAddress.safeParse(body).data : undefined;
      expect(after).toEqual(atMostInReview(payments, after, read?.utilityref));
      payments = after;
    }),
    { numRuns: shots, seed: 20_261_121 },
  );
  expect(await otherRecords()).toEqual(before.other);
  // The run must include a payment that goes to review; otherwise the exception above proves nothing.
  expect(payments).not.toEqual(before.payments);
  if (full) console.log(`${shots} forged callbacks: nothing moved`);
  await post(address, truth);
  expect(await donationState(aim)).toMatchObject(completed);
});

type PaymentRecords = Awaited<ReturnType<typeof paymentRecords>>;

/**
 * An unsigned message at the secret address that names another amount alerts staff. So it may put the payment that it
 * names into review, if that payment was pending. Every other payment must be as before.
 */
function atMostInReview(before: PaymentRecords, after: PaymentRecords, named: string | undefined) {
  const statusNow = new Map(after.map(({ id, status }) => [id, status]));
  return before.map((payment) =>
    payment.reference === named && payment.status === "pending" && statusNow.get(payment.id) === "review"
      ? { ...payment, status: "review" as const }
      : payment,
  );
}

const paymentRecords = () =>
  db
    .selectFrom("payments")
    .select(["id", "reference", "provider_reference", "status", "amount", "fee", "currency"])
    .orderBy("id")
    .execute();

async function otherRecords() {
  const [donations, journals, postings, emails] = await Promise.all([
    db
      .selectFrom("donations")
      .select(["id", "status", "amount", "currency", "transaction_id"])
      .orderBy("id")
      .execute(),
    db.selectFrom("journal").select("id").orderBy("id").execute(),
    db.selectFrom("postings").selectAll().orderBy("journal_id").orderBy("line").execute(),
    db.selectFrom("outbox").select("id").orderBy("id").execute(),
  ]);
  return { donations, journals, postings, emails };
}

test("many callbacks about one payment leave the database to other donors", async () => {
  const [attacked, other] = [await prompted(), await prompted()];
  const body = await truthAbout(attacked);
  const { id } = await payment(attacked);
  const lock = new pg.Client(site.databaseUrl);
  await lock.connect();
  try {
    await lock.query("begin");
    await lock.query("select from payments where id = $1 for update", [id]);
    const callbacks = Array.from({ length: 40 }, () => post(address, body));
    const order: string[] = [];
    const answers = [
      ...callbacks.map(async (each) => {
        const { status } = await each;
        // 20 wait in the process. The others are refused without a connection.
        if (status !== 503) order.push("callback");
      }),
      site.get(`/api/donations/${other}`).then(({ status }) => order.push(`status ${status}`)),
    ];
    await answers.at(-1);
    expect(order).toEqual(["status 200"]);
    await lock.query("rollback");
    const statuses = (await Promise.all(callbacks)).map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    await Promise.all(answers);
    expect(await donationState(attacked)).toMatchObject(completed);
  } finally {
    await lock.end();
  }
});
