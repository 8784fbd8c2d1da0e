import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { methodSums } from "#database/donations/figures.ts";
import { paymentSums } from "#database/payments/figures.ts";
import { reconciledSums } from "#database/reconciliation/days-and-lines.ts";
import { findWrongSums, readSumsOfDays, type SumsOfDays } from "#database/system/sums-of-days.ts";
import { writeHistory } from "#database/seed/histories.ts";
import { openDatabase, withOptions, type Reads } from "#database/sql.server.ts";
import { tzs } from "#domain/money/money.ts";
import type { ListedPayment } from "#domain/reconciliation/statement.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { openCase } from "#operations/cases/open.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { propose, type ProposedChange } from "#operations/cases/propose.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { confirmOfflineDonation } from "#operations/donations/decide-offline.ts";
import { enterOfflineDonation } from "#operations/donations/enter-offline.ts";
import { takeStatement } from "#operations/reconciliation/store-statement.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign, fundSettings } from "#tests/support/database/records.ts";
import {
  reportOf,
  scriptedProvider,
  settleReported,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { deleteChangedSums, storeSumsOfDays } from "./store-sums-of-days.ts";

const { db, asOwner, webUrl } = await testRecords();
const today = dayOf(new Date());
// Yesterday is not finished in the first hour of a day.
const range = { from: addDays(today, -9), to: addDays(today, -2) };
const day = addDays(today, -5);
const subjects = 4;
const allDays = subjects * 8;
let juma = "";
let asha = "";
let other = "";

beforeAll(async () => {
  await writeHistory(asOwner, {
    donations: 600,
    campaigns: 3,
    days: 11,
    now: new Date(),
  });
  await fundSettings(db);
  juma = await colleague(db, "staff");
  asha = await colleague(db, "admin");
  await colleague(db, "admin");
  other = await campaign(db);
});

type Reading = <Row extends { day: string }>(from: Reads, sums: SumsOfDays<Row>) => Promise<Row[]>;

/** As a page reads them. */
const stored: Reading = async (from, sums) => {
  await storeSumsOfDays(from, [sums], range);
  return readSumsOfDays(from, sums, range);
};
const added: Reading = (from, sums) => sums.add(from, range);

/** The figures of both pages. */
async function figures(read: Reading, from: Reads = db): Promise<Record<string, string[]>> {
  const sorted = (rows: { day: string }[]) =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .toSorted();
  return {
    azampay: sorted(await read(from, reconciledSums.azampay)),
    selcom: sorted(await read(from, reconciledSums.selcom)),
    payments: sorted(await read(from, paymentSums)),
    methods: sorted(await read(from, methodSums)),
  };
}

const countOf = async (table: "day_sums" | "changed_days") =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

const used = new Set<bigint>();

/** A payment of the day that no test has used. */
async function payment({
  status,
  provider = "azampay",
}: {
  status: "succeeded" | "failed";
  provider?: "azampay" | "selcom";
}) {
  const found = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.id", "p.reference", "p.provider_reference", "p.amount", "d.external_id as externalId"])
    .where("p.status", "=", status)
    .where("p.provider", "=", provider)
    .where("p.method", "=", "mobile")
    .where("p.currency", "=", "TZS")
    .where(sql`fund_day(p.created_at)`, "=", day)
    .$if(used.size > 0, (query) => query.where("p.id", "not in", [...used]))
    .orderBy("p.id")
    .executeTakeFirstOrThrow();
  used.add(found.id);
  return found;
}

type Payment = Awaited<ReturnType<typeof payment>>;

const lineOf = (of: Payment, over: Partial<ListedPayment> = {}): ListedPayment => ({
  ...{ line: 2, reference: of.reference, providerReference: of.provider_reference, outcome: "paid" },
  ...{ providerWord: "success", amount: of.amount, day: addDays(day, 1), ...over },
});

const take = (...lines: ListedPayment[]) =>
  takeStatement(db, { provider: "azampay", name: "november", lines, covers: null }, new Date());

async function approved(wanted: ProposedChange): Promise<void> {
  const proposed = await propose(db, wanted, { by: juma, reason: "asked for by the donor" });
  if (proposed.kind !== "proposed") throw new Error(proposed.kind);
  const decision = { decision: "approve", reason: "", by: asha, provenAt: null, now: new Date() } as const;
  expect(await decideProposal(db, { proposalId: proposed.id, ...decision })).toEqual({ kind: "decided" });
}

const changes: Record<string, () => Promise<() => Promise<unknown>>> = {
  "a late callback": async () => {
    const late = await payment({ status: "failed" });
    return () => settleReported(db, reportOf(late));
  },
  "a line of a statement": async () => {
    const listed = await payment({ status: "succeeded" });
    return () => take(lineOf(listed));
  },
  "a line about nothing of ours": async () => {
    const listed = await payment({ status: "succeeded" });
    return () => take(lineOf(listed, { reference: "theirs", providerReference: "T-THEIRS" }));
  },
  "a second line that says something else": async () => {
    const listed = await payment({ status: "succeeded" });
    await take(lineOf(listed));
    return () => take(lineOf(listed, { amount: listed.amount + 1n }));
  },
  "a late callback for a listed payment": async () => {
    const late = await payment({ status: "failed" });
    await take(lineOf(late));
    return () => settleReported(db, reportOf({ ...late, provider_reference: null }));
  },
  "a reversal in a statement": async () => {
    const listed = await payment({ status: "succeeded" });
    const stranger = { reference: "gone", providerReference: "T-GONE" };
    await take(lineOf(listed, stranger));
    return () => take(lineOf(listed, { ...stranger, outcome: "reversed", line: 3, day: null }));
  },
  "a line that is deleted": async () => {
    const listed = await payment({ status: "succeeded" });
    await take(lineOf(listed));
    return () => db.deleteFrom("statement_lines").where("payment_id", "=", listed.id).execute();
  },
  "a line that staff ignore": async () => {
    const listed = await payment({ status: "succeeded" });
    await take(lineOf(listed, { outcome: "unknown", providerWord: "Parked" }));
    const about = db.selectFrom("cases").select("id").where("subject", "=", "azampay-status:parked");
    const { id: caseId } = await about.executeTakeFirstOrThrow();
    const decision = { decision: "dismiss", reason: "a test", by: juma, now: new Date() } as const;
    return () => resolveCase(db, { caseId, ...decision });
  },
  "a case": async () => {
    const missing = await payment({ status: "succeeded" });
    return () => openCase(db, "not-listed", { paymentId: missing.id, details: {} });
  },
  "a decision on a case": async () => {
    const missing = await payment({ status: "succeeded" });
    const caseId = await openCase(db, "not-listed", { paymentId: missing.id, details: {} });
    if (caseId === null) throw new Error("the case was open");
    const decision = { decision: "dismiss", reason: "a test", by: juma, now: new Date() } as const;
    return () => resolveCase(db, { caseId, ...decision });
  },
  "a reversal by the provider": async () => {
    const paid = await payment({ status: "succeeded" });
    return () => settleReported(db, reportOf(paid, { outcome: "reversed", amount: null }));
  },
  "a refund": async () => {
    const { externalId } = await payment({ status: "succeeded" });
    return () => approved({ kind: "refund", externalId, refundReference: "RF-1" });
  },
  "an offline donation": async () => () => enterOffline(day),
  "a network that becomes known": async () => {
    const paid = await payment({ status: "succeeded", provider: "selcom" });
    return () => db.updateTable("payments").set({ network: "Azampesa" }).where("id", "=", paid.id).execute();
  },
  "a provider's reference that changes": async () => {
    const paid = await payment({ status: "succeeded" });
    await take(lineOf(paid));
    return () =>
      db.updateTable("payments").set({ provider_reference: "T-NEW" }).where("id", "=", paid.id).execute();
  },
};

async function enterOffline(receivedOn: string): Promise<void> {
  const donor = { kind: "named", name: "Asha Juma", email: "asha@example.org" } as const;
  const entered = await enterOfflineDonation(
    db,
    {
      ...{ campaignId: other, amount: tzs(7_500_000), donor, phone: null, message: null, language: "sw" },
      ...{ method: "bank", receivedOn, reference: "line 1", document: null },
    },
    { by: juma, now: new Date() },
  );
  if (entered.kind !== "entered") throw new Error(entered.kind);
  const confirmed = await confirmOfflineDonation(db, {
    id: entered.id,
    by: asha,
    reason: "",
    now: new Date(),
  });
  expect(confirmed.kind).toBe("confirmed");
}

test.each(Object.entries(changes))("stored sums follow %s", async (_, prepare) => {
  const change = await prepare();
  await figures(stored);
  expect([await countOf("day_sums"), await countOf("changed_days")]).toEqual([allDays, 0]);
  const before = await figures(added);
  expect(await figures(stored)).toEqual(before);

  await change();
  const after = await figures(added);
  expect(after).not.toEqual(before);
  expect(await figures(stored)).toEqual(after);
  expect(await countOf("day_sums")).toBe(allDays);
  expect(await findWrongSums(db, reconciledSums.azampay)).toEqual([]);
});

test("a move and a refund of a part leave finished days as they are", async () => {
  const [moved, refunded] = [await payment({ status: "succeeded" }), await payment({ status: "succeeded" })];
  await figures(stored);
  await approved({ kind: "move", externalId: moved.externalId, campaignId: other });
  await approved({
    kind: "part-refund",
    externalId: refunded.externalId,
    amount: 1n,
    refundReference: "RF-2",
  });
  expect(await figures(stored)).toEqual(await figures(added));
});

test("a change that is committed while the sums are stored is not lost", async () => {
  const missing = await payment({ status: "succeeded" });
  const before = await figures(added);
  await db.transaction().execute(async (tx) => {
    await openCase(tx, "not-listed", { paymentId: missing.id, details: {} });
    await db.deleteFrom("day_sums").execute();
    expect(await figures(stored)).toEqual(before);
  });
  const after = await figures(added);
  expect(after).not.toEqual(before);
  expect(await figures(stored)).toEqual(after);
});

test("a change that is committed after the sums are added up is not lost", async () => {
  const missing = await payment({ status: "succeeded" });
  await db.deleteFrom("day_sums").execute();
  const interrupted: typeof reconciledSums.azampay = {
    ...reconciledSums.azampay,
    async add(from, days) {
      const rows = await reconciledSums.azampay.add(from, days);
      await openCase(db, "not-listed", { paymentId: missing.id, details: {} });
      return rows;
    },
  };
  await storeSumsOfDays(db, [interrupted], range);
  expect(await figures(stored)).toEqual(await figures(added));
});

test("a reader that cannot store the sums still reads them", async () => {
  await db.deleteFrom("day_sums").execute();
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sums of days'))`.execute(tx);
    expect(await figures(stored)).toEqual(await figures(added));
  });
  const readOnly = openDatabase(withOptions(webUrl, "-c default_transaction_read_only=on"));
  try {
    expect(await figures(stored, readOnly.readWrite)).toEqual(await figures(added));
  } finally {
    await readOnly.close();
  }
  expect(await countOf("day_sums")).toBe(0);
});

test("a donation of today adds no row, and today has no stored sums", async () => {
  await figures(stored);
  const donation = await startedDonation(db, scriptedProvider(), other);
  await settleReported(db, reportOf(donation));
  expect(await countOf("changed_days")).toBe(0);
  await storeSumsOfDays(db, [paymentSums], { from: range.from, to: addDays(today, 2) });
  const last = await db
    .selectFrom("day_sums")
    .select(({ fn }) => fn.max("day").as("day"))
    .executeTakeFirstOrThrow();
  expect(last.day < today).toBe(true);
});

test("sums that were stored while the clock was ahead do not count", async () => {
  await sql`create schema ahead`.execute(asOwner);
  for (const name of ["now", "clock_timestamp"])
    await sql`
      create function ahead.${sql.ref(name)}() returns timestamptz language sql volatile
      as ${sql.lit(`select pg_catalog.${name}() + interval '2 days'`)}
    `.execute(asOwner);
  await sql`grant usage on schema ahead to public`.execute(asOwner);
  const ahead = openDatabase(withOptions(webUrl, "-c search_path=ahead,pg_catalog,public"));
  try {
    await storeSumsOfDays(ahead.readWrite, [paymentSums], { from: today, to: today });
  } finally {
    await ahead.close();
  }
  const ofToday = () => db.selectFrom("day_sums").selectAll().where("day", "=", today).execute();
  expect(await ofToday()).toHaveLength(1);

  await startedDonation(db, scriptedProvider(), other);
  const begun = (rows: { begun: number }[]) => rows.reduce((sum, row) => sum + row.begun, 0);
  const range = { from: today, to: today };
  expect(begun(await readSumsOfDays(db, paymentSums, range))).toBe(begun(await paymentSums.add(db, range)));
  expect(await findLedgerProblems(db)).toEqual([]);

  // Otherwise they would count after the end of the day.
  await deleteChangedSums(db);
  expect(await ofToday()).toEqual([]);
});

test("days that another table can change are not stored", async () => {
  await db.deleteFrom("day_sums").execute();
  const unanswered = await payment({ status: "succeeded" });
  const answer = await asOwner
    .deleteFrom("provider_messages")
    .where("payment_id", "=", unanswered.id)
    .where("kind", "=", "answer")
    .returning(["provider", "kind", "body", "payment_id", "verdict"])
    .executeTakeFirstOrThrow();
  await asOwner.insertInto("changed_days").values({ day }).execute();
  await figures(stored);
  expect(await countOf("day_sums")).toBe(allDays - 1);
  await db.insertInto("provider_messages").values(answer).execute();
  expect(await figures(stored)).toEqual(await figures(added));
  expect(await countOf("day_sums")).toBe(allDays);

  // Its line matches only while no other payment has the provider's reference.
  const listed = await payment({ status: "succeeded" });
  await take(lineOf(listed));
  await db.updateTable("payments").set({ provider_reference: null }).where("id", "=", listed.id).execute();
  await figures(stored);
  const given = await startedDonation(db, scriptedProvider(), other);
  const taken = { provider_reference: listed.provider_reference };
  await db.updateTable("payments").set(taken).where("id", "=", given.id).execute();
  expect(await figures(stored)).toEqual(await figures(added));
});

test("the ledger check compares stored sums with their rows", async () => {
  await figures(stored);
  expect(await findLedgerProblems(db)).toEqual([]);
  await asOwner
    .updateTable("day_sums")
    .set({ sums: "[]" })
    .where("subject", "=", methodSums.subject)
    .where("day", "=", day)
    .execute();
  expect(await findLedgerProblems(db)).toEqual([
    { promise: "I5", problem: "stored sums differ from the rows", subject: `donations by method ${day}` },
  ]);
});
