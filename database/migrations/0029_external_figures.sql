-- Money that the reporting service counted outside this site. It is added to the ledger's sums where they are shown, and
-- never written to the ledger or its totals.
create table external_figures (
  -- A campaign, or * for the whole service.
  subject text primary key,
  -- The name of the campaign at the service. Empty for the whole service.
  title text not null,
  raised bigint not null check (raised >= 0),
  donors bigint not null check (donors >= 0),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  -- Figures of the sandbox never count on a site with live payments.
  payments text not null check (payments in ('sandbox', 'live')),
  fetched_at timestamptz not null
);

-- The figures that staff switched on. A figure of another title than the present one does not count.
create view public_external_figures as
select f.subject, f.raised, f.donors, f.first_day, f.last_day, f.fetched_at
from external_figures f
where (f.payments = 'live' or coalesce((select i.payments from installation i), 'sandbox') = 'sandbox')
  and exists (
    select from site_settings s
    where s.key = 'external-figures' and case f.subject
      when '*' then s.value -> 'overall' = 'true'
      else s.value -> 'campaigns' ? f.subject and coalesce(s.value -> 'titles' ->> f.subject, f.title) = f.title
    end
  );

-- Subqueries, because they cost nothing where these columns are not read. The service counts shillings.
create or replace view public_campaigns as
select
  id, title, title_sw, description, description_sw, story, story_sw, category, sub_type, priority, goal_amount,
  currency, image, organizer, location, is_zakat_eligible, status, start_date, end_date, days_left,
  amount_raised + coalesce(
    (select e.raised from public_external_figures e where e.subject = c.id and c.currency = 'TZS'), 0
  ) as amount_raised,
  donors_count + coalesce(
    (select e.donors from public_external_figures e where e.subject = c.id and c.currency = 'TZS'), 0
  ) as donors_count,
  created_at, updated_at, organizer_sw, location_sw, event_day
from campaigns_with_calculated_days c
where status in ('active', 'paused', 'completed') and archived_at is null;

-- Pages show the day of the last fetch, so a new day is a change too.
create function announce_external_figures() returns trigger language plpgsql as $$
begin
  if new.subject <> '*' then perform pg_notify('amana_changes', 'raised:' || new.subject); end if;
  perform pg_notify('amana_changes', 'totals');
  return null;
end $$;

create trigger announce_new after insert on external_figures
  for each row execute function announce_external_figures();
create trigger announce after update on external_figures
  for each row when (
    (old.title, old.raised, old.donors, old.payments, old.last_day)
    is distinct from (new.title, new.raised, new.donors, new.payments, new.last_day)
  ) execute function announce_external_figures();
