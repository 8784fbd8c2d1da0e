-- What was typed into the gift form, until its giver presses the button that asks for the money: kept for an hour, under a
-- key that only their browser knows. Not for the public role.
create table gift_drafts (
  key text primary key check (length(key) between 20 and 60),
  campaign_id text not null references campaigns (id),
  entered jsonb not null,
  created_at timestamptz not null default now()
);

create index gift_drafts_by_age on gift_drafts (created_at);
