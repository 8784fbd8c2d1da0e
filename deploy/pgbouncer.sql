-- Lets PgBouncer check the passwords of the site's roles. Run it once as a superuser, in the database of the site:
-- psql amana --variable password=... --file deploy/pgbouncer.sql

create role pgbouncer login password :'password';
create schema pooler;

create function pooler.password_of(client text, out name text, out password text) returns setof record
language sql security definer set search_path = pg_catalog as $$
  select rolname::text, rolpassword from pg_authid where rolname = client and rolcanlogin and not rolsuper
$$;

revoke execute on function pooler.password_of(text) from public;
grant usage on schema pooler to pgbouncer;
grant execute on function pooler.password_of(text) to pgbouncer;
