-- `npm run schema` writes this file from the migrations. Do not edit it.

create sequence receipt_numbers as bigint start 1 increment 1;

CREATE FUNCTION access_hindrance(person text, OUT kind text, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select h.kind, h.ends_at from decision_hindrance(person, person) h where h.kind in ('unconfirmed', 'new-admin')
$function$
;

CREATE FUNCTION access_is_confirmed(person text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (
    select from role_grants g where g.user_id = person and g.ended_at is null and not is_confirmed(g)
  )
$function$
;

CREATE FUNCTION add_changed_days(days date[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into changed_days (day)
  select distinct d.day from unnest(days) d (day) where d.day < fund_day(clock_timestamp())
$function$
;

CREATE FUNCTION add_to_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update campaign_totals t set raised = t.raised - new.amount, donors = t.donors - donors_in(j, new.amount)
  from journal j
  where t.campaign_id = new.campaign_id and j.id = new.journal_id and counts_as_raised(j.kind);
  return null;
end $function$
;

CREATE FUNCTION announce_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('amana_changes', 'campaign:' || (to_jsonb(old) ->> tg_argv[0]));
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('amana_changes', 'campaign:' || (to_jsonb(new) ->> tg_argv[0]));
  end if;
  return null;
end $function$
;

CREATE FUNCTION announce_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'content');
  return null;
end $function$
;

CREATE FUNCTION announce_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'donation:' || new.external_id);
  return null;
end $function$
;

CREATE FUNCTION announce_doubt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id)
  from payments p join donations d on d.id = p.donation_id where p.id = new.payment_id;
  return null;
end $function$
;

CREATE FUNCTION announce_external_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.subject <> '*' then perform pg_notify('amana_changes', 'raised:' || new.subject); end if;
  perform pg_notify('amana_changes', 'totals');
  return null;
end $function$
;

CREATE FUNCTION announce_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id)
  from changed l
  join payments p on p.id = l.payment_id
  join donations d on d.id = p.donation_id
  where l.outcome = 'paid' and p.status not in ('succeeded', 'reversed');
  return null;
end $function$
;

CREATE FUNCTION announce_outbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'outbox');
  return null;
end $function$
;

CREATE FUNCTION announce_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'donation:' || d.external_id) from donations d where d.id = new.donation_id;
  return null;
end $function$
;

CREATE FUNCTION announce_shown_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'campaign:' || new.campaign_id);
  return null;
end $function$
;

CREATE FUNCTION announce_support_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('amana_changes', 'campaign:' || d.campaign_id) from donations d where d.id = new.donation_id;
  return null;
end $function$
;

CREATE FUNCTION are_tied(one text, other text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    (select one union select brought_in_by(one)) intersect (select other union select brought_in_by(other))
  )
$function$
;

CREATE FUNCTION begin_total()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into campaign_totals (campaign_id, currency, goal_amount) values (new.id, new.currency, new.goal_amount);
  return null;
end $function$
;

CREATE FUNCTION brought_in_by(person text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with recursive up (id) as (
    select given_by from role_grants where user_id = person and given_by is not null
    union
    select g.given_by from up join role_grants g on g.user_id = up.id where g.given_by is not null
  )
  select id from up
$function$
;

CREATE FUNCTION campaign_words(title text, title_sw text, description text, description_sw text, organizer text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_tsvector(
    'simple',
    title || ' ' || coalesce(title_sw, '') || ' ' || description || ' ' || coalesce(description_sw, '') || ' ' || organizer
  )
$function$
;

CREATE FUNCTION case_changes_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.kind, new.payment_id, new.status, new.decision, new.details)
    is distinct from (old.kind, old.payment_id, old.status, old.decision, old.details) then
    perform add_changed_days(array(
      select fund_day(j.occurred_at) from journal j where j.payment_id in (new.payment_id, old.payment_id)
    ));
  end if;
  return null;
end $function$
;

CREATE FUNCTION chain_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_head;
begin
  select * into strict head from audit_head for no key update;
  new.id := head.id + 1;
  new.previous_hash := head.hash;
  new.hash := hash_of_audit(
    head.hash, new.id, new.at, new.actor_id, new.action, new.subject, new.before, new.after, new.reason);
  update audit_head set id = new.id, hash = new.hash;
  return new;
end $function$
;

CREATE FUNCTION check_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  payment payments;
  received text;
begin
  select * into strict payment from payments where id = new.payment_id;
  received := case
    when payment.provider = 'offline' then case payment.method when 'cash' then 'cash' else 'bank' end
    else 'provider_receivable:' || payment.provider
  end;

  if new.kind = 'fee' then
    if (
      select array_agg(row(account, amount, currency)::text order by amount) from postings where journal_id = new.id
    ) is distinct from array[
      row('fee_income'::text, -payment.fee, payment.currency)::text, row(received, payment.fee, payment.currency)::text
    ] then
      raise exception 'journal % is not the fee of its payment', new.id using errcode = 'check_violation';
    end if;
    if not exists (select from journal where payment_id = payment.id and kind = 'donation') then
      raise exception 'journal % is a fee without its donation', new.id using errcode = 'check_violation';
    end if;
    return null;
  end if;

  if exists (
    select from postings where journal_id = new.id and campaign_id is null and account <> received
  ) then
    raise exception 'journal % takes its donation from an account other than %', new.id, received
      using errcode = 'check_violation';
  end if;
  if not is_right_fee(payment) then
    raise exception 'payment % has the wrong fee', payment.id using errcode = 'check_violation';
  end if;
  if payment.fee > 0 then
    if not exists (select from journal where payment_id = payment.id and kind = 'fee') then
      raise exception 'payment % is booked without its fee', payment.id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_completed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from payments p join journal j on j.payment_id = p.id and j.kind = 'donation' where p.donation_id = new.id
  ) then
    raise exception 'donation % is completed but not in the ledger', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_confirmed_offline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from donations d join payments p on p.donation_id = d.id
    where d.id = new.donation_id and d.status = 'completed' and p.provider = 'offline' and p.status = 'succeeded'
      and (d.campaign_id, d.currency, d.amount) = (new.campaign_id, new.currency, new.amount)
  ) then
    raise exception 'offline donation % is confirmed but not in the ledger', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_corrected()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_held(new.id) then
    raise exception 'donation % is not what the ledger holds', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_correction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  about record;
begin
  select d.id, d.campaign_id, p.provider, p.method, a.details into about
  from payments p
  join donations d on d.id = p.donation_id
  join proposals a on a.id = new.proposal_id
  where p.id = new.payment_id and p.status = 'succeeded'
    and a.kind = new.kind and a.subject = 'donation:' || d.external_id
    and a.status = 'approved' and a.decided_in = pg_current_xact_id() and a.decided_by = new.entered_by;
  if not found then
    raise exception 'journal % changes a donation without two people', new.id using errcode = 'insufficient_privilege';
  end if;
  if not is_held(about.id) then
    raise exception 'journal % takes more than the donation has, or from elsewhere', new.id
      using errcode = 'check_violation';
  end if;
  if new.kind = 'move' and (
    select count(*) <> 2 or count(campaign_id) <> 2
      or bool_or(campaign_id = about.campaign_id and amount < 0) is not true
      or bool_or(campaign_id <> about.campaign_id and amount > 0) is not true
    from postings where journal_id = new.id
  ) or new.kind = 'part-refund' and (
    select count(*) <> 2
      or bool_or(campaign_id = about.campaign_id and amount::text = about.details ->> 'amount') is not true
      or bool_or(account = case
        when about.provider <> 'offline' then 'provider_receivable:' || about.provider
        when about.method = 'cash' then 'cash'
        else 'bank'
      end) is not true
    from postings where journal_id = new.id
  ) then
    raise exception 'journal % is not what was approved', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_journal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  currencies bigint;
  problem text;
  has_zakat boolean;
  donation donations;
begin
  select count(*), min(rest), bool_or(is_zakat) into currencies, problem, has_zakat
  from (
    select case when sum(amount) <> 0 then format('%s %s', sum(amount), currency) end as rest,
      bool_or(account like 'zakat:%') as is_zakat
    from postings where journal_id = new.id group by currency
  ) of_currency;
  if currencies = 0 then
    raise exception 'journal % has no postings', new.id using errcode = 'check_violation';
  end if;
  if problem is not null then
    raise exception 'journal % does not sum to zero: %', new.id, problem using errcode = 'check_violation';
  end if;

  if has_zakat then
    select account into problem
    from postings
    where journal_id = new.id and account !~ '^(zakat:|provider_receivable:|bank$|cash$)' limit 1;
    if found then
      raise exception 'zakat money cannot be posted to %', problem using errcode = 'check_violation';
    end if;
    if new.kind not in ('donation', 'donation-reversal', 'payout', 'move', 'part-refund', 'opening') then
      raise exception 'zakat money cannot be part of a %', new.kind using errcode = 'check_violation';
    end if;
    if new.kind = 'payout' and new.beneficiary is null then
      raise exception 'zakat is paid out to a named kind of beneficiary only' using errcode = 'check_violation';
    end if;
    if new.kind = 'donation' then
      if exists (
        select from postings where journal_id = new.id and account like 'zakat:%' and amount > 0
      ) then
        raise exception 'a donation takes nothing out of Zakat' using errcode = 'check_violation';
      end if;
    end if;
  end if;

  if new.kind = 'donation' then
    -- Key by key: a join may be planned as a scan of all donations, and a connection keeps its plan.
    select * into donation from donations
    where id = (select donation_id from payments where id = new.payment_id and status in ('succeeded', 'reversed'))
      and status = 'completed';
    if (
      select count(*) from postings
      where journal_id = new.id and campaign_id is not null
        and (campaign_id, currency, amount)
          = (coalesce(donation.chosen_campaign_id, donation.campaign_id), donation.currency, -donation.amount)
    ) <> 1 then
      raise exception 'journal % does not match its donation', new.id using errcode = 'check_violation';
    end if;
  end if;

  -- After a move or partial refund, a reversal takes only the rest, from the campaign that has it.
  if new.reversed_of is not null then
    if exists (
      select from journal j join postings p on p.journal_id = j.id
      where j.payment_id = new.payment_id and case new.kind
        when 'fee-reversal' then j.kind in ('fee', 'fee-reversal')
        else counts_as_raised(j.kind)
      end
      group by p.account, p.currency having sum(p.amount) <> 0
    ) then
      raise exception 'journal % does not undo journal %', new.id, new.reversed_of using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_opening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_owner() then
    raise exception 'permission denied to book an opening balance' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from users where id = new.entered_by and role = 'admin' and not banned) then
    raise exception 'an opening balance names the admin who imported it' using errcode = 'insufficient_privilege';
  end if;
  -- Later, no one could tell this money from donations that are in the ledger already.
  if exists (select from installation where payments = 'live') and exists (select from donations) then
    raise exception 'a live database with donations takes no opening balance' using errcode = 'check_violation';
  end if;
  if (
    select count(*) <> 2
      or bool_or(campaign_id = new.opening_of and amount < 0) is not true
      or bool_or(account = 'bank' and amount > 0) is not true
    from postings where journal_id = new.id
  ) then
    raise exception 'journal % is not the opening balance of its campaign', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from journal j join donations d on d.id = new.donation_id
    where j.payment_id = new.id and j.kind = 'donation'
      and (d.amount + new.fee, d.currency) = (new.amount, new.currency)
  ) then
    raise exception 'payment % is paid without a journal of its amount', new.id using errcode = 'check_violation';
  end if;
  if new.status = 'reversed' then
    if exists (select from donations where id = new.donation_id and reversed_at is null)
      or exists (
        select from journal j
        where j.payment_id = new.id and j.kind in ('donation', 'fee')
          and not exists (select from journal r where r.reversed_of = j.id)
      )
    then
      raise exception 'payment % is reversed without the reversal of its journals', new.id
        using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_proof()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  payment payments;
begin
  select * into strict payment from payments where id = new.payment_id;
  if payment.provider = 'offline' then
    if exists (
      select from donations d join offline_donations o on o.donation_id = d.id
      where d.id = payment.donation_id and o.status = 'confirmed'
        and (o.campaign_id, o.currency, o.amount) = (d.campaign_id, d.currency, d.amount)
    ) then
      return null;
    end if;
    -- Demonstration donations by bank have nobody to confirm them.
    if payment.reference like 'past-%' and not exists (select from installation where payments = 'live') then
      return null;
    end if;
  else
    if exists (select from provider_messages where payment_id = payment.id and is_proof(verdict)) then
      return null;
    end if;
    if exists (
      select from cases k join proposals a on a.subject = 'case:' || k.id
      where k.payment_id = payment.id and k.decision = 'credit'
        and a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
    ) then
      return null;
    end if;
  end if;
  raise exception 'payment % is booked without a proof of its own', payment.id
    using errcode = 'insufficient_privilege';
end $function$
;

CREATE FUNCTION check_receipt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from donations where id = new.donation_id and status = 'completed') then
    raise exception 'a receipt needs a completed donation' using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from proposals a
    join payments p on p.id = new.payment_id
    join donations d on d.id = p.donation_id
    where a.kind = 'refund' and a.subject = 'donation:' || d.external_id
      and a.status = 'approved' and a.decided_in = pg_current_xact_id() and a.decided_by = new.entered_by
  ) then
    return null;
  end if;
  if new.entered_by is null and exists (
    select from provider_messages where payment_id = new.payment_id and verdict = 'reversed'
  ) then
    return null;
  end if;
  raise exception 'journal % reverses a donation without a message of its provider or two people', new.id
    using errcode = 'insufficient_privilege';
end $function$
;

CREATE FUNCTION check_reversed_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.reversed_at is not null)
    <> exists (select from payments where donation_id = new.id and status = 'reversed') then
    raise exception 'donation % and its payment disagree about a reversal', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_reversed_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from payments where id = new.payment_id and status = 'reversed') then
    raise exception 'journal % reverses a payment that is not reversed', new.id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION check_submission_budget()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  select count(*) as lines, coalesce(sum(amount), 0) as total into found
  from submission_budget_lines where submission_id = new.submission_id and version = new.version;
  if found.lines not between 3 and 8 or found.total <> new.goal_amount then
    raise exception 'the budget of submission % is not its goal', new.submission_id using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE FUNCTION count_visits(first_day date, last_day date)
 RETURNS TABLE(day date, kind text, name text, visitors bigint, times bigint, ends bigint, seconds bigint, depth bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with visitors as (
    select e.day, e.session_id from visitor_events e
    where e.type = 'page_view' and e.day between first_day and last_day
    group by e.day, e.session_id
  ), named as (
    select e.day, n.kind, n.name, e.session_id, e.type = 'page_view_end' as is_end, e.seconds, e.depth
    from (
      select *, replace(path, ':id', coalesce(campaign_id, ':id')) as page from visitor_events
      where visitor_events.day between first_day and last_day
    ) e
    join visitors v on v.day = e.day and v.session_id = e.session_id
    cross join lateral (values
      ('total', case when e.type in ('page_view', 'page_view_end') then '' end),
      ('page', case when e.type in ('page_view', 'page_view_end') then e.page end),
      ('last-page', case when e.type = 'session_end' then e.page end),
      ('share', case when e.action like 'share:%' then e.campaign_id end),
      ('share-way', case when e.action like 'share:%' then substr(e.action, 7) end),
      ('step', case
        when e.type = 'page_view' and (e.campaign_id is not null or e.path like '%/infrastructure/:slug') then 'campaign'
      end),
      ('step', case
        when e.action = 'form:start' or (e.type = 'page_view' and e.path like '%/campaigns/:id/donate%') then 'form'
      end)
    ) n (kind, name)
    where n.name is not null
    union all
    select v.day, n.kind, n.name, v.session_id, false, null, null
    from visitors v
    left join visitor_events s on s.session_id = v.session_id and s.type = 'session_start'
    cross join lateral (values
      ('source', coalesce(s.source, '')),
      ('link', s.link),
      ('device', coalesce(s.device, '')),
      ('language', coalesce(s.language, ''))
    ) n (kind, name)
    where n.name is not null
  ), visits as (
    -- Hashing is much faster here than the sort of a count of distinct sessions.
    select
      n.day, n.kind, n.name collate "C" as name, n.session_id,
      count(*) filter (where not n.is_end) as times,
      count(*) filter (where n.is_end) as ends,
      sum(n.seconds) filter (where n.is_end) as seconds,
      sum(n.depth) filter (where n.is_end) as depth
    from named n group by n.day, n.kind, n.name collate "C", n.session_id
  ), counted as (
    select
      v.day, v.kind, v.name,
      count(*) filter (where v.times > 0) as visitors,
      sum(v.times)::bigint as times,
      sum(v.ends)::bigint as ends,
      coalesce(sum(v.seconds), 0)::bigint as seconds,
      coalesce(sum(v.depth), 0)::bigint as depth
    from visits v group by v.day, v.kind, v.name
  ), placed as (
    select c.*, row_number() over (partition by c.day, c.kind order by c.times desc, c.name) as place from counted c
  )
  select
    p.day, p.kind, case when p.place <= 100 then p.name else '(other)' end,
    sum(p.visitors)::bigint, sum(p.times)::bigint, sum(p.ends)::bigint, sum(p.seconds)::bigint, sum(p.depth)::bigint
  from placed p group by 1, 2, 3
$function$
;

CREATE FUNCTION counts_as_raised(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select kind in ('donation', 'donation-reversal', 'move', 'part-refund', 'opening')
$function$
;

CREATE FUNCTION days_left(last_day date, at timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select greatest(0, last_day - fund_day(at)) $function$
;

CREATE FUNCTION decision_hindrance(decider text, proposer text, lowest text DEFAULT 'admin'::text, OUT kind text, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  wait constant interval := interval '72 hours';
  own role_grants;
begin
  select * into own from role_grants where user_id = decider and ended_at is null order by id desc limit 1;
  if own.id is not null and not is_confirmed(own)
    or own.id is null and exists (select from users where id = decider and (banned or role = 'organizer')) then
    kind := 'unconfirmed';
    return;
  end if;
  if not own.is_first and own.given_at + wait > now() then
    kind := 'new-admin';
    ends_at := own.given_at + wait;
    return;
  end if;
  if decider = proposer then
    select max(ended_at) + wait into ends_at from role_grants
    where role in ('admin', lowest) and user_id <> decider and ended_at is not null;
    if ends_at > now() then
      kind := 'others-left';
    else
      ends_at := null;
    end if;
    return;
  end if;
  if proposer in (select brought_in_by(decider)) then
    kind := 'brought-in-by-proposer';
    return;
  end if;
  if are_tied(decider, proposer) and exists (
    select from role_grants g
    where g.role in ('admin', lowest) and g.ended_at is null and is_settled(g)
      and g.user_id <> decider and not are_tied(g.user_id, proposer)
  ) then
    kind := 'tied';
    return;
  end if;
  if decider in (select brought_in_by(proposer)) then
    select max(given_at) + wait into ends_at from role_grants where user_id = proposer;
    if ends_at > now() then
      kind := 'new-proposer';
    else
      ends_at := null;
    end if;
  end if;
end $function$
;

CREATE FUNCTION donation_is_unsettled(asked bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from payments p
    where p.donation_id = asked and (
      p.status in ('initiated', 'pending', 'unknown', 'review')
      or exists (select from cases c where c.payment_id = p.id and c.status = 'open')
      or exists (select from statement_standings s where s.payment_id = p.id and s.state = 'open')
    )
  ) or exists (
    select from donations d
    join proposals a on a.subject = 'donation:' || d.external_id
    where d.id = asked and a.status = 'open'
  )
$function$
;

CREATE FUNCTION donations_named(wanted tsquery, most bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET work_mem TO '64MB'
AS $function$
  -- Materialized, because with the limit the planner would read one donation after the other.
  with named as materialized (
    select id from donations where to_tsvector('simple', donor_name) @@ wanted and not is_anonymous
  )
  select id from named limit most
$function$
;

CREATE FUNCTION donors_in(entry journal, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case entry.kind when 'opening' then -entry.opening_donors else donors_in(entry.kind, amount) end
$function$
;

CREATE FUNCTION donors_in(kind text, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case kind when 'part-refund' then 0 else sign(amount)::bigint end
$function$
;

CREATE FUNCTION follow_by_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into followers as f (campaign_id, email, language, agreed_at)
  values (new.campaign_id, lower(new.donor_email), new.language, new.created_at)
  on conflict (campaign_id, email) do update
    set agreed_at = excluded.agreed_at, ended_at = null
    where f.ended_at < excluded.agreed_at;
  return null;
end $function$
;

CREATE FUNCTION follow_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  booked record;
  has_totals boolean := false;
begin
  for booked in
    select p.campaign_id, p.currency, fund_day(j.occurred_at) as day,
      p.campaign_id is not null and counts_as_raised(j.kind) as counts,
      j.written_in <> pg_current_xact_id() as is_closed,
      -sum(p.amount) as raised, -sum(donors_in(j, p.amount)) as donors
    from new_postings p
    -- Without `offset 0` the plan may scan the whole journal, and a connection keeps its plan.
    cross join lateral (select * from journal where id = p.journal_id offset 0) j
    group by 1, 2, 3, 4, 5
    order by 2, 3, 1
  loop
    if booked.is_closed then
      raise exception 'a journal is closed once its transaction has ended' using errcode = 'check_violation';
    end if;
    continue when not booked.counts;
    insert into fund_totals as t (currency, slot, raised, donors)
    values (booked.currency, pg_backend_pid() % 16, booked.raised, booked.donors)
    on conflict (currency, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    insert into daily_totals as t (day, campaign_id, slot, raised, donors)
    values (booked.day, booked.campaign_id, pg_backend_pid() % 4, booked.raised, booked.donors)
    on conflict (day, campaign_id, slot) do update
      set raised = t.raised + excluded.raised, donors = t.donors + excluded.donors;
    perform pg_notify('amana_changes', 'raised:' || booked.campaign_id);
    has_totals := true;
  end loop;
  if has_totals then
    perform pg_notify('amana_changes', 'totals');
  end if;
  return null;
end $function$
;

CREATE FUNCTION follow_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update campaigns
  set suspended_at = case when new.lifted_at is null then new.suspended_at end, updated_at = now()
  where owner_id = new.user_id;
  return null;
end $function$
;

CREATE FUNCTION follow_zakat_ruling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update campaigns set zakat_until = coalesce((
    select max(coalesce(r.expires_on, 'infinity'::date)) from zakat_rulings r
    where r.campaign_id = new.campaign_id and r.withdrawn_at is null
  ), '-infinity'), updated_at = now()
  where id = new.campaign_id;
  return null;
end $function$
;

CREATE FUNCTION fund_day(at timestamp with time zone DEFAULT now())
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$ select (at at time zone 'Africa/Dar_es_Salaam')::date $function$
;

CREATE FUNCTION guard_arrived_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from statement_lines l
    where l.payment_id = new.id and l.outcome = 'paid' and l.amount = new.amount
  ) then
    raise exception 'a payment never grows without a statement line of that amount' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_bank_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and not exists (select from users) then
    return new;
  end if;
  if not exists (
    select from proposals
    where kind = 'bank-details' and status = 'approved' and decided_in = pg_current_xact_id()
  ) then
    raise exception 'bank details are changed by two people' using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $function$
;

CREATE FUNCTION guard_change_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  campaign record;
  hindrance text;
begin
  if tg_op = 'DELETE' then
    raise exception 'change requests are kept' using errcode = 'insufficient_privilege';
  end if;
  select owner_id, goal_amount, end_date, status, is_zakat_eligible into campaign from campaigns where id = new.campaign_id;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'a change request begins as pending' using errcode = 'check_violation';
    end if;
    if new.requested_by is distinct from campaign.owner_id or is_suspended(new.requested_by) then
      raise exception '% may not request changes of campaign %', new.requested_by, new.campaign_id
        using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.status <> 'pending' or new.status = 'pending'
    or (new.id, new.campaign_id, new.requested_by, new.language, new.goal_was, new.end_date_was, new.goal,
        new.end_date, new.use_of_money, new.reason, new.requested_at)
      is distinct from
      (old.id, old.campaign_id, old.requested_by, old.language, old.goal_was, old.end_date_was, old.goal,
       old.end_date, old.use_of_money, old.reason, old.requested_at) then
    raise exception 'change request % is decided once and never changes', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.decided_by = new.requested_by or new.decided_by is not distinct from campaign.owner_id then
    raise exception 'nobody decides about their own change request' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from users where id = new.decided_by and role in ('staff', 'admin') and not banned) then
    raise exception '% may not decide about change requests', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'rejected' then
    return new;
  end if;
  select kind into hindrance from record_hindrance(new.decided_by, 'campaign:' || new.campaign_id);
  if hindrance is not null then
    raise exception '% may not approve change requests: %', new.decided_by, hindrance using errcode = 'insufficient_privilege';
  end if;
  if is_suspended(new.requested_by) then
    raise exception 'organizer % is suspended', new.requested_by using errcode = 'insufficient_privilege';
  end if;
  if campaign.status not in ('active', 'paused') then
    raise exception 'campaign % is not running, and its request % cannot be approved', new.campaign_id, new.id
      using errcode = 'check_violation';
  end if;
  if new.use_of_money is not null and campaign.is_zakat_eligible and not exists (
    select from zakat_rulings r
    where r.campaign_id = new.campaign_id and r.withdrawn_at is null and r.recorded_at > new.requested_at
      and coalesce(r.expires_on >= fund_day(), true)
  ) then
    raise exception 'Zakat campaign % needs a ruling about the new use', new.campaign_id using errcode = 'check_violation';
  end if;
  -- Approval and change are one transaction: the campaign already has the new values here.
  if (campaign.goal_amount, campaign.end_date)
    is distinct from (coalesce(new.goal, campaign.goal_amount), coalesce(new.end_date, campaign.end_date)) then
    raise exception 'change request % was approved without the change', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from role_grants g where g.id = new.grant_id and may_confirm_access(new.confirmed_by, g)) then
    raise exception '% may not confirm this access', new.confirmed_by using errcode = 'insufficient_privilege';
  end if;
  new.confirmed_at := now();
  return new;
end $function$
;

CREATE FUNCTION guard_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  why text;
begin
  if new.status in ('approved', 'rejected') then
    select kind into why from decision_hindrance(new.decided_by, old.proposed_by);
    if why is not null then
      raise exception '% may not decide: %', new.decided_by, why using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.refunded <> 0 or new.chosen_campaign_id is not null then
      raise exception 'a donation begins unmoved and not refunded' using errcode = 'check_violation';
    end if;
    if new.status <> 'pending' then
      raise exception 'a donation begins as pending, not %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new.status <> old.status
    and (old.status, new.status) not in (('pending', 'completed'), ('pending', 'failed'), ('failed', 'completed')) then
    raise exception 'a donation cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.currency, new.external_id) is distinct from (old.currency, old.external_id) then
    raise exception 'currency and external id of a donation never change' using errcode = 'check_violation';
  end if;
  if (new.campaign_id, new.chosen_campaign_id) is distinct from (old.campaign_id, old.chosen_campaign_id) then
    if old.status <> 'completed' or old.reversed_at is not null
      or new.chosen_campaign_id is distinct from coalesce(old.chosen_campaign_id, old.campaign_id)
      or not exists (
        select from proposals a
        where a.kind = 'move' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
          and a.decided_in = pg_current_xact_id() and a.details ->> 'campaignId' = new.campaign_id
      )
    then
      raise exception 'the campaign of a donation never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  if new.refunded <> old.refunded then
    if old.status <> 'completed' or old.reversed_at is not null
      or not exists (
        select from proposals a
        where a.kind = 'part-refund' and a.subject = 'donation:' || new.external_id and a.status = 'approved'
          and a.decided_in = pg_current_xact_id() and a.details ->> 'amount' = (new.refunded - old.refunded)::text
      )
    then
      raise exception 'what was refunded never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  if new.amount <> old.amount then
    if old.status = 'completed'
      or not exists (
        select from payments p
        where p.donation_id = new.id and p.asked_amount is not null and p.amount - p.fee = new.amount
      )
    then
      raise exception 'the amount of a donation never changes without two people' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_go_live_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from users where id = new.decided_by and role = 'admin' and not banned) then
    raise exception '% is not an admin who can sign in', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.kind = 'undone' and 'confirmed' is distinct from (
    select c.kind from go_live_confirmations c where c.point = new.point order by c.id desc limit 1
  ) then
    raise exception 'the point % is not confirmed', new.point using errcode = 'check_violation';
  end if;
  new.decided_at := now();
  return new;
end $function$
;

CREATE FUNCTION guard_holds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.suspended_at := (
      select s.suspended_at from organizer_suspensions s where s.user_id = new.owner_id and s.lifted_at is null
    );
    return new;
  end if;
  if new.owner_id is distinct from old.owner_id or new.suspended_at is distinct from old.suspended_at then
    new.suspended_at := (
      select s.suspended_at from organizer_suspensions s where s.user_id = new.owner_id and s.lifted_at is null
    );
  end if;
  if new.zakat_until is distinct from old.zakat_until and new.zakat_until is distinct from coalesce(
    (
      select max(coalesce(r.expires_on, 'infinity'::date)) from zakat_rulings r
      where r.campaign_id = new.id and r.withdrawn_at is null
    ),
    '-infinity'
  ) then
    raise exception 'the rulings of campaign % do not say this', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_installation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Keeps another site from adding a donation between this check and the commit.
  lock table donations in share row exclusive mode;
  if tg_op = 'UPDATE' and old.payments = 'live' and new.payments <> 'live' then
    raise exception 'a live database stays live' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and new.payments <> old.payments and exists (select from donations) then
    raise exception 'the donations of a database stay %', old.payments using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and new.payments = 'live' and has_invented_donations() then
    raise exception 'the database holds donations that are not real' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from users where id = new.made_by and role = 'admin' and not banned) then
    raise exception 'permission denied to invite staff without naming the admin' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_new constant boolean := coalesce(old.written_in = pg_current_xact_id(), false);
begin
  if is_owner() then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    if is_new and old.verdict is null then return old; end if;
    raise exception 'permission denied to delete a message of a provider' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.provider, new.kind, new.dedupe_key, new.payment_id, new.received_at, new.written_in)
    is distinct from (old.id, old.provider, old.kind, old.dedupe_key, old.payment_id, old.received_at, old.written_in)
    or (new.verdict, new.judged_at) is distinct from (old.verdict, old.judged_at) and old.verdict is not null and (
      is_proof(old.verdict) or new.verdict is null
      -- The same bytes can come again, and be clear the second time.
      or is_proof(new.verdict) and old.verdict not in ('unclear', 'to be asked about', 'unchanged', 'unknown payment')
    )
    -- The count of messages that were not stored grows. A body is completed by its own transaction, and cleared later.
    or new.body <> old.body and not is_new and old.verdict is distinct from 'not stored'
      and new.body not in ('', without_phones(old.body))
    or new.headers is distinct from old.headers and not is_new
      and new.headers is not null and new.headers::text is distinct from without_phones(old.headers::text) then
    raise exception 'permission denied to change a message of a provider' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_mode()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  site constant text := coalesce(
    substring(current_setting('application_name') from '^amana (live|sandbox)$'),
    current_setting('amana.payments', true),
    ''
  );
  kept text;
begin
  if site = '' then return new; end if;
  select payments into kept from installation;
  if kept is distinct from site then
    raise exception 'a site with % payments cannot take donations for a % database', site, kept
      using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_offline_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  why text;
begin
  select kind into why from decision_hindrance(new.decided_by, old.entered_by, 'staff');
  if why is not null then
    raise exception '% may not confirm: %', new.decided_by, why using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_offline_donation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'entered' then
      raise exception 'an offline donation begins entered' using errcode = 'check_violation';
    end if;
    if not exists (select from users where id = new.entered_by and role in ('staff', 'admin') and not banned) then
      raise exception '% may enter nothing', new.entered_by using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;

  if old.status <> 'entered' then
    raise exception 'offline donation % is decided', old.id using errcode = 'check_violation';
  end if;
  if to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'reason', 'donation_id']
    is distinct from to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'reason', 'donation_id'] then
    raise exception 'an entry never changes: withdraw it and enter it again' using errcode = 'check_violation';
  end if;
  if not exists (select from users where id = new.decided_by and role in ('staff', 'admin') and not banned) then
    raise exception '% may decide nothing', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.status = 'confirmed' and new.decided_by = old.entered_by then
    if exists (select from users where role in ('staff', 'admin') and not banned and id <> new.decided_by) then
      raise exception 'another member of staff confirms' using errcode = 'insufficient_privilege';
    end if;
    if coalesce(btrim(new.reason), '') = '' then
      raise exception 'a person who confirms alone gives a reason' using errcode = 'insufficient_privilege';
    end if;
  end if;
  new.decided_at := now();
  return new;
end $function$
;

CREATE FUNCTION guard_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> old.status
    and (old.status = 'reversed' or (old.status = 'succeeded' and new.status <> 'reversed')) then
    raise exception 'a payment cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.donation_id, new.provider, new.reference, new.currency)
    is distinct from (old.donation_id, old.provider, old.reference, old.currency) then
    raise exception 'donation, provider, reference and currency of a payment never change'
      using errcode = 'check_violation';
  end if;
  if (new.amount, new.fee, new.asked_amount) is distinct from (old.amount, old.fee, old.asked_amount) then
    if old.status in ('succeeded', 'reversed') or old.asked_amount is not null
      or new.asked_amount is distinct from old.amount
      or not exists (
        select from proposals a
        join cases k on k.payment_id = new.id and a.subject = 'case:' || k.id
        where a.kind = 'credit' and a.status = 'approved' and a.decided_in = pg_current_xact_id()
          and a.details ->> 'arrived' = new.amount::text
      )
    then
      raise exception 'amount and fee of a payment never change without two people' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      raise exception 'a proposal begins open' using errcode = 'check_violation';
    end if;
    if not exists (select from users where id = new.proposed_by and role in ('staff', 'admin') and not banned) then
      raise exception '% may propose nothing', new.proposed_by using errcode = 'insufficient_privilege';
    end if;
    new.proposed_at := now();
    return new;
  end if;

  if old.status <> 'open' then
    raise exception 'proposal % is decided', old.id using errcode = 'check_violation';
  end if;
  if (new.id, new.kind, new.subject, new.details, new.reason, new.proposed_by, new.proposed_at)
    is distinct from (old.id, old.kind, old.subject, old.details, old.reason, old.proposed_by, old.proposed_at) then
    raise exception 'what was proposed never changes' using errcode = 'check_violation';
  end if;
  new.decided_at := now();
  new.decided_in := pg_current_xact_id();

  if new.status = 'withdrawn' then
    if new.decided_by <> old.proposed_by then
      raise exception 'only who proposed may withdraw' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if not exists (select from users where id = new.decided_by and role = 'admin' and not banned) then
    raise exception '% is no admin', new.decided_by using errcode = 'insufficient_privilege';
  end if;
  if new.decided_by = old.proposed_by then
    if exists (select from users where role = 'admin' and not banned and id <> new.decided_by) then
      raise exception 'another admin decides' using errcode = 'insufficient_privilege';
    end if;
    if now() < old.proposed_at + interval '24 hours' then
      raise exception 'an admin who decides alone waits a day' using errcode = 'insufficient_privilege';
    end if;
    if new.proven_at is null or new.proven_at not between now() - interval '5 minutes' and now() + interval '5 minutes' then
      raise exception 'an admin who decides alone gives the password again' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_proposer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not access_is_confirmed(new.proposed_by) then
    raise exception '% may not propose before a second admin confirms the access', new.proposed_by
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_submission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'a submission begins as a draft' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status = 'draft' or old.status = 'rejected' and old.decided_at < now() - interval '1 year' then
      return old;
    end if;
    raise exception 'submission % is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  if new.owner_id <> old.owner_id or new.version < old.version then
    raise exception 'the owner and the versions of a submission stay' using errcode = 'check_violation';
  end if;
  if new.version > old.version and not (
    new.version = old.version + 1 and new.status = 'submitted'
    and exists (select from submission_versions v where v.submission_id = new.id and v.version = new.version)
  ) then
    raise exception 'submission % has no version %', new.id, new.version using errcode = 'check_violation';
  end if;
  if new.status <> old.status then
    if (old.status, new.status) not in (
      ('draft', 'submitted'), ('changes-asked', 'submitted'),
      ('submitted', 'changes-asked'), ('submitted', 'approved'), ('submitted', 'rejected')
    ) then
      raise exception 'a submission cannot go from % to %', old.status, new.status using errcode = 'check_violation';
    end if;
    if new.status <> 'submitted' and not exists (
      select from submission_reviews r
      where r.submission_id = new.id and r.version = new.version and r.kind = new.status
    ) then
      raise exception 'submission % has no such review', new.id using errcode = 'check_violation';
    end if;
    if new.status = 'submitted' and new.version = old.version then
      raise exception 'submission % has no new version', new.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_submission_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from users where id = new.author_id and role in ('staff', 'admin') and not banned) then
    raise exception '% may not write notes', new.author_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_submission_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  found record;
begin
  select s.status, s.version, s.owner_id, u.email_verified into found
  from submissions s join users u on u.id = s.owner_id where s.id = new.submission_id;
  if found.status <> 'submitted' or found.version <> new.version then
    raise exception 'version % of submission % does not wait for a review', new.version, new.submission_id
      using errcode = 'check_violation';
  end if;
  if new.reviewer_id = found.owner_id then
    raise exception 'nobody reviews their own submission' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from users where id = new.reviewer_id and role in ('staff', 'admin') and not banned) then
    raise exception '% may not review', new.reviewer_id using errcode = 'insufficient_privilege';
  end if;
  if new.kind = 'approved' and not found.email_verified then
    raise exception 'the organizer has not confirmed the email address' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_support_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE FUNCTION guard_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  actor text := new.suspended_by;
begin
  if tg_op = 'UPDATE' then
    if old.lifted_at is not null or new.lifted_at is null
      or (new.id, new.user_id, new.reason, new.suspended_by, new.suspended_at)
        is distinct from (old.id, old.user_id, old.reason, old.suspended_by, old.suspended_at) then
      raise exception 'a suspension is only lifted' using errcode = 'check_violation';
    end if;
    actor := new.lifted_by;
  elsif new.lifted_at is not null then
    raise exception 'a suspension begins open' using errcode = 'check_violation';
  end if;
  if actor = new.user_id
    or not exists (select from users where id = actor and role in ('staff', 'admin') and not banned) then
    raise exception '% may not suspend organizers', actor using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% change through the ledger only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$
;

CREATE FUNCTION guard_zakat_flag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from donations where campaign_id = new.id)
    or exists (select from offline_donations where campaign_id = new.id and status = 'entered') then
    raise exception 'campaign % has donations, so its Zakat flag cannot change', new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE FUNCTION guard_zakat_ruling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  actor text;
  campaign record;
begin
  if tg_op = 'UPDATE' then
    if old.withdrawn_at is not null or new.withdrawn_at is null
      or (new.id, new.campaign_id, new.reviewer_id, new.reviewer_name, new.ruled_on, new.reasons, new.expires_on,
          new.recorded_by, new.recorded_at)
        is distinct from
        (old.id, old.campaign_id, old.reviewer_id, old.reviewer_name, old.ruled_on, old.reasons, old.expires_on,
          old.recorded_by, old.recorded_at) then
      raise exception 'a ruling is only withdrawn' using errcode = 'check_violation';
    end if;
    actor := new.withdrawn_by;
  else
    if new.withdrawn_at is not null or new.ruled_on > fund_day() then
      raise exception 'a ruling begins on a past day or today' using errcode = 'check_violation';
    end if;
    if not exists (select from team_members m where m.id = new.reviewer_id and m.is_active and m.name = new.reviewer_name) then
      raise exception '% is not in the advisory body', new.reviewer_name using errcode = 'check_violation';
    end if;
    actor := new.recorded_by;
  end if;
  select owner_id, is_zakat_eligible into campaign from campaigns where id = new.campaign_id;
  if not campaign.is_zakat_eligible then
    raise exception 'campaign % takes no Zakat', new.campaign_id using errcode = 'check_violation';
  end if;
  if actor is null and tg_op = 'INSERT' and not exists (select from users) then return new; end if;
  if actor is null or actor = campaign.owner_id
    or not exists (select from users where id = actor and role in ('staff', 'admin') and not banned) then
    raise exception '% may not record a ruling', coalesce(actor, 'no person') using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION has_invented_donations()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from payments where reference like 'past-%')
    or exists (select from payments where reference like 'history-%')
    or exists (select from payments where page_url like '%/sandbox/%')
$function$
;

CREATE FUNCTION has_phone(body text, headers jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select body ~ '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])'
    or coalesce(headers::text ~ '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])', false)
$function$
;

CREATE FUNCTION hash_of_audit(previous bytea, id bigint, at timestamp with time zone, actor_id text, action text, subject text, before jsonb, after jsonb, reason text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(previous || convert_to(jsonb_build_array(
    id, (extract(epoch from at) * 1000000)::bigint, actor_id, action, subject, before, after, reason
  )::text, 'UTF8'))
$function$
;

CREATE FUNCTION is_before_today(moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select fund_day(moment) < fund_day(clock_timestamp())
$function$
;

CREATE FUNCTION is_confirmed(one role_grants)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not one.needs_confirmation or exists (select from access_confirmations where grant_id = one.id)
$function$
;

CREATE FUNCTION is_held(asked bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with held as (
    select c.campaign_id, -sum(c.amount)::bigint as amount
    from payments p
    join journal j on j.payment_id = p.id and counts_as_raised(j.kind)
    join postings c on c.journal_id = j.id and c.campaign_id is not null
    where p.donation_id = asked
    group by c.campaign_id having sum(c.amount) <> 0
  )
  select case
    when d.reversed_at is not null then not exists (select from held)
    else (select array_agg(row(campaign_id, amount)::text) from held)
      is not distinct from array[row(d.campaign_id, d.amount - d.refunded)::text]
  end
  from donations d where d.id = asked
$function$
;

CREATE FUNCTION is_owner()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'public.audit_log'::regclass
$function$
;

CREATE FUNCTION is_proof(verdict text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select verdict in ('succeeded', 'corrected', 'reversed')
$function$
;

CREATE FUNCTION is_right_fee(payment payments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  share bigint := (payment.amount - payment.fee) * 35 / 1000;
begin
  if payment.provider = 'offline' then return payment.fee = 0; end if;
  if payment.asked_amount is not null then
    share := payment.amount * (payment.asked_amount * 35 / 1035) / payment.asked_amount;
  end if;
  if payment.method = 'card' then return payment.fee = share; end if;
  if payment.fee = 0 then return true; end if;
  if payment.fee <> share then return false; end if;
  return exists (
    select from donations d join campaigns c on c.id = d.campaign_id
    where d.id = payment.donation_id and c.is_zakat_eligible
  );
end $function$
;

CREATE FUNCTION is_settled(one role_grants)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (one.is_first or one.given_at + interval '72 hours' <= coalesce(one.ended_at, now())) and is_confirmed(one)
$function$
;

CREATE FUNCTION is_suspended(organizer text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from organizer_suspensions s where s.user_id = organizer and s.lifted_at is null)
$function$
;

CREATE FUNCTION journal_changes_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_changed_days(array[fund_day(new.occurred_at)]);
  return null;
end $function$
;

CREATE FUNCTION keep_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.kind, new.subject, new.raised_at) is distinct from (old.id, old.kind, old.subject, old.raised_at)
    or old.ended_at is not null then
    raise exception 'permission denied to change an alarm that was raised' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('keep an admin', 0));
  if not exists (select from users where role = 'admin' and not banned) then
    raise exception 'the last admin stays' using errcode = 'integrity_constraint_violation', constraint = 'users_keep_an_admin';
  end if;
  return null;
end $function$
;

CREATE FUNCTION keep_campaign_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'campaign % keeps its organizer', new.id using errcode = 'check_violation';
end $function$
;

CREATE FUNCTION keep_donor_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'only the donor agrees, at the donation' using errcode = 'check_violation';
end $function$
;

CREATE FUNCTION keep_has_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  owner_id text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  -- Two requests that remove the last two passkeys take turns.
  perform from users where id = owner_id for update;
  update users u
  set has_passkey = exists (select from passkeys p where p.user_id = owner_id), sign_in_version = u.sign_in_version + 1
  where u.id = owner_id;
  return null;
end $function$
;

CREATE FUNCTION keep_passkey_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a passkey keeps its owner and its key' using errcode = 'integrity_constraint_violation';
end $function$
;

CREATE FUNCTION keep_role_grants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  who text;
  had text;
  has text;
  doer text := nullif(current_setting('amana.role_given_by', true), '');
  is_enabled boolean := false;
  waited boolean;
  needs boolean;
begin
  if tg_op <> 'INSERT' then
    who := old.id;
    had := case when not old.banned then old.role end;
  end if;
  if tg_op <> 'DELETE' then
    who := new.id;
    has := case when not new.banned then new.role end;
  end if;
  if had is not distinct from has then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    is_enabled := old.banned and not new.banned and old.role = new.role;
  end if;
  waited := not access_is_confirmed(who);
  update role_grants set ended_at = now() where user_id = who and ended_at is null;
  if has in ('staff', 'admin') then
    needs := case
      when had = 'admin' then waited
      -- An admin who lost the role in the last 72 hours counts. Otherwise one could remove the others to avoid a confirmation.
      else doer is not null and exists (
        select from role_grants g
        where g.role = 'admin' and g.user_id not in (doer, who) and is_settled(g)
          and (g.ended_at is null or g.ended_at > now() - interval '72 hours')
      )
    end;
    insert into role_grants (user_id, role, given_by, done_by, needs_confirmation, is_first)
    values (
      who, has, case when not is_enabled then doer end, doer, needs,
      has = 'admin' and not exists (select from role_grants where role = 'admin')
    );
  end if;
  return null;
end $function$
;

CREATE FUNCTION keep_security_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' or old.at > now() - interval '30 days' then
    raise exception 'permission denied to change a security event' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $function$
;

CREATE FUNCTION keep_subject_of_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a case stays about its payment' using errcode = 'check_violation';
end $function$
;

CREATE FUNCTION keep_submission_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and not exists (select from submissions where id = old.submission_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$
;

CREATE FUNCTION keep_turned_on_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.turned_on_at := now();
  return new;
end $function$
;

CREATE FUNCTION lines_change_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_changed_days(array(
    with of_same_key as (
      select l.day, l.payment_id
      from (select distinct provider, key from changed) c
      -- Without `offset 0` the plan may scan the whole table, and a connection keeps its plan.
      cross join lateral (
        select s.day, s.payment_id from statement_lines s where s.provider = c.provider and s.key = c.key offset 0
      ) l
      union
      select c.day, c.payment_id from changed c
    )
    select k.day from of_same_key k
    union
    select fund_day(j.occurred_at)
    from of_same_key k
    cross join lateral (select occurred_at from journal where payment_id = k.payment_id offset 0) j
  ));
  return null;
end $function$
;

CREATE FUNCTION may_become_public()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select pg_has_role(
      current_user, oid, case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end
    )
    from pg_roles where rolname = 'amana_public'
  ), false)
$function$
;

CREATE FUNCTION may_confirm_access(person text, one role_grants)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select one.needs_confirmation and one.ended_at is null and person not in (one.user_id, one.done_by)
    and exists (
      select from role_grants g
      where g.user_id = person and g.role = 'admin' and g.ended_at is null and is_settled(g)
    )
$function$
;

CREATE FUNCTION note_pause()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> 'paused' then
    new.paused_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'paused' then
    new.paused_at := now();
  else
    new.paused_at := old.paused_at;
  end if;
  return new;
end $function$
;

CREATE FUNCTION only_clears(was jsonb, becomes jsonb, cleared jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select was is distinct from becomes and not exists (
    select from jsonb_each(becomes) field
    where field.value is distinct from was -> field.key and field.value is distinct from cleared -> field.key
  )
$function$
;

CREATE FUNCTION payment_changes_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform add_changed_days(array(
    select fund_day(new.created_at)
    union select fund_day(old.created_at)
    union select fund_day(j.occurred_at) from journal j where j.payment_id = new.id
    union select l.day from statement_lines l where l.payment_id = new.id
  ));
  return null;
end $function$
;

CREATE FUNCTION raise_sign_in_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update users set sign_in_version = sign_in_version + 1 where id = new.user_id;
  return null;
end $function$
;

CREATE FUNCTION raise_sign_in_version_when_disabled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.sign_in_version := new.sign_in_version + 1;
  return new;
end $function$
;

CREATE FUNCTION record_hindrance(person text, subject text, OUT kind text, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select h.kind, h.ends_at from access_hindrance(person) h
  where subject <> 'bank-details'
    and (
      h.kind = 'unconfirmed'
      or subject in (
        'payment-stops', 'settings', 'contact', 'fund', 'large-donations', 'submenus', 'texts/privacy', 'texts/terms'
      )
    )
$function$
;

CREATE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$
;

CREATE FUNCTION refuse_direct_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception '% is written by a trigger only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end $function$
;

CREATE FUNCTION refuse_early_ruling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a campaign begins without a ruling' using errcode = 'check_violation';
end $function$
;

CREATE FUNCTION refuse_held_campaign()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from campaigns c
    where c.id = new.campaign_id
      and shown_status(c.status, c.suspended_at, c.is_zakat_eligible, c.zakat_until) <> c.status
  ) then
    raise exception 'campaign % takes no donations now', new.campaign_id
      using errcode = 'check_violation', constraint = 'donations_campaign_is_not_held';
  end if;
  return new;
end $function$
;

CREATE FUNCTION refuse_late_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Waits for a change that is under way. A change that comes later waits for this session, and ends it.
  perform from users where id = new.user_id and sign_in_version = new.sign_in_version for share;
  if not found then
    raise exception 'this sign-in began before the last change of how the person signs in'
      using errcode = 'integrity_constraint_violation', constraint = 'sessions_are_not_late';
  end if;
  return new;
end $function$
;

CREATE FUNCTION refuse_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status in ('submitted', 'approved') and is_suspended(new.owner_id) then
    raise exception 'organizer % is suspended', new.owner_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION refuse_unproven_kind()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not is_owner() then
    raise exception 'permission denied to book a %', new.kind using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$
;

CREATE FUNCTION require_confirmed_actor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from role_grants g where g.user_id = new.actor_id and g.ended_at is null and not is_confirmed(g)
  ) and not exists (
    -- Organizers post updates to their own campaigns.
    select from campaign_updates u join campaigns c on c.id = u.campaign_id
    where new.subject = 'update:' || u.id and c.owner_id = new.actor_id
  ) then
    raise exception 'a second admin must confirm the access of % before %', new.actor_id, new.action
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_named_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from users
    where id = nullif(current_setting('amana.role_given_by', true), '') and role = 'admin' and not banned
  ) then
    raise exception 'permission denied to change % without naming the admin', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_named_inviter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from users
    where id = nullif(current_setting('amana.role_given_by', true), '') and role = 'admin' and not banned
  ) then
    raise exception 'permission denied to add staff without naming the inviter' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_settled_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE FUNCTION require_settled_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hindrance text;
begin
  select kind into hindrance from record_hindrance(new.author_id, new.subject);
  if hindrance is not null then
    raise exception '% may not save %: %', new.author_id, new.subject, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_settled_confirmer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.decided_by);
  if hindrance is not null then
    raise exception '% may not confirm %: %', new.decided_by, new.point, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_settled_donor_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.actor_id);
  if hindrance is not null then
    raise exception '% may not %: %', new.actor_id, new.action, hindrance using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_settled_reset()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hindrance text;
begin
  select kind into hindrance from access_hindrance(new.actor_id);
  if hindrance is null and new.actor_id is not null
    and not exists (select from users where id = new.actor_id and role = 'admin' and not banned) then
    hindrance := 'not an admin';
  end if;
  if hindrance is not null then
    raise exception '% may not reset the sign-in of %: %', new.actor_id, new.subject, hindrance
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$
;

CREATE FUNCTION require_settled_withdrawer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE FUNCTION require_zakat_ruling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_zakat_eligible and new.zakat_until is null and (
    tg_op = 'INSERT' or not old.is_zakat_eligible or new.owner_id is distinct from old.owner_id
  ) then
    new.zakat_until := '-infinity';
  end if;
  return new;
end $function$
;

CREATE FUNCTION shown_status(status text, suspended_at timestamp with time zone, is_zakat_eligible boolean, zakat_until date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when status = 'active' and (suspended_at is not null or is_zakat_eligible and zakat_until < fund_day()) then 'paused'
    else status
  end
$function$
;

CREATE FUNCTION without_phones(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(words, '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])', '999999999999', 'g')
$function$
;

create table about_section (
  id integer default 1 not null,
  title text not null,
  title_sw text,
  description text not null,
  description_sw text,
  mission text not null,
  mission_sw text,
  vision text not null,
  vision_sw text,
  images text[] default '{}'::text[] not null,
  highlights jsonb default '[]'::jsonb not null,
  highlights_sw jsonb,
  accountability_items jsonb default '[]'::jsonb not null,
  accountability_items_sw jsonb,
  updated_at timestamp with time zone default now() not null,
  constraint about_section_accountability_items_check CHECK (jsonb_typeof(accountability_items) = 'array'::text),
  constraint about_section_accountability_items_sw_check CHECK (jsonb_typeof(accountability_items_sw) = 'array'::text),
  constraint about_section_highlights_check CHECK (jsonb_typeof(highlights) = 'array'::text),
  constraint about_section_highlights_sw_check CHECK (jsonb_typeof(highlights_sw) = 'array'::text),
  constraint about_section_id_check CHECK (id = 1),
  constraint about_section_pkey PRIMARY KEY (id)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON about_section FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table access_confirmations (
  grant_id bigint not null,
  confirmed_by text not null,
  confirmed_at timestamp with time zone default now() not null,
  constraint access_confirmations_pkey PRIMARY KEY (grant_id)
);
CREATE TRIGGER guard BEFORE INSERT ON access_confirmations FOR EACH ROW EXECUTE FUNCTION guard_confirmation();
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON access_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON access_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table account_links (
  hash bytea not null,
  kind text not null,
  user_id text,
  email text,
  role text,
  made_by text,
  language text default 'en'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  was_confirmed boolean,
  pressed_at timestamp with time zone,
  constraint account_links_check CHECK ((kind <> ALL (ARRAY['email-change'::text, 'email-undo'::text])) OR user_id IS NOT NULL AND email IS NOT NULL),
  constraint account_links_check1 CHECK (kind <> 'invitation'::text OR email IS NOT NULL AND role IS NOT NULL),
  constraint account_links_check2 CHECK (kind <> 'email-confirm'::text OR user_id IS NOT NULL AND email IS NOT NULL),
  constraint account_links_email_check CHECK (email = lower(email)),
  constraint account_links_kind_check CHECK (kind = ANY (ARRAY['password-reset'::text, 'email-change'::text, 'email-undo'::text, 'email-confirm'::text, 'invitation'::text])),
  constraint account_links_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint account_links_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_links_pkey PRIMARY KEY (hash),
  constraint account_links_pressed_check CHECK (kind = 'email-undo'::text OR pressed_at IS NULL),
  constraint account_links_role_check CHECK (role = ANY (ARRAY['organizer'::text, 'staff'::text, 'admin'::text])),
  constraint account_links_undo_check CHECK ((kind = 'email-undo'::text) = (was_confirmed IS NOT NULL)),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_links_by_end ON public.account_links USING btree (expires_at);
CREATE INDEX account_links_by_user ON public.account_links USING btree (user_id, kind);
CREATE UNIQUE INDEX account_links_one_invitation ON public.account_links USING btree (email) WHERE ((kind = 'invitation'::text) AND (used_at IS NULL));
CREATE TRIGGER named_admin BEFORE INSERT OR UPDATE OF kind, role, made_by, email ON account_links FOR EACH ROW WHEN (new.kind = 'invitation'::text AND (new.role = ANY (ARRAY['staff'::text, 'admin'::text])) AND NOT is_owner()) EXECUTE FUNCTION guard_invitation();
CREATE TRIGGER settled_admin BEFORE INSERT OR UPDATE OF kind, role, made_by, email ON account_links FOR EACH ROW WHEN (new.kind = 'invitation'::text AND (new.role = ANY (ARRAY['staff'::text, 'admin'::text]))) EXECUTE FUNCTION require_settled_admin();
CREATE TRIGGER settled_withdrawer BEFORE DELETE ON account_links FOR EACH ROW WHEN (old.kind = 'invitation'::text AND (old.role = ANY (ARRAY['staff'::text, 'admin'::text])) AND old.used_at IS NULL AND old.expires_at > now()) EXECUTE FUNCTION require_settled_withdrawer();

create table alarms (
  id bigint generated by default as identity not null,
  kind text not null,
  subject text default ''::text not null,
  details jsonb not null,
  raised_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint alarms_check CHECK (ended_at >= raised_at),
  constraint alarms_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alarms_one_open ON public.alarms USING btree (kind, subject) WHERE (ended_at IS NULL);
CREATE TRIGGER keep BEFORE UPDATE ON alarms FOR EACH ROW WHEN (NOT is_owner()) EXECUTE FUNCTION keep_alarm();

create table audit_head (
  only_one boolean default true not null,
  id bigint not null,
  hash bytea not null,
  constraint audit_head_only_one_check CHECK (only_one),
  constraint audit_head_pkey PRIMARY KEY (only_one)
);

create table audit_log (
  id bigint generated by default as identity not null,
  at timestamp with time zone default now() not null,
  actor_id text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject, id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit();
CREATE TRIGGER confirmed_actor BEFORE INSERT ON audit_log FOR EACH ROW WHEN (new.actor_id IS NOT NULL AND new.subject <> ('user:'::text || new.actor_id) AND (new.action <> ALL (ARRAY['account-made'::text, 'person-invited'::text, 'invitation-withdrawn'::text, 'picture-uploaded'::text, 'campaign-submitted'::text]))) EXECUTE FUNCTION require_confirmed_actor();
CREATE TRIGGER settled_donor_access BEFORE INSERT ON audit_log FOR EACH ROW WHEN (new.action = ANY (ARRAY['view-donor'::text, 'export-donor'::text, 'erase-donor'::text])) EXECUTE FUNCTION require_settled_donor_access();
CREATE TRIGGER settled_reset BEFORE INSERT ON audit_log FOR EACH ROW WHEN (new.action = 'sign-in-reset'::text) EXECUTE FUNCTION require_settled_reset();

create table backups (
  id bigint generated by default as identity not null,
  made_at timestamp with time zone default now() not null,
  file text,
  bytes bigint,
  constraint backups_file_check CHECK ((file IS NULL) = (bytes IS NULL) AND bytes > 0),
  constraint backups_pkey PRIMARY KEY (id)
);

create table bank_details (
  id integer default 1 not null,
  bank_name text not null,
  account_name text not null,
  account_number text not null,
  branch text,
  swift_code text,
  mobile_money_name text,
  mobile_money_number text,
  additional_info text,
  additional_info_sw text,
  image_url text,
  updated_at timestamp with time zone default now() not null,
  constraint bank_details_check CHECK ((mobile_money_name IS NULL) = (mobile_money_number IS NULL)),
  constraint bank_details_id_check CHECK (id = 1),
  constraint bank_details_image_url_fkey FOREIGN KEY (image_url) REFERENCES pictures(id),
  constraint bank_details_pkey PRIMARY KEY (id)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON bank_details FOR EACH STATEMENT EXECUTE FUNCTION announce_content();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON bank_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER two_people AFTER UPDATE ON bank_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_bank_details();
CREATE CONSTRAINT TRIGGER two_people_for_all AFTER INSERT OR DELETE ON bank_details DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guard_bank_details();

create table campaign_budget_lines (
  campaign_id text not null,
  line smallint not null,
  what text not null,
  amount bigint not null,
  constraint campaign_budget_lines_amount_check CHECK (amount >= 0),
  constraint campaign_budget_lines_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign_plans(campaign_id),
  constraint campaign_budget_lines_line_check CHECK (line >= 1 AND line <= 8),
  constraint campaign_budget_lines_pkey PRIMARY KEY (campaign_id, line)
);
CREATE TRIGGER announce_campaign AFTER INSERT OR DELETE OR UPDATE ON campaign_budget_lines FOR EACH ROW EXECUTE FUNCTION announce_campaign('campaign_id');

create table campaign_pictures (
  campaign_id text not null,
  place smallint not null,
  picture_id text not null,
  constraint campaign_pictures_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaign_plans(campaign_id),
  constraint campaign_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint campaign_pictures_pkey PRIMARY KEY (campaign_id, place),
  constraint campaign_pictures_place_check CHECK (place >= 1 AND place <= 10)
);
CREATE INDEX campaign_pictures_by_picture ON public.campaign_pictures USING btree (picture_id);
CREATE TRIGGER announce_campaign AFTER INSERT OR DELETE OR UPDATE ON campaign_pictures FOR EACH ROW EXECUTE FUNCTION announce_campaign('campaign_id');

create table campaign_plans (
  campaign_id text not null,
  language text not null,
  beneficiaries text not null,
  relation text not null,
  surplus text not null,
  surplus_campaign_id text,
  constraint campaign_plans_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_plans_check CHECK ((surplus = 'campaign'::text) = (surplus_campaign_id IS NOT NULL)),
  constraint campaign_plans_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint campaign_plans_pkey PRIMARY KEY (campaign_id),
  constraint campaign_plans_surplus_campaign_id_fkey FOREIGN KEY (surplus_campaign_id) REFERENCES campaigns(id),
  constraint campaign_plans_surplus_check CHECK (surplus = ANY (ARRAY['campaign'::text, 'donors'::text]))
);
CREATE TRIGGER announce_campaign AFTER INSERT OR DELETE OR UPDATE ON campaign_plans FOR EACH ROW EXECUTE FUNCTION announce_campaign('campaign_id');

create table campaign_totals (
  campaign_id text not null,
  currency text not null,
  goal_amount bigint not null,
  raised bigint default 0 not null,
  donors bigint default 0 not null,
  share double precision generated always as (raised::double precision / NULLIF(goal_amount, 0)::double precision) stored,
  constraint campaign_totals_campaign_id_currency_goal_amount_fkey FOREIGN KEY (campaign_id, currency, goal_amount) REFERENCES campaigns(id, currency, goal_amount) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint campaign_totals_pkey PRIMARY KEY (campaign_id)
) with (fillfactor=50);
CREATE INDEX campaign_totals_by_raised ON public.campaign_totals USING btree (currency, raised DESC, campaign_id);
CREATE INDEX campaign_totals_by_share ON public.campaign_totals USING btree (share DESC NULLS LAST, campaign_id);
CREATE TRIGGER through_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON campaign_totals FOR EACH STATEMENT EXECUTE FUNCTION guard_totals();

create table campaign_updates (
  id integer generated by default as identity not null,
  campaign_id text not null,
  title text not null,
  title_sw text,
  content text not null,
  content_sw text,
  author_id text,
  published_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  image text,
  image_alt text default ''::text not null,
  image_alt_sw text,
  edited_at timestamp with time zone,
  is_automatic boolean default false not null,
  constraint campaign_updates_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint campaign_updates_image_fkey FOREIGN KEY (image) REFERENCES pictures(id),
  constraint campaign_updates_pkey PRIMARY KEY (id),
  constraint campaign_updates_words CHECK (btrim(title) <> ''::text AND btrim(content) <> ''::text)
);
CREATE INDEX campaign_updates_in_order ON public.campaign_updates USING btree (campaign_id, published_at DESC);
CREATE TRIGGER announce_campaign AFTER INSERT OR DELETE OR UPDATE ON campaign_updates FOR EACH ROW EXECUTE FUNCTION announce_campaign('campaign_id');

create table campaigns (
  id text not null,
  title text not null,
  title_sw text,
  description text not null,
  description_sw text,
  story text,
  story_sw text,
  category text default 'n/a'::text not null,
  sub_type text default 'n/a'::text not null,
  priority integer default 999 not null,
  goal_amount bigint not null,
  currency text default 'TZS'::text not null,
  image text,
  organizer text default 'University Community Fund'::text not null,
  organizer_sw text,
  location text default 'Main Campus - Morogoro, Tanzania'::text not null,
  location_sw text,
  is_zakat_eligible boolean default false not null,
  status text default 'active'::text not null,
  start_date date default fund_day() not null,
  end_date date default fund_day() + 30 not null,
  event_day date,
  owner_id text,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  suspended_at timestamp with time zone,
  zakat_until date,
  small_amount_does text,
  small_amount_does_sw text,
  usual_amount_does text,
  usual_amount_does_sw text,
  large_amount_does text,
  large_amount_does_sw text,
  is_for_sadaqah boolean default false not null,
  paused_at timestamp with time zone,
  constraint campaigns_category_check CHECK (category = ANY (ARRAY['infrastructure'::text, 'scholarship'::text, 'research'::text, 'alumni'::text, 'zakat'::text, 'registered-waqfu'::text, 'events'::text, 'n/a'::text])),
  constraint campaigns_check CHECK (event_day IS NULL OR category = 'events'::text),
  constraint campaigns_check1 CHECK (end_date >= start_date),
  constraint campaigns_check2 CHECK (category <> 'zakat'::text OR is_zakat_eligible),
  constraint campaigns_currency_check CHECK (currency = ANY (ARRAY['TZS'::text, 'USD'::text])),
  constraint campaigns_goal_amount_check CHECK (goal_amount >= 0),
  constraint campaigns_id_check CHECK (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(id) <= 80),
  constraint campaigns_id_currency_goal_amount_key UNIQUE (id, currency, goal_amount),
  constraint campaigns_id_currency_is_zakat_eligible_key UNIQUE (id, currency, is_zakat_eligible),
  constraint campaigns_id_currency_key UNIQUE (id, currency),
  constraint campaigns_image_fkey FOREIGN KEY (image) REFERENCES pictures(id),
  constraint campaigns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_priority_check CHECK (priority >= 1 AND priority <= 999),
  constraint campaigns_sadaqah_is_not_zakat CHECK (NOT (is_for_sadaqah AND is_zakat_eligible)),
  constraint campaigns_status_check CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'paused'::text, 'completed'::text, 'rejected'::text])),
  constraint campaigns_title_check CHECK (btrim(title) <> ''::text)
);
CREATE INDEX campaigns_by_category ON public.campaigns USING btree (category, sub_type);
CREATE INDEX campaigns_by_owner ON public.campaigns USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX campaigns_by_status ON public.campaigns USING btree (status) WHERE (archived_at IS NULL);
CREATE INDEX campaigns_by_words ON public.campaigns USING gin (campaign_words(title, title_sw, description, description_sw, (organizer || COALESCE((' '::text || organizer_sw), ''::text)))) WHERE (archived_at IS NULL);
CREATE INDEX public_campaigns_by_age ON public.campaigns USING btree (created_at DESC, id) WHERE ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND (archived_at IS NULL));
CREATE INDEX public_campaigns_by_end ON public.campaigns USING btree (end_date, id) INCLUDE (status) WHERE ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND (archived_at IS NULL));
CREATE INDEX public_campaigns_by_kind ON public.campaigns USING btree (category, sub_type, is_zakat_eligible) INCLUDE (goal_amount) WHERE ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND (archived_at IS NULL));
CREATE INDEX public_campaigns_in_order ON public.campaigns USING btree (priority, created_at DESC, id) WHERE ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND (archived_at IS NULL));
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION announce_content();
CREATE TRIGGER announce_campaign AFTER INSERT OR DELETE OR UPDATE ON campaigns FOR EACH ROW EXECUTE FUNCTION announce_campaign('id');
CREATE TRIGGER begin_total AFTER INSERT ON campaigns FOR EACH ROW EXECUTE FUNCTION begin_total();
CREATE TRIGGER keep_owner BEFORE UPDATE OF owner_id ON campaigns FOR EACH ROW WHEN (old.owner_id <> new.owner_id) EXECUTE FUNCTION keep_campaign_owner();
CREATE TRIGGER note_pause BEFORE INSERT OR UPDATE OF status, paused_at ON campaigns FOR EACH ROW EXECUTE FUNCTION note_pause();
CREATE TRIGGER refuse_early_ruling BEFORE INSERT ON campaigns FOR EACH ROW WHEN (new.zakat_until > '-infinity'::date) EXECUTE FUNCTION refuse_early_ruling();
CREATE TRIGGER require_zakat_ruling BEFORE INSERT OR UPDATE OF owner_id, is_zakat_eligible ON campaigns FOR EACH ROW EXECUTE FUNCTION require_zakat_ruling();
CREATE TRIGGER tell_holds BEFORE INSERT OR UPDATE OF owner_id, suspended_at, zakat_until ON campaigns FOR EACH ROW EXECUTE FUNCTION guard_holds();
CREATE TRIGGER zakat_stays BEFORE UPDATE OF is_zakat_eligible ON campaigns FOR EACH ROW WHEN (new.is_zakat_eligible <> old.is_zakat_eligible) EXECUTE FUNCTION guard_zakat_flag();

create table cases (
  id bigint generated by default as identity not null,
  kind text not null,
  payment_id bigint,
  message_id bigint,
  statement_id bigint,
  subject text,
  details jsonb default '{}'::jsonb not null,
  status text default 'open'::text not null,
  decision text,
  reason text,
  closed_by text,
  opened_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint cases_check CHECK (subject IS NULL OR payment_id IS NULL),
  constraint cases_check1 CHECK ((status = 'closed'::text) = (closed_at IS NOT NULL)),
  constraint cases_check2 CHECK (status = 'open'::text OR decision IS NOT NULL AND reason IS NOT NULL),
  constraint cases_message_id_fkey FOREIGN KEY (message_id) REFERENCES provider_messages(id),
  constraint cases_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id),
  constraint cases_status_check CHECK (status = ANY (ARRAY['open'::text, 'closed'::text]))
);
CREATE INDEX cases_by_statement ON public.cases USING btree (statement_id) WHERE (statement_id IS NOT NULL);
CREATE UNIQUE INDEX cases_one_open ON public.cases USING btree (payment_id, kind) WHERE ((status = 'open'::text) AND (payment_id IS NOT NULL));
CREATE UNIQUE INDEX cases_one_open_about ON public.cases USING btree (subject, kind) WHERE ((status = 'open'::text) AND (subject IS NOT NULL));
CREATE INDEX cases_open ON public.cases USING btree (opened_at) WHERE (status = 'open'::text);
CREATE INDEX cases_to_clear ON public.cases USING btree (closed_at) WHERE (reason <> 'deleted'::text);
CREATE TRIGGER announce AFTER INSERT OR UPDATE OF status ON cases FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['mismatch'::text, 'not-booked'::text, 'no-answer'::text])) AND new.payment_id IS NOT NULL) EXECUTE FUNCTION announce_doubt();
CREATE TRIGGER changes_days AFTER INSERT OR DELETE OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION case_changes_days();
CREATE TRIGGER keep_subject BEFORE UPDATE OF payment_id ON cases FOR EACH ROW WHEN (new.payment_id IS DISTINCT FROM old.payment_id) EXECUTE FUNCTION keep_subject_of_case();

create table change_requests (
  id bigint generated by default as identity not null,
  campaign_id text not null,
  requested_by text not null,
  language text not null,
  status text default 'pending'::text not null,
  goal_was bigint not null,
  end_date_was date not null,
  goal bigint,
  end_date date,
  use_of_money text,
  reason text not null,
  requested_at timestamp with time zone default now() not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text default ''::text not null,
  constraint change_requests_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint change_requests_check CHECK (COALESCE(goal::text, end_date::text, use_of_money) IS NOT NULL),
  constraint change_requests_check1 CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  constraint change_requests_check2 CHECK ((status = 'pending'::text) = (decided_by IS NULL)),
  constraint change_requests_check3 CHECK (status <> 'rejected'::text OR btrim(decision_reason) <> ''::text),
  constraint change_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint change_requests_decision_reason_check CHECK (char_length(decision_reason) <= 2000),
  constraint change_requests_goal_check CHECK (goal > 0),
  constraint change_requests_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint change_requests_pkey PRIMARY KEY (id),
  constraint change_requests_reason_check CHECK (char_length(reason) >= 10 AND char_length(reason) <= 1000),
  constraint change_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint change_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])),
  constraint change_requests_use_of_money_check CHECK (char_length(use_of_money) >= 20 AND char_length(use_of_money) <= 1000)
);
CREATE INDEX change_requests_by_campaign ON public.change_requests USING btree (campaign_id, id DESC);
CREATE INDEX change_requests_by_status ON public.change_requests USING btree (status, id DESC);
CREATE UNIQUE INDEX change_requests_one_pending ON public.change_requests USING btree (campaign_id) WHERE (status = 'pending'::text);
CREATE TRIGGER announce_campaign AFTER UPDATE ON change_requests FOR EACH ROW EXECUTE FUNCTION announce_campaign('campaign_id');
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON change_requests FOR EACH ROW EXECUTE FUNCTION guard_change_request();

create table changed_days (
  id bigint generated always as identity not null,
  day date not null,
  constraint changed_days_pkey PRIMARY KEY (id)
);
CREATE INDEX changed_days_by_day ON public.changed_days USING btree (day);

create table credentials (
  id text not null,
  user_id text not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX credentials_by_user ON public.credentials USING btree (user_id);
CREATE TRIGGER raise_sign_in_version AFTER UPDATE OF password ON credentials FOR EACH ROW WHEN (split_part(old.password, '$'::text, 5) IS DISTINCT FROM split_part(new.password, '$'::text, 5)) EXECUTE FUNCTION raise_sign_in_version();

create table daily_totals (
  day date not null,
  campaign_id text not null,
  slot smallint not null,
  raised bigint not null,
  donors bigint not null,
  constraint daily_totals_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint daily_totals_pkey PRIMARY KEY (day, campaign_id, slot)
) with (fillfactor=50);
CREATE TRIGGER through_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON daily_totals FOR EACH STATEMENT EXECUTE FUNCTION guard_totals();

create table day_sums (
  subject text not null,
  day date not null,
  sums jsonb not null,
  constraint day_sums_pkey PRIMARY KEY (subject, day)
);

create table donation_drafts (
  key text not null,
  campaign_id text not null,
  entered jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint donation_drafts_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint donation_drafts_key_check CHECK (length(key) >= 20 AND length(key) <= 60),
  constraint donation_drafts_pkey PRIMARY KEY (key)
);
CREATE INDEX donation_drafts_by_age ON public.donation_drafts USING btree (created_at);

create table donation_notes (
  id bigint generated by default as identity not null,
  donation_id bigint not null,
  author_id text not null,
  text text not null,
  at timestamp with time zone default now() not null,
  constraint donation_notes_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint donation_notes_pkey PRIMARY KEY (id),
  constraint donation_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 2000)
);
CREATE INDEX donation_notes_by_donation ON public.donation_notes USING btree (donation_id);
CREATE INDEX donation_notes_to_clear ON public.donation_notes USING btree (at) WHERE (text <> 'deleted'::text);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON donation_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_cleared BEFORE UPDATE ON donation_notes FOR EACH ROW WHEN (NOT only_clears(to_jsonb(old.*), to_jsonb(new.*), '{"text": "deleted"}'::jsonb)) EXECUTE FUNCTION refuse_change();

create table donations (
  id bigint generated by default as identity not null,
  campaign_id text not null,
  chosen_campaign_id text,
  amount bigint not null,
  refunded bigint default 0 not null,
  currency text not null,
  donor_name text default 'Anonymous'::text not null,
  donor_email text,
  is_anonymous boolean default false not null,
  message text,
  status text default 'pending'::text not null,
  provider text not null,
  external_id text not null,
  transaction_id text,
  is_alumni_donation boolean default false not null,
  graduation_year text,
  language text default 'en'::text not null,
  retry_of bigint,
  receipt_number bigint,
  receipt_key text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  wants_updates boolean default false not null,
  is_shown boolean default false not null,
  constraint donations_amount_check CHECK (amount > 0),
  constraint donations_campaign_id_currency_fkey FOREIGN KEY (campaign_id, currency) REFERENCES campaigns(id, currency),
  constraint donations_check CHECK (is_alumni_donation = (graduation_year IS NOT NULL)),
  constraint donations_check1 CHECK (NOT (is_anonymous AND is_alumni_donation)),
  constraint donations_check2 CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint donations_check3 CHECK (reversed_at IS NULL OR status = 'completed'::text),
  constraint donations_chosen_campaign_id_fkey FOREIGN KEY (chosen_campaign_id) REFERENCES campaigns(id),
  constraint donations_external_id_key UNIQUE (external_id),
  constraint donations_graduation_year_check CHECK (graduation_year ~ '^(2[0-9]{3}|Present)$'::text),
  constraint donations_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint donations_pkey PRIMARY KEY (id),
  constraint donations_provider_check CHECK (provider = ANY (ARRAY['azampay'::text, 'selcom'::text, 'offline'::text])),
  constraint donations_receipt_number_key UNIQUE (receipt_number),
  constraint donations_refunded_check CHECK (refunded >= 0 AND refunded < amount),
  constraint donations_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES donations(id),
  constraint donations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])),
  constraint donations_updates_need_email CHECK (NOT wants_updates OR NOT is_anonymous),
  constraint transaction_id_is_not_empty CHECK (btrim(transaction_id) <> ''::text)
) with (autovacuum_vacuum_insert_scale_factor=0.01);
CREATE INDEX donations_anonymous ON public.donations USING btree (created_at, id) WHERE is_anonymous;
CREATE INDEX donations_anonymous_by_amount ON public.donations USING btree (((currency = 'TZS'::text)), amount, created_at, id) WHERE is_anonymous;
CREATE INDEX donations_by_age ON public.donations USING btree (created_at, id) INCLUDE (donor_name, is_anonymous);
CREATE INDEX donations_by_amount ON public.donations USING btree (((currency = 'TZS'::text)), amount, created_at, id) INCLUDE (currency, donor_name, is_anonymous);
CREATE INDEX donations_by_campaign ON public.donations USING btree (campaign_id, created_at, id) INCLUDE (donor_name, is_anonymous);
CREATE INDEX donations_by_campaign_and_amount ON public.donations USING btree (campaign_id, ((currency = 'TZS'::text)), amount, created_at, id) INCLUDE (currency, donor_name, is_anonymous);
CREATE INDEX donations_by_completion ON public.donations USING btree (completed_at DESC) WHERE ((status = 'completed'::text) AND (reversed_at IS NULL));
CREATE INDEX donations_by_email ON public.donations USING btree (lower(donor_email) text_pattern_ops) WHERE (donor_email IS NOT NULL);
CREATE INDEX donations_by_name ON public.donations USING gin (to_tsvector('simple'::regconfig, donor_name)) WHERE (NOT is_anonymous);
CREATE INDEX donations_by_retry ON public.donations USING btree (retry_of) WHERE (retry_of IS NOT NULL);
CREATE INDEX donations_by_status ON public.donations USING btree (status, created_at DESC);
CREATE INDEX donations_by_transaction ON public.donations USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX donations_completed_to_clear ON public.donations USING btree (completed_at) WHERE ((status = 'completed'::text) AND ((donor_name <> 'Anonymous'::text) OR (donor_email IS NOT NULL) OR (message IS NOT NULL) OR (graduation_year IS NOT NULL) OR (receipt_key IS NOT NULL)));
CREATE INDEX donations_corrected ON public.donations USING btree (id) WHERE ((chosen_campaign_id IS NOT NULL) OR (refunded > 0));
CREATE INDEX donations_latest ON public.donations USING btree (campaign_id, completed_at DESC) WHERE ((status = 'completed'::text) AND (reversed_at IS NULL));
CREATE INDEX donations_offline ON public.donations USING btree (created_at, id) WHERE (provider = 'offline'::text);
CREATE INDEX donations_offline_by_amount ON public.donations USING btree (((currency = 'TZS'::text)), amount, created_at, id) WHERE (provider = 'offline'::text);
CREATE INDEX donations_reversed ON public.donations USING btree (created_at, id) WHERE (reversed_at IS NOT NULL);
CREATE INDEX donations_reversed_by_amount ON public.donations USING btree (((currency = 'TZS'::text)), amount, created_at, id) WHERE (reversed_at IS NOT NULL);
CREATE INDEX donations_unfinished_to_clear ON public.donations USING btree (created_at) WHERE ((status <> 'completed'::text) AND ((donor_name <> 'Anonymous'::text) OR (donor_email IS NOT NULL) OR (message IS NOT NULL) OR (graduation_year IS NOT NULL) OR (receipt_key IS NOT NULL)));
CREATE INDEX donations_with_shown_message ON public.donations USING btree (id) WHERE (is_shown AND (message IS NOT NULL));
CREATE TRIGGER announce AFTER UPDATE OF status ON donations FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION announce_donation();
CREATE TRIGGER announce_shown AFTER UPDATE OF is_shown, donor_name, message ON donations FOR EACH ROW WHEN (old.is_shown AND (new.is_shown IS DISTINCT FROM old.is_shown OR new.donor_name IS DISTINCT FROM old.donor_name OR new.message IS DISTINCT FROM old.message)) EXECUTE FUNCTION announce_shown_donation();
CREATE TRIGGER follow_by_donation AFTER UPDATE OF status ON donations FOR EACH ROW WHEN (new.status = 'completed'::text AND old.status <> 'completed'::text AND new.wants_updates AND new.donor_email IS NOT NULL) EXECUTE FUNCTION follow_by_donation();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON donations FOR EACH ROW EXECUTE FUNCTION guard_donation();
CREATE CONSTRAINT TRIGGER held AFTER UPDATE OF campaign_id, chosen_campaign_id, refunded ON donations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.campaign_id IS DISTINCT FROM new.campaign_id OR old.refunded IS DISTINCT FROM new.refunded) EXECUTE FUNCTION check_corrected();
CREATE CONSTRAINT TRIGGER in_ledger AFTER UPDATE OF status ON donations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'completed'::text) EXECUTE FUNCTION check_completed();
CREATE TRIGGER keep_agreement BEFORE UPDATE OF wants_updates, is_shown ON donations FOR EACH ROW WHEN (new.wants_updates AND NOT old.wants_updates OR new.is_shown AND NOT old.is_shown) EXECUTE FUNCTION keep_donor_agreement();
CREATE TRIGGER refuse_held_campaign BEFORE INSERT ON donations FOR EACH ROW WHEN (new.provider <> 'offline'::text) EXECUTE FUNCTION refuse_held_campaign();
CREATE CONSTRAINT TRIGGER reversed_with_payment AFTER UPDATE OF reversed_at ON donations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.reversed_at IS NULL) <> (old.reversed_at IS NULL)) EXECUTE FUNCTION check_reversed_donation();
CREATE TRIGGER right_mode BEFORE INSERT ON donations FOR EACH ROW EXECUTE FUNCTION guard_mode();

create table donor_links (
  hash bytea not null,
  kind text not null,
  email text not null,
  campaign_id text,
  language text default 'en'::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint donor_links_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint donor_links_check CHECK ((kind = 'follow'::text) = (campaign_id IS NOT NULL)),
  constraint donor_links_email_check CHECK (email = lower(email)),
  constraint donor_links_kind_check CHECK (kind = ANY (ARRAY['follow'::text, 'own-page'::text])),
  constraint donor_links_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint donor_links_pkey PRIMARY KEY (hash)
);
CREATE INDEX donor_links_by_end ON public.donor_links USING btree (expires_at);

create table ended_rulings (
  ruling_id bigint not null,
  told_at timestamp with time zone default now() not null,
  constraint ended_rulings_pkey PRIMARY KEY (ruling_id),
  constraint ended_rulings_ruling_id_fkey FOREIGN KEY (ruling_id) REFERENCES zakat_rulings(id)
);

create table expiring_rulings (
  ruling_id bigint not null,
  told_at timestamp with time zone default now() not null,
  constraint expiring_rulings_pkey PRIMARY KEY (ruling_id),
  constraint expiring_rulings_ruling_id_fkey FOREIGN KEY (ruling_id) REFERENCES zakat_rulings(id)
);

create table external_figures (
  subject text not null,
  title text not null,
  raised bigint not null,
  donors bigint not null,
  first_day date not null,
  last_day date not null,
  payments text not null,
  fetched_at timestamp with time zone not null,
  lower_raised bigint,
  lower_donors bigint,
  lower_at timestamp with time zone,
  constraint external_figures_check CHECK (last_day >= first_day),
  constraint external_figures_donors_check CHECK (donors >= 0),
  constraint external_figures_lower_donors_check CHECK (lower_donors >= 0),
  constraint external_figures_lower_is_whole CHECK (num_nulls(lower_raised, lower_donors, lower_at) = ANY (ARRAY[0, 3])),
  constraint external_figures_lower_raised_check CHECK (lower_raised >= 0),
  constraint external_figures_payments_check CHECK (payments = ANY (ARRAY['sandbox'::text, 'live'::text])),
  constraint external_figures_pkey PRIMARY KEY (subject),
  constraint external_figures_raised_check CHECK (raised >= 0)
);
CREATE TRIGGER announce AFTER UPDATE ON external_figures FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.raised IS DISTINCT FROM new.raised OR old.donors IS DISTINCT FROM new.donors OR old.payments IS DISTINCT FROM new.payments OR old.last_day IS DISTINCT FROM new.last_day) EXECUTE FUNCTION announce_external_figures();
CREATE TRIGGER announce_new AFTER INSERT ON external_figures FOR EACH ROW EXECUTE FUNCTION announce_external_figures();

create table followers (
  id bigint generated by default as identity not null,
  campaign_id text not null,
  email text not null,
  language text default 'en'::text not null,
  agreed_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint followers_campaign_id_email_key UNIQUE (campaign_id, email),
  constraint followers_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint followers_email_check CHECK (email = lower(email) AND email <> ''::text),
  constraint followers_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint followers_pkey PRIMARY KEY (id)
);
CREATE INDEX followers_by_email ON public.followers USING btree (email);
CREATE INDEX followers_that_ended ON public.followers USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table fund_totals (
  currency text not null,
  slot smallint not null,
  raised bigint not null,
  donors bigint not null,
  constraint fund_totals_pkey PRIMARY KEY (currency, slot)
) with (fillfactor=50);
CREATE TRIGGER through_ledger BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON fund_totals FOR EACH STATEMENT EXECUTE FUNCTION guard_totals();

create table go_live_confirmations (
  id bigint generated always as identity not null,
  point text not null,
  kind text not null,
  fingerprint text,
  checked_by text,
  decided_by text not null,
  decided_at timestamp with time zone default now() not null,
  constraint go_live_confirmations_check CHECK ((kind = 'confirmed'::text) = (fingerprint IS NOT NULL)),
  constraint go_live_confirmations_check1 CHECK ((kind = 'confirmed'::text) = (checked_by IS NOT NULL)),
  constraint go_live_confirmations_checked_by_check CHECK (length(TRIM(BOTH FROM checked_by)) >= 1 AND length(TRIM(BOTH FROM checked_by)) <= 100),
  constraint go_live_confirmations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint go_live_confirmations_fingerprint_check CHECK (length(fingerprint) >= 1 AND length(fingerprint) <= 64),
  constraint go_live_confirmations_kind_check CHECK (kind = ANY (ARRAY['confirmed'::text, 'undone'::text])),
  constraint go_live_confirmations_pkey PRIMARY KEY (id),
  constraint go_live_confirmations_point_check CHECK (point ~ '^[a-z]+(-[a-z]+)*$'::text AND length(point) <= 40)
);
CREATE INDEX go_live_confirmations_newest ON public.go_live_confirmations USING btree (point, id);
CREATE TRIGGER guard BEFORE INSERT ON go_live_confirmations FOR EACH ROW EXECUTE FUNCTION guard_go_live_confirmation();
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON go_live_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON go_live_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settled_confirmer BEFORE INSERT ON go_live_confirmations FOR EACH ROW EXECUTE FUNCTION require_settled_confirmer();

create table hero_section (
  id integer default 1 not null,
  title text not null,
  title_sw text,
  subtitle text not null,
  subtitle_sw text,
  button_text text not null,
  button_text_sw text,
  image text,
  stats jsonb default '[]'::jsonb not null,
  stats_sw jsonb,
  updated_at timestamp with time zone default now() not null,
  constraint hero_section_id_check CHECK (id = 1),
  constraint hero_section_image_fkey FOREIGN KEY (image) REFERENCES pictures(id),
  constraint hero_section_pkey PRIMARY KEY (id),
  constraint hero_section_stats_check CHECK (jsonb_typeof(stats) = 'array'::text),
  constraint hero_section_stats_sw_check CHECK (jsonb_typeof(stats_sw) = 'array'::text)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON hero_section FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table idempotency_keys (
  address text not null,
  key text not null,
  body_hash text not null,
  answer_status integer,
  answer json,
  donation_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint idempotency_keys_key_check CHECK (length(key) >= 1 AND length(key) <= 255),
  constraint idempotency_keys_pkey PRIMARY KEY (address, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING brin (created_at);

create table infrastructure_projects (
  slug text not null,
  order_index integer not null,
  campaign_id text not null,
  title text not null,
  title_sw text,
  summary text not null,
  summary_sw text,
  description text not null,
  description_sw text,
  target_amount bigint not null,
  timeline text not null,
  timeline_sw text,
  location text default 'Main Campus - Morogoro, Tanzania'::text not null,
  location_sw text,
  features jsonb not null,
  features_sw jsonb,
  donate_title text not null,
  donate_title_sw text,
  donate_text text not null,
  donate_text_sw text,
  donate_button text not null,
  donate_button_sw text,
  presets bigint[] not null,
  default_preset bigint not null,
  image text,
  updated_at timestamp with time zone default now() not null,
  constraint infrastructure_projects_check CHECK (default_preset = ANY (presets)),
  constraint infrastructure_projects_features_check CHECK (jsonb_typeof(features) = 'array'::text AND jsonb_array_length(features) = 6),
  constraint infrastructure_projects_features_sw_check CHECK (jsonb_typeof(features_sw) = 'array'::text AND jsonb_array_length(features_sw) = 6),
  constraint infrastructure_projects_image_fkey FOREIGN KEY (image) REFERENCES pictures(id),
  constraint infrastructure_projects_order_index_key UNIQUE (order_index),
  constraint infrastructure_projects_pkey PRIMARY KEY (slug),
  constraint infrastructure_projects_presets_check CHECK (array_position(presets, NULL::bigint) IS NULL),
  constraint infrastructure_projects_slug_check CHECK (slug = ANY (ARRAY['conference-center'::text, 'dormitories'::text, 'ablution-block'::text])),
  constraint infrastructure_projects_target_amount_check CHECK (target_amount > 0),
  constraint infrastructure_projects_title_check CHECK (btrim(title) <> ''::text)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON infrastructure_projects FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table installation (
  only_one boolean default true not null,
  payments text not null,
  recorded_at timestamp with time zone default now() not null,
  id text default gen_random_uuid()::text not null,
  constraint installation_only_one_check CHECK (only_one),
  constraint installation_payments_check CHECK (payments = ANY (ARRAY['sandbox'::text, 'live'::text])),
  constraint installation_pkey PRIMARY KEY (only_one)
);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON installation FOR EACH ROW EXECUTE FUNCTION guard_installation();
CREATE TRIGGER keep BEFORE DELETE ON installation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON installation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table job_runs (
  job text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  outcome jsonb,
  failure text,
  constraint job_runs_pkey PRIMARY KEY (job)
);

create table journal (
  id bigint generated by default as identity not null,
  kind text not null,
  payment_id bigint,
  reversed_of bigint,
  proposal_id bigint,
  beneficiary text,
  note text,
  entered_by text,
  occurred_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  written_in xid8 default pg_current_xact_id() not null,
  opening_of text,
  opening_donors bigint,
  source_hash text,
  constraint journal_beneficiary_check CHECK (beneficiary = ANY (ARRAY['poor-student'::text, 'needy-student'::text, 'student-in-debt'::text])),
  constraint journal_check CHECK ((kind = ANY (ARRAY['donation'::text, 'fee'::text, 'donation-reversal'::text, 'fee-reversal'::text, 'move'::text, 'part-refund'::text])) = (payment_id IS NOT NULL)),
  constraint journal_kind_check CHECK (kind = ANY (ARRAY['donation'::text, 'fee'::text, 'donation-reversal'::text, 'fee-reversal'::text, 'move'::text, 'part-refund'::text, 'settlement'::text, 'payout'::text, 'opening'::text])),
  constraint journal_opening_check CHECK (
CASE
    WHEN kind = 'opening'::text THEN num_nonnulls(opening_of, opening_donors, source_hash, entered_by) = 4
    ELSE num_nonnulls(opening_of, opening_donors, source_hash) = 0
END),
  constraint journal_opening_donors_check CHECK (opening_donors >= 0),
  constraint journal_opening_of_fkey FOREIGN KEY (opening_of) REFERENCES campaigns(id),
  constraint journal_opening_of_key UNIQUE (opening_of),
  constraint journal_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint journal_pkey PRIMARY KEY (id),
  constraint journal_proposal_check CHECK ((kind = ANY (ARRAY['move'::text, 'part-refund'::text])) = (proposal_id IS NOT NULL)),
  constraint journal_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint journal_reversal_check CHECK ((kind = ANY (ARRAY['donation-reversal'::text, 'fee-reversal'::text])) = (reversed_of IS NOT NULL)),
  constraint journal_reversed_of_fkey FOREIGN KEY (reversed_of) REFERENCES journal(id),
  constraint journal_reversed_of_key UNIQUE (reversed_of),
  constraint journal_source_hash_check CHECK (source_hash ~ '^[0-9a-f]{64}$'::text)
);
CREATE UNIQUE INDEX journal_by_proposal ON public.journal USING btree (proposal_id) WHERE (proposal_id IS NOT NULL);
CREATE INDEX journal_by_time ON public.journal USING brin (occurred_at);
CREATE INDEX journal_donations_by_value ON public.journal USING btree (occurred_at, id) WHERE (kind = ANY (ARRAY['donation'::text, 'donation-reversal'::text]));
CREATE UNIQUE INDEX journal_payment_id_kind_key ON public.journal USING btree (payment_id, kind, COALESCE(proposal_id, (0)::bigint));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal();
CREATE TRIGGER changes_day AFTER INSERT ON journal FOR EACH ROW WHEN (is_before_today(new.occurred_at)) EXECUTE FUNCTION journal_changes_day();
CREATE CONSTRAINT TRIGGER correction AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = ANY (ARRAY['move'::text, 'part-refund'::text])) EXECUTE FUNCTION check_correction();
CREATE CONSTRAINT TRIGGER opening AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'opening'::text) EXECUTE FUNCTION check_opening();
CREATE CONSTRAINT TRIGGER own_proof AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'donation'::text) EXECUTE FUNCTION check_proof();
CREATE TRIGGER owner_only AFTER INSERT ON journal FOR EACH ROW WHEN (new.kind = ANY (ARRAY['payout'::text, 'settlement'::text])) EXECUTE FUNCTION refuse_unproven_kind();
CREATE CONSTRAINT TRIGGER payment_is_reversed AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.reversed_of IS NOT NULL) EXECUTE FUNCTION check_reversed_payment();
CREATE CONSTRAINT TRIGGER proven AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = ANY (ARRAY['donation'::text, 'fee'::text])) EXECUTE FUNCTION check_booking();
CREATE CONSTRAINT TRIGGER two_people AFTER INSERT ON journal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.reversed_of IS NOT NULL) EXECUTE FUNCTION check_reversal();

create table known_devices (
  hash bytea not null,
  user_id text not null,
  used_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_by_user ON public.known_devices USING btree (user_id);

create table news_requests (
  campaign_id text not null,
  since timestamp with time zone not null,
  asked_at timestamp with time zone default now() not null,
  digest_id integer,
  constraint news_requests_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint news_requests_digest_id_fkey FOREIGN KEY (digest_id) REFERENCES campaign_updates(id),
  constraint news_requests_digest_id_key UNIQUE (digest_id),
  constraint news_requests_pkey PRIMARY KEY (campaign_id, since)
);

create table offline_donations (
  id bigint generated by default as identity not null,
  campaign_id text not null,
  amount bigint not null,
  currency text not null,
  method text not null,
  received_on date not null,
  reference text not null,
  donor jsonb not null,
  phone text,
  message text,
  language text not null,
  document_id text,
  document_type text,
  status text default 'entered'::text not null,
  entered_by text not null,
  entered_at timestamp with time zone default now() not null,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  donation_id bigint,
  constraint offline_donations_amount_check CHECK (amount > 0),
  constraint offline_donations_campaign_id_currency_fkey FOREIGN KEY (campaign_id, currency) REFERENCES campaigns(id, currency),
  constraint offline_donations_check CHECK ((document_id IS NULL) = (document_type IS NULL)),
  constraint offline_donations_check1 CHECK ((status = 'entered'::text) = (decided_by IS NULL AND decided_at IS NULL)),
  constraint offline_donations_check2 CHECK ((status = 'confirmed'::text) = (donation_id IS NOT NULL)),
  constraint offline_donations_check3 CHECK (status <> 'withdrawn'::text OR btrim(reason) <> ''::text),
  constraint offline_donations_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint offline_donations_document_id_check CHECK (document_id ~ '^[0-9a-f]{32}$'::text),
  constraint offline_donations_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint offline_donations_donation_id_key UNIQUE (donation_id),
  constraint offline_donations_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint offline_donations_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint offline_donations_method_check CHECK (method = ANY (ARRAY['bank'::text, 'cash'::text])),
  constraint offline_donations_phone_check CHECK (phone ~ '^255[67][0-9]{8}$'::text),
  constraint offline_donations_pkey PRIMARY KEY (id),
  constraint offline_donations_reference_check CHECK (reference = btrim(reference) AND reference <> ''::text),
  constraint offline_donations_status_check CHECK (status = ANY (ARRAY['entered'::text, 'confirmed'::text, 'withdrawn'::text]))
);
CREATE INDEX offline_donations_by_document ON public.offline_donations USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX offline_donations_by_status ON public.offline_donations USING btree (status, id);
CREATE UNIQUE INDEX offline_donations_one_of_a_reference ON public.offline_donations USING btree (lower(reference)) WHERE (status <> 'withdrawn'::text);
CREATE TRIGGER guard BEFORE UPDATE ON offline_donations FOR EACH ROW WHEN (old.status = 'entered'::text OR NOT only_clears(to_jsonb(old.*), to_jsonb(new.*), '{"donor": {"kind": "anonymous"}, "phone": null, "reason": "deleted", "message": null, "document_id": null, "document_type": null}'::jsonb)) EXECUTE FUNCTION guard_offline_donation();
CREATE TRIGGER guard_decision BEFORE UPDATE ON offline_donations FOR EACH ROW WHEN (old.status = 'entered'::text AND new.status = 'confirmed'::text) EXECUTE FUNCTION guard_offline_decision();
CREATE TRIGGER guard_new BEFORE INSERT ON offline_donations FOR EACH ROW EXECUTE FUNCTION guard_offline_donation();
CREATE CONSTRAINT TRIGGER in_ledger AFTER UPDATE OF status ON offline_donations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'confirmed'::text AND old.status <> 'confirmed'::text) EXECUTE FUNCTION check_confirmed_offline();
CREATE TRIGGER keep BEFORE DELETE ON offline_donations FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON offline_donations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table organizer_suspensions (
  id bigint generated by default as identity not null,
  user_id text not null,
  reason text not null,
  suspended_by text not null,
  suspended_at timestamp with time zone default now() not null,
  lifted_by text,
  lifted_at timestamp with time zone,
  constraint organizer_suspensions_check CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  constraint organizer_suspensions_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  constraint organizer_suspensions_pkey PRIMARY KEY (id),
  constraint organizer_suspensions_reason_check CHECK (btrim(reason) <> ''::text AND char_length(reason) <= 2000),
  constraint organizer_suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES users(id),
  constraint organizer_suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX organizer_suspensions_by_user ON public.organizer_suspensions USING btree (user_id, id DESC);
CREATE UNIQUE INDEX organizer_suspensions_one_open ON public.organizer_suspensions USING btree (user_id) WHERE (lifted_at IS NULL);
CREATE TRIGGER follow AFTER INSERT OR UPDATE ON organizer_suspensions FOR EACH ROW EXECUTE FUNCTION follow_suspension();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON organizer_suspensions FOR EACH ROW EXECUTE FUNCTION guard_suspension();
CREATE TRIGGER keep BEFORE DELETE ON organizer_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table outbox (
  id bigint generated by default as identity not null,
  donation_id bigint,
  template text not null,
  recipient text not null,
  language text default 'en'::text not null,
  details jsonb default '{}'::jsonb not null,
  attempts integer default 0 not null,
  send_after timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  kept_at timestamp with time zone,
  last_error text,
  asked_by text,
  status text generated always as (
CASE
    WHEN sent_at IS NOT NULL THEN 'sent'::text
    WHEN given_up_at IS NOT NULL THEN 'given-up'::text
    WHEN kept_at IS NOT NULL THEN 'kept'::text
    ELSE 'waiting'::text
END) stored not null,
  update_id integer,
  follower_id bigint,
  constraint outbox_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint outbox_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_update_check CHECK ((template = 'campaign-update'::text) = (update_id IS NOT NULL AND follower_id IS NOT NULL)),
  constraint outbox_update_id_fkey FOREIGN KEY (update_id) REFERENCES campaign_updates(id)
);
CREATE INDEX outbox_by_donation ON public.outbox USING btree (donation_id) WHERE (donation_id IS NOT NULL);
CREATE INDEX outbox_by_recipient ON public.outbox USING btree (lower(recipient), tried_at) WHERE (tried_at IS NOT NULL);
CREATE INDEX outbox_not_sent ON public.outbox USING btree (status, id) WHERE (status <> 'sent'::text);
CREATE INDEX outbox_of_recipient ON public.outbox USING btree (lower(recipient) text_pattern_ops);
CREATE UNIQUE INDEX outbox_one_of_a_kind ON public.outbox USING btree (donation_id, template) WHERE (asked_by IS NULL);
CREATE UNIQUE INDEX outbox_one_of_an_update ON public.outbox USING btree (update_id, follower_id) WHERE (update_id IS NOT NULL);
CREATE INDEX outbox_to_clear ON public.outbox USING btree (created_at) WHERE ((recipient <> ''::text) OR (details <> '{}'::jsonb) OR (last_error IS NOT NULL));
CREATE INDEX outbox_updates_waiting ON public.outbox USING btree (send_after) WHERE ((status = 'waiting'::text) AND (update_id IS NOT NULL));
CREATE INDEX outbox_waiting ON public.outbox USING btree (send_after) WHERE ((status = 'waiting'::text) AND (update_id IS NULL));
CREATE TRIGGER announce AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION announce_outbox();
CREATE CONSTRAINT TRIGGER receipt AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.template = 'receipt'::text) EXECUTE FUNCTION check_receipt();

create table overdue_submissions (
  submission_id bigint not null,
  version integer not null,
  told_at timestamp with time zone default now() not null,
  constraint overdue_submissions_pkey PRIMARY KEY (submission_id, version),
  constraint overdue_submissions_submission_id_version_fkey FOREIGN KEY (submission_id, version) REFERENCES submission_versions(submission_id, version) ON DELETE CASCADE
);

create table pages (
  slug text not null,
  title text,
  title_sw text,
  body text not null,
  body_sw text,
  updated_at timestamp with time zone default now() not null,
  constraint pages_pkey PRIMARY KEY (slug),
  constraint pages_slug_check CHECK (slug = ANY (ARRAY['about'::text, 'privacy'::text, 'terms'::text])),
  constraint pages_title_check CHECK (btrim(title) <> ''::text),
  constraint pages_title_where_shown CHECK ((title IS NULL) = (slug = 'about'::text))
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON pages FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table passkeys (
  id text not null,
  user_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  constraint passkeys_counter_check CHECK (counter >= 0),
  constraint passkeys_id_check CHECK (length(id) >= 1 AND length(id) <= 1364),
  constraint passkeys_name_check CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id, created_at);
CREATE TRIGGER keep_has_passkey AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION keep_has_passkey();
CREATE TRIGGER keep_passkey_owner BEFORE UPDATE ON passkeys FOR EACH ROW WHEN (new.id <> old.id OR new.user_id <> old.user_id OR new.public_key <> old.public_key OR new.counter < old.counter) EXECUTE FUNCTION keep_passkey_owner();

create table payment_requests (
  payment_id bigint not null,
  client text not null,
  sent_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint payment_requests_pkey PRIMARY KEY (payment_id)
);
CREATE INDEX payment_requests_by_age ON public.payment_requests USING brin (sent_at);
CREATE INDEX payment_requests_paid ON public.payment_requests USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payment_requests_paid_by_client ON public.payment_requests USING btree (client, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payment_requests_unpaid ON public.payment_requests USING btree (sent_at) WHERE (paid_at IS NULL);
CREATE INDEX payment_requests_unpaid_by_client ON public.payment_requests USING btree (client, sent_at) WHERE (paid_at IS NULL);

create table payments (
  id bigint generated by default as identity not null,
  donation_id bigint not null,
  provider text not null,
  method text not null,
  reference text not null,
  provider_reference text,
  operator_reference text,
  status text default 'initiated'::text not null,
  amount bigint not null,
  fee bigint default 0 not null,
  asked_amount bigint,
  currency text not null,
  phone text,
  network text,
  page_url text,
  failure text,
  checks integer default 0 not null,
  next_check_at timestamp with time zone,
  hint text,
  hinted_at timestamp with time zone,
  hints integer default 0 not null,
  asked_at timestamp with time zone,
  cancel_asked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  pay_number text,
  pay_qr text,
  kept_reason text,
  constraint operator_reference_is_not_empty CHECK (btrim(operator_reference) <> ''::text),
  constraint payments_amount_check CHECK (amount > 0),
  constraint payments_check CHECK (fee >= 0 AND fee < amount),
  constraint payments_check1 CHECK (asked_amount > 0 AND asked_amount <> amount),
  constraint payments_currency_check CHECK (currency = ANY (ARRAY['TZS'::text, 'USD'::text])),
  constraint payments_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint payments_hint_check CHECK (hint = ANY (ARRAY['paid'::text, 'declined'::text, 'cancelled'::text, 'pending'::text, 'reversed'::text, 'unknown'::text])),
  constraint payments_hint_is_asked_about CHECK ((hint IS NULL) = (hinted_at IS NULL) AND (hint IS NULL OR next_check_at IS NOT NULL AND status <> 'reversed'::text)),
  constraint payments_kept_reason_check CHECK (kept_reason = ANY (ARRAY['cancelled'::text, 'wrong-pin'::text, 'no-balance'::text, 'limit'::text, 'expired'::text, 'page-expired'::text, 'no-wallet'::text, 'unreachable'::text, 'refused'::text])),
  constraint payments_method_check CHECK (method = ANY (ARRAY['mobile'::text, 'card'::text, 'bank'::text, 'cash'::text])),
  constraint payments_pay_number_check CHECK (pay_number ~ '^[0-9]{8}$'::text),
  constraint payments_pay_qr_check CHECK (pay_qr ~~ '000201%'::text AND length(pay_qr) <= 512),
  constraint payments_phone_check CHECK (phone ~ '^255[67][0-9]{8}$'::text),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_provider_check CHECK (provider = ANY (ARRAY['azampay'::text, 'selcom'::text, 'offline'::text])),
  constraint payments_reference_key UNIQUE (reference),
  constraint payments_status_check CHECK (status = ANY (ARRAY['initiated'::text, 'pending'::text, 'unknown'::text, 'review'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'reversed'::text])),
  constraint provider_reference_is_not_empty CHECK (btrim(provider_reference) <> ''::text)
);
CREATE INDEX payments_by_age ON public.payments USING btree (created_at) INCLUDE (provider, method, network, status, settled_at) WHERE (provider <> 'offline'::text);
CREATE INDEX payments_by_card ON public.payments USING btree (created_at) WHERE (method = 'card'::text);
CREATE INDEX payments_by_donation ON public.payments USING btree (donation_id);
CREATE INDEX payments_by_operator_reference ON public.payments USING btree (operator_reference) WHERE (operator_reference IS NOT NULL);
CREATE INDEX payments_by_phone ON public.payments USING btree (phone, created_at) WHERE (phone IS NOT NULL);
CREATE UNIQUE INDEX payments_by_provider_reference ON public.payments USING btree (provider, provider_reference) WHERE (provider_reference IS NOT NULL);
CREATE INDEX payments_cards_to_watch ON public.payments USING btree (asked_at NULLS FIRST) WHERE ((provider = 'selcom'::text) AND (method = 'card'::text) AND (status = 'succeeded'::text));
CREATE UNIQUE INDEX payments_one_open ON public.payments USING btree (donation_id) WHERE (status = ANY (ARRAY['initiated'::text, 'pending'::text, 'unknown'::text, 'review'::text]));
CREATE UNIQUE INDEX payments_one_success ON public.payments USING btree (donation_id) WHERE (status = ANY (ARRAY['succeeded'::text, 'reversed'::text]));
CREATE INDEX payments_settled_to_clear ON public.payments USING btree (COALESCE(settled_at, updated_at)) WHERE ((status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) AND ((phone IS NOT NULL) OR (page_url IS NOT NULL) OR (failure IS NOT NULL)));
CREATE INDEX payments_to_cancel ON public.payments USING btree (created_at) WHERE ((provider = 'selcom'::text) AND (status = ANY (ARRAY['initiated'::text, 'pending'::text, 'unknown'::text])));
CREATE INDEX payments_to_check ON public.payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payments_unfinished_to_clear ON public.payments USING btree (created_at) WHERE ((status = ANY (ARRAY['failed'::text, 'cancelled'::text])) AND ((phone IS NOT NULL) OR (page_url IS NOT NULL) OR (failure IS NOT NULL)));
CREATE TRIGGER announce_report AFTER UPDATE OF hint ON payments FOR EACH ROW WHEN (new.hint IS DISTINCT FROM old.hint AND (new.status = ANY (ARRAY['review'::text, 'failed'::text, 'cancelled'::text]))) EXECUTE FUNCTION announce_report();
CREATE CONSTRAINT TRIGGER becomes_booked AFTER UPDATE OF status ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) AND new.status <> old.status) EXECUTE FUNCTION check_paid();
CREATE TRIGGER changes_days AFTER UPDATE ON payments FOR EACH ROW WHEN ((new.created_at IS DISTINCT FROM old.created_at OR new.method IS DISTINCT FROM old.method OR new.network IS DISTINCT FROM old.network OR new.status IS DISTINCT FROM old.status OR new.amount IS DISTINCT FROM old.amount OR new.provider_reference IS DISTINCT FROM old.provider_reference OR new.settled_at IS DISTINCT FROM old.settled_at) AND ((old.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) OR is_before_today(old.created_at) OR is_before_today(new.created_at))) EXECUTE FUNCTION payment_changes_days();
CREATE TRIGGER guard BEFORE UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION guard_payment();
CREATE TRIGGER guard_arrived_amount BEFORE UPDATE OF amount ON payments FOR EACH ROW WHEN (new.amount > old.amount) EXECUTE FUNCTION guard_arrived_amount();
CREATE TRIGGER new_changes_days AFTER INSERT ON payments FOR EACH ROW WHEN (is_before_today(new.created_at)) EXECUTE FUNCTION payment_changes_days();
CREATE CONSTRAINT TRIGGER paid_is_booked AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) EXECUTE FUNCTION check_paid();

create table picture_uploads (
  picture_id text not null,
  uploader_id text not null,
  constraint picture_uploads_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id) ON DELETE CASCADE,
  constraint picture_uploads_pkey PRIMARY KEY (picture_id)
);

create table pictures (
  id text not null,
  width integer not null,
  height integer not null,
  alt text not null,
  alt_sw text,
  focus_x smallint default 50 not null,
  focus_y smallint default 50 not null,
  created_at timestamp with time zone default now() not null,
  constraint pictures_focus_x_check CHECK (focus_x >= 0 AND focus_x <= 100 AND (focus_x::integer % 10) = 0),
  constraint pictures_focus_y_check CHECK (focus_y >= 0 AND focus_y <= 100 AND (focus_y::integer % 10) = 0),
  constraint pictures_height_check CHECK (height > 0),
  constraint pictures_id_check CHECK (id ~ '^[A-Za-z0-9_-]+$'::text),
  constraint pictures_pkey PRIMARY KEY (id),
  constraint pictures_width_check CHECK (width > 0)
);
CREATE TRIGGER announce AFTER DELETE OR UPDATE OR TRUNCATE ON pictures FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table postings (
  journal_id bigint not null,
  line smallint not null,
  account text not null,
  amount bigint not null,
  currency text not null,
  campaign_id text,
  is_zakat boolean generated always as (
CASE
    WHEN campaign_id IS NOT NULL THEN account ~~ 'zakat:%'::text
    ELSE NULL::boolean
END) stored,
  constraint postings_account_check CHECK (account ~ '^((campaign|zakat):[a-z0-9-]+|provider_receivable:(azampay|selcom)|bank|cash|provider_fees|fee_income)$'::text),
  constraint postings_amount_check CHECK (amount <> 0),
  constraint postings_campaign_id_currency_is_zakat_fkey FOREIGN KEY (campaign_id, currency, is_zakat) REFERENCES campaigns(id, currency, is_zakat_eligible),
  constraint postings_check CHECK (
CASE
    WHEN account ~~ 'campaign:%'::text THEN campaign_id IS NOT NULL AND account = ('campaign:'::text || campaign_id)
    WHEN account ~~ 'zakat:%'::text THEN campaign_id IS NOT NULL AND account = ('zakat:'::text || campaign_id)
    ELSE campaign_id IS NULL
END),
  constraint postings_currency_check CHECK (currency = ANY (ARRAY['TZS'::text, 'USD'::text])),
  constraint postings_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES journal(id),
  constraint postings_pkey PRIMARY KEY (journal_id, line)
);
CREATE INDEX postings_by_campaign ON public.postings USING btree (campaign_id, journal_id) WHERE (campaign_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER add_to_total AFTER INSERT ON postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.campaign_id IS NOT NULL) EXECUTE FUNCTION add_to_total();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER follow AFTER INSERT ON postings REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION follow_postings();

create table proposals (
  id bigint generated by default as identity not null,
  kind text not null,
  subject text not null,
  details jsonb not null,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone default now() not null,
  status text default 'open'::text not null,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  proven_at timestamp with time zone,
  decided_in xid8,
  constraint proposals_check CHECK ((status = 'open'::text) = (decided_by IS NULL)),
  constraint proposals_check1 CHECK ((status = 'open'::text) = (decided_at IS NULL)),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint proposals_kind_check CHECK (kind = ANY (ARRAY['refund'::text, 'part-refund'::text, 'move'::text, 'credit'::text, 'bank-details'::text])),
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id),
  constraint proposals_reason_check CHECK (btrim(reason) <> ''::text),
  constraint proposals_status_check CHECK (status = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);
CREATE INDEX proposals_by_subject ON public.proposals USING btree (subject, id DESC);
CREATE UNIQUE INDEX proposals_one_open ON public.proposals USING btree (subject, kind) WHERE (status = 'open'::text);
CREATE TRIGGER guard BEFORE UPDATE ON proposals FOR EACH ROW WHEN (old.status = 'open'::text OR NOT only_clears(to_jsonb(old.*), to_jsonb(new.*), '{"reason": "deleted", "decision_reason": "deleted"}'::jsonb)) EXECUTE FUNCTION guard_proposal();
CREATE TRIGGER guard_decision BEFORE UPDATE ON proposals FOR EACH ROW EXECUTE FUNCTION guard_decision();
CREATE TRIGGER guard_new BEFORE INSERT ON proposals FOR EACH ROW EXECUTE FUNCTION guard_proposal();
CREATE TRIGGER guard_proposer BEFORE INSERT ON proposals FOR EACH ROW EXECUTE FUNCTION guard_proposer();
CREATE TRIGGER keep BEFORE DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table provider_messages (
  id bigint generated by default as identity not null,
  provider text not null,
  kind text not null,
  dedupe_key text,
  payment_id bigint,
  headers jsonb,
  body text not null,
  verdict text,
  received_at timestamp with time zone default now() not null,
  judged_at timestamp with time zone,
  written_in xid8 default pg_current_xact_id(),
  constraint provider_messages_kind_check CHECK (kind = ANY (ARRAY['callback'::text, 'answer'::text, 'status'::text, 'statement'::text])),
  constraint provider_messages_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint provider_messages_pkey PRIMARY KEY (id),
  constraint provider_messages_provider_check CHECK (provider = ANY (ARRAY['azampay'::text, 'selcom'::text, 'offline'::text])),
  constraint provider_messages_provider_dedupe_key_key UNIQUE (provider, dedupe_key)
);
CREATE INDEX provider_messages_by_payment ON public.provider_messages USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX provider_messages_phones_to_clear ON public.provider_messages USING btree (payment_id, received_at) WHERE has_phone(body, headers);
CREATE INDEX provider_messages_to_forget ON public.provider_messages USING btree (received_at) WHERE ((body <> ''::text) OR (headers IS NOT NULL));
CREATE INDEX provider_messages_unjudged ON public.provider_messages USING btree (received_at) WHERE (judged_at IS NULL);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON provider_messages FOR EACH ROW EXECUTE FUNCTION guard_message();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON provider_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table rate_limits (
  subject text not null,
  moments timestamp with time zone[] not null,
  last_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (subject)
);
CREATE INDEX rate_limits_by_age ON public.rate_limits USING btree (last_at);

create table record_drafts (
  subject text not null,
  value jsonb not null,
  fingerprint text not null,
  opened text not null,
  saved_by text not null,
  saved_at timestamp with time zone default now() not null,
  publish_at timestamp with time zone,
  scheduled_by text,
  failure text,
  constraint record_drafts_check CHECK ((publish_at IS NULL) = (scheduled_by IS NULL)),
  constraint record_drafts_check1 CHECK (failure IS NULL OR publish_at IS NOT NULL),
  constraint record_drafts_failure_check CHECK (failure = ANY (ARRAY['no-access'::text, 'changed'::text, 'invalid'::text])),
  constraint record_drafts_pkey PRIMARY KEY (subject),
  constraint record_drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint record_drafts_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES users(id)
);
CREATE INDEX record_drafts_due ON public.record_drafts USING btree (publish_at) WHERE ((publish_at IS NOT NULL) AND (failure IS NULL));

create table record_versions (
  subject text not null,
  version integer not null,
  value jsonb not null,
  fingerprint text not null,
  author_id text,
  restored_from integer,
  at timestamp with time zone default now() not null,
  constraint record_versions_pkey PRIMARY KEY (subject, version),
  constraint record_versions_version_check CHECK (version >= 0)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON record_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settled_author BEFORE INSERT ON record_versions FOR EACH ROW WHEN (new.author_id IS NOT NULL) EXECUTE FUNCTION require_settled_author();

create table retired_keys (
  id text not null,
  retired_at timestamp with time zone default now() not null,
  constraint retired_keys_id_check CHECK (id ~ '^[0-9a-f]{8}$'::text),
  constraint retired_keys_pkey PRIMARY KEY (id)
);

create table role_grants (
  id bigint generated always as identity not null,
  user_id text not null,
  role text not null,
  given_by text,
  given_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  is_first boolean default false not null,
  done_by text,
  needs_confirmation boolean default false not null,
  constraint role_grants_pkey PRIMARY KEY (id),
  constraint role_grants_role_check CHECK (role = ANY (ARRAY['staff'::text, 'admin'::text]))
);
CREATE INDEX role_grants_by_user ON public.role_grants USING btree (user_id, id DESC);
CREATE INDEX role_grants_of_admins ON public.role_grants USING btree (ended_at) WHERE (role = 'admin'::text);
CREATE TRIGGER keep BEFORE INSERT OR DELETE OR UPDATE ON role_grants FOR EACH ROW EXECUTE FUNCTION refuse_direct_change();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON role_grants FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table secrets (
  name text not null,
  value text not null,
  created_at timestamp with time zone default now() not null,
  constraint secrets_pkey PRIMARY KEY (name)
);

create table security_events (
  id bigint generated by default as identity not null,
  at timestamp with time zone default now() not null,
  kind text not null,
  request_id text not null,
  account_id text,
  client text not null,
  path text not null,
  times integer default 1 not null,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_times_check CHECK (times > 0)
);
CREATE INDEX security_events_by_kind ON public.security_events USING btree (kind, at);
CREATE INDEX security_events_by_time ON public.security_events USING btree (at);
CREATE INDEX security_events_of_account ON public.security_events USING btree (account_id, id) WHERE (account_id IS NOT NULL);
CREATE INDEX security_events_of_client ON public.security_events USING btree (client, id);
CREATE INDEX security_events_of_kind ON public.security_events USING btree (kind, id);
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON security_events FOR EACH ROW WHEN (NOT is_owner()) EXECUTE FUNCTION keep_security_events();

create table sessions (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  passkey_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sign_in_version integer,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE TRIGGER refuse_late BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse_late_session();

create table site_settings (
  key text not null,
  value jsonb not null,
  is_public boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  constraint site_settings_pkey PRIMARY KEY (key)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON site_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_content();
CREATE TRIGGER named_admin BEFORE INSERT OR UPDATE ON site_settings FOR EACH ROW WHEN (new.key = 'second-step'::text AND (new.value -> 'required'::text) IS DISTINCT FROM 'true'::jsonb AND NOT is_owner()) EXECUTE FUNCTION require_named_admin();
CREATE TRIGGER settled_admin BEFORE INSERT OR UPDATE ON site_settings FOR EACH ROW WHEN (new.key = 'second-step'::text AND (new.value -> 'required'::text) IS DISTINCT FROM 'true'::jsonb) EXECUTE FUNCTION require_settled_admin();

create table statement_changes (
  statement_id bigint not null,
  line_id bigint not null,
  before jsonb,
  constraint statement_changes_pkey PRIMARY KEY (statement_id, line_id),
  constraint statement_changes_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);

create table statement_lines (
  id bigint generated by default as identity not null,
  statement_id bigint not null,
  last_statement_id bigint not null,
  line integer not null,
  provider text not null,
  key text not null,
  part text generated always as (
CASE
    WHEN outcome = 'reversed'::text THEN 'reversal'::text
    ELSE 'payment'::text
END) stored not null,
  reference text,
  provider_reference text,
  outcome text not null,
  said text,
  amount bigint,
  day date,
  payment_id bigint,
  first_seen_at timestamp with time zone default now() not null,
  ignored_at timestamp with time zone,
  ignored_by text,
  ignored_reason text,
  failure text,
  constraint key_is_not_empty CHECK (btrim(key) <> ''::text),
  constraint provider_reference_is_not_empty CHECK (btrim(provider_reference) <> ''::text),
  constraint reference_is_not_empty CHECK (btrim(reference) <> ''::text),
  constraint statement_lines_check CHECK ((ignored_at IS NULL) = (ignored_reason IS NULL)),
  constraint statement_lines_failure_check CHECK (failure = ANY (ARRAY['declined'::text, 'cancelled'::text])),
  constraint statement_lines_last_statement_id_fkey FOREIGN KEY (last_statement_id) REFERENCES statements(id),
  constraint statement_lines_outcome_check CHECK (outcome = ANY (ARRAY['paid'::text, 'declined'::text, 'cancelled'::text, 'pending'::text, 'reversed'::text, 'unknown'::text])),
  constraint statement_lines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_provider_check CHECK (provider = ANY (ARRAY['azampay'::text, 'selcom'::text])),
  constraint statement_lines_provider_key_part_key UNIQUE (provider, key, part),
  constraint statement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements(id)
);
CREATE INDEX statement_lines_by_day ON public.statement_lines USING btree (provider, day);
CREATE INDEX statement_lines_by_last ON public.statement_lines USING btree (last_statement_id);
CREATE INDEX statement_lines_by_payment ON public.statement_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX statement_lines_to_clear ON public.statement_lines USING btree (ignored_at) WHERE (ignored_reason <> 'deleted'::text);
CREATE INDEX statement_lines_unclear ON public.statement_lines USING btree (provider, said) WHERE (outcome = 'unknown'::text);
CREATE TRIGGER announce AFTER UPDATE ON statement_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_listed();
CREATE TRIGGER announce_deleted AFTER DELETE ON statement_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_listed();
CREATE TRIGGER announce_new AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION announce_listed();
CREATE TRIGGER change_days AFTER UPDATE ON statement_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_change_days();
CREATE TRIGGER deleted_change_days AFTER DELETE ON statement_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_change_days();
CREATE TRIGGER new_change_days AFTER INSERT ON statement_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_change_days();
CREATE TRIGGER old_change_days AFTER UPDATE ON statement_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lines_change_days();

create table statements (
  id bigint generated by default as identity not null,
  provider text not null,
  source text not null,
  name text not null,
  hash text not null,
  from_day date,
  to_day date,
  line_count integer not null,
  imported_by text,
  imported_at timestamp with time zone default now() not null,
  status text default 'imported'::text not null,
  preview jsonb,
  row_count integer default 0 not null,
  not_understood jsonb default '[]'::jsonb not null,
  undone_at timestamp with time zone,
  undone_by text,
  constraint statements_check CHECK ((status = 'preview'::text) = (preview IS NOT NULL)),
  constraint statements_check1 CHECK ((status = 'undone'::text) = (undone_at IS NOT NULL AND undone_by IS NOT NULL)),
  constraint statements_check2 CHECK (source = 'file'::text OR status = 'imported'::text),
  constraint statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_provider_check CHECK (provider = ANY (ARRAY['azampay'::text, 'selcom'::text])),
  constraint statements_source_check CHECK (source = ANY (ARRAY['file'::text, 'list'::text])),
  constraint statements_status_check CHECK (status = ANY (ARRAY['preview'::text, 'imported'::text, 'undone'::text])),
  constraint statements_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id)
);
CREATE INDEX statements_by_time ON public.statements USING btree (provider, imported_at DESC);
CREATE UNIQUE INDEX statements_once ON public.statements USING btree (provider, hash) WHERE ((source = 'file'::text) AND (status <> 'undone'::text));

create table submission_budget_lines (
  submission_id bigint not null,
  version integer not null,
  line smallint not null,
  what text not null,
  amount bigint not null,
  constraint submission_budget_lines_amount_check CHECK (amount > 0),
  constraint submission_budget_lines_line_check CHECK (line >= 1 AND line <= 8),
  constraint submission_budget_lines_pkey PRIMARY KEY (submission_id, version, line),
  constraint submission_budget_lines_submission_id_version_fkey FOREIGN KEY (submission_id, version) REFERENCES submission_versions(submission_id, version) ON DELETE CASCADE,
  constraint submission_budget_lines_what_check CHECK (char_length(what) >= 3 AND char_length(what) <= 120)
);
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON submission_budget_lines FOR EACH ROW EXECUTE FUNCTION keep_submission_history();

create table submission_notes (
  id bigint generated by default as identity not null,
  submission_id bigint not null,
  author_id text not null,
  text text not null,
  at timestamp with time zone default now() not null,
  constraint submission_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint submission_notes_pkey PRIMARY KEY (id),
  constraint submission_notes_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint submission_notes_text_check CHECK (btrim(text) <> ''::text AND char_length(text) <= 2000)
);
CREATE INDEX submission_notes_by_submission ON public.submission_notes USING btree (submission_id, id);
CREATE TRIGGER guard BEFORE INSERT ON submission_notes FOR EACH ROW EXECUTE FUNCTION guard_submission_note();
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON submission_notes FOR EACH ROW EXECUTE FUNCTION keep_submission_history();

create table submission_pictures (
  submission_id bigint not null,
  version integer not null,
  place smallint not null,
  picture_id text not null,
  alt text not null,
  constraint submission_pictures_alt_check CHECK (btrim(alt) <> ''::text),
  constraint submission_pictures_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id),
  constraint submission_pictures_pkey PRIMARY KEY (submission_id, version, place),
  constraint submission_pictures_place_check CHECK (place >= 1 AND place <= 10),
  constraint submission_pictures_submission_id_version_fkey FOREIGN KEY (submission_id, version) REFERENCES submission_versions(submission_id, version) ON DELETE CASCADE
);
CREATE INDEX submission_pictures_by_picture ON public.submission_pictures USING btree (picture_id);
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON submission_pictures FOR EACH ROW EXECUTE FUNCTION keep_submission_history();

create table submission_reviews (
  id bigint generated by default as identity not null,
  submission_id bigint not null,
  version integer not null,
  kind text not null,
  reviewer_id text not null,
  reason text default ''::text not null,
  field_reasons jsonb default '{}'::jsonb not null,
  at timestamp with time zone default now() not null,
  constraint submission_reviews_check CHECK (kind <> 'rejected'::text OR btrim(reason) <> ''::text),
  constraint submission_reviews_check1 CHECK (kind <> 'changes-asked'::text OR btrim(reason) <> ''::text OR field_reasons <> '{}'::jsonb),
  constraint submission_reviews_field_reasons_check CHECK (jsonb_typeof(field_reasons) = 'object'::text),
  constraint submission_reviews_kind_check CHECK (kind = ANY (ARRAY['changes-asked'::text, 'approved'::text, 'rejected'::text])),
  constraint submission_reviews_pkey PRIMARY KEY (id),
  constraint submission_reviews_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id),
  constraint submission_reviews_submission_id_version_fkey FOREIGN KEY (submission_id, version) REFERENCES submission_versions(submission_id, version) ON DELETE CASCADE,
  constraint submission_reviews_submission_id_version_key UNIQUE (submission_id, version)
);
CREATE TRIGGER guard BEFORE INSERT ON submission_reviews FOR EACH ROW EXECUTE FUNCTION guard_submission_review();
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON submission_reviews FOR EACH ROW EXECUTE FUNCTION keep_submission_history();

create table submission_versions (
  submission_id bigint not null,
  version integer not null,
  title text not null,
  category text not null,
  sub_type text not null,
  description text not null,
  goal_amount bigint not null,
  currency text not null,
  organizer text not null,
  is_zakat_eligible boolean not null,
  beneficiaries text not null,
  relation text not null,
  surplus text not null,
  surplus_campaign_id text,
  submitted_at timestamp with time zone default now() not null,
  constraint submission_versions_beneficiaries_check CHECK (char_length(beneficiaries) >= 20 AND char_length(beneficiaries) <= 600),
  constraint submission_versions_category_check CHECK (category = ANY (ARRAY['infrastructure'::text, 'scholarship'::text, 'research'::text, 'alumni'::text, 'zakat'::text, 'registered-waqfu'::text])),
  constraint submission_versions_check CHECK (is_zakat_eligible = (category = 'zakat'::text)),
  constraint submission_versions_check1 CHECK ((surplus = 'campaign'::text) = (surplus_campaign_id IS NOT NULL)),
  constraint submission_versions_currency_check CHECK (currency = ANY (ARRAY['TZS'::text, 'USD'::text, 'GBP'::text, 'EUR'::text, 'CAD'::text, 'AUD'::text, 'JPY'::text, 'CHF'::text, 'SAR'::text, 'AED'::text])),
  constraint submission_versions_description_check CHECK (char_length(description) >= 100 AND char_length(description) <= 1000),
  constraint submission_versions_goal_amount_check CHECK (goal_amount > 0),
  constraint submission_versions_organizer_check CHECK (char_length(organizer) >= 3 AND char_length(organizer) <= 120),
  constraint submission_versions_pkey PRIMARY KEY (submission_id, version),
  constraint submission_versions_relation_check CHECK (char_length(relation) >= 10 AND char_length(relation) <= 600),
  constraint submission_versions_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE,
  constraint submission_versions_surplus_campaign_id_fkey FOREIGN KEY (surplus_campaign_id) REFERENCES campaigns(id),
  constraint submission_versions_surplus_check CHECK (surplus = ANY (ARRAY['campaign'::text, 'donors'::text])),
  constraint submission_versions_title_check CHECK (char_length(title) >= 10 AND char_length(title) <= 100),
  constraint submission_versions_version_check CHECK (version > 0)
);
CREATE CONSTRAINT TRIGGER budget AFTER INSERT ON submission_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_submission_budget();
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON submission_versions FOR EACH ROW EXECUTE FUNCTION keep_submission_history();

create table submissions (
  id bigint generated by default as identity not null,
  owner_id text not null,
  language text default 'en'::text not null,
  status text default 'draft'::text not null,
  entered jsonb default '{}'::jsonb not null,
  version integer default 0 not null,
  submitted_at timestamp with time zone,
  answer_by date,
  decided_at timestamp with time zone,
  campaign_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint submissions_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint submissions_campaign_id_key UNIQUE (campaign_id),
  constraint submissions_check CHECK ((status = 'draft'::text) = (version = 0)),
  constraint submissions_check1 CHECK ((status = 'draft'::text) = (submitted_at IS NULL)),
  constraint submissions_check2 CHECK (status <> 'submitted'::text OR answer_by IS NOT NULL),
  constraint submissions_check3 CHECK ((status = 'approved'::text) = (campaign_id IS NOT NULL)),
  constraint submissions_check4 CHECK ((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL)),
  constraint submissions_entered_check CHECK (jsonb_typeof(entered) = 'object'::text AND length(entered::text) <= 60000),
  constraint submissions_language_check CHECK (language = ANY (ARRAY['en'::text, 'sw'::text])),
  constraint submissions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint submissions_pkey PRIMARY KEY (id),
  constraint submissions_status_check CHECK (status = ANY (ARRAY['draft'::text, 'submitted'::text, 'changes-asked'::text, 'approved'::text, 'rejected'::text])),
  constraint submissions_version_check CHECK (version >= 0)
);
CREATE INDEX submissions_by_owner ON public.submissions USING btree (owner_id, id DESC);
CREATE INDEX submissions_by_status ON public.submissions USING btree (status, id DESC);
CREATE UNIQUE INDEX submissions_one_draft ON public.submissions USING btree (owner_id) WHERE (status = 'draft'::text);
CREATE INDEX submissions_waiting ON public.submissions USING btree (submitted_at, id) WHERE (status = 'submitted'::text);
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON submissions FOR EACH ROW EXECUTE FUNCTION guard_submission();
CREATE TRIGGER refuse_suspended BEFORE UPDATE OF status ON submissions FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION refuse_suspended();

create table support_messages (
  donation_id bigint not null,
  status text not null,
  decided_by text not null,
  decided_at timestamp with time zone default now() not null,
  constraint support_messages_donation_id_fkey FOREIGN KEY (donation_id) REFERENCES donations(id),
  constraint support_messages_pkey PRIMARY KEY (donation_id),
  constraint support_messages_status_check CHECK (status = ANY (ARRAY['approved'::text, 'hidden'::text]))
);
CREATE TRIGGER announce AFTER INSERT OR UPDATE ON support_messages FOR EACH ROW EXECUTE FUNCTION announce_support_message();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON support_messages FOR EACH ROW EXECUTE FUNCTION guard_support_message();

create table team_members (
  id integer generated by default as identity not null,
  name text not null,
  role text not null,
  role_sw text,
  bio text,
  bio_sw text,
  photo_url text,
  order_index integer not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint team_members_name_check CHECK (btrim(name) <> ''::text),
  constraint team_members_photo_url_fkey FOREIGN KEY (photo_url) REFERENCES pictures(id),
  constraint team_members_pkey PRIMARY KEY (id),
  constraint team_members_role_check CHECK (btrim(role) <> ''::text)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON team_members FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_verification_count integer default 0 not null,
  locked_until timestamp with time zone,
  turned_on_at timestamp with time zone,
  codes_saved_at timestamp with time zone,
  codes_set text default gen_random_uuid() not null,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint two_factors_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER keep_turned_on_at BEFORE INSERT ON two_factors FOR EACH ROW WHEN (new.verified) EXECUTE FUNCTION keep_turned_on_at();
CREATE TRIGGER keep_turned_on_at_later BEFORE UPDATE OF verified ON two_factors FOR EACH ROW WHEN (new.verified AND NOT old.verified) EXECUTE FUNCTION keep_turned_on_at();

create table used_challenges (
  name text not null,
  used_at timestamp with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (name)
);
CREATE INDEX used_challenges_by_age ON public.used_challenges USING btree (used_at);

create table users (
  id text not null,
  name text not null,
  username text,
  display_username text,
  email text not null,
  email_verified boolean default false not null,
  image text,
  role text default 'organizer'::text not null,
  banned boolean default false not null,
  ban_reason text,
  ban_expires timestamp with time zone,
  two_factor_enabled boolean default false not null,
  has_passkey boolean default false not null,
  must_change_password boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sign_in_version integer default 1 not null,
  constraint users_email_check CHECK (email = lower(email)),
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK (role = ANY (ARRAY['organizer'::text, 'staff'::text, 'admin'::text])),
  constraint users_username_check CHECK (username = lower(username)),
  constraint users_username_key UNIQUE (username)
);
CREATE TRIGGER keep_an_admin_on_change AFTER UPDATE OF role, banned ON users FOR EACH ROW WHEN (old.role = 'admin'::text AND NOT old.banned AND (new.role <> 'admin'::text OR new.banned)) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER keep_an_admin_on_removal AFTER DELETE ON users FOR EACH ROW WHEN (old.role = 'admin'::text AND NOT old.banned) EXECUTE FUNCTION keep_an_admin();
CREATE TRIGGER keep_role_grants AFTER INSERT OR DELETE OR UPDATE OF role, banned ON users FOR EACH ROW EXECUTE FUNCTION keep_role_grants();
CREATE TRIGGER named_admin BEFORE UPDATE OF role, banned ON users FOR EACH ROW WHEN ((new.role <> old.role OR old.banned AND NOT new.banned AND (new.role = ANY (ARRAY['staff'::text, 'admin'::text]))) AND NOT is_owner()) EXECUTE FUNCTION require_named_admin();
CREATE TRIGGER named_inviter BEFORE INSERT ON users FOR EACH ROW WHEN ((new.role = ANY (ARRAY['staff'::text, 'admin'::text])) AND NOT is_owner()) EXECUTE FUNCTION require_named_inviter();
CREATE TRIGGER raise_sign_in_version BEFORE UPDATE OF banned ON users FOR EACH ROW WHEN (new.banned AND NOT old.banned) EXECUTE FUNCTION raise_sign_in_version_when_disabled();
CREATE TRIGGER settled_admin BEFORE UPDATE OF role, banned ON users FOR EACH ROW WHEN ((new.role IS DISTINCT FROM old.role OR new.banned IS DISTINCT FROM old.banned) AND ((new.role = ANY (ARRAY['staff'::text, 'admin'::text])) OR (old.role = ANY (ARRAY['staff'::text, 'admin'::text])))) EXECUTE FUNCTION require_settled_admin();

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sign_in_version integer,
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_end ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_by_identifier ON public.verifications USING btree (identifier);

create table vice_chancellor_message (
  id integer default 1 not null,
  title text not null,
  title_sw text,
  greeting text not null,
  greeting_sw text,
  content text not null,
  content_sw text,
  vice_chancellor_name text not null,
  vice_chancellor_title text not null,
  vice_chancellor_title_sw text,
  vice_chancellor_photo_url text,
  updated_at timestamp with time zone default now() not null,
  constraint vice_chancellor_message_id_check CHECK (id = 1),
  constraint vice_chancellor_message_pkey PRIMARY KEY (id),
  constraint vice_chancellor_message_vice_chancellor_photo_url_fkey FOREIGN KEY (vice_chancellor_photo_url) REFERENCES pictures(id)
);
CREATE TRIGGER announce AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON vice_chancellor_message FOR EACH STATEMENT EXECUTE FUNCTION announce_content();

create table visitor_counts (
  day date not null,
  kind text not null,
  name text not null,
  visitors bigint not null,
  times bigint not null,
  ends bigint not null,
  seconds bigint not null,
  depth bigint not null,
  constraint visitor_counts_check CHECK (times >= visitors),
  constraint visitor_counts_depth_check CHECK (depth >= 0),
  constraint visitor_counts_ends_check CHECK (ends >= 0),
  constraint visitor_counts_kind_check CHECK (kind = ANY (ARRAY['total'::text, 'page'::text, 'last-page'::text, 'source'::text, 'link'::text, 'share'::text, 'share-way'::text, 'device'::text, 'language'::text, 'step'::text])),
  constraint visitor_counts_name_check CHECK (length(name) <= 220),
  constraint visitor_counts_pkey PRIMARY KEY (kind, day, name),
  constraint visitor_counts_seconds_check CHECK (seconds >= 0),
  constraint visitor_counts_visitors_check CHECK (visitors >= 0)
);

create table visitor_events (
  id bigint generated by default as identity not null,
  at timestamp with time zone default now() not null,
  day date generated always as (((at AT TIME ZONE 'UTC'::text) + '03:00:00'::interval)::date) stored not null,
  session_id text collate "C" not null,
  type text not null,
  path text,
  campaign_id text,
  device text,
  language text,
  source text,
  link text,
  action text,
  seconds integer,
  depth smallint,
  constraint visitor_events_action_check CHECK (action ~ '^[a-z-]{1,20}:[a-z-]{1,20}$'::text),
  constraint visitor_events_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint visitor_events_check CHECK ((type = ANY (ARRAY['session_start'::text, 'consent'::text])) = (path IS NULL)),
  constraint visitor_events_check1 CHECK (campaign_id IS NULL OR path IS NOT NULL),
  constraint visitor_events_check2 CHECK ((type = 'session_start'::text) = (device IS NOT NULL)),
  constraint visitor_events_check3 CHECK (type = 'session_start'::text OR COALESCE(language, source, link) IS NULL),
  constraint visitor_events_check4 CHECK ((type = 'event'::text) = (action IS NOT NULL)),
  constraint visitor_events_check5 CHECK ((type = ANY (ARRAY['page_view_end'::text, 'session_end'::text])) = (seconds IS NOT NULL)),
  constraint visitor_events_check6 CHECK ((seconds IS NULL) = (depth IS NULL)),
  constraint visitor_events_depth_check CHECK (depth >= 0 AND depth <= 100),
  constraint visitor_events_device_check CHECK (device = ANY (ARRAY['phone'::text, 'tablet'::text, 'laptop'::text])),
  constraint visitor_events_language_check CHECK (language ~ '^[a-z]{2,3}$'::text),
  constraint visitor_events_link_check CHECK (length(link) <= 200),
  constraint visitor_events_path_check CHECK (path = '(other)'::text OR path ~ '^/[a-zA-Z0-9.:/-]*$'::text AND length(path) <= 100),
  constraint visitor_events_pkey PRIMARY KEY (id),
  constraint visitor_events_seconds_check CHECK (seconds >= 0 AND seconds <= 3600),
  constraint visitor_events_session_id_check CHECK (session_id ~ '^[0-9]{13}-[a-z0-9]{1,20}$'::text),
  constraint visitor_events_source_check CHECK (length(source) <= 100),
  constraint visitor_events_type_check CHECK (type = ANY (ARRAY['session_start'::text, 'page_view'::text, 'page_view_end'::text, 'event'::text, 'consent'::text, 'session_end'::text]))
);
CREATE INDEX visitor_events_by_campaign ON public.visitor_events USING btree (campaign_id, day, session_id) WHERE ((type = 'page_view'::text) AND (campaign_id IS NOT NULL));
CREATE INDEX visitor_events_by_day ON public.visitor_events USING btree (day, id);
CREATE UNIQUE INDEX visitor_events_end ON public.visitor_events USING btree (session_id, day) WHERE (type = 'session_end'::text);
CREATE UNIQUE INDEX visitor_events_once ON public.visitor_events USING btree (session_id, type) WHERE (type = ANY (ARRAY['session_start'::text, 'consent'::text]));
CREATE INDEX visitor_events_paid ON public.visitor_events USING btree (campaign_id, day, session_id) WHERE (action = 'donation:paid'::text);
CREATE INDEX visitor_events_starts ON public.visitor_events USING btree (campaign_id, day, session_id) WHERE (action = 'form:start'::text);

create table zakat_rulings (
  id bigint generated by default as identity not null,
  campaign_id text not null,
  reviewer_id integer not null,
  reviewer_name text not null,
  ruled_on date not null,
  reasons text not null,
  expires_on date,
  recorded_by text,
  recorded_at timestamp with time zone default now() not null,
  withdrawn_by text,
  withdrawn_at timestamp with time zone,
  withdrawal_reason text,
  constraint zakat_rulings_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id),
  constraint zakat_rulings_check CHECK (expires_on >= ruled_on),
  constraint zakat_rulings_check1 CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  constraint zakat_rulings_check2 CHECK ((withdrawn_at IS NULL) = (withdrawal_reason IS NULL)),
  constraint zakat_rulings_pkey PRIMARY KEY (id),
  constraint zakat_rulings_reasons_check CHECK (char_length(reasons) >= 20 AND char_length(reasons) <= 2000),
  constraint zakat_rulings_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint zakat_rulings_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES team_members(id),
  constraint zakat_rulings_reviewer_name_check CHECK (btrim(reviewer_name) <> ''::text),
  constraint zakat_rulings_withdrawal_reason_check CHECK (btrim(withdrawal_reason) <> ''::text),
  constraint zakat_rulings_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id)
);
CREATE INDEX zakat_rulings_by_campaign ON public.zakat_rulings USING btree (campaign_id, id DESC);
CREATE TRIGGER follow AFTER INSERT OR UPDATE ON zakat_rulings FOR EACH ROW EXECUTE FUNCTION follow_zakat_ruling();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON zakat_rulings FOR EACH ROW EXECUTE FUNCTION guard_zakat_ruling();
CREATE TRIGGER keep BEFORE DELETE ON zakat_rulings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create view audit_problems as
 SELECT 'I12'::text AS promise,
    'entry of the audit log was changed, or the one before it'::text AS problem,
    entries.id::text AS subject
   FROM ( SELECT audit_log.id,
            audit_log.previous_hash,
            audit_log.hash,
            lag(audit_log.hash, 1, '\x'::bytea) OVER (ORDER BY audit_log.id) AS before_it,
            hash_of_audit(audit_log.previous_hash, audit_log.id, audit_log.at, audit_log.actor_id, audit_log.action, audit_log.subject, audit_log.before, audit_log.after, audit_log.reason) AS its_own
           FROM audit_log) entries
  WHERE entries.previous_hash <> entries.before_it OR entries.hash <> entries.its_own
UNION ALL
 SELECT 'I12'::text AS promise,
    'end of the audit log is missing'::text AS problem,
    h.id::text AS subject
   FROM audit_head h
  WHERE h.id > 0 AND NOT (EXISTS ( SELECT
           FROM audit_log l
          WHERE l.id = h.id AND l.hash = h.hash));

create view broken_promises as
 SELECT 'I1'::text AS promise,
    'journal does not sum to zero'::text AS problem,
    postings.journal_id::text AS subject
   FROM postings
  GROUP BY postings.journal_id, postings.currency
 HAVING sum(postings.amount) <> 0::numeric
UNION ALL
 SELECT 'I1'::text AS promise,
    'journal without postings'::text AS problem,
    j.id::text AS subject
   FROM journal j
  WHERE NOT (EXISTS ( SELECT
           FROM postings p
          WHERE p.journal_id = j.id))
UNION ALL
 SELECT 'I2'::text AS promise,
    'completed donation that is not in the ledger'::text AS problem,
    d.id::text AS subject
   FROM donations d
  WHERE d.status = 'completed'::text AND NOT (EXISTS ( SELECT
           FROM payments p
             JOIN journal j ON j.payment_id = p.id AND j.kind = 'donation'::text
          WHERE p.donation_id = d.id))
UNION ALL
 SELECT 'I2'::text AS promise,
    'booked donation that is not completed'::text AS problem,
    d.id::text AS subject
   FROM journal j
     JOIN payments p ON p.id = j.payment_id
     JOIN donations d ON d.id = p.donation_id
  WHERE j.kind = 'donation'::text AND d.status <> 'completed'::text
UNION ALL
 SELECT 'I2'::text AS promise,
    'donation that is booked more than once'::text AS problem,
    p.donation_id::text AS subject
   FROM journal j
     JOIN payments p ON p.id = j.payment_id
  WHERE j.kind = 'donation'::text
  GROUP BY p.donation_id
 HAVING count(*) > 1
UNION ALL
 SELECT 'I3'::text AS promise,
    'donation booked with another amount'::text AS problem,
    d.id::text AS subject
   FROM journal j
     JOIN payments p ON p.id = j.payment_id
     JOIN donations d ON d.id = p.donation_id
  WHERE j.kind = 'donation'::text AND NOT (EXISTS ( SELECT
           FROM postings c
          WHERE c.journal_id = j.id AND c.campaign_id = COALESCE(d.chosen_campaign_id, d.campaign_id) AND c.currency = d.currency AND c.amount = (- d.amount)))
UNION ALL
 SELECT 'I3'::text AS promise,
    'moved or refunded donation differs from the ledger'::text AS problem,
    d.id::text AS subject
   FROM donations d
  WHERE (d.chosen_campaign_id IS NOT NULL OR d.refunded > 0) AND NOT is_held(d.id)
UNION ALL
 SELECT 'I3'::text AS promise,
    'move or refund in part without its proposal'::text AS problem,
    j.id::text AS subject
   FROM journal j
     LEFT JOIN proposals a ON a.id = j.proposal_id AND a.kind = j.kind AND a.status = 'approved'::text
  WHERE (j.kind = ANY (ARRAY['move'::text, 'part-refund'::text])) AND a.id IS NULL
UNION ALL
 SELECT 'I4'::text AS promise,
    'donation and payments disagree'::text AS problem,
    d.id::text AS subject
   FROM donations d
     JOIN LATERAL ( SELECT COALESCE(bool_or(p.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])), false) AS paid,
            COALESCE(bool_or(p.status = ANY (ARRAY['initiated'::text, 'pending'::text, 'unknown'::text, 'review'::text])), false) AS open
           FROM payments p
          WHERE p.donation_id = d.id) of_it ON true
  WHERE d.status <>
        CASE
            WHEN of_it.paid THEN 'completed'::text
            WHEN of_it.open THEN 'pending'::text
            ELSE 'failed'::text
        END
UNION ALL
 SELECT 'I5'::text AS promise,
    'total differs from the ledger'::text AS problem,
    both_sides.campaign_id AS subject
   FROM ( SELECT campaign_totals.campaign_id,
            campaign_totals.raised,
            campaign_totals.donors
           FROM campaign_totals
        UNION ALL
         SELECT p.campaign_id,
            p.amount,
            donors_in(j.*, p.amount) AS donors_in
           FROM postings p
             JOIN journal j ON j.id = p.journal_id
          WHERE p.campaign_id IS NOT NULL AND counts_as_raised(j.kind)) both_sides
  GROUP BY both_sides.campaign_id
 HAVING sum(both_sides.raised) <> 0::numeric OR sum(both_sides.donors) <> 0::numeric
UNION ALL
 SELECT 'I5'::text AS promise,
    'fund total differs from its campaigns'::text AS problem,
    both_sides.currency AS subject
   FROM ( SELECT fund_totals.currency,
            fund_totals.raised,
            fund_totals.donors
           FROM fund_totals
        UNION ALL
         SELECT c.currency,
            - t.raised,
            - t.donors
           FROM campaign_totals t
             JOIN campaigns c ON c.id = t.campaign_id) both_sides
  GROUP BY both_sides.currency
 HAVING sum(both_sides.raised) <> 0::numeric OR sum(both_sides.donors) <> 0::numeric
UNION ALL
 SELECT 'I5'::text AS promise,
    'day differs from the ledger'::text AS problem,
    (both_sides.campaign_id || ' '::text) || both_sides.day AS subject
   FROM ( SELECT daily_totals.day,
            daily_totals.campaign_id,
            daily_totals.raised,
            daily_totals.donors
           FROM daily_totals
        UNION ALL
         SELECT fund_day(j.occurred_at) AS fund_day,
            p.campaign_id,
            p.amount,
            donors_in(j.*, p.amount) AS donors_in
           FROM postings p
             JOIN journal j ON j.id = p.journal_id
          WHERE p.campaign_id IS NOT NULL AND counts_as_raised(j.kind)) both_sides
  GROUP BY both_sides.day, both_sides.campaign_id
 HAVING sum(both_sides.raised) <> 0::numeric OR sum(both_sides.donors) <> 0::numeric
UNION ALL
 SELECT 'I6'::text AS promise,
    'message that was not processed'::text AS problem,
    provider_messages.id::text AS subject
   FROM provider_messages
  WHERE provider_messages.judged_at IS NULL AND provider_messages.received_at < (now() - '00:05:00'::interval)
UNION ALL
 SELECT 'I7'::text AS promise,
    'open payment without a next status check'::text AS problem,
    payments.id::text AS subject
   FROM payments
  WHERE (payments.status = ANY (ARRAY['initiated'::text, 'pending'::text, 'unknown'::text])) AND payments.provider <> 'offline'::text AND payments.next_check_at IS NULL AND payments.updated_at < (now() - '00:15:00'::interval)
UNION ALL
 SELECT 'I7'::text AS promise,
    'payment that waits for a decision, and no open case says so'::text AS problem,
    p.id::text AS subject
   FROM payments p
  WHERE p.status = 'review'::text AND NOT (EXISTS ( SELECT
           FROM cases c
          WHERE c.payment_id = p.id AND c.status = 'open'::text))
UNION ALL
 SELECT 'I8'::text AS promise,
    'collected without a proof'::text AS problem,
    p.id::text AS subject
   FROM payments p
  WHERE (p.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) AND p.provider <> 'offline'::text AND NOT (EXISTS ( SELECT
           FROM provider_messages m
          WHERE m.payment_id = p.id AND is_proof(m.verdict))) AND NOT (EXISTS ( SELECT
           FROM cases c
          WHERE c.payment_id = p.id AND c.decision = 'credit'::text))
UNION ALL
 SELECT 'I9'::text AS promise,
    'receipt without a completed donation'::text AS problem,
    o.id::text AS subject
   FROM outbox o
     JOIN donations d ON d.id = o.donation_id
  WHERE o.template = 'receipt'::text AND d.status <> 'completed'::text
UNION ALL
 SELECT 'I11'::text AS promise,
    'the ledger was written over'::text AS problem,
    pg_stat_user_tables.relname::text AS subject
   FROM pg_stat_user_tables
  WHERE pg_stat_user_tables.schemaname = "current_schema"() AND (pg_stat_user_tables.relname = ANY (ARRAY['journal'::name, 'postings'::name, 'audit_log'::name])) AND (pg_stat_user_tables.n_tup_upd + pg_stat_user_tables.n_tup_del) > 0
UNION ALL
 SELECT 'Z'::text AS promise,
    'zakat money outside zakat'::text AS problem,
    z.journal_id::text AS subject
   FROM postings z
     JOIN postings other USING (journal_id)
  WHERE z.account ~~ 'zakat:%'::text AND other.account !~ '^(zakat:|provider_receivable:|bank$|cash$)'::text;

create view campaigns_with_calculated_days as
 SELECT c.id,
    c.title,
    c.title_sw,
    c.description,
    c.description_sw,
    c.story,
    c.story_sw,
    c.category,
    c.sub_type,
    c.priority,
    c.goal_amount,
    c.currency,
    c.image,
    c.organizer,
    c.location,
    c.is_zakat_eligible,
    c.status,
    c.start_date,
    c.end_date,
    c.owner_id,
    c.archived_at,
    c.created_at,
    c.updated_at,
    c.image AS campaign_image,
    days_left(c.end_date) AS days_left,
    COALESCE(t.raised, 0::bigint) AS amount_raised,
    COALESCE(t.donors, 0::bigint) AS donors_count,
    c.organizer_sw,
    c.location_sw,
    c.event_day,
    c.suspended_at,
    c.zakat_until,
    c.small_amount_does,
    c.small_amount_does_sw,
    c.usual_amount_does,
    c.usual_amount_does_sw,
    c.large_amount_does,
    c.large_amount_does_sw,
    c.is_for_sadaqah,
    c.paused_at
   FROM campaigns c
     LEFT JOIN campaign_totals t ON t.campaign_id = c.id;

create view last_news as
 SELECT id AS campaign_id,
    GREATEST(created_at, (start_date::timestamp without time zone AT TIME ZONE 'Africa/Dar_es_Salaam'::text), ( SELECT max(u.published_at) AS max
           FROM campaign_updates u
          WHERE u.campaign_id = c.id AND u.archived_at IS NULL)) AS at
   FROM campaigns c
  WHERE shown_status(status, suspended_at, is_zakat_eligible, zakat_until) = 'active'::text AND archived_at IS NULL AND end_date >= fund_day();

create view public_campaign_budget_lines as
 SELECT l.campaign_id,
    l.line,
    l.what,
    l.amount
   FROM campaign_budget_lines l
     JOIN campaigns c ON c.id = l.campaign_id
  WHERE (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view public_campaign_pictures as
 SELECT p.campaign_id,
    p.place,
    p.picture_id
   FROM campaign_pictures p
     JOIN campaigns c ON c.id = p.campaign_id
  WHERE (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view public_campaign_plans as
 SELECT p.campaign_id,
    p.language,
    p.beneficiaries,
    p.relation,
    p.surplus,
    p.surplus_campaign_id
   FROM campaign_plans p
     JOIN campaigns c ON c.id = p.campaign_id
  WHERE (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view public_campaign_updates as
 SELECT u.id,
    u.campaign_id,
    u.title,
    u.title_sw,
    u.content,
    u.content_sw,
    u.published_at,
    u.edited_at,
    u.is_automatic,
    u.image,
    u.image_alt,
    u.image_alt_sw
   FROM campaign_updates u
     JOIN campaigns c ON c.id = u.campaign_id
  WHERE u.archived_at IS NULL AND u.published_at <= now() AND (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view public_campaigns as
 SELECT id,
    title,
    title_sw,
    description,
    description_sw,
    story,
    story_sw,
    category,
    sub_type,
    priority,
    goal_amount,
    currency,
    image,
    organizer,
    location,
    is_zakat_eligible AND COALESCE(zakat_until >= fund_day(), true) AS is_zakat_eligible,
    shown_status(status, suspended_at, is_zakat_eligible, zakat_until) AS status,
    start_date,
    end_date,
    days_left,
    amount_raised + COALESCE(( SELECT e.raised
           FROM public_external_figures e
          WHERE e.subject = c.id AND c.currency = 'TZS'::text), 0::bigint) AS amount_raised,
    donors_count + COALESCE(( SELECT e.donors
           FROM public_external_figures e
          WHERE e.subject = c.id AND c.currency = 'TZS'::text), 0::bigint) AS donors_count,
    created_at,
    updated_at,
    organizer_sw,
    location_sw,
    event_day,
    small_amount_does,
    small_amount_does_sw,
    usual_amount_does,
    usual_amount_does_sw,
    large_amount_does,
    large_amount_does_sw,
    is_for_sadaqah,
        CASE
            WHEN status = 'paused'::text THEN fund_day(paused_at)
            WHEN status = 'active'::text THEN LEAST(fund_day(suspended_at),
            CASE
                WHEN is_zakat_eligible AND isfinite(zakat_until) THEN zakat_until + 1
                ELSE NULL::date
            END)
            ELSE NULL::date
        END AS paused_since
   FROM campaigns_with_calculated_days c
  WHERE (status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND archived_at IS NULL;

create view public_daily_totals as
 SELECT t.day,
    t.campaign_id,
    c.currency,
    sum(t.raised)::bigint AS raised,
    sum(t.donors)::bigint AS donors
   FROM daily_totals t
     JOIN campaigns c ON c.id = t.campaign_id
  GROUP BY t.day, t.campaign_id, c.currency;

create view public_external_figures as
 SELECT subject,
    raised,
    donors,
    first_day,
    last_day,
    fetched_at
   FROM external_figures f
  WHERE (payments = 'live'::text OR COALESCE(( SELECT i.payments
           FROM installation i), 'sandbox'::text) = 'sandbox'::text) AND (EXISTS ( SELECT
           FROM site_settings s
          WHERE s.key = 'external-figures'::text AND
                CASE f.subject
                    WHEN '*'::text THEN (s.value -> 'overall'::text) = 'true'::jsonb
                    ELSE (s.value -> 'campaigns'::text) ? f.subject AND COALESCE((s.value -> 'titles'::text) ->> f.subject, f.title) = f.title
                END));

create view public_latest_donations as
 SELECT campaign_id,
    amount - refunded AS amount,
    currency,
    completed_at,
        CASE
            WHEN is_shown AND NOT is_anonymous AND donor_name <> 'Anonymous'::text AND chosen_campaign_id IS NULL THEN donor_name
            ELSE NULL::text
        END AS name
   FROM donations d
  WHERE status = 'completed'::text AND reversed_at IS NULL;

create view public_recent_donations as
 SELECT c.id AS campaign_id,
    c.title,
    c.title_sw,
    d.amount - d.refunded AS amount,
    d.currency,
    (d.completed_at AT TIME ZONE 'Africa/Dar_es_Salaam'::text)::date AS day
   FROM donations d
     JOIN campaigns c ON c.id = d.campaign_id
  WHERE d.status = 'completed'::text AND d.reversed_at IS NULL AND (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL
  ORDER BY d.completed_at DESC
 LIMIT 5;

create view public_settings as
 SELECT key,
    value,
    updated_at
   FROM site_settings
  WHERE is_public;

create view public_standings as
 SELECT campaign_id,
    raised,
    currency,
    share
   FROM campaign_totals;

create view public_support_messages as
 SELECT d.id,
    d.campaign_id,
    d.message,
    d.completed_at,
        CASE
            WHEN NOT d.is_anonymous AND d.donor_name <> 'Anonymous'::text THEN d.donor_name
            ELSE NULL::text
        END AS name
   FROM support_messages s
     JOIN donations d ON d.id = s.donation_id
  WHERE s.status = 'approved'::text AND d.status = 'completed'::text AND d.reversed_at IS NULL AND d.is_shown AND d.message IS NOT NULL AND d.chosen_campaign_id IS NULL;

create view public_team as
 SELECT id,
    name,
    role,
    role_sw,
    bio,
    bio_sw,
    photo_url,
    order_index
   FROM team_members
  WHERE is_active;

create view public_totals as
 SELECT currency,
    sum(raised)::bigint AS raised,
    sum(donors)::bigint AS donors
   FROM fund_totals
  GROUP BY currency;

create view public_use_changes as
 SELECT r.id,
    r.campaign_id,
    r.language,
    r.use_of_money,
    fund_day(r.decided_at) AS since
   FROM change_requests r
     JOIN campaigns c ON c.id = r.campaign_id
  WHERE r.status = 'approved'::text AND r.use_of_money IS NOT NULL AND (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view public_zakat_rulings as
 SELECT r.id,
    r.campaign_id,
    r.reviewer_name,
    r.ruled_on,
    r.reasons,
    r.expires_on
   FROM zakat_rulings r
     JOIN campaigns c ON c.id = r.campaign_id
  WHERE r.withdrawn_at IS NULL AND COALESCE(r.expires_on >= fund_day(), true) AND (c.status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text])) AND c.archived_at IS NULL;

create view statement_problems as
 SELECT 'I10'::text AS promise,
    'statement and ledger differ, and no case says so'::text AS problem,
    (provider || ':'::text) || key AS subject
   FROM statement_standings s
  WHERE (state = ANY (ARRAY['open'::text, 'unclear'::text])) AND first_seen_at < (now() - '26:00:00'::interval) AND NOT (EXISTS ( SELECT
           FROM cases c
          WHERE (COALESCE(c.decision, ''::text) <> ALL (ARRAY['matched'::text, 'import-undone'::text])) AND (c.payment_id IS NOT NULL AND c.payment_id = s.payment_id OR c.subject = ((s.provider || ':'::text) || s.key) OR s.state = 'unclear'::text AND c.subject = ((s.provider || '-status:'::text) || lower(COALESCE(s.said, ''::text))))));

create view statement_standings as
 SELECT l.id,
    l.statement_id,
    l.last_statement_id,
    l.line,
    l.provider,
    l.key,
    l.part,
    l.reference,
    l.provider_reference,
    l.outcome,
    l.said,
    l.amount,
    l.day,
    l.payment_id,
    l.first_seen_at,
    l.ignored_at,
    l.ignored_by,
    l.ignored_reason,
    p.donation_id,
    p.status AS payment_status,
    p.amount AS asked,
    COALESCE(p.currency, 'TZS'::text) AS currency,
        CASE
            WHEN l.ignored_at IS NOT NULL THEN 'ignored'::text
            WHEN l.outcome = 'unknown'::text THEN 'unclear'::text
            WHEN l.failure IS NOT NULL AND r.is_reversed IS NOT TRUE THEN 'open'::text
            WHEN l.outcome = 'pending'::text THEN
            CASE
                WHEN r.is_reversed THEN 'matched'::text
                ELSE 'waiting'::text
            END
            WHEN l.outcome = 'paid'::text AND (p.status = ANY (ARRAY['succeeded'::text, 'reversed'::text])) AND COALESCE(l.amount, p.amount) = p.amount AND (l.provider <> 'azampay'::text OR l.provider_reference IS NULL OR
            CASE
                WHEN p.provider_reference IS NOT NULL THEN l.provider_reference = p.provider_reference
                ELSE NOT (EXISTS ( SELECT
                   FROM payments o
                  WHERE o.provider = l.provider AND o.provider_reference = l.provider_reference))
            END) THEN 'matched'::text
            WHEN l.outcome = 'paid'::text AND (p.status IS NULL OR (p.status <> ALL (ARRAY['succeeded'::text, 'reversed'::text]))) AND r.is_reversed THEN 'matched'::text
            WHEN l.outcome = 'paid'::text THEN 'open'::text
            WHEN p.status = 'succeeded'::text THEN 'open'::text
            ELSE 'matched'::text
        END AS state,
    l.failure
   FROM statement_lines l
     LEFT JOIN payments p ON p.id = l.payment_id
     LEFT JOIN LATERAL ( SELECT true AS is_reversed
           FROM statement_lines s
          WHERE (l.outcome = ANY (ARRAY['paid'::text, 'pending'::text])) AND s.provider = l.provider AND s.key = l.key AND s.part = 'reversal'::text AND NOT COALESCE(s.amount, l.amount) IS DISTINCT FROM l.amount) r ON true;

-- the owner of audit_log lacks delete
-- the owner of audit_log lacks truncate
-- the owner of audit_log lacks update
-- the owner of donation_notes lacks delete
-- the owner of donation_notes lacks truncate
-- the owner of donation_notes lacks update
-- the owner of journal lacks delete
-- the owner of journal lacks truncate
-- the owner of journal lacks update
-- the owner of postings lacks delete
-- the owner of postings lacks truncate
-- the owner of postings lacks update
-- the owner of record_versions lacks delete
-- the owner of record_versions lacks truncate
-- the owner of record_versions lacks update
grant select on about_section to amana_public;
grant select on bank_details to amana_public;
grant select on hero_section to amana_public;
grant select on infrastructure_projects to amana_public;
grant select on pages to amana_public;
grant select on pictures to amana_public;
grant select on public_campaign_budget_lines to amana_public;
grant select on public_campaign_pictures to amana_public;
grant select on public_campaign_plans to amana_public;
grant select on public_campaign_updates to amana_public;
grant select on public_campaigns to amana_public;
grant select on public_daily_totals to amana_public;
grant select on public_external_figures to amana_public;
grant select on public_latest_donations to amana_public;
grant select on public_recent_donations to amana_public;
grant select on public_settings to amana_public;
grant select on public_standings to amana_public;
grant select on public_support_messages to amana_public;
grant select on public_team to amana_public;
grant select on public_totals to amana_public;
grant select on public_use_changes to amana_public;
grant select on public_zakat_rulings to amana_public;
grant select on vice_chancellor_message to amana_public;
grant update (id) on journal to its owner;
grant update (line) on postings to its owner;
grant update (text) on donation_notes to its owner;
