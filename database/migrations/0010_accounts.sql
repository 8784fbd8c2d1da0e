-- Who may sign in. The columns are those that better-auth wants, under our names. Nothing here is for the public role.

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

-- The token is a hash: whoever reads this table cannot sign in with it.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_by_user on sessions (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verifications_by_identifier on verifications (identifier);

-- Made once, known to every node.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- How often something was tried in a stretch of time, by the hash of what was tried from where.
create table attempts (
  key bytea primary key,
  used integer not null,
  until timestamptz not null
);

create index attempts_by_end on attempts (until);
