-- An unconfirmed person saves no record. During their first 72 hours, staff and admins do not save the records that tell
-- donors where to pay or whom to ask, nor the legal texts, the payment switches and the jobs. Bank details have their own rules.
create function record_hindrance(person text, subject text, out kind text, out ends_at timestamptz) language sql stable as $$
  select h.kind, h.ends_at from access_hindrance(person) h
  where subject <> 'bank-details'
    and (
      h.kind = 'unconfirmed'
      or subject in ('settings', 'contact', 'fund', 'large-donations', 'submenus', 'texts/privacy', 'texts/terms')
    )
$$;

create function require_settled_author() returns trigger language plpgsql as $$
declare
  hindrance text;
begin
  select kind into hindrance from record_hindrance(new.author_id, new.subject);
  if hindrance is not null then
    raise exception '% may not save %: %', new.author_id, new.subject, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger settled_author before insert on record_versions for each row
  when (new.author_id is not null)
  execute function require_settled_author();

create function require_settled_confirmer() returns trigger language plpgsql as $$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.decided_by);
  if hindrance is not null then
    raise exception '% may not confirm %: %', new.decided_by, new.point, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger settled_confirmer before insert on go_live_confirmations for each row
  execute function require_settled_confirmer();
