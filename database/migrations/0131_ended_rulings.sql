-- The organizer gets one email about each Zakat ruling that ended.
create table ended_rulings (
  ruling_id bigint primary key references zakat_rulings (id),
  told_at timestamptz not null default now()
);
