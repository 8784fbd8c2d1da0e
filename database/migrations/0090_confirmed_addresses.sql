-- Who was made by the operator confirms their address as others do: by a letter.
alter table account_links drop constraint account_links_kind_check;
alter table account_links add constraint account_links_kind_check
  check (kind in ('password-reset', 'email-change', 'email-undo', 'email-confirm', 'invitation'));
alter table account_links add check (kind <> 'email-confirm' or (user_id is not null and email is not null));
