-- What a campaign is found by, in both languages. A function, so that the index and the query are sure to mean the same
-- words; 'simple' because no dictionary knows Kiswahili, and a beginning of a word finds the rest of it.
create function campaign_words(
  title text, title_sw text, description text, description_sw text, organizer text
) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector(
    'simple',
    title || ' ' || coalesce(title_sw, '') || ' ' || description || ' ' || coalesce(description_sw, '') || ' ' || organizer
  )
$$;

create index campaigns_by_words on campaigns
  using gin (campaign_words(title, title_sw, description, description_sw, organizer)) where archived_at is null;

-- The filters' counts come from this alone, without reading the texts.
create index campaigns_by_kind on campaigns (category, sub_type, is_zakat_eligible, status) where archived_at is null;
create index campaigns_by_age on campaigns (created_at desc, id) where archived_at is null;
create index campaigns_by_end on campaigns (end_date, id, status) where archived_at is null;

-- All sums at once: asked for one campaign at a time they take five times as long.
create view public_standings as
select campaign_id, sum(raised)::bigint as raised from campaign_totals group by campaign_id;
