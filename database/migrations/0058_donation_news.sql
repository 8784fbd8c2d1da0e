-- Whoever waits for one donation hears what has become of it, and nothing about the person.
create function announce_donation() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'donation:' || new.external_id);
  return null;
end $$;

create trigger announce after update of status on donations
  for each row when (new.status <> old.status) execute function announce_donation();
