import { sql } from "kysely";
import type { DonationStatus } from "#domain/donations/read-donor.ts";
import { mayTryAgainAfter } from "#domain/payments/limits.ts";

/**
 * Money may have arrived for a payment that did not succeed, and no one has decided about it yet: the provider reports
 * another amount, or something else that differs from our records.
 */
export type Doubt = "other-amount" | "other-report";

/** For a case: money arrived, but not the requested amount. An amount of zero or less is no charge. */
export const sayingOtherAmount = (cases: string) => sql<boolean>`jsonb_path_exists(
  ${sql.ref(`${cases}.details`)},
  '$ ? (@.outcome == "paid").wrong[*] ? (@.field == "amount" && (@.said == null || !(@.said like_regex "^(-|0+$)")))'
)`;

/** Money that was returned had arrived before. */
const reportsOfMoney = sql`('paid', 'reversed')`;

/**
 * For a payment: null without a doubt, or whether the provider reports another amount. While its request can still be
 * on the phone, the donor waits for the status check that a report causes. A repetition does not, and asks `atAnyAge`.
 */
export const isOtherAmountInDoubt = (payments: string, { atAnyAge } = { atAnyAge: false }) => {
  const [id, status, hint, startedAt] = ["id", "status", "hint", "created_at"].map((column) =>
    sql.ref(`${payments}.${column}`),
  );
  const isDue = atAnyAge
    ? sql`true`
    : sql`${startedAt} <= now() - make_interval(secs => ${mayTryAgainAfter}::integer)`;
  return sql<boolean | null>`case when ${status} in ('review', 'failed', 'cancelled')
    or ${status} in ('initiated', 'pending', 'unknown') and ${isDue} then (
    select bool_or(doubts.is_other_amount)
    from (
      select c.kind = 'mismatch' and ${sayingOtherAmount("c")} as is_other_amount
      from cases c
      where c.payment_id = ${id} and c.status = 'open'
        and (
          c.kind in ('mismatch', 'not-booked')
          -- Silence alone says nothing about money.
          or c.kind = 'no-answer' and (${status} <> 'review' or c.details ->> 'hint' in ${reportsOfMoney})
        )
      union all
      select false where ${hint} in ${reportsOfMoney}
      union all
      select false from statement_standings s where s.payment_id = ${id} and s.state = 'open'
    ) doubts
  ) end`;
};

export function doubtFrom(isOtherAmount: boolean | null): Doubt | null {
  if (isOtherAmount === null) return null;
  return isOtherAmount ? "other-amount" : "other-report";
}

/** After a failure, the provider can report a payment. Until a decision, no page says that the donor was not charged. */
export const statusForDonor = (status: DonationStatus, doubt: Doubt | null): DonationStatus =>
  status === "failed" && doubt !== null ? "pending" : status;
