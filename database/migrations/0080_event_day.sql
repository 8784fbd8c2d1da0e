-- An event takes place on a day; its campaign asks for longer.
alter table campaigns add column event_day date check (event_day is null or category = 'events');

create or replace view campaigns_with_calculated_days as
select
  c.id, c.title, c.title_sw, c.description, c.description_sw, c.story, c.story_sw, c.category, c.sub_type,
  c.priority, c.goal_amount, c.currency, c.image, c.organizer, c.location, c.is_zakat_eligible, c.status,
  c.start_date, c.end_date, c.owner_id, c.archived_at, c.created_at, c.updated_at,
  c.image as campaign_image,
  days_left(c.end_date) as days_left,
  coalesce((select sum(raised) from campaign_totals where campaign_id = c.id), 0)::bigint as amount_raised,
  coalesce((select sum(donors) from campaign_totals where campaign_id = c.id), 0)::bigint as donors_count,
  c.organizer_sw, c.location_sw, c.event_day
from campaigns c;

create or replace view public_campaigns as
select
  id, title, title_sw, description, description_sw, story, story_sw, category, sub_type, priority, goal_amount,
  currency, image, organizer, location, is_zakat_eligible, status, start_date, end_date, days_left,
  amount_raised, donors_count, created_at, updated_at, organizer_sw, location_sw, event_day
from campaigns_with_calculated_days
where status in ('active', 'paused', 'completed') and archived_at is null;
