-- Backup codes were encrypted with a key that is in this database. From now on the column has their hashes, as a JSON list.
-- The old codes cannot be hashed here, so they stop working. The page for two-step sign-in asks to make new ones.
update two_factors set backup_codes = '[]';
