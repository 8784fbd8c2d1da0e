-- A backup made by the command has its file. One that the operator reports has none.
alter table backups
  add column file text,
  add column bytes bigint,
  add constraint backups_file_check check ((file is null) = (bytes is null) and bytes > 0);
