-- The page of a paused campaign says since when. Null for a campaign that was paused before this column, because its day is unknown.
alter table campaigns add column paused_at timestamptz;

create function note_pause() returns trigger language plpgsql as $$
begin
  if new.status <> 'paused' then
    new.paused_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'paused' then
    new.paused_at := now();
  else
    new.paused_at := old.paused_at;
  end if;
  return new;
end $$;

create trigger note_pause before insert or update of status, paused_at on campaigns
  for each row execute function note_pause();

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
    c.is_for_sadaqah,
    c.paused_at
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
    is_for_sadaqah,
    CASE
      WHEN status = 'paused' THEN fund_day(paused_at)
      WHEN status = 'active' THEN least(fund_day(suspended_at), CASE WHEN is_zakat_eligible AND isfinite(zakat_until) THEN zakat_until + 1 END)
    END AS paused_since
   FROM campaigns_with_calculated_days c
  WHERE (status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND archived_at IS NULL;
