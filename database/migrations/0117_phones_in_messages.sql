-- Phones leave the messages of providers before the rest does (database/personal-data.ts).
create function has_phone(body text, headers jsonb) returns boolean language sql immutable as $$
  select body ~ '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])'
    or coalesce(headers::text ~ '(?<![0-9])(?:255|0)[0-9]{9}(?![0-9])', false)
$$;

-- Holds only messages that still have a phone, so that the job does not read the others.
create index provider_messages_phones_to_clear on provider_messages (payment_id, received_at) where has_phone(body, headers);
