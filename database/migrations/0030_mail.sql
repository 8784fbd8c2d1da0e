-- When a letter was last begun: no address gets more than a few an hour.
alter table outbox add column tried_at timestamptz;
-- While no mail server is set, letters are kept for staff to see.
alter table outbox add column kept_at timestamptz;
alter table outbox add column status text not null generated always as (
  case
    when sent_at is not null then 'sent'
    when given_up_at is not null then 'given-up'
    when kept_at is not null then 'kept'
    else 'waiting'
  end
) stored;

drop index outbox_unsent;
create index outbox_waiting on outbox (send_after) where status = 'waiting';
create index outbox_by_recipient on outbox (lower(recipient), tried_at) where tried_at is not null;

-- Whoever sends letters need not look for them all the time.
create function announce_letters() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'outbox');
  return null;
end $$;

create trigger announce after insert on outbox for each statement execute function announce_letters();

-- What a case is about where that is no payment; there is never more than one open case of a kind about it.
alter table cases add column subject text check (subject is null or payment_id is null);
create unique index cases_one_open_about on cases (subject, kind) where status = 'open' and subject is not null;
