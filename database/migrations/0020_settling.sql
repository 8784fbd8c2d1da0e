-- What the mobile network or the card's bank calls the payment: for receipts, and for whoever asks there.
alter table payments add column operator_reference text;
-- Keeps two nodes, and a flood of callbacks, from asking the provider about one payment again and again.
alter table payments add column asked_at timestamptz;

-- A payment that has failed is asked about once more when somebody says that it was paid.
drop index payments_to_check;
create index payments_to_check on payments (next_check_at) where next_check_at is not null;
create index payments_by_phone on payments (phone, created_at) where phone is not null;

-- Numbers may have gaps, so that one receipt need not wait for another.
create sequence receipt_numbers;

-- A key is kept with the donation it began, so that a crash cannot part them.
alter table idempotency_keys add column donation_id bigint references donations (id);

-- When each subject last did what is limited; no more moments are kept than its limit allows.
create table rate_limits (
  subject text primary key,
  moments timestamptz[] not null,
  last_at timestamptz not null
);

create index rate_limits_by_age on rate_limits (last_at);
