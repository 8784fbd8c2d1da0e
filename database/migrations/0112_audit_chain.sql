-- Each entry of the audit log carries the hash of the entry before it, and its own. A changed or missing entry shows then,
-- even where somebody came past the triggers.
create table audit_head (
  only_one boolean primary key default true check (only_one),
  id bigint not null,
  hash bytea not null
);

create function hash_of_audit(
  previous bytea, id bigint, at timestamptz, actor_id text, action text, subject text, before jsonb, after jsonb, reason text
) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    id, (extract(epoch from at) * 1000000)::bigint, actor_id, action, subject, before, after, reason
  )::text, 'UTF8'))
$$;

create temporary table audit_chained (
  id bigint primary key, previous_hash bytea not null, hash bytea not null
) on commit drop;

do $$
declare
  entry record;
  last_id bigint := 0;
  last_hash bytea := '\x';
  next_hash bytea;
begin
  for entry in select * from audit_log order by id loop
    next_hash := hash_of_audit(
      last_hash, entry.id, entry.at, entry.actor_id, entry.action, entry.subject, entry.before, entry.after, entry.reason);
    insert into audit_chained values (entry.id, last_hash, next_hash);
    last_id := entry.id;
    last_hash := next_hash;
  end loop;
  insert into audit_head (id, hash) values (last_id, last_hash);
end $$;

create function pg_temp.previous_of(entry bigint) returns bytea language sql stable as
  $$ select previous_hash from audit_chained where id = entry $$;
create function pg_temp.hash_of(entry bigint) returns bytea language sql stable as
  $$ select hash from audit_chained where id = entry $$;

-- A new form of the table instead of an update, which the log refuses and the checks would report.
alter table audit_log add column previous_hash bytea, add column hash bytea;
alter table audit_log
  alter column previous_hash type bytea using pg_temp.previous_of(id),
  alter column hash type bytea using pg_temp.hash_of(id),
  alter column previous_hash set not null,
  alter column hash set not null;

-- With its owner's rights: nobody else writes the head. Who adds an entry keeps the head until the transaction ends, so entries come
-- one after the other. Write the entry last, and nobody waits long.
create function chain_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for no key update;
  new.id := head.id + 1;
  new.previous_hash := head.hash;
  new.hash := hash_of_audit(
    head.hash, new.id, new.at, new.actor_id, new.action, new.subject, new.before, new.after, new.reason);
  update audit_head set id = new.id, hash = new.hash;
  return new;
end $$;

create trigger chain before insert on audit_log for each row execute function chain_audit();

-- I12. The entry that it names was changed, or stands where another is missing.
create view audit_problems as
  select 'I12' as promise, 'entry of the audit log was changed, or the one before it' as problem, id::text as subject
  from (
    select id, previous_hash, hash,
      lag(hash, 1, '\x'::bytea) over (order by id) as before_it,
      hash_of_audit(previous_hash, id, at, actor_id, action, subject, before, after, reason) as its_own
    from audit_log
  ) entries
  where previous_hash <> before_it or hash <> its_own
union all
  select 'I12', 'end of the audit log is missing', h.id::text
  from audit_head h
  where h.id > 0 and not exists (select from audit_log l where l.id = h.id and l.hash = h.hash);
