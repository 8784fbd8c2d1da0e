-- The switches of the jobs have no drafts any more. A kept one would look like the switches that are saved.
delete from record_drafts where subject = 'settings';
