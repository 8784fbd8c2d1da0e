-- The donor's open page follows every doubt about a failed payment, and its end.
drop trigger announce on cases;
alter function announce_mismatch() rename to announce_doubt;
create trigger announce after insert or update of status on cases for each row
  when (new.kind in ('mismatch', 'not-booked', 'no-answer') and new.payment_id is not null)
  execute function announce_doubt();

create function announce_report() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id) from donations d where d.id = new.donation_id;
  return null;
end $$;
create trigger announce_report after update of hint on payments for each row
  when (new.hint is distinct from old.hint and new.status in ('failed', 'cancelled'))
  execute function announce_report();
