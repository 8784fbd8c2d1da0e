-- A new or unconfirmed admin withdraws no other person's invitation of staff or admins, and exports or erases no donor data.

create function require_settled_withdrawer() returns trigger language plpgsql as $$
declare
  doer text := nullif(current_setting('amana.role_given_by', true), '');
  hindrance text;
begin
  if doer is null and not is_owner() then
    raise exception 'permission denied to withdraw an invitation without naming the person'
      using errcode = 'insufficient_privilege';
  end if;
  if doer = old.made_by then
    return old;
  end if;
  select kind into hindrance from access_hindrance(doer);
  if hindrance is not null then
    raise exception '% may not withdraw this invitation: %', doer, hindrance using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create trigger settled_withdrawer before delete on account_links for each row
  when (
    old.kind = 'invitation' and old.role in ('staff', 'admin') and old.used_at is null and old.expires_at > now()
  )
  execute function require_settled_withdrawer();

-- The operations write this entry in the transaction that reads or erases.
create function require_settled_donor_access() returns trigger language plpgsql as $$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.actor_id);
  if hindrance is not null then
    raise exception '% may not %: %', new.actor_id, new.action, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger settled_donor_access before insert on audit_log for each row
  when (new.action in ('export-donor', 'erase-donor'))
  execute function require_settled_donor_access();
