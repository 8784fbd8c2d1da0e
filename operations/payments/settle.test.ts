import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { tzs } from "#domain/money/money.ts";
import { changeOf, type PaymentEvent, type PaymentStatus } from "#domain/payments/status.ts";
import type { Report } from "#domain/payments/provider.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { startDonation } from "#operations/donations/start.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import {
  cardWay,
  donationWanted,
  expectSoundLedger,
  just,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
  type Saying,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { closeCase, openCase } from "#operations/cases/open.ts";
import { receiveCallback } from "./receive-callback.ts";

const { db, url } = await testRecords(undefined, { isPatient: true });
const provider = scriptedProvider();
afterAll(() => expectSoundLedger(db));

const settle = (report: Report) => settleReported(db, report);

const raised = async (id: string) => {
  const row = await db
    .selectFrom("campaigns_with_calculated_days")
    .select(["amount_raised", "donors_count"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return [row.amount_raised, row.donors_count];
};

const postings = (paymentId: bigint) =>
  db
    .selectFrom("postings as p")
    .innerJoin("journal as j", "j.id", "p.journal_id")
    .select(["j.kind", "p.account", "p.amount"])
    .where("j.payment_id", "=", paymentId)
    .orderBy("j.id")
    .orderBy("p.line")
    .execute();

test("a confirmed payment completes its donation once, with receipt and email", async () => {
  const to = await campaign(db);
  const donation = await startedDonation(db, provider, to);
  expect(await settle(reportOf(donation))).toBe("succeeded");
  expect(await settle(reportOf(donation))).toBe("unchanged");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    payment: "succeeded",
    journals: ["donation"],
    mails: 1,
    cases: [],
    nextCheck: null,
    transactionId: donation.provider_reference,
    receiptNumber: expect.any(BigInt),
  });
  expect(await raised(to)).toEqual([10_000n, 1n]);
  expect(await postings(donation.id)).toEqual([
    { kind: "donation", account: "provider_receivable:azampay", amount: 10_000n },
    { kind: "donation", account: `campaign:${to}`, amount: -10_000n },
  ]);
});

test("a card fee has its own journal, the campaign the whole donation", async () => {
  const selcom = scriptedProvider("selcom");
  const to = await campaign(db, { category: "zakat", is_zakat_eligible: true });
  const donation = await startedDonation(db, selcom, to, { amount: tzs(50_000), way: cardWay(selcom) });
  expect(donation.amount).toBe(51_750n);
  await settle(reportOf(donation, { provider: "selcom" }));
  expect(await postings(donation.id)).toEqual([
    { kind: "donation", account: "provider_receivable:selcom", amount: 50_000n },
    { kind: "donation", account: `zakat:${to}`, amount: -50_000n },
    { kind: "fee", account: "provider_receivable:selcom", amount: 1_750n },
    { kind: "fee", account: "fee_income", amount: -1_750n },
  ]);
  expect(await raised(to)).toEqual([50_000n, 1n]);
});

test("an anonymous donor gets no email", async () => {
  const donation = await startedDonation(db, provider, await campaign(db), { donor: { kind: "anonymous" } });
  await settle(reportOf(donation));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ donation: "completed", mails: 0 });
});

test("a refusal fails it, and a later success corrects that", async () => {
  const to = await campaign(db);
  const donation = await startedDonation(db, provider, to);
  expect(await settle(reportOf(donation, { outcome: "declined" }))).toBe("failed");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "failed",
    mails: 0,
    journals: [],
  });
  expect(await settle(reportOf(donation))).toBe("corrected");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    cases: [],
    mails: 1,
  });
  expect(await raised(to)).toEqual([10_000n, 1n]);
});

async function triedTwice(to: string) {
  const first = await startedDonation(db, provider, to);
  await settle(reportOf(first, { outcome: "declined" }));
  const second = await startedDonation(db, provider, to, { retryOf: first.externalId });
  return { first, second };
}

const duplicates = (...donations: { externalId: string; donation_id: bigint; id: bigint }[]) =>
  db
    .selectFrom("cases")
    .select(["payment_id", "status", "details"])
    .where("kind", "=", "duplicate")
    .where(
      "payment_id",
      "in",
      donations.map(({ id }) => id),
    )
    .execute();

test.each(["the first is paid late", "the new try is paid second"] as const)(
  "a paid donation and its paid retry open one case: %s",
  async (order) => {
    const to = await campaign(db);
    const { first, second } = await triedTwice(to);
    const [one, other] = order === "the first is paid late" ? [second, first] : [first, second];
    await settle(reportOf(one));
    expect(await duplicates(first, second)).toEqual([]);
    await settle(reportOf(other));
    await settle(reportOf(other));
    expect(await raised(to)).toEqual([20_000n, 2n]);
    expect(await duplicates(first, second)).toEqual([
      {
        payment_id: other.id,
        status: "open",
        details: {
          donations: [first, second].map((donation) => ({
            id: String(donation.donation_id),
            externalId: donation.externalId,
          })),
        },
      },
    ]);
  },
);

test("a case opens if a silent donation is paid after its repeat", async () => {
  const to = await campaign(db);
  const first = await startedDonation(db, provider, to);
  await db
    .updateTable("donations")
    .set({ created_at: new Date(Date.now() - 400_000) })
    .where("id", "=", first.donation_id)
    .execute();
  await db
    .updateTable("payments")
    .set({ created_at: new Date(Date.now() - 400_000) })
    .where("id", "=", first.id)
    .execute();
  const second = await startedDonation(db, provider, to, { retryOf: first.externalId });
  await settle(reportOf(second));
  expect(await duplicates(first, second)).toEqual([]);
  await settle(reportOf(first));
  expect(await duplicates(first, second)).toMatchObject([{ payment_id: first.id, status: "open" }]);
});

test.each([false, true])(
  "a case opens if a young payment is paid after its repeat, elsewhere: %s",
  async (elsewhere) => {
    const to = await campaign(db);
    const first = await startedDonation(db, provider, to);
    const again = elsewhere ? await campaign(db) : to;
    const second = await startedDonation(db, provider, again, { retryOf: first.externalId });
    await settle(reportOf(second));
    expect(await duplicates(first, second)).toEqual([]);
    await settle(reportOf(first));
    expect(await duplicates(first, second)).toMatchObject([{ payment_id: first.id, status: "open" }]);
  },
);

/** Does this while another transaction holds such a lock of the donation. */
const whileLocked = <Done>(
  { donation_id }: { donation_id: bigint },
  lock: "no key update" | "share",
  work: () => Promise<Done>,
) =>
  db.transaction().execute(async (tx) => {
    await sql`select from donations where id = ${donation_id} for ${sql.raw(lock)}`.execute(tx);
    return work();
  });

test("a payment that is being settled is not repeated", async () => {
  const to = await campaign(db);
  const first = await startedDonation(db, provider, to);
  const sent = provider.sent();
  const { settled, begun } = await whileLocked(first, "no key update", async () => {
    const settled = settle(reportOf(first));
    await untilWaiting(url, 1);
    const wanted = donationWanted(provider, to, { retryOf: first.externalId });
    const begun = startDonation(db, wanted, just());
    await untilWaiting(url, 2);
    return { settled, begun };
  });
  expect(await settled).toBe("succeeded");
  expect(await begun).toEqual({ kind: "first-paid" });
  expect(provider.sent()).toBe(sent);
});

test("a case opens if the repeat begins and is paid while the settlement of the first waits", async () => {
  const to = await campaign(db);
  const first = await startedDonation(db, provider, to);
  const { settled, second } = await whileLocked(first, "share", async () => {
    const settled = settle(reportOf(first));
    await untilWaiting(url, 1);
    const second = await startedDonation(db, provider, to, { retryOf: first.externalId });
    expect(await settle(reportOf(second))).toBe("succeeded");
    return { settled, second };
  });
  expect(await settled).toBe("succeeded");
  expect(await raised(to)).toEqual([20_000n, 2n]);
  expect(await duplicates(first, second)).toMatchObject([{ payment_id: first.id, status: "open" }]);
});

test("a case opens if the repeat is settled while the settlement of the first ends", async () => {
  const to = await campaign(db);
  for (const order of ["the first", "the repeat"]) {
    const first = await startedDonation(db, provider, to);
    const second = await startedDonation(db, provider, to, { retryOf: first.externalId });
    const [one, other] = order === "the first" ? [first, second] : [second, first];
    const both = await whileLocked(one, "share", () =>
      whileLocked(other, "share", async () => {
        const earlier = settle(reportOf(one));
        await untilWaiting(url, 1);
        const later = settle(reportOf(other));
        await untilWaiting(url, 2);
        return [earlier, later];
      }),
    );
    await Promise.all(both);
    expect(await duplicates(first, second), order).toHaveLength(1);
  }
});

test("a case opens also if both are paid at the same moment", async () => {
  const to = await campaign(db);
  for (let count = 0; count < 10; count++) {
    const { first, second } = await triedTwice(to);
    await Promise.all([settle(reportOf(first)), settle(reportOf(second))]);
    expect(await duplicates(first, second)).toHaveLength(1);
  }
});

test("a repeat of a repeat counts, and a refunded donation does not", async () => {
  const to = await campaign(db);
  const { first, second } = await triedTwice(to);
  await settle(reportOf(second, { outcome: "declined" }));
  const third = await startedDonation(db, provider, to, { retryOf: second.externalId });
  await settle(reportOf(second));
  await settle(reportOf(second, { outcome: "reversed" }));
  await settle(reportOf(third));
  expect(await duplicates(first, second, third)).toEqual([]);
  await settle(reportOf(first));
  expect(await duplicates(first, second, third)).toMatchObject([{ payment_id: first.id }]);
});

test("a refusal after a success changes nothing and opens a case", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation));
  expect(await settle(reportOf(donation, { outcome: "declined" }))).toBe("contradiction");
  expect(await settle(reportOf(donation, { outcome: "declined" }))).toBe("contradiction");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    cases: ["contradiction"],
  });
});

test.each<[string, Saying]>([
  ["a shilling less", { amount: 9_999n }],
  ["ten times as much", { amount: 100_000n }],
  ["another currency", { currency: "USD" }],
  ["another id of the provider's", { providerReference: "another" }],
  ["another phone", { phone: "255799999999" }],
  ["another wallet", { network: "Mpesa" }],
])("%s is never credited automatically", async (_, wrong) => {
  const to = await campaign(db);
  const donation = await startedDonation(db, provider, to);
  expect(await settle(reportOf(donation, wrong))).toBe("mismatch");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    payment: "review",
    journals: [],
    cases: ["mismatch"],
    nextCheck: null,
  });
  expect(await settle(reportOf(donation, { amount: null, providerReference: null }))).toBe("mismatch");
  expect(await raised(to)).toEqual([0n, 0n]);
});

test.each<[string, Saying]>([
  ["amount", { amount: 0n }],
  ["phone", { phone: "255799999999" }],
  ["network", { network: "Mpesa" }],
  ["currency", { currency: "USD" }],
])("a refusal with another %s is a refusal", async (_, over) => {
  for (const [outcome, payment] of [
    ["declined", "failed"],
    ["cancelled", "cancelled"],
  ] as const) {
    const donation = await startedDonation(db, provider, await campaign(db));
    const report = Object.assign(reportOf(donation, { ...over, outcome }), over);
    expect(await settle(report)).toBe(payment);
    expect(await readDonationState(db, donation.externalId)).toMatchObject({ payment, cases: [] });
  }
});

test("a refusal of another payment of the provider settles nothing", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  expect(await settle(reportOf(donation, { outcome: "declined", providerReference: "another" }))).toBe(
    "mismatch",
  );
});

test("a contradictory answer is never credited and opens a case", async () => {
  const to = await campaign(db);
  const donation = await startedDonation(db, provider, to);
  expect(await settle(reportOf(donation, { outcome: "contradictory" }))).toBe("mismatch");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    payment: "review",
    journals: [],
    cases: ["mismatch"],
  });
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({ outcome: "paid", wrong: [], answer: "said two things" });
  expect(await settle(reportOf(donation, { amount: null }))).toBe("mismatch");
  expect(await raised(to)).toEqual([0n, 0n]);
  expect(await settle(reportOf(donation))).toBe("succeeded");
});

test("a contradictory answer about a recorded payment changes nothing", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation));
  expect(await settle(reportOf(donation, { outcome: "contradictory" }))).toBe("unchanged");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ payment: "succeeded", cases: [] });
});

test("a decided difference opens no second case of a recorded payment", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation));
  expect(await settle(reportOf(donation, { amount: 9_999n }))).toBe("mismatch");
  const decided = { decision: "dismiss", reason: "Looked up", by: "juma" };
  await closeCase(db, "mismatch", donation.id, decided);
  expect(await settle(reportOf(donation, { amount: 9_999n }))).toBe("unchanged");
  expect(await settle(reportOf(donation, { amount: 9_998n }))).toBe("mismatch");
});

test("a case about a listed payment closes when the payment is recorded", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await openCase(db, "not-booked", { paymentId: donation.id, details: {} });
  await settle(reportOf(donation, { outcome: "pending" }));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ cases: ["not-booked"] });
  await settle(reportOf(donation));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "succeeded",
    cases: ["not-booked (closed)"],
  });
});

test("staff see both sides of a mismatch and no phone number", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  await settle(reportOf(donation, { amount: 9_999n, phone: "255799999999" }));
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({
    outcome: "paid",
    wrong: [
      { field: "amount", asked: "10000", said: "9999" },
      { field: "phone", asked: null, said: null },
    ],
  });
});

test("one provider payment cannot pay for two donations", async () => {
  provider.script.push = () => ({ kind: "unknown", why: "no answer in time", raw: null });
  const to = await campaign(db);
  const first = await startedDonation(db, provider, to);
  const second = await startedDonation(db, provider, to);
  provider.script.push = (reference) => ({
    kind: "accepted",
    providerReference: `azampay-${reference}`,
    raw: null,
  });
  await settle(reportOf(first, { providerReference: "theirs" }));
  expect(await settle(reportOf(second, { providerReference: "theirs" }))).toBe("mismatch");
  expect(await raised(to)).toEqual([10_000n, 1n]);
});

test("a reversal takes donation and fee back and keeps the completion date", async () => {
  const selcom = scriptedProvider("selcom");
  const to = await campaign(db);
  const donation = await startedDonation(db, selcom, to, { way: cardWay(selcom) });
  await settle(reportOf(donation, { provider: "selcom" }));
  expect(await settle(reportOf(donation, { provider: "selcom", outcome: "reversed" }))).toBe("reversed");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    reversed: true,
    journals: ["donation", "fee", "donation-reversal", "fee-reversal"],
    cases: ["reversed"],
    mails: 1,
  });
  expect(await raised(to)).toEqual([0n, 0n]);
  expect(await settle(reportOf(donation, { provider: "selcom" }))).toBe("unchanged");
});

test.each(["azampay", "selcom"] as const)("a reversal of a part by %s reverses nothing", async (name) => {
  const through = scriptedProvider(name);
  const to = await campaign(db);
  const way = name === "selcom" ? { way: cardWay(through) } : {};
  const donation = await startedDonation(db, through, to, way);
  await settle(reportOf(donation, { provider: name }));
  const part = reportOf(donation, { provider: name, outcome: "reversed", amount: 4_000n });
  expect(await settle(part)).toBe("mismatch");
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ payment: "succeeded", reversed: false, cases: ["mismatch"] },
  });
  expect(await raised(to)).toEqual([10_000n, 1n]);
});

test("a foreign reference, or another provider's, settles nothing", async () => {
  const donation = await startedDonation(db, provider, await campaign(db));
  expect(await settle(reportOf(donation, { reference: "nobody's" }))).toBe("unknown payment");
  expect(await settle(reportOf(donation, { provider: "selcom" }))).toBe("unknown payment");
});

// Every kind of provider report, and its event.
const sayings = {
  paid: { outcome: "paid" },
  declined: { outcome: "declined" },
  cancelled: { outcome: "cancelled" },
  waiting: { outcome: "pending" },
  reversed: { outcome: "reversed" },
  mismatched: { outcome: "paid", amount: 9_999n },
} as const satisfies Partial<Record<PaymentEvent, Saying>>;

type SayingName = keyof typeof sayings;

const ending = (events: readonly SayingName[]) =>
  events.reduce<PaymentStatus>((status, event) => changeOf(status, event) ?? status, "pending");

const journalsAt: Partial<Record<PaymentStatus, string[]>> = {
  succeeded: ["donation"],
  reversed: ["donation", "donation-reversal"],
};

const full = process.env["FULL_MATRIX"] !== undefined;
const sequences = full ? 20_000 : 300;
/** The long form runs several at once, so that unrelated payments interleave. */
const streams = full ? 4 : 1;

test(
  "reports in any order or together give one status and one donation",
  { timeout: 3_600_000 },
  async () => {
    const to = await campaign(db);
    const some = fc.array(fc.constantFrom(...(Object.keys(sayings) as SayingName[])), {
      minLength: 1,
      maxLength: 7,
    });
    let expected = 0n;
    const anyMessages = fc.asyncProperty(some, fc.boolean(), async (said, together) => {
      const donation = await startedDonation(db, provider, to);
      const receive = (saying: SayingName) => {
        const report = reportOf(donation, { ...sayings[saying], proofs: ["signature"] });
        const callback = {
          provider: "azampay" as const,
          headers: {},
          body: `${donation.reference} ${saying}`,
        };
        return receiveCallback(
          db,
          { ...callback, read: { kind: "report", report } },
          { trusted: ["signature"], now: new Date() },
        );
      };
      if (together) await Promise.all(said.map(receive));
      else for (const saying of said) await receive(saying);

      const end = ending(said);
      const found = await readDonationState(db, donation.externalId);
      expect(found).toMatchObject({ payment: end, journals: journalsAt[end] ?? [] });
      expect(found.cases.some((name) => name.startsWith("mismatch"))).toBe(said.includes("mismatched"));
      if (end === "succeeded") expected += 10_000n;
      const kept = await db
        .selectFrom("provider_messages")
        .select("id")
        .where("payment_id", "=", donation.id)
        .where("kind", "=", "callback")
        .execute();
      expect(kept).toHaveLength(new Set(said).size);
    });
    await Promise.all(
      Array.from({ length: streams }, () => fc.assert(anyMessages, { numRuns: sequences / streams })),
    );
    expect((await raised(to))[0]).toBe(expected);
    if (!full) return;
    console.log(`${sequences} sequences of reports: one end, at most one donation each`);
    // The ledger is checked at the end, and the planner has no statistics for these rows yet.
    await sql`analyze`.execute(db);
  },
);
