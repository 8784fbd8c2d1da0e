-- A gift and the new tries of it are looked for together when one of them is paid.
create index donations_by_retry on donations (retry_of) where retry_of is not null;
