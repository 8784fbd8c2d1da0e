-- The organizer's page counts the visits of one campaign, among those of all pages.
create index visitor_events_by_campaign on visitor_events (campaign_id, day, session_id)
  where type = 'page_view' and campaign_id is not null;
