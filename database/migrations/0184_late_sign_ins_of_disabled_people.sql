-- A sign-in that is under way while an admin disables the account must come too late, also after the account is enabled.
create function raise_sign_in_version_when_disabled() returns trigger language plpgsql as $$
begin
  new.sign_in_version := new.sign_in_version + 1;
  return new;
end $$;

create trigger raise_sign_in_version before update of banned on users for each row
  when (new.banned and not old.banned) execute function raise_sign_in_version_when_disabled();
