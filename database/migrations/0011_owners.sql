-- Owners for tax and their shares of properties (decision 62).
create table public.owners (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  kind text not null check (kind in ('person', 'company')),
  -- Where the owner pays income tax.
  nation text not null check (nation in ('England', 'Wales', 'Scotland', 'Northern Ireland')),
  -- The National Insurance number, encrypted by the server, and its last three characters.
  nino text check (char_length(nino) <= 200),
  nino_end text check (nino_end ~ '^[0-9]{2}[A-D]$'),
  closed_at timestamptz(3),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  check ((nino is null) = (nino_end is null))
);
create index on public.owners (user_id, date_added, id);

-- The shares of a property from `starts_on`. An all-zero property means the general shares, for transactions without a
-- property and for properties without their own shares. Retained after the property is deleted, like its transactions.
create table public.ownerships (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  starts_on date not null check (starts_on between '1900-01-01' and '2199-12-31'),
  -- Whether both owners are married or civil partners, and live together.
  spouses boolean not null default false,
  -- Dates of Form 17: the last signature, and when HMRC received it.
  signed_on date check (signed_on between '1900-01-01' and '2199-12-31'),
  received_on date check (received_on between '1900-01-01' and '2199-12-31'),
  primary key (user_id, property_id, starts_on),
  check (spouses or signed_on is null),
  check (signed_on <= received_on),
  check (signed_on is not null or received_on is null)
);

create table public.shares (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  starts_on date not null,
  owner_id uuid not null,
  numerator integer not null check (numerator > 0),
  denominator integer not null check (denominator between numerator and 1000000),
  primary key (user_id, property_id, starts_on, owner_id),
  foreign key (user_id, property_id, starts_on) references public.ownerships on delete cascade,
  foreign key (owner_id, user_id) references public.owners (id, user_id)
);
create index on public.shares (owner_id, user_id);
