-- Personal data are cleared when their time is over (database/personal-data.ts). The row stays, and the ledger with it.

-- What is still needed to settle a payment stays until it is settled.
create function donation_is_unsettled(asked bigint) returns boolean language sql stable as $$
  select exists (
    select from payments p
    where p.donation_id = asked and (
      p.status in ('created', 'initiated', 'pending', 'unknown', 'review')
      or exists (select from cases c where c.payment_id = p.id and c.status = 'open')
      or exists (select from statement_standings s where s.payment_id = p.id and s.state = 'open')
    )
  ) or exists (
    select from donations d
    join proposals a on a.subject = 'donation:' || d.external_id
    where d.id = asked and a.status = 'open'
  )
$$;

-- Whether a change only clears fields, each to the value that stands for a cleared one.
create function only_clears(was jsonb, becomes jsonb, cleared jsonb) returns boolean language sql immutable as $$
  select was is distinct from becomes and not exists (
    select from jsonb_each(becomes) field
    where field.value is distinct from was -> field.key and field.value is distinct from cleared -> field.key
  )
$$;

drop trigger guard on offline_gifts;
create trigger guard_new before insert on offline_gifts for each row execute function guard_offline_gift();
create trigger guard before update on offline_gifts for each row
  when (old.status = 'entered' or not only_clears(to_jsonb(old), to_jsonb(new),
    '{"donor": {"kind": "anonymous"}, "phone": null, "message": null, "document_id": null, "document_type": null, "reason": "deleted"}'))
  execute function guard_offline_gift();

drop trigger guard on proposals;
create trigger guard_new before insert on proposals for each row execute function guard_proposal();
create trigger guard before update on proposals for each row
  when (old.status = 'open' or not only_clears(to_jsonb(old), to_jsonb(new),
    '{"reason": "deleted", "decision_reason": "deleted"}'))
  execute function guard_proposal();

drop trigger append_only on donation_notes;
create trigger append_only before delete or truncate on donation_notes
  for each statement execute function refuse_change();
create trigger only_cleared before update on donation_notes for each row
  when (not only_clears(to_jsonb(old), to_jsonb(new), '{"text": "deleted"}'))
  execute function refuse_change();
grant update (text) on donation_notes to current_user;

-- Each holds only what is not cleared yet, so that the job does not read what it has done before.
create index donations_unfinished_to_clear on donations (created_at)
  where status <> 'completed' and (donor_name <> 'Anonymous' or donor_email is not null or message is not null
    or graduation_year is not null or receipt_key is not null);
create index donations_completed_to_clear on donations (completed_at)
  where status = 'completed' and (donor_name <> 'Anonymous' or donor_email is not null or message is not null
    or graduation_year is not null or receipt_key is not null);
create index payments_unfinished_to_clear on payments (created_at)
  where status in ('failed', 'cancelled') and (phone is not null or page_url is not null or failure is not null);
create index payments_settled_to_clear on payments ((coalesce(settled_at, updated_at)))
  where status in ('succeeded', 'reversed') and (phone is not null or page_url is not null or failure is not null);
create index outbox_to_clear on outbox (created_at)
  where recipient <> '' or details <> '{}' or last_error is not null;
create index donation_notes_to_clear on donation_notes (at) where text <> 'deleted';
create index cases_to_clear on cases (closed_at) where reason <> 'deleted';
create index offline_gifts_by_document on offline_gifts (document_id) where document_id is not null;
create index statement_lines_to_clear on statement_lines (ignored_at) where ignored_reason <> 'deleted';
create index sessions_by_end on sessions (expires_at);
create index verifications_by_end on verifications (expires_at);
