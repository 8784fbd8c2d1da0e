-- Organizers see how many visitors of each source started a donation.
create index visitor_events_starts on visitor_events (campaign_id, day, session_id) where action = 'form:start';
