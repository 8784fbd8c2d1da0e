-- The longer texts, and the three building projects. Bodies are written in the small Markdown that the site renders.

create table pages (
  slug text primary key check (slug in ('about', 'privacy', 'terms')),
  title text not null check (btrim(title) <> ''),
  title_sw text,
  body text not null,
  body_sw text,
  updated_at timestamptz not null default now()
);

-- A project may be presented before its campaign is opened, so the campaign is named and not referred to. Amounts are
-- in shillings.
create table infrastructure_projects (
  slug text primary key check (slug in ('conference-center', 'dormitories', 'ablution-block')),
  order_index integer not null unique,
  campaign_id text not null,
  title text not null check (btrim(title) <> ''),
  title_sw text,
  summary text not null,
  summary_sw text,
  description text not null,
  description_sw text,
  target_amount bigint not null check (target_amount > 0),
  timeline text not null,
  timeline_sw text,
  location text not null default 'Main Campus - Morogoro, Tanzania',
  location_sw text,
  features jsonb not null check (jsonb_typeof(features) = 'array' and jsonb_array_length(features) = 6),
  features_sw jsonb check (jsonb_typeof(features_sw) = 'array' and jsonb_array_length(features_sw) = 6),
  donate_title text not null,
  donate_title_sw text,
  donate_text text not null,
  donate_text_sw text,
  donate_button text not null,
  donate_button_sw text,
  presets bigint[] not null check (array_position(presets, null) is null),
  default_preset bigint not null check (default_preset = any (presets)),
  image text references pictures (id),
  updated_at timestamptz not null default now()
);

create trigger announce after insert or update or delete or truncate on pages
  for each statement execute function announce_content();
create trigger announce after insert or update or delete or truncate on infrastructure_projects
  for each statement execute function announce_content();
