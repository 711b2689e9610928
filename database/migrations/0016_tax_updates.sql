-- State of the sandbox tax authority, shared by workers, with fictitious data only. Deleted by age.
create table app.sandbox_tax (
  -- For example 'grant/{id}' or 'business/{id}'.
  key text primary key check (char_length(key) <= 400),
  value jsonb not null,
  expires_at timestamptz not null
);
create index on app.sandbox_tax (expires_at);

-- Owners who report quarterly, by tax year. A null owner is the only owner of an account without owner records.
create table public.tax_quarters (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  owner_id uuid,
  year text not null check (year ~ '^20[0-9]{2}-[0-9]{2}$'),
  kind text not null check (kind in ('standard', 'calendar')),
  detail text not null check (detail in ('itemised', 'three-lines', 'income-only')),
  unique nulls not distinct (user_id, owner_id, year),
  foreign key (owner_id, user_id) references public.owners (id, user_id) on delete cascade
);

-- An owner's HMRC authorisation (OAuth). The server encrypts the tokens.
create table public.tax_connections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  owner_id uuid not null,
  state text not null default 'begun' check (state in ('begun', 'granted', 'active', 'ended')),
  failure text,
  -- A hash of the callback's `state`.
  state_hash text check (char_length(state_hash) = 64),
  begun_at timestamptz(3) not null default app.instant(),
  business_id text check (business_id ~ '^X[A-Z0-9]IS[0-9]{11}$'),
  business_start date,
  tokens text,
  access_until timestamptz(3),
  granted_at timestamptz(3),
  -- The end of a worker's lease to refresh the tokens.
  refreshing_until timestamptz(3),
  unique (user_id, owner_id),
  foreign key (owner_id, user_id) references public.owners (id, user_id) on delete cascade
);

-- Updates as sent, or as marked as sent with other software. app.keep_update makes their content immutable.
create table public.tax_updates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  owner_id uuid,
  year text not null check (year ~ '^20[0-9]{2}-[0-9]{2}$'),
  number smallint not null check (number between 1 and 4),
  starts_on date not null,
  ends_on date not null check (ends_on > starts_on),
  detail text not null check (detail in ('itemised', 'three-lines', 'income-only')),
  -- The exact request body.
  body text not null check (char_length(body) between 2 and 10000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Pence by box, as [{box, label, pence}].
  boxes jsonb not null,
  left_out_rows integer not null check (left_out_rows >= 0),
  left_out_pence bigint not null check (left_out_pence >= 0),
  state text not null check (state in ('sending', 'unknown', 'sent', 'fulfilled', 'refused', 'elsewhere')),
  failure text,
  correlation_id text check (char_length(correlation_id) <= 200),
  made_at timestamptz(3) not null default app.instant(),
  made_by uuid,
  made_by_name text,
  sent_at timestamptz(3),
  attempts smallint not null default 0,
  -- The end of a worker's lease to send the update.
  leased_until timestamptz(3),
  unique (id, user_id),
  foreign key (owner_id, user_id) references public.owners (id, user_id)
);
-- Allows one update in progress for each owner and year.
create unique index tax_updates_one_sender on public.tax_updates (user_id, owner_id, year) nulls not distinct where state in ('sending', 'unknown');
create index on public.tax_updates (user_id, year, made_at);

-- The transactions of an update by bucket and line: ids, versions and pence in the same order.
create table public.tax_update_rows (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  update_id uuid not null,
  bucket date not null,
  line app.tax_line not null,
  ids uuid[] not null,
  versions integer[] not null,
  pence bigint[] not null,
  total bigint not null,
  primary key (update_id, bucket, line),
  foreign key (update_id, user_id) references public.tax_updates (id, user_id) on delete cascade,
  check (cardinality(ids) > 0 and cardinality(ids) = cardinality(versions) and cardinality(ids) = cardinality(pence))
);
