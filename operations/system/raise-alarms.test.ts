import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { daysSinceBackup, listAlarms, readFutureBackup, readLastBackup } from "#database/system/alarms.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { makePerson } from "#tests/support/accounts/people.ts";
import { scriptedProvider, startedDonation } from "#tests/support/donations/begin.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";
import { keepJobRun } from "./record-job-run.ts";
import { raiseAlarms, raiseDiskAlarm } from "./raise-alarms.ts";
import { recordBackup } from "./record-backup.ts";
import { recordSecurityEvents } from "./record-security-events.ts";
import { updateAlarms } from "./update-alarms.ts";

const { url, db, asOwner } = await testRecords();

beforeAll(async () => {
  await makePerson(url, "amina", "admin");
  await makePerson(url, "juma", "admin");
  await makePerson(url, "staffer", "staff");
});

beforeEach(async () => {
  await sql`truncate alarms, backups, security_events, job_runs, outbox, cases cascade`.execute(asOwner);
  // The calls of earlier tests are too old to count.
  await sql`update payments set created_at = created_at - interval '2 days'`.execute(asOwner);
  await sql`alter table provider_messages disable trigger user`.execute(asOwner);
  await sql`update provider_messages set received_at = received_at - interval '2 days'`.execute(asOwner);
  await sql`alter table provider_messages enable trigger user`.execute(asOwner);
});

const open = async () =>
  (await db.selectFrom("alarms").select(["kind", "subject"]).where("ended_at", "is", null).execute()).map(
    ({ kind, subject }) => (subject === "" ? kind : `${kind}:${subject}`),
  );

const recipients = async (state: string) =>
  (
    await db
      .selectFrom("outbox")
      .select("recipient")
      .where("template", "=", "alarm")
      .where(sql`details ->> 'state'`, "=", state)
      .orderBy("recipient")
      .execute()
  ).map(({ recipient }) => recipient);

const admins = ["amina@fund.example", "juma@fund.example"];
const later = (minutes: number) =>
  sql`update alarms set seen_at = seen_at - make_interval(mins => ${minutes}),
    raised_at = raised_at - make_interval(mins => ${minutes})`.execute(asOwner);
const openMismatch = () =>
  db.insertInto("cases").values({ kind: "mismatch" }).returning("id").executeTakeFirstOrThrow();

const closeMismatch = (id: bigint) =>
  db
    .updateTable("cases")
    .set({ status: "closed", decision: "dismiss", reason: "Looked at.", closed_at: new Date() })
    .where("id", "=", id)
    .execute();

test("a mismatch emails each admin once, and once when it is over", async () => {
  const { id } = await openMismatch();
  for (let runs = 0; runs < 3; runs++) await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["mismatch"]);
  expect(await recipients("raised")).toEqual(admins);

  await closeMismatch(id);
  expect(await raiseAlarms(db, { payments: "sandbox" })).toEqual({ raised: 0, ended: 0 });
  await later(11);
  expect(await raiseAlarms(db, { payments: "sandbox" })).toEqual({ raised: 0, ended: 1 });
  expect(await recipients("over")).toEqual(admins);
  expect(await recipients("raised")).toEqual(admins);
});

test("a case whose request waits for approval is counted apart", async () => {
  const { id } = await openMismatch();
  await openMismatch();
  const { id: staffer } = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "staffer")
    .executeTakeFirstOrThrow();
  const kind = "credit";
  const details = JSON.stringify({ kind, caseId: String(id), statementReference: "line 1" });
  await db
    .insertInto("proposals")
    .values({ kind, subject: `case:${id}`, details, reason: "it came", proposed_by: staffer })
    .execute();
  await raiseAlarms(db, { payments: "sandbox" });
  expect((await listAlarms(db)).map(({ alarm }) => alarm)).toEqual([
    { kind: "mismatch", cases: 2, requested: 1 },
  ]);
});

test("a condition that comes and goes within ten minutes is one alarm", async () => {
  const { id } = await openMismatch();
  await raiseAlarms(db, { payments: "sandbox" });
  await closeMismatch(id);
  await raiseAlarms(db, { payments: "sandbox" });
  await openMismatch();
  await later(9);
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await recipients("raised")).toEqual(admins);
  expect(await recipients("over")).toEqual([]);
});

test("two nodes that find the same condition at once email once", async () => {
  await openMismatch();
  await Promise.all([1, 2, 3, 4].map(() => raiseAlarms(db, { payments: "sandbox" })));
  expect(await recipients("raised")).toEqual(admins);
});

test("an incorrect ledger and a stopped ledger check raise alarms", async () => {
  await keepJobRun(db, "check-ledger", new Date(), { outcome: { count: 0, problems: [] } });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
  await keepJobRun(db, "check-ledger", new Date(), { outcome: { count: 3, problems: [] } });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["ledger"]);
  await db
    .updateTable("job_runs")
    .set({ ended_at: sql<Date>`now() - interval '2 hours'` })
    .execute();
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["ledger", "ledger-unchecked"]);
});

test("a new live installation has one day for its first backup", async () => {
  await sql`alter table installation disable trigger user`.execute(asOwner);
  await sql`delete from installation`.execute(asOwner);
  const created = (days: number) =>
    sql`insert into installation (payments, recorded_at) values ('live', now() - make_interval(days => ${days}))
      on conflict (only_one) do update set recorded_at = excluded.recorded_at`.execute(asOwner);
  await created(0);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual([]);
  await created(1);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual(["backup"]);
  await sql`delete from installation`.execute(asOwner);
  await sql`alter table installation enable trigger user`.execute(asOwner);
});

test("a live installation without a recent backup raises an alarm", async () => {
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual(["backup"]);
  await recordBackup(db);
  await later(11);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual([]);
  await sql`update backups set made_at = now() - interval '3 days'`.execute(db);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual(["backup"]);
});

test("a backup in the future is no proof", async () => {
  await recordBackup(db);
  await sql`update backups set made_at = now() + interval '199 days'`.execute(db);
  expect(await readLastBackup(db)).toBeNull();
  expect(await daysSinceBackup(db)).toBeNull();
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual(["backup"]);
  await recordBackup(db);
  expect((await readLastBackup(db))?.madeAt.getTime()).toBeLessThan(
    (await readFutureBackup(db))?.getTime() ?? 0,
  );
  await later(11);
  await raiseAlarms(db, { payments: "live" });
  expect(await open()).toEqual([]);
});

test("a provider without clear answers raises an alarm", async () => {
  const to = await campaign(db);
  for (let donations = 0; donations < 4; donations++) await pendingDonation(db, { to });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
  await sql`update payments set status = 'unknown' where status = 'initiated' or status = 'pending'`.execute(
    db,
  );
  await pendingDonation(db, { to });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["provider-failing:selcom"]);
});

test.each([
  [null, ["provider-failing:azampay"]],
  [{ status: 200, body: "{}" }, []],
])("five payments that the provider refused with %j raise %j", async (raw, alarms) => {
  const to = await campaign(db);
  const provider = scriptedProvider();
  provider.script.push = () => ({ kind: "refused", reason: "unreachable", why: "ECONNREFUSED", raw });
  for (let donations = 0; donations < 5; donations++) await startedDonation(db, provider, to);
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(alarms);
});

const minutes = (count: number) => sql<Date>`now() - make_interval(mins => ${count})`;

async function tenPayments({ age }: { age: number }): Promise<bigint[]> {
  const to = await campaign(db);
  const ids: bigint[] = [];
  for (let donations = 0; donations < 10; donations++)
    ids.push((await pendingDonation(db, { to })).paymentId);
  await db
    .updateTable("payments")
    .set({ status: "pending", created_at: minutes(age) })
    .where("id", "in", ids)
    .execute();
  return ids;
}

const message = (
  kind: "callback" | "status",
  { ago, verdict, payment = null }: { ago: number; verdict: string; payment?: bigint | null },
) =>
  db
    .insertInto("provider_messages")
    .values({ provider: "selcom", kind, verdict, body: "{}", payment_id: payment, received_at: minutes(ago) })
    .execute();

test("payment requests without a callback raise a silent alarm, sent once", async () => {
  const [payment = null] = await tenPayments({ age: 20 });
  for (let runs = 0; runs < 3; runs++) await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["provider-silent:selcom"]);
  expect(await recipients("raised")).toEqual(admins);

  await message("callback", { ago: 0, verdict: "unchanged", payment });
  await later(11);
  for (let runs = 0; runs < 3; runs++) await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
  expect([await recipients("raised"), await recipients("over")]).toEqual([admins, admins]);
});

test("timeouts of our status checks do not end a silence", async () => {
  const payments = await tenPayments({ age: 20 });
  for (const payment of payments) await message("status", { ago: 2, verdict: "no answer", payment });
  await raiseAlarms(db, { payments: "sandbox" });
  expect((await open()).sort()).toEqual(["provider-failing:selcom", "provider-silent:selcom"]);
  const alarms = (await listAlarms(db)).map(({ alarm }) => alarm);
  expect(alarms).toContainEqual({ kind: "provider-failing", provider: "selcom", failed: 10, asked: 10 });
  expect(alarms).toContainEqual({ kind: "provider-silent", provider: "selcom", waiting: 10 });
});

test("status checks that time out for one payment raise both alarms", async () => {
  const [payment = null] = await tenPayments({ age: 1 });
  for (const ago of [20, 18, 16, 14, 12, 10, 8, 6, 4, 2])
    await message("status", { ago, verdict: "no answer", payment });
  await raiseAlarms(db, { payments: "sandbox" });
  expect((await open()).sort()).toEqual(["provider-failing:selcom", "provider-silent:selcom"]);
});

test("answered checks that pause for half an hour raise no alarm", async () => {
  const payments = await tenPayments({ age: 50 });
  for (const payment of payments) await message("status", { ago: 20, verdict: "unchanged", payment });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
});

test("a callback without a payment of ours does not end a silence", async () => {
  await tenPayments({ age: 20 });
  await message("callback", { ago: 1, verdict: "unknown payment" });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["provider-silent:selcom"]);
});

test("a provider that we have not asked lately is not silent", async () => {
  await tenPayments({ age: 90 });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
});

test("ten unanswered requests within 15 minutes are not yet silence", async () => {
  const payments = await tenPayments({ age: 10 });
  for (const payment of payments.slice(0, 4))
    await message("status", { ago: 5, verdict: "no answer", payment });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
});

test("checks that we could not ask raise no alarm", async () => {
  const payments = await tenPayments({ age: 10 });
  for (const payment of payments) await message("status", { ago: 20, verdict: "not asked", payment });
  for (const payment of payments) await message("status", { ago: 2, verdict: "not asked", payment });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
});

test("each node raises and ends the alarm of its own disk", async () => {
  await raiseDiskAlarm(db, { node: "one", percentFree: 9 });
  await raiseDiskAlarm(db, { node: "two", percentFree: 50 });
  expect(await open()).toEqual(["disk:one"]);
  await later(11);
  await raiseDiskAlarm(db, { node: "two", percentFree: 50 });
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual(["disk:one"]);
  await raiseDiskAlarm(db, { node: "one", percentFree: 30 });
  expect(await open()).toEqual([]);
});

test("a burst of refused sign-ins or requests raises an alarm", async () => {
  const event = { request_id: "r", client: "c", path: "/auth" };
  await recordSecurityEvents(db, [{ ...event, kind: "sign-in-refused", times: 29 }]);
  await recordSecurityEvents(db, [{ ...event, kind: "limited", times: 299 }]);
  await raiseAlarms(db, { payments: "sandbox" });
  expect(await open()).toEqual([]);
  await recordSecurityEvents(db, [
    { ...event, kind: "second-step-refused" },
    { ...event, kind: "misdirected" },
  ]);
  await raiseAlarms(db, { payments: "sandbox" });
  expect((await open()).sort()).toEqual(["refusals", "sign-ins"]);
});

test("an alarm is read back with its details", async () => {
  const alarm = { kind: "disk", node: "one", percentFree: 3 } as const;
  await updateAlarms(db, { kinds: ["disk"] }, [alarm]);
  expect(await listAlarms(db)).toMatchObject([{ alarm, endedAt: null }]);
});
