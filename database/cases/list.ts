import { sql } from "kysely";
import { kindsNotAboutMoney, type CaseKind } from "#domain/cases/kinds.ts";
import type { Day } from "#domain/system/calendar.ts";
import type { Money } from "#domain/money/money.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import type { PhoneNumber } from "#domain/payments/phone.ts";
import type { Outcome, PaidThrough, ProviderName } from "#domain/payments/provider.ts";
import { withoutSecrets } from "#domain/payments/provider-message.ts";
import { startOfBody } from "#database/payments/messages.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import { findEmails, type ListedEmail } from "#database/mail/outbox.ts";
import type { Reads } from "#database/sql.server.ts";

export type ListedCase = {
  id: bigint;
  kind: string;
  status: "open" | "closed";
  openedAt: Date;
  closedAt: Date | null;
  decision: string | null;
  /** Null if the case is not about a payment. */
  donation: {
    donationId: bigint;
    externalId: string;
    campaign: string;
    donor: string;
    amount: Money;
    /** With its fee, as the provider was asked for it. */
    requested: Money;
  } | null;
  subject: string | null;
  details: Record<string, unknown>;
  /** An email that was not delivered. Null after it is deleted. */
  email: ListedEmail | null;
  /** The title of the campaign that a visitor's concern is about. */
  concerned: string | null;
  /** The open request to record the donation. Until it is decided, the case waits for another person. */
  request: bigint | null;
};

export const caseStates = ["open", "waiting", "closed"] as const;
export type CaseFilter = { kind: CaseKind | null; state: (typeof caseStates)[number] | null };

export const caseOrders = ["-age", "age"] as const;
export type CaseOrder = (typeof caseOrders)[number];

export async function listCases(
  db: Reads,
  { kind, state }: CaseFilter,
  { order, ...listQuery }: ListQuery & { order: CaseOrder },
): Promise<ListPage<ListedCase>> {
  const found = cases(db)
    .$if(kind !== null, (query) => query.where("k.kind", "=", kind ?? ""))
    .$if(state !== null, (query) => query.where("k.status", "=", state === "closed" ? "closed" : "open"))
    .$if(state === "open", (query) => query.where(openRequest, "is", null))
    .$if(state === "waiting", (query) => query.where(openRequest, "is not", null));
  // Cases are numbered as they are opened, so the oldest has the smallest number.
  const by =
    order === "age"
      ? { from: sql`cases as k`, by: [sql`k.id`], descending: true }
      : { from: sql`cases as k`, by: [isNotAboutMoney, sql`k.id`], descending: false };
  const rows = await pageOf(found, by, listQuery).execute();
  const emails = await findEmails(db, rows.flatMap(emailOf));
  return asPage(
    rows.map((row) => listed(row, emails)),
    listQuery,
  );
}

const isNotAboutMoney = sql<boolean>`k.kind in (${sql.join(kindsNotAboutMoney)})`;

function emailOf({ kind, subject }: { kind: string; subject: string | null }): bigint[] {
  const [, id] = /^outbox:(\d+)$/.exec(subject ?? "") ?? [];
  return kind === ("undelivered" satisfies CaseKind) && id !== undefined ? [BigInt(id)] : [];
}

export async function countOpenCases(db: Reads): Promise<number> {
  const { count } = await db
    .selectFrom("cases")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type FoundCase = ListedCase & {
  reason: string | null;
  /** Null if the software closed it. */
  closedBy: string | null;
  payment: {
    reference: string;
    provider: PaidThrough;
    status: PaymentStatus;
    requested: Money;
    /** The amount that was recorded, or would be. */
    booked: Money;
    createdAt: Date;
    /** When the donation was recorded. Null if it is not. */
    bookedAt: Date | null;
    phone: PhoneNumber | null;
    providerReference: string | null;
  } | null;
  /** Statement lines of the payment, or of money that is not ours. */
  lines: CaseLine[];
  messages: { id: bigint; kind: string; verdict: string | null; receivedAt: Date; body: string }[];
};

type CaseLine = {
  id: bigint;
  provider: ProviderName;
  statement: string;
  line: number;
  day: Day | null;
  outcome: Outcome;
  failure: "declined" | "cancelled" | null;
  amount: Money | null;
  reference: string | null;
  providerReference: string | null;
};

export async function findCase(db: Reads, id: bigint): Promise<FoundCase | null> {
  const row = await cases(db)
    .leftJoin("users as closer", "closer.id", "k.closed_by")
    .select([
      ...(["k.reason", "k.payment_id", "k.message_id", "k.closed_by"] as const),
      ...(["closer.name as closer", "p.reference", "p.provider", "p.status as payment"] as const),
      ...(["p.amount as booked", "p.created_at as asked_at", "p.phone", "p.provider_reference"] as const),
      "d.completed_at as completedAt",
    ])
    .where("k.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { reference, provider, payment, asked, booked, currency, asked_at: createdAt } = row;
  const hasPayment = reference !== null && provider !== null && payment !== null && currency !== null;
  return {
    ...listed(row, await findEmails(db, emailOf(row))),
    reason: row.reason,
    closedBy: row.closer ?? row.closed_by,
    payment:
      hasPayment && asked !== null && booked !== null && createdAt !== null
        ? {
            reference,
            provider,
            status: payment,
            requested: { amount: asked, currency },
            booked: { amount: booked, currency },
            createdAt,
            bookedAt: payment === "succeeded" || payment === "reversed" ? row.completedAt : null,
            phone: row.phone,
            providerReference: row.provider_reference,
          }
        : null,
    lines: await listLines(db, row),
    messages: await listMessages(db, row),
  };
}

const mostLines = 5;

async function listLines(
  db: Reads,
  { payment_id, subject }: { payment_id: bigint | null; subject: string | null },
): Promise<CaseLine[]> {
  const [, provider = "", isStatus, key = ""] =
    /^(azampay|selcom)(-status)?:(.*)$/s.exec(subject ?? "") ?? [];
  const lines = db
    .selectFrom("statement_standings as s")
    .innerJoin("statements as t", "t.id", "s.statement_id")
    .select([
      "s.id",
      "s.provider",
      "t.name as statement",
      "s.line",
      "s.day",
      "s.outcome",
      "s.failure",
      "s.reference",
    ])
    .select(["s.provider_reference as providerReference", "s.amount", "s.currency"]);
  const rows = await (
    payment_id === null
      ? isStatus === undefined
        ? lines.where(sql<boolean>`s.provider = ${provider} and s.key = ${key}`)
        : lines.where(
            sql<boolean>`s.provider = ${provider} and s.outcome = 'unknown' and lower(coalesce(s.said, '')) = ${key}`,
          )
      : lines.where("s.payment_id", "=", payment_id)
  )
    .orderBy("s.id", "desc")
    .limit(mostLines)
    .execute();
  return rows.map(({ amount, currency, ...line }) => ({
    ...line,
    amount: amount === null ? null : { amount, currency },
  }));
}

const mostMessages = 50;

async function listMessages(
  db: Reads,
  { payment_id, message_id }: { payment_id: bigint | null; message_id: bigint | null },
): Promise<FoundCase["messages"]> {
  const rows = await db
    .selectFrom("provider_messages")
    .select(["id", "kind", "verdict", "received_at", startOfBody])
    .where((is) => is.or([is("payment_id", "=", payment_id), is("id", "=", message_id)]))
    .orderBy("id", "desc")
    .limit(mostMessages)
    .execute();
  return rows.map(({ received_at, body, ...message }) => ({
    ...message,
    body: withoutSecrets(body),
    receivedAt: received_at,
  }));
}

function cases(db: Reads) {
  return db
    .selectFrom("cases as k")
    .leftJoin("payments as p", "p.id", "k.payment_id")
    .leftJoin("donations as d", "d.id", "p.donation_id")
    .leftJoin("campaigns as c", "c.id", "d.campaign_id")
    .leftJoin("campaigns as a", (join) =>
      join.on(sql<boolean>`k.kind = 'concern' and a.id = k.details ->> 'campaign'`),
    )
    .select([
      ...(["k.id", "k.kind", "k.status", "k.opened_at", "k.closed_at", "k.decision", "k.subject"] as const),
      ...(["d.id as donation_id", "d.external_id", "d.amount", "d.currency", "d.donor_name"] as const),
      ...(["c.title", "k.details", "a.title as concerned"] as const),
    ])
    .select(sql<bigint | null>`coalesce(p.asked_amount, p.amount)`.as("asked"))
    .select(openRequest.as("request"));
}

/** The open request to record the payment of the case `k`. */
export const openRequest = sql<bigint | null>`(
  select r.id from proposals r where r.kind = 'credit' and r.subject = 'case:' || k.id and r.status = 'open'
)`;

type Row = Awaited<ReturnType<ReturnType<typeof cases>["execute"]>>[number];

function listed(row: Row, emails: ListedEmail[]): ListedCase {
  const [emailId] = emailOf(row);
  const { donation_id: donationId, external_id: externalId, amount, currency, title: campaign } = row;
  const { donor_name: donor, asked } = row;
  const hasDonation = donationId !== null && externalId !== null && campaign !== null && donor !== null;
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    decision: row.decision,
    donation:
      hasDonation && amount !== null && asked !== null && currency !== null
        ? {
            ...{ donationId, externalId, campaign, donor },
            ...{ amount: { amount, currency }, requested: { amount: asked, currency } },
          }
        : null,
    subject: row.subject,
    details: row.details,
    email: emails.find(({ id }) => id === emailId) ?? null,
    concerned: row.concerned,
    request: row.request,
  };
}
