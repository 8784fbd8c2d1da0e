-- The Zakat calculators offer these campaigns to people who owe no Zakat. Staff choose them.
alter table campaigns
  add column is_for_sadaqah boolean not null default false,
  add constraint campaigns_sadaqah_is_not_zakat check (not (is_for_sadaqah and is_zakat_eligible));

update campaigns set is_for_sadaqah = true where category = 'scholarship' and not is_zakat_eligible;

create or replace view campaigns_with_calculated_days as
 SELECT c.id,
    c.title,
    c.title_sw,
    c.description,
    c.description_sw,
    c.story,
    c.story_sw,
    c.category,
    c.sub_type,
    c.priority,
    c.goal_amount,
    c.currency,
    c.image,
    c.organizer,
    c.location,
    c.is_zakat_eligible,
    c.status,
    c.start_date,
    c.end_date,
    c.owner_id,
    c.archived_at,
    c.created_at,
    c.updated_at,
    c.image AS campaign_image,
    days_left(c.end_date) AS days_left,
    COALESCE(t.raised, 0::bigint) AS amount_raised,
    COALESCE(t.donors, 0::bigint) AS donors_count,
    c.organizer_sw,
    c.location_sw,
    c.event_day,
    c.suspended_at,
    c.zakat_until,
    c.small_amount_does,
    c.small_amount_does_sw,
    c.usual_amount_does,
    c.usual_amount_does_sw,
    c.large_amount_does,
    c.large_amount_does_sw,
    c.is_for_sadaqah
   FROM campaigns c
     LEFT JOIN campaign_totals t ON t.campaign_id = c.id;

create or replace view public_campaigns as
 SELECT id,
    title,
    title_sw,
    description,
    description_sw,
    story,
    story_sw,
    category,
    sub_type,
    priority,
    goal_amount,
    currency,
    image,
    organizer,
    location,
    is_zakat_eligible AND COALESCE(zakat_until >= fund_day(), true) AS is_zakat_eligible,
    shown_status(status, suspended_at, is_zakat_eligible, zakat_until) AS status,
    start_date,
    end_date,
    days_left,
    amount_raised + COALESCE(( SELECT e.raised
           FROM public_external_figures e
          WHERE e.subject = c.id AND c.currency = 'TZS'::text), 0::bigint) AS amount_raised,
    donors_count + COALESCE(( SELECT e.donors
           FROM public_external_figures e
          WHERE e.subject = c.id AND c.currency = 'TZS'::text), 0::bigint) AS donors_count,
    created_at,
    updated_at,
    organizer_sw,
    location_sw,
    event_day,
    small_amount_does,
    small_amount_does_sw,
    usual_amount_does,
    usual_amount_does_sw,
    large_amount_does,
    large_amount_does_sw,
    is_for_sadaqah
   FROM campaigns_with_calculated_days c
  WHERE (status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND archived_at IS NULL;
