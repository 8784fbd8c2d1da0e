-- A provider's message is a proof: it stays, and its verdict is given once.
alter table provider_messages add column written_in xid8;
alter table provider_messages alter column written_in set default pg_current_xact_id();

-- A phone is 255 or 0 and nine digits. Nines in its place keep every format valid.
create function without_phones(words text) returns text language sql immutable as $$
  select regexp_replace(words, '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])', '999999999999', 'g')
$$;

create function is_proof(verdict text) returns boolean language sql immutable as $$
  select verdict in ('succeeded', 'corrected', 'reversed')
$$;

create function guard_message() returns trigger language plpgsql as $$
declare
  is_new constant boolean := coalesce(old.written_in = pg_current_xact_id(), false);
begin
  if is_owner() then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    if is_new and old.verdict is null then return old; end if;
    raise exception 'permission denied to delete a message of a provider' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.provider, new.kind, new.dedupe_key, new.payment_id, new.received_at, new.written_in)
    is distinct from (old.id, old.provider, old.kind, old.dedupe_key, old.payment_id, old.received_at, old.written_in)
    or (new.verdict, new.judged_at) is distinct from (old.verdict, old.judged_at) and old.verdict is not null and (
      is_proof(old.verdict) or new.verdict is null
      -- The same bytes may come again and settle what they did not settle at first.
      or is_proof(new.verdict) and old.verdict not in ('unclear', 'to be asked about', 'unchanged', 'unknown payment')
    )
    -- The count of what was not stored goes on. A row is completed where it was written, and cleared later.
    or new.body <> old.body and not is_new and old.verdict is distinct from 'not stored'
      and new.body not in ('', without_phones(old.body))
    or new.headers is distinct from old.headers and not is_new
      and new.headers is not null and new.headers::text is distinct from without_phones(old.headers::text) then
    raise exception 'permission denied to change a message of a provider' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger guard before update or delete on provider_messages for each row execute function guard_message();
create trigger keep_all before truncate on provider_messages for each statement execute function refuse_change();
