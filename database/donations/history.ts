import { sql, type SqlBool } from "kysely";
import { inCausalOrder } from "#domain/payments/causal-order.ts";
import type { DonationStatus } from "#domain/donations/read-donor.ts";
import { stateOf, type DonationState } from "#domain/donations/state.ts";
import type { Money } from "#domain/money/money.ts";
import { failureOf, type Failure, type FailureReason } from "#domain/payments/failure-reason.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { PhoneNumber, Network } from "#domain/payments/phone.ts";
import { withoutSecrets } from "#domain/payments/provider-message.ts";
import { isClosedByStaff, lastWord } from "./ended-payment.ts";
import type { PaymentMethod } from "./list.ts";
import { startOfBody } from "#database/payments/messages.ts";
import type { Reads } from "#database/sql.server.ts";
import type { PaidThrough } from "#domain/payments/provider.ts";

export type DonationRecord = {
  id: bigint;
  orderId: string;
  state: DonationState;
  createdAt: Date;
  campaign: { id: string; title: string };
  /** The donor's choice, if the donation was moved. */
  firstCampaign: { id: string; title: string } | null;
  amount: Money;
  /** The amount refunded in parts. */
  refunded: Money;
  donor: {
    name: string;
    isAnonymous: boolean;
    /** Staff or the donor deleted the personal data. */
    isErased: boolean;
    email: string | null;
    graduationYear: string | null;
    message: string | null;
  };
  provider: PaidThrough;
  transactionId: string | null;
  receiptNumber: bigint | null;
  retryOf: bigint | null;
  payments: PaymentRecord[];
  trail: TrailEntry[];
};

export type PaymentRecord = {
  id: bigint;
  reference: string;
  provider: PaidThrough;
  method: PaymentMethod;
  network: Network | null;
  phone: PhoneNumber | null;
  requested: Money;
  /** Differs from the requested amount if staff recorded the amount that arrived. */
  amount: Money;
  fee: Money;
  status: PaymentStatus;
  providerReference: string | null;
  operatorReference: string | null;
  /** Time of the next automatic status check. Null if none is needed. */
  nextCheckAt: Date | null;
  failure: string | null;
  /** Null if it did not fail. */
  reason: Failure | null;
};

export type TrailEntry = { at: Date } & (
  | { kind: "donated"; provider: PaidThrough }
  | { kind: "payment-begun"; reference: string; provider: PaidThrough; requested: Money }
  | { kind: "payment-settled"; reference: string; status: PaymentStatus; failure: string | null }
  | { kind: "completed"; receiptNumber: bigint | null }
  | { kind: "reversed" }
  | {
      kind: "message";
      id: bigint;
      message: MessageKind;
      provider: PaidThrough;
      verdict: string | null;
      headers: string | null;
      body: string;
    }
  | {
      kind: "journal";
      id: bigint;
      booked: string;
      valueAt: Date;
      postings: { account: string; campaign: string | null; amount: Money }[];
    }
  | {
      kind: "email";
      id: bigint;
      template: string;
      recipient: string;
      status: string;
      askedBy: string | null;
      lastError: string | null;
    }
  | { kind: "case-opened"; id: bigint; about: string }
  | { kind: "case-closed"; id: bigint; about: string; decision: string; reason: string; by: string | null }
  | { kind: "note"; id: bigint; text: string; by: string }
  | {
      kind: "action";
      id: bigint;
      action: string;
      reason: string | null;
      by: string;
      /** The request for approval that the action opened. */
      request: bigint | null;
    }
);

export type MessageKind = "callback" | "answer" | "status" | "statement";

export async function findDonationRecord(db: Reads, id: bigint): Promise<DonationRecord | null> {
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .leftJoin("campaigns as g", "g.id", "d.chosen_campaign_id")
    .selectAll("d")
    .select(["c.title", "g.title as given_title"])
    .where("d.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const payments = await db
    .selectFrom("payments as p")
    .selectAll("p")
    .select((is) => [lastWord(is).as("said"), isClosedByStaff(is).as("closed_by_staff")])
    .where("p.donation_id", "=", id)
    .orderBy("p.id")
    .execute();
  const paymentIds = payments.map((payment) => payment.id);
  const [actions, ...happened] = await Promise.all([
    readActions(db, row.external_id),
    readMessages(db, paymentIds),
    readJournals(db, paymentIds),
    readEmails(db, id),
    readCases(db, paymentIds),
    readNotes(db, id),
  ]);
  const money = (amount: bigint): Money => ({ amount, currency: row.currency });
  const own: TrailEntry[] = [{ kind: "donated", at: row.created_at, provider: row.provider }];
  for (const payment of payments) {
    const { reference, provider, status, failure } = payment;
    own.push({
      kind: "payment-begun",
      at: payment.created_at,
      reference,
      provider,
      requested: money(payment.asked_amount ?? payment.amount),
    });
    // A refunded donation was paid.
    if (status === "reversed" && row.completed_at !== null)
      own.push({
        kind: "payment-settled",
        at: row.completed_at,
        reference,
        status: "succeeded",
        failure: null,
      });
    if (payment.settled_at !== null)
      own.push({ kind: "payment-settled", at: payment.settled_at, reference, status, failure });
  }
  if (row.completed_at !== null)
    own.push({ kind: "completed", at: row.completed_at, receiptNumber: row.receipt_number });
  if (row.reversed_at !== null) own.push({ kind: "reversed", at: row.reversed_at });

  return {
    id,
    orderId: row.external_id,
    state: stateOf(row.status satisfies DonationStatus, row.reversed_at),
    createdAt: row.created_at,
    campaign: { id: row.campaign_id, title: row.title },
    firstCampaign:
      row.chosen_campaign_id === null || row.chosen_campaign_id === row.campaign_id
        ? null
        : { id: row.chosen_campaign_id, title: row.given_title ?? "" },
    amount: money(row.amount),
    refunded: money(row.refunded),
    donor: {
      name: row.donor_name,
      isAnonymous: row.is_anonymous,
      isErased: actions.some(isErasure),
      email: row.donor_email,
      graduationYear: row.graduation_year,
      message: row.message,
    },
    provider: row.provider,
    transactionId: row.transaction_id,
    receiptNumber: row.receipt_number,
    retryOf: row.retry_of,
    payments: payments.map((payment) => ({
      id: payment.id,
      reference: payment.reference,
      provider: payment.provider,
      method: payment.method,
      network: payment.network,
      phone: payment.phone,
      requested: money(payment.asked_amount ?? payment.amount),
      amount: money(payment.amount),
      fee: money(payment.fee),
      status: payment.status,
      providerReference: payment.provider_reference,
      operatorReference: payment.operator_reference,
      nextCheckAt: payment.next_check_at,
      failure: payment.failure,
      reason: reasonOf(payment),
    })),
    trail: inCausalOrder([...own, ...happened.flat(), ...actions], rankOf),
  };
}

const isErasure = (entry: TrailEntry) =>
  entry.kind === "action" && (entry.action === "erase-donor" || entry.action === "donor-forgotten");

type Ended = {
  status: PaymentStatus;
  said: string | null;
  failure: string | null;
  kept_reason: FailureReason | null;
};

function reasonOf(payment: Ended & { closed_by_staff: SqlBool; pay_number: string | null }): Failure | null {
  if (payment.status !== "failed" && payment.status !== "cancelled") return null;
  return failureOf({
    status: payment.status,
    providerWord: payment.said ?? payment.failure ?? "",
    keptReason: payment.kept_reason,
    closedByStaff: Boolean(payment.closed_by_staff),
    byNumber: payment.pay_number,
  });
}

/** In the order of cause and effect. Actions of people come last. */
const ranks = [
  ...["donated", "payment-begun", "answer", "callback", "payment-settled", "completed", "booked", "email"],
  ...["case-opened", "case-closed", "note", "action", "reversed", "given-back"],
] as const;

function rankOf(entry: TrailEntry): number {
  return ranks.findIndex((rank) => rank === rankName(entry));
}

function rankName(entry: TrailEntry): (typeof ranks)[number] {
  if (entry.kind === "message") return entry.message === "answer" ? "answer" : "callback";
  if (entry.kind === "payment-settled" && entry.status === "reversed") return "reversed";
  if (entry.kind === "journal") return entry.booked.endsWith("-reversal") ? "given-back" : "booked";
  return entry.kind;
}

/** A payment without an answer gets about a hundred status checks. Older ones than these add nothing. */
const mostMessages = 300;

async function readMessages(db: Reads, paymentIds: bigint[]): Promise<TrailEntry[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom("provider_messages")
    .select(["id", "provider", "kind", "verdict", "headers", "received_at", startOfBody])
    .where("payment_id", "in", paymentIds)
    .orderBy("id", "desc")
    .limit(mostMessages)
    .execute();
  return rows.reverse().map((row) => ({
    kind: "message",
    at: row.received_at,
    id: row.id,
    message: row.kind,
    provider: row.provider,
    verdict: row.verdict,
    headers: row.headers === null ? null : withoutSecrets(JSON.stringify(row.headers, null, 2)),
    body: withoutSecrets(row.body),
  }));
}

async function readJournals(db: Reads, paymentIds: bigint[]): Promise<TrailEntry[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom("journal as j")
    .innerJoin("postings as p", "p.journal_id", "j.id")
    .leftJoin("campaigns as c", "c.id", "p.campaign_id")
    .select(["j.id", "j.kind", "j.occurred_at", "j.created_at", "p.account", "p.amount", "p.currency"])
    .select("c.title")
    .where("j.payment_id", "in", paymentIds)
    .orderBy("j.id")
    .orderBy("p.line")
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, postings]) => {
    const journal = postings[0];
    if (journal === undefined) return [];
    return {
      kind: "journal" as const,
      at: journal.created_at,
      id,
      booked: journal.kind,
      valueAt: journal.occurred_at,
      postings: postings.map(({ account, title, amount, currency }) => ({
        ...{ account, campaign: title },
        amount: { amount, currency },
      })),
    };
  });
}

async function readEmails(db: Reads, donationId: bigint): Promise<TrailEntry[]> {
  const rows = await db
    .selectFrom("outbox as o")
    .leftJoin("users as u", "u.id", "o.asked_by")
    .selectAll("o")
    .select("u.name as asker")
    .where("o.donation_id", "=", donationId)
    .orderBy("o.id")
    .execute();
  return rows.map((row) => ({
    kind: "email",
    at: row.created_at,
    id: row.id,
    template: row.template,
    recipient: row.recipient,
    status: row.status,
    askedBy: row.asker,
    lastError: row.last_error,
  }));
}

async function readCases(db: Reads, paymentIds: bigint[]): Promise<TrailEntry[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom("cases as k")
    .leftJoin("users as u", "u.id", "k.closed_by")
    .selectAll("k")
    .select("u.name as closer")
    .where("k.payment_id", "in", paymentIds)
    .orderBy("k.id")
    .execute();
  return rows.flatMap(({ id, kind: about, opened_at, closed_at, decision, reason, closer }): TrailEntry[] => {
    const opened: TrailEntry = { kind: "case-opened", at: opened_at, id, about };
    if (closed_at === null) return [opened];
    const end = { decision: decision ?? "", reason: reason ?? "", by: closer };
    return [opened, { kind: "case-closed", at: closed_at, id, about, ...end }];
  });
}

async function readNotes(db: Reads, donationId: bigint): Promise<TrailEntry[]> {
  const rows = await db
    .selectFrom("donation_notes as n")
    .leftJoin("users as u", "u.id", "n.author_id")
    .select(["n.id", "n.at", "n.text", "n.author_id", "u.name"])
    .where("n.donation_id", "=", donationId)
    .orderBy("n.id")
    .execute();
  return rows.map(({ id, at, text, name, author_id }) => ({
    kind: "note",
    at,
    id,
    text,
    by: name ?? author_id,
  }));
}

async function readActions(db: Reads, orderId: string): Promise<TrailEntry[]> {
  const rows = await db
    .selectFrom("audit_log as a")
    .leftJoin("users as u", "u.id", "a.actor_id")
    // A request and its audit entry are written in one transaction, so at one time.
    .leftJoin("proposals as p", (join) =>
      join
        .onRef("p.subject", "=", "a.subject")
        .onRef("p.proposed_at", "=", "a.at")
        .on(sql`'propose:' || p.kind`, "=", sql.ref("a.action")),
    )
    .select(["a.id", "a.at", "a.action", "a.reason", "a.actor_id", "u.name", "p.id as request"])
    .where("a.subject", "=", `donation:${orderId}`)
    .orderBy("a.id")
    .execute();
  return rows.map(({ id, at, action, reason, actor_id, name, request }) => ({
    kind: "action",
    at,
    id,
    action,
    reason,
    by: name ?? actor_id ?? "the machine",
    request,
  }));
}
