import type { Kysely } from "kysely";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Tables } from "#database/tables.ts";
import { isUnavailable } from "#database/database-errors.ts";
import type { UnrecordedAnswer, AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { tzs, type Money } from "#domain/money/money.ts";
import type {
  Cancelled,
  Claim,
  Inquiry,
  Outcome,
  PageStarted,
  PaymentProvider,
  PushStarted,
  Report,
} from "#domain/payments/provider.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { settlePayment, type Verdict } from "#operations/payments/settle.ts";
import {
  startDonation,
  type Circumstances,
  type DonationWanted,
  type StartedDonation,
} from "#operations/donations/start.ts";

/** A provider whose answers a test sets. It records all requests. */
export function scriptedProvider(name: "azampay" | "selcom" = "azampay") {
  let sent = 0;
  const script = {
    push: (reference: string): PushStarted | Promise<PushStarted> => ({
      kind: "accepted",
      providerReference: `${name}-${reference}`,
      raw: null,
    }),
    page: (reference: string): PageStarted => ({
      kind: "opened",
      url: `https://pay.example/${reference}`,
      providerReference: null,
      raw: null,
    }),
    about: (): Inquiry | Promise<Inquiry> => ({ kind: "unavailable", why: "not told", raw: null }),
    pushes: [] as { reference: string; amount: Money }[],
    pages: [] as { reference: string; amount: Money }[],
    questions: [] as string[],
    cancel: (): Cancelled => ({ kind: "unknown", why: "not told", raw: null }),
    cancelled: [] as string[],
  };
  const provider: PaymentProvider = {
    name,
    startPush: async (push) => {
      sent += 1;
      script.pushes.push(push);
      return script.push(push.reference);
    },
    readPaymentStatus: async ({ reference }) => {
      script.questions.push(reference);
      return script.about();
    },
    hostedPages: {
      orderLastsMinutes: 60,
      start: async (page) => {
        script.pages.push(page);
        return script.page(page.reference);
      },
      cancel: async (reference) => {
        script.cancelled.push(reference);
        return script.cancel();
      },
    },
  };
  return { ...provider, hostedPages: provider.hostedPages ?? never(), script, sent: () => sent };
}

function never(): never {
  throw new Error("always there");
}

export type ScriptedProvider = ReturnType<typeof scriptedProvider>;

let phones = 0;
export const newPhone = () => `255712${String((phones += 1)).padStart(6, "0")}` as const;

let clients = 0;
export const newClient = () => `10.${((clients += 1) >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;

export function donationWanted(
  provider: ScriptedProvider,
  campaignId: string,
  over: Partial<DonationWanted> = {},
): DonationWanted {
  return {
    campaignId,
    amount: tzs(10_000),
    donor: { kind: "named", name: "Asha Juma", email: "asha@example.org" },
    message: null,
    language: "en",
    bearsFee: false,
    retryOf: null,
    way: { kind: "push", provider, phone: newPhone(), network: "Tigo" },
    ...over,
  };
}

export const cardWay = (provider: ScriptedProvider): Extract<DonationWanted["way"], { kind: "page" }> => ({
  kind: "page",
  provider,
  phone: "255712000000",
  payer: { name: "Asha Juma", email: "asha@example.org" },
  billing: {
    firstName: "Asha",
    lastName: "Juma",
    address: "Main Campus",
    city: "Morogoro",
    region: "Morogoro",
    postcode: "67101",
    country: "TZ",
  },
  returnUrl: (reference) => `https://fund.example/return/${reference}`,
});

/** A journal in memory. An error that is not an outage fails the test. */
export function memoryJournal() {
  const kept = new Map<string, UnrecordedAnswer>();
  const delayed: UnrecordedAnswer[] = [];
  const nameOf = (answer: UnrecordedAnswer) =>
    `${answer.reference} ${answer.kind} ${answer.kind === "callback" ? answer.outcome : ""}`;
  const journal: AnswerJournal = {
    keep: async (answer) => void kept.set(nameOf(answer), answer),
    forget: async (answer) => void kept.delete(nameOf(answer)),
    list: async () => [...kept.values()],
    delayed(answer, error) {
      if (!isUnavailable(error)) throw error;
      delayed.push(answer);
    },
  };
  return { ...journal, seen: delayed };
}

export const challengeKey = "signs the challenges of tests";

export const just = (over: Partial<Circumstances> = {}): Circumstances => ({
  now: new Date(),
  client: newClient(),
  press: null,
  counted: [],
  journal: memoryJournal(),
  challengeKey,
  ...over,
});

/** A donation whose payment request was sent to the provider. */
export async function startedDonation(
  db: Kysely<Tables>,
  provider: ScriptedProvider,
  campaignId: string,
  over: Partial<DonationWanted> = {},
) {
  const started = await startDonation(db, donationWanted(provider, campaignId, over), just());
  const donation = begunDonation(started);
  const payment = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.id", "p.reference", "p.provider_reference", "p.amount", "d.id as donation_id"])
    .where("d.external_id", "=", donation.externalId)
    .executeTakeFirstOrThrow();
  return { ...payment, ...donation, started };
}

/** Records and applies a report as a status check does. */
export function settleReported(db: Kysely<Tables>, report: Report, now = new Date()): Promise<Verdict> {
  return db.transaction().execute(async (tx) => {
    const about = tx.selectFrom("payments").select("id").where("reference", "=", report.reference);
    const { id } = await tx
      .insertInto("provider_messages")
      .values({ provider: report.provider, kind: "status", body: report.providerWord, payment_id: about })
      .returning("id")
      .executeTakeFirstOrThrow();
    const verdict = await settlePayment(tx, await lockPayment(tx, report), report, { messageId: id, now });
    await tx
      .updateTable("provider_messages")
      .set({ verdict, judged_at: new Date() })
      .where("id", "=", id)
      .execute();
    return verdict;
  });
}

/** A donation reported as paid, with the requested amount or another. */
export async function reportedDonation(
  db: Kysely<Tables>,
  provider: ScriptedProvider,
  campaignId: string,
  over: Parameters<typeof reportOf>[1] = {},
) {
  const started = await startedDonation(db, provider, campaignId);
  await settleReported(db, reportOf(started, over));
  return started;
}

export function begunDonation(started: StartedDonation) {
  if (!("donation" in started)) throw new Error(`not begun: ${started.kind}`);
  return started.donation;
}

export type Saying = Partial<Omit<Report, "outcome">> & {
  outcome?: Outcome | "contradictory";
  amount?: bigint | null;
  currency?: Money["currency"] | null;
};

/** A provider's report about a payment, proven by a status check. */
export function reportOf(
  payment: { reference: string; provider_reference: string | null; amount: bigint },
  { outcome = "paid", amount = payment.amount, currency = null, ...over }: Saying = {},
): Report {
  return {
    ...claimOf(outcome, amount, currency),
    provider: "azampay",
    reference: payment.reference,
    providerReference: payment.provider_reference,
    operatorReference: "DIK1X2R6BW",
    network: null,
    phone: null,
    proofs: ["status check"],
    doubts: [],
    providerWord: "said so",
    raw: null,
    ...over,
  };
}

function claimOf(
  outcome: NonNullable<Saying["outcome"]>,
  amount: bigint | null,
  currency: Money["currency"] | null,
): Claim {
  if (outcome === "paid") return { outcome, amount: amount ?? "as asked", currency };
  if (outcome === "reversed") return { outcome, amount, currency };
  return outcome === "contradictory" ? { outcome, claims: "paid", why: "said two things" } : { outcome };
}

export async function readDonationState(db: Kysely<Tables>, externalId: string) {
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .select((is) => [
      ...(["d.id", "d.status as donation", "p.status as payment", "p.id as payment_id"] as const),
      ...(["d.receipt_number", "d.reversed_at", "p.next_check_at", "d.transaction_id"] as const),
      is
        .selectFrom("journal as j")
        .select(({ fn }) =>
          fn
            .coalesce(fn.agg<string[]>("array_agg", [sql`j.kind order by j.id`]), sql<string[]>`'{}'`)
            .as("kinds"),
        )
        .whereRef("j.payment_id", "=", "p.id")
        .as("journals"),
      is
        .selectFrom("outbox as o")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .whereRef("o.donation_id", "=", "d.id")
        .as("mails"),
    ])
    .where("d.external_id", "=", externalId)
    .executeTakeFirstOrThrow();
  const cases = await db
    .selectFrom("cases")
    .select(["kind", "status"])
    .where("payment_id", "=", row.payment_id)
    .orderBy("id")
    .execute();
  return {
    donation: row.donation,
    payment: row.payment,
    journals: row.journals ?? [],
    mails: Number(row.mails),
    cases: cases.map(({ kind, status }) => (status === "open" ? kind : `${kind} (closed)`)),
    receiptNumber: row.receipt_number,
    reversed: row.reversed_at !== null,
    nextCheck: row.next_check_at,
    transactionId: row.transaction_id,
  };
}

export async function expectSoundLedger(db: Kysely<Tables>): Promise<void> {
  expect(await db.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
}
