import { sql, type Kysely, type Selectable } from "kysely";
import { z } from "zod";
import { findChangeRequest } from "#database/campaigns/change-requests.ts";
import { readAlarm } from "#database/system/alarms.ts";
import { readSettings } from "#database/content/settings.ts";
import type { Tables } from "#database/tables.ts";
import {
  accessChanges,
  messageKinds,
  submissionEvents,
  type DonorEmail,
  type Email,
  type Message,
  type ProposalNotice,
} from "#domain/mail/messages.ts";
import type { Seal } from "#domain/system/seal.ts";
import { isByHand } from "#domain/donations/offline.ts";
import type { PaymentStatus } from "#domain/payments/status.ts";
import { donorReference } from "#domain/payments/donor-reference.ts";
import { proposalStatuses } from "#domain/cases/proposal.ts";
import { proposalShape, type Proposal } from "#domain/cases/proposal-shape.ts";
import { readExpiringRuling, readUnpublishedDraft } from "./read-reminders.ts";
import { readUpdateNotice, readNewsRequest } from "./read-updates.ts";
import { openLink } from "./queue.ts";

type Waiting = Pick<
  Selectable<Tables["outbox"]>,
  | "id"
  | "donation_id"
  | "template"
  | "recipient"
  | "language"
  | "details"
  | "created_at"
  | "update_id"
  | "follower_id"
>;

/** A receipt for a refunded donation would be false. */
const receiptIsTrue: readonly PaymentStatus[] = ["succeeded"];

/** The current data for an email's text. Null if there is nothing left to say. */
export async function readEmail(
  db: Kysely<Tables>,
  seal: Seal,
  waiting: Waiting,
  // Staff also read the receipts of reversed donations.
  { receiptsOf = receiptIsTrue } = {},
): Promise<Email | null> {
  const message = await readMessage(db, seal, waiting, receiptsOf);
  if (message === null) return null;
  const { fund, contact } = await readSettings(db);
  return {
    id: waiting.id,
    recipient: waiting.recipient,
    language: waiting.language,
    writtenAt: waiting.created_at,
    fund,
    contact,
    message,
  };
}

const templates = z.enum(messageKinds);
const accessShape = z.object({
  change: z.enum(accessChanges),
  about: z.string().nullable(),
  by: z.string().nullable(),
});
const withAddress = z.union([
  z.object({ address: z.string().startsWith("/") }),
  z.object({ sealedAddress: z.string() }),
]);

function readAddress(seal: Seal, details: unknown): string {
  const read = withAddress.parse(details);
  if ("address" in read) return read.address;
  const address = openLink(seal, read.sealedAddress);
  if (address === null)
    throw new Error("the link in an email does not open with the key of this installation");
  return address;
}

async function readMessage(
  db: Kysely<Tables>,
  seal: Seal,
  waiting: Waiting,
  receiptsOf: readonly PaymentStatus[],
): Promise<Message | null> {
  const kind = templates.parse(waiting.template);
  if (kind === "receipt") return readReceipt(db, waiting.donation_id, receiptsOf);
  if (kind === "submission") return readSubmissionNotice(db, waiting.details);
  if (kind === "submission-waiting" || kind === "submission-overdue")
    return readWaitingSubmission(db, kind, waiting.details);
  if (kind === "change-request" || kind === "change-request-waiting")
    return readChangeRequestNotice(db, kind, waiting.details);
  if (kind === "draft-not-published") return readUnpublishedDraft(db, waiting.details);
  if (kind === "ruling-expiring") return readExpiringRuling(db, waiting.details);
  if (kind === "proposal") return readProposalNotice(db, waiting.details);
  if (kind === "alarm") return readAlarmNotice(db, waiting.details);
  if (kind === "access-changed")
    return { kind, ...accessShape.parse(waiting.details), address: "/admin/people" };
  if (kind === "donation-moved" || kind === "donation-refunded")
    return readDonationNotice(db, waiting.donation_id, kind, waiting.details);
  if (kind === "campaign-update") return readUpdateNotice(db, seal, waiting);
  if (kind === "news-wanted") return readNewsRequest(db, waiting.details);
  return { kind, address: readAddress(seal, waiting.details) };
}

async function readReceipt(
  db: Kysely<Tables>,
  donationId: bigint | null,
  statuses: readonly PaymentStatus[],
): Promise<Message | null> {
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .select([
      ...(["d.external_id", "d.donor_name", "d.is_anonymous", "d.amount", "d.currency"] as const),
      ...(["d.refunded", "d.receipt_number", "d.receipt_key", "d.completed_at"] as const),
      "d.created_at",
      ...(["c.title", "c.title_sw", "p.fee", "p.asked_amount"] as const),
      ...quotedColumns,
    ])
    .where("d.id", "=", donationId)
    .where("p.status", "in", statuses)
    .executeTakeFirst();
  if (row === undefined || row.completed_at === null) return null;
  const { currency } = row;
  return {
    kind: "receipt",
    number: row.receipt_number,
    reference: quotedOf(row),
    donor: row.is_anonymous ? null : row.donor_name,
    campaign: { en: row.title, sw: row.title_sw },
    amount: { amount: row.amount, currency },
    fee: { amount: row.fee, currency },
    refunded: row.refunded === 0n ? null : { amount: row.refunded, currency },
    requested: row.asked_amount === null ? null : { amount: row.asked_amount, currency },
    method: row.method,
    // A bank or cash donation was paid on the day it arrived, not when it was confirmed.
    paidAt: isByHand(row.method) ? row.created_at : row.completed_at,
    address: receiptAddress(row),
  };
}

const quotedColumns = ["p.method", "p.operator_reference", "p.provider_reference", "p.reference"] as const;

type Quoted = Pick<
  Selectable<Tables["payments"]>,
  "method" | "operator_reference" | "provider_reference" | "reference"
>;

const quotedOf = ({ method, operator_reference, provider_reference, reference }: Quoted) =>
  donorReference({
    method,
    operatorReference: operator_reference,
    providerReference: provider_reference,
    reference,
  });

function receiptAddress({ external_id, receipt_key }: { external_id: string; receipt_key: string | null }) {
  const key = receipt_key === null ? "" : `?key=${encodeURIComponent(receipt_key)}`;
  return `/donations/${encodeURIComponent(external_id)}${key}`;
}

const correctionShape = z.object({ proposalId: z.string() });

async function readDonationNotice(
  db: Kysely<Tables>,
  donationId: bigint | null,
  kind: DonorEmail,
  details: unknown,
): Promise<Message | null> {
  const { proposalId } = correctionShape.parse(details);
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .select([
      ...(["d.external_id", "d.receipt_key", "d.donor_name", "d.is_anonymous", "d.amount"] as const),
      ...(["d.currency", "d.refunded", "p.fee", "p.status", "c.title", "c.title_sw"] as const),
      ...quotedColumns,
    ])
    .where("d.id", "=", donationId)
    .where("p.status", "in", ["succeeded", "reversed"])
    .executeTakeFirst();
  const approved = await db
    .selectFrom("proposals")
    .select("details")
    .where("id", "=", BigInt(proposalId))
    .executeTakeFirst();
  const proposal = proposalShape.safeParse(approved?.details).data;
  if (row === undefined || proposal === undefined) return null;
  const money = (amount: bigint) => ({ amount, currency: row.currency });
  const left = row.amount - row.refunded;
  const about = {
    reference: quotedOf(row),
    donor: row.is_anonymous ? null : row.donor_name,
    campaign: { en: row.title, sw: row.title_sw },
    address: receiptAddress(row),
  };
  if (kind === "donation-moved") {
    if (proposal.kind !== "move") return null;
    const [from, to] = await Promise.all([proposal.from, proposal.campaignId].map((id) => readTitle(db, id)));
    return from && to ? { kind, ...about, campaign: to, from, amount: money(left) } : null;
  }
  if (proposal.kind === "refund") return { kind, ...about, refunded: money(left + row.fee), left: null };
  if (proposal.kind !== "part-refund") return null;
  const isReversed = row.status === "reversed";
  return {
    ...{ kind, ...about, refunded: money(BigInt(proposal.amount)) },
    left: isReversed ? money(0n) : money(left),
  };
}

async function readTitle(db: Kysely<Tables>, id: string) {
  const row = await db
    .selectFrom("campaigns")
    .select(["title", "title_sw"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { en: row.title, sw: row.title_sw };
}

const alarmShape = z.object({ alarmId: z.string(), state: z.enum(["raised", "over"]) });

async function readAlarmNotice(db: Kysely<Tables>, details: unknown): Promise<Message | null> {
  const { alarmId, state } = alarmShape.parse(details);
  const row = await readAlarm(db, BigInt(alarmId));
  return row && { kind: "alarm", state, ...row, address: "/admin/health" };
}

const submissionShape = z.object({ submissionId: z.string(), version: z.int() });

async function findVersion(db: Kysely<Tables>, details: unknown) {
  const { submissionId, version } = submissionShape.parse(details);
  return db
    .selectFrom("submissions as s")
    .innerJoin("submission_versions as v", "v.submission_id", "s.id")
    .innerJoin("users as u", "u.id", "s.owner_id")
    .leftJoin("submission_reviews as r", (join) =>
      join.onRef("r.submission_id", "=", "s.id").onRef("r.version", "=", "v.version"),
    )
    .leftJoin("campaigns as c", "c.id", "s.campaign_id")
    .select(["s.id", "s.answer_by", "s.campaign_id", "v.title", "v.version", "u.name", "r.reason"])
    .select(["r.kind as decision", sql<boolean | null>`c.zakat_until >= fund_day()`.as("takes_zakat")])
    .where("s.id", "=", BigInt(submissionId))
    .where("v.version", "=", version)
    .executeTakeFirst();
}

async function readSubmissionNotice(db: Kysely<Tables>, details: unknown): Promise<Message | null> {
  const { event } = z.object({ event: z.enum(submissionEvents) }).parse(details);
  const row = await findVersion(db, details);
  // The Advisory Body ruled again before this email was sent.
  if (row === undefined || (event === "ruling-ended" && row.takes_zakat === true)) return null;
  const isOpen = event === "approved" || event === "ruling-recorded";
  const address =
    isOpen && row.campaign_id !== null ? `/campaigns/${row.campaign_id}` : `/organizer/submissions/${row.id}`;
  const { title, reason, answer_by: answerBy } = row;
  return { kind: "submission", event, title, reason: reason ?? "", answerBy, address };
}

async function readWaitingSubmission(
  db: Kysely<Tables>,
  kind: "submission-waiting" | "submission-overdue",
  details: unknown,
): Promise<Message | null> {
  const row = await findVersion(db, details);
  if (row === undefined) return null;
  // A colleague answered before this email was sent.
  if (kind === "submission-overdue" && row.decision !== null) return null;
  return {
    kind,
    title: row.title,
    organizer: row.name,
    isNewVersion: row.version > 1,
    answerBy: row.answer_by,
    address: `/admin/submissions/${row.id}`,
  };
}

const changeRequestShape = z.object({ requestId: z.string() });

async function readChangeRequestNotice(
  db: Kysely<Tables>,
  kind: "change-request" | "change-request-waiting",
  details: unknown,
): Promise<Message | null> {
  const { requestId } = changeRequestShape.parse(details);
  const request = await findChangeRequest(db, BigInt(requestId));
  // A colleague decided before this email was sent.
  if (request === null || (kind === "change-request-waiting" && request.decision !== null)) return null;
  const { status, campaign, organizer, goal, endDate, use, decision, campaignId } = request;
  return {
    ...{ kind, status, campaign, organizer: organizer.name, goal, endDate, use },
    reason: decision?.reason ?? "",
    address:
      kind === "change-request"
        ? `/organizer/campaigns/${campaignId}/changes`
        : `/admin/change-requests/${requestId}`,
  };
}

const proposalEmailShape = z.object({ proposalId: z.string(), became: z.enum(proposalStatuses) });

async function readProposalNotice(db: Kysely<Tables>, details: unknown): Promise<Message> {
  const { proposalId, became } = proposalEmailShape.parse(details);
  const row = await db
    .selectFrom("proposals as p")
    .innerJoin("users as proposer", "proposer.id", "p.proposed_by")
    .leftJoin("users as decider", "decider.id", "p.decided_by")
    .select([
      "p.details",
      "p.reason",
      "p.decision_reason",
      "proposer.name as proposer",
      "decider.name as decider",
    ])
    .where("p.id", "=", BigInt(proposalId))
    .executeTakeFirstOrThrow();
  return {
    kind: "proposal",
    status: became,
    about: await readDonationOf(db, proposalShape.parse(row.details)),
    by: (became === "open" ? null : row.decider) ?? row.proposer,
    reason: (became === "open" ? null : row.decision_reason) ?? row.reason,
    address: `/admin/approvals/${proposalId}`,
  };
}

function amountIn(proposal: Proposal): bigint | null {
  if (proposal.kind === "part-refund") return BigInt(proposal.amount);
  return proposal.kind === "credit" && proposal.arrived !== undefined ? BigInt(proposal.arrived) : null;
}

async function readDonationOf(db: Kysely<Tables>, proposal: Proposal): Promise<ProposalNotice["about"]> {
  if (proposal.kind === "bank-details") return { kind: proposal.kind };
  const donations = db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .select(["d.external_id", "d.amount", "d.currency", "c.title", "c.title_sw"]);
  const donation = await (
    "externalId" in proposal
      ? donations.where("d.external_id", "=", proposal.externalId)
      : donations
          .innerJoin("payments as p", "p.donation_id", "d.id")
          .innerJoin("cases", "cases.payment_id", "p.id")
          .where("cases.id", "=", BigInt(proposal.caseId))
  ).executeTakeFirstOrThrow();
  return {
    kind: proposal.kind,
    amount: { amount: amountIn(proposal) ?? donation.amount, currency: donation.currency },
    campaign: { en: donation.title, sw: donation.title_sw },
    reference: donation.external_id,
  };
}
