import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { expect, test } from "vitest";
import type { Limits } from "#domain/system/admission.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { equalLimits } from "#tests/support/server/equal-limits.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { testSite, type Answer } from "#tests/support/server/site.ts";

const limit = {
  ...equalLimits({ together: 50, waiting: 0 }),
  other: { together: 12, waiting: 4 },
  live: { together: 2, waiting: 3 },
};
const limits: Limits = { calm: limit, busy: limit };
const environment = { LIMITS: JSON.stringify(limits), TRUST_PROXY: "1" };
const site = await testSite({ isPatient: true, environment });
const impatient = await testSite({
  isPatient: true,
  environment: { ...environment, QUEUEING: JSON.stringify({ other: 500 }) },
});

/** A site without any place for staff. */
const guarded = await testSite({
  environment: {
    LIMITS: JSON.stringify({
      calm: { ...limit, staff: { together: 0, waiting: 0 } },
      busy: { ...limit, staff: { together: 0, waiting: 0 } },
    }),
  },
});

const from = (number: number) => ({ "X-Forwarded-For": `203.0.113.${number}` });

/** The connections of the site for public pages. */
const connections = 10;

test("a refusal waits for no rendering, no queue and no database", async () => {
  await expect
    .poll(async () => (await site.get("/")).headers.etag, { message: "a cached page" })
    .toBeDefined();
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table campaigns in access exclusive mode");
  try {
    const refused: number[] = [];
    const asked = Array.from({ length: 40 }, async (_, at) => {
      const { status } = await site.get(`/campaigns?category=zakat&asked=${at}`, {
        "X-Forwarded-For": `203.0.113.${at + 1}`,
      });
      if (status === 503) refused.push(at);
      return status;
    });
    await untilWaiting(site.databaseUrl, connections);
    await expect.poll(() => refused.length).toBe(40 - 16);
    // All others still hang. A cached page is answered as well.
    expect((await site.get("/", { "X-Forwarded-For": "203.0.113.99" })).status).toBe(200);
    expect(refused.length).toBe(40 - 16);
    await owner.query("rollback");
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(16);
  } finally {
    await owner.end();
  }
});

test("a busy process compresses faster, but not the pages of donors", async () => {
  const read = async (path: string) => {
    const { status, headers, body } = await site.get(path, { "Accept-Encoding": "br" });
    expect([status, headers["content-encoding"], headers.etag]).toEqual([200, "br", undefined]);
    return { bytes: body.length, length: brotliDecompressSync(body).length };
  };
  const [list, form] = ["/campaigns?category=zakat&weighed=yes", "/campaigns/zakat/donate?weighed=yes"];
  const calm = { list: await read(list), form: await read(form) };
  await site.setLoad("busy");
  const busy = { list: await read(list), form: await read(form) };
  await site.setLoad("calm");
  expect(busy.list.length).toBe(calm.list.length);
  expect(busy.list.bytes).toBeGreaterThan(1.05 * calm.list.bytes);
  expect(busy.form.bytes).toBeLessThan(1.05 * calm.form.bytes);
});

test("a visitor who waits too long for a place gets 503 while others hang", async () => {
  const owner = new pg.Client(impatient.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table campaigns in access exclusive mode");
  try {
    const refused: string[] = [];
    const asked = Array.from({ length: 16 }, async (_, at) => {
      const { status, headers, text } = await impatient.get(`/campaigns?category=zakat&asked=${at}`, {
        "X-Forwarded-For": `203.0.113.${at + 1}`,
      });
      if (status === 503) refused.push(`${headers["retry-after"]} ${text.includes("Many people")}`);
      return status;
    });
    await expect.poll(() => refused).toEqual(Array.from({ length: 4 }, () => "5 true"));
    await owner.query("rollback");
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(12);
  } finally {
    await owner.end();
  }
});

test("visitors who hang up leave their places in the queue to others", async () => {
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table campaigns in access exclusive mode");
  const visit = (at: number) =>
    site.get(`/campaigns?category=zakat&visit=${at}`, { "X-Forwarded-For": `203.0.113.${at}` });
  const { port, host } = new URL(site.url);
  try {
    const hanging = Array.from({ length: 12 }, (_, at) => visit(at + 1));
    await untilWaiting(site.databaseUrl, connections);
    let refused = 0;
    const leaving = Array.from({ length: 8 }, (_, at) => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.once("data", () => (refused += 1));
      socket.write(`GET /campaigns?category=zakat&leaving=${at} HTTP/1.1\r\nHost: ${host}\r\n`);
      socket.write(`X-Forwarded-For: 203.0.113.${at + 101}\r\n\r\n`);
      return socket;
    });
    await expect.poll(() => refused).toBe(4);
    for (const each of leaving) each.destroy();
    // A probe that is not refused waits in the queue.
    const waiting: Promise<Answer>[] = [];
    const probe = async () => {
      const asked = visit(201 + waiting.length);
      const isRefused = await Promise.race([asked.then(() => true), wait(500, false)]);
      if (!isRefused) waiting.push(asked);
      return waiting.length;
    };
    await expect.poll(probe).toBe(4);
    await owner.query("rollback");
    const answers = await Promise.all([...hanging, ...waiting]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  } finally {
    await owner.end();
  }
});

test("strangers who fill the places of all other pages keep no signed-in admin out", async () => {
  await makePerson(site.databaseUrl, "amina");
  const cookie = await signIn(site, "amina");
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table campaign_totals in access exclusive mode");
  try {
    const refused: number[] = [];
    const asked = Array.from({ length: 40 }, async (_, at) => {
      const { status } = await site.get(`/campaigns?category=zakat&stranger=${at}`, from(at + 1));
      if (status === 503) refused.push(at);
      return status;
    });
    await expect.poll(() => refused.length).toBe(40 - 16);
    const ways = await Promise.all(
      ["/admin/audit", "/dashboard", "/admin/donations"].map((path, at) => site.get(path, from(at + 51))),
    );
    expect(ways.map(({ status }) => status)).toEqual([503, 503, 503]);
    const admin = await site.get("/admin/audit", { ...from(99), Cookie: cookie });
    expect(admin.status).toBe(200);
    expect(refused.length).toBe(40 - 16);
    await owner.query("rollback");
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(16);
  } finally {
    await owner.end();
  }
});

test("strangers who ask for the staff area take none of its places", async () => {
  await makePerson(guarded.databaseUrl, "amina");
  const cookie = await signIn(guarded, "amina");
  const admin = await guarded.get("/admin/audit", { Cookie: cookie });
  expect([admin.status, admin.headers["retry-after"]]).toEqual([503, "5"]);
  const forged = { Cookie: `${cookie.slice(0, -8)}AAAAA%3D` };
  for (const headers of [{}, forged]) {
    const stranger = await guarded.get("/admin/audit", headers);
    expect([stranger.status, stranger.headers.location]).toEqual([303, "/auth?next=%2Fadmin%2Faudit"]);
  }
});

test("questions for figures have few places, and take none from donors", async () => {
  const owner = new pg.Client(site.databaseUrl);
  const given = await donate();
  const { externalId } = JSON.parse(given.text);
  await owner.connect();
  await owner.query("begin; lock table campaigns in access exclusive mode");
  try {
    const refused: unknown[] = [];
    const ask = async (_: unknown, at: number) => {
      const { status, headers } = await site.get("/api/live?totals=yes&campaign=zakat", {
        "X-Forwarded-For": `203.0.113.${at + 1}`,
        // Every second one asks for a stream.
        ...(at % 2 === 1 && { Accept: "text/event-stream" }),
      });
      if (status === 503) refused.push(headers["retry-after"]);
    };
    // Streams among them stay open.
    void Promise.allSettled(Array.from({ length: 40 }, ask));
    await expect.poll(() => refused.length).toBe(40 - 5);
    expect(new Set(refused)).toEqual(new Set(["120"]));
    const status = await site.get(`/api/donations/${externalId}`);
    expect([status.status, JSON.parse(status.text).status]).toEqual([200, "pending"]);
    const live = await site.get(`/api/live?order=${externalId}&campaign=zakat`);
    expect([live.status, JSON.parse(live.text).news]).toEqual([
      200,
      [{ name: "order", data: { orderId: externalId, status: "pending" } }],
    ]);
    expect(refused.length).toBe(40 - 5);
    await owner.query("rollback");
    await expect.poll(async () => (await site.get("/api/live?totals=yes")).status).toBe(200);
  } finally {
    await owner.end();
  }
});

function donate() {
  return site.ask("/api/donations/mobile", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Tigo" },
      ...{ name: "Asha Juma", email: "asha@example.org", phoneNumber: "0655123451" },
    }),
  });
}
