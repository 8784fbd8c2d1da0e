-- Before real donations, admins confirm what the software cannot check. The newest row of a point decides about it. Rows
-- are only added, so that the record shows who confirmed which content.
create table go_live_confirmations (
  id bigint generated always as identity primary key,
  point text not null check (point ~ '^[a-z]+(-[a-z]+)*$' and length(point) <= 40),
  kind text not null check (kind in ('confirmed', 'undone')),
  -- The content at that time. A later change of the content makes the confirmation invalid.
  fingerprint text check (length(fingerprint) between 1 and 64),
  checked_by text check (length(trim(checked_by)) between 1 and 100),
  decided_by text not null references users (id),
  decided_at timestamptz not null default now(),
  check ((kind = 'confirmed') = (fingerprint is not null)),
  check ((kind = 'confirmed') = (checked_by is not null))
);
create index go_live_confirmations_newest on go_live_confirmations (point, id);

create function guard_go_live_confirmation() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.decided_by and role = 'admin' and not banned) then
    raise exception '% is not an admin who can sign in', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.kind = 'undone' and 'confirmed' is distinct from (
    select c.kind from go_live_confirmations c where c.point = new.point order by c.id desc limit 1
  ) then
    raise exception 'the point % is not confirmed', new.point using errcode = 'check_violation';
  end if;
  new.decided_at := now();
  return new;
end $$;

create trigger guard before insert on go_live_confirmations for each row execute function guard_go_live_confirmation();
create trigger keep before update or delete on go_live_confirmations for each row execute function refuse_change();
create trigger keep_all before truncate on go_live_confirmations for each statement execute function refuse_change();
