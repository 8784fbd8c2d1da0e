import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { DonationFilter } from "#database/donations/list.ts";
import { writeHistory } from "#database/seed/histories.ts";
import { meaningsOf } from "#domain/donations/search.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation, reverse } from "#tests/support/database/records.ts";
import { linesApart } from "./export-in-worker.ts";
import { exportDonations } from "./export.ts";

const { webUrl: url, db, asOwner } = await testRecords();

const everyone: DonationFilter = {
  ...{ meanings: null, campaign: null, state: null, provider: null },
  ...{ method: null, amount: null, open: null, from: null, to: null },
};

async function begun(databaseUrl: string, waits?: number): Promise<AsyncGenerator<Uint8Array>> {
  const lines = await linesApart({ databaseUrl, filter: everyone }, waits);
  if (lines === "busy") throw new Error("other exports are running");
  return lines;
}

async function lines(filter: Partial<DonationFilter>): Promise<string[]> {
  const parts: Uint8Array[] = [];
  const apart = await exportDonations(db, { ...everyone, ...filter }, "sara", (whole) =>
    linesApart({ databaseUrl: url, filter: whole }),
  );
  if (apart === "busy") throw new Error("other exports are running");
  for await (const part of apart) parts.push(part);
  return Buffer.concat(parts).toString().split("\r\n").slice(1, -1);
}

beforeAll(async () => {
  await writeHistory(asOwner, { donations: 3_000, campaigns: 3, days: 30, now: new Date() });
});

test("each ledger entry is exported once, in value date order, across batches", async () => {
  const all = await lines({});
  const journals = await db
    .selectFrom("journal")
    .select("id")
    .where("kind", "in", ["donation", "donation-reversal"])
    .orderBy("occurred_at")
    .orderBy("id")
    .execute();
  expect(journals.length).toBeGreaterThan(2_000);
  expect(all.map((line) => line.split(",").at(-1))).toEqual(journals.map(({ id }) => String(id)));
});

test("a refund is an entry with a negative amount, without spreadsheet formulas", async () => {
  const to = await campaign(db, { id: "abroad", title: "=HYPERLINK(1)", currency: "USD" });
  const donation = await pendingDonation(db, {
    to,
    amount: 1_050n,
    currency: "USD",
    donation: { donor_name: '+"Asha", Juma', donor_email: "asha@example.org" },
  });
  await reverse(db, donation, await complete(db, donation));
  const found = await lines({ campaign: "abroad" });
  expect(found).toHaveLength(2);
  for (const line of found) {
    expect(line).toContain(`,"'+""Asha"", Juma",no,asha@example.org,`);
    expect(line).toContain(`"'=HYPERLINK(1)",abroad,`);
  }
  expect(found[0]).toMatch(/,Donation,.*,abroad,10\.50,0\.00,USD,/);
  expect(found[1]).toMatch(/,Refund,.*,abroad,-10\.50,0\.00,USD,/);
  expect(await lines({ meanings: meaningsOf("asha juma"), campaign: "abroad" })).toHaveLength(2);
  expect(await lines({ meanings: meaningsOf("$10.50") })).toHaveLength(2);
  expect(await lines({ meanings: meaningsOf("🙂") })).toEqual([]);
});

test("an aborted export and a lost database leave nothing open", async () => {
  const connections = async () => {
    const counted = sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity where application_name = 'leaver'`;
    return (await counted.execute(db)).rows[0]?.open;
  };
  const own = new URL(url);
  own.searchParams.set("application_name", "leaver");
  const left = await begun(own.href);
  await left.next();
  await left.next();
  expect(await connections()).toBe(1);
  await left.return(undefined);
  await expect.poll(connections).toBe(0);

  const nobody = await begun("postgres://nobody@127.0.0.1:1/none");
  await expect(
    (async () => {
      for await (const part of nobody) expect(Buffer.from(part).toString()).toContain("Value date");
    })(),
  ).rejects.toThrow("ECONNREFUSED");
});

test("exports beyond the limit are refused without an audit entry", async () => {
  const logged = () =>
    db.selectFrom("audit_log").select("id").where("action", "=", "export-donations").execute();
  const running = [await begun(url), await begun(url)];
  const before = await logged();
  const third = () =>
    exportDonations(db, everyone, "sara", (filter) => linesApart({ databaseUrl: url, filter }));
  expect(await third()).toBe("busy");
  expect(await logged()).toEqual(before);
  for (const each of running) await each.return(undefined);
  expect((await lines({})).length).toBeGreaterThan(2_000);
});

test("an export without an audit entry does not start", async () => {
  for (let time = 0; time < 3; time++)
    await expect(
      exportDonations(db, everyone, "somebody\0", (filter) => linesApart({ databaseUrl: url, filter })),
    ).rejects.toThrow("invalid byte");
  expect((await lines({})).length).toBeGreaterThan(2_000);
});

test("a stalled reader does not block other exports", async () => {
  const left = [await begun(url, 1), await begun(url, 1)];
  await expect.poll(() => lines({}).catch(() => [])).not.toEqual([]);
  for (const each of left) await expect(each.next()).rejects.toThrow("the export was not read to its end");
});
