-- People: better-auth's four tables, and the profile with its trial that the product itself reads.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A second factor after the password: an authenticator app's secret and recovery codes, encrypted (decisions 32, 54).
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
  -- Whether a code was given at sign-in, and when one was last given for something that asks again.
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
  -- What a landlord chose in the settings.
  dark_mode boolean not null default false,
  email_notifications boolean not null default true,
  -- The three steps of a new landlord on the dashboard, once they were hidden.
  steps_hidden boolean not null default false,
  -- Whether letters alone do something, as 'A' then 'P' adds a property: a landlord can switch that off (WCAG 2.1.4).
  key_shortcuts boolean not null default true,
  -- The bytes of all of a landlord's files, counted as they come and go: adding up 100,000 rows at each upload takes 45 ms.
  file_bytes bigint not null default 0
);

create table public.activity (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles on delete cascade,
  actor_id uuid,
  at timestamptz not null,
  noun text not null,
  action text not null check (action in ('added', 'changed', 'removed')),
  -- Null where one statement touched many rows: then record_count says how many.
  record_id uuid,
  record_count bigint not null,
  label text,
  columns text[],
  changes jsonb,
  -- What a record belongs to: a certificate's changes are part of its property's history.
  about uuid
);
create index on public.activity (user_id, at desc, id desc);
create index on public.activity (user_id, record_id) where record_id is not null;
create index on public.activity (user_id, about) where about is not null;
create index on public.activity (user_id, action, at) include (noun, record_id, record_count) where noun in ('property', 'tenant', 'tenancy');

create table app.tallies (
  user_id uuid not null references public.profiles on delete cascade,
  noun text not null,
  slot smallint not null,
  count bigint not null,
  primary key (user_id, noun, slot)
);

-- Files: every upload is a row before it is bytes, so whatever lies in the file store stands on this list (or on that of removals).
create table public.files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  bucket text not null check (
    bucket ~ '^[a-z]+_images$' or bucket in ('property-certificates', 'property-invoices', 'transaction-files')),
  -- '{user_id}/{prefix}_{timestamp}_{random}.{ext}'
  path text not null check (starts_with(path, user_id::text || '/')),
  -- Where it is asked for, and what other rows name it by.
  url text not null generated always as ('/api/files/' || bucket || '/' || path) stored unique,
  -- As it was called on the landlord's machine.
  name text not null check (char_length(name) between 1 and 255),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  -- The smaller pictures that lie beside it, by name.
  sizes text[] not null default '{}',
  -- Whether all of it has arrived in the store. Until then it is served to nobody.
  stored boolean not null default false,
  uploaded_at timestamptz not null default app.instant(),
  -- From when on it may be cleared away: a day after the upload, unless a row names it; null while one does.
  clear_at timestamptz default app.instant() + interval '24 hours',
  unique (url, user_id)
);
create index on public.files (user_id);
create index on public.files (clear_at) where clear_at is not null;
create index on public.files (user_id) where clear_at is not null;

-- A new address that waits for the link in its letter. One a landlord: asking again replaces it.
create table auth.email_changes (
  user_id uuid primary key references auth.users on delete cascade,
  email text not null,
  -- SHA-256 of the link's token, in hex.
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on auth.email_changes (expires_at);

-- Keys of adds: an add that is sent again, as after a lost answer, finds the record that it made.
create table app.add_keys (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Made by who adds, for this one add.
  key uuid not null,
  -- As the API's path names it.
  noun text not null,
  -- Of what was to be added.
  fingerprint text not null,
  -- Null only until it is added, in the same transaction. The record may be deleted since, so this is no link.
  record_id uuid,
  added_at timestamptz not null default app.instant(),
  primary key (user_id, key)
);
create index on app.add_keys (added_at);

-- A landlord's subscription as the provider said last, and the checkout that may lead to one. Only functions write it.
create table public.subscriptions (
  user_id uuid primary key references public.profiles on delete cascade,
  -- Null where the operator has given the plan by hand.
  provider text,
  customer_id text check (char_length(customer_id) <= 200),
  subscription_id text check (char_length(subscription_id) <= 200),
  plan text,
  -- As src/outside/payments/payments.ts has it; null before the first subscription.
  state text check (state in ('unpaid_yet', 'active', 'past_due', 'paused', 'ended')),
  provider_state text,
  paid_until timestamptz(3),
  ends_at timestamptz(3),
  owed_since timestamptz(3),
  read_at timestamptz(3),
  -- How often it was read: of two readings at once the one that is stored later is made again, whatever clocks say.
  readings bigint not null default 0,
  -- The checkout under way: the provider's id of it, what it is for, and the key by which a repeated wish makes no second one.
  checkout_id text check (char_length(checkout_id) <= 200),
  checkout_wish text,
  checkout_key uuid,
  checkout_at timestamptz(3),
  -- The card that a plan is paid with, as its owner knows it: brand and last four digits. The number and all else stay with the provider.
  card_brand text check (char_length(card_brand) <= 40),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  unique (provider, subscription_id)
);
create index on public.subscriptions (customer_id);

-- A landlord's calendar at a secret address: certificate expiries and lease ends for the calendar they use anyway.
-- `secret_hash` is the SHA-256 of the secret in the address, which nobody can read back.
create table public.calendar_feeds (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- Whether leases say whose they are.
  tenants boolean not null,
  since timestamptz(3) not null default app.instant()
);

-- Notices follow from the landlord's rows and are not kept. Kept is what the landlord did about one: it was read, or put off.
-- `key` names a fact with its date (src/app/notification/notification.server.ts): a certificate that is renewed and ends again is another.
create table public.notice_marks (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  key text not null check (char_length(key) <= 200),
  read_at timestamptz(3),
  -- Hidden before this day.
  snoozed_until date,
  primary key (user_id, key)
);

-- For which day a landlord was last looked at for an email of a kind, so that each comes once, with any number of servers.
create table app.notice_emails (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('digest', 'expiry')),
  day date not null,
  primary key (user_id, kind)
);

create table auth.two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  -- The half minute of the last code that was used: neither it nor an earlier one is good again.
  last_step bigint
);

-- Passkeys: what is kept of each is public, the private key never leaves the device (decision 34).
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with each use where the device counts at all: one that falls back is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  added_at timestamptz not null,
  used_at timestamptz
);
create index on auth.passkeys (user_id);

-- Challenges that were answered: none is good twice. Those whose time is over are taken away with the next.
create table auth.used_challenges (
  challenge text primary key,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null
);
create index on auth.used_challenges (user_id);
create index on auth.used_challenges (expires_at);
