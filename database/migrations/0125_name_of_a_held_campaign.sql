-- A ruling can be withdrawn, or an organizer suspended, while a donation begins. The site knows this refusal by its name.
create or replace function refuse_held_campaign() returns trigger language plpgsql as $$
begin
  if exists (
    select from campaigns c
    where c.id = new.campaign_id
      and shown_status(c.status, c.suspended_at, c.is_zakat_eligible, c.zakat_until) <> c.status
  ) then
    raise exception 'campaign % takes no donations now', new.campaign_id
      using errcode = 'check_violation', constraint = 'donations_campaign_is_not_held';
  end if;
  return new;
end $$;
