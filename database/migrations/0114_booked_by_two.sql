-- Whether the current role owns the tables. The site's role does not.
create function is_owner() returns boolean language sql stable as $$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'public.journal'::regclass
$$;

-- Nothing proves these two kinds yet, so the site books neither.
create function refuse_unproven_kind() returns trigger language plpgsql as $$
begin
  if not is_owner() then
    raise exception 'permission denied to book a %', new.kind using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create trigger owner_only after insert on journal
  for each row when (new.kind in ('payout', 'settlement')) execute function refuse_unproven_kind();

-- Two people prove the booking of this very payment, and of nothing else.
create function check_proof() returns trigger language plpgsql as $$
begin
  if exists (
    select from provider_messages
    where payment_id = new.payment_id and verdict in ('succeeded', 'corrected', 'reversed')
  ) or exists (
    select from cases k join proposals a on a.subject = 'case:' || k.id
    where k.payment_id = new.payment_id and k.decision = 'credit'
      and a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
  ) or exists (
    select from payments p
    join donations d on d.id = p.donation_id
    join offline_gifts o on o.donation_id = d.id and o.status = 'confirmed'
    where p.id = new.payment_id and p.provider = 'offline'
      and (o.campaign_id, o.currency, o.amount) = (d.campaign_id, d.currency, d.amount)
  ) or exists (
    -- Demonstration donations by bank have no second person.
    select from payments p
    where p.id = new.payment_id and p.provider = 'offline' and p.reference like 'past-%'
      and not exists (select from installation where payments = 'live')
  ) then
    return null;
  end if;
  raise exception 'payment % is booked without a proof of its own', new.payment_id
    using errcode = 'insufficient_privilege';
end $$;

create constraint trigger own_proof after insert on journal deferrable initially deferred
  for each row when (new.kind = 'gift') execute function check_proof();

-- A case approved for one payment could otherwise be turned to another.
create function keep_subject_of_case() returns trigger language plpgsql as $$
begin
  raise exception 'a case stays about its payment' using errcode = 'check_violation';
end $$;

create trigger keep_subject before update of payment_id on cases for each row
  when (new.payment_id is distinct from old.payment_id) execute function keep_subject_of_case();
