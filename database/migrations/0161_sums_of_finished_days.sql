-- Pages for staff compare many days. They read the sums of each finished day here, and add up only today's rows. The first
-- reader of a day stores its sums. A migration that changes what sums mean, or what they are calculated from, must delete
-- these rows.
create table day_sums (
  subject text not null,
  day date not null,
  sums jsonb not null,
  primary key (subject, day)
);

-- Finished days that changed, so that their sums are deleted and calculated again. A row for each change: a change that
-- found a row and added none would be lost when a calculation that does not see the change deletes that row.
create table changed_days (
  id bigint generated always as identity primary key,
  day date not null
);

create index changed_days_by_day on changed_days (day);

-- Before its end, a day has no sums. Its donations must not pay for a row.
create function is_before_today(moment timestamptz) returns boolean language sql volatile as $$
  select fund_day(moment) < fund_day(clock_timestamp())
$$;

create function add_changed_days(days date[]) returns void language sql volatile as $$
  insert into changed_days (day)
  select distinct d.day from unnest(days) d (day) where d.day < fund_day(clock_timestamp())
$$;

create function journal_changes_day() returns trigger language plpgsql as $$
begin
  perform add_changed_days(array[fund_day(new.occurred_at)]);
  return null;
end $$;

create trigger changes_day after insert on journal
for each row when (is_before_today(new.occurred_at)) execute function journal_changes_day();

-- The days of the payment, of its entries in the ledger, and of its lines in statements.
create function payment_changes_days() returns trigger language plpgsql as $$
begin
  perform add_changed_days(array(
    select fund_day(new.created_at)
    union select fund_day(old.created_at)
    union select fund_day(j.occurred_at) from journal j where j.payment_id = new.id
    union select l.day from statement_lines l where l.payment_id = new.id
  ));
  return null;
end $$;

create trigger new_changes_days after insert on payments
for each row when (is_before_today(new.created_at)) execute function payment_changes_days();

create trigger changes_days after update on payments
for each row when (
  (new.created_at, new.method, new.network, new.status, new.amount, new.provider_reference, new.settled_at)
    is distinct from
    (old.created_at, old.method, old.network, old.status, old.amount, old.provider_reference, old.settled_at)
  and (
    old.status in ('succeeded', 'reversed') or is_before_today(old.created_at) or is_before_today(new.created_at)
  )
) execute function payment_changes_days();

create function case_changes_days() returns trigger language plpgsql as $$
begin
  if (new.kind, new.payment_id, new.status, new.decision, new.details)
    is distinct from (old.kind, old.payment_id, old.status, old.decision, old.details) then
    perform add_changed_days(array(
      select fund_day(j.occurred_at) from journal j where j.payment_id in (new.payment_id, old.payment_id)
    ));
  end if;
  return null;
end $$;

create trigger changes_days after insert or update or delete on cases
for each row execute function case_changes_days();

-- A line and its reversal have the same key, and each changes the standing of the other.
create function lines_change_days() returns trigger language plpgsql as $$
begin
  perform add_changed_days(array(
    with of_same_key as (
      select l.day, l.payment_id
      from (select distinct provider, key from changed) c
      -- Without `offset 0` the plan may scan the whole table, and a connection keeps its plan.
      cross join lateral (
        select s.day, s.payment_id from statement_lines s where s.provider = c.provider and s.key = c.key offset 0
      ) l
      union
      select c.day, c.payment_id from changed c
    )
    select k.day from of_same_key k
    union
    select fund_day(j.occurred_at)
    from of_same_key k
    cross join lateral (select occurred_at from journal where payment_id = k.payment_id offset 0) j
  ));
  return null;
end $$;

create trigger new_change_days after insert on statement_lines referencing new table as changed
for each statement execute function lines_change_days();
create trigger old_change_days after update on statement_lines referencing old table as changed
for each statement execute function lines_change_days();
create trigger change_days after update on statement_lines referencing new table as changed
for each statement execute function lines_change_days();
create trigger deleted_change_days after delete on statement_lines referencing old table as changed
for each statement execute function lines_change_days();
