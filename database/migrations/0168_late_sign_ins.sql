-- A sign-in that is under way while the password, the codes or the passkeys change must come too late. Each change raises
-- the person's version. A sign-in reads the version before it checks anything, and its session is stored only with it.
alter table users add column sign_in_version integer not null default 1;
alter table sessions add column sign_in_version integer;
-- Of the password that was entered before the code.
alter table verifications add column sign_in_version integer;

create function raise_sign_in_version() returns trigger language plpgsql as $$
begin
  update users set sign_in_version = sign_in_version + 1 where id = new.user_id;
  return null;
end $$;

-- The same salt belongs to the same password, hashed again with another cost.
create trigger raise_sign_in_version after update of password on credentials for each row
  when (split_part(old.password, '$', 5) is distinct from split_part(new.password, '$', 5))
  execute function raise_sign_in_version();

create or replace function keep_has_passkey() returns trigger language plpgsql as $$
declare
  owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  -- Two requests that remove the last two passkeys take turns.
  perform from users where id = owner_id for update;
  update users u
  set has_passkey = exists (select from passkeys p where p.user_id = owner_id), sign_in_version = u.sign_in_version + 1
  where u.id = owner_id;
  return null;
end $$;

create function refuse_late_session() returns trigger language plpgsql as $$
begin
  -- Waits for a change that is under way. A change that comes later waits for this session, and ends it.
  perform from users where id = new.user_id and sign_in_version = new.sign_in_version for share;
  if not found then
    raise exception 'this sign-in began before the last change of how the person signs in'
      using errcode = 'integrity_constraint_violation', constraint = 'sessions_are_not_late';
  end if;
  return new;
end $$;

create trigger refuse_late before insert on sessions for each row execute function refuse_late_session();
