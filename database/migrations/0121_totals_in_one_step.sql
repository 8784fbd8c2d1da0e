-- One trigger reads new postings once, where two read them five times. The rows of totals are locked in one order:
-- by currency the fund's, then by day and campaign the day's.

create or replace function follow_postings() returns trigger language plpgsql as $$
declare
  booked record;
  has_totals boolean := false;
begin
  for booked in
    select p.campaign_id, p.currency, fund_day(j.occurred_at) as day,
      p.campaign_id is not null and counts_as_raised(j.kind) as counts,
      j.written_in <> pg_current_xact_id() as is_closed,
      -sum(p.amount) as raised, -sum(donors_in(j, p.amount)) as donors
    from new_postings p
    -- Without `offset 0` the plan may scan the whole journal, and a connection keeps its plan.
    cross join lateral (select * from journal where id = p.journal_id offset 0) j
    group by 1, 2, 3, 4, 5
    order by 2, 3, 1
  loop
    if booked.is_closed then
      raise exception 'a journal is closed once its transaction has ended' using errcode = 'check_violation';
    end if;
    continue when not booked.counts;
    insert into fund_totals as t (currency, slot, raised, donors)
    values (booked.currency, pg_backend_pid() % 16, booked.raised, booked.donors)
    on conflict (currency, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    insert into daily_totals as t (day, campaign_id, slot, raised, donors)
    values (booked.day, booked.campaign_id, pg_backend_pid() % 4, booked.raised, booked.donors)
    on conflict (day, campaign_id, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    perform pg_notify('amana_changes', 'raised:' || booked.campaign_id);
    has_totals := true;
  end loop;
  if has_totals then
    perform pg_notify('amana_changes', 'totals');
  end if;
  return null;
end $$;

drop trigger follow_days on postings;
drop function follow_days();
