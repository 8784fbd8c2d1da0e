-- What was given on each day of Dar es Salaam, so that a range of dates is summed from days and not from gifts.

create table daily_totals (
  day date not null,
  campaign_id text not null references campaigns (id),
  slot smallint not null,
  raised bigint not null,
  donors bigint not null,
  primary key (day, campaign_id, slot)
) with (fillfactor = 50);

insert into daily_totals (day, campaign_id, slot, raised, donors)
select
  (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, 0,
  -sum(p.amount), -sum(sign(p.amount))
from postings p join journal j on j.id = p.journal_id
where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
group by 1, 2;

create function follow_days() returns trigger language plpgsql as $$
begin
  insert into daily_totals as t (day, campaign_id, slot, raised, donors)
  select
    (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, pg_backend_pid() % 4,
    -sum(p.amount), -sum(sign(p.amount))
  from new_postings p join journal j on j.id = p.journal_id
  where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
  group by 1, 2
  order by 1, 2
  on conflict (day, campaign_id, slot) do update
    set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
  return null;
end $$;

create trigger follow_days after insert on postings referencing new table as new_postings
  for each statement execute function follow_days();

create trigger through_ledger before insert or update or delete or truncate on daily_totals
  for each statement execute function guard_totals();

create view public_daily_totals as
select t.day, t.campaign_id, c.currency, sum(t.raised)::bigint as raised, sum(t.donors)::bigint as donors
from daily_totals t join campaigns c on c.id = t.campaign_id
group by t.day, t.campaign_id, c.currency;

-- Empty when the days and the ledger say the same.
create view daily_total_problems as
select 'day differs from the ledger' as problem, campaign_id || ' ' || day as subject
from (
  select day, campaign_id, raised, donors from daily_totals
  union all
  select (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, p.amount, sign(p.amount)
  from postings p join journal j on j.id = p.journal_id
  where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
) both_sides
group by day, campaign_id having sum(raised) <> 0 or sum(donors) <> 0;
