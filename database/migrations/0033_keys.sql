create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- Hexadecimal SHA-256 of the key.
  key_hash text not null unique check (key_hash ~ '^[0-9a-f]{64}$'),
  -- The beginning of the key, by which people recognise it.
  hint text not null check (char_length(hint) <= 12),
  -- Such as 'money.see'; a right to change includes the right to see.
  rights text[] not null check (cardinality(rights) > 0),
  -- Whether all properties are in reach, including future ones; otherwise those in app.key_properties.
  whole boolean not null default true,
  -- The last day of access, in London.
  ends_on date,
  -- The API version for requests that do not name one.
  api_version date not null,
  made_by uuid default app.person_id(),
  revoked_at timestamptz(3),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id)
);
create index on public.api_keys (user_id, date_added desc);

create table app.key_properties (
  key_id uuid not null,
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  primary key (key_id, property_id),
  foreign key (user_id) references public.profiles on delete cascade,
  foreign key (key_id, user_id) references public.api_keys (id, user_id) on delete cascade,
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on app.key_properties (property_id, user_id);
create index on app.key_properties (user_id);

-- The last use of each key, written at most once a minute.
create table app.key_uses (
  key_id uuid primary key,
  user_id uuid not null references public.profiles on delete cascade,
  used_at timestamptz not null,
  foreign key (key_id, user_id) references public.api_keys (id, user_id) on delete cascade
);
create index on app.key_uses (user_id);

-- Token buckets, shared by all servers. Losing them in a crash only resets the limits.
create unlogged table app.key_buckets (
  key_id uuid primary key,
  per_minute integer not null,
  tokens double precision not null,
  used integer not null,
  at timestamptz not null
);
