import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { callbacksOfPayment } from "#domain/payments/limits.ts";
import { countOpenCases, listCases } from "#database/cases/list.ts";
import type { CallbackRead, Outcome, Report } from "#domain/payments/provider.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  readDonationState,
  startedDonation,
  type Saying,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { checkPayment, type Providers } from "./check-status.ts";
import { receiveCallback } from "./receive-callback.ts";
import { reconcilePayments } from "./check-open.ts";
import { resolveCase, type Decision } from "#operations/cases/resolve.ts";

const { db } = await testRecords();
afterAll(() => expectSoundLedger(db));

const azampay = scriptedProvider("azampay");
const selcom = scriptedProvider("selcom");
const providers: Providers = { azampay, selcom };
const to = await campaign(db);

const firstPage = { cursor: null, size: 50, order: "-age" } as const;

let bodies = 0;
const receive = (read: CallbackRead, { body = `body ${(bodies += 1)}`, now = new Date() } = {}) =>
  receiveCallback(
    db,
    { provider: "azampay", headers: { "user-agent": "test" }, body, read },
    { trusted: ["signature"], now },
  );

const asRead = (report: Report): CallbackRead => ({ kind: "report", report });

const messages = (paymentId: bigint, kind: "callback" | "status" = "callback") =>
  db
    .selectFrom("provider_messages")
    .select(["body", "verdict"])
    .where("payment_id", "=", paymentId)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();

test("a proven callback is stored and settled in one transaction", async () => {
  const donation = await startedDonation(db, azampay, to);
  const read = asRead(reportOf(donation, { proofs: ["signature"] }));
  expect(await receive(read, { body: "as it came" })).toEqual({
    kind: "kept",
    verdict: "succeeded",
    readPaymentStatus: null,
  });
  expect(await receive(read, { body: "as it came" })).toMatchObject({ kind: "kept", verdict: "unchanged" });
  expect(await messages(donation.id)).toEqual([{ body: "as it came", verdict: "succeeded" }]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ donation: "completed" });
});

test.each<[string, Saying]>([
  ["no proof", { proofs: [] }],
  ["a proof that is not enough", { proofs: ["secret"] }],
  ["a proof and a doubt", { proofs: ["signature"], doubts: ["the signature does not fit"] }],
])("with %s a callback only schedules a check, stored with it", async (_, over) => {
  const now = new Date("2026-11-21T09:00:00Z");
  const donation = await startedDonation(db, azampay, to);
  for (const outcome of ["paid", "declined"] as const)
    expect(await receive(asRead(reportOf(donation, { ...over, outcome })), { now })).toEqual({
      kind: "kept",
      verdict: "to be asked about",
      readPaymentStatus: donation.reference,
    });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    journals: [],
    nextCheck: now,
  });
});

test("a failed payment is checked again after an unproven success", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(donation, { outcome: "declined", proofs: ["signature"] })));
  expect((await readDonationState(db, donation.externalId)).nextCheck).toBeNull();
  await receive(asRead(reportOf(donation, { proofs: [] })));
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
  expect(await checkPayment(db, providers, donation.reference, () => new Date())).toEqual({
    kind: "heard",
    verdict: "corrected",
  });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    nextCheck: null,
  });
});

test("an unproven other amount blocks answers without an amount", async () => {
  const donation = await startedDonation(db, azampay, to);
  const hint = reportOf(donation, { proofs: ["address"], amount: 9_999n });
  expect(await receive(asRead(hint))).toMatchObject({ verdict: "mismatch", readPaymentStatus: null });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { amount: null }) });
  expect(await checkPayment(db, providers, donation.reference, () => new Date())).toMatchObject({
    verdict: "mismatch",
  });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    payment: "review",
    journals: [],
    cases: ["mismatch"],
  });
  expect(await receive(asRead(reportOf(donation, { proofs: ["signature"] })))).toMatchObject({
    verdict: "succeeded",
  });
});

test("a decided case reopens with a different message, not with the same", async () => {
  const donation = await startedDonation(db, azampay, to);
  const settled = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(settled, { proofs: ["signature"] })));
  const mismatch = asRead(reportOf(donation, { proofs: ["signature"], amount: 9_999n }));
  const refusal = asRead(reportOf(settled, { proofs: ["signature"], outcome: "declined" }));
  const sayBoth = async (time: string) => [
    await receive(mismatch, { body: `mismatch ${time}` }),
    await receive(refusal, { body: `refusal ${time}` }),
  ];
  const [first, second] = [{ verdict: "mismatch" }, { verdict: "contradiction" }];
  expect(await sayBoth("once")).toMatchObject([first, second]);
  await decide("fail", donation.id);
  await decide("dismiss", settled.id);

  expect(await sayBoth("once")).toMatchObject([{ verdict: "unchanged" }, { verdict: "unchanged" }]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ donation: "failed", payment: "failed", cases: ["mismatch (closed)"] },
  });
  expect(await readDonationState(db, settled.externalId)).toMatchObject({
    cases: ["contradiction (closed)"],
  });
  expect(await messages(donation.id)).toMatchObject([first]);

  expect(await sayBoth("in other words")).toMatchObject([first, second]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ payment: "failed", cases: ["mismatch (closed)", "mismatch"] },
  });
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
});

async function decide(decision: Decision, paymentId: bigint): Promise<void> {
  const open = await db
    .selectFrom("cases")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  const resolving = { caseId: open.id, decision, reason: "statement line 7", by: "staff", now: new Date() };
  expect(await resolveCase(db, resolving)).toEqual({ kind: "resolved" });
}

test("a paid callback without an amount opens a case without credit", async () => {
  for (const proofs of [["address"], ["address", "signature"]] as const) {
    const donation = await startedDonation(db, azampay, to);
    expect(await receive(asRead(reportOf(donation, { proofs, outcome: "contradictory" })))).toMatchObject({
      verdict: "mismatch",
    });
    azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { amount: null }) });
    await checkPayment(db, { azampay, selcom: null }, donation.reference, () => new Date());
    expect(await readDonationState(db, donation.externalId)).toMatchObject({
      payment: "review",
      cases: ["mismatch"],
    });
  }
});

test("a proven callback with an unknown status schedules a check", async () => {
  const donation = await startedDonation(db, azampay, to);
  expect(
    await receive(asRead(reportOf(donation, { proofs: ["signature"], outcome: "unknown" }))),
  ).toMatchObject({
    verdict: "to be asked about",
    readPaymentStatus: donation.reference,
  });
});

const badSignature = ["the signature does not fit"];
const unproven: [string, Saying][] = [
  ["another amount", { amount: 9_999n }],
  ["ten times the amount", { amount: 100_000n }],
  ["no amount", { outcome: "contradictory" }],
];

test.each(
  unproven.flatMap(([name, over]) =>
    [badSignature, ["the signature could not be checked"], ["user, password or client id is not ours"]].map(
      (doubts): [string, string, Saying] => [name, doubts.join(), { ...over, doubts }],
    ),
  ),
)("with %s and a doubt (%s) a status check without an amount does not credit", async (_, __, over) => {
  const donation = await startedDonation(db, azampay, to);
  expect(await receive(asRead(reportOf(donation, { ...over, proofs: ["address"] })))).toMatchObject({
    ...{ verdict: "mismatch", readPaymentStatus: null },
  });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { amount: null }) });
  expect(await checkPayment(db, providers, donation.reference, () => new Date())).toMatchObject({
    verdict: "mismatch",
  });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ donation: "pending", payment: "review", journals: [], cases: ["mismatch"] },
  });
});

test("a proven callback settles after a badly signed one with another amount", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(donation, { proofs: ["address"], doubts: badSignature, amount: 9_999n })));
  expect(await receive(asRead(reportOf(donation, { proofs: ["signature"] })))).toMatchObject({
    verdict: "succeeded",
  });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ donation: "completed", journals: ["donation"], cases: ["mismatch (closed)"] },
  });
  const { decision, reason } = await db
    .selectFrom("cases")
    .select(["decision", "reason"])
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect([decision, reason]).toEqual(["paid", "A later proven report names the amount asked for"]);
  // The wrong callback arrives again.
  const again = reportOf(donation, { proofs: ["address"], doubts: badSignature, amount: 9_999n });
  expect(await receive(asRead(again))).toMatchObject({ verdict: "unchanged" });
});

test("a mismatch after recording stays open when the right report repeats", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
  await receive(asRead(reportOf(donation, { proofs: ["address"], amount: 9_999n })));
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ cases: ["mismatch"] });
});

test.each<[string, Saying]>([
  ["without the address", { proofs: [], amount: 9_999n }],
  ["with a bad signature and the amount that was asked", { proofs: ["address"], doubts: badSignature }],
  ["without the address and with a bad signature", { proofs: [], doubts: badSignature, amount: 9_999n }],
  ["of a refusal", { proofs: ["address"], outcome: "declined", amount: 9_999n }],
  ["with the amount that was asked", { proofs: ["address"] }],
])("a hint %s raises no doubt", async (_, over) => {
  const donation = await startedDonation(db, azampay, to);
  expect(await receive(asRead(reportOf(donation, over)))).toMatchObject({ verdict: "to be asked about" });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ payment: "pending", cases: [] });
});

test("a hint that arrives during a check is checked afterwards", async () => {
  const donation = await startedDonation(db, azampay, to);
  for (const earlier of ["pending", "declined"] as const) {
    azampay.script.about = async () => {
      await receive(asRead(reportOf(donation, { proofs: [] })), {
        body: `meanwhile ${earlier} ${donation.reference}`,
      });
      return { kind: "report", report: reportOf(donation, { outcome: earlier }) };
    };
    const at = new Date(Date.now() + (earlier === "pending" ? 0 : 10_000));
    await checkPayment(db, providers, donation.reference, () => at);
    const { nextCheck } = await readDonationState(db, donation.externalId);
    expect(nextCheck?.getTime()).toBeLessThanOrEqual(at.getTime() + 5_000);
  }
});

test("an unchecked hint stays after a refusal", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(donation, { proofs: [] })));
  await receive(asRead(reportOf(donation, { outcome: "declined", proofs: ["signature"] })));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ payment: "failed" });
  expect((await readDonationState(db, donation.externalId)).nextCheck).not.toBeNull();
});

test("a hint about a paid payment does not call the provider", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
  expect(await receive(asRead(reportOf(donation, { proofs: [] })))).toMatchObject({
    verdict: "unchanged",
    readPaymentStatus: null,
  });
  expect(await receive(asRead(reportOf(donation, { proofs: [], outcome: "reversed" })))).toMatchObject({
    readPaymentStatus: donation.reference,
  });
});

test("a hundred hints about one payment cause one check in five seconds", async () => {
  const donation = await startedDonation(db, azampay, to);
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "pending" }) });
  const before = azampay.script.questions.length;
  const now = new Date();
  for (let count = 0; count < 100; count++) {
    const received = await receive(asRead(reportOf(donation, { proofs: [] })), { now });
    if (received.kind === "kept" && received.readPaymentStatus !== null)
      await checkPayment(db, providers, received.readPaymentStatus, () => now);
  }
  expect(azampay.script.questions.length - before).toBe(1);
  const { nextCheck } = await readDonationState(db, donation.externalId);
  expect(nextCheck).toEqual(new Date(now.getTime() + 5_000));
});

test("after 20 callbacks of a payment, more are counted but not stored", async () => {
  const donation = await startedDonation(db, azampay, to);
  const hint = asRead(reportOf(donation, { proofs: [], outcome: "pending" }));
  const now = new Date();
  for (let count = 0; count < 60; count++)
    expect(await receive(hint, { body: `junk ${count} of ${donation.reference}`, now })).toMatchObject({
      verdict: "to be asked about",
      readPaymentStatus: count < callbacksOfPayment ? donation.reference : null,
    });
  const kept = await messages(donation.id);
  expect(kept).toHaveLength(callbacksOfPayment + 1);
  expect(kept.at(-1)?.body).toMatch(
    /^40 more callbacks were not stored\. SHA-256 of the latest: [0-9a-f]{64}$/,
  );
  expect(kept.at(-1)?.verdict).toBe("not stored");
});

test("a proven callback after a flood is stored and settles the payment", async () => {
  const donation = await startedDonation(db, azampay, to);
  const hint = asRead(reportOf(donation, { proofs: [], outcome: "declined" }));
  for (let count = 0; count < callbacksOfPayment + 5; count++)
    await receive(hint, { body: `junk before ${count} of ${donation.reference}` });
  const paid = { body: `paid ${donation.reference}` };
  const read = asRead(reportOf(donation, { proofs: ["signature"] }));
  expect(await receive(read, paid)).toMatchObject({ verdict: "succeeded" });
  expect(await receive(read, paid)).toMatchObject({ verdict: "unchanged" });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    journals: ["donation"],
  });
  expect((await messages(donation.id)).at(-1)).toEqual({ ...paid, verdict: "succeeded" });
});

test("an unproven callback after a flood still schedules one check a minute", async () => {
  const donation = await startedDonation(db, azampay, to);
  const hint = asRead(reportOf(donation, { proofs: [] }));
  const now = new Date();
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "declined" }) });
  await checkPayment(db, providers, donation.reference, () => now);
  const { nextCheck } = await readDonationState(db, donation.externalId);
  expect(nextCheck).toBeNull();
  for (let count = 0; count < callbacksOfPayment; count++)
    await receive(asRead(reportOf(donation, { proofs: [], outcome: "unknown" })), {
      body: `hint ${count} of ${donation.reference}`,
      now,
    });
  await checkPayment(db, providers, donation.reference, () => new Date(now.getTime() + 5_000), 0);
  await receive(hint, { now: new Date(now.getTime() + 5_000) });
  expect((await readDonationState(db, donation.externalId)).nextCheck).toEqual(
    new Date(now.getTime() + 65_000),
  );
});

test("parallel callbacks do not exceed the number that is stored", async () => {
  const donation = await startedDonation(db, azampay, to);
  const hint = asRead(reportOf(donation, { proofs: [], outcome: "pending" }));
  await Promise.all(
    Array.from({ length: 40 }, (_, count) =>
      receive(hint, { body: `at once ${count} ${donation.reference}` }),
    ),
  );
  expect(await messages(donation.id)).toHaveLength(callbacksOfPayment + 1);
});

test("a stranger's message is not stored", async () => {
  expect(await receive({ kind: "stranger", why: "wrong secret" }, { body: "a stranger's" })).toEqual({
    kind: "stranger",
    why: "wrong secret",
  });
  const kept = await db
    .selectFrom("provider_messages")
    .select("id")
    .where("body", "=", "a stranger's")
    .execute();
  expect(kept).toEqual([]);
});

test("stray callbacks are stored as hashes, unreadable ones in part", async () => {
  const donation = await startedDonation(db, azampay, to);
  const unreadable = `{half${"x".repeat(16_000)}`;
  expect(await receive({ kind: "unreadable", why: "half" }, { body: unreadable })).toEqual({
    kind: "unreadable",
  });
  const stray = `nobody's${"x".repeat(16_000)}`;
  const report = reportOf({ ...donation, reference: "nobody's" }, { proofs: ["signature"] });
  expect(await receive(asRead(report), { body: stray })).toMatchObject({ verdict: "unknown payment" });
  const kept = await db
    .selectFrom("provider_messages")
    .select(["payment_id", "verdict", "body", "headers"])
    .where(
      "dedupe_key",
      "in",
      [unreadable, stray].map((body) => `no payment: ${hash("sha256", body)}`),
    )
    .orderBy("id")
    .execute();
  expect(kept).toEqual([
    {
      payment_id: null,
      verdict: "unreadable",
      body: unreadable.slice(0, 1_000),
      headers: { "user-agent": "test" },
    },
    { payment_id: null, verdict: "unknown payment", body: "", headers: null },
  ]);
});

test.each<CallbackRead["kind"]>(["unreadable", "report"])(
  "bytes that came first without a payment (%s) settle it later",
  async (first) => {
    const donation = await startedDonation(db, azampay, to);
    const body = `same bytes ${first}`;
    const report = reportOf(donation, { proofs: ["signature"] });
    const stray = asRead(reportOf({ ...donation, reference: `not-${first}` }, { proofs: ["signature"] }));
    await receive(first === "unreadable" ? { kind: "unreadable", why: "another content type" } : stray, {
      body,
    });
    expect(await receive(asRead(report), { body })).toMatchObject({ kind: "kept", verdict: "succeeded" });
    expect(await messages(donation.id)).toEqual([{ body, verdict: "succeeded" }]);
  },
);

test("messages about unknown payments open one case a day per provider", async () => {
  const donation = await startedDonation(db, azampay, to);
  const noise = (reference: string, at: string, proofs: Report["proofs"] = []) =>
    receive(asRead(reportOf({ ...donation, reference }, { proofs })), {
      body: `noise ${reference}`,
      now: new Date(at),
    });
  for (let count = 1; count <= 7; count++) await noise(`stray-${count}`, "2026-03-01T20:59:59Z");
  await noise("stray-7", "2026-03-01T20:59:59Z");
  await Promise.all(
    [1, 2].map((at) => noise(`\ud800\u0007 ${at} ${"x".repeat(100)}`, "2026-03-01T21:00:00Z")),
  );
  const emails = () =>
    db
      .selectFrom("cases")
      .select(["subject", "status", "details"])
      .where("kind", "=", "unknown-payment")
      .where("subject", "like", "azampay on 2026-03-%")
      .orderBy("id")
      .execute();
  expect(await emails()).toMatchObject([
    {
      subject: "azampay on 2026-03-01",
      status: "open",
      details: { messages: 7, "last references": ["stray-7", "stray-6", "stray-5", "stray-4", "stray-3"] },
    },
    { subject: "azampay on 2026-03-02", details: { messages: 2 } },
  ]);
  expect(await countOpenCases(db)).toBeGreaterThanOrEqual(2);
  expect(
    (await listCases(db, { kind: "unknown-payment", state: "open" }, firstPage)).rows.map(
      ({ subject }) => subject,
    ),
  ).toEqual(expect.arrayContaining(["azampay on 2026-03-01", "azampay on 2026-03-02"]));
});

test("open payments are checked on schedule, after a day by staff", async () => {
  azampay.script.about = () => ({ kind: "unavailable", why: "nobody there", raw: null });
  const donation = await startedDonation(db, azampay, to);
  const { created_at: begun } = await db
    .selectFrom("payments")
    .select("created_at")
    .where("id", "=", donation.id)
    .executeTakeFirstOrThrow();
  const after = (seconds: number) => () => new Date(begun.getTime() + seconds * 1_000);
  const checksAfter = async (seconds: number) => {
    const before = azampay.script.questions.filter((each) => each === donation.reference).length;
    await reconcilePayments(db, providers, after(seconds));
    return azampay.script.questions.filter((each) => each === donation.reference).length - before;
  };
  expect(await checksAfter(9)).toBe(0);
  expect(await checksAfter(10)).toBe(1);
  expect(await checksAfter(11)).toBe(0);
  expect(await checksAfter(20)).toBe(1);
  expect(await checksAfter(100)).toBe(1);
  expect(await checksAfter(179)).toBe(0);
  expect(await checksAfter(86_399)).toBe(1);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ payment: "pending", cases: [] });
  expect(await checksAfter(86_400)).toBe(1);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "pending",
    payment: "review",
    cases: ["no-answer"],
    nextCheck: null,
  });
  expect(await checksAfter(90_000)).toBe(0);
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    cases: ["no-answer (closed)"],
  });
});

test("ten parallel runs check and settle each payment once", async () => {
  const campaignId = await campaign(db);
  const donations = await Promise.all(
    Array.from({ length: 12 }, () => startedDonation(db, selcom, campaignId)),
  );
  const byReference = new Map(donations.map((donation) => [donation.reference, donation]));
  const answering: Providers = {
    azampay,
    selcom: {
      ...selcom,
      readPaymentStatus: async (payment) => {
        selcom.script.questions.push(payment.reference);
        const donation = byReference.get(payment.reference);
        if (donation === undefined) return { kind: "unavailable", why: "not this test's", raw: null };
        return { kind: "report", report: reportOf(donation, { provider: "selcom" }) };
      },
    },
  };
  const soon = () => new Date(Date.now() + 15_000);
  await Promise.all(Array.from({ length: 10 }, () => reconcilePayments(db, answering, soon)));
  for (const donation of donations) {
    expect(selcom.script.questions.filter((each) => each === donation.reference)).toHaveLength(1);
    expect(await readDonationState(db, donation.externalId)).toMatchObject({
      donation: "completed",
      journals: ["donation"],
      mails: 1,
    });
  }
});

test("a check whose node died is done by the next one", async () => {
  const donation = await startedDonation(db, selcom, await campaign(db));
  const dying: Providers = {
    azampay,
    selcom: { ...selcom, readPaymentStatus: () => Promise.reject(new Error("killed")) },
  };
  const at = (seconds: number) => () => new Date(Date.now() + seconds * 1_000);
  await expect(reconcilePayments(db, dying, at(15))).rejects.toThrow("killed");
  selcom.script.about = () => ({ kind: "report", report: reportOf(donation, { provider: "selcom" }) });
  const living: Providers = { azampay, selcom };
  expect(await checkPayment(db, living, donation.reference, at(16))).toEqual({ kind: "not-now" });
  await reconcilePayments(db, living, at(80));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({ donation: "completed" });
});

test.each(["by staff", "with its node"])("a run that is stopped %s asks no more", async (how) => {
  const campaignId = await campaign(db);
  for (let count = 0; count < 6; count++) await startedDonation(db, selcom, campaignId);
  const stopping = new AbortController();
  let questions = 0;
  const answering: Providers = {
    azampay,
    selcom: {
      ...selcom,
      readPaymentStatus: async () => {
        questions += 1;
        if (how === "with its node") stopping.abort();
        else await switchJob(false);
        return { kind: "unavailable", why: "not told", raw: null };
      },
    },
  };
  const soon = () => new Date(Date.now() + 15_000);
  const run = { together: 1, stop: stopping.signal };
  expect(await reconcilePayments(db, answering, soon, run)).toMatchObject({ checked: 1 });
  expect(questions).toBe(1);
  await switchJob(true);
});

const switchJob = (on: boolean) =>
  sql`
    insert into site_settings (key, value) values ('jobs', ${JSON.stringify({ "reconcile-payments": on })})
    on conflict (key) do update set value = excluded.value
  `.execute(db);

const after = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);

async function unanswered(donation: { id: bigint; externalId: string }) {
  const { hint, hinted_at: since } = await db
    .selectFrom("payments")
    .select(["hint", "hinted_at"])
    .where("id", "=", donation.id)
    .executeTakeFirstOrThrow();
  const { payment, nextCheck, cases } = await readDonationState(db, donation.externalId);
  return { payment, hint, isScheduled: nextCheck !== null, cases, since };
}

async function endedDonation(status: "failed" | "cancelled" | "succeeded" | "review") {
  const donation = await startedDonation(db, azampay, to);
  const saying: Saying =
    status === "review"
      ? { amount: 9_999n }
      : { outcome: status === "failed" ? "declined" : status === "cancelled" ? "cancelled" : "paid" };
  await receive(asRead(reportOf(donation, { ...saying, proofs: ["signature"] })));
  return donation;
}

const ofEndedPayments: [Parameters<typeof endedDonation>[0], Outcome][] = [
  ["failed", "paid"],
  ["failed", "unknown"],
  ["failed", "pending"],
  ["cancelled", "paid"],
  ["review", "paid"],
  ["succeeded", "reversed"],
  ["succeeded", "unknown"],
  ["succeeded", "declined"],
];

test.each(ofEndedPayments)(
  "a %s payment is checked until a hint of “%s” is answered",
  async (status, outcome) => {
    const donation = await endedDonation(status);
    await receive({ kind: "hint", report: { ...reportOf(donation), outcome, proofs: ["address"] } });
    azampay.script.about = () => ({ kind: "unavailable", why: "away", raw: null });
    for (const minutes of [1, 10, 100, 1_000]) {
      await checkPayment(db, providers, donation.reference, after(minutes));
      expect(await unanswered(donation)).toMatchObject({ payment: status, hint: outcome, isScheduled: true });
    }
    const clear = reportOf(donation, { outcome: status === "succeeded" ? "paid" : "declined" });
    azampay.script.about = () => ({ kind: "report", report: clear });
    await checkPayment(db, providers, donation.reference, after(1_001));
    expect(await unanswered(donation)).toMatchObject({ hint: null, isScheduled: false });
    expect((await readDonationState(db, donation.externalId)).cases).not.toContain("no-answer");
  },
);

test.each(ofEndedPayments)(
  "a %s payment with unanswered “%s” hint is a case next day",
  async (status, outcome) => {
    const donation = await endedDonation(status);
    await receive({ kind: "hint", report: { ...reportOf(donation), outcome, proofs: ["address"] } });
    const vague = outcome === "pending" ? "pending" : "unknown";
    azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: vague }) });
    await checkPayment(db, providers, donation.reference, after(24 * 60 - 1));
    expect((await unanswered(donation)).cases).not.toContain("no-answer");
    await checkPayment(db, providers, donation.reference, after(24 * 60 + 1));
    expect(await unanswered(donation)).toMatchObject({ payment: status, hint: null, isScheduled: false });
    expect((await unanswered(donation)).cases).toContain("no-answer");
    const { details } = await db
      .selectFrom("cases")
      .select("details")
      .where("payment_id", "=", donation.id)
      .where("kind", "=", "no-answer")
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ status, hint: outcome });
  },
);

test("an answer closes the case of an unanswered hint", async () => {
  const donation = await endedDonation("failed");
  await receive(asRead(reportOf(donation, { proofs: ["address"] })));
  azampay.script.about = () => ({ kind: "unavailable", why: "away", raw: null });
  await checkPayment(db, providers, donation.reference, after(24 * 60 + 1));
  expect(await unanswered(donation)).toMatchObject({ cases: ["no-answer"] });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
  await checkPayment(db, providers, donation.reference, after(24 * 60 + 2));
  expect(await unanswered(donation)).toMatchObject({ payment: "succeeded", cases: ["no-answer (closed)"] });
});

test("an unanswered hint about ended payments becomes a case after an hour", async () => {
  const donation = await endedDonation("failed");
  await receive(asRead(reportOf(donation, { proofs: ["address"] })));
  azampay.script.about = () => ({ kind: "unaskable", why: "no status check is set up", raw: null });
  await checkPayment(db, providers, donation.reference, after(50));
  expect(await unanswered(donation)).toMatchObject({ hint: "paid", isScheduled: true, cases: [] });
  await checkPayment(db, providers, donation.reference, after(61));
  expect(await unanswered(donation)).toMatchObject({ hint: null, cases: ["no-answer"] });
});

test("the job checks again for an unanswered hint", async () => {
  const donation = await endedDonation("failed");
  await receive(asRead(reportOf(donation, { proofs: ["address"] })));
  azampay.script.about = () => ({ kind: "unavailable", why: "away", raw: null });
  await checkPayment(db, providers, donation.reference, () => new Date());
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
  await db
    .updateTable("payments")
    .set({ next_check_at: null })
    .where("id", "<>", donation.id)
    .where("hint", "is", null)
    .execute();
  await reconcilePayments(db, providers, after(1));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    donation: "completed",
    nextCheck: null,
  });
});

test("a refusal of a failed payment is no hint", async () => {
  const donation = await endedDonation("failed");
  for (const outcome of ["declined", "cancelled"] as const)
    expect(await receive(asRead(reportOf(donation, { proofs: ["address"], outcome })))).toMatchObject({
      verdict: "unchanged",
      readPaymentStatus: null,
    });
  expect(await unanswered(donation)).toMatchObject({ hint: null, isScheduled: false });
});

test("a hint of a reversal stays after the recording", async () => {
  const donation = await startedDonation(db, azampay, to);
  await receive({
    kind: "hint",
    report: { ...reportOf(donation), outcome: "reversed", proofs: ["address"] },
  });
  await receive(asRead(reportOf(donation, { proofs: ["address"] })));
  await receive(asRead(reportOf(donation, { proofs: ["signature"] })));
  expect(await unanswered(donation)).toMatchObject({
    payment: "succeeded",
    hint: "reversed",
    isScheduled: true,
  });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "reversed" }) });
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await unanswered(donation)).toMatchObject({ payment: "reversed", hint: null, isScheduled: false });
});

test("hints during the schedule do not delay its end", async () => {
  const donation = await endedDonation("failed");
  const now = new Date();
  azampay.script.about = () => ({ kind: "unavailable", why: "away", raw: null });
  for (const hours of [0, 6, 12, 18, 23])
    await receive(asRead(reportOf(donation, { proofs: ["address"] })), {
      now: new Date(now.getTime() + hours * 3_600_000),
    });
  expect((await unanswered(donation)).since).toEqual(now);
  await checkPayment(db, providers, donation.reference, after(24 * 60 + 1));
  expect(await unanswered(donation)).toMatchObject({ hint: null, cases: ["no-answer"] });
});

test("floods of hints about a failed payment cost one check a minute", async () => {
  const donation = await endedDonation("failed");
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "declined" }) });
  const start = Date.now() + 60_000;
  const hintAt = (second: number) =>
    receive(asRead(reportOf(donation, { proofs: ["address"] })), { now: new Date(start + second * 1_000) });
  for (let count = 0; count < callbacksOfPayment; count++) await hintAt(0);
  const before = azampay.script.questions.length;
  for (let second = 0; second < 180; second += 2) {
    const received = await hintAt(second);
    expect(received).toMatchObject({ verdict: "to be asked about", readPaymentStatus: null });
    const { nextCheck } = await readDonationState(db, donation.externalId);
    const now = new Date(start + second * 1_000);
    if (nextCheck !== null && nextCheck <= now)
      await checkPayment(db, providers, donation.reference, () => now);
  }
  expect(azampay.script.questions.length - before).toBe(3);
});

test("in a flood a hint that arrives during a check is kept", async () => {
  const donation = await endedDonation("failed");
  const now = new Date();
  for (let count = 0; count < callbacksOfPayment; count++)
    await receive(asRead(reportOf(donation, { proofs: ["address"] })), { now });
  azampay.script.about = async () => {
    await receive(asRead(reportOf(donation, { proofs: ["address"] })), { now });
    return { kind: "report", report: reportOf(donation, { outcome: "declined" }) };
  };
  await checkPayment(db, providers, donation.reference, () => now);
  expect(await unanswered(donation)).toMatchObject({ hint: "paid", isScheduled: true });
});

test("a proven reversal of a recorded payment opens a case immediately", async () => {
  const donation = await endedDonation("succeeded");
  const signed: CallbackRead = {
    kind: "hint",
    report: { ...reportOf(donation), outcome: "reversed", proofs: ["signature"] },
  };
  expect(await receive(signed)).toMatchObject({ kind: "kept", verdict: "contradiction" });
  expect(await unanswered(donation)).toMatchObject({
    ...{ payment: "succeeded", hint: "reversed", isScheduled: true, cases: ["contradiction"] },
  });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation, { outcome: "reversed" }) });
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await unanswered(donation)).toMatchObject({
    ...{ payment: "reversed", hint: null, cases: ["contradiction (closed)", "reversed"] },
  });
});

test("a proven reversal that the status check denies stays a case", async () => {
  const donation = await endedDonation("succeeded");
  const report = { ...reportOf(donation), outcome: "reversed", proofs: ["signature"] } as const;
  await receive({ kind: "hint", report });
  azampay.script.about = () => ({ kind: "report", report: reportOf(donation) });
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await unanswered(donation)).toMatchObject({
    payment: "succeeded",
    hint: null,
    cases: ["contradiction"],
  });
});

const takenBack = (donation: Awaited<ReturnType<typeof endedDonation>>, returned?: bigint): CallbackRead => ({
  kind: "hint",
  report: {
    ...{ ...reportOf(donation), outcome: "reversed", proofs: ["address", "signature"] },
    ...(returned !== undefined && { returned }),
  },
});
const saysReversed = (donation: Awaited<ReturnType<typeof endedDonation>>, amount: bigint | null) => () => ({
  ...{ kind: "report" as const, report: reportOf(donation, { outcome: "reversed", amount }) },
});

test("a reversal of a part reverses nothing and opens one case", async () => {
  const donation = await endedDonation("succeeded");
  expect(await receive(takenBack(donation, 4_000n))).toMatchObject({ verdict: "mismatch" });
  await receive(takenBack(donation));
  azampay.script.about = saysReversed(donation, null);
  for (const minutes of [1, 2]) await checkPayment(db, providers, donation.reference, after(minutes));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    ...{ payment: "succeeded", reversed: false, journals: ["donation"], cases: ["mismatch"] },
  });
  const { details } = await db
    .selectFrom("cases")
    .select("details")
    .where("payment_id", "=", donation.id)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({
    outcome: "reversed",
    wrong: [{ field: "amount", asked: "10000", said: "4000" }],
  });
});

test("a later answer without an amount keeps a decided partial reversal", async () => {
  const donation = await endedDonation("succeeded");
  await receive(takenBack(donation, 4_000n));
  await decide("dismiss", donation.id);
  azampay.script.about = saysReversed(donation, null);
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "succeeded",
    cases: ["mismatch (closed)", "mismatch"],
  });
});

test("a proven whole reversal settles the case about a part", async () => {
  const donation = await endedDonation("succeeded");
  await receive(takenBack(donation, 4_000n));
  azampay.script.about = saysReversed(donation, 10_000n);
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "reversed",
    cases: ["mismatch (closed)", "reversed"],
  });
});

test("another amount after a reversal is a case", async () => {
  const donation = await endedDonation("succeeded");
  azampay.script.about = saysReversed(donation, null);
  await receive(takenBack(donation, 10_000n));
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await receive(takenBack(donation, 4_000n))).toMatchObject({ verdict: "mismatch" });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "reversed",
    cases: ["contradiction (closed)", "reversed", "mismatch"],
  });
});

test("a status check with a part closes the callback's case", async () => {
  const donation = await endedDonation("succeeded");
  expect(await receive(takenBack(donation))).toMatchObject({ verdict: "contradiction" });
  azampay.script.about = saysReversed(donation, 4_000n);
  await checkPayment(db, providers, donation.reference, after(1));
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "succeeded",
    cases: ["contradiction (closed)", "mismatch"],
  });
});

test("the database refuses a hint without a time to check", async () => {
  const donation = await endedDonation("failed");
  await receive(asRead(reportOf(donation, { proofs: ["address"] })));
  await expect(
    db.updateTable("payments").set({ next_check_at: null }).where("id", "=", donation.id).execute(),
  ).rejects.toThrow("payments_hint_is_asked_about");
});
