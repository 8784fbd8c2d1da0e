-- Passkeys (WebAuthn): a public key of a person's device. The private key never leaves the device.
create table passkeys (
  -- The credential id, as base64url: at most 1023 bytes.
  id text primary key check (length(id) between 1 and 1364),
  user_id text not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  public_key bytea not null,
  -- Of the device. It grows with every use, or it stays 0.
  counter bigint not null check (counter >= 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Every request of a signed-in person asks this, so it is in the row that is read anyway.
alter table users add column has_passkey boolean not null default false;

create function keep_has_passkey() returns trigger language plpgsql as $$
declare
  owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  -- Two who remove the last two passkeys at once wait for each other.
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
