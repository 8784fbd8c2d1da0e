-- Every saved state of what staff edit, as its form held it. Version 0, or one without an author, is what stood there
-- before anybody saved it through an editor.

create table record_versions (
  subject text not null,
  version integer not null check (version >= 0),
  value jsonb not null,
  fingerprint text not null,
  author_id text,
  restored_from integer,
  at timestamptz not null default now(),
  primary key (subject, version)
);

create trigger append_only before update or delete or truncate on record_versions
  for each statement execute function refuse_change();

revoke update, delete, truncate on record_versions from current_user;
