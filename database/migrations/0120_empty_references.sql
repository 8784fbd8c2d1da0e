-- A provider may send "" where it has no reference. Stored as text, the second "" collides with the first.
update payments set provider_reference = null where btrim(provider_reference) = '';
update payments set operator_reference = null where btrim(operator_reference) = '';
update donations set transaction_id = null where btrim(transaction_id) = '';
update statement_lines set reference = null where btrim(reference) = '';
update statement_lines set provider_reference = null where btrim(provider_reference) = '';
update statement_lines set key = 'line ' || id where btrim(key) = '';

alter table payments
  add constraint provider_reference_is_not_empty check (btrim(provider_reference) <> ''),
  add constraint operator_reference_is_not_empty check (btrim(operator_reference) <> '');
alter table donations add constraint transaction_id_is_not_empty check (btrim(transaction_id) <> '');
alter table statement_lines
  add constraint key_is_not_empty check (btrim(key) <> ''),
  add constraint reference_is_not_empty check (btrim(reference) <> ''),
  add constraint provider_reference_is_not_empty check (btrim(provider_reference) <> '');
