-- Requests for mobile money, counted for the whole site and for each client address, so that a flood that nobody pays
-- is seen. The address is a hash. Rows are deleted after an hour, so payments can be deleted without looking here.
create table payment_requests (
  payment_id bigint primary key,
  client text not null,
  sent_at timestamptz not null,
  paid_at timestamptz
);

create index payment_requests_unpaid on payment_requests (sent_at) where paid_at is null;
create index payment_requests_unpaid_by_client on payment_requests (client, sent_at) where paid_at is null;
create index payment_requests_paid on payment_requests (paid_at) where paid_at is not null;
create index payment_requests_paid_by_client on payment_requests (client, paid_at) where paid_at is not null;
create index payment_requests_by_age on payment_requests using brin (sent_at);
