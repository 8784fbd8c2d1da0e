-- The payment stops are a separate record. New staff and admins do not save it either.
create or replace function record_hindrance(person text, subject text, out kind text, out ends_at timestamptz) language sql stable as $$
  select h.kind, h.ends_at from access_hindrance(person) h
  where subject <> 'bank-details'
    and (
      h.kind = 'unconfirmed'
      or subject in (
        'payment-stops', 'settings', 'contact', 'fund', 'large-donations', 'submenus', 'texts/privacy', 'texts/terms'
      )
    )
$$;
