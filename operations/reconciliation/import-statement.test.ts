import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { findObstacleToUndo } from "#database/reconciliation/imports.ts";
import { findImport } from "#database/reconciliation/imports.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { readStatement } from "#payments/azampay/statement.ts";
import { compareLines, matchLaterLines } from "./match-lines.ts";
import { discardPreview } from "./discard-preview.ts";
import { examinePreview } from "./examine-preview.ts";
import { importStatement } from "./import-statement.ts";
import { lockStatements } from "./lock-statements.ts";
import { openCasesOfUnbooked } from "./open-cases-of-differences.ts";
import { propose } from "#operations/cases/propose.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { resolveCase } from "#operations/cases/resolve.ts";
import { readPreview } from "./read-preview.ts";
import { storePreview } from "./store-preview.ts";
import { undoImport } from "./undo-import.ts";

const { db } = await testRecords();
const provider = scriptedProvider();
const to = await campaign(db);
const juma = await colleague(db, "staff");
afterAll(() => expectSoundLedger(db));

const now = () => new Date();
type Donation = Awaited<ReturnType<typeof startedDonation>>;

async function paid(): Promise<Donation> {
  const donation = await startedDonation(db, provider, to);
  await settleReported(db, reportOf(donation), now());
  return donation;
}

const rowOf = (donation: Donation, amount = 10_000, status = "success", day = "2026-11-01") =>
  `${donation.provider_reference},${donation.reference},${amount},${status},${day}`;

async function preview(rows: string[], by = juma) {
  const content = Buffer.from(["Transaction ID,External Id,Amount,Status,Date", ...rows].join("\n"));
  const read = readStatement(content);
  if (read.kind !== "statement") throw new Error(read.why);
  return storePreview(db, { ...read, name: "november.csv", content }, by);
}

const storedRow = {
  line: 2,
  reference: "X-1",
  providerReference: null,
  outcome: "paid",
  providerWord: "paid",
  date: null,
};

const bring = async (...rows: string[]) => {
  const { id } = await preview(rows);
  const imported = await importStatement(db, { statementId: id, order: null, by: juma }, now());
  return { id, imported };
};

const undo = (statementId: bigint) => undoImport(db, { statementId, by: juma });

const known = async () => {
  const { rows } = await sql`
    select key, part, outcome, amount, day, state, ignored_reason, payment_id from statement_standings order by id
  `.execute(db);
  return rows;
};

const caseOf = (donation: Donation, kind = "mismatch") =>
  db
    .selectFrom("cases")
    .select(["id", "status", "decision", "details"])
    .where("payment_id", "=", donation.id)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

test.each([
  ["rows", { preview: JSON.stringify([{ line: 2, order: "X-1", money: 5 }]) }],
  ["amounts", { preview: JSON.stringify([{ ...storedRow, amount: "5.00" }]) }],
  ["unreadable rows", { not_understood: JSON.stringify([{ row: 2 }]) }],
])("a preview with %s from an older version must be imported again", async (_, stored) => {
  const { id } = await preview([`X-9,,5,success,2026-11-01`]);
  await db.updateTable("statements").set(stored).where("id", "=", id).execute();
  expect(await examinePreview(db, id, now())).toEqual({ kind: "outdated" });
  expect(await importStatement(db, { statementId: id, order: null, by: juma }, now())).toEqual({
    kind: "outdated",
  });
  expect(await findImport(db, id)).toMatchObject({ status: "preview" });
  expect(await discardPreview(db, id)).toBe(true);
});

test("a large file does not read all payments for each line", async () => {
  for (let more = 0; more < 30; more += 1) await paid();
  const lines = Array.from({ length: 3_000 }, (_, at) => `N-${at},NX-${at},5,success,2026-11-01`);
  const { id } = await preview(lines);
  const read = await db.transaction().execute(async (tx) => {
    const file = await readPreview(tx, id, null, now());
    if (file.kind !== "preview") throw new Error(file.kind);
    await compareLines(tx, file.listing);
    const { rows } = await sql<{ count: number }>`
      select seq_tup_read::int as count from pg_stat_xact_user_tables where relname = 'payments'
    `.execute(tx);
    return rows[0]?.count;
  });
  expect(read).toBeLessThan(3_000);
});

test("people who import, undo and discard one file at once wait for each other", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `W-${at},WX-${at},5,success,2026-11-01`);
  const { id } = await preview(rows);
  const importing = () => importStatement(db, { statementId: id, order: null, by: juma }, now());
  const other = await db.startTransaction().execute();
  await lockStatements(other, "azampay");
  await sql`select from statements where id = ${id} for update`.execute(other);
  const both = Promise.all([importing(), importing()]);
  // They ask for the lock of statements again and again, and do not wait for the row.
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and query like '%pg_try_advisory_xact_lock%' and state = 'idle in transaction'
      `.execute(db);
      return rows[0]?.count;
    })
    .toBe(2);
  await other.rollback().execute();
  expect((await both).map(({ kind }) => kind).toSorted()).toEqual(["imported", "no-preview"]);
  const undone = await Promise.all([undo(id), undo(id), discardPreview(db, id)]);
  expect(undone).toContainEqual({ kind: "undone" });
  expect(undone).toContainEqual({ kind: "not-imported" });
  expect(undone).toContain(false);
});

test("a preview counts like its import and changes nothing", async () => {
  const [agrees, differs] = [await paid(), await paid()];
  const before = await known();
  const { id } = await preview([
    rowOf(agrees),
    rowOf(differs, 9_000),
    `X-1,,5,success,2026-11-01`,
    `X-2,,5,parked,2026-11-01`,
    "X-3,,5,pending,2026-11-01",
    "Total,,,,",
  ]);
  const examined = await examinePreview(db, id, now());
  expect(examined).toMatchObject({ lines: 5, matched: 1, open: 2, unclear: 1, waiting: 1, fresh: 5 });
  if (examined.kind !== "examined") throw new Error(examined.kind);
  expect(examined.differing.map(({ line, state }) => `${line} ${state}`)).toEqual([
    "3 open",
    "4 open",
    "5 unclear",
  ]);
  expect(examined.notUnderstood).toMatchObject([{ line: 7 }]);
  expect(await known()).toEqual(before);
  expect((await readDonationState(db, differs.externalId)).cases).toEqual([]);
  const imported = await importStatement(db, { statementId: id, order: null, by: juma }, now());
  expect(imported).toMatchObject({
    kind: "imported",
    leftOut: 1,
    taken: { lines: 5, matched: 1, open: 2, unclear: 1 },
  });
});

test("one file uploaded ten times at once is imported once", async () => {
  const rows = [rowOf(await paid())];
  const stored = await Promise.all(Array.from({ length: 10 }, () => preview(rows)));
  expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
  expect(stored.filter(({ kind }) => kind === "stored")).toHaveLength(1);
  const [first] = stored;
  if (first === undefined) throw new Error("nothing stored");
  const all = await Promise.all(
    stored.map(({ id }) => importStatement(db, { statementId: id, order: null, by: juma }, now())),
  );
  expect(all.filter(({ kind }) => kind === "imported")).toHaveLength(1);
  const lines = await known();
  expect((await preview(rows)).kind).toBe("known");
  expect(await known()).toEqual(lines);
});

test("undoing an import restores every line and closes its cases", async () => {
  const [donation, missing] = [await paid(), await startedDonation(db, provider, to)];
  await bring(rowOf(donation), "T-OLD,,70,success,2026-11-01");
  const before = await known();
  const { id } = await bring(
    rowOf(donation, 9_000),
    rowOf(missing),
    "T-OLD,,75,success,2026-11-02",
    "T-NEW,,80,success,2026-11-01",
    "T-WORD,,80,baffled,2026-11-01",
  );
  expect((await caseOf(donation)).status).toBe("open");
  expect(await undo(id)).toEqual({ kind: "undone" });
  expect(await known()).toEqual(before);
  expect(await caseOf(donation)).toMatchObject({ status: "closed", decision: "import-undone" });
  const open = await db
    .selectFrom("cases")
    .select(["subject", "details"])
    .where("status", "=", "open")
    .execute();
  expect(open).toContainEqual({ subject: "azampay:T-OLD", details: { reference: "T-OLD", amount: "70" } });
  expect(open.map(({ subject }) => subject)).not.toContain("azampay:T-NEW");
  expect(open.map(({ subject }) => subject)).not.toContain("azampay-status:baffled");
  expect(await undo(id)).toEqual({ kind: "not-imported" });
});

test("an undone file can be imported again", async () => {
  const donation = await paid();
  const { id } = await bring(rowOf(donation, 9_500));
  await undo(id);
  const again = await bring(rowOf(donation, 9_500));
  expect(again.id).not.toBe(id);
  expect(again.imported).toMatchObject({ kind: "imported", taken: { open: 1 } });
  expect((await caseOf(donation)).status).toBe("open");
});

test.each([
  [
    "closed its case",
    async (donation: Donation) => {
      const { id: caseId } = await caseOf(donation);
      await resolveCase(db, { caseId, decision: "dismiss", reason: "a test", by: juma, now: now() });
    },
  ],
  [
    "asked for a refund because of it",
    async ({ externalId }: Donation) => {
      await propose(db, { kind: "refund", externalId, refundReference: "R" }, { by: juma, reason: "a test" });
    },
  ],
] as const)("an import stays after a person %s", async (_deed, act) => {
  const donation = await paid();
  const { id } = await bring(rowOf(donation, 9_400));
  expect(await findObstacleToUndo(db, id)).toBeNull();
  await act(donation);
  const before = await known();
  expect(await undo(id)).toEqual({ kind: "obstacle", obstacle: "acted-on" });
  expect(await known()).toEqual(before);
});

test.each(["requested", "withdrawn", "approved", "closed"])(
  "an import stays after its amount was used in an older case (%s)",
  async (used) => {
    const donation = await startedDonation(db, provider, to);
    await settleReported(db, reportOf(donation, { amount: 9_999n }), now());
    const { id: caseId } = await caseOf(donation);
    const { id } = await bring(rowOf(donation, 12_000));
    if (used === "closed") {
      const closing = { caseId, decision: "fail", reason: "a test row", by: juma, now: now() } as const;
      expect(await resolveCase(db, closing)).toEqual({ kind: "resolved" });
    } else {
      const credit = { kind: "credit", caseId, statementReference: "2", arrived: 12_000n } as const;
      const requested = await propose(db, credit, { by: juma, reason: "listed" });
      if (requested.kind !== "proposed") throw new Error(requested.kind);
      const decision = used === "withdrawn" ? "withdraw" : "approve";
      const by = used === "withdrawn" ? juma : await colleague(db, "admin");
      const deciding = { proposalId: requested.id, decision, by, reason: "", provenAt: null } as const;
      if (used !== "requested")
        expect(await decideProposal(db, { ...deciding, now: now() })).toEqual({ kind: "decided" });
    }
    expect(await undo(id)).toEqual({ kind: "obstacle", obstacle: "acted-on" });
  },
);

test("imports of the same payment are undone newest first", async () => {
  const donation = await startedDonation(db, provider, to);
  const before = await known();
  const [first, second] = [await bring(rowOf(donation, 1)), await bring(rowOf(donation, 2))];
  expect(await undo(first.id)).toEqual({ kind: "obstacle", obstacle: "listed-again" });
  expect(await undo(second.id)).toEqual({ kind: "undone" });
  expect(await undo(first.id)).toEqual({ kind: "undone" });
  expect(await known()).toEqual(before);
});

test("an older file that says pending does not replace a success", async () => {
  const donation = await paid();
  const { id } = await bring(rowOf(donation, 9_000), "T-FINAL,,70,success,2026-11-01");
  const before = await known();
  const older = await bring(rowOf(donation, 9_000, "pending"), "T-FINAL,,70,pending,2026-11-01");
  expect(older.imported).toMatchObject({ kind: "imported", taken: { open: 2, waiting: 0, fresh: 0 } });
  expect(await known()).toEqual(before);
  expect((await caseOf(donation)).status).toBe("open");
  expect(await undo(older.id)).toEqual({ kind: "undone" });
  expect((await caseOf(donation)).status).toBe("open");
  expect(await undo(id)).toEqual({ kind: "undone" });
});

test("a file that says failed never hides a listed success", async () => {
  const unbooked = await startedDonation(db, provider, to);
  const booked = await paid();
  await bring(rowOf(unbooked), rowOf(booked));
  await sql`update statement_lines set first_seen_at = now() - interval '2 hours'`.execute(db);
  await openCasesOfUnbooked(db);
  const failed = await bring(rowOf(unbooked, 10_000, "failed"), rowOf(booked, 0, "failed", "2026-11-02"));
  expect(failed.imported).toMatchObject({ taken: { open: 2, toCheck: [unbooked.reference] } });

  const lineOf = ({ reference }: Donation) =>
    db
      .selectFrom("statement_standings")
      .select(["outcome", "amount", "failure", "state"])
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
  const both = { outcome: "paid", amount: 10_000n, failure: "declined", state: "open" };
  expect([await lineOf(unbooked), await lineOf(booked)]).toEqual([both, both]);
  expect(await caseOf(unbooked, "not-booked")).toMatchObject({ status: "open" });
  const { id, ...opened } = await caseOf(booked);
  expect(opened).toMatchObject({
    status: "open",
    details: { source: "statement", outcome: "paid", failure: "declined", wrong: [] },
  });

  const decided = { decision: "dismiss", reason: "AzamPay confirms the success", by: juma } as const;
  await resolveCase(db, { caseId: id, ...decided, now: now() });
  expect(await lineOf(booked)).toMatchObject({ state: "ignored" });
  await bring(rowOf(booked, 1, "failed", "2026-11-03"));
  expect(await lineOf(booked)).toMatchObject({ state: "ignored", amount: 10_000n });
});

test("undoing the file that says failed restores the success alone", async () => {
  const booked = await paid();
  await bring(rowOf(booked));
  const { id } = await bring(rowOf(booked, 10_000, "cancelled"));
  expect(await undo(id)).toEqual({ kind: "undone" });
  expect(await caseOf(booked)).toMatchObject({ status: "closed", decision: "import-undone" });
  const line = await db
    .selectFrom("statement_standings")
    .select(["outcome", "failure", "state"])
    .where("payment_id", "=", booked.id)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ outcome: "paid", failure: null, state: "matched" });
});

test("a success that follows a listed failure replaces it", async () => {
  const late = await paid();
  await bring(rowOf(late, 10_000, "failed"));
  await bring(rowOf(late));
  expect(await caseOf(late)).toMatchObject({ status: "closed", decision: "matched" });
});

test("an import older than 89 days stays", async () => {
  const { id } = await bring("T-AGED,,80,success,2026-11-01");
  await sql`update statements set imported_at = now() - interval '90 days' where id = ${id}`.execute(db);
  expect(await undo(id)).toEqual({ kind: "obstacle", obstacle: "too-old" });
});

test("a payment in an unreadable row is not reported as missing", async () => {
  const [donation, other] = [await paid(), await paid()];
  await sql`
    update payments set created_at = '2026-08-05 10:00+03', settled_at = '2026-08-05 10:01+03' where id = ${donation.id}
  `.execute(db);
  const half = rowOf(donation).replace("10000", "x");
  const { imported } = await bring(half, rowOf(other, 10_000, "success", "2026-08-05"));
  expect(imported).toMatchObject({ kind: "imported", leftOut: 1, taken: { unlisted: 0 } });
  const swallowed = await bring('"open,x', rowOf(other, 10_000, "success", "2026-08-05"));
  expect(swallowed.imported).toMatchObject({ kind: "imported", taken: { unlisted: 0 } });
  const whole = await bring(rowOf(other, 10_000, "success", "2026-08-05"));
  expect(whole.imported).toMatchObject({ kind: "imported", taken: { unlisted: 1 } });
});

test("undoing the import that listed a payment reports it as missing again", async () => {
  const [donation, other] = [await paid(), await paid()];
  await sql`
    update payments set created_at = '2026-09-10 10:00+03', settled_at = '2026-09-10 10:01+03' where id = ${donation.id}
  `.execute(db);
  const day = [10_000, "success", "2026-09-10"] as const;
  const first = await bring(rowOf(other, ...day));
  expect((await caseOf(donation, "not-listed")).status).toBe("open");
  const second = await bring(rowOf(donation, ...day));
  expect(await caseOf(donation, "not-listed")).toMatchObject({ status: "closed", decision: "matched" });
  expect(await undo(second.id)).toEqual({ kind: "undone" });
  expect(await caseOf(donation, "not-listed")).toMatchObject({
    status: "open",
    details: { from: "2026-09-10", to: "2026-09-10" },
  });

  const third = await bring(rowOf(donation, ...day));
  expect(await undo(first.id)).toEqual({ kind: "undone" });
  expect(await undo(third.id)).toEqual({ kind: "undone" });
  expect((await caseOf(donation, "not-listed")).status).toBe("closed");
});

test("dates that fit both orders need an answer from staff", async () => {
  const { id } = await preview([rowOf(await paid(), 10_000, "success", "03/04/2026")]);
  const confirm = (order: "month-first" | null) =>
    importStatement(db, { statementId: id, order, by: juma }, now());
  expect(await confirm(null)).toEqual({ kind: "order-needed" });
  expect(await confirm("month-first")).toMatchObject({ kind: "imported" });
  const { from_day } = await db
    .selectFrom("statements")
    .select("from_day")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(from_day).toBe("2026-03-04");
});

test("2,500 unknown payments open a case each, and undo closes them", async () => {
  const foreign = Array.from(
    { length: 2_500 },
    (_, at) => `foreign-${at},unknown-${at},7000,success,2026-11-03`,
  );
  const { id, imported } = await bring(...foreign);
  expect(imported).toMatchObject({ kind: "imported", taken: { open: 2_500, matched: 0 } });
  const count = async (status: "open" | "closed") =>
    db
      .selectFrom("cases")
      .select(({ fn }) => fn.countAll<bigint>().as("cases"))
      .where("kind", "=", "unknown-order")
      .where("subject", "like", "azampay:foreign-%")
      .where("status", "=", status)
      .executeTakeFirstOrThrow();
  expect(await count("open")).toEqual({ cases: 2_500n });
  expect(await undo(id)).toMatchObject({ kind: "undone" });
  expect([await count("open"), await count("closed")]).toEqual([{ cases: 0n }, { cases: 2_500n }]);
});

test("a line is matched when its payment gets the provider's reference later", async () => {
  const donation = await startedDonation(db, provider, to);
  await db
    .updateTable("payments")
    .set({ provider_reference: null })
    .where("reference", "=", donation.reference)
    .execute();
  const { id } = await preview([`LATER-1,,10000,success,2026-11-01`]);
  await importStatement(db, { statementId: id, order: null, by: juma }, now());
  const caseOf = () =>
    db
      .selectFrom("cases")
      .select(["status", "decision"])
      .where("kind", "=", "unknown-order")
      .where("subject", "=", "azampay:LATER-1")
      .executeTakeFirst();
  expect(await caseOf()).toEqual({ status: "open", decision: null });
  await matchLaterLines(db, now());
  expect(await caseOf()).toEqual({ status: "open", decision: null });

  await settleReported(db, { ...reportOf(donation), providerReference: "LATER-1" }, now());
  expect(await matchLaterLines(db, now())).toBe(1);
  expect(await caseOf()).toEqual({ status: "closed", decision: "matched" });
  expect(await matchLaterLines(db, now())).toBe(0);
});
