-- Two people decide about money. One admin must not be able to be both: by inviting or promoting a second account of their
-- own, or by removing the other admins shortly before a decision.

-- Who gave whom a role on the staff, and when. Written only by the trigger on users.
create table role_grants (
  id bigint generated always as identity primary key,
  user_id text not null,
  role text not null check (role in ('staff', 'admin')),
  -- Null: the operator at the machine, or an account that was enabled again.
  given_by text,
  given_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The first admin of an installation, who does not have to wait.
  is_first boolean not null default false
);
create index role_grants_by_user on role_grants (user_id, id desc);
create index role_grants_of_admins on role_grants (ended_at) where role = 'admin';

-- Existing accounts: the audit log tells who gave which role.
insert into role_grants (user_id, role, given_by, given_at, ended_at)
select u.id, l.after ->> 'role', l.actor_id, l.at,
  case when u.banned or u.role <> l.after ->> 'role' then u.updated_at end
from audit_log l join users u on l.subject = 'user:' || u.id
where l.action in ('account-made', 'role-changed') and l.after ->> 'role' in ('staff', 'admin')
order by l.id;
insert into role_grants (user_id, role, given_at)
select u.id, u.role, u.created_at from users u
where u.role in ('staff', 'admin') and not u.banned
  and not exists (select from role_grants g where g.user_id = u.id and g.role = u.role and g.ended_at is null);
update role_grants set is_first = true
where id = (select id from role_grants where role = 'admin' order by given_at, id limit 1);

create function keep_role_grants() returns trigger language plpgsql security definer
set search_path from current as $$
declare
  who text;
  had text;
  has text;
begin
  if tg_op <> 'INSERT' then
    who := old.id;
    had := case when not old.banned then old.role end;
  end if;
  if tg_op <> 'DELETE' then
    who := new.id;
    has := case when not new.banned then new.role end;
  end if;
  if had is not distinct from has then
    return null;
  end if;
  update role_grants set ended_at = now() where user_id = who and ended_at is null;
  if has in ('staff', 'admin') then
    insert into role_grants (user_id, role, given_by, is_first)
    values (
      who, has, nullif(current_setting('amana.role_given_by', true), ''),
      has = 'admin' and not exists (select from role_grants where role = 'admin')
    );
  end if;
  return null;
end $$;

create trigger keep_role_grants after insert or delete or update of role, banned on users
  for each row execute function keep_role_grants();

create function refuse_direct_change() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by a trigger only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $$;

create trigger keep before insert or update or delete on role_grants
  for each row execute function refuse_direct_change();
create trigger keep_all before truncate on role_grants for each statement execute function refuse_change();

-- Everyone through whom a person came to the staff: their inviter or promoter, that person's inviter, and so on.
create function brought_in_by(person text) returns setof text language sql stable as $$
  with recursive up (id) as (
    select given_by from role_grants where user_id = person and given_by is not null
    union
    select g.given_by from up join role_grants g on g.user_id = up.id where g.given_by is not null
  )
  select id from up
$$;

-- Why this admin may not decide about this person's proposal, and until when. Null means that nothing here is against it.
create function decision_hindrance(decider text, proposer text, out kind text, out ends_at timestamptz)
language plpgsql stable as $$
declare
  wait constant interval := interval '72 hours';
  own role_grants;
begin
  select * into own from role_grants where user_id = decider and ended_at is null order by id desc limit 1;
  if own.role = 'admin' and not own.is_first and own.given_at + wait > now() then
    kind := 'new-admin';
    ends_at := own.given_at + wait;
    return;
  end if;
  if decider = proposer then
    select max(ended_at) + wait into ends_at from role_grants
    where role = 'admin' and user_id <> decider and ended_at is not null;
    if ends_at > now() then
      kind := 'others-left';
    else
      ends_at := null;
    end if;
    return;
  end if;
  if proposer in (select brought_in_by(decider)) then
    kind := 'brought-in-by-proposer';
    return;
  end if;
  if decider in (select brought_in_by(proposer)) then
    select max(given_at) + wait into ends_at from role_grants where user_id = proposer;
    if ends_at > now() then
      kind := 'new-proposer';
    else
      ends_at := null;
    end if;
  end if;
end $$;

create function guard_decision() returns trigger language plpgsql as $$
declare
  why text;
begin
  if new.status in ('approved', 'rejected') then
    select kind into why from decision_hindrance(new.decided_by, old.proposed_by);
    if why is not null then
      raise exception '% may not decide: %', new.decided_by, why using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;

create trigger guard_decision before update on proposals for each row execute function guard_decision();
