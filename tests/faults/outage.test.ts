import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "#database/sql.server.ts";
import { reconcilePayments } from "#operations/payments/check-open.ts";
import { clientHash } from "#operations/donations/unpaid-request-guard.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { openFaultProxy } from "#tests/support/fault-proxy.ts";
import { donor } from "#tests/support/donations/donor.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { expectSoundLedger, newPhone } from "#tests/support/donations/begin.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

// Many donors, a database without free connections or network, and a provider whose callbacks are lost.

const own = await testDatabase("demo");
const { hostname, port, pathname } = new URL(own.url);
const network = await openFaultProxy({ host: hostname, port: Number(port) });
const through = new URL(own.url);
through.port = String(network.port);
// The pool must run out of connections as it does in production.
const site = await testSite({ databaseUrl: through.href, environment: { WAITS: "usual" } });
const gateways = withGateways({ ...site, databaseUrl: own.url });
/** Equal to the number of connections of a node's jobs. */
const ofJobs = openDatabase(own.webUrl, { poolSize: 5 });
site.expectErrors(/request failed|page failed|provider unreachable/);
afterAll(async () => {
  await site.stop();
  await gateways.close();
  await ofJobs.close();
  await network[Symbol.asyncDispose]();
  await own.close();
});

const full = process.env["FULL_MATRIX"] !== undefined;
/** The site has 5 connections for donations that begin and 10 for the rest. */
const [donors, onPhonesFirst, secondsAway] = full ? [500, 100, 20] : [60, 10, 0];

const sandboxPayments = z.array(z.looseObject({ reference: z.string(), phone: z.string() }));
const deliveries = z.array(z.object({ status: z.number().nullable() }));
const administered = async (path: string): Promise<unknown> =>
  JSON.parse((await site.get(`/sandbox/_admin/${path}`)).text);
const answerFolder = join(inject("scratch"), "news", pathname.slice(1));
const notRecorded = () => readdir(answerFolder).catch((): string[] => []);

test("a callback is recorded while a crowd waits to start donations", async () => {
  const earlier = await newCrowd(1);
  await earlier.pressUntilTaken(earlier.phones);
  await earlier.pay(earlier.phones);
  const crowd = await newCrowd(donors);
  await using lock = await lockTable("idempotency_keys");
  const presses = crowd.pressUntilTaken(crowd.phones);
  await expect.poll(lock.waiting).toBe(5);

  await gateways.administer("deliver");
  const sent = deliveries.parse(await administered("deliveries"));
  expect(sent.at(-1)).toEqual({ status: 200 });
  expect(await earlier.unbooked()).toEqual([]);

  await lock[Symbol.asyncDispose]();
  await presses;
  expect(await crowd.prompted()).toEqual(new Set(crowd.phones));
});

test(`${donors} donors and ${secondsAway} s of database outage lose no payment`, async () => {
  const crowd = await newCrowd(donors);
  const half = donors / 2;
  const first = crowd.press(crowd.phones.slice(0, half));
  await expect
    .poll(async () => (await crowd.prompted()).size, { interval: 5 })
    .toBeGreaterThanOrEqual(onPhonesFirst);
  const others = crowd.press(crowd.phones.slice(half));
  await network.set({ down: true });
  const answers = new Map([...(await first), ...(await others)]);

  const onPhones = await crowd.prompted();
  for (const [phone, { status, text }] of answers) {
    const hasPrompt = onPhones.has(phone);
    expect([status, hasPrompt], text).toEqual(hasPrompt ? [200, true] : [503, false]);
  }
  const refused = crowd.phones.filter((phone) => !onPhones.has(phone));
  expect(refused).not.toEqual([]);
  // The form saves what was entered, and asks no provider.
  const form = await donor(site).post("/campaigns/conference-center/donate", { amount: "20000" });
  expect([form.status, form.text]).toEqual([503, expect.stringContaining("did not charge you")]);

  // All pay during the outage, and their callbacks are refused.
  await crowd.pay([...onPhones]);
  const before = deliveries.parse(await administered("deliveries")).length;
  await gateways.administer("deliver");
  const statuses = deliveries.parse(await administered("deliveries")).slice(before);
  expect(statuses).toEqual([...onPhones].map(() => ({ status: 503 })));
  expect(await notRecorded()).not.toEqual([]);
  await wait(secondsAway * 1_000);
  await network.set();

  await expect.poll(notRecorded).toEqual([]);
  const rounds = await crowd.pressUntilTaken(refused);
  expect(await crowd.prompted()).toEqual(new Set(crowd.phones));
  await crowd.pay(refused);
  await crowd.checkInFiveMinutes();
  const unbooked = await crowd.unbooked();
  report({
    ...{ donors, rounds, onPhones: onPhones.size, refused: refused.length },
    unbooked: unbooked.length,
  });
  expect(unbooked).toEqual([]);
  await expectSoundLedger(gateways.db);
});

test(`with ${donors} donors and no free connection, every payment is recorded`, async () => {
  const crowd = await newCrowd(donors);
  await using lock = await lockTable("provider_messages");
  const rounds = await crowd.pressUntilTaken(crowd.phones);

  // Failing attempts to record an answer must not use up the connections.
  const exhausted = site.logs.filter(
    ({ msg, err }) => /is not recorded yet/.test(msg) && err?.message.startsWith("timeout exceeded"),
  );
  expect(exhausted).not.toEqual([]);
  expect(await crowd.withReference()).toBe(0);
  expect(await crowd.prompted()).toEqual(new Set(crowd.phones));
  await crowd.pay(crowd.phones);

  await lock[Symbol.asyncDispose]();
  await expect.poll(notRecorded).toEqual([]);
  await crowd.checkInFiveMinutes();
  const unbooked = await crowd.unbooked();
  report({ ...{ donors, rounds, onPhones: donors }, unbooked: unbooked.length });
  expect(unbooked).toEqual([]);
  await expectSoundLedger(gateways.db);
});

/** Donors who press the button, and press again when asked to. */
async function newCrowd(count: number) {
  await gateways.administer("switches", { holdCallbacks: true });
  await answeredRequests(2 * count);
  const phones = Array.from({ length: count }, () => newPhone());
  const answered = new Map<string, Answer>();

  async function press(pressing: readonly string[]): Promise<[string, Answer][]> {
    const answers = pressing.map(async (phone): Promise<[string, Answer]> => {
      const answer = await gateways.byMobile({ phoneNumber: phone }, { "idempotency-key": phone });
      answered.set(phone, answer);
      return [phone, answer];
    });
    return Promise.all(answers);
  }

  /** A donor who gets 503 presses again with the same key. Returns the number of presses in each round. */
  async function pressUntilTaken(pressing: readonly string[]): Promise<number[]> {
    const rounds: number[] = [];
    for (let left = pressing; left.length > 0;) {
      rounds.push(left.length);
      const answers = await press(left);
      for (const [, { status, text }] of answers) expect([200, 503], text).toContain(status);
      left = answers.filter(([, { status }]) => status === 503).map(([phone]) => phone);
    }
    return rounds;
  }

  async function prompts() {
    const known = sandboxPayments.parse(await administered("payments"));
    const ours = known.filter(({ phone }) => phones.some((each) => each === phone));
    expect(new Set(ours.map(({ phone }) => phone)).size, "prompts on one phone").toBe(ours.length);
    return ours;
  }

  return {
    phones,
    press,
    pressUntilTaken,
    prompted: async () => new Set((await prompts()).map(({ phone }) => phone)),
    async pay(paying: readonly string[]) {
      for (const { phone, reference } of await prompts())
        if (paying.includes(phone))
          await gateways.administer("decide", { gateway: "azampay", reference, decision: "approve" });
    },
    async withReference(): Promise<number> {
      const { count } = await gateways.db
        .selectFrom("payments")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .where("phone", "in", phones)
        .where("provider_reference", "is not", null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async checkInFiveMinutes() {
      const inFiveMinutes = () => new Date(Date.now() + 300_000);
      await reconcilePayments(ofJobs.readWrite, gateways.providers, inFiveMinutes);
    },
    async unbooked() {
      const wrong: unknown[] = [];
      for (const answer of answered.values()) {
        const now = await gateways.readDonationState(jsonOf(answer).externalId ?? "");
        const { donation, payment, journals, mails, cases } = now;
        const isBooked = donation === "completed" && payment === "succeeded";
        const isOnce = journals.join() === "donation" && mails === 1 && cases.length === 0;
        if (!isBooked || !isOnce) wrong.push(now);
      }
      return wrong;
    },
  };
}

/** Blocks all writes to this table until the lock is disposed of. */
async function lockTable(table: "provider_messages" | "idempotency_keys") {
  const client = new pg.Client(own.url);
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  let ended: Promise<void> | undefined;
  return {
    async waiting(): Promise<number> {
      const { rowCount } = await client.query(
        "select from pg_locks where relation = $1::regclass and not granted",
        [table],
      );
      return rowCount ?? 0;
    },
    [Symbol.asyncDispose]: () => (ended ??= client.end()),
  };
}

/** Simulates a busy night with many paid requests. Otherwise this many donors would need a proof of work. */
const answeredRequests = (count: number) =>
  sql`
    insert into payment_requests (payment_id, client, sent_at, paid_at)
    select coalesce((select min(payment_id) from payment_requests where payment_id < 0), 0) - n,
      ${clientHash("127.0.0.1")}, now(), now() + interval '1 day'
    from generate_series(1, ${count}) n
  `.execute(gateways.db);

/** Used in the documentation. */
function report(figures: Record<string, unknown>): void {
  if (full) console.log(JSON.stringify(figures));
}
