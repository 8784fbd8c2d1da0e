-- The totals stand as values and not as a join, so that who only counts or filters does not sum them up.
create view campaigns_with_calculated_days as
select
  c.*,
  c.image as campaign_image,
  days_left(c.end_date) as days_left,
  coalesce((select sum(raised) from campaign_totals where campaign_id = c.id), 0)::bigint as amount_raised,
  coalesce((select sum(donors) from campaign_totals where campaign_id = c.id), 0)::bigint as donors_count
from campaigns c;

-- What the public role may see where a table also holds what it may not.

create view public_campaigns as
select
  id, title, title_sw, description, description_sw, story, story_sw, category, sub_type, priority, goal_amount,
  currency, image, organizer, location, is_zakat_eligible, status, start_date, end_date, days_left,
  amount_raised, donors_count, created_at, updated_at
from campaigns_with_calculated_days
where status in ('active', 'paused', 'completed') and archived_at is null;

create view public_campaign_updates as
select u.id, u.campaign_id, u.title, u.title_sw, u.content, u.content_sw, u.published_at
from campaign_updates u
join campaigns c on c.id = u.campaign_id
where u.archived_at is null and u.published_at <= now()
  and c.status in ('active', 'paused', 'completed') and c.archived_at is null;

create view public_totals as
select currency, sum(raised)::bigint as raised, sum(donors)::bigint as donors from fund_totals group by currency;

create view public_settings as
select key, value, updated_at from site_settings where is_public;

create view public_team as
select id, name, role, role_sw, bio, bio_sw, photo_url, order_index from team_members where is_active;
