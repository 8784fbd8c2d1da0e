import { sql, type Kysely, type Transaction } from "kysely";
import { bankDetails } from "#operations/content/records/bank-details.ts";
import { readDecider } from "#database/cases/proposals.ts";
import { fingerprintOf } from "#database/content/versions.ts";
import { lockRecord } from "#operations/content/lock-record.ts";
import type { Tables } from "#database/tables.ts";
import { withValue } from "#domain/content/draft.ts";
import { changeOf } from "#domain/payments/status.ts";
import { mayDecide, type MayDecide, type ProposalStatus } from "#domain/cases/proposal.ts";
import { proposalShape, type Proposal } from "#domain/cases/proposal-shape.ts";
import { arrivedProblem, keepArrivedAmount } from "#operations/payments/record-received-amount.ts";
import { lockPayment, type LockedPayment } from "#operations/payments/lock.ts";
import { moveDonation } from "#operations/donations/move.ts";
import { refundPart } from "#operations/donations/refund-part.ts";
import { reversePayment } from "#operations/payments/reverse.ts";
import { writeRecord } from "#operations/content/save-record.ts";
import { applyEvent } from "#operations/payments/settle.ts";
import { notifyStaff } from "#operations/mail/notify-staff.ts";
import { recordAction } from "#operations/system/record-action.ts";

type Tx = Transaction<Tables>;

export type ProposalDecision = {
  proposalId: bigint;
  decision: "approve" | "reject" | "withdraw";
  reason: string;
  by: string;
  /** The time of the person's last password confirmation, if one was needed. */
  provenAt: Date | null;
  now: Date;
};

export type Decided =
  | { kind: "decided" }
  | { kind: "unknown" }
  | { kind: "decided-before" }
  /** The subject has changed in the meantime. */
  | { kind: "not-possible" }
  | { kind: "not-yours" }
  | Exclude<MayDecide, { kind: "yes" }>;

/** The second person approves or rejects, or the first withdraws; what was approved happens in the same transaction. */
export async function decideProposal(db: Kysely<Tables>, deciding: ProposalDecision): Promise<Decided> {
  const { proposalId, decision, by, provenAt, now } = deciding;
  return db
    .transaction()
    .execute(async (tx): Promise<Decided> => {
      // The payment or record is locked before the proposal, as in a new request. Another order could deadlock.
      const about = await tx
        .selectFrom("proposals")
        .select("details")
        .where("id", "=", proposalId)
        .executeTakeFirst();
      if (about === undefined) return { kind: "unknown" };
      const proposal = proposalShape.parse(about.details);
      const payment = await lockSubject(tx, proposal);
      const found = await tx
        .selectFrom("proposals")
        .select(["status", "reason", "proposed_by", "proposed_at"])
        .where("id", "=", proposalId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (found.status !== "open") return { kind: "decided-before" };

      if (decision === "withdraw" && found.proposed_by !== by) return { kind: "not-yours" };
      if (decision !== "withdraw") {
        const proposed = { proposedBy: found.proposed_by, proposedAt: found.proposed_at };
        const may = mayDecide(proposed, await readDecider(tx, by, found.proposed_by), now);
        const isProven = may.kind === "with-password" && provenAt !== null;
        if (may.kind !== "yes" && !isProven) return may;
      }
      const nextStatus = outcomes[decision];
      await tx
        .updateTable("proposals")
        .set({
          status: nextStatus,
          decided_by: by,
          decided_at: sql<Date>`now()`,
          decision_reason: deciding.reason.trim() || null,
          proven_at: provenAt,
        })
        .where("id", "=", proposalId)
        .execute();
      if (decision === "approve" && !(await carryOut(tx, proposal, payment, found, deciding)))
        throw new NotPossible();
      await recordAction(tx, by, {
        action: `${decision}:${proposal.kind}`,
        subject: `proposal:${proposalId}`,
        reason: deciding.reason.trim() || null,
      });
      await notifyStaff(tx, { proposalId, became: nextStatus });
      return { kind: "decided" };
    })
    .catch((error: unknown): Decided => {
      if (error instanceof NotPossible) return { kind: "not-possible" };
      throw error;
    });
}

/** Undoes the decision that cannot be carried out. */
class NotPossible extends Error {}

const outcomes = { approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const satisfies Record<
  ProposalDecision["decision"],
  ProposalStatus
>;

async function lockSubject(tx: Tx, proposal: Proposal): Promise<LockedPayment | null> {
  if (proposal.kind === "bank-details") {
    await lockRecord(tx, bankDetails.subject);
    return null;
  }
  const query = tx.selectFrom("payments as p").select("p.id");
  const found = await (
    "externalId" in proposal
      ? query
          .innerJoin("donations as d", "d.id", "p.donation_id")
          .where("d.external_id", "=", proposal.externalId)
          .where("p.status", "=", "succeeded")
      : query.innerJoin("cases as c", "c.payment_id", "p.id").where("c.id", "=", BigInt(proposal.caseId))
  ).executeTakeFirst();
  return found === undefined ? null : lockPayment(tx, { id: found.id });
}

/** False where it is too late for it. */
async function carryOut(
  tx: Tx,
  proposal: Proposal,
  payment: LockedPayment | null,
  { reason, proposed_by: proposer }: { reason: string; proposed_by: string },
  { by, now, proposalId }: ProposalDecision,
): Promise<boolean> {
  switch (proposal.kind) {
    case "refund":
      return (
        payment !== null &&
        (await reversePayment(tx, payment.id, { reason, by, now, proposalId })) === "reversed"
      );
    case "part-refund":
      return payment !== null && refundPart(tx, payment, BigInt(proposal.amount), { reason, by, proposalId });
    case "move":
      return payment !== null && moveDonation(tx, payment, proposal, { reason, by, proposalId });
    case "credit":
      return payment !== null && credit(tx, proposal, payment, reason, { by, now });
    case "bank-details":
      return changeBankDetails(tx, proposal, reason, proposer);
  }
}

async function changeBankDetails(
  tx: Tx,
  { was, becomes }: Extract<Proposal, { kind: "bank-details" }>,
  reason: string,
  authorId: string,
): Promise<boolean> {
  const before = await bankDetails.read(tx);
  const checked = bankDetails.check(withValue(becomes, "reason", reason));
  if (fingerprintOf(before) !== fingerprintOf(was) || checked.kind === "invalid") return false;
  await writeRecord(tx, bankDetails, { before, checked, authorId });
  return true;
}

async function credit(
  tx: Tx,
  { caseId, statementReference, arrived }: Extract<Proposal, { kind: "credit" }>,
  payment: LockedPayment,
  reason: string,
  { by, now }: { by: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("cases")
    .set({
      status: "closed",
      decision: "credit",
      reason: `${reason} (${statementReference})`,
      closed_by: by,
      closed_at: sql<Date>`now()`,
    })
    .where("id", "=", BigInt(caseId))
    .where("status", "=", "open")
    .executeTakeFirst();
  if (numUpdatedRows === 0n || changeOf(payment.status, "credited") === null) return false;
  const amount = arrived === undefined ? payment.amount.amount : BigInt(arrived);
  if ((await arrivedProblem(tx, payment, amount)) !== null) return false;
  if (arrived !== undefined && !(await keepArrivedAmount(tx, payment, amount))) return false;
  await applyEvent(tx, payment, "credited", { messageId: null, now, by });
  return true;
}
