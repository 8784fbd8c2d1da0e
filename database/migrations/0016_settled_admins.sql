-- A new or unconfirmed admin changes no one's access. Otherwise one person could invite, raise or remove others during
-- the 72 hours in which they decide nothing about money.

create function access_hindrance(person text, out kind text, out ends_at timestamptz) language sql stable as $$
  select h.kind, h.ends_at from decision_hindrance(person, person) h where h.kind in ('unconfirmed', 'new-admin')
$$;

create function require_settled_admin() returns trigger language plpgsql as $$
declare
  doer text := nullif(current_setting('amana.role_given_by', true), '');
  hindrance text;
begin
  if tg_table_name = 'account_links' then
    doer := new.made_by;
  end if;
  select kind into hindrance from access_hindrance(doer);
  if hindrance is not null then
    raise exception '% may not change access: %', doer, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger settled_admin before update of role, banned on users for each row
  when (
    (new.role, new.banned) is distinct from (old.role, old.banned)
    and (new.role in ('staff', 'admin') or old.role in ('staff', 'admin'))
  )
  execute function require_settled_admin();
create trigger settled_admin before insert or update of kind, role, made_by, email on account_links for each row
  when (new.kind = 'invitation' and new.role in ('staff', 'admin'))
  execute function require_settled_admin();
create trigger settled_admin before insert or update on site_settings for each row
  when (new.key = 'second-step' and new.value -> 'required' is distinct from 'true')
  execute function require_settled_admin();
