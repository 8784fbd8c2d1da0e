-- A sum of all days falls only after a refund or a fault at the service. The lower report waits here for a decision of staff.
alter table external_figures
  add column lower_raised bigint check (lower_raised >= 0),
  add column lower_donors bigint check (lower_donors >= 0),
  add column lower_at timestamptz,
  add constraint external_figures_lower_is_whole check (num_nulls(lower_raised, lower_donors, lower_at) in (0, 3));
