-- A name is looked for along the list, newest or largest first: what says whether a gift is meant is read from the index
-- that is walked, and not from the gift, which lies anywhere among millions.
drop index donations_by_age;
create index donations_by_age on donations (created_at, id) include (donor_name, is_anonymous);
drop index donations_by_amount;
create index donations_by_amount on donations ((currency = 'TZS'), amount, created_at, id)
  include (currency, donor_name, is_anonymous);
drop index donations_by_campaign;
create index donations_by_campaign on donations (campaign_id, created_at, id) include (donor_name, is_anonymous);
drop index donations_by_campaign_and_amount;
create index donations_by_campaign_and_amount on donations (campaign_id, (currency = 'TZS'), amount, created_at, id)
  include (currency, donor_name, is_anonymous);
-- An index alone answers only for pages that have been vacuumed; by itself PostgreSQL waits for a fifth of the table.
alter table donations set (autovacuum_vacuum_insert_scale_factor = 0.01);
