-- Money that a fund received before it used Amana. No provider proves it here, so it is never a donation or a payment. It has a
-- journal of its own for each campaign, with the hash of the imported file and the person who imported it.
alter table journal
  add column opening_of text unique references campaigns (id),
  add column opening_donors bigint check (opening_donors >= 0),
  add column source_hash text check (source_hash ~ '^[0-9a-f]{64}$'),
  drop constraint journal_kind_check,
  add constraint journal_kind_check check (
    kind in (
      'donation', 'fee', 'donation-reversal', 'fee-reversal', 'move', 'part-refund', 'settlement', 'payout', 'opening'
    )
  ),
  add constraint journal_opening_check check (
    case when kind = 'opening'
      then num_nonnulls(opening_of, opening_donors, source_hash, entered_by) = 4
      else num_nonnulls(opening_of, opening_donors, source_hash) = 0
    end
  );

create or replace function counts_as_raised(kind text) returns boolean language sql immutable as $$
  select kind in ('donation', 'donation-reversal', 'move', 'part-refund', 'opening')
$$;

-- An opening balance has one posting for all its donors.
create function donors_in(entry journal, amount bigint) returns bigint language sql immutable as $$
  select case entry.kind when 'opening' then -entry.opening_donors else donors_in(entry.kind, amount) end
$$;

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
    perform pg_notify('amana_changes', 'raised:' || campaign);
  end loop;
  if found then
    insert into fund_totals as t (currency, slot, raised, donors)
    select p.currency, pg_backend_pid() % 16, -sum(p.amount), -sum(donors_in(j, p.amount))
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
    fund_day(j.occurred_at), p.campaign_id, pg_backend_pid() % 4,
    -sum(p.amount), -sum(donors_in(j, p.amount))
  from new_postings p join journal j on j.id = p.journal_id
  where p.campaign_id is not null and counts_as_raised(j.kind)
  group by 1, 2
  order by 1, 2
  on conflict (day, campaign_id, slot) do update
    set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
  return null;
end $$;

create or replace function add_to_total() returns trigger language plpgsql as $$
begin
  update campaign_totals t set raised = t.raised - new.amount, donors = t.donors - donors_in(j, new.amount)
  from journal j
  where t.campaign_id = new.campaign_id and j.id = new.journal_id and counts_as_raised(j.kind);
  return null;
end $$;

-- Zakat can be part of an opening balance. Everything else is as before.
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
    if new.kind not in ('donation', 'donation-reversal', 'payout', 'move', 'part-refund', 'opening') then
      raise exception 'zakat money cannot be part of a %', new.kind using errcode = 'check_violation';
    end if;
    if new.kind = 'payout' and new.beneficiary is null then
      raise exception 'zakat is paid out to a named kind of beneficiary only' using errcode = 'check_violation';
    end if;
    if new.kind = 'donation' and exists (
      select from postings where journal_id = new.id and account like 'zakat:%' and amount > 0
    ) then
      raise exception 'a donation takes nothing out of Zakat' using errcode = 'check_violation';
    end if;
  end if;

  if new.kind = 'donation' and not exists (
    select from payments p
    join donations d on d.id = p.donation_id
    join postings c on c.journal_id = new.id and c.campaign_id is not null
    where p.id = new.payment_id and p.status in ('succeeded', 'reversed') and d.status = 'completed'
      and (c.campaign_id, c.currency, c.amount) = (coalesce(d.chosen_campaign_id, d.campaign_id), d.currency, -d.amount)
    having count(*) = 1
  ) then
    raise exception 'journal % does not match its donation', new.id using errcode = 'check_violation';
  end if;

  -- After a move or partial refund, a reversal takes only the rest, from the campaign that has it.
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

-- The ledger check counts donors in the same way. Only this expression of the view changes.
do $$
declare
  before constant text := pg_get_viewdef('broken_promises'::regclass);
  after constant text := replace(before, 'donors_in(j.kind, p.amount)', 'donors_in(j.*, p.amount)');
begin
  if after = before then raise exception 'the ledger check counts no donors'; end if;
  execute 'create or replace view broken_promises as ' || after;
end $$;

create function check_opening() returns trigger language plpgsql as $$
begin
  if not is_owner() then
    raise exception 'permission denied to book an opening balance' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from users where id = new.entered_by and role = 'admin' and not banned) then
    raise exception 'an opening balance names the admin who imported it' using errcode = 'insufficient_privilege';
  end if;
  -- Later, no one could tell this money from donations that are in the ledger already.
  if exists (select from installation where payments = 'live') and exists (select from donations) then
    raise exception 'a live database with donations takes no opening balance' using errcode = 'check_violation';
  end if;
  if (
    select count(*) <> 2
      or bool_or(campaign_id = new.opening_of and amount < 0) is not true
      or bool_or(account = 'bank' and amount > 0) is not true
    from postings where journal_id = new.id
  ) then
    raise exception 'journal % is not the opening balance of its campaign', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger opening after insert on journal deferrable initially deferred
  for each row when (new.kind = 'opening') execute function check_opening();
