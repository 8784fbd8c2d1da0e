-- A new picture is shown by nobody until a record takes it, and that record announces itself. Announced on its own, each
-- upload would have every kept page on every node made anew.
drop trigger announce on pictures;
create trigger announce after update or delete or truncate on pictures
  for each statement execute function announce_content();
