import type { Kysely } from "kysely";
import { findLostPayments, findLostRequests } from "#database/reconciliation/lost-payments.ts";
import type { Tables } from "#database/tables.ts";
import { decideProposal, type Decided, type ProposalDecision } from "#operations/cases/decide-proposal.ts";
import { propose } from "#operations/cases/propose.ts";

export type RequestedLostPayments =
  /** `left` payments cannot be recorded as listed. Their cases stay open. */
  | { kind: "requested"; requested: number; left: number }
  | { kind: "reason-required" }
  | { kind: "access-not-confirmed" };

/**
 * One person requests approval for all payments that a restore lost and that only a statement shows. Each gets a request
 * of its own, so all rules of one hold, and a killed run is continued by pressing again.
 */
export async function requestLostPayments(
  db: Kysely<Tables>,
  { statement, ...request }: { by: string; reason: string; statement: string },
): Promise<RequestedLostPayments> {
  const counts = { requested: 0, left: 0 };
  for (const { caseId, reference } of await findLostPayments(db)) {
    const change = { kind: "credit", caseId, statementReference: `${statement}: ${reference}` } as const;
    const proposed = await propose(db, { ...change, arrived: null }, request);
    if (proposed.kind === "reason-required" || proposed.kind === "access-not-confirmed") return proposed;
    if (proposed.kind === "proposed") counts.requested += 1;
    else if (proposed.kind !== "proposed-before") counts.left += 1;
  }
  return { kind: "requested", ...counts };
}

/** The requests that the approver saw. With one number and the last id, no other set is meant. */
export type SeenRequests = { count: number; last: bigint };

export type ApprovedLostPayments =
  | { kind: "approved"; approved: number; left: number }
  | { kind: "others" }
  | Exclude<Decided, { kind: "decided" }>;

/** The second person approves all such requests of one person. Each is checked and recorded as if alone. */
export async function approveLostPayments(
  db: Kysely<Tables>,
  {
    proposedBy,
    seen,
    ...deciding
  }: Omit<ProposalDecision, "proposalId" | "decision"> & { proposedBy: string; seen: SeenRequests },
): Promise<ApprovedLostPayments> {
  const open = await findLostRequests(db, proposedBy);
  const meant = open.filter(({ proposalId }) => proposalId <= seen.last);
  if (meant.length !== seen.count) return { kind: "others" };
  const counts = { approved: 0, left: 0 };
  for (const { proposalId } of meant) {
    const decided = await decideProposal(db, { ...deciding, proposalId, decision: "approve" });
    if (decided.kind === "decided") counts.approved += 1;
    else if (decided.kind === "not-possible") counts.left += 1;
    // Someone else has just decided it.
    else if (decided.kind !== "decided-before") return decided;
  }
  return { kind: "approved", ...counts };
}
