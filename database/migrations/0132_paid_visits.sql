-- For the count of visits that ended in a paid donation, by source.
create index visitor_events_paid on visitor_events (campaign_id, day, session_id) where action = 'donation:paid';
