-- A hold of a campaign says what its records say, whoever writes the row. Before, any statement of the site could end a
-- hold, and a campaign that was added for a suspended organizer was not held.
create function guard_holds() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.suspended_at := (
      select s.suspended_at from organizer_suspensions s where s.user_id = new.owner_id and s.lifted_at is null
    );
    return new;
  end if;
  if new.owner_id is distinct from old.owner_id or new.suspended_at is distinct from old.suspended_at then
    new.suspended_at := (
      select s.suspended_at from organizer_suspensions s where s.user_id = new.owner_id and s.lifted_at is null
    );
  end if;
  if new.zakat_until is distinct from old.zakat_until and new.zakat_until is distinct from coalesce(
    (
      select max(coalesce(r.expires_on, 'infinity'::date)) from zakat_rulings r
      where r.campaign_id = new.id and r.withdrawn_at is null
    ),
    '-infinity'
  ) then
    raise exception 'the rulings of campaign % do not say this', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- After require_zakat_ruling, by its name.
create trigger tell_holds before insert or update of owner_id, suspended_at, zakat_until on campaigns
  for each row execute function guard_holds();

-- A new campaign cannot bring its own ruling.
create function refuse_early_ruling() returns trigger language plpgsql as $$
begin
  raise exception 'a campaign begins without a ruling' using errcode = 'check_violation';
end $$;

create trigger refuse_early_ruling before insert on campaigns for each row
  when (new.zakat_until > '-infinity') execute function refuse_early_ruling();

-- A held campaign is not silent: its organizer is not asked for news, and its followers get no figures.
create or replace view last_news as
select
  c.id as campaign_id,
  greatest(
    c.created_at, c.start_date::timestamp at time zone 'Africa/Dar_es_Salaam',
    (select max(u.published_at) from campaign_updates u where u.campaign_id = c.id and u.archived_at is null)
  ) as at
from campaigns c
where shown_status(c.status, c.suspended_at, c.is_zakat_eligible, c.zakat_until) = 'active'
  and c.archived_at is null and c.end_date >= fund_day();
