-- Staff get one email about each Zakat ruling that ends soon.
create table expiring_rulings (
  ruling_id bigint primary key references zakat_rulings (id),
  told_at timestamptz not null default now()
);
