-- What was said about a payment without proof, and is not answered clearly yet. The schedule runs from hinted_at, also where
-- the payment has ended. hints counts them, so that an answer settles only what was said before the question.
alter table payments
  add column hint text check (hint in ('paid', 'declined', 'cancelled', 'pending', 'reversed', 'unknown')),
  add column hinted_at timestamptz,
  add column hints integer not null default 0;

-- Orders to ask that are under way.
update payments set hint = 'unknown', hinted_at = now(), hints = 1
where next_check_at is not null and provider <> 'offline' and status in ('review', 'failed', 'cancelled', 'succeeded');

alter table payments
  add constraint payments_hint_is_asked_about check (
    (hint is null) = (hinted_at is null) and (hint is null or next_check_at is not null and status <> 'reversed')
  );
