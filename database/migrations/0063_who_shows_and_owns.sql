-- Staff decide what visitors read of a donor's words.
create function guard_support_message() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.decided_by and role in ('staff', 'admin') and not banned) then
    raise exception '% may not decide about messages', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'approved' and not exists (
    select from donations d where d.id = new.donation_id and d.status = 'completed' and d.is_shown and d.message is not null
  ) then
    raise exception 'the donor of % did not agree to show a message', new.donation_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger guard before insert or update on support_messages
  for each row execute function guard_support_message();

create function guard_submission_note() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.author_id and role in ('staff', 'admin') and not banned) then
    raise exception '% may not write notes', new.author_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger guard before insert on submission_notes for each row execute function guard_submission_note();

-- A donor agrees at the donation. Later, the agreement can only end.
create function keep_donor_agreement() returns trigger language plpgsql as $$
begin
  raise exception 'only the donor agrees, at the donation' using errcode = 'check_violation';
end $$;

create trigger keep_agreement before update of wants_updates, is_shown on donations for each row
  when (new.wants_updates and not old.wants_updates or new.is_shown and not old.is_shown)
  execute function keep_donor_agreement();

-- Nobody reviews or rules about an own campaign, so a campaign does not get another owner.
create function keep_campaign_owner() returns trigger language plpgsql as $$
begin
  raise exception 'campaign % keeps its organizer', new.id using errcode = 'check_violation';
end $$;

create trigger keep_owner before update of owner_id on campaigns for each row
  when (old.owner_id <> new.owner_id) execute function keep_campaign_owner();
