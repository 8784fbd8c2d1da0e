import { createHash } from "node:crypto";
import type pg from "pg";
import { tzs } from "#domain/money/money.ts";
import type { PaymentProvider, Report } from "#domain/payments/provider.ts";
import { receiveCallback } from "#operations/payments/receive-callback.ts";
import type { AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { startDonation, type DonationWanted, type WithDonation } from "#operations/donations/start.ts";
import { record, type Statement } from "./statements.ts";

const now = new Date();
const phone = "255700000000";
const providerReference = "recorded-at-azampay";
const key = "recorded-key";
let reference = "";

const azampay: PaymentProvider = {
  name: "azampay",
  hostedPages: null,
  async startPush(push) {
    reference = push.reference;
    const body = JSON.stringify({ success: true, transactionId: providerReference });
    return { kind: "accepted", providerReference, raw: { status: 200, body } };
  },
  readPaymentStatus: async () => ({ kind: "unavailable", why: "not asked here", raw: null }),
};

const donation: DonationWanted = {
  campaignId: "conference-center",
  amount: tzs(20_000),
  donor: { kind: "named", name: "Asha Juma", email: "asha@donors.example" },
  ...{ message: "Tuko pamoja.", language: "en", bearsFee: false, retryOf: null },
  way: { kind: "push", provider: azampay, phone, network: "Mpesa" },
};

/** This counts statements only. */
const noJournal: AnswerJournal = {
  keep: async () => undefined,
  forget: async () => undefined,
  list: async () => [],
  delayed(_news, error) {
    throw error;
  },
};

/** Statements of a mobile donation, from the press to the provider's answer. */
export function recordTaking(pool: pg.Pool): Promise<Statement[]> {
  const news = new Map<unknown, string>([
    [now.getTime(), "now"],
    [phone, "phone"],
    [createHash("sha256").update(`prompt:${phone}`).digest("base64url"), "subject"],
    [key, "key"],
    [providerReference, "providerReference"],
  ]);
  return record(pool, news, async (db) => {
    const press = { address: "/api/donations/mobile", key, bodyHash: "a".repeat(64) };
    const circumstances = {
      now,
      client: "127.0.0.1",
      press,
      counted: [],
      journal: noJournal,
      challengeKey: "",
      reply: ({ donation: begun }: WithDonation) => ({
        status: 200,
        answer: { success: true, message: "Payment Initiated", transactionId: providerReference, ...begun },
      }),
    };
    const started = await startDonation(db, donation, circumstances);
    if (started.kind !== "prompted") throw new Error(`recorded: ${started.kind}`);
    const { externalId, receiptKey } = started.donation;
    news.set(externalId, "externalId").set(receiptKey, "receiptKey").set(reference, "reference");
  });
}

/** Statements of its confirmation: message, payment, ledger, totals and receipt. Record it after the start. */
export function recordSettling(pool: pg.Pool): Promise<Statement[]> {
  const body = "recorded".padEnd(700, ".");
  const news = new Map<unknown, string>([
    [now.getTime(), "now"],
    [reference, "reference"],
    [providerReference, "providerReference"],
    [body, "body"],
    [createHash("sha256").update(body).digest("hex"), "dedupe"],
  ]);
  const report: Report = {
    ...{ provider: "azampay", reference, providerReference, operatorReference: "mno-1", outcome: "paid" },
    ...{ amount: 20_000n, currency: null, network: "Mpesa", phone, proofs: ["signature"], doubts: [] },
    ...{ providerWord: "success", raw: { status: null, body } },
  };
  return record(pool, news, async (db) => {
    const read = { kind: "report", report } as const;
    const headers = { "content-type": "application/json" };
    const received = await receiveCallback(
      db,
      { provider: "azampay", headers, body, read },
      { trusted: ["signature"], now },
    );
    if (received.kind !== "kept" || received.verdict !== "succeeded")
      throw new Error(`recorded: ${JSON.stringify(received)}`);
  });
}
