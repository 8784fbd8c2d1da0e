-- Without pg_temp at the end, PostgreSQL looks for tables among temporary ones first. The function runs as the owner, so
-- a caller's temporary table could stand in for ours.
alter function keep_role_grants() set search_path to public, pg_temp;
