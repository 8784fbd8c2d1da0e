-- Few among many, the largest first: without these they would be looked for among all gifts, or all of them sorted.
create index donations_anonymous_by_amount on donations ((currency = 'TZS'), amount, id) where is_anonymous;
create index donations_offline_by_amount on donations ((currency = 'TZS'), amount, id) where provider = 'offline';
create index donations_reversed_by_amount on donations ((currency = 'TZS'), amount, id) where reversed_at is not null;
