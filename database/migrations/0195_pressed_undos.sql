-- An undo was pressed, but another account has its address. Until it works, links for a new password go to that address.
alter table account_links add column pressed_at timestamptz;
alter table account_links add constraint account_links_pressed_check check (kind = 'email-undo' or pressed_at is null);
