import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { requestsOfAddress, requestsOfSite, addressWaitLimits } from "#domain/payments/limits.ts";
import { hardPuzzles, isHard } from "#domain/payments/proof-of-work.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  donationWanted,
  just,
  newClient,
  newPhone,
  reportOf,
  scriptedProvider,
  settleReported,
  challengeKey,
} from "#tests/support/donations/begin.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { campaign } from "#tests/support/database/records.ts";
import { clientHash, requestChallenge } from "./unpaid-request-guard.ts";
import { startDonation, type Way } from "./start.ts";

// Long waits for connections and locks, because the tests start 200 requests at once.
const { db, database, asOwner } = await testRecords("empty", { isPatient: true });
const { entrance: patient } = database;
const to = await campaign(db);
const azampay = scriptedProvider("azampay");
const selcom = scriptedProvider("selcom");
let day = Date.parse("2026-01-01T09:00:00Z");
beforeEach(async () => {
  // Each test has its own day, so that requests of earlier tests do not count.
  day += 3 * 86_400_000;
  await asOwner.deleteFrom("cases").execute();
});

const at = (seconds: number) => new Date(day + seconds * 1_000);
const push = (): Way => ({ kind: "push", provider: azampay, phone: newPhone(), network: "Tigo" });
const page = (): Way => ({
  kind: "page",
  provider: selcom,
  phone: newPhone(),
  payer: { name: "Asha Juma", email: "asha@example.org" },
  billing: null,
  returnUrl: (reference) => `https://fund.example/return/${reference}`,
});

async function ask(client: string, seconds: number, { proof = null as string | null, way = push() } = {}) {
  return startDonation(
    patient,
    donationWanted(azampay, to, { way }),
    just({ client, proof, now: at(seconds) }),
  );
}

async function needed(...asking: Parameters<typeof ask>) {
  const started = await ask(...asking);
  if (started.kind !== "proof-needed") throw new Error(`no proof needed: ${started.kind}`);
  return started;
}

let inserted = 1_000_000_000;
/** Adds requests of the latest request's address. */
async function sendMore(count: number, seconds: number) {
  await sql`
    insert into payment_requests (payment_id, client, sent_at)
    select ${inserted}::bigint + n, client, ${at(seconds)}
    from generate_series(1, ${count}::int) n, (select client from payment_requests order by sent_at desc limit 1)
  `.execute(db);
  inserted += count;
}

async function askUnpaid(client: string, count: number, way = push) {
  for (const seconds of [0, 1])
    expect((await ask(client, seconds, { way: way() })).kind).toBe(way === push ? "prompted" : "page");
  await sendMore(count - 2, 2);
}

/** Marks the latest requests of an address as paid, one a tenth of a second. */
async function pay(count: number, seconds: number) {
  for (let paid = 0; paid < count; paid++) {
    const payment = await db
      .selectFrom("payments")
      .select(["reference", "provider_reference", "amount"])
      .where("created_at", ">=", at(0))
      .where("status", "=", "pending")
      .executeTakeFirstOrThrow();
    await settleReported(db, reportOf(payment), at(seconds + paid / 10));
  }
}

test.each([
  ["prompts", push],
  ["payment pages for mobile money", page],
])("after 40 unpaid %s only that address needs a proof", async (_, way) => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid, way);
  const { by, challenge, wait } = await needed(client, 10, { way: way() });
  expect({ by, wait }).toEqual({ by: "mobile", wait: 30 });
  expect(await ask(newClient(), 10, { way: way() })).not.toHaveProperty("challenge");
  expect(await ask(client, 11, { way: way(), proof: solved(challenge) })).toHaveProperty("donation");
});

const kindsOf = async (started: ReturnType<typeof ask>[]) =>
  Object.groupBy(await Promise.all(started), ({ kind }) => kind);

test("of 200 requests at once exactly 40 pass without a proof", async () => {
  const client = newClient();
  const kinds = await kindsOf(Array.from({ length: 200 }, () => ask(client, 1)));
  expect(kinds["prompted"]).toHaveLength(requestsOfAddress.unpaid);
  expect(kinds["proof-needed"]).toHaveLength(200 - requestsOfAddress.unpaid);
});

test("of 200 requests at once after a wait, exactly 120 stay unpaid", async () => {
  const client = newClient();
  const left = 3;
  await askUnpaid(client, (requestsOfAddress.most ?? 0) - left);
  const waited: string[] = [];
  for (let wait = 0; wait < 5; wait++) waited.push((await needed(client, 10)).challenge);
  const kinds = await kindsOf(
    Array.from({ length: 200 }, (_, at) => ask(client, 41, { proof: waited[at % waited.length] ?? null })),
  );
  expect(kinds["prompted"]).toHaveLength(left);
  expect(await ask(client, 42)).toMatchObject({ kind: "requests-rest" });
});

test("a request refused by the guard sends nothing and is not counted", async () => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid);
  const sent = azampay.sent();
  await needed(client, 10);
  await needed(client, 10);
  expect(azampay.sent()).toBe(sent);
  // The 40 have left the ten minutes that are looked at.
  expect((await ask(client, 605)).kind).toBe("prompted");
});

test("without script one challenge passes after 30 seconds, 5 times at most", async () => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid);
  const most = addressWaitLimits[0]?.most ?? 0;
  const kinds: string[] = [];
  for (let waits = 0; waits < most + 3; waits++) {
    const { challenge } = await needed(client, 50);
    expect(await needed(client, 60, { proof: challenge })).toMatchObject({ challenge, wait: 20 });
    kinds.push((await ask(client, 81, { proof: challenge })).kind);
  }
  expect(kinds.filter((kind) => kind === "prompted")).toHaveLength(most);
  const { challenge } = await needed(client, 82);
  expect((await ask(client, 83, { proof: solved(challenge) })).kind).toBe("prompted");
});

test("many addresses with few requests each require proofs site-wide", async () => {
  for (let address = 0; address < requestsOfSite.unpaid / 30; address++) {
    expect((await ask(newClient(), address)).kind).toBe("prompted");
    await sendMore(29, address);
  }
  const { challenge } = await needed(newClient(), 20);
  expect((await ask(newClient(), 21, { proof: solved(challenge) })).kind).toBe("prompted");
});

test("22 attacking addresses leave a wait for one honest donor", async () => {
  await ask(newClient(), 0);
  await sendMore(requestsOfSite.unpaid, 0);
  let accepted = 0;
  for (let address = 0; address < 22; address++) {
    const client = newClient();
    for (let tries = 0; tries < 7; tries++) {
      const { challenge } = await needed(client, 10);
      if ((await ask(client, 45, { proof: challenge })).kind === "prompted") accepted++;
    }
  }
  expect(accepted).toBe(22 * 5);
  const honest = newClient();
  const { challenge } = await needed(honest, 50);
  expect((await ask(honest, 81, { proof: challenge })).kind).toBe("prompted");
});

test("each paid request makes room for three", async () => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid);
  await needed(client, 10);
  await pay(2, 10);
  // 38 are unpaid, and 46 are allowed.
  for (let request = 0; request < 8; request++)
    expect((await ask(client, 11)).kind, `request ${request}`).toBe("prompted");
  await needed(client, 12);
});

test("a request that the provider refuses is not counted", async () => {
  const client = newClient();
  azampay.script.push = () => ({ kind: "refused", reason: "rejected", why: "no wallet", raw: null });
  expect((await ask(client, 1)).kind).toBe("refused");
  expect(
    await db.selectFrom("payment_requests").select("payment_id").where("sent_at", ">=", at(0)).execute(),
  ).toEqual([]);
  azampay.script.push = (reference) => ({ kind: "accepted", providerReference: reference, raw: null });
  expect((await ask(client, 2)).kind).toBe("prompted");
});

test("beyond 80 unpaid requests proofs get harder, beyond 120 none passes", async () => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid);
  const easy = await needed(client, 10);
  await sendMore(requestsOfAddress.hard - requestsOfAddress.unpaid, 10);
  const { challenge: hard } = await needed(client, 11, { proof: solved(easy.challenge) });
  expect(solved(hard).split("~")[1]?.split(".")).toHaveLength(hardPuzzles);
  expect((await ask(client, 12, { proof: solved(hard) })).kind).toBe("prompted");

  const { challenge } = await needed(client, 13);
  await sendMore((requestsOfAddress.most ?? 0) - requestsOfAddress.hard - 1, 14);
  const proof = solved(challenge);
  // The oldest of the 120 leave the ten minutes 600 seconds after they were sent.
  expect(await ask(client, 15, { proof })).toEqual({ kind: "requests-rest", retryAfter: 585 });
  const other = newClient();
  const { challenge: ofOther } = await needed(other, 15);
  expect((await ask(other, 15, { proof: solved(ofOther) })).kind).toBe("prompted");
  await pay(1, 15);
  expect((await ask(client, 16, { proof })).kind).toBe("prompted");
});

test("the site as a whole asks for harder proofs and never pauses", async () => {
  const count = requestsOfSite.hard * 2;
  await sql`
    insert into payment_requests (payment_id, client, sent_at)
    select ${inserted}::bigint + n, 'client ' || n, ${at(1)} from generate_series(1, ${count}::int) n
  `.execute(db);
  inserted += count;
  const { challenge } = await needed(newClient(), 20);
  expect(isHard(challenge.split(".")[1] ?? "")).toBe(true);
  expect((await ask(newClient(), 21, { proof: solved(challenge) })).kind).toBe("prompted");
});

test("a flood opens one case", async () => {
  const client = newClient();
  await askUnpaid(client, requestsOfAddress.unpaid);
  expect(await db.selectFrom("cases").select("kind").execute()).toEqual([]);
  await needed(client, 10);
  await needed(client, 11);
  expect(await db.selectFrom("cases").select(["kind", "subject", "status"]).execute()).toEqual([
    { kind: "unpaid-requests", subject: "payment requests", status: "open" },
  ]);
});

test("the address is stored as a hash only", async () => {
  await ask("198.51.100.77", 1);
  const { rows } = await sql<{ row: string }>`select r::text as row from payment_requests r`.execute(db);
  expect(rows.filter(({ row }) => row.includes("198.51.100.77"))).toEqual([]);
});

/** Sends this many requests a second from one address. Two of three are paid, after 5 to 60 seconds. */
async function sendSecond(client: string, second: number, count: number, first: number) {
  await sql`
    insert into payment_requests (payment_id, client, sent_at)
    select n, ${clientHash(client)}, ${at(second)}::timestamptz + (n - ${first}) * interval '1 millisecond'
    from generate_series(${first}::bigint, ${first + count - 1}::bigint) n
  `.execute(db);
  await sql`
    update payment_requests set paid_at = ${at(second)}
    where paid_at is null and payment_id % 3 <> 0
      and sent_at between ${at(0)} and ${at(second)}::timestamptz - (5 + payment_id * 7 % 56) * interval '1 second'
  `.execute(db);
}

test("a night growing to 30 donations a second needs no proof", async () => {
  const client = newClient();
  let first = 1_000_000;
  let owed = 0;
  const held: number[] = [];
  for (let second = 0; second < 900; second++) {
    owed += Math.min(30, 0.5 * 2 ** (second / 60));
    const count = Math.floor(owed);
    owed -= count;
    await sendSecond(client, second, count, first);
    first += count;
    if (second % 10 === 0 && (await requestChallenge(db, challengeKey, client, at(second + 1))) !== null)
      held.push(second);
  }
  expect(first - 1_000_000).toBeGreaterThan(15_000);
  expect(held).toEqual([]);

  // The same address, and the payments stop.
  for (let second = 900; second < 940; second++) {
    await sql`
      insert into payment_requests (payment_id, client, sent_at)
      select n, ${clientHash(client)}, ${at(second)}
      from generate_series(${first}::bigint, ${first + 29}::bigint) n
    `.execute(db);
    first += 30;
  }
  expect(await requestChallenge(db, challengeKey, client, at(940))).not.toBeNull();
});
