-- An undo brings back the account of before the change: whether the old address was confirmed, and its second steps.
alter table account_links add column was_confirmed boolean;
-- The links of earlier changes do not say it. The next password by an emailed link confirms the address again.
update account_links set was_confirmed = false where kind = 'email-undo';
alter table account_links add constraint account_links_undo_check check ((kind = 'email-undo') = (was_confirmed is not null));

-- Null: before the site recorded it.
alter table two_factors add column turned_on_at timestamptz;

create function keep_turned_on_at() returns trigger language plpgsql as $$
begin
  new.turned_on_at := now();
  return new;
end $$;

create trigger keep_turned_on_at before insert on two_factors for each row when (new.verified)
  execute function keep_turned_on_at();
create trigger keep_turned_on_at_later before update of verified on two_factors for each row
  when (new.verified and not old.verified) execute function keep_turned_on_at();
