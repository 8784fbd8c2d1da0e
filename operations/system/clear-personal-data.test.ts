import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tzs } from "#domain/money/money.ts";
import { tablesWith } from "#tests/support/database/find-text.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { noDocuments } from "#tests/support/jobs/no-documents.ts";
import {
  expectSoundLedger,
  newPhone,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { addNote } from "#operations/donations/add-note.ts";
import { confirmOfflineDonation, withdrawOfflineDonation } from "#operations/donations/decide-offline.ts";
import { enterOfflineDonation } from "#operations/donations/enter-offline.ts";
import { forgetExpired } from "./delete-expired-data.ts";
import { openCase } from "#operations/cases/open.ts";
import { propose } from "#operations/cases/propose.ts";
import { reportConcern } from "#operations/cases/report-concern.ts";
import { resolveCase } from "#operations/cases/resolve.ts";

const { db } = await testRecords();
const provider = scriptedProvider();
let to = "";
let staff = "";
let admin = "";
beforeAll(async () => {
  to = await campaign(db);
  staff = await colleague(db, "staff");
  admin = await colleague(db, "admin");
});
afterAll(() => expectSoundLedger(db));

const day = 86_400_000;
const year = 365.25 * day;
/** Runs the job as if this much time had passed. */
const after = (time: number) =>
  forgetExpired(db, { now: new Date(Date.now() + time), documents: noDocuments });

let marks = 0;
/** A donor whose every text can be found again. */
function marked() {
  const mark = `canary${(marks += 1)}x`;
  const phone = newPhone();
  const over = {
    donor: {
      kind: "alumni" as const,
      name: `Asha ${mark}`,
      email: `${mark}@example.org`,
      graduationYear: "2011",
    },
    message: `For my aunt ${mark}`,
    way: { kind: "push" as const, provider, phone, network: "Tigo" as const },
  };
  return { mark, phone, over };
}

async function unfinished() {
  const { mark, phone, over } = marked();
  const donation = await startedDonation(db, provider, to, over);
  await settleReported(db, reportOf(donation, { outcome: "declined", providerWord: "no" }));
  return { mark, phone, ...donation };
}

async function paid() {
  const { mark, phone, over } = marked();
  const donation = await startedDonation(db, provider, to, over);
  await settleReported(db, reportOf(donation));
  return { mark, phone, ...donation };
}

test("an unfinished donation keeps nothing of its donor after 30 days", async () => {
  const { mark, phone, externalId } = await unfinished();
  await after(30 * day - 60_000);
  expect(await tablesWith(db, mark)).toEqual(["donations"]);
  expect(await tablesWith(db, phone)).toEqual(["payments"]);
  expect(await after(30 * day + 60_000)).toMatchObject({ donations: 1, payments: 1 });
  expect(await tablesWith(db, mark)).toEqual([]);
  expect(await tablesWith(db, phone)).toEqual([]);
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "failed", payment: "failed" });
  expect(await after(30 * day + 60_000)).toMatchObject({ donations: 0, payments: 0 });
});

test("a paid donation loses its phone after 90 days, its name later", async () => {
  const { mark, phone, externalId } = await paid();
  const before = await db.selectFrom("public_totals").selectAll().execute();
  await after(90 * day - 60_000);
  expect(await tablesWith(db, phone)).toEqual(["payments"]);
  await after(90 * day + 60_000);
  expect(await tablesWith(db, phone)).toEqual([]);
  expect(await tablesWith(db, mark)).toEqual(["donations"]);
  await after(7 * year + 2 * day);
  expect(await tablesWith(db, mark)).toEqual([]);
  expect(await readDonationState(db, externalId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
  });
  expect(await db.selectFrom("public_totals").selectAll().execute()).toEqual(before);
});

test("only phones leave the messages of a paid donation after 90 days", async () => {
  const { phone, id } = await paid();
  const [international, local] = [phone, `0${phone.slice(3)}`];
  const message = (dedupe_key: string, body: string, headers: string | null) => ({
    ...({ provider: "azampay", kind: "callback", payment_id: id, verdict: "unchanged" } as const),
    ...{ dedupe_key, body, headers, judged_at: new Date() },
  });
  await db
    .insertInto("provider_messages")
    .values([
      message(`json ${id}`, `{"msisdn":"${international}","number":${international},"amount":1000}`, null),
      message(`form ${id}`, `msisdn=%2B${international}&other=${local}&id=1${international}`, null),
      message(`headers ${id}`, "body", JSON.stringify({ "x-payer": local, "x-id": "TX-1" })),
    ])
    .execute();
  const kept = () =>
    db
      .selectFrom("provider_messages")
      .select(["body", "headers"])
      .where("payment_id", "=", id)
      .where("kind", "=", "callback")
      .orderBy("id")
      .execute();
  const before = await kept();
  await after(90 * day - 60_000);
  expect(await kept()).toEqual(before);
  await after(90 * day + 60_000);
  const mask = "999999999999";
  expect(await kept()).toEqual([
    { body: `{"msisdn":"${mask}","number":${mask},"amount":1000}`, headers: null },
    { body: `msisdn=%2B${mask}&other=${mask}&id=1${international}`, headers: null },
    { body: "body", headers: { "x-payer": mask, "x-id": "TX-1" } },
  ]);
  expect(await after(90 * day + 60_000)).toMatchObject({ provider_messages: 0 });
});

test("a payment after its donor's data was cleared is recorded without name", async () => {
  const { externalId, ...donation } = await unfinished();
  await after(31 * day);
  await settleReported(db, reportOf(donation, { phone: donation.phone }));
  expect(await readDonationState(db, externalId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
    mails: 0,
  });
});

test.each([
  [
    "an open payment",
    async () => {
      const { over, ...known } = marked();
      return { ...known, ...(await startedDonation(db, provider, to, over)) };
    },
  ],
  [
    "an open case",
    async () => {
      const donation = await unfinished();
      await openCase(db, "contradiction", { paymentId: donation.id, details: {} });
      return donation;
    },
  ],
  [
    "an open proposal",
    async () => {
      const donation = await paid();
      const change = { kind: "refund", externalId: donation.externalId, refundReference: "R" } as const;
      await propose(db, change, { by: staff, reason: "Asked for" });
      return donation;
    },
  ],
  [
    "a statement line that differs",
    async () => {
      const donation = await unfinished();
      const { rows } = await sql<{ id: bigint }>`
        insert into statements (provider, source, name, hash, line_count) values ('azampay', 'list', '', '', 1) returning id
      `.execute(db);
      await sql`
        insert into statement_lines (statement_id, last_statement_id, line, provider, key, outcome, amount, payment_id)
        values (${rows[0]?.id}, ${rows[0]?.id}, 1, 'azampay', ${donation.mark}, 'paid', 10000, ${donation.id})
      `.execute(db);
      return donation;
    },
  ],
])("%s keeps the data that settling needs", async (_, begin) => {
  const { mark, phone } = await begin();
  await after(8 * year);
  expect(await tablesWith(db, mark)).toContain("donations");
  expect(await tablesWith(db, phone)).toContain("payments");
});

test("staff notes about a donation are cleared after 7 years", async () => {
  const { donation_id: donationId, id: paymentId } = await paid();
  const mark = `canary${(marks += 1)}x`;
  await addNote(db, { donationId, text: `She called: ${mark}`, by: staff });
  const caseId = await openCase(db, "contradiction", { paymentId, details: {} });
  if (caseId === null) throw new Error("no case");
  await resolveCase(db, { caseId, decision: "dismiss", reason: `Asked ${mark}`, by: staff, now: new Date() });
  await after(7 * year - 2 * day);
  expect(await tablesWith(db, mark)).toEqual(["audit_log", "cases", "donation_notes"]);
  await after(7 * year + 2 * day);
  expect(await tablesWith(db, mark)).toEqual(["audit_log"]);
});

test.each([
  ["open", 7 * year + 2 * day],
  ["closed", 400 * day],
])("of an %s concern only its campaign is kept after its time", async (standing, time) => {
  const { mark } = marked();
  const reported = { campaignId: to, text: `Not true ${mark}`, email: `${mark}@example.org` };
  const opened = await reportConcern(db, reported, { place: mark });
  if (opened.kind !== "opened") throw new Error(opened.kind);
  const caseId = opened.number;
  if (standing === "closed")
    await resolveCase(db, { caseId, decision: "dealt-with", reason: "Asked", by: staff, now: new Date() });
  await after(time - 10 * day);
  expect(await tablesWith(db, mark)).toEqual(["cases"]);
  await after(time);
  expect(await tablesWith(db, mark)).toEqual([]);
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("id", "=", caseId)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({ campaign: to });
  expect(await after(time)).toMatchObject({ cases: 0 });
});

async function offlineDonation() {
  const { mark, phone } = marked();
  const entered = await enterOfflineDonation(
    db,
    {
      ...{
        campaignId: to,
        amount: tzs(5_000),
        method: "bank",
        receivedOn: "2026-01-02",
        reference: `TT ${marks}`,
      },
      donor: { kind: "named", name: `Hamisi ${mark}`, email: `${mark}@example.org` },
      ...{ phone, message: `Peace ${mark}`, language: "en" },
      document: { id: String(marks).padStart(32, "a"), type: "application/pdf" },
    },
    { by: staff, now: new Date() },
  );
  if (entered.kind !== "entered") throw new Error(entered.kind);
  return { mark, phone, id: entered.id };
}

test("an offline donation keeps its texts as long as others do", async () => {
  const { id, mark, phone } = await offlineDonation();
  await after(8 * year);
  expect(await tablesWith(db, mark)).toEqual(["offline_donations"]);
  await confirmOfflineDonation(db, { id, by: admin, reason: `Seen by ${mark}`, now: new Date() });
  await after(90 * day + 60_000);
  expect(await tablesWith(db, phone)).toEqual([]);
  expect(await tablesWith(db, mark)).toEqual(["audit_log", "donations", "offline_donations"]);
  await after(7 * year + 2 * day);
  expect(await tablesWith(db, mark)).toEqual(["audit_log"]);
  const left = await db
    .selectFrom("offline_donations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(left).toMatchObject({
    donor: { kind: "anonymous" },
    document_id: null,
    status: "confirmed",
    amount: 5_000n,
  });
});

test("a withdrawn offline donation is cleared after 30 days", async () => {
  const { id, mark, phone } = await offlineDonation();
  await withdrawOfflineDonation(db, { id, by: staff, reason: "A mistake", now: new Date() });
  await after(30 * day + 60_000);
  expect(await tablesWith(db, mark)).toEqual([]);
  expect(await tablesWith(db, phone)).toEqual([]);
});

test.each([
  "update offline_donations set phone = '255700000001' where status = 'confirmed'",
  "update offline_donations set donor = '{\"kind\": \"named\"}' where status = 'confirmed'",
  "update offline_donations set amount = 1, phone = null where status = 'confirmed'",
  "update donation_notes set text = 'other'",
  "update donation_notes set text = 'deleted', author_id = 'x'",
])("a decided record can only be cleared: %s", async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/decided|append-only|permission denied/);
});

test("the job stops between two statements when asked to", async () => {
  const stopped = AbortSignal.abort();
  const { mark } = await unfinished();
  const now = new Date(Date.now() + 31 * day);
  expect(await forgetExpired(db, { now, documents: noDocuments, stop: stopped })).toMatchObject({
    donations: 0,
  });
  expect(await tablesWith(db, mark)).toEqual(["donations"]);
});
