-- A lost answer loses the backup codes, which are shown once. Null: the person has not said that they saved them.
alter table two_factors add column codes_saved_at timestamptz;
update two_factors set codes_saved_at = now();
