-- What donors and visitors add to the page of a campaign, and what the site adds after a long silence.

-- The text stays with its donation, so that one deletion is enough.
create table support_messages (
  donation_id bigint primary key references donations (id),
  status text not null check (status in ('approved', 'hidden')),
  decided_by text not null,
  decided_at timestamptz not null default now()
);

create function announce_support_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'campaign:' || d.campaign_id) from donations d where d.id = new.donation_id;
  return null;
end $$;

create trigger announce after insert or update on support_messages
  for each row execute function announce_support_message();

create index donations_latest on donations (campaign_id, completed_at desc)
  where status = 'completed' and reversed_at is null;
create index donations_with_shown_message on donations (id) where is_shown and message is not null;

-- A name that is cleared or shown again changes no figure.
create function announce_shown_donation() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'campaign:' || new.campaign_id);
  return null;
end $$;

create trigger announce_shown after update of is_shown, donor_name, message on donations
  for each row when (
    old.is_shown and (new.is_shown, new.donor_name, new.message) is distinct from (old.is_shown, old.donor_name, old.message)
  ) execute function announce_shown_donation();

-- The donor agreed to be shown at the campaign that they chose, so a moved donation has no name.
create view public_latest_donations as
select
  d.campaign_id, d.amount - d.refunded as amount, d.currency, d.completed_at,
  case
    when d.is_shown and not d.is_anonymous and d.donor_name <> 'Anonymous' and d.chosen_campaign_id is null
    then d.donor_name
  end as name
from donations d
where d.status = 'completed' and d.reversed_at is null;

create view public_support_messages as
select
  d.id, d.campaign_id, d.message, d.completed_at,
  case when not d.is_anonymous and d.donor_name <> 'Anonymous' then d.donor_name end as name
from support_messages s join donations d on d.id = s.donation_id
where s.status = 'approved' and d.status = 'completed' and d.reversed_at is null
  and d.is_shown and d.message is not null and d.chosen_campaign_id is null;

-- Asks for news once for each silence.
create table news_requests (
  campaign_id text not null references campaigns (id),
  -- The time of the last news.
  since timestamptz not null,
  asked_at timestamptz not null default now(),
  -- The update that the site wrote, because no answer came.
  digest_id integer unique references campaign_updates (id),
  primary key (campaign_id, since)
);

create view last_news as
select
  c.id as campaign_id,
  greatest(
    c.created_at, c.start_date::timestamp at time zone 'Africa/Dar_es_Salaam',
    (select max(u.published_at) from campaign_updates u where u.campaign_id = c.id and u.archived_at is null)
  ) as at
from campaigns c
where c.status = 'active' and c.archived_at is null and c.end_date >= fund_day();
