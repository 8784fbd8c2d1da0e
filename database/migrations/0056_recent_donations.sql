-- The last donations of all campaigns, for the home page. It has no name and no time of day, so that no donor is found by them.
create index donations_by_completion on donations (completed_at desc)
  where status = 'completed' and reversed_at is null;

create view public_recent_donations as
select
  c.id as campaign_id, c.title, c.title_sw, d.amount - d.refunded as amount, d.currency,
  (d.completed_at at time zone 'Africa/Dar_es_Salaam')::date as day
from donations d join campaigns c on c.id = d.campaign_id
where d.status = 'completed' and d.reversed_at is null
  and c.status in ('active', 'paused', 'completed') and c.archived_at is null
order by d.completed_at desc
limit 5;
