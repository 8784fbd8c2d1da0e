import type { Role } from "#domain/accounts/roles.ts";
import type { Proposal } from "./proposal-shape.ts";

export type ProposalKind = Proposal["kind"];
export const proposalKinds = [
  "refund",
  "part-refund",
  "move",
  "credit",
  "bank-details",
] as const satisfies ProposalKind[];

export const proposalStatuses = ["open", "approved", "rejected", "withdrawn"] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** A record has at most one open `proposal` of a kind. */
export function subjectOf(proposal: Proposal): `donation:${string}` | `case:${string}` | "bank-details" {
  switch (proposal.kind) {
    case "refund":
    case "part-refund":
    case "move":
      return `donation:${proposal.externalId}`;
    case "credit":
      return `case:${proposal.caseId}`;
    case "bank-details":
      return "bank-details";
  }
}

/** Rules against two accounts of one person approving together. The database has the rule: `decision_hindrance`. */
export type Hindrance =
  /** A second admin has not confirmed the approver's access yet. */
  | { kind: "unconfirmed" }
  /** Got the role less than 72 hours ago. */
  | { kind: "new-admin"; moment: Date }
  /** The requester invited or promoted the approver, or the person who did. */
  | { kind: "brought-in-by-proposer" }
  /** One invited the other, or one person invited both, and another person can decide. */
  | { kind: "tied" }
  /** The approver invited the requester less than 72 hours ago. */
  | { kind: "new-proposer"; moment: Date }
  /** Has been the only admin for less than 72 hours. */
  | { kind: "others-left"; moment: Date };

/** The reason why an admin cannot change the access of staff and admins. The database has the rule: `access_hindrance`. */
export type AccessHindrance = Extract<Hindrance, { kind: "unconfirmed" | "new-admin" }>;

/** The people who can approve a request besides its reader, and from when. Null: now. */
export type Approvers =
  | { kind: "admin"; moment: Date | null }
  /** The person who makes the request, as the fund's only admin. */
  | { kind: "only-admin"; isReader: boolean; moment: Date | null }
  | { kind: "none" };

/** "no-one": no admin at present can decide it, now or later. */
export type DecidableFrom = Date | "now" | "no-one";

/** The people who can confirm an offline donation besides its reader, and from when. Null: now. */
export type Confirmers =
  | { kind: "others"; moment: Date | null }
  /** The person who entered it, as the only member of staff. */
  | { kind: "alone" }
  | { kind: "none" };

export type Decider = { id: string; role: Role; isOnlyAdmin: boolean; hindrance: Hindrance | null };

/** Conditions to approve or reject. A sole admin waits a day and enters the password again. */
export type MayDecide =
  | { kind: "yes" }
  | { kind: "with-password" }
  | { kind: "not-before"; moment: Date }
  | { kind: "another-person" }
  | { kind: "admins-only" }
  | Hindrance;

const day = 86_400_000;

export function mayDecide(
  { proposedBy, proposedAt }: { proposedBy: string; proposedAt: Date },
  { id, role, isOnlyAdmin, hindrance }: Decider,
  now: Date,
): MayDecide {
  if (role !== "admin") return { kind: "admins-only" };
  if (id === proposedBy && !isOnlyAdmin) return { kind: "another-person" };
  if (hindrance !== null) return hindrance;
  if (id !== proposedBy) return { kind: "yes" };
  const moment = new Date(proposedAt.getTime() + day);
  return now < moment ? { kind: "not-before", moment } : { kind: "with-password" };
}
