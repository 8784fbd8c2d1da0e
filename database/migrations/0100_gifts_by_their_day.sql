-- A gift by bank or in cash was given on the day on which it arrived, whenever it was written down here: the same day as
-- in the ledger and in the export.
update donations d set created_at = (o.received_on + time '12:00') at time zone 'Africa/Dar_es_Salaam'
from offline_gifts o where o.donation_id = d.id;

-- Where few give without a name, the newest of them would be looked for among all.
create index donations_anonymous on donations (created_at, id) where is_anonymous;
