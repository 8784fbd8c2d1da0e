-- What the provider was asked for, where another amount arrived and two people recorded that amount.
alter table payments add column asked_amount bigint check (asked_amount > 0 and asked_amount <> amount);

-- The amount changes once, before the payment counts, and in the transaction of its approved request only.
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
  if (new.amount, new.fee, new.asked_amount) is distinct from (old.amount, old.fee, old.asked_amount)
    and (
      old.status in ('succeeded', 'reversed') or old.asked_amount is not null
      or new.asked_amount is distinct from old.amount
      or not exists (
        select from proposals a
        join cases k on k.payment_id = new.id and a.subject = 'case:' || k.id
        where a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
          and a.details ->> 'arrived' = new.amount::text
      )
    ) then
    raise exception 'amount and fee of a payment never change without two people' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- The donation's amount follows its payment.
create or replace function guard_donation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'a donation begins as pending, not %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.status <> old.status
    and (old.status, new.status) not in (('pending', 'completed'), ('pending', 'failed'), ('failed', 'completed')) then
    raise exception 'a donation cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.campaign_id, new.currency, new.external_id)
    is distinct from (old.campaign_id, old.currency, old.external_id) then
    raise exception 'campaign, currency and external id of a donation never change' using errcode = 'check_violation';
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
