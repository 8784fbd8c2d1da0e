-- The guards check what they checked before, for less processor time. PL/pgSQL plans a condition with a subquery again
-- at each call, if the plan for the values of the call is cheaper than the general one. So an ordinary change first
-- compares values, and only then reads tables.

create or replace function guard_donation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.refunded <> 0 or new.chosen_campaign_id is not null then
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
  if (new.campaign_id, new.chosen_campaign_id) is distinct from (old.campaign_id, old.chosen_campaign_id) then
    if old.status <> 'completed' or old.reversed_at is not null
      or new.chosen_campaign_id is distinct from coalesce(old.chosen_campaign_id, old.campaign_id)
      or not exists (
        select from proposals a
        where a.kind = 'move' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
          and a.decided_in = pg_current_xact_id() and a.details ->> 'campaignId' = new.campaign_id
      )
    then
      raise exception 'the campaign of a donation never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  if new.refunded <> old.refunded then
    if old.status <> 'completed' or old.reversed_at is not null
      or not exists (
        select from proposals a
        where a.kind = 'part-refund' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
          and a.decided_in = pg_current_xact_id() and a.details ->> 'amount' = (new.refunded - old.refunded)::text
      )
    then
      raise exception 'what was refunded never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  if new.amount <> old.amount then
    if old.status = 'completed'
      or not exists (
        select from payments p
        where p.donation_id = new.id and p.asked_amount is not null and p.amount - p.fee = new.amount
      )
    then
      raise exception 'the amount of a donation never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function guard_payment() returns trigger language plpgsql as $$
begin
  if new.status <> old.status
    and (old.status = 'reversed' or (old.status = 'succeeded' and new.status <> 'reversed')) then
    raise exception 'a payment cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.donation_id, new.provider, new.reference, new.currency)
    is distinct from (old.donation_id, old.provider, old.reference, old.currency) then
    raise exception 'donation, provider, reference and currency of a payment never change'
      using errcode = 'check_violation';
  end if;
  if (new.amount, new.fee, new.asked_amount) is distinct from (old.amount, old.fee, old.asked_amount) then
    if old.status in ('succeeded', 'reversed') or old.asked_amount is not null
      or new.asked_amount is distinct from old.amount
      or not exists (
        select from proposals a
        join cases k on k.payment_id = new.id and a.subject = 'case:' || k.id
        where a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
          and a.details ->> 'arrived' = new.amount::text
      )
    then
      raise exception 'amount and fee of a payment never change without two people' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;

create or replace function is_right_fee(payment payments) returns boolean language plpgsql stable as $$
declare
  share bigint := (payment.amount - payment.fee) * 35 / 1000;
begin
  if payment.provider = 'offline' then return payment.fee = 0; end if;
  if payment.asked_amount is not null then
    share := payment.amount * (payment.asked_amount * 35 / 1035) / payment.asked_amount;
  end if;
  if payment.method = 'card' then return payment.fee = share; end if;
  if payment.fee = 0 then return true; end if;
  if payment.fee <> share then return false; end if;
  return exists (
    select from donations d join campaigns c on c.id = d.campaign_id
    where d.id = payment.donation_id and c.is_zakat_eligible
  );
end $$;

create or replace function check_booking() returns trigger language plpgsql as $$
declare
  payment payments;
  received text;
begin
  select * into strict payment from payments where id = new.payment_id;
  received := case
    when payment.provider = 'offline' then case payment.method when 'cash' then 'cash' else 'bank' end
    else 'provider_receivable:' || payment.provider
  end;

  if new.kind = 'fee' then
    if (
      select array_agg(row(account, amount, currency)::text order by amount) from postings where journal_id = new.id
    ) is distinct from array[
      row('fee_income'::text, -payment.fee, payment.currency)::text, row(received, payment.fee, payment.currency)::text
    ] then
      raise exception 'journal % is not the fee of its payment', new.id using errcode = 'check_violation';
    end if;
    if not exists (select from journal where payment_id = payment.id and kind = 'donation') then
      raise exception 'journal % is a fee without its donation', new.id using errcode = 'check_violation';
    end if;
    return null;
  end if;

  if exists (
    select from postings where journal_id = new.id and campaign_id is null and account <> received
  ) then
    raise exception 'journal % takes its donation from an account other than %', new.id, received
      using errcode = 'check_violation';
  end if;
  if not is_right_fee(payment) then
    raise exception 'payment % has the wrong fee', payment.id using errcode = 'check_violation';
  end if;
  if payment.fee > 0 then
    if not exists (select from journal where payment_id = payment.id and kind = 'fee') then
      raise exception 'payment % is booked without its fee', payment.id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;

create or replace function check_proof() returns trigger language plpgsql as $$
declare
  payment payments;
begin
  select * into strict payment from payments where id = new.payment_id;
  if payment.provider = 'offline' then
    if exists (
      select from donations d join offline_donations o on o.donation_id = d.id
      where d.id = payment.donation_id and o.status = 'confirmed'
        and (o.campaign_id, o.currency, o.amount) = (d.campaign_id, d.currency, d.amount)
    ) then
      return null;
    end if;
    -- Demonstration donations by bank have nobody to confirm them.
    if payment.reference like 'past-%' and not exists (select from installation where payments = 'live') then
      return null;
    end if;
  else
    if exists (select from provider_messages where payment_id = payment.id and is_proof(verdict)) then
      return null;
    end if;
    if exists (
      select from cases k join proposals a on a.subject = 'case:' || k.id
      where k.payment_id = payment.id and k.decision = 'credit'
        and a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
    ) then
      return null;
    end if;
  end if;
  raise exception 'payment % is booked without a proof of its own', payment.id
    using errcode = 'insufficient_privilege';
end $$;

create or replace function check_paid() returns trigger language plpgsql as $$
begin
  if not exists (
    select from journal j join donations d on d.id = new.donation_id
    where j.payment_id = new.id and j.kind = 'donation'
      and (d.amount + new.fee, d.currency) = (new.amount, new.currency)
  ) then
    raise exception 'payment % is paid without a journal of its amount', new.id using errcode = 'check_violation';
  end if;
  if new.status = 'reversed' then
    if exists (select from donations where id = new.donation_id and reversed_at is null)
      or exists (
        select from journal j
        where j.payment_id = new.id and j.kind in ('donation', 'fee')
          and not exists (select from journal r where r.reversed_of = j.id)
      )
    then
      raise exception 'payment % is reversed without the reversal of its journals', new.id
        using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;

create or replace function check_journal() returns trigger language plpgsql as $$
declare
  currencies bigint;
  problem text;
  has_zakat boolean;
  donation donations;
begin
  select count(*), min(rest), bool_or(is_zakat) into currencies, problem, has_zakat
  from (
    select case when sum(amount) <> 0 then format('%s %s', sum(amount), currency) end as rest,
      bool_or(account like 'zakat:%') as is_zakat
    from postings where journal_id = new.id group by currency
  ) of_currency;
  if currencies = 0 then
    raise exception 'journal % has no postings', new.id using errcode = 'check_violation';
  end if;
  if problem is not null then
    raise exception 'journal % does not sum to zero: %', new.id, problem using errcode = 'check_violation';
  end if;

  if has_zakat then
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
    if new.kind = 'donation' then
      if exists (
        select from postings where journal_id = new.id and account like 'zakat:%' and amount > 0
      ) then
        raise exception 'a donation takes nothing out of Zakat' using errcode = 'check_violation';
      end if;
    end if;
  end if;

  if new.kind = 'donation' then
    -- Key by key: a join may be planned as a scan of all donations, and a connection keeps its plan.
    select * into donation from donations
    where id = (select donation_id from payments where id = new.payment_id and status in ('succeeded', 'reversed'))
      and status = 'completed';
    if (
      select count(*) from postings
      where journal_id = new.id and campaign_id is not null
        and (campaign_id, currency, amount)
          = (coalesce(donation.chosen_campaign_id, donation.campaign_id), donation.currency, -donation.amount)
    ) <> 1 then
      raise exception 'journal % does not match its donation', new.id using errcode = 'check_violation';
    end if;
  end if;

  -- After a move or partial refund, a reversal takes only the rest, from the campaign that has it.
  if new.reversed_of is not null then
    if exists (
      select from journal j join postings p on p.journal_id = j.id
      where j.payment_id = new.payment_id and case new.kind
        when 'fee-reversal' then j.kind in ('fee', 'fee-reversal')
        else counts_as_raised(j.kind)
      end
      group by p.account, p.currency having sum(p.amount) <> 0
    ) then
      raise exception 'journal % does not undo journal %', new.id, new.reversed_of using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
