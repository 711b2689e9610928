alter table public.tenancies
  -- The time of the signature, before which a written statement is due.
  add signed_at timestamptz,
  -- False for an oral agreement.
  add written boolean not null default true,
  -- [{"method": "email", "address": "…", "rule": "email-before", "time": "16:30"}]: methods that the agreement names.
  add service_methods jsonb not null default '[]' check (jsonb_typeof(service_methods) = 'array'),
  -- The person other than a tenant who paid the deposit ('relevant person').
  add deposit_payer_name text check (char_length(deposit_payer_name) between 1 and 200),
  add deposit_payer_email text check (char_length(deposit_payer_email) <= 254),
  add deposit_payer_address text check (char_length(deposit_payer_address) <= 500),
  -- Items of the prescribed information that are ready, as letters of SI 2007/797, article 2(1).
  add deposit_items text[] not null default '{}',
  -- Later parts of the deposit in pence, each with its own 30 days for protection, read and saved together:
  -- [{"amount": 50000, "received": "2026-12-10", "protected": null, "information": null}].
  add deposit_parts jsonb not null default '[]' check (jsonb_typeof(deposit_parts) = 'array');

-- Adults who live in the home but are not tenants.
create table public.occupiers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  name text not null check (char_length(name) between 2 and 200),
  moved_in date,
  moved_out date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  check (moved_out >= moved_in),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.occupiers (user_id, tenancy_id);

-- Checks are immutable; the newest applies. Document numbers and share codes are not stored.
create table public.right_to_rent_checks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  tenant_id uuid,
  occupier_id uuid,
  way text not null check (way in ('documents-unlimited', 'documents-limited', 'share-code', 'identity-provider', 'checking-service')),
  checked_on date not null,
  checked_by text not null check (char_length(checked_by) between 1 and 200),
  unlimited boolean not null,
  leave_ends date,
  document_ends date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  check (num_nonnulls(tenant_id, occupier_id) = 1),
  check (unlimited = (leave_ends is null)),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete cascade,
  foreign key (occupier_id, user_id) references public.occupiers (id, user_id) on delete cascade
);
create index on public.right_to_rent_checks (user_id, tenancy_id, checked_on);

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  tenancy_id uuid,
  kind text not null check (kind in ('pet', 'alteration', 'data', 'viewing-report', 'council-report', 'council', 'other')),
  what text not null check (char_length(what) between 1 and 500),
  asked_on date not null,
  more_asked_on date check (more_asked_on >= asked_on),
  replied_on date check (replied_on >= more_asked_on),
  answered_on date check (answered_on >= asked_on),
  answer text check (answer in ('yes', 'no', 'done')),
  reason text check (char_length(reason) <= 2000),
  -- Entered for a request without a statutory deadline.
  last_day date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(what)) stored,
  unique (id, user_id),
  check ((answer is null) = (answered_on is null)),
  check (tenancy_id is not null or kind not in ('pet', 'alteration')),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.requests (user_id, property_id, asked_on);
create index on public.requests (user_id, tenancy_id) where tenancy_id is not null;

-- Views of right-to-rent checks are logged.
alter table public.activity drop constraint activity_action_check,
  add constraint activity_action_check check (action in ('added', 'changed', 'removed', 'viewed'));
