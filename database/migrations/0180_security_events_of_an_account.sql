-- For the page of the security log that shows the events of one account.
create index security_events_of_account on security_events (account_id, id) where account_id is not null;
