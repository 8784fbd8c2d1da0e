-- A live site can run on a database without donations, so a second site must not make its record say sandbox.
create or replace function guard_installation() returns trigger language plpgsql as $$
begin
  -- A donation of another site would otherwise come between this look and the commit.
  lock table donations in share row exclusive mode;
  if tg_op = 'UPDATE' and old.payments = 'live' and new.payments <> 'live' then
    raise exception 'a live database stays live' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and new.payments <> old.payments and exists (select from donations) then
    raise exception 'the donations of a database stay %', old.payments using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and new.payments = 'live' and has_invented_donations() then
    raise exception 'the database holds donations that are not real' using errcode = 'check_violation';
  end if;
  return new;
end $$;
