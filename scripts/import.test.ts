import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { defaultDurationInDays } from "#domain/campaigns/categories.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { patience } from "#tests/support/patience.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";
import { runScript } from "#tests/support/server/run-script.ts";

let folder: string;
let base: Awaited<ReturnType<typeof testDatabase>>;
let database: ReturnType<typeof openDatabase>;
let admin: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "amana-import-"));
  base = await testDatabase();
  database = openDatabase(base.url, { poolSize: 2 });
  await onDatabase(base.url, "insert into installation (payments) values ('live')");
  admin = (await makePerson(base.url, "amina", "admin")).id;
  await write("campaigns.csv", campaigns);
});
afterEach(async () => {
  await database.close();
  await base.close();
  await rm(folder, { recursive: true });
});

const campaigns = `id,title,description,category,goal_amount,amount_raised,donors_count,currency,is_zakat_eligible,status
1,Conference center,"A hall, for 500",Infrastructure,3000000000,1250000,41,TZS,f,active
2,Zakat fund for indebted students,For debts,Zakat,50000000,700000,12,TZS,t,active
3,Alumni abroad,From abroad,Alumni,10000,250.50,3,USD,f,paused
4,New roof,Not begun,Infrastructure,900000,0,0,TZS,f,active
`;

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const run = (...options: string[]) =>
  runScript("scripts/import.ts", [folder, "--by", "amina", ...options], {
    DATABASE_URL: base.url,
    DATA_DIR: join(folder, "data"),
    SEED: "empty",
  });

async function standings() {
  const { rows } = await sql<{ campaign: string; raised: bigint; donors: bigint }>`
    select campaign_id as campaign, raised, donors::bigint from campaign_totals order by 1`.execute(
    database.readWrite,
  );
  return Object.fromEntries(
    rows.map(({ campaign, raised, donors }) => [campaign, [Number(raised), Number(donors)]]),
  );
}

/** Everything that an import could write. */
async function contents() {
  const tables = ["campaigns", "journal", "postings", "team_members", "audit_log", "donations", "payments"];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        all: string;
      }>`select coalesce(string_agg(t::text, '|' order by t::text), '') as all
        from ${sql.table(table)} t`.execute(database.readWrite);
      return [table, rows[0]?.all] as const;
    }),
  );
  return Object.fromEntries(counts);
}

test("an import killed in the middle changes nothing, and the next one is complete", async () => {
  const before = await contents();
  const blocker = new pg.Client(base.url);
  await blocker.connect();
  await blocker.query("begin; lock table postings in share mode");
  const settings = { DATABASE_URL: base.url, DATA_DIR: join(folder, "data"), SEED: "empty" };
  const killed = spawn(process.execPath, ["scripts/import.ts", folder, "--by", "amina"], {
    env: { ...inheritedEnvironment, ...settings },
    stdio: "ignore",
  });
  const gone = once(killed, "exit");
  const waiting = async () => (await blocker.query("select from pg_locks where not granted")).rowCount;
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), patience);
  killed.kill("SIGKILL");
  await gone;
  await blocker.end();
  expect(await contents()).toEqual(before);

  expect((await run()).output).toContain("opening balances: 3 new, 0 there already");
  expect(await standings()).toMatchObject({ "conference-center": [1_250_000, 41] });
  expect(await findLedgerProblems(database.readWrite)).toEqual([]);
});

test("opening balances count as raised, and nothing is a payment", async () => {
  await write("team_members.csv", "name,role,order_index\nAsha Juma,Chair,1\n");
  const { code, output } = await run("--as-of", "2026-10-01");
  expect(output).toContain("campaigns: 4 rows read, 4 new, 0 there already, 0 left out");
  expect(output).toContain("opening balances: 3 new, 0 there already");
  expect(output).toContain("together: 1950000 TZS");
  expect(output).toContain("team_members: 1 rows read, 1 new");
  expect(code).toBe(0);
  expect(await standings()).toEqual({
    "alumni-abroad": [25_050, 3],
    "conference-center": [1_250_000, 41],
    "new-roof": [0, 0],
    "zakat-fund-for-indebted-students": [700_000, 12],
  });
  const db = database.readWrite;
  for (const table of ["donations", "payments"] as const)
    expect(await db.selectFrom(table).select("id").execute()).toEqual([]);
  const journals = await db
    .selectFrom("journal")
    .select(["kind", "opening_of", "entered_by", "source_hash", "note"])
    .where("opening_of", "=", "conference-center")
    .execute();
  const hash = createHash("sha256")
    .update(await readFile(join(folder, "campaigns.csv")))
    .digest("hex");
  expect(journals).toEqual([
    {
      kind: "opening",
      opening_of: "conference-center",
      entered_by: admin,
      source_hash: hash,
      note: "campaigns.csv",
    },
  ]);
  const lines = await db
    .selectFrom("postings")
    .select(["account", "amount"])
    .orderBy("journal_id")
    .orderBy("line")
    .execute();
  expect(lines).toContainEqual({ account: "zakat:zakat-fund-for-indebted-students", amount: -700_000n });
  expect(lines.filter(({ account }) => account === "bank")).toHaveLength(3);
  const days = await sql<{ day: string; donors: bigint }>`
    select day, sum(donors)::bigint as donors from daily_totals group by day`.execute(db);
  expect(days.rows).toEqual([{ day: "2026-10-01", donors: 56n }]);
  expect(await findLedgerProblems(db)).toEqual([]);
  const entry = await db
    .selectFrom("audit_log")
    .select(["actor_id", "after"])
    .where("action", "=", "fund-imported")
    .executeTakeFirstOrThrow();
  expect(entry.actor_id).toBe(admin);
  expect(JSON.stringify(entry.after)).toContain(hash);
});

test("a dry run and a second run change nothing", async () => {
  const empty = await contents();
  const rehearsed = await run("--dry-run");
  expect(rehearsed.output).toContain("opening balances: 3 new");
  expect(rehearsed.output).toContain("Dry run: nothing was changed.");
  expect(await contents()).toEqual(empty);
  await run();
  const first = await contents();
  expect(first).not.toEqual(empty);
  const second = await run();
  expect(second.output).toContain("campaigns: 4 rows read, 0 new, 4 there already, 0 left out");
  expect(second.output).toContain("opening balances: 0 new, 3 there already");
  expect(second.code).toBe(0);
  expect(await contents()).toEqual(first);
});

test("bad rows are left out and listed, and the others are imported", async () => {
  await write(
    "campaigns.csv",
    `${campaigns}5,Bad amount,x,Alumni,1,many,1,TZS,f,active\n6,Short\n7,New roof,y,Alumni,5,1,1,TZS,f,active\n`,
  );
  const { code, output } = await run();
  expect(output).toContain('campaigns.csv line 6: amount_raised "many" is not an amount');
  expect(output).toContain("campaigns.csv line 7: it has 2 cells for 10 columns.");
  expect(output).toContain("campaigns.csv line 8: its address new-roof is that of campaigns.csv line 5");
  expect(output).toContain("4 new");
  expect(code).toBe(1);
  expect(Object.keys(await standings())).toHaveLength(4);
});

test("two different rows with one id are both left out, in every run", async () => {
  await write("campaigns.csv", `${campaigns}2,Zakat fund,For debts,Zakat,50000000,800000,12,TZS,t,active\n`);
  const line = "campaigns.csv line 3 and campaigns.csv line 6: they have the id 2 and differ";
  for (const options of [["--dry-run"], []]) {
    const { code, output } = await run(...options);
    expect(output).toContain(line);
    expect(output).toContain("campaigns: 5 rows read, 3 new, 0 there already, 2 left out");
    expect(code).toBe(1);
  }
  expect(Object.keys(await standings())).toEqual(["alumni-abroad", "conference-center", "new-roof"]);
});

test("the same row twice is one campaign", async () => {
  await write("campaigns.csv", `${campaigns}${campaigns.split("\n")[1]}\n`);
  const { code, output } = await run();
  expect(output).toContain("campaigns: 5 rows read, 4 new, 0 there already, 1 repeated, 0 left out");
  expect(code).toBe(0);
  expect(await standings()).toMatchObject({ "conference-center": [1_250_000, 41] });
});

test("a changed opening balance is reported and not booked", async () => {
  await run();
  const before = await contents();
  await write("campaigns.csv", campaigns.replace("1250000,41", "1350000,42"));
  const { code, output } = await run();
  expect(output).toContain(
    "campaign conference-center: its opening balance here is 1250000 TZS of 41 donors, and it cannot change",
  );
  expect(code).toBe(1);
  expect(await contents()).toEqual(before);
});

test("an error undoes everything", async () => {
  await onDatabase(
    base.url,
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
     create constraint trigger planted after insert on journal deferrable initially deferred
       for each row when (new.opening_of = 'alumni-abroad') execute function fail()`,
  );
  const before = await contents();
  const { code, output } = await run();
  expect(output).toContain("planted");
  expect(code).not.toBe(0);
  expect(await contents()).toEqual(before);
});

test("a campaign without an end takes donations, and one that has ended is named", async () => {
  const today = dayOf(new Date());
  await write(
    "campaigns.csv",
    `title,description,goal_amount,amount_raised,donors_count,status,created_at,end_date
Open wells,x,100,0,0,active,2025-06-01,
Old wells,x,100,0,0,active,2025-06-01,2025-09-30
Done wells,x,100,0,0,completed,2025-06-01,
`,
  );
  const rehearsed = await run("--dry-run");
  const { output } = await run();
  for (const each of [rehearsed.output, output]) {
    expect(each).toContain(
      `open-wells: it has no end_date, so it takes donations until ${addDays(today, defaultDurationInDays)}`,
    );
    expect(each).toContain("old-wells: it is active but ended on 2025-09-30, so it takes no donations");
    expect(each).not.toContain("done-wells: it");
  }
  const ends = await sql<{ id: string; end: string }>`
    select id, end_date::text as end from campaigns order by id`.execute(database.readWrite);
  expect(ends.rows).toEqual([
    { id: "done-wells", end: "2025-07-01" },
    { id: "old-wells", end: "2025-09-30" },
    { id: "open-wells", end: addDays(today, defaultDurationInDays) },
  ]);
});

test.each([
  ["campaigns", campaigns.replace("amount_raised", "raised"), "campaigns lacks the column amount_raised."],
  ["donations", "campaign_id,amount,state\n1,5,completed\n", 'donations has the unknown column "state".'],
  ["team_members", "name,role,Photo\nAsha,Chair,x\n", 'team_members has the unknown column "Photo".'],
])("an unknown column of %s is named, and nothing is imported", async (table, text, problem) => {
  await write(`${table}.csv`, text);
  const before = await contents();
  for (const options of [["--dry-run"], []])
    expect(await run(...options)).toMatchObject({
      ...{ code: 2, output: expect.stringContaining(`${table}.csv: ${problem}`) },
    });
  expect(await contents()).toEqual(before);
});

test("only an admin imports, and a live database with donations takes none", async () => {
  await makePerson(base.url, "sara", "staff");
  const before = await contents();
  const stranger = await run("--by", "sara");
  expect(stranger).toMatchObject({
    code: 2,
    output: expect.stringContaining("no admin with the username sara"),
  });
  expect(await contents()).toEqual(before);
  const db = database.readWrite;
  await complete(db, await pendingDonation(db, { to: await campaign(db) }));
  const used = await contents();
  const late = await run();
  expect(late).toMatchObject({ code: 2, output: expect.stringContaining("has donations already") });
  expect(await contents()).toEqual(used);
});

test("a dump is imported, and donations are only compared", async () => {
  await rm(join(folder, "campaigns.csv"));
  await write(
    "fund.sql",
    `COPY public.campaigns (id, title, description, goal_amount, amount_raised, donors_count, image) FROM stdin;
7\tGirls dormitories\tBeds\t1000000\t90000\t4\thttps://a/b.png
\\.
COPY public.donations (campaign_id, amount, currency, status, donor_name) FROM stdin;
7\t50000\tTZS\tcompleted\tAsha Hidden
7\t30000\tTZS\tcompleted\tJuma
7\t20000\tTZS\tpending\tJuma
\\.
COPY public.bank_details (id, bank_name) FROM stdin;
1\tCRDB
\\.
`,
  );
  const { code, output } = await run();
  expect(output).toContain("donations: 3 rows read, 2 completed. They are compared, not imported.");
  expect(output).toContain(
    "girls-dormitories: amount_raised is 90000, and its completed donations are 80000",
  );
  expect(output).toContain("bank_details: 1 rows read, not imported: two people enter them");
  expect(output).toContain("Upload 1 campaign pictures");
  expect(code).toBe(0);
  expect(await standings()).toEqual({ "girls-dormitories": [90_000, 4] });
  expect(JSON.stringify(await contents())).not.toContain("Hidden");
});

test("wrong options and an unknown file are refused", async () => {
  const settings = { DATABASE_URL: base.url, DATA_DIR: join(folder, "data") };
  const help = await runScript("scripts/import.ts", ["--help"], settings);
  expect(help).toMatchObject({
    code: 0,
    output: expect.stringContaining("npm run import -- <folder or file>"),
  });
  expect((await runScript("scripts/import.ts", [folder], settings)).code).toBe(2);
  expect((await run("--as-of", "2999-01-01")).code).toBe(2);
  await rm(join(folder, "campaigns.csv"));
  expect((await run()).output).toContain("There is no table campaigns or team_members.");
});

test.each([
  [
    "a column more than its rows",
    "campaigns.csv",
    "id,title,raised\n1,Roof\n",
    "line 2: it has 2 cells for 3 columns.",
  ],
  [
    "rows with a comma at the end",
    "campaigns.csv",
    "id,title\n1,Roof,\n",
    "line 2: it has 3 cells for 2 columns.",
  ],
  [
    "a cut copy",
    "fund.sql",
    "COPY public.campaigns (id, title) FROM stdin;\n1\tRoof\n",
    "have no end. The file is cut.",
  ],
])("a file whose only table has %s says so", async (_, name, text, problem) => {
  await rm(join(folder, "campaigns.csv"));
  await writeFile(join(folder, name), text);
  const { code, output } = await run();
  expect(code).toBe(2);
  expect(output).toContain(problem);
  expect(output).not.toContain("There is no table");
});

test.each([
  ["Latin-1", () => Buffer.from(campaigns.replace("New roof", "École"), "latin1"), "is not UTF-8"],
  ["UTF-16", () => Buffer.from(campaigns, "utf16le"), "is not UTF-8"],
  [
    "two equal columns",
    () => Buffer.from(campaigns.replace("donors_count", "amount_raised")),
    "has two columns",
  ],
])("a file with %s is refused as a whole", async (_, bytes, problem) => {
  await writeFile(join(folder, "campaigns.csv"), bytes());
  const before = await contents();
  expect(await run()).toMatchObject({ code: 2, output: expect.stringContaining(problem) });
  expect(await contents()).toEqual(before);
});

test("two imports at once book each opening balance once", async () => {
  const results = await Promise.all([run(), run()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  expect((await standings())["conference-center"]).toEqual([1_250_000, 41]);
  expect(await findLedgerProblems(database.readWrite)).toEqual([]);
});

test("the terminal gets no commands of the file", async () => {
  await write("campaigns.csv", `${campaigns}5,Bad,x,Alumni,1,\u001b]0;planted\u0007,1,TZS,f,active\n`);
  const { output } = await run();
  expect(output).toContain("planted");
  for (const command of ["\u001b", "\u0007"]) expect(output).not.toContain(command);
});
