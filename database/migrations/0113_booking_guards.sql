-- What a payment costs its donor on top of the donation: 3.5 percent by card; by phone nothing, unless it is zakat and the donor
-- chose to bear it; never by bank or in cash.
create function is_right_fee(payment payments) returns boolean language sql stable as $$
  select case
    when payment.provider = 'offline' then payment.fee = 0
    when payment.method = 'card' then payment.fee = (payment.amount - payment.fee) * 35 / 1000
    else payment.fee = 0 or (
      payment.fee = (payment.amount - payment.fee) * 35 / 1000
      and exists (
        select from donations d join campaigns c on c.id = d.campaign_id
        where d.id = payment.donation_id and c.is_zakat_eligible
      )
    )
  end
$$;

-- The provider's own word that it was paid, two people, or a confirmed entry by hand.
create function is_proven(payment payments) returns boolean language sql stable as $$
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
        where status = 'approved' and kind <> 'bank-details' and decided_in = pg_current_xact_id()
      )
  end
$$;

create function check_booking() returns trigger language plpgsql as $$
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
    if not exists (select from journal where payment_id = payment.id and kind = 'gift') then
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
  if payment.fee > 0 and not exists (select from journal where payment_id = payment.id and kind = 'fee') then
    raise exception 'payment % is booked without its fee', payment.id using errcode = 'check_violation';
  end if;
  if not is_proven(payment) then
    raise exception 'payment % is booked without a proof', payment.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create constraint trigger proven after insert on journal deferrable initially deferred
  for each row when (new.kind in ('gift', 'fee')) execute function check_booking();

-- A receipt says that money arrived.
create function check_receipt() returns trigger language plpgsql as $$
begin
  if not exists (select from donations where id = new.donation_id and status = 'completed') then
    raise exception 'a receipt needs a completed donation' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger receipt after insert on outbox deferrable initially deferred
  for each row when (new.template = 'receipt') execute function check_receipt();
