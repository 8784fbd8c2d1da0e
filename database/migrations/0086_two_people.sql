-- What is booked leaves the ledger again by the provider's own word, which is on record, or by two people; and whoever
-- decided stands in it.
create function check_reversal() returns trigger language plpgsql as $$
begin
  if exists (
    select from proposals a
    join payments p on p.id = new.payment_id
    join donations d on d.id = p.donation_id
    where a.kind = 'refund' and a.subject = 'donation:' || d.external_id
      and a.status = 'approved' and a.decided_in = pg_current_xact_id() and a.decided_by = new.entered_by
  ) then
    return null;
  end if;
  if new.entered_by is null and exists (
    select from provider_messages where payment_id = new.payment_id and verdict = 'reversed'
  ) then
    return null;
  end if;
  raise exception 'journal % undoes a gift without its provider''s word or two people', new.id
    using errcode = 'insufficient_privilege';
end $$;

create constraint trigger two_people after insert on journal deferrable initially deferred
  for each row when (new.reversed_of is not null) execute function check_reversal();

-- Bank details that are new, or gone, mislead as well as changed ones. Before there is anybody, an installation writes them.
create or replace function guard_bank_details() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from users) then
    return new;
  end if;
  if not exists (
    select from proposals
    where kind = 'bank-details' and status = 'approved' and decided_in = pg_current_xact_id()
  ) then
    raise exception 'bank details are changed by two people' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;

create constraint trigger two_people_for_all after insert or delete on bank_details
  deferrable initially deferred for each row execute function guard_bank_details();
create trigger keep_all before truncate on bank_details for each statement execute function refuse_change();
