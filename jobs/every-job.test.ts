import { fork } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { jobNames, type JobName } from "#domain/system/jobs.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { withValue } from "#domain/content/draft.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { fund } from "#operations/content/records/settings.ts";
import { scheduleDraft } from "#operations/content/saved-drafts/save.ts";
import { recordRuling } from "#operations/campaigns/zakat-rulings.ts";
import { submitCampaign } from "#operations/campaigns/submit.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { reportOf, startedDonation } from "#tests/support/donations/begin.ts";
import { jobNodes } from "#tests/support/jobs/nodes.ts";
import { campaign } from "#tests/support/database/records.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

// Every job survives a kill, does its work once on many nodes, and can be stopped by staff.

const on = jobNodes();

const work: Record<JobName, { prepare(): Promise<unknown>; done(): Promise<number> }> = {
  "send-mail": {
    prepare: () => on.waitingEmails("asha@donors.example"),
    // The staff of another job get emails too.
    done: async () =>
      on.server.received.filter(({ recipients }) => recipients.includes("asha@donors.example")).length,
  },
  "reconcile-payments": {
    async prepare() {
      // Anonymous, so that no receipt counts as an email.
      const donation = await startedDonation(on.db, on.azampay, await campaign(on.db), {
        donor: { kind: "anonymous" },
      });
      on.azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
      await askNow();
    },
    done: () => count("journal"),
  },
  "check-ledger": {
    async prepare() {
      const id = await campaign(on.db);
      await onDatabase(
        on.url,
        `alter table campaign_totals disable trigger through_ledger;
         update campaign_totals set raised = 1 where campaign_id = '${id}';
         alter table campaign_totals enable trigger through_ledger`,
      );
    },
    done: () => count("cases", "kind = 'ledger'"),
  },
  "compare-orders": {
    async prepare() {
      on.orders = {
        orders: [
          {
            row: 1,
            reference: "nobody-s",
            outcome: "paid",
            amount: "1000",
            createdAt: "2026-11-20 10:00:00",
          },
        ],
        odd: [],
      };
    },
    done: () => count("cases", "kind = 'unknown-order'"),
  },
  "forget-expired": {
    prepare: () =>
      sql`insert into used_challenges (name, used_at) values ('old', now() - interval '3 days')`.execute(
        on.db,
      ),
    done: async () => 1 - (await count("used_challenges")),
  },
  "remove-unused-pictures": {
    prepare: () =>
      sql`insert into pictures (id, width, height, alt, created_at) values ('old', 1, 1, '', now() - interval '40 days')`.execute(
        on.db,
      ),
    done: () => count("audit_log", "action = 'picture-removed'"),
  },
  "raise-alarms": {
    prepare: () => sql`insert into cases (kind) values ('mismatch')`.execute(on.db),
    done: () => count("alarms", "kind = 'mismatch'"),
  },
  "fetch-external-figures": {
    prepare: () => on.writeSetting("external-figures", { overall: true, campaigns: [] }),
    done: () => count("external_figures"),
  },
  "watch-silence": {
    prepare: () => campaign(on.db, { created_at: new Date("2026-01-01"), start_date: "2026-01-01" }),
    done: () => count("news_requests"),
  },
  "watch-submissions": {
    async prepare() {
      const ownerId = await colleague(on.db, "organizer");
      const form = { language: "en", submissionId: null, entered: submissionFields() } as const;
      await submitCampaign(on.db, { ownerId, ...form, now: new Date("2026-01-02T08:00:00Z") });
      // Only the job that sends emails may have an email to send.
      await onDatabase(on.url, "delete from outbox where template = 'submission'");
    },
    done: () => count("overdue_submissions"),
  },
  "watch-rulings": {
    async prepare() {
      const ownerId = await colleague(on.db, "organizer");
      const id = await campaign(on.db, {
        ...{ category: "zakat", is_zakat_eligible: true, owner_id: ownerId },
        end_date: addDays(dayOf(new Date()), 90),
      });
      const { id: reviewerId } = await on.db
        .insertInto("team_members")
        .values({ name: "Sheikh Hassan", role: "Reviewer", order_index: 99 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const ruledOn = dayOf(new Date());
      const by = await colleague(on.db, "staff");
      await recordRuling(on.db, {
        ...{ campaignId: id, reviewerId, ruledOn, expiresOn: addDays(ruledOn, 3), by },
        reasons: "The students are poor and eligible.",
      });
    },
    done: () => count("expiring_rulings"),
  },
  "publish-drafts": {
    async prepare() {
      const by = await colleague(on.db, "staff");
      const was = await fund.read(on.db);
      if (was === null) throw new Error("the fund has no name");
      const draft = withValue(was, "name.en", "A new name");
      const opened = fingerprintOf(was);
      await scheduleDraft(on.db, fund, { draft, by, publishAt: new Date(), opened, held: "" });
    },
    done: () => count("record_versions", "author_id is not null"),
  },
  // Due at once, because there is no backup yet.
  "back-up": { prepare: async () => undefined, done: () => count("backups") },
};

const askNow = () => on.db.updateTable("payments").set({ next_check_at: new Date() }).execute();

async function count(table: string, where = "true"): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)} where ${sql.raw(where)}
  `.execute(on.db);
  return Number(rows[0]?.count);
}

async function done(): Promise<Record<string, number>> {
  const counts = await Promise.all(jobNames.map(async (name) => [name, await work[name].done()] as const));
  return Object.fromEntries(counts);
}

const each = (times: number) => Object.fromEntries(jobNames.map((name) => [name, times]));

/** A node that received no notifications for a while: all jobs are due. */
const callAll = () => sql`select pg_notify('amana_changes', 'everything')`.execute(on.db);

const patience = { interval: 200 };

test("on three nodes together, each job does its work once", async () => {
  for (const name of jobNames) await work[name].prepare();
  await Promise.all([on.startNode(), on.startNode(), on.startNode()].map(({ running }) => running));
  await expect.poll(done, patience).toEqual(each(1));
  expect(on.azampay.script.questions).toHaveLength(1);

  const before = new Date();
  await expect
    .poll(async () => {
      await callAll();
      return on.db.selectFrom("job_runs").select("job").where("began_at", ">", before).execute();
    }, patience)
    .toHaveLength(jobNames.length);
  expect(await done()).toEqual(each(1));
});

test("a job stopped by staff does nothing until they resume it", async () => {
  for (const name of jobNames) await work[name].prepare();
  await on.writeSetting("jobs", Object.fromEntries(jobNames.map((name) => [name, false])));
  await on.startNode().running;
  const called = async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct name from pgboss.job where state = 'completed' and name in (${sql.join([...jobNames])})
    `.execute(on.db);
    return rows.length;
  };
  await expect.poll(called, patience).toBe(jobNames.length);
  expect(await done()).toEqual(each(0));
  expect(await count("job_runs")).toBe(0);

  await on.writeSetting("jobs", {});
  await callAll();
  await expect.poll(done, patience).toEqual(each(1));
});

/** The point at which each node is killed: it waits for a reply, or for a locked table. */
const midway: [JobName, { hangs: string } | { table: string }][] = [
  ["reconcile-payments", { hangs: "asking" }],
  ["compare-orders", { hangs: "comparing" }],
  ["remove-unused-pictures", { hangs: "removing" }],
  ["check-ledger", { table: "cases" }],
  ["forget-expired", { table: "used_challenges" }],
  ["send-mail", { table: "outbox" }],
  ["raise-alarms", { table: "alarms" }],
];

test.each(midway)("a node killed during %s leaves it to another", async (name, where) => {
  await work[name].prepare();
  const holder = new pg.Client(on.url);
  await holder.connect();
  if ("table" in where) await holder.query(`begin; lock table ${where.table} in exclusive mode`);
  const hangs = "hangs" in where ? where.hangs : "";
  const child = fork("tests/support/jobs/process.ts", {
    env: { ...inheritedEnvironment, DATABASE_URL: on.webUrl, SMTP_URL: on.server.url, HANGS: hangs },
  });
  const logged: unknown[] = [];
  child.on("message", (message) => logged.push(message));
  const gone = once(child, "exit");
  const isMidway = async () => {
    if (hangs !== "") return logged.includes(hangs);
    await callAll();
    return (await count("pg_stat_activity", "datname = current_database() and wait_event_type = 'Lock'")) > 0;
  };
  await expect.poll(isMidway, patience).toBe(true);
  child.kill("SIGKILL");
  await gone;
  // A waiting statement would still run for a dead node, as soon as its lock is free.
  await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(on.db);
  await holder.end();
  expect(await work[name].done()).toBe(0);

  // Other nodes take over its claims after a while. The test skips the wait.
  await askNow();
  await on.startNode().running;
  await expect.poll(work[name].done, patience).toBe(1);
});
