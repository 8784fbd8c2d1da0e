-- A booked donation can move to another campaign, and can be refunded in part. Each is a journal of its own kind.

alter table proposals drop constraint proposals_kind_check;
alter table proposals add constraint proposals_kind_check
  check (kind in ('refund', 'part-refund', 'move', 'credit', 'bank-details'));

alter table donations
  -- The campaign that the donor chose, once the donation was moved. `campaign_id` is where the money is.
  add column given_campaign_id text references campaigns (id),
  -- What was given back in parts. A refund of all that is left sets `reversed_at` instead.
  add column refunded bigint not null default 0,
  add constraint donations_refunded_check check (refunded >= 0 and refunded < amount);

create index donations_corrected on donations (id) where given_campaign_id is not null or refunded > 0;

alter table journal
  add column proposal_id bigint references proposals (id),
  drop constraint journal_kind_check,
  drop constraint journal_check,
  drop constraint journal_payment_id_kind_key,
  add constraint journal_kind_check check (
    kind in ('gift', 'fee', 'gift-reversal', 'fee-reversal', 'move', 'part-refund', 'settlement', 'payout')
  ),
  add constraint journal_check check (
    (kind in ('gift', 'fee', 'gift-reversal', 'fee-reversal', 'move', 'part-refund')) = (payment_id is not null)
  ),
  add constraint journal_proposal_check check ((kind in ('move', 'part-refund')) = (proposal_id is not null));

-- A payment has one journal of each kind; of these two it has one for each proposal.
create unique index journal_payment_id_kind_key on journal (payment_id, kind, coalesce(proposal_id, 0));
create unique index journal_by_proposal on journal (proposal_id) where proposal_id is not null;

create function counts_as_raised(kind text) returns boolean language sql immutable as $$
  select kind in ('gift', 'gift-reversal', 'move', 'part-refund')
$$;

-- A refund in part leaves the donor counted.
create function donors_in(kind text, amount bigint) returns bigint language sql immutable as $$
  select case kind when 'part-refund' then 0 else sign(amount)::bigint end
$$;

-- Whether the ledger holds what the donation says, where it says.
create function is_held(asked bigint) returns boolean language sql stable as $$
  with held as (
    select c.campaign_id, -sum(c.amount)::bigint as amount
    from payments p
    join journal j on j.payment_id = p.id and counts_as_raised(j.kind)
    join postings c on c.journal_id = j.id and c.campaign_id is not null
    where p.donation_id = asked
    group by c.campaign_id having sum(c.amount) <> 0
  )
  select case
    when d.reversed_at is not null then not exists (select from held)
    else (select array_agg(row(campaign_id, amount)::text) from held)
      is not distinct from array[row(d.campaign_id, d.amount - d.refunded)::text]
  end
  from donations d where d.id = asked
$$;

create function check_corrected() returns trigger language plpgsql as $$
begin
  if not is_held(new.id) then
    raise exception 'donation % is not what the ledger holds', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger held after update of campaign_id, given_campaign_id, refunded on donations
  deferrable initially deferred for each row
  when ((old.campaign_id, old.refunded) is distinct from (new.campaign_id, new.refunded))
  execute function check_corrected();

-- It is committed with its approved proposal, or not at all.
create function check_correction() returns trigger language plpgsql as $$
declare
  about record;
begin
  select d.id, d.campaign_id, p.provider, p.method, a.details into about
  from payments p
  join donations d on d.id = p.donation_id
  join proposals a on a.id = new.proposal_id
  where p.id = new.payment_id and p.status = 'succeeded'
    and a.kind = new.kind and a.subject = 'donation:' || d.external_id
    and a.status = 'approved' and a.decided_in = pg_current_xact_id() and a.decided_by = new.entered_by;
  if not found then
    raise exception 'journal % changes a donation without two people', new.id using errcode = 'insufficient_privilege';
  end if;
  if not is_held(about.id) then
    raise exception 'journal % takes more than the donation has, or from elsewhere', new.id
      using errcode = 'check_violation';
  end if;
  if new.kind = 'move' and (
    select count(*) <> 2 or count(campaign_id) <> 2
      or bool_or(campaign_id = about.campaign_id and amount < 0) is not true
      or bool_or(campaign_id <> about.campaign_id and amount > 0) is not true
    from postings where journal_id = new.id
  ) or new.kind = 'part-refund' and (
    select count(*) <> 2
      or bool_or(campaign_id = about.campaign_id and amount::text = about.details ->> 'amount') is not true
      or bool_or(account = case
        when about.provider <> 'offline' then 'provider_receivable:' || about.provider
        when about.method = 'cash' then 'cash'
        else 'bank'
      end) is not true
    from postings where journal_id = new.id
  ) then
    raise exception 'journal % is not what was approved', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger correction after insert on journal deferrable initially deferred
  for each row when (new.kind in ('move', 'part-refund')) execute function check_correction();

-- Only a move and a refund in part change where a donation is booked, and how much of it is left.
create or replace function guard_donation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.refunded <> 0 or new.given_campaign_id is not null then
      raise exception 'a donation begins unmoved and not refunded' using errcode = 'check_violation';
    end if;
    if new.status <> 'pending' then
      raise exception 'a donation begins as pending, not %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.status <> old.status
    and (old.status, new.status) not in (('pending', 'completed'), ('pending', 'failed'), ('failed', 'completed')) then
    raise exception 'a donation cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.currency, new.external_id) is distinct from (old.currency, old.external_id) then
    raise exception 'currency and external id of a donation never change' using errcode = 'check_violation';
  end if;
  if (new.campaign_id, new.given_campaign_id) is distinct from (old.campaign_id, old.given_campaign_id) and (
    old.status <> 'completed' or old.reversed_at is not null
    or new.given_campaign_id is distinct from coalesce(old.given_campaign_id, old.campaign_id)
    or not exists (
      select from proposals a
      where a.kind = 'move' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
        and a.decided_in = pg_current_xact_id() and a.details ->> 'campaignId' = new.campaign_id
    )
  ) then
    raise exception 'the campaign of a donation never changes without two people' using errcode = 'check_violation';
  end if;
  if new.refunded <> old.refunded and (
    old.status <> 'completed' or old.reversed_at is not null
    or not exists (
      select from proposals a
      where a.kind = 'part-refund' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
        and a.decided_in = pg_current_xact_id() and a.details ->> 'amount' = (new.refunded - old.refunded)::text
    )
  ) then
    raise exception 'what was refunded never changes without two people' using errcode = 'check_violation';
  end if;
  if new.amount <> old.amount and (
    old.status = 'completed'
    or not exists (
      select from payments p
      where p.donation_id = new.id and p.asked_amount is not null and p.amount - p.fee = new.amount
    )
  ) then
    raise exception 'the amount of a donation never changes without two people' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function check_journal() returns trigger language plpgsql as $$
declare
  problem text;
begin
  if not exists (select from postings where journal_id = new.id) then
    raise exception 'journal % has no postings', new.id using errcode = 'check_violation';
  end if;

  select format('%s %s', sum(amount), currency) into problem
  from postings where journal_id = new.id group by currency having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'journal % does not sum to zero: %', new.id, problem using errcode = 'check_violation';
  end if;

  if exists (select from postings where journal_id = new.id and account like 'zakat:%') then
    select account into problem
    from postings
    where journal_id = new.id and account !~ '^(zakat:|provider_receivable:|bank$|cash$)' limit 1;
    if found then
      raise exception 'zakat money cannot be posted to %', problem using errcode = 'check_violation';
    end if;
    if new.kind not in ('gift', 'gift-reversal', 'payout', 'move', 'part-refund') then
      raise exception 'zakat money cannot be part of a %', new.kind using errcode = 'check_violation';
    end if;
    if new.kind = 'payout' and new.beneficiary is null then
      raise exception 'zakat is paid out to a named kind of beneficiary only' using errcode = 'check_violation';
    end if;
    if new.kind = 'gift' and exists (
      select from postings where journal_id = new.id and account like 'zakat:%' and amount > 0
    ) then
      raise exception 'a gift takes nothing out of zakat' using errcode = 'check_violation';
    end if;
  end if;

  if new.kind = 'gift' and not exists (
    select from payments p
    join donations d on d.id = p.donation_id
    join postings c on c.journal_id = new.id and c.campaign_id is not null
    where p.id = new.payment_id and p.status in ('succeeded', 'reversed') and d.status = 'completed'
      and (c.campaign_id, c.currency, c.amount) = (coalesce(d.given_campaign_id, d.campaign_id), d.currency, -d.amount)
    having count(*) = 1
  ) then
    raise exception 'journal % is not the gift of its donation', new.id using errcode = 'check_violation';
  end if;

  -- A move or a refund in part came before: the reversal takes only what is left, from where it is.
  if new.reversed_of is not null and exists (
    select from journal j join postings p on p.journal_id = j.id
    where j.payment_id = new.payment_id and case new.kind
      when 'fee-reversal' then j.kind in ('fee', 'fee-reversal')
      else counts_as_raised(j.kind)
    end
    group by p.account, p.currency having sum(p.amount) <> 0
  ) then
    raise exception 'journal % does not undo journal %', new.id, new.reversed_of using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Two people prove a booking only where they decided about a booking.
create or replace function is_proven(payment payments) returns boolean language sql stable as $$
  select case
    when payment.provider = 'offline' then
      exists (select from offline_gifts where donation_id = payment.donation_id and status = 'confirmed')
      -- Demonstration donations by bank have nobody who confirmed them.
      or payment.reference like 'past-%' and not exists (select from installation where payments = 'live')
    else
      exists (
        select from provider_messages
        where payment_id = payment.id and verdict in ('succeeded', 'corrected', 'reversed')
      )
      or exists (
        select from proposals
        where status = 'approved' and kind = 'credit' and decided_in = pg_current_xact_id()
      )
  end
$$;

create or replace function add_to_total() returns trigger language plpgsql as $$
begin
  update campaign_totals t set raised = t.raised - new.amount, donors = t.donors - donors_in(j.kind, new.amount)
  from journal j
  where t.campaign_id = new.campaign_id and j.id = new.journal_id and counts_as_raised(j.kind);
  return null;
end $$;

create or replace function follow_postings() returns trigger language plpgsql as $$
declare
  campaign text;
begin
  if exists (
    select from new_postings p join journal j on j.id = p.journal_id where j.written_in <> pg_current_xact_id()
  ) then
    raise exception 'a journal is closed once its transaction has ended' using errcode = 'check_violation';
  end if;

  for campaign in
    select distinct p.campaign_id
    from new_postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and counts_as_raised(j.kind)
  loop
    perform pg_notify('amana_changes', 'campaign:' || campaign);
  end loop;
  if found then
    insert into fund_totals as t (currency, slot, raised, donors)
    select p.currency, pg_backend_pid() % 16, -sum(p.amount), -sum(donors_in(j.kind, p.amount))
    from new_postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and counts_as_raised(j.kind)
    group by p.currency
    order by p.currency
    on conflict (currency, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    perform pg_notify('amana_changes', 'totals');
  end if;
  return null;
end $$;

create or replace function follow_days() returns trigger language plpgsql as $$
begin
  insert into daily_totals as t (day, campaign_id, slot, raised, donors)
  select
    (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, pg_backend_pid() % 4,
    -sum(p.amount), -sum(donors_in(j.kind, p.amount))
  from new_postings p join journal j on j.id = p.journal_id
  where p.campaign_id is not null and counts_as_raised(j.kind)
  group by 1, 2
  order by 1, 2
  on conflict (day, campaign_id, slot) do update
    set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
  return null;
end $$;

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
    where c.journal_id = j.id
      and (c.campaign_id, c.currency, c.amount) = (coalesce(d.given_campaign_id, d.campaign_id), d.currency, -d.amount)
  )
union all
  select 'I3', 'moved or refunded donation is not what the ledger holds', d.id::text
  from donations d
  where (d.given_campaign_id is not null or d.refunded > 0) and not is_held(d.id)
union all
  select 'I3', 'move or refund in part without its proposal', j.id::text
  from journal j left join proposals a on a.id = j.proposal_id and a.kind = j.kind and a.status = 'approved'
  where j.kind in ('move', 'part-refund') and a.id is null
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
    select p.campaign_id, p.amount, donors_in(j.kind, p.amount)
    from postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and counts_as_raised(j.kind)
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
    select (j.occurred_at at time zone 'Africa/Dar_es_Salaam')::date, p.campaign_id, p.amount, donors_in(j.kind, p.amount)
    from postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and counts_as_raised(j.kind)
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
