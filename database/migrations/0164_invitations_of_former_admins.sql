-- An admin who lost the role, or whose account was disabled, adds no more staff through an earlier invitation.
create or replace function require_named_inviter() returns trigger language plpgsql as $$
begin
  if not exists (
    select from users
    where id = nullif(current_setting('amana.role_given_by', true), '') and role = 'admin' and not banned
  ) then
    raise exception 'permission denied to add staff without naming the inviter' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
