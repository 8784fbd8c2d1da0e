import { afterAll, expect, test } from "vitest";
import type { Reported, Reporting } from "#domain/donations/reporting.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { readCampaignFigures } from "#database/campaigns/page-parts.ts";
import { readStatistics } from "#database/donations/statistics.ts";
import { openDatabase } from "#database/sql.server.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { readFigureParts } from "#database/donations/figures.ts";
import { acceptLowerFigure } from "./accept-lower-figure.ts";
import { fetchExternalFigures } from "./fetch-external-figures.ts";

const own = await testDatabase("demo");
const database = openDatabase(own.webUrl);
const db = database.readWrite;
afterAll(async () => {
  await database.close();
  await own.close();
});

const minute = 60_000;
const start = new Date("2026-11-24T09:00:00Z").getTime();
const stop = new AbortController().signal;

async function switchOn(value: { overall: boolean; campaigns: string[]; titles?: Record<string, string> }) {
  const record = { value: JSON.stringify(value), updated_at: new Date() };
  await db
    .insertInto("site_settings")
    .values({ key: "external-figures", is_public: true, ...record })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(record))
    .execute();
}

/** A service that reports these figures. A title without figures fails. */
function reporting(figures: Record<string, Reported>): Reporting & { requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    async ask(title) {
      const found = figures[title ?? "*"];
      requests.push(title ?? "*");
      return found
        ? { kind: "figures", figures: found }
        : { kind: "failed", reason: "HTTP error! status: 500" };
    },
  };
}

const fetchAt = (minutes: number, service: Reporting, payments: "sandbox" | "live" = "sandbox") =>
  fetchExternalFigures(db, service, { payments, now: new Date(start + minutes * minute), stop });

const statistics = () => readStatistics(database.publicReads, null);
const campaign = async (id: string) => {
  const found = await findCampaign(database.publicReads, id);
  if (found === null) throw new Error("no such campaign");
  return found;
};
const shownFigures = async () => {
  const { external } = await readCampaignFigures(
    database.publicReads,
    "ablution-block",
    (await campaign("ablution-block")).goal,
  );
  return external;
};
const titles = {
  "conference-center": "conference center",
  "girls-dormitories": "girls dormitories",
  "ablution-block": "mosque",
  "student-scholarship": "scholarship",
  zakat: "zakat",
  "cash-waqfu": "cash waqfu",
  "fun-run-2025": "run",
};

test("switched-on figures are added to the ledger, and goals stay", async () => {
  const before = { all: await statistics(), block: await campaign("ablution-block") };
  const { raised, donors } = await db
    .selectFrom("postings as p")
    .innerJoin("journal as j", "j.id", "p.journal_id")
    .select(({ fn }) => [fn.sum<string>("p.amount").as("raised"), fn.countAll<bigint>().as("donors")])
    .where("p.campaign_id", "=", "ablution-block")
    .where("j.kind", "=", "donation")
    .executeTakeFirstOrThrow();
  await switchOn({ overall: true, campaigns: ["ablution-block"] });
  const service = reporting({
    "*": { raised: 900_000n, donors: 40 },
    mosque: { raised: 250_000n, donors: 7 },
  });
  expect(await fetchAt(0, service)).toEqual({ fetched: 2, failures: [] });

  const after = { all: await statistics(), block: await campaign("ablution-block") };
  expect(after.all.raised.amount).toBe(before.all.raised.amount + 900_000n);
  expect(after.all.donors).toBe(before.all.donors + 40);
  expect(after.block.raised.amount).toBe(250_000n - BigInt(raised));
  expect(after.block.donors).toBe(Number(donors) + 7);
  expect(after.block.goal).toEqual(before.block.goal);
  expect(await db.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
});

test("fresh figures are not asked for again", async () => {
  const service = reporting({ "*": { raised: 1n, donors: 1 }, mosque: { raised: 1n, donors: 1 } });
  expect(await fetchAt(9, service)).toEqual({ fetched: 0, failures: [] });
  expect(service.requests).toEqual([]);
});

test("failures and lower figures leave the stored figures", async () => {
  const before = await statistics();
  expect((await fetchAt(20, reporting({}))).failures).toEqual([
    { subject: "*", title: "", reason: "HTTP error! status: 500" },
    { subject: "ablution-block", title: "mosque", reason: "HTTP error! status: 500" },
  ]);
  for (const fallen of [
    { raised: 0n, donors: 0 },
    { raised: 249_999n, donors: 7 },
    { raised: 900_000n, donors: 6 },
  ])
    expect((await fetchAt(40, reporting({ "*": fallen, mosque: fallen }))).failures).toHaveLength(2);
  expect(await statistics()).toEqual(before);
});

const accept = (raised: bigint, donors: number) =>
  acceptLowerFigure(db, { subject: "ablution-block", raised, donors, by: "staff" });
const waitingBelow = async () =>
  (await readFigureParts(db)).find(({ subject }) => subject === "ablution-block")?.external?.lower;

test("a lower figure is used after a person accepts what they saw, and only then", async () => {
  const mosque = { raised: 240_000n, donors: 6 };
  await fetchAt(50, reporting({ "*": { raised: 900_000n, donors: 40 }, mosque }));
  expect(await waitingBelow()).toMatchObject(mosque);
  expect(await accept(900_000n, 6)).toBe("changed");
  expect(await shownFigures()).toMatchObject({ raised: 250_000n, donors: 7 });
  expect(await accept(240_000n, 6)).toBe("accepted");
  expect(await shownFigures()).toMatchObject(mosque);
  expect(await waitingBelow()).toBeNull();
  const [entry] = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "lower-figure-accepted")
    .execute();
  expect(entry).toMatchObject({
    ...{ actor_id: "staff", before: { raised: "250000", donors: "7" } },
    after: { raised: "240000", donors: "6" },
  });
});

test("a figure that rises again needs no decision", async () => {
  const overall = { raised: 900_000n, donors: 40 };
  const tills = (raised: bigint) => reporting({ "*": overall, mosque: { raised, donors: 7 } });
  await fetchAt(70, tills(1n));
  await fetchAt(90, tills(250_000n));
  expect(await waitingBelow()).toBeNull();
  expect(await shownFigures()).toMatchObject({ raised: 250_000n, donors: 7 });
});

test("switching off hides a figure at once, and on shows it again", async () => {
  const shown = await statistics();
  await switchOn({ overall: false, campaigns: [] });
  expect((await statistics()).raised.amount).toBe(shown.raised.amount - 900_000n);
  expect(await shownFigures()).toBeNull();
  await switchOn({ overall: true, campaigns: ["ablution-block"] });
  expect(await statistics()).toEqual(shown);
});

test("figures of an earlier title do not count", async () => {
  await switchOn({
    overall: true,
    campaigns: ["ablution-block"],
    titles: { ...titles, "ablution-block": "mosque 2" },
  });
  expect(await shownFigures()).toBeNull();
  await fetchAt(101, reporting({ "mosque 2": { raised: 5n, donors: 1 } }));
  expect(await shownFigures()).toMatchObject({ raised: 5n });
});

test("a range of days holds the ledger alone", async () => {
  const range = await readStatistics(database.publicReads, { from: "2000-01-01", to: "2100-01-01" });
  expect(range.raised.amount).toBe((await statistics()).raised.amount - 900_000n);
});

test("the success rate counts a campaign that reaches its goal with them", async () => {
  const before = (await statistics()).successRate;
  const block = await campaign("ablution-block");
  await fetchAt(120, reporting({ "mosque 2": { raised: block.goal.amount, donors: 9 } }));
  expect((await statistics()).successRate).toBeGreaterThan(before);
});

test("figures of the sandbox do not count with live payments", async () => {
  expect((await statistics()).external).not.toBeNull();
  await onDatabase(
    own.url,
    `alter table installation disable trigger all; delete from installation;
     insert into installation (payments) values ('live'); alter table installation enable trigger all`,
  );
  expect((await statistics()).external).toBeNull();
  await fetchAt(140, reporting({ "*": { raised: 3_000n, donors: 1 } }), "live");
  expect((await statistics()).external).toMatchObject({ raised: 3_000n, donors: 1 });
});
