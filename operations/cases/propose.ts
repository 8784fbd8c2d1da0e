import { sql, type Kysely, type Transaction } from "kysely";
import { accessIsConfirmed } from "#database/accounts/role-grants.ts";
import type { Tables } from "#database/tables.ts";
import { changeOf } from "#domain/payments/status.ts";
import { subjectOf, type ProposalKind } from "#domain/cases/proposal.ts";
import type { Proposal } from "#domain/cases/proposal-shape.ts";
import { mayBeRefunded } from "#operations/donations/refund-part.ts";
import { findNewCampaign } from "#operations/donations/move.ts";
import { arrivedProblem, type ArrivedProblem } from "#operations/payments/record-received-amount.ts";
import { lockPayment } from "#operations/payments/lock.ts";
import { notifyStaff } from "#operations/mail/notify-staff.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

export type ProposedChange =
  | { kind: "refund"; externalId: string; refundReference: string }
  /** A partial amount, in minor units. */
  | { kind: "part-refund"; externalId: string; refundReference: string; amount: bigint }
  | { kind: "move"; externalId: string; campaignId: string }
  /** `arrived` is null if exactly the requested amount arrived. */
  | { kind: "credit"; caseId: bigint; statementReference: string; arrived: bigint | null };

export type Proposed =
  | { kind: "reason-required" }
  /** A second admin has to confirm the access of the proposer first. */
  | { kind: "access-not-confirmed" }
  | { kind: "unknown" }
  /** For example, an unpaid donation cannot be refunded, and a recorded one cannot be recorded again. */
  | { kind: "not-possible" }
  | WrongAmount
  | OpenProposal;

export const accessNotConfirmed = "A second admin must confirm your access before you can request this";

/** No report shows that this amount arrived. */
type WrongAmount = { kind: "wrong-amount"; problem: ArrivedProblem };

/** A proposal about it is open now: this one, or an earlier one. */
export type OpenProposal = { kind: "proposed" | "proposed-before"; id: bigint };

/** A member of staff proposes a change that needs two people. Nothing changes until another person decides. */
export async function propose(
  db: Kysely<Tables>,
  change: ProposedChange,
  { by, reason }: { by: string; reason: string },
): Promise<Proposed> {
  const given = reason.trim();
  if (given === "") return { kind: "reason-required" };
  return db.transaction().execute(async (tx) => {
    if (!(await accessIsConfirmed(tx, by))) return { kind: "access-not-confirmed" };
    const proposal = await examine(tx, change);
    if (typeof proposal !== "string" && proposal.kind === "wrong-amount") return proposal;
    return typeof proposal === "string"
      ? { kind: proposal }
      : keepProposal(tx, proposal, { by, reason: given });
  });
}

/** Stores the proposal and emails all staff. Does nothing if a proposal about the same subject is open. */
export async function keepProposal(
  tx: Tx,
  proposal: Proposal,
  { by, reason }: { by: string; reason: string },
): Promise<OpenProposal> {
  const subject = subjectOf(proposal);
  const made = await tx
    .insertInto("proposals")
    .values({ kind: proposal.kind, subject, details: JSON.stringify(proposal), reason, proposed_by: by })
    .onConflict((clash) =>
      clash
        .columns(["subject", "kind"])
        .where(sql<boolean>`status = 'open'`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (made === undefined) return { kind: "proposed-before", id: await openOne(tx, subject, proposal.kind) };
  await recordAction(tx, by, { action: `propose:${proposal.kind}`, subject, after: proposal, reason });
  await notifyStaff(tx, { proposalId: made.id, became: "open" });
  return { kind: "proposed", id: made.id };
}

/** Checks whether the change is possible now, and returns the proposal as it will be stored. */
async function examine(
  tx: Tx,
  change: ProposedChange,
): Promise<Proposal | WrongAmount | "unknown" | "not-possible"> {
  switch (change.kind) {
    case "refund": {
      const payment = await paymentOf(tx, change.externalId);
      if (payment === null) return "unknown";
      return changeOf(payment.status, "refunded") === null ? "not-possible" : change;
    }
    case "part-refund": {
      const payment = await paymentOf(tx, change.externalId);
      if (payment === null) return "unknown";
      const { kind, externalId, refundReference, amount } = change;
      return mayBeRefunded(payment, amount)
        ? { kind, externalId, refundReference, amount: String(amount) }
        : "not-possible";
    }
    case "move": {
      const payment = await paymentOf(tx, change.externalId);
      if (payment === null) return "unknown";
      const { kind, externalId, campaignId } = change;
      const to = await findNewCampaign(tx, payment, campaignId);
      return to === null
        ? "not-possible"
        : { kind, externalId, from: payment.donation.campaignId, campaignId };
    }
    case "credit": {
      const cases = tx.selectFrom("cases").select(["payment_id", "status"]).where("id", "=", change.caseId);
      const found = await cases.executeTakeFirst();
      if (found === undefined) return "unknown";
      const payment = found.payment_id === null ? null : await lockPayment(tx, { id: found.payment_id });
      // Only now: who closes the case locks its payment first, and this may have waited for that.
      const { status } = await cases.executeTakeFirstOrThrow();
      if (payment === null || status === "closed" || changeOf(payment.status, "credited") === null)
        return "not-possible";
      const { kind, statementReference, arrived } = change;
      const isAnother = arrived !== null && arrived !== payment.amount.amount;
      const problem = await arrivedProblem(tx, payment, arrived ?? payment.amount.amount);
      if (problem !== null) return { kind: "wrong-amount", problem };
      return {
        ...{ kind, statementReference, caseId: String(change.caseId) },
        ...(isAnother ? { arrived: String(arrived) } : {}),
      };
    }
  }
}

/** The payment that paid the donation, or else its last payment. */
async function paymentOf(tx: Tx, externalId: string) {
  const found = await tx
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.id")
    .where("d.external_id", "=", externalId)
    .orderBy(sql`p.status in ('succeeded', 'reversed')`, "desc")
    .orderBy("p.id", "desc")
    .executeTakeFirst();
  return found === undefined ? null : lockPayment(tx, { id: found.id });
}

async function openOne(tx: Tx, subject: string, kind: ProposalKind): Promise<bigint> {
  const { id } = await tx
    .selectFrom("proposals")
    .select("id")
    .where("subject", "=", subject)
    .where("kind", "=", kind)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  return id;
}
