-- Whoever has begun to give to a campaign gives it as zakat or not, as they saw it: from its first gift on, also one that
-- is not paid yet or was entered by hand, a campaign stays what it is.
create function guard_zakat_flag() returns trigger language plpgsql as $$
begin
  if exists (select from donations where campaign_id = new.id)
    or exists (select from offline_gifts where campaign_id = new.id and status = 'entered') then
    raise exception 'campaign % has gifts: whether they are zakat stays as it is', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger zakat_stays before update of is_zakat_eligible on campaigns
  for each row when (new.is_zakat_eligible <> old.is_zakat_eligible) execute function guard_zakat_flag();

-- Zakat arrives as a gift and leaves by a payout that names its beneficiary, or as the gift that is undone. Nothing else
-- touches it, whatever it is called.
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
    if new.kind not in ('gift', 'gift-reversal', 'payout') then
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
      and (c.campaign_id, c.currency, c.amount) = (d.campaign_id, d.currency, -d.amount)
    having count(*) = 1
  ) then
    raise exception 'journal % is not the gift of its donation', new.id using errcode = 'check_violation';
  end if;

  if new.reversed_of is not null and exists (
    select from postings where journal_id in (new.id, new.reversed_of)
    group by account, currency having sum(amount) <> 0
  ) then
    raise exception 'journal % does not undo journal %', new.id, new.reversed_of using errcode = 'check_violation';
  end if;
  return null;
end $$;
