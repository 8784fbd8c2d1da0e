-- Runs at every start. A role belongs to the cluster, so a restored or moved database can lack it. If two databases
-- create it at the same time, the second finds it.

do $$
begin
  if not exists (select from pg_roles where rolname = 'amana_public') then
    create role amana_public nologin;
  end if;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;

-- From PostgreSQL 16 on, the creator of a role is a member of it, but needs a grant before SET ROLE.
create or replace function may_become_public() returns boolean language sql stable as $$
  select coalesce((
    select pg_has_role(
      current_user, oid, case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end
    )
    from pg_roles where rolname = 'amana_public'
  ), false)
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'amana_public') and not may_become_public() then
    execute format('grant amana_public to %I', current_user);
  end if;
exception when unique_violation or insufficient_privilege or internal_error then null;
end $$;

do $$
declare
  own regclass;
begin
  if exists (select from pg_roles where rolname = 'amana_public') then
    -- An operator can have made other tables here, and only their owner may change rights to them.
    for own in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and pg_has_role(current_user, relowner, 'usage')
    loop
      execute format('revoke all on %s from amana_public', own);
    end loop;
    grant usage on schema public to amana_public;
    grant select on
      pictures, hero_section, about_section, vice_chancellor_message, bank_details,
      pages, infrastructure_projects,
      public_campaigns, public_campaign_updates, public_standings, public_totals, public_daily_totals, public_settings, public_team,
      public_external_figures, public_latest_donations, public_support_messages,
      public_campaign_plans, public_campaign_budget_lines, public_campaign_pictures,
      public_zakat_rulings, public_recent_donations, public_use_changes
      to amana_public;
  end if;
end $$;
