import { sql } from "kysely";
import type { DonationStatus } from "#domain/donations/read-donor.ts";

/**
 * Money may have arrived for a payment that did not succeed, and no one has decided about it yet: the provider reports
 * another amount, or something else that differs from our records.
 */
export type Doubt = "other-amount" | "other-report";

/** For a case: money arrived, but not the requested amount. */
export const sayingOtherAmount = (cases: string) =>
  sql<boolean>`${sql.ref(`${cases}.details`)} @> '{"outcome": "paid", "wrong": [{"field": "amount"}]}'::jsonb`;

/** For a payment: null without a doubt, or whether the provider reports another amount. */
export const isOtherAmountInDoubt = (payments: string) => {
  const [id, status, hint] = ["id", "status", "hint"].map((column) => sql.ref(`${payments}.${column}`));
  return sql<boolean | null>`(
    select bool_or(doubts.is_other_amount)
    from (
      select c.kind = 'mismatch' and ${sayingOtherAmount("c")} as is_other_amount
      from cases c
      where c.payment_id = ${id} and c.status = 'open'
        and (c.kind in ('mismatch', 'not-booked') or c.kind = 'no-answer' and ${status} <> 'review')
      union all
      select false where ${hint} = 'paid' and ${status} <> 'review'
    ) doubts
    where ${status} in ('review', 'failed', 'cancelled')
  )`;
};

export function doubtFrom(isOtherAmount: boolean | null): Doubt | null {
  if (isOtherAmount === null) return null;
  return isOtherAmount ? "other-amount" : "other-report";
}

/** After a failure, the provider can report a payment. Until a decision, no page says that the donor was not charged. */
export const statusForDonor = (status: DonationStatus, doubt: Doubt | null): DonationStatus =>
  status === "failed" && doubt !== null ? "pending" : status;
