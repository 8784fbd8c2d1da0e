-- An erasure deletes the provider's text. What it said in one word is no personal data, and staff and the dashboard need it.
alter table payments add column kept_reason text check (
  kept_reason in (
    'cancelled', 'wrong-pin', 'no-balance', 'limit', 'expired', 'page-expired', 'no-wallet', 'unreachable', 'refused'
  )
);

-- Anyone with an account submits a campaign, also staff whose access is not confirmed yet.
drop trigger confirmed_actor on audit_log;
create trigger confirmed_actor before insert on audit_log for each row
  when (
    new.actor_id is not null and new.subject <> 'user:' || new.actor_id
    and new.action not in (
      'account-made', 'person-invited', 'invitation-withdrawn', 'picture-uploaded', 'campaign-submitted'
    )
  )
  execute function require_confirmed_actor();
