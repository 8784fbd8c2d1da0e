import { z } from "zod";
import type { Draft } from "#domain/content/draft.ts";

const draft: z.ZodType<Draft> = z.lazy(() =>
  z.union([z.string(), z.array(draft), z.record(z.string(), draft)]),
);

/** Actions that need two people. Amounts and people are not copied here: they are read from the record itself. */
export const proposalShape = z.discriminatedUnion("kind", [
  /** Refund a donation, with the provider's or the bank's own reference of the refund. */
  z.strictObject({ kind: z.literal("refund"), externalId: z.string(), refundReference: z.string() }),
  /** Refund a part, in minor units and without any fee. The rest stays with the campaign. */
  z.strictObject({
    kind: z.literal("part-refund"),
    externalId: z.string(),
    refundReference: z.string(),
    amount: z.string().regex(/^[1-9]\d{0,14}$/),
  }),
  z.strictObject({
    kind: z.literal("move"),
    externalId: z.string(),
    from: z.string(),
    campaignId: z.string(),
  }),
  /** Record a donation whose money arrived without proof from a provider, with its place on the statement. */
  z.strictObject({
    kind: z.literal("credit"),
    caseId: z.string(),
    statementReference: z.string(),
    /** The amount that arrived, fee included, in minor units. Left out if it equals the requested amount. */
    arrived: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.literal("bank-details"), was: draft.nullable(), becomes: draft }),
]);
export type Proposal = z.infer<typeof proposalShape>;
