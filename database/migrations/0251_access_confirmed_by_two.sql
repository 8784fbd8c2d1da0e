-- One admin must not be able to make the second person alone. Where another admin is there, that admin confirms the access.
alter table role_grants
  -- Who did it. Unlike given_by it also names the admin who enabled an account again.
  add column done_by text,
  add column needs_confirmation boolean not null default false;

create table access_confirmations (
  grant_id bigint primary key,
  confirmed_by text not null,
  confirmed_at timestamptz not null default now()
);

create function is_confirmed(one role_grants) returns boolean language sql stable as $$
  select not one.needs_confirmation or exists (select from access_confirmations where grant_id = one.id)
$$;

create function access_is_confirmed(person text) returns boolean language sql stable as $$
  select not exists (
    select from role_grants g where g.user_id = person and g.ended_at is null and not is_confirmed(g)
  )
$$;

-- Had the role for 72 hours, or was the first, until it ended or until now.
create function is_settled(one role_grants) returns boolean language sql stable as $$
  select (one.is_first or one.given_at + interval '72 hours' <= coalesce(one.ended_at, now())) and is_confirmed(one)
$$;

create or replace function keep_role_grants() returns trigger language plpgsql security definer
set search_path from current as $$
declare
  who text;
  had text;
  has text;
  doer text := nullif(current_setting('amana.role_given_by', true), '');
  is_enabled boolean := false;
  waited boolean;
  needs boolean;
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
  if tg_op = 'UPDATE' then
    is_enabled := old.banned and not new.banned and old.role = new.role;
  end if;
  waited := not access_is_confirmed(who);
  update role_grants set ended_at = now() where user_id = who and ended_at is null;
  if has in ('staff', 'admin') then
    needs := case
      when had = 'admin' then waited
      -- An admin who lost the role in the last 72 hours counts: removing the others must not remove the confirmation.
      else doer is not null and exists (
        select from role_grants g
        where g.role = 'admin' and g.user_id not in (doer, who) and is_settled(g)
          and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
      )
    end;
    insert into role_grants (user_id, role, given_by, done_by, needs_confirmation, is_first)
    values (
      who, has, case when not is_enabled then doer end, doer, needs,
      has = 'admin' and not exists (select from role_grants where role = 'admin')
    );
  end if;
  return null;
end $$;

create function may_confirm_access(person text, one role_grants) returns boolean language sql stable as $$
  select one.needs_confirmation and one.ended_at is null and person not in (one.user_id, one.done_by)
    and exists (
      select from role_grants g
      where g.user_id = person and g.role = 'admin' and g.ended_at is null and is_settled(g)
    )
$$;

create function guard_confirmation() returns trigger language plpgsql as $$
begin
  if not exists (select from role_grants g where g.id = new.grant_id and may_confirm_access(new.confirmed_by, g)) then
    raise exception '% may not confirm this access', new.confirmed_by using errcode = 'insufficient_privilege';
  end if;
  new.confirmed_at := now();
  return new;
end $$;

create trigger guard before insert on access_confirmations for each row execute function guard_confirmation();
create trigger keep before update or delete on access_confirmations for each row execute function refuse_change();
create trigger keep_all before truncate on access_confirmations for each statement execute function refuse_change();

-- One brought in the other, or the same person brought in both.
create function are_tied(one text, other text) returns boolean language sql stable as $$
  select exists (
    (select one union select brought_in_by(one)) intersect (select other union select brought_in_by(other))
  )
$$;

drop function decision_hindrance(text, text);

-- Why this person may not decide about what that person proposed or entered, and until when. Null means that nothing here is
-- against it. Admins decide proposals; all staff confirm offline donations, with the lowest role 'staff'.
create function decision_hindrance(
  decider text, proposer text, lowest text default 'admin', out kind text, out ends_at timestamptz
) language plpgsql stable as $$
declare
  wait constant interval := interval '72 hours';
  own role_grants;
begin
  select * into own from role_grants where user_id = decider and ended_at is null order by id desc limit 1;
  if own.id is not null and not is_confirmed(own) then
    kind := 'unconfirmed';
    return;
  end if;
  if not own.is_first and own.given_at + wait > now() then
    kind := 'new-admin';
    ends_at := own.given_at + wait;
    return;
  end if;
  if decider = proposer then
    select max(ended_at) + wait into ends_at from role_grants
    where role in ('admin', lowest) and user_id <> decider and ended_at is not null;
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
  if are_tied(decider, proposer) and exists (
    select from role_grants g
    where g.role in ('admin', lowest) and g.ended_at is null and is_settled(g)
      and g.user_id <> decider and not are_tied(g.user_id, proposer)
  ) then
    kind := 'tied';
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

create function guard_proposer() returns trigger language plpgsql as $$
begin
  if not access_is_confirmed(new.proposed_by) then
    raise exception '% may not propose before a second admin confirms the access', new.proposed_by
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger guard_proposer before insert on proposals for each row execute function guard_proposer();

create function guard_offline_decision() returns trigger language plpgsql as $$
declare
  why text;
begin
  select kind into why from decision_hindrance(new.decided_by, old.entered_by, 'staff');
  if why is not null then
    raise exception '% may not confirm: %', new.decided_by, why using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger guard_decision before update on offline_gifts
  for each row when (old.status = 'entered' and new.status = 'confirmed') execute function guard_offline_decision();
