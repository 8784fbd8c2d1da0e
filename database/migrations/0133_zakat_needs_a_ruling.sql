-- Each new Zakat campaign needs a ruling, also one of the fund. Campaigns from before keep what they had.
create or replace function require_zakat_ruling() returns trigger language plpgsql as $$
begin
  if new.is_zakat_eligible and new.zakat_until is null and (
    tg_op = 'INSERT' or not old.is_zakat_eligible or new.owner_id is distinct from old.owner_id
  ) then
    new.zakat_until := '-infinity';
  end if;
  return new;
end $$;

-- The demonstration has a ruling before it has people, so no person recorded it.
alter table zakat_rulings alter column recorded_by drop not null;

create or replace function guard_zakat_ruling() returns trigger language plpgsql as $$
declare
  actor text;
  campaign record;
begin
  if tg_op = 'UPDATE' then
    if old.withdrawn_at is not null or new.withdrawn_at is null
      or (new.id, new.campaign_id, new.reviewer_id, new.reviewer_name, new.ruled_on, new.reasons, new.expires_on,
          new.recorded_by, new.recorded_at)
        is distinct from
        (old.id, old.campaign_id, old.reviewer_id, old.reviewer_name, old.ruled_on, old.reasons, old.expires_on,
          old.recorded_by, old.recorded_at) then
      raise exception 'a ruling is only withdrawn' using errcode = 'check_violation';
    end if;
    actor := new.withdrawn_by;
  else
    if new.withdrawn_at is not null or new.ruled_on > fund_day() then
      raise exception 'a ruling begins on a past day or today' using errcode = 'check_violation';
    end if;
    if not exists (select from team_members m where m.id = new.reviewer_id and m.is_active and m.name = new.reviewer_name) then
      raise exception '% is not in the advisory body', new.reviewer_name using errcode = 'check_violation';
    end if;
    actor := new.recorded_by;
  end if;
  select owner_id, is_zakat_eligible into campaign from campaigns where id = new.campaign_id;
  if not campaign.is_zakat_eligible then
    raise exception 'campaign % takes no Zakat', new.campaign_id using errcode = 'check_violation';
  end if;
  if actor is null and tg_op = 'INSERT' and not exists (select from users) then return new; end if;
  if actor is null or actor = campaign.owner_id
    or not exists (select from users where id = actor and role in ('staff', 'admin') and not banned) then
    raise exception '% may not record a ruling', coalesce(actor, 'no person') using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
