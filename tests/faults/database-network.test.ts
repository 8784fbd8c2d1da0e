import { afterAll, afterEach, expect, test } from "vitest";
import { z } from "zod";
import en from "#app/messages/en.ts";
import { errorWords } from "#app/site/error-page.tsx";
import { testDatabase } from "#tests/support/database/open.ts";
import { donor, wordsOf } from "#tests/support/donations/donor.ts";
import { form, named, newNumber } from "#tests/support/donations/form-fields.ts";
import { openFaultProxy, type Faults } from "#tests/support/fault-proxy.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { openDatabase } from "#database/sql.server.ts";
import { replayUnrecordedAnswers } from "#operations/payments/record-provider-answer.ts";
import { startDonation } from "#operations/donations/start.ts";
import {
  begunDonation,
  donationWanted,
  just,
  memoryJournal,
  newPhone,
  scriptedProvider,
} from "#tests/support/donations/begin.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

// Network faults between the site and PostgreSQL.

const own = await testDatabase("demo");
const { hostname, port } = new URL(own.url);
const network = await openFaultProxy({ host: hostname, port: Number(port) });
const through = new URL(own.url);
through.port = String(network.port);
const site = await testSite({ databaseUrl: through.href, environment: { WAITS: "usual" } });
const gateways = withGateways({ ...site, databaseUrl: own.url });
site.expectErrors(/request failed|page failed|provider unreachable/);
afterEach(() => network.set());
afterAll(async () => {
  await site.stop();
  await gateways.close();
  await network[Symbol.asyncDispose]();
  await own.close();
});

const address = `/api/callbacks/azampay/${gateways.secrets.callback}`;
const deliveries = z.array(z.object({ body: z.string(), status: z.number().nullable() }));

/** An approved donation whose callback AzamPay has not posted yet. */
async function approved() {
  const { externalId = "" } = jsonOf(await gateways.byMobile({ phoneNumber: newPhone() }));
  const { reference } = await gateways.payment(externalId);
  await gateways.administer("switches", { holdCallbacks: true });
  await gateways.administer("decide", { gateway: "azampay", reference, decision: "approve" });
  return { externalId, reference };
}

/** Delivers the callbacks. Returns the last one about this payment, with the site's answer. */
async function deliver(reference: string) {
  await gateways.administer("deliver");
  const all = deliveries.parse(JSON.parse((await site.get("/sandbox/_admin/deliveries")).text));
  return all.findLast(({ body }) => body.includes(reference)) ?? { body: "", status: null };
}

const completed = {
  donation: "completed",
  payment: "succeeded",
  journals: ["donation"],
  mails: 1,
  cases: [],
};

const cuts = (["up", "down"] as const).flatMap((direction) =>
  [1, 150, 600, 1_500, 3_000, 4_500, 6_000].map((bytes) => ({ resetAfter: { bytes, direction } })),
);

test.each<Partial<Faults>>(cuts)(
  "with PostgreSQL cut off (%j) only a stored callback is answered 200",
  async (faults) => {
    const { externalId, reference } = await approved();
    await network.set(faults);
    const { body, status } = await deliver(reference);
    await network.set();
    expect([200, 503]).toContain(status);
    if (status === 200) expect(await gateways.readDonationState(externalId)).toMatchObject(completed);
    // AzamPay repeats the callback.
    await expect.poll(async () => (await gateways.post(address, body)).status).toBe(200);
    expect(await gateways.readDonationState(externalId)).toMatchObject(completed);
  },
);

test("while PostgreSQL is silent clients get 503, and the site recovers", async () => {
  const { externalId, reference } = await approved();
  await network.set({ swallowed: "both" });
  const inOrder: string[] = [];
  const [{ body, status }, started, page, ready] = await Promise.all([
    deliver(reference),
    gateways.byMobile({ phoneNumber: newPhone() }).finally(() => inOrder.push("donation")),
    site.get(`/donations/${externalId}`).finally(() => inOrder.push("page")),
    site.get("/readyz").finally(() => inOrder.push("readyz")),
  ]);
  expect([status, started.status, page.status, ready.status]).toEqual([503, 503, 503, 503]);
  // A load balancer does not wait as long as a donor.
  expect(inOrder.filter((each) => each !== "donation")).toEqual(["readyz", "page"]);
  expect(jsonOf(started)).toEqual({
    success: false,
    message: en.answers.notStored.replace("{reason}", en.answers.away),
  });
  // Now no connection is open, and new ones get no answer either.
  const later: string[] = [];
  await Promise.all([
    gateways.byMobile({ phoneNumber: newPhone() }).finally(() => later.push("donation")),
    site.get(`/donations/${externalId}`).finally(() => later.push("page")),
  ]);
  expect(later, "a donor waits less than a reader").toEqual(["donation", "page"]);
  const status503 = await site.get(`/api/donations/${externalId}`);
  expect([status503.status, status503.text]).toEqual([503, expect.stringContaining("do not pay again")]);
  expect((await site.get("/healthz")).status).toBe(200);
  await network.set();
  await expect.poll(async () => (await site.get("/readyz")).status).toBe(200);
  await expect.poll(async () => (await gateways.post(address, body)).status).toBe(200);
  expect(await gateways.readDonationState(externalId)).toMatchObject(completed);
});

test("while PostgreSQL is silent no page of the giving path keeps a donor waiting", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  const order = new URL(waiting, site.url).searchParams.get("order_id") ?? "";
  const { address: check, pay } = await asha.check(form, named());
  const mobile = "/campaigns/student-scholarship/mobile";
  const onPhone = { amount: "other", otherAmount: "5000", network: "Mpesa", phone: newNumber() };
  const requests: Record<string, () => Promise<Answer>> = {
    form: () => asha.open(`/sw${form}?amount=5000`),
    save: () => asha.post(form, named()),
    check: () => asha.open(check),
    pay,
    mobile: () => asha.open(mobile),
    payOnPhone: () => asha.post(mobile, onPhone),
    waiting: () => asha.open(waiting),
    ask: () => asha.post(waiting, {}),
    result: () => asha.open(`/payment-response?order_id=${order}`),
    again: () => asha.post(`/donations/${order}/again`, {}),
    number: () => asha.open(`/donations/${order}/number`),
    leaving: () => asha.open(`/donations/${order}/pay`),
    receipt: () => asha.open(`/donations/${order}`),
  };
  await network.set({ swallowed: "both" });
  for (const since of ["open connections", "no open connection"]) {
    const inOrder: string[] = [];
    const answers = await Promise.all(
      Object.entries(requests).map(async ([name, request]) => {
        const { status, text } = await request();
        inOrder.push(name);
        return [name, status, wordsOf(text)] as const;
      }),
    );
    expect(inOrder.at(-1), `${since}: ${inOrder.join(" ")}`).toBe("receipt");
    for (const [name, status, words] of answers) {
      expect(status, name).toBe(503);
      expect(words, name).toContain(toldOn(name));
    }
  }
  await network.set();
  // A press that got no answer can be repeated.
  await expect.poll(async () => (await pay()).status).toBe(303);
});

/** The form asks for no payment. On the other pages a payment request may be on the phone. */
const toldOn = (name: string) =>
  name === "form" ? errorWords.sw.text : name === "save" ? errorWords.en.text : errorWords.en.paying;

test("an answer during a database outage is recorded after it", async () => {
  const database = openDatabase(through.href);
  const provider = scriptedProvider();
  provider.script.push = async () => {
    await network.set({ down: true });
    return { kind: "unknown", why: "no answer in time", raw: null };
  };
  const journal = memoryJournal();
  const started = await startDonation(
    database.readWrite,
    donationWanted(provider, "conference-center"),
    just({ journal }),
  );
  expect(started.kind).toBe("unsure");
  expect(provider.sent()).toBe(1);
  await network.set();
  expect(await gateways.readDonationState(begunDonation(started).externalId)).toMatchObject({
    ...{ donation: "pending", payment: "initiated" },
    nextCheck: expect.any(Date),
  });
  const waiting = await journal.list();
  expect(await replayUnrecordedAnswers(database.readWrite, journal, waiting, () => new Date())).toEqual([]);
  expect(await gateways.readDonationState(begunDonation(started).externalId)).toMatchObject({
    payment: "unknown",
  });
  await database.close();
});

test("a slow network to PostgreSQL delays donations without errors", async () => {
  await network.set({ latency: 15, slices: 200 });
  const { externalId, reference } = await approved();
  expect((await deliver(reference)).status).toBe(200);
  expect(await gateways.readDonationState(externalId)).toMatchObject(completed);
});
