-- A reset takes a person's password and second step. So the rule for changes of access applies. The operation writes this
-- entry in the transaction of the reset.
create function require_settled_reset() returns trigger language plpgsql as $$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.actor_id);
  if hindrance is not null then
    raise exception '% may not reset the sign-in of %: %', new.actor_id, new.subject, hindrance
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger settled_reset before insert on audit_log for each row
  when (new.action = 'sign-in-reset')
  execute function require_settled_reset();
