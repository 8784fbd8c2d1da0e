-- When the person of a session last used a passkey in it. A sensitive action takes it away.
alter table sessions add column passkey_at timestamptz;
