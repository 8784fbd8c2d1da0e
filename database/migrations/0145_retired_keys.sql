-- Keys of the installation that a newer one replaced. The id is a part of the key's hash. An old key expires some days later.
create table retired_keys (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  retired_at timestamptz not null default now()
);
