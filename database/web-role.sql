-- The owner runs this file at every start, after the migrations, so it also grants rights on new tables. The setting
-- amana.web_role names the site's role.

-- A role that can create even a temporary table can add triggers that call the owner's functions and change totals.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
  revoke create on schema public from public;
end $$;

do $$
declare
  web constant text := quote_ident(current_setting('amana.web_role'));
  relation record;
  rights text;
begin
  execute format('grant usage on schema public, pgboss to %s', web);
  for relation in
    select c.oid::regclass::text as name, c.relname, c.relkind, n.nspname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      -- An operator can have made other tables here, and the site needs none of them.
      and pg_has_role(current_user, c.relowner, 'usage')
    order by c.oid
  loop
    rights := case
      -- A simple view can be written through, with its owner's rights.
      when relation.relkind in ('v', 'm') then 'select'
      when relation.relkind = 'S' then 'usage'
      when relation.nspname = 'public' and relation.relname in (
        -- Only migrations and triggers write these.
        'schema_migrations', 'role_grants', 'installation', 'audit_head', 'campaign_totals', 'fund_totals', 'daily_totals',
        -- The site adds rows only, in the columns granted below.
        'journal', 'postings', 'audit_log'
      ) then 'select'
      -- The site deletes rows of these tables only. All others keep their rows, so that an intruder cannot remove traces.
      when relation.nspname <> 'public' or relation.relname in (
        'sessions', 'verifications', 'account_links', 'known_devices', 'two_factors', 'passkeys', 'secrets',
        'rate_limits', 'used_challenges', 'payment_requests', 'idempotency_keys', 'donation_drafts',
        'pictures', 'campaign_budget_lines', 'site_settings', 'statements', 'statement_lines', 'statement_changes', 'followers', 'donor_links',
        'visitor_events', 'record_drafts',
        -- Copies of sums. Their rows are in tables that keep their rows.
        'day_sums', 'changed_days',
        -- A trigger decides which rows.
        'provider_messages', 'security_events', 'submissions'
      ) then 'select, insert, update, delete'
      else 'select, insert, update'
    end;
    execute format('revoke all on %s from %s', relation.name, web);
    execute format('grant %s on %s to %s', rights, relation.name, web);
  end loop;

  -- The other columns, such as the time and the transaction, are written by the database only.
  execute format(
    'grant insert (kind, payment_id, reversed_of, proposal_id, beneficiary, note, entered_by, occurred_at) on journal to %s', web);
  execute format(
    'grant insert (journal_id, line, account, amount, currency, campaign_id) on postings to %s', web);
  execute format(
    'grant insert (actor_id, action, subject, before, after, reason) on audit_log to %s', web);

  -- These write totals, which the role may not write. A migration that replaces a function loses its setting, so set it
  -- at every start.
  for relation in
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not prosecdef and proname in ('follow_postings', 'follow_days', 'add_to_total', 'begin_total')
  loop
    execute format('alter function %s security definer set search_path = public, pg_temp', relation.name);
  end loop;
exception when insufficient_privilege then
  raise exception 'the role % cannot be given its rights: %', web, sqlerrm using errcode = 'insufficient_privilege';
end $$;

-- Without this role, public pages use read-only transactions of the site's role.
do $$
begin
  execute format('grant amana_public to %I', current_setting('amana.web_role'));
exception when insufficient_privilege or undefined_object then null;
end $$;
