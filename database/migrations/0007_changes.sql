-- Every node hears what changed, by subject only, when the change is committed.

create function announce_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('amana_changes', 'content');
  return null;
end $$;

create trigger announce after insert or update or delete or truncate on pictures
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on site_settings
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on hero_section
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on about_section
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on vice_chancellor_message
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on team_members
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on bank_details
  for each statement execute function announce_content();

-- Lists do not know a campaign that was not in them, so a campaign's own row is content as well.
create trigger announce after insert or update or delete or truncate on campaigns
  for each statement execute function announce_content();

create function announce_campaign() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('amana_changes', 'campaign:' || (to_jsonb(old) ->> tg_argv[0]));
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('amana_changes', 'campaign:' || (to_jsonb(new) ->> tg_argv[0]));
  end if;
  return null;
end $$;

create trigger announce_campaign after insert or update or delete on campaigns
  for each row execute function announce_campaign('id');
create trigger announce_campaign after insert or update or delete on campaign_updates
  for each row execute function announce_campaign('campaign_id');
