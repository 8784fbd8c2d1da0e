import { fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import type { OrderList } from "#operations/compare-orders.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  standing,
  startedGift,
} from "#tests/support/giving.ts";
import { listeningMailServer, readLetter, type MailServer } from "#tests/support/mail-server.ts";
import { campaign } from "#tests/support/records.ts";
import { startJobs } from "./start-jobs.ts";

type Jobs = ReturnType<typeof startJobs>;

let own: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let server: MailServer;
let nodes: Jobs[];
let logged: { level: number; msg: string }[];
let azampay: ReturnType<typeof scriptedProvider>;
let selcom: ReturnType<typeof scriptedProvider>;
let orders: Awaited<ReturnType<OrderList>>;

const quiet = 20_000;

beforeEach(async () => {
  own = await testDatabase();
  database = openDatabase(own.url, { poolSize: 2 });
  server = await listeningMailServer();
  nodes = [];
  logged = [];
  azampay = scriptedProvider("azampay");
  selcom = scriptedProvider("selcom");
  orders = [];
  await writeSetting("fund", { name: { en: "The Fund", sw: null }, tagline: { en: "Give", sw: null } });
  await writeSetting("contact", {
    phones: [],
    emails: ["help@fund.example"],
    address: { en: "Dodoma", sw: null },
  });
  await writeSetting("office-hours", []);
});

afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await server.close();
  await database.close();
  await own.close();
}, quiet);

async function writeSetting(key: string, value: unknown): Promise<void> {
  await database.everything
    .insertInto("site_settings")
    .values({ key, value: JSON.stringify(value), is_public: true })
    .execute();
}

function startNode(): Jobs {
  const write = (line: string) => void logged.push(JSON.parse(line));
  const node = startJobs({
    config: {
      mail: { smtpUrl: server.url, from: { name: "Fund", address: "fund@fund.example" } },
      payments: "sandbox",
    },
    databaseUrl: own.url,
    origin: "https://fund.example",
    providers: { azampay, selcom },
    orders: async () => orders,
    pictures: { remove: async () => {} },
    log: pino({ level: "warn" }, { write }),
  });
  nodes.push(node);
  return node;
}

async function waitingLetters(...recipients: string[]): Promise<void> {
  await database.everything
    .insertInto("outbox")
    .values(
      recipients.map((recipient) => ({
        template: recipient.startsWith("unknown") ? "no-such-template" : "email-change",
        recipient,
        details: JSON.stringify({ address: "/confirm?token=abc" }),
      })),
    )
    .execute();
}

async function states(): Promise<string[]> {
  const rows = await database.everything.selectFrom("outbox").select("status").orderBy("id").execute();
  return rows.map(({ status }) => status);
}

async function listeners(): Promise<bigint | undefined> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and query = 'listen amana_changes'
  `.execute(database.everything);
  return rows[0]?.count;
}

const recipients = () => server.received.flatMap((letter) => letter.recipients).sort();

test("nodes that start together call each job, and what is written while they run is sent at once and once", async () => {
  await waitingLetters("before@donors.example");
  await Promise.all([startNode(), startNode(), startNode()].map(({ running }) => running));
  await expect.poll(states).toEqual(["sent"]);
  const donors = Array.from({ length: 12 }, (_, at) => `donor-${at}@donors.example`);
  await waitingLetters(...donors);
  await expect.poll(async () => (await states()).every((status) => status === "sent")).toBe(true);
  expect(recipients()).toEqual(["before@donors.example", ...donors].sort());

  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(
    database.everything,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "check-ledger",
    "compare-orders",
    "forget-expired",
    "reconcile-payments",
    "remove-unused-pictures",
    "send-mail",
  ]);
  expect(logged).toEqual([]);
});

test("a gift whose callback never came is asked about by one node, and its receipt sent once", async () => {
  const db = database.everything;
  const gift = await startedGift(db, azampay, await campaign(db));
  azampay.script.about = () => ({ kind: "report", report: reportOf(gift) });
  await db.updateTable("payments").set({ next_check_at: new Date() }).execute();
  await Promise.all([startNode(), startNode()].map(({ running }) => running));
  await expect.poll(states).toEqual(["sent"]);
  expect(await standing(db, gift.externalId)).toMatchObject({
    donation: "completed",
    payment: "succeeded",
    journals: ["gift"],
    mails: 1,
  });
  expect(azampay.script.questions).toEqual([gift.reference]);
  expect(recipients()).toEqual(["asha@example.org"]);
  expect(readLetter(server.received[0]?.raw ?? "").text).toMatch(
    new RegExp(`https://fund.example/donations/${gift.externalId}\\?key=[\\w-]{20,}`),
  );
  await expectSoundLedger(db);

  const { rows } = await sql`
    select from pgboss.job where name = 'reconcile-payments' and state = 'created' and start_after > created_on
  `.execute(db);
  expect(rows, "it will ask again in a moment").toHaveLength(1);
  expect(logged).toEqual([]);
});

test("a letter that nobody can write does not stop the job, and is logged", async () => {
  await startNode().running;
  await waitingLetters("unknown@donors.example");
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain("a job failed; it will be done again");
  await waitingLetters("asha@donors.example");
  await expect.poll(states).toEqual(["waiting", "sent"]);
});

test("what is under way when a node stops is finished", async () => {
  const stopped = Promise.withResolvers<void>();
  server.manners.onLetter = () => stopped.promise;
  const node = startNode();
  await node.running;
  await waitingLetters(
    "asha@donors.example",
    ...Array.from({ length: 9 }, (_, at) => `donor-${at}@donors.example`),
  );
  await expect.poll(() => server.received.length).toBeGreaterThan(0);
  nodes.splice(0);
  const stopping = node.stop();
  await expect.poll(listeners).toBe(0n);
  for (let turn = 0; turn < 50; turn++) await states();
  stopped.resolve();
  await stopping;
  const sent = (await states()).filter((status) => status === "sent");
  expect(sent).toHaveLength(server.received.length);
  expect(sent.length).toBeLessThan(10);
});

test("a node that is killed while a letter is taken leaves it to another, under the same Message-ID", async () => {
  const child = fork("tests/support/jobs.ts", {
    env: { PATH: process.env["PATH"], DATABASE_URL: own.url, SMTP_URL: server.url },
  });
  await once(child, "message");
  const gone = once(child, "exit");
  server.manners.onLetter = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  await waitingLetters("asha@donors.example");
  await gone;
  expect(await states()).toEqual(["waiting"]);

  server.manners.onLetter = () => {};
  await startNode().running;
  expect(server.received).toHaveLength(1);
  await database.everything
    .updateTable("outbox")
    .set({ send_after: sql<Date>`now()` })
    .execute();
  await waitingLetters("juma@donors.example");
  await expect.poll(states).toEqual(["sent", "sent"]);
  expect(recipients()).toEqual(["asha@donors.example", "asha@donors.example", "juma@donors.example"]);
  const ids = server.received
    .filter((letter) => letter.recipients[0] === "asha@donors.example")
    .map(({ raw }) => readLetter(raw).header("Message-ID"));
  expect(new Set(ids).size).toBe(1);
});

test("a node whose every connection was cut goes on with its jobs", async () => {
  await startNode().running;
  await waitingLetters("before@donors.example");
  await expect.poll(states).toEqual(["sent"]);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(database.everything);
  await waitingLetters("asha@donors.example");
  await expect.poll(states, { timeout: 15_000 }).toEqual(["sent", "sent"]);
  expect(recipients()).toEqual(["asha@donors.example", "before@donors.example"]);
});

test("jobs begin once the database can be reached, and a node that never could stops all the same", async () => {
  const unreachable = startJobs({
    config: { mail: undefined, payments: "sandbox" },
    databaseUrl: "postgres://nobody@127.0.0.1:1/none",
    origin: "https://fund.example",
    providers: { azampay, selcom },
    orders: async () => orders,
    pictures: { remove: async () => {} },
    log: pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain("the jobs could not begin; they try again");
  await unreachable.stop();
});

const strangers = async () =>
  (
    await database.everything
      .selectFrom("cases")
      .select("subject")
      .where("kind", "=", "unknown-order")
      .execute()
  ).map(({ subject }) => subject);

const run = (job: string) =>
  database.everything.selectFrom("job_runs").selectAll().where("job", "=", job).executeTakeFirst();

const paidByStranger = [
  { reference: "nobody-s", outcome: "paid" as const, amount: "1000", createdAt: "2026-11-20 10:00:00" },
];

test("Selcom's list is compared by nodes that start together, each difference is one case, and the end is kept", async () => {
  orders = paidByStranger;
  await Promise.all([startNode(), startNode(), startNode()].map(({ running }) => running));
  await expect
    .poll(() => run("compare-orders"))
    .toMatchObject({
      outcome: { kind: "compared", unknown: 1 },
      failure: null,
    });
  expect(await strangers()).toEqual(["selcom:nobody-s"]);
});

test("a node that is killed while it compares leaves it to another", async () => {
  const child = fork("tests/support/jobs.ts", {
    env: { PATH: process.env["PATH"], DATABASE_URL: own.url, SMTP_URL: server.url, ORDERS: "hang" },
  });
  await new Promise<void>((comparing) => {
    child.on("message", (message) => message === "comparing" && comparing());
  });
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  expect(await run("compare-orders")).toBeUndefined();
  orders = paidByStranger;
  await startNode().running;
  await expect.poll(strangers).toEqual(["selcom:nobody-s"]);
});

test("a job that staff have stopped does nothing, and one that fails says why", async () => {
  await writeSetting("jobs", { "compare-orders": false });
  orders = paidByStranger;
  await database.everything
    .insertInto("attempts")
    .values({ key: Buffer.from("x"), used: 1, until: new Date(0) })
    .execute();
  await startNode().running;
  await expect.poll(() => run("forget-expired")).toMatchObject({ outcome: { attempts: 1, rate_limits: 0 } });
  await expect.poll(() => run("check-ledger")).toMatchObject({ outcome: { count: 0, problems: [] } });
  expect([await run("compare-orders"), await strangers()]).toEqual([undefined, []]);
  await waitingLetters("unknown@donors.example");
  await expect.poll(async () => (await run("send-mail"))?.failure).toMatch(/could not be written/);
});
