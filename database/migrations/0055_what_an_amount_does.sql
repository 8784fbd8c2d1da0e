-- Staff say what each amount to choose from does for a campaign. Empty where they say nothing.
alter table campaigns
  add column small_amount_does text, add column small_amount_does_sw text,
  add column usual_amount_does text, add column usual_amount_does_sw text,
  add column large_amount_does text, add column large_amount_does_sw text;

create or replace view campaigns_with_calculated_days as
select
  c.id, c.title, c.title_sw, c.description, c.description_sw, c.story, c.story_sw, c.category, c.sub_type,
  c.priority, c.goal_amount, c.currency, c.image, c.organizer, c.location, c.is_zakat_eligible, c.status,
  c.start_date, c.end_date, c.owner_id, c.archived_at, c.created_at, c.updated_at,
  c.image as campaign_image,
  days_left(c.end_date) as days_left,
  coalesce(t.raised, 0)::bigint as amount_raised,
  coalesce(t.donors, 0)::bigint as donors_count,
  c.organizer_sw, c.location_sw, c.event_day, c.suspended_at, c.zakat_until,
  c.small_amount_does, c.small_amount_does_sw, c.usual_amount_does, c.usual_amount_does_sw,
  c.large_amount_does, c.large_amount_does_sw
from campaigns c left join campaign_totals t on t.campaign_id = c.id;

create or replace view public_campaigns as
select
  id, title, title_sw, description, description_sw, story, story_sw, category, sub_type, priority, goal_amount,
  currency, image, organizer, location,
  is_zakat_eligible and coalesce(zakat_until >= fund_day(), true) as is_zakat_eligible,
  shown_status(status, suspended_at, is_zakat_eligible, zakat_until) as status,
  start_date, end_date, days_left,
  amount_raised + coalesce(
    (select e.raised from public_external_figures e where e.subject = c.id and c.currency = 'TZS'), 0
  ) as amount_raised,
  donors_count + coalesce(
    (select e.donors from public_external_figures e where e.subject = c.id and c.currency = 'TZS'), 0
  ) as donors_count,
  created_at, updated_at, organizer_sw, location_sw, event_day,
  small_amount_does, small_amount_does_sw, usual_amount_does, usual_amount_does_sw,
  large_amount_does, large_amount_does_sw
from campaigns_with_calculated_days c
where status in ('active', 'paused', 'completed') and archived_at is null;
