-- The largest gifts to one campaign, without sorting all that it was given.
create index donations_by_campaign_and_amount on donations (campaign_id, (currency = 'TZS'), amount, id);
