-- Whoever waits for a donation hears, too, that another amount came than was asked for.
create function announce_mismatch() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id)
  from payments p join donations d on d.id = p.donation_id where p.id = new.payment_id;
  return null;
end $$;

create trigger announce after insert on cases
  for each row when (new.kind = 'mismatch' and new.payment_id is not null) execute function announce_mismatch();
