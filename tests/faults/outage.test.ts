import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { reconcilePayments } from "#operations/reconcile-payments.ts";
import { hashOf } from "#operations/request-bar.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openFaultProxy } from "#tests/support/fault-proxy.ts";
import { jsonOf, withGateways } from "#tests/support/gateways.ts";
import { expectSoundLedger, newPhone } from "#tests/support/giving.ts";
import { testSite } from "#tests/support/site.ts";

// Many donors at once, a database that goes away among them, and a provider that never repeats a callback.

const own = await testDatabase("demo");
const { hostname, port, pathname } = new URL(own.url);
const network = await openFaultProxy({ host: hostname, port: Number(port) });
const through = new URL(own.url);
through.port = String(network.port);
const site = await testSite({ databaseUrl: through.href });
const gateways = withGateways({ ...site, databaseUrl: own.url });
site.expectErrors(/could not be answered|page failed|could not be asked/);
afterAll(async () => {
  await site.stop();
  await gateways.close();
  await network[Symbol.asyncDispose]();
  await own.close();
});

const asked = z.array(z.looseObject({ reference: z.string(), phone: z.string() }));
const deliveries = z.array(z.object({ status: z.number().nullable() }));
const administered = async (path: string): Promise<unknown> =>
  JSON.parse((await site.get(`/sandbox/_admin/${path}`)).text);
const prompts = async () => asked.parse(await administered("payments"));
const newsFolder = join(inject("scratch"), "news", pathname.slice(1));
const notRecorded = () => readdir(newsFolder).catch((): string[] => []);

const full = process.env["FULL_MATRIX"] !== undefined;
/** More than the pool has connections; in full for twenty seconds without a database. */
const [donors, secondsAway] = full ? [500, 20] : [60, 0];

test(`${donors} donors and a database that goes away: every paid donation is booked without a callback`, async () => {
  await answeredRequests(2 * donors);
  await gateways.administer("switches", { holdCallbacks: true });
  const phones = Array.from({ length: donors }, () => newPhone());
  const presses = phones.map((phoneNumber) => gateways.byMobile({ phoneNumber }));
  await expect.poll(async () => (await prompts()).length, { interval: 5 }).toBeGreaterThan(5);
  await network.set({ down: true });
  const answers = await Promise.all(presses);

  const onPhones = new Set((await prompts()).map(({ phone }) => phone));
  for (const [index, { status, text }] of answers.entries()) {
    const isAsked = onPhones.has(phones[index] ?? "");
    expect([status, isAsked], text).toEqual(isAsked ? [200, true] : [503, false]);
  }

  // Each of them pays while the database is away, and the callback is refused.
  for (const { reference } of await prompts())
    await gateways.administer("decide", { gateway: "azampay", reference, decision: "approve" });
  await gateways.administer("deliver");
  const refused = deliveries.parse(await administered("deliveries"));
  expect(refused).toHaveLength(onPhones.size);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(await notRecorded()).not.toEqual([]);

  await wait(secondsAway * 1_000);
  await network.set();
  await expect.poll(notRecorded).toEqual([]);
  const inFiveMinutes = () => new Date(Date.now() + 300_000);
  await reconcilePayments(gateways.db, gateways.providers, inFiveMinutes, { most: 1_000 });
  for (const [index, answer] of answers.entries()) {
    if (!onPhones.has(phones[index] ?? "")) continue;
    const { externalId = "" } = jsonOf(answer);
    expect(await gateways.standing(externalId)).toMatchObject({
      ...{ donation: "completed", payment: "succeeded", journals: ["gift"], mails: 1, cases: [] },
    });
  }
  await expectSoundLedger(gateways.db);
});

/** A busy night, on which most payment requests are answered: otherwise so many donors need a proof of work. */
const answeredRequests = (count: number) =>
  sql`
    insert into payment_requests (payment_id, client, sent_at, paid_at)
    select -n, ${hashOf("127.0.0.1")}, now(), now() + interval '1 day' from generate_series(1, ${count}) n
  `.execute(gateways.db);
