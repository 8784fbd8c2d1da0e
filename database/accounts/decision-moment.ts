import { sql, type RawBuilder } from "kysely";

type Deciding = { decider: RawBuilder<unknown>; proposer: RawBuilder<unknown>; lowest: "staff" | "admin" };

/**
 * The earliest moment at which `decision_hindrance` lets the decider decide: minus infinity if they can now, null if no
 * time ends the hindrance. A hindrance can hide a later one, so the waits are compared.
 */
export const decisionMoment = ({ decider, proposer, lowest }: Deciding) => sql`(
  select case
    when h.kind is null then '-infinity'::timestamptz
    when h.ends_at is null then null
    when ${decider} = ${proposer} then greatest(h.ends_at, (
      select max(ended_at) + interval '72 hours' from role_grants
      where role in ('admin', ${lowest}) and user_id <> ${decider}
    ))
    when ${proposer} in (select brought_in_by(${decider})) then null
    when are_tied(${decider}, ${proposer}) and exists (
      select from role_grants g
      where g.role in ('admin', ${lowest}) and g.ended_at is null and is_settled(g)
        and g.user_id <> ${decider} and not are_tied(g.user_id, ${proposer})
    ) then null
    when ${decider} in (select brought_in_by(${proposer})) then greatest(h.ends_at, (
      select max(given_at) + interval '72 hours' from role_grants where user_id = ${proposer}
    ))
    else h.ends_at
  end
  from decision_hindrance(${decider}, ${proposer}, ${lowest}) h
)`;

/**
 * The hindrance of the decider until they can decide: the columns of `HindranceRow`. `decision_hindrance` names the first
 * hindrance, and a later or lasting one can hide behind it.
 */
export const lastingHindrance = (deciding: Deciding) => sql`(
  select
    case
      when h.ends_at is null or moment is not null then h.kind
      when ${deciding.proposer} in (select brought_in_by(${deciding.decider})) then 'brought-in-by-proposer'
      else 'tied'
    end as kind,
    case when h.ends_at is not null then moment end as ends_at
  from decision_hindrance(${deciding.decider}, ${deciding.proposer}, ${deciding.lowest}) h,
    lateral (select ${decisionMoment(deciding)} as moment) m
)`;
