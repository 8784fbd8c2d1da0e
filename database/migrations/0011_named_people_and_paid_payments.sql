-- 1. The site's role changes access for a named person only. Without a name, role_grants would record the operator, whose
-- grants need no confirmation.

create function require_named_admin() returns trigger language plpgsql as $$
begin
  if not exists (
    select from users
    where id = nullif(current_setting('amana.role_given_by', true), '') and role = 'admin' and not banned
  ) then
    raise exception 'permission denied to change % without naming the admin', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- The invitation keeps its inviter, who can lose the role before it is accepted.
create function require_named_inviter() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = nullif(current_setting('amana.role_given_by', true), '')) then
    raise exception 'permission denied to add staff without naming the inviter' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger named_inviter before insert on users for each row
  when (new.role in ('staff', 'admin') and not is_owner())
  execute function require_named_inviter();
create trigger named_admin before update of role, banned on users for each row
  when (
    (new.role <> old.role or old.banned and not new.banned and new.role in ('staff', 'admin')) and not is_owner()
  )
  execute function require_named_admin();

create function guard_invitation() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.made_by and role = 'admin' and not banned) then
    raise exception 'permission denied to invite staff without naming the admin' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger named_admin before insert or update of kind, role, made_by, email on account_links for each row
  when (new.kind = 'invitation' and new.role in ('staff', 'admin') and not is_owner())
  execute function guard_invitation();

-- Without this row, two-step sign-in is required.
create trigger named_admin before insert or update on site_settings for each row
  when (new.key = 'second-step' and new.value -> 'required' is distinct from 'true' and not is_owner())
  execute function require_named_admin();

-- 2. A payment and its journals are committed together. Each query below reads single rows by an index.

create function check_paid() returns trigger language plpgsql as $$
begin
  if not exists (
    select from journal j join donations d on d.id = new.donation_id
    where j.payment_id = new.id and j.kind = 'donation'
      and (d.amount + new.fee, d.currency) = (new.amount, new.currency)
  ) then
    raise exception 'payment % is paid without a journal of its amount', new.id using errcode = 'check_violation';
  end if;
  if new.status = 'reversed' and (
    exists (select from donations where id = new.donation_id and reversed_at is null)
    or exists (
      select from journal j
      where j.payment_id = new.id and j.kind in ('donation', 'fee')
        and not exists (select from journal r where r.reversed_of = j.id)
    )
  ) then
    raise exception 'payment % is reversed without the reversal of its journals', new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger paid_is_booked after insert on payments deferrable initially deferred
  for each row when (new.status in ('succeeded', 'reversed')) execute function check_paid();
create constraint trigger becomes_booked after update of status on payments deferrable initially deferred
  for each row when (new.status in ('succeeded', 'reversed') and new.status <> old.status) execute function check_paid();

create function check_reversed_payment() returns trigger language plpgsql as $$
begin
  if not exists (select from payments where id = new.payment_id and status = 'reversed') then
    raise exception 'journal % reverses a payment that is not reversed', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger payment_is_reversed after insert on journal deferrable initially deferred
  for each row when (new.reversed_of is not null) execute function check_reversed_payment();

create function check_reversed_donation() returns trigger language plpgsql as $$
begin
  if (new.reversed_at is not null)
    <> exists (select from payments where donation_id = new.id and status = 'reversed') then
    raise exception 'donation % and its payment disagree about a reversal', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger reversed_with_payment after update of reversed_at on donations deferrable initially deferred
  for each row when ((new.reversed_at is null) <> (old.reversed_at is null)) execute function check_reversed_donation();

create function check_confirmed_offline() returns trigger language plpgsql as $$
begin
  if not exists (
    select from donations d join payments p on p.donation_id = d.id
    where d.id = new.donation_id and d.status = 'completed' and p.provider = 'offline' and p.status = 'succeeded'
      and (d.campaign_id, d.currency, d.amount) = (new.campaign_id, new.currency, new.amount)
  ) then
    raise exception 'offline donation % is confirmed but not in the ledger', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger in_ledger after update of status on offline_donations deferrable initially deferred
  for each row when (new.status = 'confirmed' and old.status <> 'confirmed') execute function check_confirmed_offline();
