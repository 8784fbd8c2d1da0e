-- A database is made for pretended or for real money, and this is where it says which. The start writes it before anything
-- is seeded. Only the owner of the database may write it.
create table installation (
  only_one boolean primary key default true check (only_one),
  payments text not null check (payments in ('sandbox', 'live')),
  recorded_at timestamptz not null default now()
);

-- Demonstration donations, and those of the pretended payment page. Pretended prompts leave no mark of their own.
create function has_invented_donations() returns boolean language sql stable as $$
  select exists (select from payments where reference like 'past-%')
    or exists (select from payments where reference like 'history-%')
    or exists (select from payments where page_url like '%/sandbox/%')
$$;

create function guard_installation() returns trigger language plpgsql as $$
begin
  -- A donation of another site would otherwise come between this look and the commit.
  lock table donations in share row exclusive mode;
  if tg_op = 'UPDATE' and new.payments <> old.payments and exists (select from donations) then
    raise exception 'the donations of a database stay %', old.payments using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and new.payments = 'live' and has_invented_donations() then
    raise exception 'the database holds donations that are not real' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger guard before insert or update on installation for each row execute function guard_installation();
create trigger keep before delete on installation for each row execute function refuse_change();
create trigger keep_all before truncate on installation for each statement execute function refuse_change();

-- A site says with each connection what money it takes. One that was started before the record changed takes nothing more.
create function guard_mode() returns trigger language plpgsql as $$
declare
  site constant text := coalesce(current_setting('amana.payments', true), '');
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

create trigger right_mode before insert on donations for each row execute function guard_mode();
