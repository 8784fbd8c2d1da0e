-- Text that staff saved without publishing it. A record has one draft, which all who may edit the record share.
create table record_drafts (
  subject text primary key,
  value jsonb not null,
  fingerprint text not null,
  -- The fingerprint of the published record that the draft began with.
  opened text not null,
  saved_by text not null references users (id),
  saved_at timestamptz not null default now(),
  -- The job publishes the draft then, as the person who scheduled it.
  publish_at timestamptz,
  scheduled_by text references users (id),
  -- Reason why the job did not publish it. The draft and its time stay for the staff.
  failure text check (failure in ('no-access', 'changed', 'invalid')),
  check ((publish_at is null) = (scheduled_by is null)),
  check (failure is null or publish_at is not null)
);

create index record_drafts_due on record_drafts (publish_at) where publish_at is not null and failure is null;
