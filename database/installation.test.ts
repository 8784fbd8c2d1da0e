import { expect, test } from "vitest";
import { recordedPayments, recordPayments, withPayments } from "#database/installation.ts";
import { openDatabase } from "#database/sql.server.ts";
import type { PaymentsMode } from "#domain/payments/status.ts";
import { seed } from "#database/seed/seed.ts";
import { writeHistory } from "#database/seed/histories.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";

const modes: [PaymentsMode, PaymentsMode][] = [
  ["sandbox", "live"],
  ["live", "sandbox"],
];

async function ownDatabase(kind: "empty" | "demo" = "empty") {
  const { url, webUrl, close } = await testDatabase(kind);
  const owner = openDatabase(url, { poolSize: 2 });
  return {
    ...{ url, webUrl, db: owner.readWrite },
    give: async () => pendingDonation(owner.readWrite, { to: await campaign(owner.readWrite) }),
    recorded: () => recordedPayments(owner.readWrite),
    async [Symbol.asyncDispose]() {
      await owner.close();
      await close();
    },
  };
}

test.each(modes)("a %s database with a donation refuses a %s start", async (mode, other) => {
  await using own = await ownDatabase();
  expect(await recordPayments(own.url, mode)).toBeNull();
  await own.give();
  expect(await recordPayments(own.url, mode)).toBeNull();
  expect(await recordPayments(own.url, other)).toEqual([
    expect.stringContaining(`PAYMENTS=${other} cannot start`),
    expect.stringContaining("new database"),
  ]);
  expect(await own.recorded()).toBe(mode);
});

test("a sandbox database without donations can become live", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "sandbox");
  expect(await recordPayments(own.url, "live")).toBeNull();
  expect(await own.recorded()).toBe("live");
});

test("a live database without donations refuses a sandbox start", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "live");
  const running = openDatabase(withPayments(own.webUrl, "live"), { poolSize: 1 });
  expect(await recordPayments(own.url, "sandbox")).toEqual([
    expect.stringContaining("PAYMENTS=sandbox cannot start on this database. It is for live payments"),
    expect.stringContaining("new database"),
  ]);
  expect(await own.recorded()).toBe("live");
  await pendingDonation(running.readWrite, { to: await campaign(running.readWrite) });
  await running.close();
});

test("the database never changes live into sandbox", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "live");
  await expect(onDatabase(own.url, "update installation set payments = 'sandbox'")).rejects.toThrow(
    /stays live/,
  );
  expect(await own.recorded()).toBe("live");
});

test("demonstration donations without a record stay sandbox", async () => {
  await using own = await ownDatabase("demo");
  expect(await recordPayments(own.url, "live")).toEqual([
    expect.stringContaining("demonstration or sandbox donations"),
    expect.anything(),
  ]);
  const claimed = onDatabase(own.url, "insert into installation (payments) values ('live')");
  await expect(claimed).rejects.toThrow(/not real/);
  expect(await own.recorded()).toBeNull();
  expect(await recordPayments(own.url, "sandbox")).toBeNull();
  expect(await own.recorded()).toBe("sandbox");
});

test("unmarked donations become live only by the owner's statement", async () => {
  await using own = await ownDatabase();
  await own.give();
  expect(await recordPayments(own.url, "live")).toEqual([
    expect.stringContaining("no record whether they are real"),
    expect.stringContaining("docs/runbook.md"),
  ]);
  await onDatabase(own.url, "insert into installation (payments) values ('live')");
  expect(await recordPayments(own.url, "live")).toBeNull();
});

test("the database refuses a mode change after a donation", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "sandbox");
  await own.give();
  for (const [statement, refusal] of [
    ["update installation set payments = 'live'", /stay sandbox/],
    ["delete from installation", /append-only/],
    ["truncate installation", /append-only/],
  ] as const)
    await expect(onDatabase(own.url, statement)).rejects.toThrow(refusal);
  await expect(onDatabase(own.webUrl, "update installation set payments = 'live'")).rejects.toThrow(
    /permission denied/,
  );
});

test("a site started before a mode change accepts no donation", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "sandbox");
  const pretending = openDatabase(withPayments(own.webUrl, "sandbox"), { poolSize: 1 });
  const to = await campaign(pretending.readWrite);
  await recordPayments(own.url, "live");
  await expect(pendingDonation(pretending.readWrite, { to })).rejects.toThrow(
    "a site with sandbox payments cannot take donations for a live database",
  );
  await pretending.close();
  const real = openDatabase(withPayments(own.webUrl, "live"), { poolSize: 1 });
  await pendingDonation(real.readWrite, { to });
  await real.close();
});

test("a live database refuses demonstration donations and test histories", async () => {
  await using own = await ownDatabase();
  await recordPayments(own.url, "live");
  const tools = { putPicture: () => expect.unreachable(), say: () => {} };
  await expect(seed(own.url, "demo", tools)).rejects.toThrow(/no demonstration/);
  const history = { donations: 1, campaigns: 1, days: 1, now: new Date() };
  expect(await writeHistory(own.db, history)).toBe("refused");
});
