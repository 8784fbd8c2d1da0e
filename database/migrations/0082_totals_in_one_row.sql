-- A campaign's money in one row, beside what it is compared with, so that an index knows who has raised most and who is
-- nearly there. Gifts to one campaign do not wait long for that row: it is written as the last thing before the commit,
-- and commits wait for each other anyway, since each tells the other nodes.

create temporary table folded on commit drop as
select c.id, c.currency, c.goal_amount, coalesce(sum(t.raised), 0)::bigint as raised, coalesce(sum(t.donors), 0)::bigint as donors
from campaigns c left join campaign_totals t on t.campaign_id = c.id
group by c.id;

alter table campaign_totals disable trigger through_ledger;
truncate campaign_totals;

-- The copies follow the campaign by themselves.
alter table campaigns add unique (id, currency, goal_amount);
alter table campaign_totals
  drop constraint campaign_totals_campaign_id_fkey,
  drop column slot,
  add primary key (campaign_id),
  alter column raised set default 0,
  alter column donors set default 0,
  add column currency text not null,
  add column goal_amount bigint not null,
  add column share double precision generated always as (raised::float8 / nullif(goal_amount, 0)) stored,
  add foreign key (campaign_id, currency, goal_amount) references campaigns (id, currency, goal_amount)
    on update cascade on delete cascade;

insert into campaign_totals (campaign_id, currency, goal_amount, raised, donors)
select id, currency, goal_amount, raised, donors from folded;
alter table campaign_totals enable trigger through_ledger;

create index campaign_totals_by_raised on campaign_totals (currency, raised desc, campaign_id);
create index campaign_totals_by_share on campaign_totals (share desc nulls last, campaign_id);

create function begin_total() returns trigger language plpgsql as $$
begin
  insert into campaign_totals (campaign_id, currency, goal_amount) values (new.id, new.currency, new.goal_amount);
  return null;
end $$;

create trigger begin_total after insert on campaigns for each row execute function begin_total();

create function add_to_total() returns trigger language plpgsql as $$
begin
  update campaign_totals set raised = raised - new.amount, donors = donors - sign(new.amount)
  where campaign_id = new.campaign_id
    and exists (select from journal where id = new.journal_id and kind in ('gift', 'gift-reversal'));
  return null;
end $$;

create constraint trigger add_to_total after insert on postings deferrable initially deferred
  for each row when (new.campaign_id is not null) execute function add_to_total();

create or replace function follow_postings() returns trigger language plpgsql as $$
declare
  campaign text;
begin
  if exists (
    select from new_postings p join journal j on j.id = p.journal_id where j.written_in <> pg_current_xact_id()
  ) then
    raise exception 'a journal is closed once its transaction has ended' using errcode = 'check_violation';
  end if;

  for campaign in
    select distinct p.campaign_id
    from new_postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
  loop
    perform pg_notify('amana_changes', 'campaign:' || campaign);
  end loop;
  if found then
    insert into fund_totals as t (currency, slot, raised, donors)
    select p.currency, pg_backend_pid() % 16, -sum(p.amount), -sum(sign(p.amount))
    from new_postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and j.kind in ('gift', 'gift-reversal')
    group by p.currency
    order by p.currency
    on conflict (currency, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    perform pg_notify('amana_changes', 'totals');
  end if;
  return null;
end $$;

-- A left join over a key costs nothing where nobody asks for the total.
create or replace view campaigns_with_calculated_days as
select
  c.id, c.title, c.title_sw, c.description, c.description_sw, c.story, c.story_sw, c.category, c.sub_type,
  c.priority, c.goal_amount, c.currency, c.image, c.organizer, c.location, c.is_zakat_eligible, c.status,
  c.start_date, c.end_date, c.owner_id, c.archived_at, c.created_at, c.updated_at,
  c.image as campaign_image,
  days_left(c.end_date) as days_left,
  coalesce(t.raised, 0)::bigint as amount_raised,
  coalesce(t.donors, 0)::bigint as donors_count,
  c.organizer_sw, c.location_sw, c.event_day
from campaigns c left join campaign_totals t on t.campaign_id = c.id;

create or replace view public_standings as
select campaign_id, raised, currency, share from campaign_totals;

-- Each order of the public list, and the filters' counts, from an index that holds what the public may see.
drop index campaigns_in_order, campaigns_by_kind, campaigns_by_age, campaigns_by_end;
create index public_campaigns_in_order on campaigns (priority, created_at desc, id)
  where status in ('active', 'paused', 'completed') and archived_at is null;
create index public_campaigns_by_kind on campaigns (category, sub_type, is_zakat_eligible) include (goal_amount)
  where status in ('active', 'paused', 'completed') and archived_at is null;
create index public_campaigns_by_age on campaigns (created_at desc, id)
  where status in ('active', 'paused', 'completed') and archived_at is null;
create index public_campaigns_by_end on campaigns (end_date, id) include (status)
  where status in ('active', 'paused', 'completed') and archived_at is null;
