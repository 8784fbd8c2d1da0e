-- When the provider was last asked to cancel an unpaid order.
alter table payments add column cancel_asked_at timestamptz;
create index payments_to_cancel on payments (created_at)
  where provider = 'selcom' and status in ('initiated', 'pending', 'unknown');

-- Paid cards are asked about again for months, the longest unasked first.
create index payments_cards_to_watch on payments (asked_at nulls first)
  where provider = 'selcom' and method = 'card' and status = 'succeeded';
