-- Staff get one email about each version that waits longer than promised.
create table overdue_submissions (
  submission_id bigint not null,
  version integer not null,
  told_at timestamptz not null default now(),
  primary key (submission_id, version),
  foreign key (submission_id, version) references submission_versions (submission_id, version) on delete cascade
);
