-- A person says that they saved the codes of one set. A page that is still open can show a set that was replaced.
alter table two_factors add column codes_set text not null default gen_random_uuid();
