-- Gifts and what was given back, by value date: for the export.
create index journal_gifts_by_value on journal (occurred_at, id) where kind in ('gift', 'gift-reversal');
