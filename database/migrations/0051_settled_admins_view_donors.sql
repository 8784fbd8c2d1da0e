-- All donations of one donor can connect an anonymous donation with a name. So the rule of an export applies.
drop trigger settled_donor_access on audit_log;
create trigger settled_donor_access before insert on audit_log
  for each row when (new.action in ('view-donor', 'export-donor', 'erase-donor'))
  execute function require_settled_donor_access();
