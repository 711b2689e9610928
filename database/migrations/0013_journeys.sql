-- Journeys by car, van or motorcycle for the lets (decision 63), which are expenses by mileage instead of transactions.
create table public.journeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- The driver; null for the first owner, or for the landlord of an account without owners.
  owner_id uuid,
  day date not null check (day between '1900-01-01' and '2200-12-31'),
  -- The distance one way.
  miles numeric(6, 1) not null check (miles > 0),
  return_journey boolean not null default false,
  from_place text not null check (char_length(from_place) between 1 and 200),
  to_place text not null check (char_length(to_place) between 1 and 200),
  purpose text not null check (char_length(purpose) between 1 and 200),
  vehicle text not null check (vehicle in ('car', 'van', 'motorcycle')),
  vehicle_name text not null default '' check (char_length(vehicle_name) <= 100),
  -- In addition to the mileage, which covers fuel, insurance and repairs.
  extra_kind text check (extra_kind in ('parking', 'tolls', 'congestion charges')),
  extra numeric(12, 2) check (extra between 0.01 and 99999999.99),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(from_place || ' ' || to_place || ' ' || purpose || ' ' || vehicle_name)) stored,
  unique (id, user_id),
  check ((extra is null) = (extra_kind is null)),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (owner_id, user_id) references public.owners (id, user_id)
);
create index on public.journeys (user_id, day desc, id desc);
create index on public.journeys (property_id, user_id);
create index on public.journeys (owner_id, user_id);

-- The landlord's choice of 55p or 45p a mile from 6 April 2026. Without a row, the rate counts as unconfirmed.
create table public.mileage_choices (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  rate text not null check (rate in ('55p', '45p'))
);
