-- How many card payments of the last minutes were not paid: whoever tests stolen cards shows there.
create index payments_by_card on payments (created_at) where method = 'card';

-- A challenge lets one payment pass, on whichever node it is shown.
create table used_challenges (
  name text primary key,
  used_at timestamptz not null
);

create index used_challenges_by_age on used_challenges (used_at);

-- It is needed first where a payment is turned away, and what is written there is undone.
insert into secrets (name, value)
values ('card-bar', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
on conflict (name) do nothing;
