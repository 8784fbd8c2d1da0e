-- A visitor of a day opened a page that counts on that day. A session that only began, such as on a page of staff, has no
-- visitor. A tab that stays open is a visitor of each of its days, from the source and on the device with which it began.
create or replace function count_visits(first_day date, last_day date)
returns table (
  day date, kind text, name text, visitors bigint, times bigint, ends bigint, seconds bigint, depth bigint
) language sql stable as $$
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
$$;
