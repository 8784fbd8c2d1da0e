-- The retention job deletes security events after 30 days. It locks the rows first, which takes the right to update.
create function keep_security_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or old.at > now() - interval '30 days' then
    raise exception 'permission denied to change a security event' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create trigger keep before update or delete on security_events
  for each row when (not is_owner()) execute function keep_security_events();

-- An alarm is seen again, and ends. When it was raised, and about what, stays.
create function keep_alarm() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject, new.raised_at) is distinct from (old.id, old.kind, old.subject, old.raised_at)
    or old.ended_at is not null then
    raise exception 'permission denied to change an alarm that was raised' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger keep before update on alarms for each row when (not is_owner()) execute function keep_alarm();
