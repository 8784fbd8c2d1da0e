-- A request of a person can still run when the person's role ends. Without an open grant, nothing hindered it.
create or replace function decision_hindrance(
  decider text, proposer text, lowest text default 'admin', out kind text, out ends_at timestamptz
) language plpgsql stable as $$
declare
  wait constant interval := interval '72 hours';
  own role_grants;
begin
  select * into own from role_grants where user_id = decider and ended_at is null order by id desc limit 1;
  if own.id is not null and not is_confirmed(own)
    or own.id is null and exists (select from users where id = decider and (banned or role = 'organizer')) then
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

-- Only an admin resets the sign-in of another person.
create or replace function require_settled_reset() returns trigger language plpgsql as $$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.actor_id);
  if hindrance is null and new.actor_id is not null
    and not exists (select from users where id = new.actor_id and role = 'admin' and not banned) then
    hindrance := 'not an admin';
  end if;
  if hindrance is not null then
    raise exception '% may not reset the sign-in of %: %', new.actor_id, new.subject, hindrance
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
