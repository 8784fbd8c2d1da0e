-- A file is stored as a preview, counts when a person confirms it, and can be undone.
alter table statements
  add column status text not null default 'imported' check (status in ('preview', 'imported', 'undone')),
  -- The rows of a preview. They become statement lines on import.
  add column preview jsonb,
  add column row_count integer not null default 0,
  add column not_understood jsonb not null default '[]',
  add column undone_at timestamptz,
  add column undone_by text references users (id),
  add check ((status = 'preview') = (preview is not null)),
  add check ((status = 'undone') = (undone_at is not null and undone_by is not null)),
  add check (source = 'file' or status = 'imported');

update statements set row_count = line_count;

drop index statements_once;
create unique index statements_once on statements (provider, hash) where source = 'file' and status <> 'undone';

drop view statement_problems;
drop view statement_standings;

-- A transaction can have two lines: its payment, and its reversal.
alter table statement_lines
  add column said text,
  add column part text not null generated always as (
    case when outcome = 'reversed' then 'reversal' else 'payment' end
  ) stored,
  add column last_statement_id bigint references statements (id),
  drop constraint statement_lines_provider_key_key,
  add unique (provider, key, part);

update statement_lines set last_statement_id = statement_id;
alter table statement_lines alter column last_statement_id set not null;

create index statement_lines_unclear on statement_lines (provider, said) where outcome = 'unknown';
create index statement_lines_by_last on statement_lines (last_statement_id);

-- What an import changed, so that it can be undone. `before` is null for a new line.
create table statement_changes (
  statement_id bigint not null references statements (id),
  line_id bigint not null,
  before jsonb,
  primary key (statement_id, line_id)
);

-- The import that opened the case.
alter table cases add column statement_id bigint references statements (id);
create index cases_by_statement on cases (statement_id) where statement_id is not null;

create view statement_standings as
select
  l.*, p.donation_id, p.status as payment_status, p.amount as asked, coalesce(p.currency, 'TZS') as currency,
  case
    when l.ignored_at is not null then 'ignored'
    when l.outcome = 'unknown' then 'unclear'
    when l.outcome = 'pending' then case when r.is_reversed then 'matched' else 'waiting' end
    when l.outcome = 'paid' and p.status in ('succeeded', 'reversed')
      and coalesce(l.amount, p.amount) = p.amount
      and (
        l.provider <> 'azampay' or l.provider_reference is null
        or case
          when p.provider_reference is not null then l.provider_reference = p.provider_reference
          -- The provider's own reference belongs to another payment of ours.
          else not exists (
            select from payments o where o.provider = l.provider and o.provider_reference = l.provider_reference
          )
        end
      ) then 'matched'
    -- The money came and went, and we recorded neither.
    when l.outcome = 'paid' and (p.status is null or p.status not in ('succeeded', 'reversed')) and r.is_reversed
      then 'matched'
    when l.outcome = 'paid' then 'open'
    when p.status = 'succeeded' then 'open'
    else 'matched'
  end as state
from statement_lines l
left join payments p on p.id = l.payment_id
left join lateral (
  select true as is_reversed
  from statement_lines s
  where l.outcome in ('paid', 'pending') and s.provider = l.provider and s.key = l.key and s.part = 'reversal'
    and coalesce(s.amount, l.amount) is not distinct from l.amount
) r on true;

-- I10: what is open or unclear for more than a day is known to staff as a case.
create view statement_problems as
  select 'I10' as promise, 'statement and ledger differ, and no case says so' as problem,
    s.provider || ':' || s.key as subject
  from statement_standings s
  where s.state in ('open', 'unclear') and s.first_seen_at < now() - interval '26 hours'
    and not exists (
      select from cases c
      where coalesce(c.decision, '') not in ('matched', 'import-undone') and (
        (c.payment_id is not null and c.payment_id = s.payment_id)
        or c.subject = s.provider || ':' || s.key
        or s.state = 'unclear' and c.subject = s.provider || '-status:' || lower(coalesce(s.said, ''))
      )
    );

-- Lines with an unknown status were never shown to anybody; from now on a case tells of them.
insert into cases (kind, subject, details)
select 'unknown-status', provider || '-status:', jsonb_build_object('payments', count(*))
from statement_lines where outcome = 'unknown' and ignored_at is null
group by provider
on conflict do nothing;
