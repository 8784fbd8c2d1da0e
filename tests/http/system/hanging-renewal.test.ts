import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import type { Limits } from "#domain/system/admission.ts";
import { equalLimits } from "#tests/support/server/equal-limits.ts";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ isPatient: true });
/** Its locks and statements end after the usual time. A busy process makes no page here. */
const usual = await testSite({
  environment: {
    LIMITS: JSON.stringify({
      calm: equalLimits({ together: 50, waiting: 0 }),
      busy: { ...equalLimits({ together: 50, waiting: 0 }), other: { together: 0, waiting: 0 } },
    } satisfies Limits),
  },
});
const path = "/campaigns/conference-center";
const ofEarlier = "This page is from";

test("while a renewal hangs, its page and all other requests are answered", async () => {
  await expect
    .poll(async () => (await site.get(path)).headers.etag, { message: "a cached page" })
    .toBeDefined();
  const before = donorsOn((await site.get(path)).text);
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await complete(site.db, await pendingDonation(site.db, { to: "conference-center" }));
  // Figures of campaigns' pages read it.
  await owner.query("begin; lock table support_messages in access exclusive mode");
  try {
    // The first visits after the change get the cached page, and start its renewal.
    await expect
      .poll(async () => {
        expect(donorsOn((await site.get(path)).text)).toBe(before);
        return countWaiting();
      })
      .toBe(1);
    // The hanging renewal does not know this donation any more.
    await complete(site.db, await pendingDonation(site.db, { to: "conference-center" }));

    for (const other of ["/", "/about", "/campaigns?category=zakat", "/healthz"])
      expect((await site.get(other)).status, other).toBe(200);
    const { status, text } = await donate();
    expect(status).toBe(200);
    const { externalId } = JSON.parse(text);
    expect(JSON.parse((await site.get(`/api/donations/${externalId}`)).text).status).toBe("pending");
    expect((await site.get(`/payment-processing?order_id=${externalId}`)).status).toBe(200);

    // Its figures are too old now, so the cached page names its time.
    await expect.poll(async () => (await site.get(path)).text).toContain(ofEarlier);
    const earlier = await site.get(path);
    expect([earlier.status, earlier.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(donorsOn(earlier.text)).toBe(before);
    expect(earlier.text).toContain("Our site is slow at the moment. This page is from ");
    expect(earlier.text, "nothing is broken").not.toContain("does not work");
    expect(await countWaiting()).toBeGreaterThan(0);
    const joined = site.get(path);
    await site.get("/healthz");
    await owner.query("rollback");
    const { text: ended } = await joined;
    expect(ended.includes(ofEarlier) || donorsOn(ended) === before + 2, "old figures name their time").toBe(
      true,
    );
  } finally {
    await owner.end();
  }
  await expect.poll(async () => donorsOn((await site.get(path)).text)).toBe(before + 2);
  expect((await site.get(path)).text).not.toContain(ofEarlier);
});

test("while a renewal hangs, a program gets the cached answer with its age", async () => {
  const address = "/api/campaigns/conference-center";
  const raised = (text: string) => /"amount_raised":(\d+)/.exec(text)?.[1];
  await expect
    .poll(async () => (await site.get(address)).headers.etag, { message: "a cached answer" })
    .toBeDefined();
  const before = raised((await site.get(address)).text);
  await complete(site.db, await pendingDonation(site.db, { to: "conference-center" }));
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table campaigns in access exclusive mode");
  try {
    await expect.poll(async () => (await site.get(address)).headers.age).toBeDefined();
    const earlier = await site.get(address);
    expect([earlier.status, earlier.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(raised(earlier.text)).toBe(before);
    expect(Number(earlier.headers.age)).toBeGreaterThan(0);
  } finally {
    await owner.end();
  }
  await expect.poll(async () => raised((await site.get(address)).text)).not.toBe(before);
  expect((await site.get(address)).headers.age).toBeUndefined();
});

test("many pages that hang together leave connections to all others", async () => {
  const campaigns = await site.db.selectFrom("public_campaigns").select("id").limit(8).execute();
  const paths = campaigns.flatMap(({ id }) => [`/campaigns/${id}`, `/sw/campaigns/${id}`]);
  for (const each of paths)
    await expect.poll(async () => (await site.get(each)).headers.etag, { message: each }).toBeDefined();
  const owner = new pg.Client(site.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table support_messages in access exclusive mode");
  try {
    for (const { id } of campaigns) await complete(site.db, await pendingDonation(site.db, { to: id }));
    const texts = async () =>
      Promise.all(
        paths.map(
          async (each) => (await site.get(each)).text.match(/This page is from|Ukurasa huu ni wa/)?.[0],
        ),
      );
    await expect.poll(async () => (await texts()).every((text) => text !== undefined)).toBe(true);
    const waiting = await countWaiting();
    expect([waiting > 0, waiting <= 4], "not more than the places for renewals").toEqual([true, true]);
    for (const other of ["/campaigns?category=zakat&sort=newest", "/sw/search-that-is-not-cached", "/about"])
      expect((await site.get(other)).status, other).toBeLessThan(500);
    await owner.query("rollback");
  } finally {
    await owner.end();
  }
  await expect
    .poll(async () =>
      (await Promise.all(paths.map((each) => site.get(each)))).every(({ text }) => !text.includes(ofEarlier)),
    )
    .toBe(true);
});

test("a renewal that waited too long for a lock makes no other page speak of a failure", async () => {
  for (const each of [path, "/"])
    await expect.poll(async () => (await usual.get(each)).headers.etag, { message: each }).toBeDefined();
  const owner = new pg.Client(usual.databaseUrl);
  await owner.connect();
  await owner.query("begin; lock table support_messages in access exclusive mode");
  try {
    await complete(usual.db, await pendingDonation(usual.db, { to: "conference-center" }));
    const seen = new Set<string>();
    await expect
      .poll(async () => {
        for (const each of [path, "/"]) {
          const { status, text } = await usual.get(each);
          if (status !== 200 || text.includes("does not work")) seen.add(`${each} ${status}`);
        }
        return usual.logs.some(({ msg }) => msg === "new figures waited too long");
      })
      .toBe(true);
    expect((await usual.get(path)).text).toContain("Our site is slow at the moment.");
    const home = await usual.get("/");
    expect([home.status, home.text.includes(ofEarlier)]).toEqual([200, false]);
    expect([...seen], "pages that failed, or speak of a failure").toEqual([]);
  } finally {
    await owner.end();
  }
  await expect.poll(async () => (await usual.get(path)).text.includes(ofEarlier)).toBe(false);
});

test("a busy process sends an earlier answer with its age in place of a refusal", async () => {
  const address = "/api/campaigns/conference-center";
  await expect.poll(async () => (await usual.get(address)).headers.etag).toBeDefined();
  const before = (await usual.get(address)).text;
  await complete(usual.db, await pendingDonation(usual.db, { to: "conference-center" }));
  const changedAt = performance.now();
  await usual.setLoad("busy");
  try {
    // Only then is the cached answer too old to be sent as it is.
    await expect.poll(() => performance.now() - changedAt).toBeGreaterThan(1_300);
    const earlier = await usual.get(address);
    expect([earlier.status, earlier.text === before]).toEqual([200, true]);
    expect(Number(earlier.headers.age)).toBeGreaterThan(0);
    expect((await usual.get("/api/campaigns?search=not-cached")).status, "without an earlier answer").toBe(
      503,
    );
  } finally {
    await usual.setLoad("calm");
  }
  await expect.poll(async () => (await usual.get(address)).headers.age).toBeUndefined();
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(site.db);
  return rows[0]?.count ?? 0;
}

function donorsOn(html: string): number {
  const shown = /data-live="conference-center\.donors"[^>]*>([\d,]+)/.exec(html)?.[1] ?? "";
  return Number(shown.replaceAll(",", ""));
}

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
