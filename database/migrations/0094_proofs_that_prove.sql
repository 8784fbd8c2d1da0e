-- What counts as a proof that money came, and as a payment that somebody still looks after, was said too loosely.

-- The demonstration's own word for it.
update provider_messages set verdict = 'succeeded' where kind = 'statement' and verdict = 'paid';

create or replace view broken_promises as
  select 'I1' as promise, 'journal does not sum to zero' as problem, journal_id::text as subject
  from postings group by journal_id, currency having sum(amount) <> 0
union all
  select 'I1', 'journal without postings', j.id::text
  from journal j where not exists (select from postings p where p.journal_id = j.id)
union all
  select 'I2', 'completed donation without its gift', d.id::text
  from donations d
  where d.status = 'completed' and not exists (
    select from payments p join journal j on j.payment_id = p.id and j.kind = 'gift' where p.donation_id = d.id
  )
union all
  select 'I2', 'gift of a donation that is not completed', d.id::text
  from journal j join payments p on p.id = j.payment_id join donations d on d.id = p.donation_id
  where j.kind = 'gift' and d.status <> 'completed'
union all
  select 'I2', 'donation with more than one gift', p.donation_id::text
  from journal j join payments p on p.id = j.payment_id
  where j.kind = 'gift' group by p.donation_id having count(*) > 1
union all
  select 'I3', 'gift of another amount than its donation', d.id::text
  from journal j
  join payments p on p.id = j.payment_id
  join donations d on d.id = p.donation_id
  where j.kind = 'gift' and not exists (
    select from postings c
    where c.journal_id = j.id and (c.campaign_id, c.currency, c.amount) = (d.campaign_id, d.currency, -d.amount)
  )
union all
  select 'I4', 'donation and payments disagree', d.id::text
  from donations d
  join lateral (
    select
      coalesce(bool_or(p.status in ('succeeded', 'reversed')), false) as paid,
      coalesce(bool_or(p.status in ('created', 'initiated', 'pending', 'unknown', 'review')), false) as open
    from payments p where p.donation_id = d.id
  ) of_it on true
  where d.status <> case when paid then 'completed' when open then 'pending' else 'failed' end
union all
  select 'I5', 'total differs from the ledger', campaign_id
  from (
    select campaign_id, raised, donors from campaign_totals
    union all
    select p.campaign_id, p.amount, sign(p.amount)
    from postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
  ) both_sides
  group by campaign_id having sum(raised) <> 0 or sum(donors) <> 0
union all
  select 'I5', 'fund total differs from its campaigns', currency
  from (
    select currency, raised, donors from fund_totals
    union all
    select c.currency, -t.raised, -t.donors from campaign_totals t join campaigns c on c.id = t.campaign_id
  ) both_sides
  group by currency having sum(raised) <> 0 or sum(donors) <> 0
union all
  select 'I5', 'day differs from the ledger', campaign_id || ' ' || day
  from (
    select day, campaign_id, raised, donors from daily_totals
    union all
    select (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, p.amount, sign(p.amount)
    from postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
  ) both_sides
  group by day, campaign_id having sum(raised) <> 0 or sum(donors) <> 0
union all
  select 'I6', 'message that nobody has judged', id::text
  from provider_messages where judged_at is null and received_at < now() - interval '5 minutes'
union all
  select 'I7', 'open payment that nobody will ask about', id::text
  from payments
  where status in ('created', 'initiated', 'pending', 'unknown') and provider <> 'offline'
    and next_check_at is null and updated_at < now() - interval '15 minutes'
union all
  select 'I7', 'payment that waits for a decision, and no open case says so', p.id::text
  from payments p
  where p.status = 'review'
    and not exists (select from cases c where c.payment_id = p.id and c.status = 'open')
union all
  -- The provider's own word that it was paid, or the decision of two people. That it took the order is neither.
  select 'I8', 'collected without a proof', p.id::text
  from payments p
  where p.status in ('succeeded', 'reversed') and p.provider <> 'offline'
    and not exists (
      select from provider_messages m
      where m.payment_id = p.id and m.verdict in ('succeeded', 'corrected', 'reversed')
    )
    and not exists (select from cases c where c.payment_id = p.id and c.decision = 'credit')
union all
  select 'I9', 'receipt without its gift', o.id::text
  from outbox o join donations d on d.id = o.donation_id
  where o.template = 'receipt' and d.status <> 'completed'
union all
  select 'I11', 'the ledger was written over', relname::text
  from pg_stat_user_tables
  where schemaname = current_schema() and relname in ('journal', 'postings', 'audit_log')
    and n_tup_upd + n_tup_del > 0
union all
  select 'Z', 'zakat money outside zakat', z.journal_id::text
  from postings z join postings other using (journal_id)
  where z.account like 'zakat:%' and other.account !~ '^(zakat:|provider_receivable:|bank$|cash$)';
