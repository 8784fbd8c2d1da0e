-- A pooler drops the settings of a connection and passes on its name. Nodes of earlier versions still send the setting.
create or replace function guard_mode() returns trigger language plpgsql as $$
declare
  site constant text := coalesce(
    substring(current_setting('application_name') from '^amana (live|sandbox)$'),
    current_setting('amana.payments', true),
    ''
  );
  kept text;
begin
  if site = '' then return new; end if;
  select payments into kept from installation;
  if kept is distinct from site then
    raise exception 'a site with % payments cannot take donations for a % database', site, kept
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
