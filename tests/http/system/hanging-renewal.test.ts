import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { complete, pendingDonation } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ isPatient: true });
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
