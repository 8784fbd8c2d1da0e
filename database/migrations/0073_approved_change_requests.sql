-- An approval needs a running campaign and a person who may save campaigns. A ruling of the Advisory Body is about the use
-- that the reviewer read, so a new use of Zakat needs a newer ruling.
create or replace function guard_change_request() returns trigger language plpgsql as $$
declare
  campaign record;
  hindrance text;
begin
  if tg_op = 'DELETE' then
    raise exception 'change requests are kept' using errcode = 'insufficient_privilege';
  end if;
  select owner_id, goal_amount, end_date, status, is_zakat_eligible into campaign from campaigns where id = new.campaign_id;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'a change request begins as pending' using errcode = 'check_violation';
    end if;
    if new.requested_by is distinct from campaign.owner_id or is_suspended(new.requested_by) then
      raise exception '% may not request changes of campaign %', new.requested_by, new.campaign_id
        using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.status <> 'pending' or new.status = 'pending'
    or (new.id, new.campaign_id, new.requested_by, new.language, new.goal_was, new.end_date_was, new.goal,
        new.end_date, new.use_of_money, new.reason, new.requested_at)
      is distinct from
      (old.id, old.campaign_id, old.requested_by, old.language, old.goal_was, old.end_date_was, old.goal,
       old.end_date, old.use_of_money, old.reason, old.requested_at) then
    raise exception 'change request % is decided once and never changes', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.decided_by = new.requested_by or new.decided_by is not distinct from campaign.owner_id then
    raise exception 'nobody decides about their own change request' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from users where id = new.decided_by and role in ('staff', 'admin') and not banned) then
    raise exception '% may not decide about change requests', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'rejected' then
    return new;
  end if;
  select kind into hindrance from record_hindrance(new.decided_by, 'campaign:' || new.campaign_id);
  if hindrance is not null then
    raise exception '% may not approve change requests: %', new.decided_by, hindrance using errcode = 'insufficient_privilege';
  end if;
  if is_suspended(new.requested_by) then
    raise exception 'organizer % is suspended', new.requested_by using errcode = 'insufficient_privilege';
  end if;
  if campaign.status not in ('active', 'paused') then
    raise exception 'campaign % is not running, and its request % cannot be approved', new.campaign_id, new.id
      using errcode = 'check_violation';
  end if;
  if new.use_of_money is not null and campaign.is_zakat_eligible and not exists (
    select from zakat_rulings r
    where r.campaign_id = new.campaign_id and r.withdrawn_at is null and r.recorded_at > new.requested_at
      and coalesce(r.expires_on >= fund_day(), true)
  ) then
    raise exception 'Zakat campaign % needs a ruling about the new use', new.campaign_id using errcode = 'check_violation';
  end if;
  -- Approval and change are one transaction: the campaign already has the new values here.
  if (campaign.goal_amount, campaign.end_date)
    is distinct from (coalesce(new.goal, campaign.goal_amount), coalesce(new.end_date, campaign.end_date)) then
    raise exception 'change request % was approved without the change', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
