-- The same answer means the same bytes: jsonb would put its fields in another order.
alter table idempotency_keys alter column answer type json using answer::json;
