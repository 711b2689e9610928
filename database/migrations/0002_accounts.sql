-- The first four tables have the layout of better-auth.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  two_factor_enabled boolean not null default false
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether sign-in used a code, and when a code was last confirmed.
  by_code boolean not null default false,
  code_at timestamptz,
  by_passkey boolean not null default false
);
create index on auth.sessions (user_id);
create index on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  user_id uuid generated always as
    (case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end) stored
    references auth.users on delete cascade
);
create index on auth.verifications (identifier);
create index on auth.verifications (expires_at);
create index on auth.verifications (user_id);

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text not null,
  email text not null,
  trial_start_date timestamptz,
  trial_end_date timestamptz,
  updated_at timestamptz not null,
  dark_mode boolean not null default false,
  email_notifications boolean not null default true,
  steps_hidden boolean not null default false,
  key_shortcuts boolean not null default true,
  -- A running total of file sizes: summing 100,000 rows takes 45 ms.
  file_bytes bigint not null default 0
);

create table public.activity (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles on delete cascade,
  actor_id uuid,
  at timestamptz not null,
  noun text not null,
  action text not null check (action in ('added', 'changed', 'removed')),
  -- Null for an entry about several records, which `record_count` counts.
  record_id uuid,
  record_count bigint not null,
  label text,
  columns text[],
  changes jsonb,
  -- The parent record: changes to a certificate are in its property's history.
  about uuid
);
create index on public.activity (user_id, at desc, id desc);
create index on public.activity (user_id, record_id) where record_id is not null;
create index on public.activity (user_id, about) where about is not null;
create index on public.activity (user_id, action, at) include (noun, record_id, record_count) where noun in ('property', 'tenant', 'tenancy');

create table app.row_counts (
  user_id uuid not null references public.profiles on delete cascade,
  noun text not null,
  slot smallint not null,
  count bigint not null,
  primary key (user_id, noun, slot)
);

-- An upload is inserted here before its bytes are stored, so that every stored file is here or in file_removals.
create table public.files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  bucket text not null check (
    bucket ~ '^[a-z]+_images$' or bucket in ('property-certificates', 'property-invoices', 'transaction-files')),
  -- '{user_id}/{prefix}_{timestamp}_{random}.{ext}'
  path text not null check (starts_with(path, user_id::text || '/')),
  -- The path at which the file is served and referenced.
  url text not null generated always as ('/api/files/' || bucket || '/' || path) stored unique,
  name text not null check (char_length(name) between 1 and 255),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  -- Names of smaller versions of a picture.
  sizes text[] not null default '{}',
  -- Whether the upload is complete. An incomplete file is not served.
  stored boolean not null default false,
  uploaded_at timestamptz not null default app.instant(),
  -- When the file may be deleted; null while referenced.
  clear_at timestamptz default app.instant() + interval '24 hours',
  unique (url, user_id)
);
create index on public.files (user_id);
create index on public.files (clear_at) where clear_at is not null;
create index on public.files (user_id) where clear_at is not null;

create table auth.email_changes (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  -- Hexadecimal SHA-256 of the link's token.
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on auth.email_changes (expires_at);

create table app.idempotency_keys (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  key uuid not null,
  noun text not null,
  -- A hash of the request's content.
  fingerprint text not null,
  -- Null until the record is added in the same transaction. Not a foreign key, as the record may be deleted.
  record_id uuid,
  added_at timestamptz not null default app.instant(),
  primary key (user_id, key)
);
create index on app.idempotency_keys (added_at);

-- The subscription as last read from the provider, and an open checkout. Written only by functions.
create table public.subscriptions (
  user_id uuid primary key references public.profiles on delete cascade,
  -- Null if the operator granted the plan.
  provider text,
  customer_id text check (char_length(customer_id) <= 200),
  subscription_id text check (char_length(subscription_id) <= 200),
  plan text,
  -- As in src/outside/payments/payments.ts; null before the first subscription.
  state text check (state in ('unpaid_yet', 'active', 'past_due', 'paused', 'ended')),
  provider_state text,
  paid_until timestamptz(3),
  ends_at timestamptz(3),
  owed_since timestamptz(3),
  read_at timestamptz(3),
  -- A counter that detects concurrent updates without relying on clocks.
  readings bigint not null default 0,
  -- The open checkout: the provider's id, the chosen plan, and an idempotency key.
  checkout_id text check (char_length(checkout_id) <= 200),
  checkout_wish text,
  checkout_key uuid,
  checkout_at timestamptz(3),
  card_brand text check (char_length(card_brand) <= 40),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  unique (provider, subscription_id)
);
create index on public.subscriptions (customer_id);

-- Calendar feeds with certificate and lease end dates. `secret_hash` is the SHA-256 of the URL's secret.
create table public.calendar_feeds (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- Whether the feed contains tenants' names.
  tenants boolean not null,
  since timestamptz(3) not null default app.instant()
);

-- Landlords' actions on notifications, which are not stored themselves (src/app/notification/notification.server.ts).
create table public.notice_states (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  key text not null check (char_length(key) <= 200),
  read_at timestamptz(3),
  snoozed_until date,
  primary key (user_id, key)
);

-- The last day of each kind of email, so that several servers send the email once.
create table app.notice_emails (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('digest', 'expiry')),
  day date not null,
  primary key (user_id, kind)
);

-- The secret and the recovery codes are encrypted (decisions 32, 54).
create table auth.two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  -- The 30-second step of the last used code. Codes of this or an earlier step are invalid.
  last_step bigint
);

-- Passkeys (decision 34). Private keys never leave the device.
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- The signature counter: a decrease indicates a cloned passkey.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  added_at timestamptz not null,
  used_at timestamptz
);
create index on auth.passkeys (user_id);

-- Used challenges, to prevent replay. Adding a challenge deletes expired ones.
create table auth.used_challenges (
  challenge text primary key,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null
);
create index on auth.used_challenges (user_id);
create index on auth.used_challenges (expires_at);
