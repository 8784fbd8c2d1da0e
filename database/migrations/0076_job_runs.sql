-- How each job ended last, on whichever node.
create table job_runs (
  job text primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  outcome jsonb,
  failure text
);
