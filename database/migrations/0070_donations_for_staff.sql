-- What staff look for among all donations, and in which order; the cost of a page must not grow with what lies beside it.
create index donations_by_age on donations (created_at, id);
-- Shillings and dollars cannot be compared, so each has a stretch of its own.
create index donations_by_amount on donations ((currency = 'TZS'), amount, id);
create index donations_by_email on donations (lower(donor_email) text_pattern_ops) where donor_email is not null;
create index donations_by_name on donations using gin (to_tsvector('simple', donor_name)) where not is_anonymous;
-- Few among many: without an index of their own the newest of them would be looked for among all.
create index donations_offline on donations (created_at, id) where provider = 'offline';
create index donations_reversed on donations (created_at, id) where reversed_at is not null;

create index payments_by_operator_reference on payments (operator_reference) where operator_reference is not null;
