import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { readSentEvent } from "#domain/visitors/event.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { readVisits } from "#database/visitors/figures.ts";
import { forgetExpired } from "#operations/system/delete-expired-data.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation, reverse } from "#tests/support/database/records.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";
import { countFinishedDays } from "./count-finished-days.ts";
import { recordVisitorEvent, type Visiting } from "./record-event.ts";

const { db, asOwner } = await testRecords();

const visiting: Visiting = {
  hasMarketing: true,
  ownHost: "fund.example",
  device: "phone",
  language: "sw",
  patternOf: (path) =>
    path.startsWith("/none")
      ? null
      : path.replace(/(?<=^\/campaigns\/)[^/]+/, ":id").replace(/(?<=^\/donations\/)[^/]+/, ":orderId"),
};

beforeEach(async () => {
  await sql`truncate visitor_events, visitor_counts`.execute(asOwner);
});

async function send(session: number, type: string, data: object = {}, by: Partial<Visiting> = {}) {
  const event = readSentEvent({ type, sessionId: `1764000000000-s${session}`, data });
  if (event === null) throw new Error(`${type} is not an event`);
  await recordVisitorEvent(db, event, { ...visiting, ...by });
}

const kept = () => db.selectFrom("visitor_events").selectAll().orderBy("id").execute();

test("an event keeps its route, its campaign and no address", async () => {
  const id = await campaign(db);
  await send(1, "page_view", {
    path: `/campaigns/${id}`,
    title: "Asha",
    referrer: "https://x.example/?q=asha",
  });
  await send(1, "page_view", { path: "/campaigns/asha-0712345678" });
  await send(1, "page_view", { path: "/none/of/ours" });
  const rows = await kept();
  expect(rows.map(({ path, campaign_id }) => [path, campaign_id])).toEqual([
    ["/campaigns/:id", id],
    ["/campaigns/:id", null],
    ["(other)", null],
  ]);
  expect(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value))).not.toMatch(
    /asha|0712|Asha/,
  );
});

test("a repeated start counts once, and the last end of a session stays", async () => {
  const start = { referrer: "https://google.com/", utmSource: "sms" };
  for (let times = 0; times < 2; times++) await send(1, "session_start", start);
  for (const [lastPagePath, timeSpent] of [
    ["/", 3],
    ["/about", 90_000],
  ] as const)
    await send(1, "session_end", { lastPagePath, timeSpent, scrollDepth: 140 });
  expect(await kept()).toMatchObject([
    { type: "session_start", source: "sms", link: "sms", device: "phone", language: "sw" },
    { type: "session_end", path: "/about", seconds: 3_600, depth: 100 },
  ]);
});

test("without marketing, no source and no link is kept", async () => {
  await send(
    1,
    "session_start",
    { referrer: "https://google.com/", utmSource: "sms" },
    { hasMarketing: false },
  );
  expect(await kept()).toMatchObject([{ source: null, link: null, device: "phone" }]);
});

test("a paid donation counts for its campaign, and the visit does not name it", async () => {
  const to = await campaign(db);
  const orders: string[] = [];
  const donation = async () => {
    const external_id = `${to}_secret${orders.length}`;
    orders.push(external_id);
    return pendingDonation(db, { to, donation: { external_id } });
  };
  const reversed = await donation();
  await reverse(db, reversed, await complete(db, reversed));
  await donation();
  await complete(db, await donation());
  const earlier = await donation();
  await complete(db, earlier);
  await asOwner.transaction().execute(async (tx) => {
    await sql`alter table donations disable trigger user`.execute(tx);
    const completed_at = new Date(Date.now() - 25 * 3_600_000);
    await tx.updateTable("donations").set({ completed_at }).where("id", "=", earlier.donationId).execute();
    await sql`alter table donations enable trigger user`.execute(tx);
  });
  for (const order of [...orders, "other_1"])
    await send(1, "event", { eventType: "donation", action: "paid", path: `/donations/${order}` });
  await send(1, "event", { eventType: "donation", action: "paid", path: `/campaigns/${to}` });
  const rows = await kept();
  expect(rows).toMatchObject([{ action: "donation:paid", campaign_id: to, path: "/donations/:orderId" }]);
  expect(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? "" : value))).not.toContain(
    "secret",
  );
});

test("a full day keeps no further events", async () => {
  await send(1, "consent");
  await sql`
    insert into visitor_events (id, session_id, type) values ((select max(id) + 300000 from visitor_events), '1764000000000-x', 'consent')
  `.execute(asOwner);
  await send(2, "consent");
  expect(await kept()).toHaveLength(2);
});

test.each([
  [
    "a path with a query",
    sql`insert into visitor_events (session_id, type, path) values ('1764000000000-a', 'page_view', '/donations/1?key=abc')`,
  ],
  [
    "an email as a path",
    sql`insert into visitor_events (session_id, type, path) values ('1764000000000-a', 'page_view', '/asha@example.org')`,
  ],
  [
    "a session with a name",
    sql`insert into visitor_events (session_id, type, path) values ('asha', 'page_view', '/')`,
  ],
  [
    "a page without a path",
    sql`insert into visitor_events (session_id, type) values ('1764000000000-a', 'page_view')`,
  ],
  [
    "a source outside a start",
    sql`insert into visitor_events (session_id, type, path, source) values ('1764000000000-a', 'page_view', '/', 'x')`,
  ],
])("the database refuses %s", async (_, statement) => {
  await expect(statement.execute(db)).rejects.toMatchObject({ code: "23514" });
});

const today = dayOf(new Date());
const range = { from: addDays(today, -6), to: today };
const before = { from: addDays(today, -13), to: addDays(today, -7) };

/** Sends a crowd that does known things, and moves it to a day. */
async function crowd(daysAgo: number, size: number) {
  const id = await campaign(db);
  const first = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from visitor_events`.execute(db);
  for (let at = 0; at < size; at++) {
    const session = daysAgo * 1_000 + at;
    await send(session, "consent");
    await send(
      session,
      "session_start",
      { referrer: "https://google.com/" },
      { device: at % 2 ? "laptop" : "phone" },
    );
    await send(session, "page_view", { path: "/" });
    await send(session, "page_view_end", { path: "/", timeSpent: 10, scrollDepth: 40 });
    if (at % 2 === 0) await send(session, "page_view", { path: `/campaigns/${id}` });
    if (at % 4 === 0)
      for (let times = 0; times < 2; times++)
        await send(session, "event", { eventType: "form", action: "start", path: `/campaigns/${id}` });
    if (at % 3 === 0)
      await send(session, "event", { eventType: "share", action: "sms", path: `/campaigns/${id}` });
    await send(session, "session_end", { lastPagePath: "/", timeSpent: 10, scrollDepth: 40 });
  }
  await sql`
    update visitor_events set at = at - make_interval(days => ${daysAgo}) where id > ${first.rows[0]?.id}
  `.execute(asOwner);
  return id;
}

async function figures() {
  const { days, counts } = await readVisits(db, range, before);
  const short = (kind: keyof typeof counts) =>
    Object.fromEntries(
      counts[kind].map(({ name, visitors, visitorsBefore }) => [name, [visitors, visitorsBefore]]),
    );
  return {
    days,
    counts,
    step: short("step"),
    device: short("device"),
    share: short("share"),
    source: short("source"),
  };
}

test("the funnel of a scripted crowd equals what it did", async () => {
  // Yesterday is not finished before 00:10.
  const now = await crowd(2, 12);
  const earlier = await crowd(9, 8);
  const read = async () => {
    const { days, counts, step, device, share, source } = await figures();
    expect(days).toEqual([
      { day: addDays(today, -9), visitors: 8, times: 12 },
      { day: addDays(today, -2), visitors: 12, times: 18 },
    ]);
    expect({ step, device, share, source }).toEqual({
      step: { campaign: [6, 4], form: [3, 2] },
      device: { phone: [6, 4], laptop: [6, 4] },
      share: { [now]: [4, 0], [earlier]: [0, 3] },
      source: { "google.com": [12, 8] },
    });
    expect(counts.page.find(({ name }) => name === "/")).toMatchObject({
      visitors: 12,
      times: 12,
      seconds: 10,
      depth: 40,
    });
    expect(counts["last-page"]).toMatchObject([{ name: "/", visitors: 12, visitorsBefore: 8 }]);
  };
  await read();
  // The stored counts of finished days say the same as their events.
  expect(await countFinishedDays(db)).toBe(2);
  expect(await countFinishedDays(db)).toBe(0);
  await sql`delete from visitor_events`.execute(asOwner);
  await read();
});

test("every kind counts the same visitors, and none without a page", async () => {
  const id = await campaign(db);
  const first = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from visitor_events`.execute(db);
  // A person of staff, whose pages are not sent on.
  await send(1, "consent");
  await send(1, "session_start", { referrer: "https://google.com/", utmSource: "sms" });
  await send(1, "event", { eventType: "share", action: "sms", path: `/campaigns/${id}` });
  await send(1, "session_end", { lastPagePath: "/", timeSpent: 10, scrollDepth: 40 });
  // A tab that stays open for two days, and one whose start was lost.
  await send(2, "session_start", { referrer: "https://google.com/" });
  await send(2, "page_view", { path: "/" });
  await sql`
    update visitor_events set at = at - interval '1 day' where id > ${first.rows[0]?.id}
  `.execute(asOwner);
  await send(2, "page_view", { path: "/" });
  await send(3, "page_view", { path: "/" });
  const check = async () => {
    const { days, counts, device, source, share } = await figures();
    expect(days.map(({ visitors }) => visitors)).toEqual([1, 2]);
    expect({ device, source, share }).toEqual({
      device: { phone: [2, 0], "": [1, 0] },
      source: { "google.com": [2, 0], "": [1, 0] },
      share: {},
    });
    expect(counts.link).toEqual([]);
    expect(counts["last-page"]).toEqual([]);
    expect(counts.language).toMatchObject([
      { name: "sw", visitors: 2 },
      { name: "", visitors: 1 },
    ]);
  };
  await check();
  await countFinishedDays(db);
  await check();
});

test("an unfinished day is not counted yet", async () => {
  await crowd(0, 2);
  expect(await countFinishedDays(db)).toBe(0);
  expect((await figures()).days).toEqual([{ day: today, visitors: 2, times: 3 }]);
});

test("events are deleted after 90 days, and only when their day is counted", async () => {
  await crowd(92, 4);
  await crowd(89, 4);
  const left = async () => (await kept()).length;
  const all = await left();
  const forget = () => forgetExpired(db, { now: new Date(), documents: noDocuments });
  await forget();
  expect(await left()).toBe(all);
  await countFinishedDays(db);
  await forget();
  expect(await left()).toBe(all / 2);
  expect(
    await db.selectFrom("visitor_counts").select("visitors").where("kind", "=", "total").execute(),
  ).toEqual([{ visitors: 4n }, { visitors: 4n }]);
});

test("a day keeps the 100 most frequent names of a kind", async () => {
  await sql`
    insert into visitor_events (at, session_id, type, device, source)
    select now() - interval '2 days', '1764000000000-n' || n, 'session_start', 'phone', 'site' || n % 130
    from generate_series(0, 259) n
  `.execute(db);
  await sql`
    insert into visitor_events (at, session_id, type, path)
    select at, session_id, 'page_view', '/' from visitor_events
  `.execute(db);
  await countFinishedDays(db);
  const rows = await db.selectFrom("visitor_counts").selectAll().where("kind", "=", "source").execute();
  expect(rows).toHaveLength(101);
  expect(rows.find(({ name }) => name === "(other)")).toMatchObject({ visitors: 60n, times: 60n });
});
