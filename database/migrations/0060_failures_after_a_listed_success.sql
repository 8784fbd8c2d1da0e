-- A file has no export time, so a file that says "failed" can be older than the one that said "paid". The line stays
-- paid and keeps the failure beside it, until staff decide.
alter table statement_lines add column failure text check (failure in ('declined', 'cancelled'));

create or replace view statement_standings as
select
  l.id, l.statement_id, l.last_statement_id, l.line, l.provider, l.key, l.part, l.reference, l.provider_reference, l.outcome,
  l.said, l.amount, l.day, l.payment_id, l.first_seen_at, l.ignored_at, l.ignored_by, l.ignored_reason,
  p.donation_id, p.status as payment_status, p.amount as asked, coalesce(p.currency, 'TZS') as currency,
  case
    when l.ignored_at is not null then 'ignored'
    when l.outcome = 'unknown' then 'unclear'
    -- One file says paid and another says not, and no reversal explains it.
    when l.failure is not null and r.is_reversed is not true then 'open'
    when l.outcome = 'pending' then case when r.is_reversed then 'matched' else 'waiting' end
    when l.outcome = 'paid' and p.status in ('succeeded', 'reversed')
      and coalesce(l.amount, p.amount) = p.amount
      and (
        l.provider <> 'azampay' or l.provider_reference is null
        or case
          when p.provider_reference is not null then l.provider_reference = p.provider_reference
          -- The provider's reference must not belong to another payment of ours.
          else not exists (
            select from payments o where o.provider = l.provider and o.provider_reference = l.provider_reference
          )
        end
      ) then 'matched'
    -- Paid and reversed at the provider, and we recorded neither.
    when l.outcome = 'paid' and (p.status is null or p.status not in ('succeeded', 'reversed')) and r.is_reversed
      then 'matched'
    when l.outcome = 'paid' then 'open'
    when p.status = 'succeeded' then 'open'
    else 'matched'
  end as state,
  l.failure
from statement_lines l
left join payments p on p.id = l.payment_id
left join lateral (
  select true as is_reversed
  from statement_lines s
  where l.outcome in ('paid', 'pending') and s.provider = l.provider and s.key = l.key and s.part = 'reversal'
    and coalesce(s.amount, l.amount) is not distinct from l.amount
) r on true;
