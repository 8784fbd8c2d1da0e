-- With too little memory for all who have a common name PostgreSQL remembers their pages only, and reads every gift on them.
create function donations_named(wanted tsquery, most bigint) returns setof bigint
language sql stable set work_mem = '64MB' as $$
  -- Apart from the limit, which would have the planner read one gift after the other until there are enough.
  with named as materialized (
    select id from donations where to_tsvector('simple', donor_name) @@ wanted and not is_anonymous
  )
  select id from named limit most
$$;
