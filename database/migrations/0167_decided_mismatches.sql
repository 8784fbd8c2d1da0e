-- The donor's open page follows the decision of staff, also if it changes no status of the donation.
create or replace trigger announce after insert or update of status on cases for each row
  when (new.kind = 'mismatch' and new.payment_id is not null) execute function announce_mismatch();
