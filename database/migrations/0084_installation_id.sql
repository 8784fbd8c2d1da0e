-- The name under which an installation claims its bucket. A restored backup keeps it.
alter table installation add column id text not null default gen_random_uuid()::text;
