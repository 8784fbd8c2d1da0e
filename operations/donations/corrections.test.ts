import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { bookedDonations } from "#database/donations/recorded.ts";
import { findDonationRecord } from "#database/donations/history.ts";
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
import { campaign, fundSettings } from "#tests/support/database/records.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { decideProposal } from "#operations/cases/decide-proposal.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { propose, type ProposedChange } from "#operations/cases/propose.ts";
import { readEmail } from "#operations/mail/read-sealed.ts";
import { findLedgerProblems } from "#operations/system/report-ledger-problems.ts";
import { applyEvent } from "#operations/payments/settle.ts";

const { db } = await testRecords();
const provider = scriptedProvider();
afterAll(() => expectSoundLedger(db));
await fundSettings(db);
const juma = await colleague(db, "staff");
const asha = await colleague(db, "admin");
await colleague(db, "admin");

type PaidDonation = Awaited<ReturnType<typeof paidDonation>>;

async function paidDonation(to: string, over: Parameters<typeof startedDonation>[3] = {}) {
  const donation = await startedDonation(db, provider, to, over);
  await settleReported(db, reportOf(donation));
  return donation;
}

const moveOf = ({ externalId }: PaidDonation, campaignId: string): ProposedChange => ({
  kind: "move",
  externalId,
  campaignId,
});
const partOf = ({ externalId }: PaidDonation, amount: bigint): ProposedChange => ({
  ...{ kind: "part-refund", externalId, amount, refundReference: "RF-1" },
});
const refundOf = ({ externalId }: PaidDonation): ProposedChange => ({
  kind: "refund",
  externalId,
  refundReference: "RF-2",
});

const request = (wanted: ProposedChange) =>
  propose(db, wanted, { by: juma, reason: "asked for by the donor" });

async function open(wanted: ProposedChange): Promise<bigint> {
  const proposed = await request(wanted);
  if (proposed.kind !== "proposed") throw new Error(proposed.kind);
  return proposed.id;
}

const approve = (proposalId: bigint) =>
  decideProposal(db, {
    ...{ proposalId, decision: "approve", reason: "", by: asha, provenAt: null, now: new Date() },
  });

async function done(wanted: ProposedChange): Promise<bigint> {
  const id = await open(wanted);
  expect(await approve(id)).toEqual({ kind: "decided" });
  return id;
}

async function totals(id: string) {
  const { raised, donors } = await db
    .selectFrom("campaign_totals")
    .select(["raised", "donors"])
    .where("campaign_id", "=", id)
    .executeTakeFirstOrThrow();
  const days = await sql<{ raised: bigint; donors: bigint }>`
    select coalesce(sum(raised), 0)::bigint as raised, coalesce(sum(donors), 0)::bigint as donors
    from daily_totals where campaign_id = ${id}
  `.execute(db);
  expect(days.rows).toEqual([{ raised, donors }]);
  return [raised, donors];
}

async function emailsOf({ donation_id }: PaidDonation) {
  const rows = await db
    .selectFrom("outbox")
    .selectAll()
    .where("donation_id", "=", donation_id)
    .where("template", "<>", "receipt")
    .orderBy("id")
    .execute();
  return Promise.all(rows.map(async (row) => (await readEmail(db, seal, row))?.message));
}

test("two people move a donation, and totals, history and donor follow", async () => {
  const [from, to] = [await campaign(db, { title: "Old" }), await campaign(db, { title: "New" })];
  const donation = await paidDonation(from);
  const id = await open(moveOf(donation, to));
  expect(await totals(from)).toEqual([10_000n, 1n]);
  expect(await approve(id)).toEqual({ kind: "decided" });
  expect(await totals(from)).toEqual([0n, 0n]);
  expect(await totals(to)).toEqual([10_000n, 1n]);
  expect((await readDonationState(db, donation.externalId)).journals).toEqual(["donation", "move"]);
  expect(await emailsOf(donation)).toMatchObject([
    { kind: "donation-moved", from: { en: "Old" }, campaign: { en: "New" }, amount: { amount: 10_000n } },
  ]);
  const record = await findDonationRecord(db, donation.donation_id);
  expect(record?.campaign.id).toBe(to);
  expect(record?.firstCampaign?.id).toBe(from);
  expect(record?.trail.map((entry) => ("booked" in entry ? entry.booked : entry.kind))).toContain("move");
  await done(moveOf(donation, from));
  expect(await totals(from)).toEqual([10_000n, 1n]);
});

test("two people refund parts, and the last refund takes the rest", async () => {
  const to = await campaign(db);
  const donation = await paidDonation(to, { bearsFee: true, way: cardWay(provider) });
  await done(partOf(donation, 3_000n));
  expect(await totals(to)).toEqual([7_000n, 1n]);
  await done(partOf(donation, 6_999n));
  expect(await totals(to)).toEqual([1n, 1n]);
  for (const amount of [1n, 2n])
    expect(await request(partOf(donation, amount))).toEqual({ kind: "not-possible" });
  expect((await readDonationState(db, donation.externalId)).journals).toEqual([
    "donation",
    "fee",
    "part-refund",
    "part-refund",
  ]);
  await done(refundOf(donation));
  expect(await totals(to)).toEqual([0n, 0n]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ payment: "reversed", reversed: true },
    journals: ["donation", "fee", "part-refund", "part-refund", "donation-reversal", "fee-reversal"],
  });
  expect(await emailsOf(donation)).toMatchObject([
    { kind: "donation-refunded", refunded: { amount: 3_000n } },
    { kind: "donation-refunded", refunded: { amount: 6_999n } },
    { kind: "donation-refunded", refunded: { amount: 1n + 350n }, left: null },
  ]);
  expect(await request(partOf(donation, 1n))).toEqual({ kind: "not-possible" });
  expect(await request(moveOf(donation, await campaign(db)))).toEqual({ kind: "not-possible" });
});

test("a reversal takes a moved donation from its current campaign", async () => {
  const [from, to] = [await campaign(db), await campaign(db)];
  const donation = await paidDonation(from);
  await done(moveOf(donation, to));
  await done(partOf(donation, 4_000n));
  expect(await totals(to)).toEqual([6_000n, 1n]);
  await settleReported(db, reportOf(donation, { outcome: "reversed" }));
  expect(await totals(to)).toEqual([0n, 0n]);
  expect(await totals(from)).toEqual([0n, 0n]);
});

test("the export shows a move as two entries and filters by entry", async () => {
  const [from, to] = [await campaign(db), await campaign(db)];
  const donation = await paidDonation(from);
  await done(moveOf(donation, to));
  await done(partOf(donation, 4_000n));
  const filter = { meanings: null, state: null, provider: null, method: null, amount: null, open: null };
  const entries = async (reference: string) => {
    const found = [];
    for await (const batch of bookedDonations(db, { ...filter, campaign: reference, from: null, to: null }))
      found.push(...batch);
    return found.map(({ kind, amount: { amount } }) => [kind, amount]);
  };
  expect(await entries(from)).toEqual([
    ["donation", 10_000n],
    ["move", -10_000n],
  ]);
  expect(await entries(to)).toEqual([
    ["move", 10_000n],
    ["part-refund", -4_000n],
  ]);
});

test("Zakat moves only to Zakat, and other money never moves there", async () => {
  const zakat = await campaign(db, { is_zakat_eligible: true });
  const other = await campaign(db, { is_zakat_eligible: true });
  const plain = await campaign(db);
  const [pious, free] = [await paidDonation(zakat), await paidDonation(plain)];
  expect(await request(moveOf(pious, plain))).toEqual({ kind: "not-possible" });
  expect(await request(moveOf(free, zakat))).toEqual({ kind: "not-possible" });
  await done(moveOf(pious, other));
  await done(partOf(pious, 1_000n));
  expect(await totals(other)).toEqual([9_000n, 1n]);
  for (const [donation, from, to] of [
    [pious, `zakat:${other}`, `campaign:${plain}`],
    [free, `campaign:${plain}`, `zakat:${zakat}`],
  ] as const)
    await expect(cheat(donation, { from, to })).rejects.toThrow(/zakat money cannot be posted/);
});

test("a donation moves to a paused campaign, and never to a completed one", async () => {
  const donation = await paidDonation(await campaign(db));
  const [paused, completed] = [
    await campaign(db, { status: "paused" }),
    await campaign(db, { status: "completed" }),
  ];
  expect(await request(moveOf(donation, completed))).toEqual({ kind: "not-possible" });
  await done(moveOf(donation, paused));
  expect(await totals(paused)).toEqual([10_000n, 1n]);
});

test("a donation in another currency or unpaid does not move", async () => {
  const donation = await paidDonation(await campaign(db));
  expect(await request(moveOf(donation, await campaign(db, { currency: "USD" })))).toEqual({
    kind: "not-possible",
  });
  expect(await request(moveOf(donation, "nowhere"))).toEqual({ kind: "not-possible" });
  const unpaid = await startedDonation(db, provider, await campaign(db));
  expect(await request(moveOf(unpaid, await campaign(db)))).toEqual({ kind: "not-possible" });
  expect(await request(partOf(unpaid, 1n))).toEqual({ kind: "not-possible" });
});

test("an approval does nothing after the donation has changed", async () => {
  const [from, to, third] = [await campaign(db), await campaign(db), await campaign(db)];
  const donation = await paidDonation(from);
  const [move, part] = [await open(moveOf(donation, to)), await open(partOf(donation, 9_000n))];
  await settleReported(db, reportOf(donation, { outcome: "reversed" }));
  expect(await approve(move)).toEqual({ kind: "not-possible" });
  expect(await approve(part)).toEqual({ kind: "not-possible" });
  expect(await totals(third)).toEqual([0n, 0n]);
});

type Cheat = { from: string; to: string; amount?: bigint; change?: string; proposalId?: bigint };

/** A stolen database connection could try this: an invalid journal in the transaction of an approval. */
async function cheat(donation: PaidDonation, { from, to, amount = 10_000n, change, proposalId }: Cheat) {
  const kind = to.includes(":") && !to.startsWith("provider") ? "move" : "part-refund";
  const campaignOf = (account: string) => /^(?:campaign|zakat):(.*)$/.exec(account)?.[1] ?? null;
  const id =
    proposalId ??
    (
      await db
        .insertInto("proposals")
        .values({
          ...{ kind, subject: `donation:${donation.externalId}`, reason: "x", proposed_by: juma },
          details: JSON.stringify({ campaignId: campaignOf(to), amount: String(amount) }),
        })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  try {
    await db.transaction().execute(async (tx) => {
      if (proposalId === undefined)
        await tx
          .updateTable("proposals")
          .set({ status: "approved", decided_by: asha, decided_at: new Date() })
          .where("id", "=", id)
          .execute();
      const values = { kind, payment_id: donation.id, proposal_id: id, entered_by: asha } as const;
      const { id: journalId } = await tx
        .insertInto("journal")
        .values(values)
        .returning("id")
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("postings")
        .values(
          [
            { account: from, amount },
            { account: to, amount: -amount },
          ].map((line, at) => ({
            ...{ ...line, line: at, journal_id: journalId, currency: "TZS" as const },
            campaign_id: campaignOf(line.account),
          })),
        )
        .execute();
      if (change)
        await sql.raw(`update donations set ${change} where id = ${donation.donation_id}`).execute(tx);
    });
  } finally {
    await db
      .updateTable("proposals")
      .set({ status: "withdrawn", decided_by: juma, decided_at: new Date() })
      .where("id", "=", id)
      .where("status", "=", "open")
      .execute();
  }
}

test("the database refuses a move or partial refund without approval", async () => {
  const [at, to, third] = [await campaign(db), await campaign(db), await campaign(db)];
  const [donation, other] = [await paidDonation(at), await paidDonation(at)];
  const [held, target, receivable] = [`campaign:${at}`, `campaign:${to}`, "provider_receivable:azampay"];
  const moved = `campaign_id = '${to}', chosen_campaign_id = '${at}'`;
  const approvedBefore = await done(partOf(other, 10n));
  const approvedOfOther = await open(moveOf(other, to));
  for (const [why, tried] of [
    [/takes more than the donation has/, { from: held, to: target }],
    [/takes more than the donation has/, { from: held, to: receivable, amount: 500n }],
    [/takes more|is not what the ledger/, { from: held, to: target, amount: 9_000n, change: moved }],
    [/takes more|is not what the ledger/, { from: `campaign:${third}`, to: target, change: moved }],
    [/refunded never changes/, { from: held, to: receivable, amount: 500n, change: "refunded = 400" }],
    [/donations_refunded_check/, { from: held, to: receivable, change: "refunded = 10000" }],
    [/never changes without two people/, { from: held, to: target, change: `campaign_id = '${third}'` }],
    [/is not what was approved/, { from: held, to: "cash", amount: 500n, change: "refunded = 500" }],
    [/journal_by_proposal|without two people/, { from: held, to: target, proposalId: approvedBefore }],
    [/without two people/, { from: held, to: target, proposalId: approvedOfOther }],
  ] satisfies [RegExp, Cheat][])
    await expect(
      cheat(donation, tried),
      JSON.stringify({ ...tried, amount: undefined, proposalId: undefined }),
    ).rejects.toThrow(why);
  for (const change of [moved, "refunded = 1", `chosen_campaign_id = '${to}'`])
    await expect(
      sql.raw(`update donations set ${change} where id = ${donation.donation_id}`).execute(db),
    ).rejects.toThrow(/without two people/);
  expect(await totals(at)).toEqual([19_990n, 2n]);
});

test("an approval of one proposal cannot justify another booking", async () => {
  const [donation, unpaid] = [
    await paidDonation(await campaign(db)),
    await startedDonation(db, provider, await campaign(db)),
  ];
  const id = await open(partOf(donation, 10n));
  const booked = db.transaction().execute(async (tx) => {
    await tx
      .updateTable("proposals")
      .set({ status: "approved", decided_by: asha, decided_at: new Date() })
      .where("id", "=", id)
      .execute();
    const payment = await lockPayment(tx, { id: unpaid.id });
    if (payment !== null) await applyEvent(tx, payment, "credited", { messageId: null, now: new Date() });
  });
  await expect(booked).rejects.toThrow(/booked without a proof/);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant("book" as const), to: fc.nat(2) }),
  fc.record({ kind: fc.constant("move" as const), donation: fc.nat(3), to: fc.nat(2) }),
  fc.record({ kind: fc.constant("part" as const), donation: fc.nat(3), amount: fc.bigInt(1n, 12_000n) }),
  fc.record({ kind: fc.constant("refund" as const), donation: fc.nat(3) }),
  fc.record({ kind: fc.constant("reverse" as const), donation: fc.nat(3) }),
);

test("any sequence of corrections keeps ledger, totals and donations equal", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const places = [await campaign(db), await campaign(db), await campaign(db)];
      const place = (at: number) => places[at] ?? "";
      const donations = [{ paid: await paidDonation(place(0)), at: place(0), left: 10_000n }];
      for (const each of steps) {
        if (each.kind === "book") {
          donations.push({ paid: await paidDonation(place(each.to)), at: place(each.to), left: 10_000n });
          continue;
        }
        const about = donations[each.donation % donations.length];
        if (about === undefined) continue;
        const { paid, at, left } = about;
        if (each.kind === "reverse") {
          await settleReported(db, reportOf(paid, { outcome: "reversed" }));
          about.left = 0n;
        } else if (each.kind === "refund") {
          const possible = left > 0n;
          const proposed = await request(refundOf(paid));
          expect(proposed.kind).toBe(possible ? "proposed" : "not-possible");
          if ("id" in proposed) expect(await approve(proposed.id)).toEqual({ kind: "decided" });
          about.left = 0n;
        } else if (each.kind === "part") {
          const possible = left > each.amount;
          const proposed = await request(partOf(paid, each.amount));
          expect(proposed.kind).toBe(possible ? "proposed" : "not-possible");
          if (!("id" in proposed)) continue;
          expect(await approve(proposed.id)).toEqual({ kind: "decided" });
          about.left = left - each.amount;
        } else {
          const to = place(each.to);
          const proposed = await request(moveOf(paid, to));
          expect(proposed.kind).toBe(left > 0n && to !== at ? "proposed" : "not-possible");
          if (!("id" in proposed)) continue;
          expect(await approve(proposed.id)).toEqual({ kind: "decided" });
          about.at = to;
        }
      }
      for (const id of places) {
        const here = donations.filter(({ at, left }) => at === id && left > 0n);
        expect(await totals(id)).toEqual([
          here.reduce((sum, { left }) => sum + left, 0n),
          BigInt(here.length),
        ]);
        const { rows } = await sql<{ posted: bigint }>`
          select coalesce(-sum(amount), 0)::bigint as posted from postings where campaign_id = ${id}
        `.execute(db);
        expect((await totals(id))[0]).toBe(rows[0]?.posted);
      }
      expect(await findLedgerProblems(db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
