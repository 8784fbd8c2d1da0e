-- Accounts of staff. The columns are those that better-auth needs, some of which the site never fills.

create table users (
  id text primary key,
  name text not null,
  username text unique check (username = lower(username)),
  display_username text,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'organizer' check (role in ('organizer', 'staff', 'admin')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  two_factor_enabled boolean not null default false,
  -- Every request of a signed-in person reads this, so it is in a row that the request reads anyway.
  has_passkey boolean not null default false,
  -- The person who chose the first password knows it, so its owner chooses another at the first sign-in.
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table credentials (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);

create index credentials_by_user on credentials (user_id);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- A hash, so that reading this table does not let anyone sign in.
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  -- The last passkey confirmation in this session. A sensitive action clears it.
  passkey_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verifications_by_identifier on verifications (identifier);
create index verifications_by_end on verifications (expires_at);

create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  -- A JSON list of hashes.
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- The public key of a person's device (WebAuthn).
create table passkeys (
  -- The credential id as base64url, at most 1023 bytes.
  id text primary key check (length(id) between 1 and 1364),
  user_id text not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  public_key bytea not null,
  -- The device's counter grows with every use, or stays 0.
  counter bigint not null check (counter >= 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index passkeys_by_user on passkeys (user_id, created_at);

create function keep_has_passkey() returns trigger language plpgsql as $$
declare
  owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  -- Two requests that remove the last two passkeys take turns.
  perform from users where id = owner_id for update;
  update users u set has_passkey = exists (select from passkeys p where p.user_id = owner_id) where u.id = owner_id;
  return null;
end $$;

create trigger keep_has_passkey after insert or delete on passkeys
  for each row execute function keep_has_passkey();

create function keep_passkey_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a passkey keeps its owner and its key' using errcode = 'integrity_constraint_violation';
end $$;

create trigger keep_passkey_owner before update on passkeys
  for each row when (
    new.id <> old.id or new.user_id <> old.user_id or new.public_key <> old.public_key or new.counter < old.counter
  )
  execute function keep_passkey_owner();

-- Links sent by email, stored by the hash of their key. A link without a user is for an unknown address: storing it takes as
-- long as for a known one.
create table account_links (
  hash bytea primary key,
  kind text not null check (kind in ('password-reset', 'email-change', 'email-undo', 'email-confirm', 'invitation')),
  user_id text references users (id) on delete cascade,
  email text check (email = lower(email)),
  role text check (role in ('organizer', 'staff', 'admin')),
  made_by text references users (id) on delete cascade,
  language text not null default 'en' check (language in ('en', 'sw')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (kind not in ('email-change', 'email-undo') or (user_id is not null and email is not null)),
  check (kind <> 'invitation' or (email is not null and role is not null)),
  check (kind <> 'email-confirm' or (user_id is not null and email is not null))
);

create index account_links_by_user on account_links (user_id, kind);
create index account_links_by_end on account_links (expires_at);
create unique index account_links_one_invitation on account_links (email) where kind = 'invitation' and used_at is null;

-- A browser that signed in before has its own limit of attempts. Stored by the hash of its cookie.
create table known_devices (
  hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  used_at timestamptz not null default now()
);

create index known_devices_by_user on known_devices (user_id);

-- There must always be an admin to let others in. The lock makes two admins who leave at the same moment take turns.
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

-- The staff roles of each person, and who gave them. Money decisions need two people, and one admin must not be both: by
-- inviting a second account, or by removing the other admins shortly before.
create table role_grants (
  id bigint generated always as identity primary key,
  user_id text not null,
  role text not null check (role in ('staff', 'admin')),
  -- Null: the operator at the machine, or an account that was enabled again.
  given_by text,
  given_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The first admin of an installation does not have to wait.
  is_first boolean not null default false,
  -- Unlike given_by it also names the admin who enabled an account again.
  done_by text,
  needs_confirmation boolean not null default false
);

create index role_grants_by_user on role_grants (user_id, id desc);
create index role_grants_of_admins on role_grants (ended_at) where role = 'admin';

-- A second admin's confirmation of an access.
create table access_confirmations (
  grant_id bigint primary key,
  confirmed_by text not null,
  confirmed_at timestamptz not null default now()
);

create function is_confirmed(one role_grants) returns boolean language sql stable as $$
  select not one.needs_confirmation or exists (select from access_confirmations where grant_id = one.id)
$$;

create function access_is_confirmed(person text) returns boolean language sql stable as $$
  select not exists (
    select from role_grants g where g.user_id = person and g.ended_at is null and not is_confirmed(g)
  )
$$;

-- The role was held for 72 hours, or is that of the first admin, and is confirmed.
create function is_settled(one role_grants) returns boolean language sql stable as $$
  select (one.is_first or one.given_at + interval '72 hours' <= coalesce(one.ended_at, now())) and is_confirmed(one)
$$;

create function keep_role_grants() returns trigger language plpgsql security definer
set search_path from current as $$
declare
  who text;
  had text;
  has text;
  doer text := nullif(current_setting('amana.role_given_by', true), '');
  is_enabled boolean := false;
  waited boolean;
  needs boolean;
begin
  if tg_op <> 'INSERT' then
    who := old.id;
    had := case when not old.banned then old.role end;
  end if;
  if tg_op <> 'DELETE' then
    who := new.id;
    has := case when not new.banned then new.role end;
  end if;
  if had is not distinct from has then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    is_enabled := old.banned and not new.banned and old.role = new.role;
  end if;
  waited := not access_is_confirmed(who);
  update role_grants set ended_at = now() where user_id = who and ended_at is null;
  if has in ('staff', 'admin') then
    needs := case
      when had = 'admin' then waited
      -- An admin who lost the role in the last 72 hours counts. Otherwise one could remove the others to avoid a confirmation.
      else doer is not null and exists (
        select from role_grants g
        where g.role = 'admin' and g.user_id not in (doer, who) and is_settled(g)
          and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
      )
    end;
    insert into role_grants (user_id, role, given_by, done_by, needs_confirmation, is_first)
    values (
      who, has, case when not is_enabled then doer end, doer, needs,
      has = 'admin' and not exists (select from role_grants where role = 'admin')
    );
  end if;
  return null;
end $$;

create trigger keep_role_grants after insert or delete or update of role, banned on users
  for each row execute function keep_role_grants();
create trigger keep before insert or update or delete on role_grants
  for each row execute function refuse_direct_change();
create trigger keep_all before truncate on role_grants for each statement execute function refuse_change();

create function may_confirm_access(person text, one role_grants) returns boolean language sql stable as $$
  select one.needs_confirmation and one.ended_at is null and person not in (one.user_id, one.done_by)
    and exists (
      select from role_grants g
      where g.user_id = person and g.role = 'admin' and g.ended_at is null and is_settled(g)
    )
$$;

create function guard_confirmation() returns trigger language plpgsql as $$
begin
  if not exists (select from role_grants g where g.id = new.grant_id and may_confirm_access(new.confirmed_by, g)) then
    raise exception '% may not confirm this access', new.confirmed_by using errcode = 'insufficient_privilege';
  end if;
  new.confirmed_at := now();
  return new;
end $$;

create trigger guard before insert on access_confirmations for each row execute function guard_confirmation();
create trigger keep before update or delete on access_confirmations for each row execute function refuse_change();
create trigger keep_all before truncate on access_confirmations for each statement execute function refuse_change();

-- The person who gave the role, the person who gave that person's role, and so on.
create function brought_in_by(person text) returns setof text language sql stable as $$
  with recursive up (id) as (
    select given_by from role_grants where user_id = person and given_by is not null
    union
    select g.given_by from up join role_grants g on g.user_id = up.id where g.given_by is not null
  )
  select id from up
$$;

-- One brought in the other, or the same person brought in both.
create function are_tied(one text, other text) returns boolean language sql stable as $$
  select exists (
    (select one union select brought_in_by(one)) intersect (select other union select brought_in_by(other))
  )
$$;

-- The reason why the decider may not decide about the proposer's request, and its end; null if there is none. Admins decide
-- requests. All staff confirm offline donations, with the lowest role 'staff'.
create function decision_hindrance(
  decider text, proposer text, lowest text default 'admin', out kind text, out ends_at timestamptz
) language plpgsql stable as $$
declare
  wait constant interval := interval '72 hours';
  own role_grants;
begin
  select * into own from role_grants where user_id = decider and ended_at is null order by id desc limit 1;
  if own.id is not null and not is_confirmed(own) then
    kind := 'unconfirmed';
    return;
  end if;
  if not own.is_first and own.given_at + wait > now() then
    kind := 'new-admin';
    ends_at := own.given_at + wait;
    return;
  end if;
  if decider = proposer then
    select max(ended_at) + wait into ends_at from role_grants
    where role in ('admin', lowest) and user_id <> decider and ended_at is not null;
    if ends_at > now() then
      kind := 'others-left';
    else
      ends_at := null;
    end if;
    return;
  end if;
  if proposer in (select brought_in_by(decider)) then
    kind := 'brought-in-by-proposer';
    return;
  end if;
  if are_tied(decider, proposer) and exists (
    select from role_grants g
    where g.role in ('admin', lowest) and g.ended_at is null and is_settled(g)
      and g.user_id <> decider and not are_tied(g.user_id, proposer)
  ) then
    kind := 'tied';
    return;
  end if;
  if decider in (select brought_in_by(proposer)) then
    select max(given_at) + wait into ends_at from role_grants where user_id = proposer;
    if ends_at > now() then
      kind := 'new-proposer';
    else
      ends_at := null;
    end if;
  end if;
end $$;
