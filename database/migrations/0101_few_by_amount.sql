-- Few among many, the largest first: without these they would be looked for among all gifts, or all of them sorted. Of one
-- amount the day comes before the id, as in all that are walked by amount.
create index donations_anonymous_by_amount on donations ((currency = 'TZS'), amount, created_at, id) where is_anonymous;
create index donations_offline_by_amount on donations ((currency = 'TZS'), amount, created_at, id) where provider = 'offline';
create index donations_reversed_by_amount on donations ((currency = 'TZS'), amount, created_at, id) where reversed_at is not null;
