-- A person whose access waits for a second admin changes nothing. Each change of staff writes its entry in this log, so the rule
-- also covers changes that have no rule of their own.
create function require_confirmed_actor() returns trigger language plpgsql as $$
begin
  if exists (
    select from role_grants g where g.user_id = new.actor_id and g.ended_at is null and not is_confirmed(g)
  ) and not exists (
    -- Organizers post updates to their own campaigns.
    select from campaign_updates u join campaigns c on c.id = u.campaign_id
    where new.subject = 'update:' || u.id and c.owner_id = new.actor_id
  ) then
    raise exception 'a second admin must confirm the access of % before %', new.actor_id, new.action
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Left out: the own account, and what has rules of its own or belongs to organizers too.
create trigger confirmed_actor before insert on audit_log for each row
  when (
    new.actor_id is not null and new.subject <> 'user:' || new.actor_id
    and new.action not in ('account-made', 'person-invited', 'invitation-withdrawn', 'picture-uploaded')
  )
  execute function require_confirmed_actor();
