import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bankDetails } from "#operations/content/records/bank-details.ts";
import { fingerprintOf, listVersions } from "#database/content/versions.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  cardWay,
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { valueAt, withValue } from "#domain/content/draft.ts";
import { campaign, fundSettings } from "#tests/support/database/records.ts";
import { colleague, letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { decideProposal, type ProposalDecision } from "./decide-proposal.ts";
import { openCase } from "./open.ts";
import { resolveCase } from "./resolve.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { propose, type ProposedChange } from "./propose.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { readEmail } from "#operations/mail/read-sealed.ts";
import { reversePayment } from "#operations/payments/reverse.ts";
import { restoreVersion } from "#operations/content/restore-version.ts";
import { saveRecord } from "#operations/content/save-record.ts";
import { takeStatement } from "#operations/reconciliation/store-statement.ts";

const { db, asOwner } = await testRecords();
const provider = scriptedProvider();
const now = () => new Date();
afterAll(() => expectSoundLedger(db));

// The installation writes them as one person, because no staff exist yet.
await db
  .insertInto("bank_details")
  .values({ bank_name: "Bank", account_name: "Fund", account_number: "111" })
  .execute();
await fundSettings(db);
const juma = await colleague(db, "staff");
const asha = await colleague(db, "admin");
const neema = await colleague(db, "admin");
const organizer = await colleague(db, "organizer");

beforeEach(async () => {
  await asOwner.updateTable("users").set({ banned: false }).execute();
  await letRolesAge(db);
  await asOwner.deleteFrom("outbox").execute();
});

const ask = (change: ProposedChange, by = juma) => propose(db, change, { by, reason: "given twice" });

async function openProposal(change: ProposedChange, by = juma): Promise<bigint> {
  const outcome = await ask(change, by);
  if (outcome.kind !== "proposed") throw new Error(outcome.kind);
  return outcome.id;
}

const decide = (proposalId: bigint, by: string, over: Partial<ProposalDecision> = {}) =>
  decideProposal(db, {
    proposalId,
    decision: "approve",
    reason: "",
    by,
    provenAt: null,
    now: now(),
    ...over,
  });

async function paidDonation() {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settleReported(db, reportOf(donation), now());
  return donation;
}
const refundOf = ({ externalId }: { externalId: string }): ProposedChange => ({
  kind: "refund",
  externalId,
  refundReference: "RF-1",
});

async function doubtfulDonation() {
  const donation = await startedDonation(db, provider, await campaign(db));
  const report = reportOf(donation, { amount: 9_999n });
  await settleReported(db, report, now());
  const { id: caseId } = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  return { ...donation, caseId };
}

async function hoursAgo(proposalId: bigint, hours: number): Promise<void> {
  await asOwner.transaction().execute(async (tx) => {
    await sql`alter table proposals disable trigger guard`.execute(tx);
    await sql`
      update proposals set proposed_at = proposed_at - make_interval(hours => ${hours}) where id = ${proposalId}
    `.execute(tx);
    await sql`alter table proposals enable trigger guard`.execute(tx);
  });
}

test("two people record the received amount, which settles case and line", async () => {
  const donation = await doubtfulDonation();
  const line = { line: 2, reference: donation.reference, providerReference: null, day: "2026-11-20" };
  const arrived = { outcome: "paid" as const, providerWord: "success", amount: 1_000n };
  await takeStatement(
    db,
    { provider: "azampay", name: "november", lines: [{ ...line, ...arrived }], covers: null },
    now(),
  );
  await openCase(db, "not-booked", { paymentId: donation.id, details: {} });
  const change = { kind: "credit", caseId: donation.caseId, statementReference: "line 2" } as const;
  const id = await openProposal({ ...change, arrived: 1_000n });
  expect((await readDonationState(db, donation.externalId)).donation).toBe("pending");
  expect((await decide(id, asha)).kind).toBe("decided");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ donation: "completed", payment: "succeeded", journals: ["donation"], mails: 1 },
    cases: ["mismatch (closed)", "not-booked (closed)"],
  });
  const amounts = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .innerJoin("campaign_totals as t", "t.campaign_id", "d.campaign_id")
    .select(["p.amount", "p.asked_amount", "d.amount as donation", "t.raised"])
    .where("p.id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(amounts).toEqual({ amount: 1_000n, asked_amount: 10_000n, donation: 1_000n, raised: 1_000n });
  const { state } = await db
    .selectFrom("statement_standings")
    .select("state")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe("matched");
  const receipt = await db
    .selectFrom("outbox")
    .selectAll()
    .where("template", "=", "receipt")
    .executeTakeFirstOrThrow();
  expect((await readEmail(db, seal, receipt))?.message).toMatchObject({
    amount: { amount: 1_000n },
    requested: { amount: 10_000n },
  });
  await settleReported(db, reportOf(donation, { amount: 1_000n }), now());
  expect((await readDonationState(db, donation.externalId)).cases).not.toContain("mismatch");
});

async function listAsPaid({ reference }: { reference: string }, amount: bigint): Promise<void> {
  const line = { line: 2, reference, providerReference: null, day: "2026-11-20" };
  const lines = [{ ...line, outcome: "paid" as const, providerWord: "success", amount }];
  await takeStatement(db, { provider: "azampay", name: reference, lines, covers: null }, now());
}

test("an amount that no report names cannot be proposed", async () => {
  const donation = await doubtfulDonation();
  const change = { kind: "credit", caseId: donation.caseId, statementReference: "line 2" } as const;
  const problemOf = async (arrived: bigint) => {
    const outcome = await ask({ ...change, arrived });
    return outcome.kind === "wrong-amount" ? outcome.problem : outcome.kind;
  };
  expect(await problemOf(99_999_999_999_999n)).toEqual({ kind: "above-limit", limit: 5_000_000n });
  expect(await problemOf(5_000_001n)).toEqual({ kind: "above-limit", limit: 5_000_000n });
  expect(await problemOf(10_001n)).toEqual({ kind: "no-line" });
  for (const arrived of [1n, 1_000n, 9_998n])
    expect(await problemOf(arrived)).toEqual({ kind: "not-as-reported", reported: [9_999n] });
  await listAsPaid(donation, 12_000n);
  for (const arrived of [9_999n, 12_001n])
    expect(await problemOf(arrived)).toEqual({ kind: "not-as-reported", reported: [12_000n] });
  const id = await openProposal({ ...change, arrived: 12_000n });
  expect((await decide(id, asha)).kind).toBe("decided");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ donation: "completed" });
});

test("an amount that contradicts the statement is not recorded on approval", async () => {
  const donation = await doubtfulDonation();
  const change = { kind: "credit", caseId: donation.caseId, statementReference: "line 2" } as const;
  const id = await openProposal({ ...change, arrived: 9_999n });
  await listAsPaid(donation, 2_000n);
  expect((await decide(id, asha)).kind).not.toBe("decided");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    journals: [],
  });
});

test("the requested amount is not recorded if the statement lists another one", async () => {
  const donation = await doubtfulDonation();
  const { caseId } = donation;
  const change = { kind: "credit", caseId, arrived: null, statementReference: "line 2" } as const;
  const id = await openProposal(change);
  await listAsPaid(donation, 1_000n);
  expect(await decide(id, asha)).toEqual({ kind: "not-possible" });
  await decide(id, asha, { decision: "reject" });
  for (const arrived of [null, donation.amount])
    expect(await ask({ ...change, arrived })).toEqual({
      kind: "wrong-amount",
      problem: { kind: "not-as-reported", reported: [1_000n] },
    });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ journals: [] });
});

test("the database refuses a payment that grows without a statement line", async () => {
  const { rows } = await sql`
    select pg_get_triggerdef(oid) as trigger from pg_trigger where tgname = 'guard_arrived_amount'
  `.execute(db);
  expect(rows).toHaveLength(1);
  const donation = await startedDonation(db, provider, await campaign(db));
  const grow = asOwner.transaction().execute(async (tx) => {
    // This tests only the guard of the amount's evidence.
    await sql`alter table payments disable trigger guard`.execute(tx);
    await tx.updateTable("payments").set({ amount: 20_000n }).where("id", "=", donation.id).execute();
  });
  await expect(grow).rejects.toThrow("a payment never grows without a statement line");
});

test("the fee keeps its share of a different amount", async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt(1n, 30_000n), async (arrived) => {
      const donation = await startedDonation(db, provider, await campaign(db), {
        ...{ bearsFee: true, way: cardWay(provider) },
      });
      const { id: caseId } = await db
        .insertInto("cases")
        .values({ kind: "no-answer", payment_id: donation.id })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (arrived > donation.amount) await listAsPaid(donation, arrived);
      const id = await openProposal({ kind: "credit", caseId, statementReference: "x", arrived });
      expect((await decide(id, asha)).kind).toBe("decided");
      const { rows } = await sql`
        select p.amount = ${arrived} and p.amount - p.fee = d.amount and t.raised = d.amount as sound
        from payments p join donations d on d.id = p.donation_id join campaign_totals t using (campaign_id)
        where p.id = ${donation.id}
      `.execute(db);
      expect(rows).toEqual([{ sound: true }]);
    }),
    { numRuns: 12, examples: [[29n]] },
  );
});

test.each([
  "update payments set amount = 1 where id = $payment",
  "update payments set amount = 1, asked_amount = amount where id = $payment",
  "update payments set fee = 1 where id = $payment",
  "update donations set amount = 1 where id = $donation",
  "update donations set campaign_id = 'another' where id = $donation",
])("the database refuses %j without two people", async (statement) => {
  const donation = await doubtfulDonation();
  const written = statement
    .replace("$payment", String(donation.id))
    .replace("$donation", String(donation.donation_id));
  await expect(sql.raw(written).execute(db)).rejects.toThrow(/never change/);
});

test("an amount other than the approved one cannot be recorded", async () => {
  const donation = await doubtfulDonation();
  const id = await openProposal({
    ...{ kind: "credit", caseId: donation.caseId, statementReference: "line 2" },
    arrived: 9_999n,
  });
  const cheat = db.transaction().execute(async (tx) => {
    await tx
      .updateTable("proposals")
      .set({ status: "approved", decided_by: asha, decided_at: now() })
      .where("id", "=", id)
      .execute();
    await sql`update payments set amount = 2000, asked_amount = amount where id = ${donation.id}`.execute(tx);
  });
  await expect(cheat).rejects.toThrow(/never change/);
});

test("two people refund a donation once, and the total falls", async () => {
  const donation = await paidDonation();
  const id = await openProposal(refundOf(donation), asha);
  expect(await ask(refundOf(donation))).toEqual({ kind: "proposed-before", id });
  expect(await decide(id, asha)).toEqual({ kind: "another-person" });
  expect(await decide(id, juma)).toEqual({ kind: "admins-only" });
  expect((await readDonationState(db, donation.externalId)).reversed).toBe(false);
  const kinds = await Promise.all(Array.from({ length: 5 }, async () => (await decide(id, neema)).kind));
  expect(kinds.toSorted()).toEqual([
    ...Array<string>(1).fill("decided"),
    ...Array<string>(4).fill("decided-before"),
  ]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    payment: "reversed",
    reversed: true,
    journals: ["donation", "donation-reversal"],
  });
  const totals = await sql`
    select coalesce(sum(raised), 0)::int as raised, coalesce(sum(donors), 0)::int as donors
    from campaign_totals t join donations d using (campaign_id) where d.external_id = ${donation.externalId}
  `.execute(db);
  expect(totals.rows).toEqual([{ raised: 0, donors: 0 }]);
  const { rows } = await sql<{ entered_by: string }>`
    select entered_by from journal where payment_id = ${donation.id} and kind = 'donation-reversal'
  `.execute(db);
  expect(rows).toEqual([{ entered_by: neema }]);
  expect(await ask(refundOf(donation))).toEqual({ kind: "not-possible" });
});

test("an unpaid donation cannot be refunded, and only staff can propose", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  expect(await ask(refundOf(donation))).toEqual({ kind: "not-possible" });
  expect(await ask(refundOf({ externalId: "nothing_1" }))).toEqual({ kind: "unknown" });
  expect(await propose(db, refundOf(donation), { by: juma, reason: " " })).toEqual({
    kind: "reason-required",
  });
  await expect(ask(refundOf(await paidDonation()), organizer)).rejects.toThrow(/may propose nothing/);
});

test("two people record an unproven donation, and its case closes", async () => {
  const { caseId, externalId } = await doubtfulDonation();
  const id = await openProposal({ kind: "credit", caseId, arrived: null, statementReference: "line 7" });
  expect(await decide(id, asha)).toEqual({ kind: "decided" });
  expect(await readDonationState(db, externalId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
    cases: ["mismatch (closed)"],
  });
  expect(await ask({ kind: "credit", caseId, arrived: null, statementReference: "line 7" })).toEqual({
    kind: "not-possible",
  });
});

test("one person does not close a case while a request to record its money waits", async () => {
  const { caseId, externalId } = await doubtfulDonation();
  const credit = { kind: "credit", caseId, arrived: null, statementReference: "line 7" } as const;
  const id = await openProposal(credit);
  const close = (decision: "fail" | "dismiss") =>
    resolveCase(db, { caseId, decision, reason: "nothing came", by: juma, now: now() });
  expect(await close("fail")).toEqual({ kind: "request-waits" });
  expect(await close("dismiss")).toEqual({ kind: "request-waits" });
  expect(await readDonationState(db, externalId)).toMatchObject({ donation: "pending", cases: ["mismatch"] });
  expect(await decide(id, juma, { decision: "withdraw" })).toEqual({ kind: "decided" });
  expect(await close("fail")).toEqual({ kind: "resolved" });

  const second = await doubtfulDonation();
  const both = await Promise.all([
    ask({ ...credit, caseId: second.caseId }),
    resolveCase(db, { caseId: second.caseId, decision: "fail", reason: "none", by: juma, now: now() }),
  ]);
  expect([
    ["proposed", "request-waits"],
    ["not-possible", "resolved"],
  ]).toContainEqual(both.map(({ kind }) => kind));
});

test("a request that waits while its case is closed is not made", async () => {
  // Its payment stays failed, so only the case says that nothing is to be recorded.
  const { caseId, id: paymentId } = await doubtfulDonation();
  await resolveCase(db, { caseId, decision: "fail", reason: "nothing came", by: juma, now: now() });
  const again = (await openCase(db, "mismatch", { paymentId, details: {} })) ?? 0n;
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db);
    return rows.length;
  };
  const { asked } = await db.transaction().execute(async (tx) => {
    await lockPayment(tx, { id: paymentId });
    const asked = ask({ kind: "credit", caseId: again, arrived: null, statementReference: "line 7" });
    await expect.poll(waiting).toBeGreaterThan(0);
    await tx
      .updateTable("cases")
      .set({ status: "closed", decision: "dismiss", reason: "none", closed_by: juma, closed_at: now() })
      .where("id", "=", again)
      .execute();
    return { asked };
  });
  expect(await asked).toEqual({ kind: "not-possible" });
});

test("a donation that settled in the meantime is not recorded again", async () => {
  const { caseId, ...donation } = await doubtfulDonation();
  const id = await openProposal({ kind: "credit", caseId, arrived: null, statementReference: "line 7" });
  await settleReported(db, reportOf(donation), now());
  expect(await decide(id, asha)).toEqual({ kind: "not-possible" });
  expect((await readDonationState(db, donation.externalId)).journals).toEqual(["donation"]);
  expect(await decide(id, asha, { decision: "reject" })).toEqual({ kind: "decided" });
});

const readBankDetails = async () => (await bankDetails.read(db)) ?? "";
const accountNumber = async () => valueAt(await readBankDetails(), "accountNumber");

async function askForAccount(number: string, { reason = "the bank moved", opened = "" } = {}) {
  const current = await readBankDetails();
  const draft = withValue(withValue(current, "accountNumber", number), "reason", reason);
  return saveRecord(db, bankDetails, { draft, opened: opened || fingerprintOf(current), authorId: juma });
}

async function askedForAccount(number: string): Promise<bigint> {
  const outcome = await askForAccount(number);
  if (outcome.kind !== "proposed") throw new Error(outcome.kind);
  return outcome.id;
}

test("bank details change only when a second person approves", async () => {
  expect(await askForAccount("111")).toMatchObject({ kind: "invalid" });
  expect(await askForAccount("222", { reason: " " })).toMatchObject({ kind: "invalid" });
  const opened = fingerprintOf(await readBankDetails());
  const id = await askedForAccount("222");
  expect(await askForAccount("333")).toEqual({ kind: "proposed-before", id });
  expect(await accountNumber()).toBe("111");
  expect(await listVersions(db, "bank-details")).toEqual([]);
  expect(await decide(id, asha)).toEqual({ kind: "decided" });
  expect(await accountNumber()).toBe("222");
  expect(await askForAccount("333", { opened })).toMatchObject({ kind: "stale" });
  const back = await askedForAccount("111");
  expect(await decide(back, asha, { decision: "reject", reason: "no" })).toEqual({ kind: "decided" });
  expect(await accountNumber()).toBe("222");
  const again = await askedForAccount("111");
  expect(await decide(again, neema, { decision: "withdraw" })).toEqual({ kind: "not-yours" });
  expect(await decide(again, juma, { decision: "withdraw" })).toEqual({ kind: "decided" });
  expect(await decide(again, asha)).toEqual({ kind: "decided-before" });
});

test("two people restore earlier bank details from the history", async () => {
  const versions = await listVersions(db, "bank-details");
  expect(versions.map(({ draft, author }) => [valueAt(draft, "accountNumber"), author !== null])).toEqual([
    ["222", true],
    ["111", false],
  ]);
  const restored = await restoreVersion(db, bankDetails, {
    ...{ version: 0, authorId: juma },
    opened: fingerprintOf(await readBankDetails()),
  });
  if (restored.kind !== "proposed") throw new Error(restored.kind);
  expect(await accountNumber()).toBe("222");
  expect(await decide(restored.id, neema)).toEqual({ kind: "decided" });
  expect(await accountNumber()).toBe("111");
});

test("an approval does not overwrite a change made outside the rule", async () => {
  const id = await askedForAccount("222");
  await sql`alter table bank_details disable trigger two_people`.execute(asOwner);
  await sql`update bank_details set account_number = '999'`.execute(db);
  await sql`alter table bank_details enable trigger two_people`.execute(asOwner);
  expect(await decide(id, asha)).toEqual({ kind: "not-possible" });
  expect(await decide(id, asha, { decision: "reject", reason: "look again" })).toEqual({ kind: "decided" });
  expect(await accountNumber()).toBe("999");
});

test("a simultaneous approval and new proposal do not deadlock", async () => {
  const id = await askedForAccount("222");
  const [approved] = await Promise.all([
    decide(id, asha),
    ...["1", "2", "3"].map((number) => askForAccount(number)),
  ]);
  expect(approved).toEqual({ kind: "decided" });
  expect(await accountNumber()).toBe("222");
});

test("a single admin waits a day and enters the password again", async () => {
  await db.updateTable("users").set({ banned: true }).where("id", "=", neema).execute();
  await letRolesAge(db);
  const id = await openProposal(refundOf(await paidDonation()), asha);
  expect(await decide(id, asha, { provenAt: now() })).toMatchObject({ kind: "not-before" });
  await hoursAgo(id, 23);
  expect(await decide(id, asha, { provenAt: now() })).toMatchObject({ kind: "not-before" });
  await hoursAgo(id, 1);
  expect(await decide(id, asha)).toEqual({ kind: "with-password" });
  expect(await decide(id, asha, { provenAt: now() })).toEqual({ kind: "decided" });
});

const isDecided = (by: string, extra = "") =>
  sql.raw(
    `update proposals set status = 'approved', decided_by = '${by}', decided_at = now()${extra} where status = 'open'`,
  );

test("the database refuses changes that break the rule", async () => {
  const id = await openProposal(refundOf(await paidDonation()), asha);
  const refused = async (statement: ReturnType<typeof sql.raw>, why: RegExp) =>
    expect(statement.execute(db), String(why)).rejects.toThrow(why);
  await refused(isDecided(asha), /another admin decides/);
  await refused(isDecided(juma), /is no admin/);
  await refused(isDecided(organizer), /is no admin/);
  await db.updateTable("users").set({ banned: true }).where("id", "=", neema).execute();
  await letRolesAge(db);
  await refused(isDecided(neema), /is no admin/);
  await refused(isDecided(asha), /waits a day/);
  await hoursAgo(id, 25);
  await refused(isDecided(asha), /password again/);
  await refused(isDecided(asha, ", proven_at = now() - interval '6 minutes'"), /password again/);
  await refused(sql.raw(`update proposals set reason = 'other' where id = ${id}`), /never changes/);
  await refused(sql.raw(`update proposals set proposed_by = '${juma}' where id = ${id}`), /never changes/);
  await refused(sql.raw(`delete from proposals where id = ${id}`), /append-only|denied/);
  for (const statement of [
    "update bank_details set account_number = '666'",
    "delete from bank_details",
    "truncate bank_details",
  ])
    await refused(sql.raw(statement), /changed by two people|append-only|permission denied/);
  const anew = asOwner.transaction().execute(async (tx) => {
    await sql`alter table bank_details disable trigger two_people_for_all`.execute(tx);
    await sql`delete from bank_details`.execute(tx);
    await sql`alter table bank_details enable trigger two_people_for_all`.execute(tx);
    await sql`insert into bank_details (bank_name, account_name, account_number) values ('B', 'F', '666')`.execute(
      tx,
    );
  });
  await expect(anew).rejects.toThrow(/changed by two people/);
  expect(await decide(id, asha, { decision: "withdraw" })).toEqual({ kind: "decided" });
  await refused(
    sql.raw(`update proposals set status = 'open', decided_by = null where id = ${id}`),
    /is decided/,
  );
});

test("an approval for one donation cannot undo another or a later booking", async () => {
  const [donation, other] = [await paidDonation(), await paidDonation()];
  const id = await openProposal(refundOf(donation), asha);
  const refused = /without a message of its provider or two people/;
  const reverse = (paymentId: bigint) =>
    db
      .transaction()
      .execute((tx) =>
        reversePayment(tx, paymentId, { reason: "alone", by: neema, now: now(), proposalId: id }),
      );
  await expect(reverse(other.id)).rejects.toThrow(refused);
  const both = db.transaction().execute(async (tx) => {
    await isDecided(neema).execute(tx);
    await reversePayment(tx, other.id, { reason: "the wrong one", by: neema, now: now(), proposalId: id });
  });
  await expect(both).rejects.toThrow(refused);
  expect(await decide(id, neema)).toEqual({ kind: "decided" });
  await expect(reverse(other.id)).rejects.toThrow(refused);
  expect((await readDonationState(db, other.externalId)).reversed).toBe(false);
});

test("all staff get emails about the proposal and the decision", async () => {
  const donation = await paidDonation();
  const id = await openProposal(refundOf(donation));
  await decide(id, asha, { decision: "reject", reason: "not twice" });
  const emails = await db
    .selectFrom("outbox")
    .selectAll()
    .where("template", "=", "proposal")
    .orderBy("id")
    .execute();
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [juma, juma, asha, asha, neema, neema].map((person) => `${person}@fund.example`).toSorted(),
  );
  const messages = await Promise.all(emails.map((email) => readEmail(db, seal, email)));
  expect(messages[0]?.message).toMatchObject({
    kind: "proposal",
    status: "open",
    about: { kind: "refund", reference: donation.externalId, amount: { amount: 10_000n } },
    by: juma.slice(0, 8),
    reason: "given twice",
    address: `/admin/approvals/${id}`,
  });
  expect(messages.at(-1)?.message).toMatchObject({
    status: "rejected",
    by: asha.slice(0, 8),
    reason: "not twice",
  });
});
