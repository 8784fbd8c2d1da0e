import { expect, test } from "vitest";
import { formatMoney, tzs } from "#domain/money/money.ts";
import { donor, pretendPhone } from "#tests/support/donations/donor.ts";
import { openStream } from "#tests/support/server/event-stream.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo", environment: { TRUST_PROXY: "1" } });
const neighbour = await testSite({ databaseUrl: site.databaseUrl });
const phone = pretendPhone(site);

let numbers = 0;
const donate = async (amount: string) => {
  const waiting = await donor(site).give("/campaigns/conference-center/donate", {
    ...{ amount: "other", otherAmount: amount, who: "anonymous", method: "push" },
    phone: `0713 1${String((numbers += 1)).padStart(2, "0")} 000`,
  });
  return new URL(waiting, site.url).searchParams.get("order_id") ?? "";
};
const progress = async (id: string) => {
  const { text } = await site.get(`/api/live?campaign=${id}`);
  return JSON.parse(text).news[0].data;
};

/** A node that begins to hear of changes sends all figures again. It caches pages only then. */
async function untilListening(): Promise<void> {
  for (const { get } of [site, neighbour])
    await expect.poll(async () => (await get("/")).headers.etag, { message: "a cached page" }).toBeDefined();
}

test("a confirmed donation updates campaign, totals and order on every node", async () => {
  await untilListening();
  const before = await progress("conference-center");
  const order = await donate("5000");
  const query = `campaign=conference-center&campaign=zakat&totals=yes&order=${order}`;
  const here = await openStream(site.url, `/api/live?${query}`);
  const there = await openStream(neighbour.url, `/api/live?${query}&language=sw`);
  expect(here.headers["content-type"]).toContain("text/event-stream");
  expect(here.headers["cache-control"]).toBe("no-store");
  for (const stream of [here, there]) {
    expect(await stream.hears(({ name }) => name === "order")).toEqual({
      name: "order",
      data: { orderId: order, status: "pending" },
    });
    await stream.hears(({ name }) => name === "totals");
    stream.events.length = 0;
  }
  await phone.decide("approve");
  const raised = before.values.raised + 5000;
  for (const stream of [here, there]) {
    const moved = await stream.hears(({ name }) => name === "campaign");
    expect(moved.data).toMatchObject({ id: "conference-center", values: { raised } });
    const ended = await stream.hears(({ name }) => name === "order");
    expect(ended.data).toEqual({ orderId: order, status: "completed" });
    await stream.hears(({ name }) => name === "totals");
    // No event about the other campaign.
    expect(stream.events.some(({ data }) => JSON.stringify(data).includes('"zakat"'))).toBe(false);
    stream.close();
  }
  expect(await progress("conference-center")).toMatchObject({
    values: { raised, donors: before.values.donors + 1 },
    shown: { raised: formatMoney(tzs(raised), "en") },
  });
});

test("only the waiting donor hears of a declined payment", async () => {
  const order = await donate("1000");
  const stream = await openStream(site.url, `/api/live?order=${order}&totals=yes`);
  await stream.hears(({ name }) => name === "totals");
  stream.events.length = 0;
  await phone.decide("decline");
  await stream.hears(({ name }) => name === "order");
  expect(stream.events).toEqual([{ name: "order", data: { orderId: order, status: "failed" } }]);
  stream.close();
});

test("only the waiting donor hears of a different amount", async () => {
  const order = await donate("7000");
  const stream = await openStream(neighbour.url, `/api/live?order=${order}&totals=yes`);
  await stream.hears(({ name }) => name === "totals");
  stream.events.length = 0;
  await phone.decide("approve", "tenfold");
  await stream.hears(({ name }) => name === "order");
  expect(stream.events).toEqual([
    { name: "order", data: { orderId: order, status: "pending", otherAmount: true } },
  ]);
  stream.close();
});

test("texts are in the requested language, with equal numbers", async () => {
  const heading = async (language: string) =>
    JSON.parse((await site.get(`/api/live?campaign=zakat&totals=yes&language=${language}`)).text).news;
  const [english, swahili] = await Promise.all([heading("en"), heading("sw")]);
  expect(english.map(({ data }: { data: { values: unknown } }) => data.values)).toEqual(
    swahili.map(({ data }: { data: { values: unknown } }) => data.values),
  );
  expect(english[0].data.shown.donors).toMatch(/donors?$/);
  expect(swahili[0].data.shown.donors).toMatch(/^wachangiaji|wachangiaji|mchangiaji/i);
});

test.each([
  ["", 400],
  ["campaign=", 400],
  ["campaign=%00", 400],
  ["order=' or 1=1", 400],
  ["order=nobody_1", 404],
  [Array.from({ length: 25 }, (_, at) => `campaign=c${at}`).join("&"), 400],
  ["campaign=no-such-campaign", 200],
])("a request for %j gets %i", async (query, status) => {
  const stream = await openStream(site.url, `/api/live?${query.replaceAll(" ", "%20")}`);
  expect(stream.status).toBe(status);
  stream.close();
});

test("guessing at orders is slowed, and POST is refused", async () => {
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, at) => site.get(`/api/live?order=guessed_${at}`)),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  const post = { method: "POST", headers: { Origin: site.url } };
  expect((await site.ask("/api/live?totals=yes", post)).status).toBe(405);
});

test("one address gets twenty streams, then polls", async () => {
  const from = (client: string) =>
    openStream(site.url, "/api/live?totals=yes", { "X-Forwarded-For": client });
  const twenty = await Promise.all(Array.from({ length: 20 }, () => from("10.1.0.1")));
  expect(twenty.every(({ status }) => status === 200)).toBe(true);
  expect((await from("10.1.0.1")).status).toBe(429);
  const plain = await site.get("/api/live?totals=yes", { "X-Forwarded-For": "10.1.0.1" });
  expect(plain.status).toBe(200);
  const other = await from("10.1.0.2");
  expect(other.status).toBe(200);
  for (const each of [...twenty, other]) each.close();
  await expect
    .poll(async () => {
      const next = await from("10.1.0.1");
      next.close();
      return next.status;
    })
    .toBe(200);
});

test("a thousand pages can be open; the next one polls", async () => {
  const streams = [];
  const from = (client: number) => ({ "X-Forwarded-For": `10.0.0.${client}` });
  for (let client = 0; client < 50; client++)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, () => openStream(site.url, "/api/live?totals=yes", from(client))),
      )),
    );
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await openStream(site.url, "/api/live?totals=yes")).status).toBe(503);
  expect((await site.get("/api/live?totals=yes")).status).toBe(200);
  for (const stream of streams) stream.close();
  await expect
    .poll(async () => {
      const next = await openStream(site.url, "/api/live?totals=yes");
      next.close();
      return next.status;
    })
    .toBe(200);
});

test("a stopping node ends its streams without delay", async () => {
  const stream = await openStream(neighbour.url, "/api/live?totals=yes");
  await neighbour.stop();
  await stream.ended;
});
