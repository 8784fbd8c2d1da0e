-- A form looks at the page as it would stand, in a transaction that is taken back. So the rule of two people is judged
-- where something would stay: when a transaction ends.
drop trigger two_people on bank_details;
create constraint trigger two_people after update on bank_details
  deferrable initially deferred for each row execute function guard_bank_details();

-- What was proposed is kept as every other version of a record is: as its form holds it.
create function pg_temp.bank_draft(record jsonb) returns jsonb language sql as $$
  select jsonb_build_object(
    'bankName', record ->> 'bankName',
    'accountName', record ->> 'accountName',
    'accountNumber', record ->> 'accountNumber',
    'branch', coalesce(record ->> 'branch', ''),
    'swiftCode', coalesce(record ->> 'swiftCode', ''),
    'mobileMoneyName', coalesce(record ->> 'mobileMoneyName', ''),
    'mobileMoneyNumber', coalesce(record ->> 'mobileMoneyNumber', ''),
    'additionalInfo', jsonb_build_object(
      'en', coalesce(record ->> 'additionalInfo', ''),
      'sw', coalesce(record ->> 'additionalInfoSw', '')
    ),
    'picture', coalesce((
      select jsonb_build_object(
        'id', id, 'width', width::text, 'height', height::text,
        'alt', jsonb_build_object('en', alt, 'sw', coalesce(alt_sw, '')),
        'focus', jsonb_build_object('x', focus_x::text, 'y', focus_y::text)
      ) from pictures where id = record ->> 'image'
    ), '""'),
    'reason', ''
  )
$$;
alter table proposals disable trigger guard;
update proposals
set details = details || jsonb_build_object(
  'was', pg_temp.bank_draft(details -> 'was'),
  'becomes', pg_temp.bank_draft(details -> 'becomes')
)
where kind = 'bank-details' and details -> 'was' ? 'additionalInfoSw';
alter table proposals enable trigger guard;
