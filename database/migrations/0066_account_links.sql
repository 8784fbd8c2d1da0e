-- What a mailed address may do, known by the hash of its key only. A link without a user is of somebody whom nobody
-- knows: asking for it costs as much as for one that is sent.
create table account_links (
  hash bytea primary key,
  kind text not null check (kind in ('password-reset', 'email-change', 'email-undo', 'invitation')),
  user_id text references users (id) on delete cascade,
  email text check (email = lower(email)),
  role text check (role in ('organizer', 'staff', 'admin')),
  made_by text references users (id) on delete cascade,
  language text not null default 'en' check (language in ('en', 'sw')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (kind not in ('email-change', 'email-undo') or (user_id is not null and email is not null)),
  check (kind <> 'invitation' or (email is not null and role is not null))
);

create index account_links_by_user on account_links (user_id, kind);
create index account_links_by_end on account_links (expires_at);
create unique index account_links_one_invitation on account_links (email) where kind = 'invitation' and used_at is null;

-- A browser in which somebody signed in before has attempts of its own, by the hash of what its cookie says.
create table known_devices (
  hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  used_at timestamptz not null default now()
);

create index known_devices_by_user on known_devices (user_id);

-- The second step of signing in: the columns are those that better-auth wants, under our names.
alter table users add column two_factor_enabled boolean not null default false;

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Somebody must always be able to let others in. Those who would go at the same moment wait for each other.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
  if not exists (select from users where role = 'admin' and not banned) then
    raise exception 'the last admin stays' using errcode = 'integrity_constraint_violation', constraint = 'users_keep_an_admin';
  end if;
  return null;
end $$;

create trigger keep_an_admin_on_change after update of role, banned on users
  for each row when (old.role = 'admin' and not old.banned and (new.role <> 'admin' or new.banned))
  execute function keep_an_admin();

create trigger keep_an_admin_on_removal after delete on users
  for each row when (old.role = 'admin' and not old.banned)
  execute function keep_an_admin();

create index audit_log_by_actor on audit_log (actor_id, id desc);
create index audit_log_by_action on audit_log (action, id desc);
