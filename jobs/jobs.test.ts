import { fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import { jobNames } from "#domain/system/jobs.ts";
import {
  expectSoundLedger,
  reportOf,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { jobNodes } from "#tests/support/jobs/nodes.ts";
import { readEmail } from "#tests/support/mail/server.ts";
import { campaign } from "#tests/support/database/records.ts";
import { startJobs } from "./start-jobs.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

const on = jobNodes();

async function states(): Promise<string[]> {
  const rows = await on.db.selectFrom("outbox").select("status").orderBy("id").execute();
  return rows.map(({ status }) => status);
}

async function listeners(): Promise<bigint | undefined> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and application_name like 'amana listener%'
  `.execute(on.db);
  return rows[0]?.count;
}

const recipients = () => on.server.received.flatMap((email) => email.recipients).sort();

test("nodes that start together call each job, and new emails go once", async () => {
  await on.waitingEmails("before@donors.example");
  await Promise.all([on.startNode(), on.startNode(), on.startNode()].map(({ running }) => running));
  await expect.poll(states).toEqual(["sent"]);
  const donors = Array.from({ length: 12 }, (_, at) => `donor-${at}@donors.example`);
  await on.waitingEmails(...donors);
  await expect.poll(async () => (await states()).every((status) => status === "sent")).toBe(true);
  expect(recipients()).toEqual(["before@donors.example", ...donors].sort());

  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(on.db);
  expect(rows.map(({ name }) => name)).toEqual(jobNames.toSorted());
  expect(on.logged).toEqual([]);
});

test("a donation without callback is checked by one node, with one receipt", async () => {
  const db = on.db;
  const donation = await startedDonation(db, on.azampay, await campaign(db));
  on.azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
  await db.updateTable("payments").set({ next_check_at: new Date() }).execute();
  await Promise.all([on.startNode(), on.startNode()].map(({ running }) => running));
  await expect.poll(states).toEqual(["sent"]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    payment: "succeeded",
    journals: ["donation"],
    mails: 1,
  });
  expect(on.azampay.script.questions).toEqual([donation.reference]);
  expect(recipients()).toEqual(["asha@example.org"]);
  expect(readEmail(on.server.received[0]?.raw ?? "").text).toMatch(
    new RegExp(`https://fund.example/donations/${donation.externalId}\\?key=[\\w-]{20,}`),
  );
  await expectSoundLedger(db);

  const { rows } = await sql`
    select from pgboss.job where name = 'reconcile-payments' and state = 'created' and start_after > created_on
  `.execute(db);
  expect(rows, "it will ask again in a moment").toHaveLength(1);
  expect(on.logged).toEqual([]);
});

test("an email that cannot be written is logged, and the job continues", async () => {
  await on.startNode().running;
  await on.waitingEmails("unknown@donors.example");
  await expect.poll(() => on.logged.map(({ msg }) => msg)).toContain("job failed, will retry");
  await on.waitingEmails("asha@donors.example");
  await expect.poll(states).toEqual(["waiting", "sent"]);
});

test("current work is finished before a node stops", async () => {
  const stopped = Promise.withResolvers<void>();
  on.server.manners.onEmail = () => stopped.promise;
  const node = on.startNode();
  await node.running;
  await on.waitingEmails(
    "asha@donors.example",
    ...Array.from({ length: 9 }, (_, at) => `donor-${at}@donors.example`),
  );
  await expect.poll(() => on.server.received.length).toBeGreaterThan(0);
  on.nodes.splice(0);
  const stopping = node.stop();
  await expect.poll(listeners).toBe(0n);
  for (let turn = 0; turn < 50; turn++) await states();
  stopped.resolve();
  await stopping;
  const sent = (await states()).filter((status) => status === "sent");
  expect(sent).toHaveLength(on.server.received.length);
  expect(sent.length).toBeLessThan(10);
});

test("a killed node's email is sent by another, with its Message-ID", async () => {
  const child = fork("tests/support/jobs/process.ts", {
    env: { ...inheritedEnvironment, DATABASE_URL: on.webUrl, SMTP_URL: on.server.url },
  });
  await once(child, "message");
  const gone = once(child, "exit");
  on.server.manners.onEmail = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  await on.waitingEmails("asha@donors.example");
  await gone;
  expect(await states()).toEqual(["waiting"]);

  on.server.manners.onEmail = () => {};
  await on.startNode().running;
  expect(on.server.received).toHaveLength(1);
  await on.db
    .updateTable("outbox")
    .set({ send_after: sql<Date>`now()` })
    .execute();
  await on.waitingEmails("juma@donors.example");
  await expect.poll(states).toEqual(["sent", "sent"]);
  expect(recipients()).toEqual(["asha@donors.example", "asha@donors.example", "juma@donors.example"]);
  const ids = on.server.received
    .filter((email) => email.recipients[0] === "asha@donors.example")
    .map(({ raw }) => readEmail(raw).header("Message-ID"));
  expect(new Set(ids).size).toBe(1);
});

test("a node with all connections cut continues its jobs", async () => {
  await on.startNode().running;
  await on.waitingEmails("before@donors.example");
  await expect.poll(states).toEqual(["sent"]);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(on.db);
  await on.waitingEmails("asha@donors.example");
  await expect.poll(states).toEqual(["sent", "sent"]);
  expect(recipients()).toEqual(["asha@donors.example", "before@donors.example"]);
});

test("jobs start once the database is available, and a node always stops", async () => {
  const unreachable = startJobs({
    config: { mail: undefined, payments: "sandbox" },
    databaseUrl: "postgres://nobody@127.0.0.1:1/none",
    seal,
    origin: "https://fund.example",
    providers: { azampay: on.azampay, selcom: on.selcom },
    reporting: null,
    orders: async () => on.orders,
    disk: async () => ({ free: 1e12, percentFree: 50 }),
    pictures: { remove: async () => {} },
    documents: noDocuments,
    backUp: null,
    log: pino({ level: "warn" }, { write: (line) => void on.logged.push(JSON.parse(line)) }),
  });
  await expect.poll(() => on.logged.map(({ msg }) => msg)).toContain("jobs could not start, will retry");
  await unreachable.stop();
});

const run = (job: string) =>
  on.db.selectFrom("job_runs").selectAll().where("job", "=", job).executeTakeFirst();

test("the result of each job, or its failure, is stored for staff", async () => {
  on.orders = {
    orders: [
      { row: 1, reference: "nobody-s", outcome: "paid", amount: "1000", createdAt: "2026-11-20 10:00:00" },
    ],
    odd: [],
  };
  await on.db
    .insertInto("rate_limits")
    .values({ subject: "x", moments: [], last_at: new Date(0) })
    .execute();
  await on.startNode().running;
  await expect
    .poll(() => run("compare-orders"))
    .toMatchObject({ outcome: { kind: "compared", unknown: 1 }, failure: null });
  await expect
    .poll(() => run("forget-expired"))
    .toMatchObject({ outcome: { rate_limits: 1, donation_drafts: 0 } });
  await expect.poll(() => run("check-ledger")).toMatchObject({ outcome: { count: 0, problems: [] } });
  await on.waitingEmails("unknown@donors.example");
  await expect.poll(async () => (await run("send-mail"))?.failure).toMatch(/could not be written/);
});
