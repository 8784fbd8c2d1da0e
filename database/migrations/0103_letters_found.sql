-- Among a million letters those to one address, and the few that were not sent, took 0.1 to 0.4 seconds to find.
create index outbox_of_recipient on outbox (lower(recipient) text_pattern_ops);
create index outbox_not_sent on outbox (status, id) where status <> 'sent';
