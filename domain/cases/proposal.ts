import { z } from "zod";
import type { Role } from "#domain/accounts/roles.ts";
import type { Draft } from "#domain/content/draft.ts";

/** A record as its form holds it. */
const draft: z.ZodType<Draft> = z.lazy(() =>
  z.union([z.string(), z.array(draft), z.record(z.string(), draft)]),
);

/** What takes two people. Amounts and people are not copied here: they are read from what it is about. */
export const proposalShape = z.discriminatedUnion("kind", [
  /** Give a gift back; the provider's or the bank's own reference of the refund. */
  z.strictObject({ kind: z.literal("refund"), externalId: z.string(), refundReference: z.string() }),
  /** Refund a part, in minor units and without any fee; the rest stays with the campaign. */
  z.strictObject({
    kind: z.literal("part-refund"),
    externalId: z.string(),
    refundReference: z.string(),
    amount: z.string().regex(/^[1-9]\d{0,14}$/),
  }),
  /** Move what is left of a donation to another campaign. */
  z.strictObject({
    kind: z.literal("move"),
    externalId: z.string(),
    from: z.string(),
    campaignId: z.string(),
  }),
  /** Book a gift whose money arrived although no provider proved it; where on the statement it stands. */
  z.strictObject({
    kind: z.literal("credit"),
    caseId: z.string(),
    statementReference: z.string(),
    /** What arrived, fee included, in minor units; left out where that is what was asked for. */
    arrived: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.literal("bank-details"), was: draft.nullable(), becomes: draft }),
]);
export type Proposal = z.infer<typeof proposalShape>;
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

/** There is never more than one open proposal of a kind about it. */
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

/** What keeps two accounts of one person from deciding. The database has the rule: `decision_hindrance`. */
export type Hindrance =
  /** A second admin has not confirmed the decider's access yet. */
  | { kind: "unconfirmed" }
  /** Got the role less than 72 hours ago. */
  | { kind: "new-admin"; moment: Date }
  /** The proposer invited or promoted the decider, or someone who did. */
  | { kind: "brought-in-by-proposer" }
  /** One brought in the other, or the same person brought in both, and someone else can decide. */
  | { kind: "tied" }
  /** The decider brought in the proposer less than 72 hours ago. */
  | { kind: "new-proposer"; moment: Date }
  /** Has been the only admin for less than 72 hours. */
  | { kind: "others-left"; moment: Date };

export type Decider = { id: string; role: Role; isOnlyAdmin: boolean; hindrance: Hindrance | null };

/** How somebody may approve or reject; who is alone waits a day and gives the password anew. */
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
