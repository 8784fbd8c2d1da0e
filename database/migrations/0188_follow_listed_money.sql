-- A donor's open page follows each report of money that no one has decided about, also a line of a statement.
drop trigger announce_report on payments;
create trigger announce_report after update of hint on payments
  for each row
  when (new.hint is distinct from old.hint and new.status in ('review', 'failed', 'cancelled'))
  execute function announce_report();

create function announce_listed() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id)
  from changed l
  join payments p on p.id = l.payment_id
  join donations d on d.id = p.donation_id
  where l.outcome = 'paid' and p.status not in ('succeeded', 'reversed');
  return null;
end $$;

create trigger announce_new after insert on statement_lines
  referencing new table as changed for each statement execute function announce_listed();
create trigger announce after update on statement_lines
  referencing new table as changed for each statement execute function announce_listed();
create trigger announce_deleted after delete on statement_lines
  referencing old table as changed for each statement execute function announce_listed();
