-- A donation changes figures only. Its notice has a subject of its own, so that cached pages can show the last figures
-- for a moment, while a changed text or a closed campaign drops them at once.
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
    where p.campaign_id is not null and counts_as_raised(j.kind)
  loop
    perform pg_notify('amana_changes', 'raised:' || campaign);
  end loop;
  if found then
    insert into fund_totals as t (currency, slot, raised, donors)
    select p.currency, pg_backend_pid() % 16, -sum(p.amount), -sum(donors_in(j.kind, p.amount))
    from new_postings p join journal j on j.id = p.journal_id
    where p.campaign_id is not null and counts_as_raised(j.kind)
    group by p.currency
    order by p.currency
    on conflict (currency, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    perform pg_notify('amana_changes', 'totals');
  end if;
  return null;
end $$;
