-- Generated from a migrated database by `npm run tables`; not run by anything.

create table app.attempts (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  PRIMARY KEY (key)
);

create table app.bank_row_changes (
  user_id uuid not null default app.user_id(),
  change xid8 not null default pg_current_xact_id(),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, change)
);

create table app.bank_rows (
  user_id uuid not null default app.user_id(),
  row_id uuid not null,
  section text not null,
  certain boolean not null,
  date date not null,
  item jsonb not null,
  CHECK (section = ANY (ARRAY['rent'::text, 'same'::text, 'choose'::text, 'other'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, row_id)
);
CREATE INDEX bank_rows_user_id_section_certain_date_row_id_idx ON app.bank_rows USING btree (user_id, section, certain DESC, date DESC, row_id DESC);

create table app.bank_rows_computed (
  user_id uuid not null default app.user_id(),
  day date not null,
  size integer not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id)
);

create table app.deadline_emails (
  user_id uuid not null,
  member_id uuid not null,
  deadline_key text not null,
  step integer not null,
  emailed_on date not null,
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (member_id, deadline_key, step)
);
CREATE INDEX deadline_emails_user_id_idx ON app.deadline_emails USING btree (user_id);

create table app.derived_deadlines (
  property_id uuid not null,
  user_id uuid not null,
  rules_version integer not null,
  nation text not null,
  again_on date,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (property_id)
);
CREATE INDEX derived_deadlines_again_on_idx ON app.derived_deadlines USING btree (again_on) WHERE (again_on IS NOT NULL);
CREATE INDEX derived_deadlines_rules_version_idx ON app.derived_deadlines USING btree (rules_version);
CREATE INDEX derived_deadlines_user_id_nation_idx ON app.derived_deadlines USING btree (user_id, nation);

create table app.enquiries (
  id uuid not null default gen_random_uuid(),
  at timestamp(3) with time zone not null,
  name text not null,
  email text not null,
  message text not null,
  mailed_at timestamp(3) with time zone,
  CHECK (char_length(email) <= 254),
  CHECK (char_length(message) >= 1 AND char_length(message) <= 5000),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  PRIMARY KEY (id)
);
CREATE INDEX enquiries_at_idx ON app.enquiries USING btree (at) WHERE (mailed_at IS NULL);

create table app.file_removals (
  id bigint not null generated always as identity,
  bucket text not null,
  path text not null,
  sizes text[] not null,
  PRIMARY KEY (id)
);

create table app.idempotency_keys (
  user_id uuid not null default app.user_id(),
  key uuid not null,
  noun text not null,
  fingerprint text not null,
  record_id uuid,
  added_at timestamp with time zone not null default app.instant(),
  answer json,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_added_at_idx ON app.idempotency_keys USING btree (added_at);

create table app.key_buckets (
  key_id uuid not null,
  per_minute integer not null,
  tokens double precision not null,
  used integer not null,
  at timestamp with time zone not null,
  PRIMARY KEY (key_id)
);

create table app.key_properties (
  key_id uuid not null,
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  FOREIGN KEY (key_id, user_id) REFERENCES public.api_keys(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (key_id, property_id)
);
CREATE INDEX key_properties_property_id_user_id_idx ON app.key_properties USING btree (property_id, user_id);
CREATE INDEX key_properties_user_id_idx ON app.key_properties USING btree (user_id);

create table app.key_uses (
  key_id uuid not null,
  user_id uuid not null,
  used_at timestamp with time zone not null,
  FOREIGN KEY (key_id, user_id) REFERENCES public.api_keys(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (key_id)
);
CREATE INDEX key_uses_user_id_idx ON app.key_uses USING btree (user_id);

create table app.lease_notices (
  tenant_id uuid not null,
  user_id uuid not null,
  lease_end date not null,
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (tenant_id)
);
CREATE INDEX lease_notices_user_id_idx ON app.lease_notices USING btree (user_id);

create table app.member_properties (
  member_id uuid not null,
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (member_id, property_id)
);
CREATE INDEX member_properties_property_id_user_id_idx ON app.member_properties USING btree (property_id, user_id);
CREATE INDEX member_properties_user_id_idx ON app.member_properties USING btree (user_id);

create table app.migrations (
  name text collate "C" not null,
  run_on timestamp with time zone not null,
  PRIMARY KEY (name)
);

create table app.notice_emails (
  user_id uuid not null,
  kind text not null,
  day date not null,
  member_id uuid not null,
  CHECK (kind = ANY (ARRAY['digest'::text, 'expiry'::text])),
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (member_id, kind)
);
CREATE INDEX notice_emails_user_id_idx ON app.notice_emails USING btree (user_id);

create table app.payment_events (
  provider text not null,
  id text not null,
  type text not null,
  received_at timestamp with time zone not null,
  CHECK (char_length(id) <= 200),
  PRIMARY KEY (provider, id)
);
CREATE INDEX payment_events_received_at_idx ON app.payment_events USING btree (received_at);

create table app.row_counts (
  user_id uuid not null,
  noun text not null,
  slot smallint not null,
  count bigint not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, noun, slot)
);

create table app.sandbox_bank (
  key text not null,
  value jsonb not null,
  expires_at timestamp with time zone not null,
  CHECK (char_length(key) <= 400),
  PRIMARY KEY (key)
);
CREATE INDEX sandbox_bank_expires_at_idx ON app.sandbox_bank USING btree (expires_at);

create table app.sandbox_payments (
  key text not null,
  value jsonb not null,
  expires_at timestamp with time zone not null,
  CHECK (char_length(key) <= 400),
  PRIMARY KEY (key)
);
CREATE INDEX sandbox_payments_expires_at_idx ON app.sandbox_payments USING btree (expires_at);
CREATE INDEX sandbox_payments_expr_idx ON app.sandbox_payments USING btree (((value ->> 'customer'::text)));

create table app.sandbox_tax (
  key text not null,
  value jsonb not null,
  expires_at timestamp with time zone not null,
  CHECK (char_length(key) <= 400),
  PRIMARY KEY (key)
);
CREATE INDEX sandbox_tax_expires_at_idx ON app.sandbox_tax USING btree (expires_at);

create table app.signing_key (
  key bytea not null
);

create table app.stale_deadlines (
  property_id uuid not null,
  user_id uuid not null,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (property_id)
);
CREATE INDEX stale_deadlines_user_id_idx ON app.stale_deadlines USING btree (user_id);

create table app.tax_account_totals (
  user_id uuid not null,
  bucket date not null,
  category text not null,
  type text not null,
  refund boolean not null,
  line text not null,
  large boolean not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20,2) not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, bucket, category, type, refund, line, large, slot)
);

create table app.tax_totals (
  user_id uuid not null,
  bucket date not null,
  property_id uuid not null,
  category text not null,
  type text not null,
  refund boolean not null,
  line text not null,
  large boolean not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20,2) not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, bucket, property_id, category, type, refund, line, large, slot)
);

create table app.transaction_days (
  user_id uuid not null,
  day date not null,
  category text not null,
  type text not null,
  status text not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20,2) not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, status, day, category, type, slot)
);

create table app.transaction_totals (
  user_id uuid not null,
  property_id uuid not null,
  category text not null,
  type text not null,
  status text not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20,2) not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id, category, type, status, slot)
);

create table app.transaction_undo (
  batch uuid not null,
  id uuid not null,
  user_id uuid not null default app.user_id(),
  at timestamp(3) with time zone not null default app.instant(),
  version integer,
  before jsonb not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (batch, id)
);
CREATE INDEX transaction_undo_at_idx ON app.transaction_undo USING btree (at);
CREATE INDEX transaction_undo_user_id_idx ON app.transaction_undo USING btree (user_id);

create table app.webhook_cursors (
  user_id uuid not null,
  xid xid8 not null,
  activity_id bigint not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id)
);

create table app.webhook_deliveries (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  endpoint_id uuid not null,
  source text not null,
  event text not null,
  record_id uuid,
  record_count bigint not null default 1,
  record_version integer,
  happened_at timestamp(3) with time zone not null default app.instant(),
  state text not null default 'waiting'::text,
  manual boolean not null default false,
  tries integer not null default 0,
  due_at timestamp(3) with time zone not null default app.instant(),
  leased_until timestamp(3) with time zone,
  CHECK (state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])),
  FOREIGN KEY (endpoint_id, user_id) REFERENCES public.webhook_endpoints(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX webhook_deliveries_endpoint_id_due_at_id_idx ON app.webhook_deliveries USING btree (endpoint_id, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_happened_at_idx ON app.webhook_deliveries USING btree (happened_at);
CREATE INDEX webhook_deliveries_user_id_id_idx ON app.webhook_deliveries USING btree (user_id, id);
CREATE UNIQUE INDEX webhook_deliveries_endpoint_id_source_idx ON app.webhook_deliveries USING btree (endpoint_id, source);

create table app.webhook_health (
  endpoint_id uuid not null,
  user_id uuid not null default app.user_id(),
  failing_since timestamp(3) with time zone,
  FOREIGN KEY (endpoint_id, user_id) REFERENCES public.webhook_endpoints(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (endpoint_id)
);
CREATE INDEX webhook_health_user_id_idx ON app.webhook_health USING btree (user_id);

create table app.webhook_notices (
  user_id uuid not null default app.user_id(),
  key text not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, key)
);

create table app.webhook_tries (
  id bigint not null generated always as identity,
  delivery_id uuid not null,
  user_id uuid not null default app.user_id(),
  at timestamp(3) with time zone not null,
  status integer,
  failure text not null default ''::text,
  milliseconds integer not null,
  FOREIGN KEY (delivery_id, user_id) REFERENCES app.webhook_deliveries(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX webhook_tries_delivery_id_id_idx ON app.webhook_tries USING btree (delivery_id, id);
CREATE INDEX webhook_tries_user_id_idx ON app.webhook_tries USING btree (user_id);

create table auth.accounts (
  id uuid not null default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null,
  password text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX accounts_user_id_idx ON auth.accounts USING btree (user_id);

create table auth.email_changes (
  user_id uuid not null,
  email text not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id),
  UNIQUE (token_hash)
);
CREATE INDEX email_changes_expires_at_idx ON auth.email_changes USING btree (expires_at);

create table auth.passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  added_at timestamp with time zone not null,
  used_at timestamp with time zone,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 60),
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (credential_id)
);
CREATE INDEX passkeys_user_id_idx ON auth.passkeys USING btree (user_id);

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  token text not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  by_code boolean not null default false,
  code_at timestamp with time zone,
  by_passkey boolean not null default false,
  account_id uuid,
  FOREIGN KEY (account_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (token)
);
CREATE INDEX sessions_account_id_idx ON auth.sessions USING btree (account_id);
CREATE INDEX sessions_expires_at_idx ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id);
-- Trigger choose_account: auth.choose_account

create table auth.two_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  last_step bigint,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (user_id)
);

create table auth.used_challenges (
  challenge text not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (challenge)
);
CREATE INDEX used_challenges_expires_at_idx ON auth.used_challenges USING btree (expires_at);
CREATE INDEX used_challenges_user_id_idx ON auth.used_challenges USING btree (user_id);

create table auth.users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  two_factor_enabled boolean not null default false,
  own_account boolean not null default true,
  PRIMARY KEY (id),
  UNIQUE (email)
);
-- Trigger forget_person: app.forget_person
-- Trigger sync_person: auth.sync_person
-- Trigger welcome: auth.welcome_person

create table auth.verifications (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  user_id uuid generated always as (
CASE
    WHEN value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text THEN value::uuid
    ELSE NULL::uuid
END) stored,
  FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX verifications_expires_at_idx ON auth.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier_idx ON auth.verifications USING btree (identifier);
CREATE INDEX verifications_user_id_idx ON auth.verifications USING btree (user_id);

create table public.activity (
  id bigint not null generated always as identity,
  user_id uuid not null,
  actor_id uuid,
  at timestamp with time zone not null,
  noun text not null,
  action text not null,
  record_id uuid,
  record_count bigint not null,
  label text,
  columns text[],
  changes jsonb,
  about uuid,
  xid xid8 not null default pg_current_xact_id(),
  record_version integer,
  CHECK (action = ANY (ARRAY['added'::text, 'changed'::text, 'removed'::text, 'viewed'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX activity_user_id_about_idx ON public.activity USING btree (user_id, about) WHERE (about IS NOT NULL);
CREATE INDEX activity_user_id_action_at_noun_record_id_record_count_idx ON public.activity USING btree (user_id, action, at) INCLUDE (noun, record_id, record_count) WHERE (noun = ANY (ARRAY['property'::text, 'tenant'::text, 'tenancy'::text]));
CREATE INDEX activity_user_id_at_id_idx ON public.activity USING btree (user_id, at DESC, id DESC);
CREATE INDEX activity_user_id_record_id_idx ON public.activity USING btree (user_id, record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX activity_user_id_xid_id_idx ON public.activity USING btree (user_id, xid, id);

create table public.agent_day_reviews (
  user_id uuid not null default app.user_id(),
  transaction_id uuid not null,
  received_on date not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (transaction_id)
);
CREATE INDEX agent_day_reviews_user_id_idx ON public.agent_day_reviews USING btree (user_id);

create table public.agents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  fee_percent numeric(5,2),
  fee_fixed numeric(12,2),
  vat text not null,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  CHECK ((fee_percent IS NULL) <> (fee_fixed IS NULL)),
  CHECK (fee_fixed >= 0::numeric AND fee_fixed <= 99999999.99),
  CHECK (fee_percent >= 0::numeric AND fee_percent <= 100::numeric),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (vat = ANY (ARRAY['included'::text, 'added'::text, 'none'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX agents_user_id_date_added_id_idx ON public.agents USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX agents_user_id_id_search_idx ON public.agents USING btree (user_id) INCLUDE (id, search);
CREATE INDEX agents_user_id_sort_name_id_idx ON public.agents USING btree (user_id, sort_name, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.agents_added
-- Trigger record_changed: app.agents_changed
-- Trigger record_removed: app.agents_removed

create table public.api_keys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  key_hash text not null,
  hint text not null,
  rights text[] not null,
  whole boolean not null default true,
  ends_on date,
  api_version date not null,
  made_by uuid default app.person_id(),
  revoked_at timestamp(3) with time zone,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (char_length(hint) <= 12),
  CHECK (key_hash ~ '^[0-9a-f]{64}$'::text),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CHECK (cardinality(rights) > 0),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (key_hash)
);
CREATE INDEX api_keys_user_id_date_added_idx ON public.api_keys USING btree (user_id, date_added DESC);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.api_keys_added
-- Trigger record_changed: app.api_keys_changed
-- Trigger record_removed: app.api_keys_removed
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.bank_accounts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  institution text not null,
  account_number text not null,
  sort_code text,
  balance numeric(14,2) not null default 0,
  currency text not null default 'GBP'::text,
  last_synced timestamp(3) with time zone,
  is_connected boolean not null default false,
  external_id text,
  created_at timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  fingerprint text,
  lettings_only boolean not null default false,
  CHECK (account_number ~ '^\*{4}[0-9A-Z]{0,4}$'::text),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (char_length(external_id) <= 200),
  CHECK (char_length(institution) >= 1 AND char_length(institution) <= 200),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (sort_code ~ '^\d\d-\d\d-\*\*$'::text),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX bank_accounts_user_id_created_at_id_idx ON public.bank_accounts USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX bank_accounts_user_id_fingerprint_idx ON public.bank_accounts USING btree (user_id, fingerprint) WHERE (fingerprint IS NOT NULL);
-- Trigger lock_account_transactions: app.lock_account_transactions
-- Trigger next_version: app.next_version
-- Trigger record_added: app.bank_accounts_added
-- Trigger record_changed: app.bank_accounts_changed
-- Trigger record_removed: app.bank_accounts_removed

create table public.bank_connections (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  provider text not null,
  institution_id text not null,
  institution text not null,
  requisition_id text,
  agreement_id text,
  reference_hash text not null,
  status text not null default 'pending'::text,
  failure text,
  returned_at timestamp(3) with time zone,
  access_until timestamp(3) with time zone,
  reconfirm_by timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default app.instant(),
  history_days integer not null default 90,
  reconfirm_days integer,
  CHECK (char_length(agreement_id) <= 200),
  CHECK (history_days > 0),
  CHECK (char_length(institution) >= 1 AND char_length(institution) <= 200),
  CHECK (char_length(institution_id) <= 200),
  CHECK (reconfirm_days > 0),
  CHECK (char_length(requisition_id) <= 200),
  CHECK (status = ANY (ARRAY['pending'::text, 'linked'::text, 'active'::text, 'failed'::text, 'ended'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (reference_hash),
  UNIQUE (user_id, provider, requisition_id)
);
CREATE INDEX bank_connections_user_id_created_at_idx ON public.bank_connections USING btree (user_id, created_at DESC);
-- Trigger notify_changed: app.notify_connections
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.bank_entries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  account_key text not null,
  provider text not null,
  external_id text,
  import_id uuid,
  line integer,
  date date not null,
  amount numeric(12,2) not null,
  text text not null,
  state text not null,
  transaction_id uuid,
  candidates uuid[],
  CHECK (char_length(external_id) <= 400),
  CHECK (state = ANY (ARRAY['new'::text, 'same'::text, 'asked'::text])),
  CHECK (char_length(text) <= 500),
  FOREIGN KEY (import_id, user_id) REFERENCES public.statement_imports(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (user_id, provider, external_id)
);
CREATE INDEX bank_entries_import_id_idx ON public.bank_entries USING btree (import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX bank_entries_user_id_account_key_date_idx ON public.bank_entries USING btree (user_id, account_key, date);
CREATE INDEX bank_entries_user_id_date_id_idx ON public.bank_entries USING btree (user_id, date DESC, id) WHERE (state = 'same'::text);
CREATE INDEX bank_entries_user_id_idx ON public.bank_entries USING btree (user_id) WHERE (state = 'asked'::text);
CREATE INDEX bank_entries_user_id_transaction_id_idx ON public.bank_entries USING btree (user_id, transaction_id);
-- Trigger mark_added: app.mark_bank_rows
-- Trigger mark_changed: app.mark_bank_rows
-- Trigger mark_removed: app.mark_bank_rows

create table public.bank_feeds (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  connection_id uuid not null,
  external_id text not null,
  bank_account_id uuid,
  name text,
  holder text,
  account_number text,
  sort_code text,
  currency text,
  fingerprint text,
  status text not null default 'found'::text,
  failure text,
  retry_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  since date,
  imported integer not null default 0,
  reads jsonb not null default '{}'::jsonb,
  balance numeric(14,2),
  balance_at timestamp(3) with time zone,
  tried_at timestamp(3) with time zone,
  busy_until timestamp(3) with time zone,
  CHECK (account_number ~ '^\*{4}[0-9A-Z]{0,4}$'::text),
  CHECK (currency ~ '^[A-Z]{3}$'::text),
  CHECK (char_length(external_id) <= 200),
  CHECK (sort_code ~ '^\d\d-\d\d-\*\*$'::text),
  CHECK (status = ANY (ARRAY['found'::text, 'importing'::text, 'imported'::text, 'failed'::text])),
  FOREIGN KEY (bank_account_id, user_id) REFERENCES public.bank_accounts(id, user_id) ON DELETE SET NULL (bank_account_id),
  FOREIGN KEY (connection_id, user_id) REFERENCES public.bank_connections(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (connection_id, external_id),
  UNIQUE (id, user_id)
);
CREATE INDEX bank_feeds_bank_account_id_idx ON public.bank_feeds USING btree (bank_account_id) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX bank_feeds_synced_at_idx ON public.bank_feeds USING btree (synced_at) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX bank_feeds_user_id_idx ON public.bank_feeds USING btree (user_id);
-- Trigger notify_changed: app.notify_connections

create table public.base_rates (
  user_id uuid not null default app.user_id(),
  starts_on date not null,
  percent numeric(5,2) not null,
  CHECK (percent >= 0::numeric AND percent <= 100::numeric),
  CHECK (starts_on >= '1990-01-01'::date AND starts_on <= '2200-12-31'::date),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, starts_on)
);
-- Trigger log_added: app.log_base_rate
-- Trigger log_changed: app.log_base_rate
-- Trigger log_removed: app.log_base_rate

create table public.bundle_requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  tenancy_id uuid,
  asked_on date not null,
  version integer not null default 1,
  CHECK (property_id IS NOT NULL OR tenancy_id IS NOT NULL),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX bundle_requests_user_id_property_id_idx ON public.bundle_requests USING btree (user_id, property_id);
CREATE UNIQUE INDEX bundle_requests_property_id_idx ON public.bundle_requests USING btree (property_id) WHERE (tenancy_id IS NULL);
CREATE UNIQUE INDEX bundle_requests_tenancy_id_idx ON public.bundle_requests USING btree (tenancy_id) WHERE (tenancy_id IS NOT NULL);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.bundle_requests_added
-- Trigger record_changed: app.bundle_requests_changed
-- Trigger record_removed: app.bundle_requests_removed

create table public.calendar_feeds (
  user_id uuid not null default app.user_id(),
  secret_hash text not null,
  tenants boolean not null,
  since timestamp(3) with time zone not null default app.instant(),
  member_id uuid not null default app.member_id(),
  CHECK (secret_hash ~ '^[0-9a-f]{64}$'::text),
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (member_id),
  UNIQUE (secret_hash)
);
CREATE INDEX calendar_feeds_user_id_idx ON public.calendar_feeds USING btree (user_id);

create table public.chosen_allocations (
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12,2) not null,
  CHECK (amount > 0::numeric),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (owed_id, paid_id)
);
CREATE INDEX chosen_allocations_tenancy_id_idx ON public.chosen_allocations USING btree (tenancy_id);
CREATE INDEX chosen_allocations_user_id_tenancy_id_idx ON public.chosen_allocations USING btree (user_id, tenancy_id);
-- Trigger settle_added: app.settle_changed_ledgers
-- Trigger settle_changed: app.settle_changed_ledgers
-- Trigger settle_removed: app.settle_changed_ledgers

create table public.deadline_marks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  tenancy_id uuid,
  rule text not null,
  subject text not null default ''::text,
  day date,
  kind text not null,
  until date,
  reason text,
  marked_by uuid default app.person_id(),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (kind = 'done'::text OR reason IS NOT NULL),
  CHECK ((kind = 'not_needed'::text) = (until IS NULL)),
  CHECK (kind = ANY (ARRAY['done'::text, 'snoozed'::text, 'not_needed'::text])),
  CHECK (char_length(reason) >= 1 AND char_length(reason) <= 500),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE NULLS NOT DISTINCT (user_id, property_id, rule, subject, day)
);
CREATE INDEX deadline_marks_property_id_user_id_idx ON public.deadline_marks USING btree (property_id, user_id);
CREATE INDEX deadline_marks_tenancy_id_user_id_idx ON public.deadline_marks USING btree (tenancy_id, user_id) WHERE (tenancy_id IS NOT NULL);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.deadline_marks_added
-- Trigger record_changed: app.deadline_marks_changed
-- Trigger record_removed: app.deadline_marks_removed
-- Trigger set_marked_by: app.set_marked_by

create table public.deadline_settings (
  user_id uuid not null default app.user_id(),
  kind text not null,
  steps smallint[] not null,
  delivery text not null,
  version integer not null default 1,
  CHECK (delivery = ANY (ARRAY['at_once'::text, 'digest'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, kind)
);
-- Trigger log_settings: app.log_choice
-- Trigger next_version: app.next_version

create table public.deadlines (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  tenancy_id uuid,
  rule text not null,
  kind text not null,
  subject text not null default ''::text,
  title text not null,
  about text,
  day date,
  state text not null,
  ask text,
  why jsonb not null default '[]'::jsonb,
  typed boolean not null default false,
  search text not null generated always as (app.search_text((title || ' '::text) || COALESCE(about, ''::text))) stored,
  CHECK ((day IS NULL) = (state = ANY (ARRAY['ask'::text, 'coming'::text]))),
  CHECK (state = ANY (ARRAY['due'::text, 'waiting'::text, 'ask'::text, 'coming'::text])),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (user_id, property_id, rule, subject)
);
CREATE INDEX deadlines_property_id_user_id_idx ON public.deadlines USING btree (property_id, user_id);
CREATE INDEX deadlines_tenancy_id_user_id_idx ON public.deadlines USING btree (tenancy_id, user_id) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX deadlines_user_id_day_id_state_typed_property_id_idx ON public.deadlines USING btree (user_id, day, id) INCLUDE (state, typed, property_id) WHERE (day IS NOT NULL);
CREATE INDEX deadlines_user_id_state_property_id_id_idx ON public.deadlines USING btree (user_id, state, property_id, id) WHERE (day IS NULL);

create table public.dismissed_matches (
  user_id uuid not null default app.user_id(),
  transaction_id uuid not null,
  tenancy_id uuid not null,
  account_key text,
  date date,
  amount numeric(12,2),
  text text,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (transaction_id, tenancy_id)
);
CREATE INDEX dismissed_matches_tenancy_id_idx ON public.dismissed_matches USING btree (tenancy_id);
CREATE INDEX dismissed_matches_user_id_idx ON public.dismissed_matches USING btree (user_id);
-- Trigger mark_added: app.mark_bank_rows
-- Trigger mark_changed: app.mark_bank_rows
-- Trigger mark_removed: app.mark_bank_rows

create table public.document_links (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  document_id uuid not null,
  property_id uuid,
  tenant_id uuid,
  tenancy_id uuid,
  supplier_id uuid,
  certificate_id uuid,
  transaction_id uuid,
  deadline_id uuid,
  version integer not null default 1,
  repair_id uuid,
  CHECK (num_nonnulls(property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id, repair_id) = 1),
  FOREIGN KEY (certificate_id, user_id) REFERENCES public.property_certificates(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (deadline_id, user_id) REFERENCES public.deadlines(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (repair_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE NULLS NOT DISTINCT (document_id, property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id, repair_id)
);
CREATE INDEX document_links_certificate_id_idx ON public.document_links USING btree (certificate_id) WHERE (certificate_id IS NOT NULL);
CREATE INDEX document_links_deadline_id_idx ON public.document_links USING btree (deadline_id) WHERE (deadline_id IS NOT NULL);
CREATE INDEX document_links_repair_id_idx ON public.document_links USING btree (repair_id) WHERE (repair_id IS NOT NULL);
CREATE INDEX document_links_supplier_id_idx ON public.document_links USING btree (supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX document_links_tenancy_id_idx ON public.document_links USING btree (tenancy_id) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX document_links_tenant_id_idx ON public.document_links USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE INDEX document_links_transaction_id_idx ON public.document_links USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX document_links_user_id_document_id_idx ON public.document_links USING btree (user_id, document_id);
CREATE INDEX document_links_user_id_property_id_idx ON public.document_links USING btree (user_id, property_id) WHERE (property_id IS NOT NULL);
-- Trigger check_transaction: app.check_transaction_of_link
-- Trigger next_version: app.next_version
-- Trigger record_added: app.document_links_added
-- Trigger record_changed: app.document_links_changed
-- Trigger record_removed: app.document_links_removed

create table public.document_retention (
  user_id uuid not null default app.user_id(),
  type text not null,
  months smallint not null,
  version integer not null default 1,
  CHECK (months >= 1 AND months <= 1200),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, type)
);
-- Trigger log_retention: app.log_choice

create table public.document_versions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  document_id uuid not null,
  number integer not null,
  file_url text not null,
  name text not null,
  pages integer,
  reading text,
  words tsvector,
  text text,
  added_by uuid default app.person_id(),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (file_url ~ '^/api/files/(documents|inspection_images)/'::text),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CHECK (number >= 1),
  CHECK (pages >= 0),
  CHECK (reading = ANY (ARRAY['read'::text, 'no_text'::text, 'locked'::text, 'broken'::text, 'scripted'::text, 'too_large'::text])),
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (file_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (document_id, number),
  UNIQUE (file_url),
  UNIQUE (id, user_id)
);
CREATE INDEX document_versions_user_id_document_id_number_idx ON public.document_versions USING btree (user_id, document_id, number DESC);
CREATE INDEX document_versions_words_idx ON public.document_versions USING gin (words);
-- Trigger keep_served: app.keep_served_document
-- Trigger next_version: app.next_version
-- Trigger record_added: app.document_versions_added
-- Trigger record_changed: app.document_versions_changed
-- Trigger record_removed: app.document_versions_removed
-- Trigger track_file: app.track_file

create table public.documents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  title text not null,
  type text not null,
  day date,
  valid_until date,
  note text,
  withdrawn_at timestamp(3) with time zone,
  added_by uuid default app.person_id(),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(title)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(title)) stored,
  area text not null generated always as (
CASE
    WHEN type = ANY (ARRAY['gas'::text, 'electrical'::text, 'epc'::text, 'inventory'::text, 'inspection'::text, 'licence'::text, 'insurance'::text, 'photo'::text]) THEN 'properties'::text
    WHEN type = 'invoice'::text THEN 'money'::text
    ELSE 'people'::text
END) stored,
  CHECK (char_length(note) <= 2000),
  CHECK (char_length(title) >= 1 AND char_length(title) <= 200),
  CHECK (type = ANY (ARRAY['agreement'::text, 'written-statement'::text, 'notice'::text, 'gas'::text, 'electrical'::text, 'epc'::text, 'inventory'::text, 'inspection'::text, 'deposit'::text, 'right-to-rent'::text, 'reference'::text, 'licence'::text, 'insurance'::text, 'invoice'::text, 'letter'::text, 'photo'::text, 'other'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX documents_user_id_date_added_id_idx ON public.documents USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX documents_user_id_id_search_idx ON public.documents USING btree (user_id) INCLUDE (id, search);
CREATE INDEX documents_user_id_sort_name_id_idx ON public.documents USING btree (user_id, sort_name, id);
-- Trigger forget_text: app.forget_document_text
-- Trigger keep_served: app.keep_served_document
-- Trigger next_version: app.next_version
-- Trigger record_added: app.documents_added
-- Trigger record_changed: app.documents_changed
-- Trigger record_removed: app.documents_removed

create table public.duplicate_suggestions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  imported_id uuid not null,
  kept_id uuid not null,
  state text not null default 'offered'::text,
  batch uuid,
  entries uuid[],
  CHECK (state = ANY (ARRAY['offered'::text, 'declined'::text, 'accepted'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (user_id, imported_id, kept_id)
);
CREATE INDEX duplicate_suggestions_user_id_idx ON public.duplicate_suggestions USING btree (user_id) WHERE (state = 'offered'::text);
CREATE INDEX duplicate_suggestions_user_id_kept_id_idx ON public.duplicate_suggestions USING btree (user_id, kept_id);
-- Trigger mark_added: app.mark_bank_rows
-- Trigger mark_changed: app.mark_bank_rows
-- Trigger mark_removed: app.mark_bank_rows

create table public.files (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  bucket text not null,
  path text not null,
  url text not null generated always as ((('/api/files/'::text || bucket) || '/'::text) || path) stored,
  name text not null,
  content_type text not null,
  bytes bigint not null,
  sha256 text not null,
  sizes text[] not null default '{}'::text[],
  stored boolean not null default false,
  uploaded_at timestamp with time zone not null default app.instant(),
  clear_at timestamp with time zone default app.instant() + '24:00:00'::interval,
  uploaded_by uuid default app.person_id(),
  taken_at timestamp(3) with time zone,
  CHECK (bucket ~ '^[a-z]+_images$'::text OR (bucket = ANY (ARRAY['property-certificates'::text, 'property-invoices'::text, 'transaction-files'::text, 'documents'::text]))),
  CHECK (bytes > 0),
  CHECK (starts_with(path, user_id::text || '/'::text)),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (url),
  UNIQUE (url, user_id)
);
CREATE INDEX files_clear_at_idx ON public.files USING btree (clear_at) WHERE (clear_at IS NOT NULL);
CREATE INDEX files_kept_idx ON public.files USING btree (user_id, uploaded_at DESC) WHERE ((clear_at IS NULL) AND (bucket = ANY (ARRAY['property-certificates'::text, 'property-invoices'::text, 'transaction-files'::text])));
CREATE INDEX files_user_id_idx ON public.files USING btree (user_id);
CREATE INDEX files_user_id_idx1 ON public.files USING btree (user_id) WHERE (clear_at IS NOT NULL);
CREATE INDEX files_user_id_sha256_idx ON public.files USING btree (user_id, sha256);
-- Trigger count_bytes_added: app.count_file_bytes
-- Trigger count_bytes_removed: app.count_file_bytes
-- Trigger queue_file_removal: app.queue_file_removal

create table public.guest_links (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  kind text not null,
  tenancy_id uuid,
  property_id uuid,
  tenant_id uuid,
  recipient text not null,
  email text,
  message text,
  seed uuid not null,
  token_hash text not null,
  email_state text not null default 'none'::text,
  email_note text,
  tried_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  times_used integer not null default 0,
  created_by uuid default app.person_id(),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  repair_id uuid,
  supplier_id uuid,
  inspection_id uuid,
  emailed_on date,
  emails integer not null default 0,
  CHECK (email_state = 'none'::text OR email IS NOT NULL),
  CHECK ((kind = 'supplier'::text) = (repair_id IS NOT NULL)),
  CHECK ((kind = 'inspection'::text) = (inspection_id IS NOT NULL)),
  CHECK (
CASE kind
    WHEN 'tenant'::text THEN tenant_id IS NOT NULL
    WHEN 'poster'::text THEN property_id IS NOT NULL
    WHEN 'supplier'::text THEN supplier_id IS NOT NULL
    WHEN 'inspection'::text THEN tenant_id IS NOT NULL
    ELSE true
END),
  CHECK (char_length(email) <= 254),
  CHECK (email_state = ANY (ARRAY['none'::text, 'sending'::text, 'handed-over'::text, 'refused'::text])),
  CHECK (emails >= 0),
  CHECK (kind = ANY (ARRAY['papers'::text, 'tenant'::text, 'poster'::text, 'supplier'::text, 'inspection'::text])),
  CHECK (char_length(message) <= 2000),
  CHECK (char_length(recipient) >= 1 AND char_length(recipient) <= 200),
  FOREIGN KEY (inspection_id, user_id) REFERENCES public.inspections(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (repair_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (token_hash)
);
CREATE INDEX guest_links_tenant_id_idx ON public.guest_links USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE INDEX guest_links_tried_at_idx ON public.guest_links USING btree (tried_at) WHERE (email_state = 'sending'::text);
CREATE INDEX guest_links_user_id_property_id_idx ON public.guest_links USING btree (user_id, property_id);
CREATE INDEX guest_links_user_id_tenancy_id_idx ON public.guest_links USING btree (user_id, tenancy_id);
CREATE UNIQUE INDEX guest_links_inspection_key ON public.guest_links USING btree (inspection_id, tenant_id) WHERE ((kind = 'inspection'::text) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX guest_links_poster_key ON public.guest_links USING btree (property_id) WHERE ((kind = 'poster'::text) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX guest_links_supplier_key ON public.guest_links USING btree (repair_id, supplier_id) WHERE ((kind = 'supplier'::text) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX guest_links_tenant_key ON public.guest_links USING btree (tenant_id) WHERE ((kind = 'tenant'::text) AND (revoked_at IS NULL));
-- Trigger count_link_email: app.count_link_email
-- Trigger next_version: app.next_version
-- Trigger record_added: app.guest_links_added
-- Trigger record_changed: app.guest_links_changed
-- Trigger record_removed: app.guest_links_removed
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.import_changes (
  user_id uuid not null default app.user_id(),
  import_id uuid not null,
  place integer not null,
  kind text not null,
  record_id uuid not null,
  label text not null,
  before jsonb,
  version_after integer not null,
  FOREIGN KEY (import_id, user_id) REFERENCES public.imports(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, import_id, place)
);

create table public.import_mappings (
  user_id uuid not null default app.user_id(),
  headings text not null,
  kind text not null,
  choices jsonb not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, headings)
);

create table public.import_rows (
  user_id uuid not null default app.user_id(),
  import_id uuid not null,
  sheet smallint not null,
  number integer not null,
  cells jsonb not null,
  corrected jsonb,
  choices jsonb,
  outcome text,
  findings jsonb,
  record_id uuid,
  CHECK (outcome = ANY (ARRAY['new'::text, 'changed'::text, 'known'::text, 'wrong'::text, 'left_out'::text, 'depends'::text])),
  FOREIGN KEY (import_id, user_id) REFERENCES public.imports(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, import_id, sheet, number)
);
CREATE INDEX import_rows_user_id_import_id_outcome_sheet_number_idx ON public.import_rows USING btree (user_id, import_id, outcome, sheet, number);

create table public.import_sheets (
  user_id uuid not null default app.user_id(),
  import_id uuid not null,
  sheet smallint not null,
  name text not null,
  of_sheet smallint,
  rows integer not null,
  kind text,
  columns jsonb not null,
  choices jsonb not null default '{}'::jsonb,
  fixed jsonb not null default '{}'::jsonb,
  CHECK (kind = ANY (ARRAY['properties'::text, 'suppliers'::text, 'tenants'::text, 'transactions'::text, 'certificates'::text])),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  FOREIGN KEY (import_id, user_id) REFERENCES public.imports(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, import_id, sheet)
);

create table public.imports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  layout text,
  rights text[] not null,
  state text not null default 'open'::text,
  rent_from date,
  owed_column boolean not null default false,
  rows integer not null,
  result jsonb,
  imported_log bigint,
  undone_log bigint,
  imported_from bigint,
  undone_from bigint,
  actor_id uuid default app.person_id(),
  added_at timestamp(3) with time zone not null default app.instant(),
  imported_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  files jsonb not null default '{}'::jsonb,
  CHECK ((state = ANY (ARRAY['imported'::text, 'undone'::text])) = (imported_at IS NOT NULL) AND (state = 'undone'::text) = (undone_at IS NOT NULL)),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (state = ANY (ARRAY['open'::text, 'checked'::text, 'imported'::text, 'undone'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX imports_coalesce_idx ON public.imports USING btree (COALESCE(imported_at, added_at));
CREATE INDEX imports_user_id_added_at_idx ON public.imports USING btree (user_id, added_at DESC);

create table public.inspection_comments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  inspection_id uuid not null,
  room_id uuid,
  name text not null,
  text text not null,
  at timestamp(3) with time zone not null default app.instant(),
  form_key uuid not null,
  version integer not null default 1,
  email_at timestamp(3) with time zone,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (char_length(text) >= 1 AND char_length(text) <= 5000),
  FOREIGN KEY (inspection_id, user_id) REFERENCES public.inspections(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (room_id, user_id) REFERENCES public.inspection_rooms(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (inspection_id, form_key)
);
CREATE INDEX inspection_comments_inspection_id_at_id_idx ON public.inspection_comments USING btree (inspection_id, at, id);
CREATE INDEX inspection_comments_room_id_idx ON public.inspection_comments USING btree (room_id) WHERE (room_id IS NOT NULL);
CREATE INDEX inspection_comments_user_id_idx ON public.inspection_comments USING btree (user_id);
-- Trigger keep_part: app.keep_inspection_part
-- Trigger next_version: app.next_version
-- Trigger record_added: app.inspection_comments_added
-- Trigger record_changed: app.inspection_comments_changed
-- Trigger record_removed: app.inspection_comments_removed

create table public.inspection_photos (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  room_id uuid not null,
  item_id uuid,
  url text not null,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  FOREIGN KEY (room_id, user_id) REFERENCES public.inspection_rooms(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX inspection_photos_room_id_date_added_id_idx ON public.inspection_photos USING btree (room_id, date_added, id);
CREATE INDEX inspection_photos_url_idx ON public.inspection_photos USING btree (url);
CREATE INDEX inspection_photos_user_id_idx ON public.inspection_photos USING btree (user_id);
-- Trigger keep_part: app.keep_inspection_part
-- Trigger next_version: app.next_version
-- Trigger record_added: app.inspection_photos_added
-- Trigger record_changed: app.inspection_photos_changed
-- Trigger record_removed: app.inspection_photos_removed
-- Trigger track_file: app.track_file

create table public.inspection_rooms (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  inspection_id uuid not null,
  place smallint not null,
  name text not null,
  note text not null default ''::text,
  items jsonb not null default '[]'::jsonb,
  unrecorded smallint not null generated always as (jsonb_array_length(jsonb_path_query_array(items, '$[*]?(@."condition" == null)'::jsonpath))) stored,
  findings smallint not null generated always as (jsonb_array_length(jsonb_path_query_array(items, '$[*]?((@."condition" == "damaged" || @."condition" == "missing") || @."clean" == false)'::jsonpath))) stored,
  changed_by uuid,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (jsonb_typeof(items) = 'array'::text AND jsonb_array_length(items) <= 60),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CHECK (char_length(note) <= 2000),
  CHECK (place >= 1 AND place <= 200),
  FOREIGN KEY (inspection_id, user_id) REFERENCES public.inspections(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX inspection_rooms_inspection_id_place_idx ON public.inspection_rooms USING btree (inspection_id, place);
CREATE INDEX inspection_rooms_user_id_idx ON public.inspection_rooms USING btree (user_id);
-- Trigger keep_part: app.keep_inspection_part
-- Trigger next_version: app.next_version
-- Trigger record_added: app.inspection_rooms_added
-- Trigger record_changed: app.inspection_rooms_changed
-- Trigger record_removed: app.inspection_rooms_removed
-- Trigger set_author: app.set_room_author

create table public.inspection_templates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  rooms jsonb not null default '[]'::jsonb,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CHECK (jsonb_typeof(rooms) = 'array'::text AND jsonb_array_length(rooms) >= 1 AND jsonb_array_length(rooms) <= 60),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX inspection_templates_user_id_date_added_id_idx ON public.inspection_templates USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX inspection_templates_user_id_sort_name_id_idx ON public.inspection_templates USING btree (user_id, sort_name, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.inspection_templates_added
-- Trigger record_changed: app.inspection_templates_changed
-- Trigger record_removed: app.inspection_templates_removed

create table public.inspections (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  property_address text,
  tenancy_id uuid,
  kind text not null,
  starts_at timestamp(3) with time zone not null,
  agreed boolean not null default false,
  notice_id uuid,
  inspector text not null default ''::text,
  note text not null default ''::text,
  meters jsonb not null default '[]'::jsonb,
  keys jsonb not null default '[]'::jsonb,
  shared_at timestamp(3) with time zone,
  comments_until timestamp(3) with time zone,
  locked_at timestamp(3) with time zone,
  sha256 text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((((COALESCE(property_address, ''::text) || ' '::text) || inspector) || ' '::text) || note)) stored,
  CHECK ((shared_at IS NULL) = (comments_until IS NULL)),
  CHECK ((locked_at IS NULL) = (sha256 IS NULL)),
  CHECK (locked_at IS NULL OR shared_at IS NOT NULL),
  CHECK (char_length(inspector) <= 200),
  CHECK (jsonb_typeof(keys) = 'array'::text AND jsonb_array_length(keys) <= 40),
  CHECK (kind = ANY (ARRAY['move-in'::text, 'routine'::text, 'move-out'::text])),
  CHECK (jsonb_typeof(meters) = 'array'::text AND jsonb_array_length(meters) <= 20),
  CHECK (char_length(note) <= 5000),
  CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  FOREIGN KEY (notice_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE SET NULL (notice_id),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE SET NULL (tenancy_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX inspections_comments_until_idx ON public.inspections USING btree (comments_until) WHERE ((shared_at IS NOT NULL) AND (locked_at IS NULL));
CREATE INDEX inspections_notice_id_idx ON public.inspections USING btree (notice_id) WHERE (notice_id IS NOT NULL);
CREATE INDEX inspections_tenancy_id_idx ON public.inspections USING btree (tenancy_id) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX inspections_user_id_comments_until_idx ON public.inspections USING btree (user_id, comments_until) WHERE ((shared_at IS NOT NULL) AND (locked_at IS NULL));
CREATE INDEX inspections_user_id_property_id_starts_at_idx ON public.inspections USING btree (user_id, property_id, starts_at DESC);
CREATE INDEX inspections_user_id_starts_at_id_idx ON public.inspections USING btree (user_id, starts_at DESC, id DESC);
-- Trigger keep_inspection: app.keep_inspection
-- Trigger next_version: app.next_version
-- Trigger record_added: app.inspections_added
-- Trigger record_changed: app.inspections_changed
-- Trigger record_removed: app.inspections_removed

create table public.journeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  owner_id uuid,
  day date not null,
  miles numeric(6,1) not null,
  return_journey boolean not null default false,
  from_place text not null,
  to_place text not null,
  purpose text not null,
  vehicle text not null,
  vehicle_name text not null default ''::text,
  extra_kind text,
  extra numeric(12,2),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((((((from_place || ' '::text) || to_place) || ' '::text) || purpose) || ' '::text) || vehicle_name)) stored,
  CHECK ((extra IS NULL) = (extra_kind IS NULL)),
  CHECK (day >= '1900-01-01'::date AND day <= '2200-12-31'::date),
  CHECK (extra >= 0.01 AND extra <= 99999999.99),
  CHECK (extra_kind = ANY (ARRAY['parking'::text, 'tolls'::text, 'congestion charges'::text])),
  CHECK (char_length(from_place) >= 1 AND char_length(from_place) <= 200),
  CHECK (miles > 0::numeric),
  CHECK (char_length(purpose) >= 1 AND char_length(purpose) <= 200),
  CHECK (char_length(to_place) >= 1 AND char_length(to_place) <= 200),
  CHECK (vehicle = ANY (ARRAY['car'::text, 'van'::text, 'motorcycle'::text])),
  CHECK (char_length(vehicle_name) <= 100),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX journeys_owner_id_user_id_idx ON public.journeys USING btree (owner_id, user_id);
CREATE INDEX journeys_property_id_user_id_idx ON public.journeys USING btree (property_id, user_id);
CREATE INDEX journeys_user_id_day_id_idx ON public.journeys USING btree (user_id, day DESC, id DESC);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.journeys_added
-- Trigger record_changed: app.journeys_changed
-- Trigger record_removed: app.journeys_removed

create table public.ledger_entries (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  kind text not null,
  date date not null,
  amount numeric(12,2) not null,
  period_from date,
  period_to date,
  method text,
  note text not null default ''::text,
  corrects uuid,
  disputed_on date,
  settled numeric(12,2) not null default 0,
  unpaid boolean not null generated always as (amount > settled) stored,
  CHECK (amount <> 0::numeric),
  CHECK (
CASE
    WHEN kind = ANY (ARRAY['payment'::text, 'reduction'::text, 'written-off'::text, 'rent-free'::text]) THEN amount < 0::numeric
    WHEN kind = ANY (ARRAY['rent'::text, 'charge'::text, 'interest'::text, 'refund'::text]) THEN amount > 0::numeric
    ELSE true
END),
  CHECK (date >= '1900-01-01'::date AND date <= '2200-12-31'::date),
  CHECK (kind = ANY (ARRAY['rent'::text, 'correction'::text, 'charge'::text, 'interest'::text, 'opening'::text, 'reduction'::text, 'written-off'::text, 'rent-free'::text, 'payment'::text, 'refund'::text])),
  CHECK (char_length(method) <= 500),
  CHECK (char_length(note) <= 500),
  FOREIGN KEY (corrects, tenancy_id, user_id) REFERENCES public.ledger_entries(id, tenancy_id, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, tenancy_id, user_id)
);
CREATE INDEX ledger_entries_corrects_idx ON public.ledger_entries USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE INDEX ledger_entries_user_id_tenancy_id_date_idx ON public.ledger_entries USING btree (user_id, tenancy_id, date) WHERE unpaid;
CREATE INDEX rent_entries_balances ON public.ledger_entries USING btree (user_id, tenancy_id, date, id) INCLUDE (amount);
CREATE INDEX rent_entries_charges ON public.ledger_entries USING btree (user_id, date) INCLUDE (tenancy_id, kind, amount, settled, unpaid) WHERE (kind <> ALL (ARRAY['payment'::text, 'refund'::text]));
CREATE INDEX rent_entries_credits ON public.ledger_entries USING btree (user_id) INCLUDE (id) WHERE (kind = ANY (ARRAY['reduction'::text, 'written-off'::text, 'rent-free'::text]));
CREATE INDEX rent_entries_lowering ON public.ledger_entries USING btree (user_id, date) WHERE (amount < (0)::numeric);
CREATE INDEX rent_entries_open ON public.ledger_entries USING btree (user_id, tenancy_id, date) WHERE (abs(amount) > settled);
CREATE INDEX rent_entries_refunds ON public.ledger_entries USING btree (user_id, date) INCLUDE (id) WHERE (kind = 'refund'::text);
CREATE INDEX rent_entries_unpaid_days ON public.ledger_entries USING btree (user_id, date) INCLUDE (tenancy_id, amount, settled, disputed_on) WHERE unpaid;
CREATE INDEX rent_entries_unused ON public.ledger_entries USING btree (user_id, date) WHERE ((amount < (0)::numeric) AND (abs(amount) > settled));
CREATE UNIQUE INDEX ledger_entries_tenancy_id_period_from_idx ON public.ledger_entries USING btree (tenancy_id, period_from) WHERE (kind = 'rent'::text);
-- Trigger check_allocations: app.check_allocations
-- Trigger log_added: app.log_tenancy_change
-- Trigger log_changed: app.log_tenancy_change
-- Trigger log_removed: app.log_tenancy_change
-- Trigger settle_added: app.settle_changed_ledgers
-- Trigger settle_changed: app.settle_changed_ledgers
-- Trigger settle_removed: app.settle_changed_ledgers

create table public.licences (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  kind text not null,
  council text not null,
  number text,
  starts date not null,
  ends date not null,
  conditions text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((council || ' '::text) || COALESCE(number, ''::text))) stored,
  CHECK (ends > starts),
  CHECK (char_length(conditions) <= 5000),
  CHECK (char_length(council) >= 1 AND char_length(council) <= 200),
  CHECK (ends >= '1990-01-01'::date AND ends <= '2200-12-31'::date),
  CHECK (kind = ANY (ARRAY['mandatory'::text, 'additional'::text, 'selective'::text, 'exemption'::text])),
  CHECK (char_length(number) <= 100),
  CHECK (starts >= '1990-01-01'::date AND starts <= '2200-12-31'::date),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX licences_property_id_user_id_ends_idx ON public.licences USING btree (property_id, user_id, ends);
CREATE INDEX licences_user_id_date_added_id_idx ON public.licences USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX licences_user_id_ends_id_idx ON public.licences USING btree (user_id, ends, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.licences_added
-- Trigger record_changed: app.licences_changed
-- Trigger record_removed: app.licences_removed
-- Trigger stale_deadlines_on_delete: app.licences_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.licences_stale_on_insert
-- Trigger stale_deadlines_on_update: app.licences_stale_on_update
-- Trigger sync_licensing: app.sync_licensing

create table public.loan_statements (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  loan_id uuid not null,
  from_day date not null,
  to_day date not null,
  interest numeric(12,2) not null,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (to_day >= from_day),
  CHECK (interest >= 0::numeric AND interest <= 99999999.99),
  FOREIGN KEY (loan_id, user_id) REFERENCES public.loans(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (loan_id, from_day)
);
CREATE INDEX loan_statements_user_id_idx ON public.loan_statements USING btree (user_id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.loan_statements_added
-- Trigger record_changed: app.loan_statements_changed
-- Trigger record_removed: app.loan_statements_removed

create table public.loans (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  property_name text,
  lender text not null,
  amount numeric(12,2) not null,
  opened date not null,
  months smallint not null,
  kind text not null,
  rates jsonb not null,
  fixed_until date,
  value_when_let numeric(12,2),
  capital_added numeric(12,2),
  limit_confirmed boolean not null default false,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((lender || ' '::text) || COALESCE(property_name, ''::text))) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(lender)) stored,
  CHECK (amount >= 0.01 AND amount <= 99999999.99),
  CHECK (capital_added >= 0::numeric AND capital_added <= 99999999.99),
  CHECK (kind = ANY (ARRAY['repayment'::text, 'interest-only'::text])),
  CHECK (char_length(lender) >= 1 AND char_length(lender) <= 200),
  CHECK (months >= 1 AND months <= 600),
  CHECK (opened >= '1900-01-01'::date AND opened <= '2200-12-31'::date),
  CHECK (jsonb_array_length(rates) >= 1 AND jsonb_array_length(rates) <= 50),
  CHECK (value_when_let >= 0.01 AND value_when_let <= 99999999.99),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX loans_property_id_user_id_idx ON public.loans USING btree (property_id, user_id);
CREATE INDEX loans_user_id_date_added_id_idx ON public.loans USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX loans_user_id_fixed_until_idx ON public.loans USING btree (user_id, fixed_until) WHERE (fixed_until IS NOT NULL);
CREATE INDEX loans_user_id_sort_name_id_idx ON public.loans USING btree (user_id, sort_name, id);
-- Trigger lock_loan_transactions: app.lock_loan_transactions
-- Trigger next_version: app.next_version
-- Trigger record_added: app.loans_added
-- Trigger record_changed: app.loans_changed
-- Trigger record_removed: app.loans_removed
-- Trigger set_property_name: app.set_property_name

create table public.members (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  person_id uuid,
  name text not null default ''::text,
  email text not null,
  role text not null,
  whole boolean not null default true,
  ends_on date,
  state text not null default 'invited'::text,
  token_hash text,
  invited_by uuid,
  invited_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  asked_at timestamp(3) with time zone,
  joined_at timestamp(3) with time zone,
  email_notifications boolean not null default true,
  version integer not null default 1,
  seats_when_paused smallint,
  tax_years text[],
  sees_payers boolean not null default false,
  CHECK (role <> 'owner'::text OR whole AND ends_on IS NULL),
  CHECK (role <> 'bookkeeper'::text OR whole),
  CHECK (role <> 'guest'::text OR ends_on IS NOT NULL),
  CHECK ((state <> ALL (ARRAY['active'::text, 'paused'::text])) OR joined_at IS NOT NULL AND person_id IS NOT NULL),
  CHECK (state <> 'invited'::text OR token_hash IS NOT NULL AND person_id IS NULL),
  CHECK (role = 'guest'::text OR tax_years IS NULL),
  CHECK (char_length(email) <= 254),
  CHECK (char_length(name) <= 100),
  CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'bookkeeper'::text, 'maintenance'::text, 'guest'::text])),
  CHECK (state = ANY (ARRAY['invited'::text, 'active'::text, 'paused'::text, 'left'::text, 'revoked'::text])),
  CHECK (cardinality(tax_years) >= 1 AND cardinality(tax_years) <= 20 AND array_to_string(tax_years, ' '::text) ~ '^20\d\d-\d\d( 20\d\d-\d\d)*$'::text),
  CHECK (token_hash ~ '^[0-9a-f]{64}$'::text),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (token_hash)
);
CREATE INDEX members_person_id_idx ON public.members USING btree (person_id);
CREATE INDEX members_user_id_idx ON public.members USING btree (user_id);
CREATE UNIQUE INDEX members_user_id_lower_idx ON public.members USING btree (user_id, lower(email)) WHERE (state = 'invited'::text);
CREATE UNIQUE INDEX members_user_id_person_id_idx ON public.members USING btree (user_id, person_id) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text]));
-- Trigger check_owner: app.check_owner
-- Trigger end_membership: app.end_membership
-- Trigger next_version: app.next_version
-- Trigger refuse_in_sample: app.refuse_in_sample
-- Trigger require_owner: app.require_owner

create table public.mileage_choices (
  user_id uuid not null default app.user_id(),
  rate text not null,
  CHECK (rate = ANY (ARRAY['55p'::text, '45p'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id)
);
-- Trigger log_choice: app.log_choice

create table public.notice_states (
  user_id uuid not null default app.user_id(),
  key text not null,
  read_at timestamp(3) with time zone,
  snoozed_until date,
  member_id uuid not null default app.member_id(),
  CHECK (char_length(key) <= 200),
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (member_id, key)
);
CREATE INDEX notice_states_user_id_idx ON public.notice_states USING btree (user_id);

create table public.occupiers (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  name text not null,
  moved_in date,
  moved_out date,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  CHECK (moved_out >= moved_in),
  CHECK (char_length(name) >= 2 AND char_length(name) <= 200),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX occupiers_user_id_tenancy_id_idx ON public.occupiers USING btree (user_id, tenancy_id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.occupiers_added
-- Trigger record_changed: app.occupiers_changed
-- Trigger record_removed: app.occupiers_removed
-- Trigger stale_deadlines_on_delete: app.occupiers_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.occupiers_stale_on_insert
-- Trigger stale_deadlines_on_update: app.occupiers_stale_on_update

create table public.own_deadlines (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  title text not null,
  day date not null,
  note text,
  repeat_months smallint,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  month_day smallint,
  CHECK (month_day >= 1 AND month_day <= 31),
  CHECK (char_length(note) <= 2000),
  CHECK (repeat_months >= 1 AND repeat_months <= 120),
  CHECK (char_length(title) >= 1 AND char_length(title) <= 200),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX own_deadlines_property_id_user_id_idx ON public.own_deadlines USING btree (property_id, user_id);
CREATE INDEX own_deadlines_user_id_property_id_day_idx ON public.own_deadlines USING btree (user_id, property_id, day);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.own_deadlines_added
-- Trigger record_changed: app.own_deadlines_changed
-- Trigger record_removed: app.own_deadlines_removed
-- Trigger set_month_day: app.set_month_day
-- Trigger sync_own_deadline: app.sync_own_deadline

create table public.owners (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  kind text not null,
  nation text not null,
  nino text,
  nino_end text,
  closed_at timestamp(3) with time zone,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  CHECK ((nino IS NULL) = (nino_end IS NULL)),
  CHECK (kind = ANY (ARRAY['person'::text, 'company'::text])),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (nation = ANY (ARRAY['England'::text, 'Wales'::text, 'Scotland'::text, 'Northern Ireland'::text])),
  CHECK (char_length(nino) <= 200),
  CHECK (nino_end ~ '^[0-9]{2}[A-D]$'::text),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX owners_user_id_date_added_id_idx ON public.owners USING btree (user_id, date_added, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.owners_added
-- Trigger record_changed: app.owners_changed
-- Trigger record_removed: app.owners_removed

create table public.ownerships (
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  starts_on date not null,
  spouses boolean not null default false,
  signed_on date,
  received_on date,
  CHECK (spouses OR signed_on IS NULL),
  CHECK (signed_on <= received_on),
  CHECK (signed_on IS NOT NULL OR received_on IS NULL),
  CHECK (received_on >= '1900-01-01'::date AND received_on <= '2199-12-31'::date),
  CHECK (signed_on >= '1900-01-01'::date AND signed_on <= '2199-12-31'::date),
  CHECK (starts_on >= '1900-01-01'::date AND starts_on <= '2199-12-31'::date),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id, starts_on)
);
-- Trigger check_shares: app.check_shares
-- Trigger log_ownership: app.log_ownership

create table public.payer_rules (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  payer text not null,
  type text not null,
  category text,
  property_id uuid,
  varies boolean not null default false,
  learned_from uuid,
  batch uuid,
  before jsonb,
  learned_at timestamp(3) with time zone not null default app.instant(),
  CHECK (char_length(category) >= 1 AND char_length(category) <= 100),
  CHECK (char_length(payer) >= 1 AND char_length(payer) <= 200),
  CHECK (type = ANY (ARRAY['income'::text, 'expense'::text])),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (user_id, payer, type)
);
CREATE INDEX payer_rules_property_id_idx ON public.payer_rules USING btree (property_id) WHERE (property_id IS NOT NULL);
CREATE INDEX payer_rules_user_id_batch_idx ON public.payer_rules USING btree (user_id, batch) WHERE (batch IS NOT NULL);

create table public.pending_bank_rows (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  bank_account_id uuid not null,
  date date not null,
  amount numeric(12,2) not null,
  text text not null,
  CHECK (char_length(text) <= 500),
  FOREIGN KEY (bank_account_id, user_id) REFERENCES public.bank_accounts(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX pending_bank_rows_bank_account_id_date_idx ON public.pending_bank_rows USING btree (bank_account_id, date DESC);

create table public.people (
  id uuid not null,
  dark_mode boolean not null default false,
  key_shortcuts boolean not null default true,
  last_account_id uuid,
  FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  FOREIGN KEY (last_account_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  PRIMARY KEY (id)
);

create table public.profiles (
  id uuid not null,
  name text not null,
  email text not null,
  trial_start_date timestamp with time zone,
  trial_end_date timestamp with time zone,
  updated_at timestamp with time zone not null,
  steps_hidden boolean not null default false,
  file_bytes bigint not null default 0,
  owner_id uuid not null,
  account_name text,
  sample boolean not null default false,
  CHECK (char_length(account_name) >= 2 AND char_length(account_name) <= 100),
  FOREIGN KEY (owner_id) REFERENCES auth.users(id),
  PRIMARY KEY (id)
);
CREATE INDEX profiles_owner_id_idx ON public.profiles USING btree (owner_id);
CREATE UNIQUE INDEX profiles_owner_id_idx1 ON public.profiles USING btree (owner_id) WHERE sample;
-- Trigger mark_renamed: app.mark_renamed_landlord

create table public.properties (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  address text not null,
  city text not null,
  state text not null,
  zipcode text not null,
  type text not null,
  bedrooms integer not null,
  bathrooms integer not null,
  monthly_rent numeric(12,2) not null,
  size integer not null,
  purchase_price numeric(12,2) not null default 0,
  purchase_date date,
  status text not null default 'vacant'::text,
  description text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  key_type text,
  key_code text,
  keys_amount integer,
  guarantor_name text,
  guarantor_address text,
  guarantor_phone text,
  guarantor_alt_contact text,
  image_url text,
  search text not null generated always as ((app.search_text((address || ' '::text) || city) || chr(10)) || app.search_text((((type || ' '::text) || zipcode) || ' '::text) || replace(zipcode, ' '::text, ''::text))) stored,
  compliance_items jsonb not null default '{"ends": {}, "recorded": {}, "incomplete": {}, "notApplicable": {}}'::jsonb,
  end_days text[] collate "C" generated always as (app.end_days(compliance_items)) stored,
  first_end text collate "C" generated always as (app.first_end(compliance_items)) stored,
  not_recorded smallint generated always as (app.not_recorded(compliance_items)) stored,
  added_on date generated always as ((date_added AT TIME ZONE 'Europe/London'::text)::date) stored,
  country text,
  gas boolean,
  storeys smallint,
  combustion_rooms smallint,
  people smallint,
  households smallint,
  let_by_room boolean,
  leasehold boolean,
  unknown_facts text[] not null default '{}'::text[],
  CHECK (char_length(address) >= 5 AND char_length(address) <= 200),
  CHECK (bathrooms >= 0 AND bathrooms <= 1000),
  CHECK (bedrooms >= 0 AND bedrooms <= 1000),
  CHECK (char_length(city) >= 2 AND char_length(city) <= 100),
  CHECK (combustion_rooms >= 0 AND combustion_rooms <= 100),
  CHECK (country = ANY (ARRAY['England'::text, 'Wales'::text, 'Scotland'::text, 'Northern Ireland'::text])),
  CHECK (char_length(description) <= 2000),
  CHECK (char_length(guarantor_address) <= 500),
  CHECK (char_length(guarantor_alt_contact) <= 200),
  CHECK (char_length(guarantor_name) <= 200),
  CHECK (char_length(guarantor_phone) <= 50),
  CHECK (households >= 0 AND households <= 1000),
  CHECK (starts_with(image_url, '/api/files/property_images/'::text)),
  CHECK (char_length(key_code) <= 100),
  CHECK (char_length(key_type) <= 100),
  CHECK (keys_amount >= 0 AND keys_amount <= 1000),
  CHECK (monthly_rent >= 0::numeric AND monthly_rent <= 99999999.99),
  CHECK (people >= 0 AND people <= 1000),
  CHECK (char_length(state) <= 100),
  CHECK (status = ANY (ARRAY['vacant'::text, 'occupied'::text, 'maintenance'::text])),
  CHECK (storeys >= 1 AND storeys <= 100),
  CHECK (type = ANY (ARRAY['flat'::text, 'house'::text, 'detached'::text, 'semi-detached'::text, 'bungalow'::text, 'terraced'::text])),
  CHECK (char_length(zipcode) >= 5 AND char_length(zipcode) <= 12),
  FOREIGN KEY (image_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (image_url)
);
CREATE INDEX properties_user_id_date_added_id_idx ON public.properties USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX properties_user_id_id_search_idx ON public.properties USING btree (user_id) INCLUDE (id, search);
CREATE INDEX properties_user_id_id_status_monthly_rent_added_on_end_days_idx ON public.properties USING btree (user_id, id) INCLUDE (status, monthly_rent, added_on, end_days, first_end, not_recorded);
CREATE INDEX properties_user_id_monthly_rent_id_idx ON public.properties USING btree (user_id, monthly_rent DESC, id DESC);
-- Trigger keep_property_address: app.keep_property_address
-- Trigger next_version: app.next_version
-- Trigger record_added: app.properties_added
-- Trigger record_changed: app.properties_changed
-- Trigger record_removed: app.properties_removed
-- Trigger stale_deadlines_on_delete: app.properties_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.properties_stale_on_insert
-- Trigger stale_deadlines_on_update: app.properties_stale_on_update
-- Trigger sync_property_name: app.sync_property_name
-- Trigger track_file: app.track_file

create table public.property_certificates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  seq bigint not null generated always as identity,
  name text not null,
  issue_date date,
  expiration_date date,
  renewal_frequency text not null default 'Yearly'::text,
  cost numeric(12,2),
  provider_name text,
  notes text,
  file_url text,
  compliance_item text,
  version integer not null default 1,
  outcome text,
  work_due date,
  work_done date,
  confirmed_to_tenant date,
  confirmed_to_council date,
  replaced_by uuid,
  CHECK (replaced_by <> id),
  CHECK (compliance_item = ANY (ARRAY['gasSafety'::text, 'energyPerformance'::text, 'electricalSafety'::text, 'propertyLicensing'::text, 'landlordInsurance'::text])),
  CHECK (cost >= 0::numeric AND cost <= 99999999.99),
  CHECK (starts_with(file_url, '/api/files/property-certificates/'::text)),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 200),
  CHECK (char_length(notes) <= 2000),
  CHECK (outcome = ANY (ARRAY['satisfactory'::text, 'C1'::text, 'C2'::text, 'C3'::text, 'FI'::text])),
  CHECK (char_length(provider_name) <= 200),
  CHECK (renewal_frequency = ANY (ARRAY['Monthly'::text, 'Quarterly'::text, 'Biannually'::text, 'Yearly'::text, 'Every 2 Years'::text, 'Every 5 Years'::text, 'Every 10 Years'::text, 'Other'::text])),
  FOREIGN KEY (file_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (replaced_by, user_id) REFERENCES public.property_certificates(id, user_id) ON DELETE SET NULL (replaced_by),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (file_url),
  UNIQUE (id, user_id)
);
CREATE INDEX property_certificates_property_id_idx ON public.property_certificates USING btree (property_id);
CREATE INDEX property_certificates_replaced_by_idx ON public.property_certificates USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE INDEX property_certificates_user_id_property_id_seq_idx ON public.property_certificates USING btree (user_id, property_id, seq);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.property_certificates_added
-- Trigger record_changed: app.property_certificates_changed
-- Trigger record_removed: app.property_certificates_removed
-- Trigger stale_deadlines_on_delete: app.property_certificates_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.property_certificates_stale_on_insert
-- Trigger stale_deadlines_on_update: app.property_certificates_stale_on_update
-- Trigger track_file: app.track_file

create table public.property_compliance (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  gas_safety_completed boolean not null default false,
  gas_safety_not_applicable text,
  gas_safety_expiry_date date,
  gas_safety_notes text,
  energy_performance_completed boolean not null default false,
  energy_performance_not_applicable text,
  energy_performance_expiry_date date,
  energy_performance_rating text,
  energy_performance_notes text,
  electrical_safety_completed boolean not null default false,
  electrical_safety_not_applicable text,
  electrical_safety_expiry_date date,
  electrical_safety_notes text,
  alarms_completed boolean not null default false,
  alarms_not_applicable text,
  alarms_last_checked date,
  alarms_notes text,
  deposit_protection_completed boolean not null default false,
  deposit_protection_not_applicable text,
  deposit_protection_scheme text,
  deposit_protection_reference text,
  deposit_protection_notes text,
  hhsrs_completed boolean not null default false,
  hhsrs_not_applicable text,
  hhsrs_last_inspection date,
  hhsrs_notes text,
  property_licensing_completed boolean not null default false,
  property_licensing_not_applicable text,
  property_licensing_number text,
  property_licensing_expiry_date date,
  property_licensing_notes text,
  tenancy_agreement_completed boolean not null default false,
  tenancy_agreement_not_applicable text,
  tenancy_agreement_agreement_date date,
  tenancy_agreement_notes text,
  landlord_insurance_completed boolean not null default false,
  landlord_insurance_not_applicable text,
  landlord_insurance_provider text,
  landlord_insurance_policy_number text,
  landlord_insurance_expiry_date date,
  landlord_insurance_notes text,
  version integer not null default 1,
  deposit_protection_protection_date date,
  CHECK (char_length(alarms_not_applicable) <= 500),
  CHECK (char_length(alarms_notes) <= 2000),
  CHECK (char_length(deposit_protection_not_applicable) <= 500),
  CHECK (char_length(deposit_protection_notes) <= 2000),
  CHECK (char_length(deposit_protection_reference) <= 100),
  CHECK (char_length(deposit_protection_scheme) <= 200),
  CHECK (char_length(electrical_safety_not_applicable) <= 500),
  CHECK (char_length(electrical_safety_notes) <= 2000),
  CHECK (char_length(energy_performance_not_applicable) <= 500),
  CHECK (char_length(energy_performance_notes) <= 2000),
  CHECK (energy_performance_rating = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text, 'F'::text, 'G'::text])),
  CHECK (char_length(gas_safety_not_applicable) <= 500),
  CHECK (char_length(gas_safety_notes) <= 2000),
  CHECK (char_length(hhsrs_not_applicable) <= 500),
  CHECK (char_length(hhsrs_notes) <= 2000),
  CHECK (char_length(landlord_insurance_not_applicable) <= 500),
  CHECK (char_length(landlord_insurance_notes) <= 2000),
  CHECK (char_length(landlord_insurance_policy_number) <= 100),
  CHECK (char_length(landlord_insurance_provider) <= 200),
  CHECK (char_length(property_licensing_not_applicable) <= 500),
  CHECK (char_length(property_licensing_notes) <= 2000),
  CHECK (char_length(property_licensing_number) <= 100),
  CHECK (char_length(tenancy_agreement_not_applicable) <= 500),
  CHECK (char_length(tenancy_agreement_notes) <= 2000),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (property_id)
);
CREATE INDEX property_compliance_user_id_property_id_idx ON public.property_compliance USING btree (user_id, property_id);
-- Trigger copy_licence: app.copy_licence
-- Trigger next_version: app.next_version
-- Trigger record_added: app.property_compliance_added
-- Trigger record_changed: app.property_compliance_changed
-- Trigger record_removed: app.property_compliance_removed
-- Trigger stale_deadlines_on_delete: app.property_compliance_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.property_compliance_stale_on_insert
-- Trigger stale_deadlines_on_update: app.property_compliance_stale_on_update

create table public.property_invoices (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  seq bigint not null generated always as identity,
  invoice_date date,
  amount numeric(12,2),
  description text,
  file_url text,
  version integer not null default 1,
  CHECK (amount >= 0::numeric AND amount <= 99999999.99),
  CHECK (char_length(description) <= 500),
  CHECK (starts_with(file_url, '/api/files/property-invoices/'::text)),
  FOREIGN KEY (file_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (file_url),
  UNIQUE (id, user_id)
);
CREATE INDEX property_invoices_property_id_idx ON public.property_invoices USING btree (property_id);
CREATE INDEX property_invoices_user_id_property_id_seq_idx ON public.property_invoices USING btree (user_id, property_id, seq);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.property_invoices_added
-- Trigger record_changed: app.property_invoices_changed
-- Trigger record_removed: app.property_invoices_removed
-- Trigger sync_invoice_file: app.sync_invoice_file
-- Trigger track_file: app.track_file

create table public.property_values (
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  value numeric(12,2) not null,
  CHECK (value >= 0.01 AND value <= 99999999.99),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id)
);
CREATE INDEX property_values_property_id_user_id_idx ON public.property_values USING btree (property_id, user_id);

create table public.reminder_settings (
  user_id uuid not null default app.user_id(),
  steps smallint[] not null,
  active boolean not null default false,
  previewed_at timestamp(3) with time zone,
  CHECK (NOT active OR previewed_at IS NOT NULL),
  CHECK (cardinality(steps) >= 1 AND cardinality(steps) <= 8 AND ('-14'::integer <= ALL (steps)) AND (60 >= ALL (steps))),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id)
);
-- Trigger log_changed: app.log_reminders
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.rent_allocations (
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12,2) not null,
  CHECK (amount > 0::numeric),
  FOREIGN KEY (owed_id, tenancy_id, user_id) REFERENCES public.ledger_entries(id, tenancy_id, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (paid_id, tenancy_id, user_id) REFERENCES public.ledger_entries(id, tenancy_id, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (owed_id, paid_id)
);
CREATE INDEX rent_allocations_paid_id_idx ON public.rent_allocations USING btree (paid_id);
CREATE INDEX rent_allocations_user_id_tenancy_id_idx ON public.rent_allocations USING btree (user_id, tenancy_id);
-- Trigger check_allocations: app.check_allocations
-- Trigger count_added: app.update_settled
-- Trigger count_changed: app.update_settled
-- Trigger count_removed: app.update_settled

create table public.rent_emails (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  due_on date not null,
  step smallint not null,
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null default 'queued'::text,
  reason text,
  queued_at timestamp(3) with time zone not null default app.instant(),
  CHECK (state = ANY (ARRAY['queued'::text, 'handed'::text, 'sent'::text, 'refused'::text, 'withdrawn'::text])),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (tenancy_id, due_on, step, recipient)
);
CREATE INDEX rent_emails_user_id_idx ON public.rent_emails USING btree (user_id) WHERE (state = 'queued'::text);
CREATE INDEX rent_emails_user_id_queued_at_idx ON public.rent_emails USING btree (user_id, queued_at);
CREATE INDEX rent_emails_user_id_tenancy_id_queued_at_idx ON public.rent_emails USING btree (user_id, tenancy_id, queued_at DESC);
-- Trigger keep_sent: app.freeze_sent_email
-- Trigger notify_rent_email: app.notify_rent_email
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.repair_bills (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  repair_id uuid not null,
  supplier_id uuid,
  sender text not null,
  number text not null,
  net numeric(12,2) not null,
  vat numeric(12,2) not null,
  due date,
  state text not null default 'received'::text,
  document_id uuid,
  transaction_id uuid,
  received_at timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (transaction_id IS NULL OR state = 'accepted'::text),
  CHECK (net <> 0::numeric),
  CHECK (char_length(number) >= 1 AND char_length(number) <= 100),
  CHECK (char_length(sender) >= 1 AND char_length(sender) <= 200),
  CHECK (state = ANY (ARRAY['received'::text, 'accepted'::text, 'refused'::text])),
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE SET NULL (document_id),
  FOREIGN KEY (repair_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE SET NULL (supplier_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX repair_bills_document_id_idx ON public.repair_bills USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX repair_bills_transaction_id_idx ON public.repair_bills USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX repair_bills_user_id_repair_id_idx ON public.repair_bills USING btree (user_id, repair_id);
CREATE UNIQUE INDEX repair_bills_number_key ON public.repair_bills USING btree (supplier_id, lower(number)) WHERE (state <> 'refused'::text);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.repair_bills_added
-- Trigger record_changed: app.repair_bills_changed
-- Trigger record_removed: app.repair_bills_removed

create table public.repair_events (
  id uuid not null default gen_random_uuid(),
  seq bigint not null generated always as identity,
  user_id uuid not null default app.user_id(),
  repair_id uuid not null,
  at timestamp(3) with time zone not null default app.instant(),
  side text not null,
  person_id uuid,
  name text not null default ''::text,
  kind text not null,
  text text not null default ''::text,
  was text,
  is_now text,
  tenant_sees boolean not null default false,
  suppliers_see boolean not null default false,
  supplier_sees uuid,
  document_id uuid,
  taken_at timestamp(3) with time zone,
  version integer not null default 1,
  CHECK (kind = ANY (ARRAY['reported'::text, 'moved'::text, 'message'::text, 'file'::text, 'changed'::text, 'asked'::text, 'quoted'::text, 'refused'::text, 'given'::text, 'lost'::text, 'proposed'::text, 'matched'::text, 'billed'::text, 'recharged'::text])),
  CHECK (char_length(name) <= 200),
  CHECK (side = ANY (ARRAY['landlord'::text, 'tenant'::text, 'supplier'::text, 'system'::text])),
  CHECK (char_length(text) <= 5000),
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE SET NULL (document_id),
  FOREIGN KEY (repair_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX repair_events_document_id_idx ON public.repair_events USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX repair_events_repair_id_seq_idx ON public.repair_events USING btree (repair_id, seq);
CREATE INDEX repair_events_user_id_idx ON public.repair_events USING btree (user_id);
-- Trigger keep_events: app.keep_repair_events
-- Trigger next_version: app.next_version
-- Trigger record_added: app.repair_events_added
-- Trigger record_changed: app.repair_events_changed
-- Trigger record_removed: app.repair_events_removed

create table public.repair_plans (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  title text not null,
  category text not null,
  description text not null default ''::text,
  supplier_id uuid,
  every_months smallint,
  next_on date,
  deadline_kind text,
  paused boolean not null default false,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(title)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(title)) stored,
  month_day smallint,
  CHECK (category = ANY (ARRAY['water'::text, 'heating'::text, 'electrics'::text, 'gas'::text, 'damp'::text, 'appliance'::text, 'door'::text, 'roof'::text, 'pests'::text, 'floor'::text, 'walls'::text, 'garden'::text, 'cleaning'::text, 'other'::text])),
  CHECK ((every_months IS NULL) = (next_on IS NULL) AND (every_months IS NULL) <> (deadline_kind IS NULL)),
  CHECK (char_length(description) <= 5000),
  CHECK (every_months >= 1 AND every_months <= 120),
  CHECK (month_day >= 1 AND month_day <= 31),
  CHECK (char_length(title) >= 1 AND char_length(title) <= 200),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE SET NULL (supplier_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX repair_plans_next_on_idx ON public.repair_plans USING btree (next_on) WHERE (NOT paused);
CREATE INDEX repair_plans_property_id_idx ON public.repair_plans USING btree (property_id);
CREATE INDEX repair_plans_supplier_id_idx ON public.repair_plans USING btree (supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX repair_plans_user_id_date_added_id_idx ON public.repair_plans USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX repair_plans_user_id_sort_name_id_idx ON public.repair_plans USING btree (user_id, sort_name, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.repair_plans_added
-- Trigger record_changed: app.repair_plans_changed
-- Trigger record_removed: app.repair_plans_removed
-- Trigger set_month_day: app.set_month_day

create table public.repair_quotes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  repair_id uuid not null,
  supplier_id uuid,
  supplier_name text not null,
  state text not null default 'asked'::text,
  answer_by date,
  net numeric(12,2),
  vat numeric(12,2),
  note text not null default ''::text,
  valid_until date,
  time_from timestamp(3) with time zone,
  time_until timestamp(3) with time zone,
  document_id uuid,
  asked_at timestamp(3) with time zone not null default app.instant(),
  answered_at timestamp(3) with time zone,
  version integer not null default 1,
  CHECK (time_until > time_from),
  CHECK ((net IS NULL) = (vat IS NULL)),
  CHECK ((time_from IS NULL) = (time_until IS NULL)),
  CHECK (net > 0::numeric),
  CHECK (char_length(note) <= 2000),
  CHECK (state = ANY (ARRAY['asked'::text, 'given'::text, 'refused'::text, 'chosen'::text, 'lost'::text])),
  CHECK (char_length(supplier_name) >= 1 AND char_length(supplier_name) <= 200),
  CHECK (vat >= 0::numeric),
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) ON DELETE SET NULL (document_id),
  FOREIGN KEY (repair_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE SET NULL (supplier_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (repair_id, supplier_id)
);
CREATE INDEX repair_quotes_document_id_idx ON public.repair_quotes USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX repair_quotes_supplier_id_idx ON public.repair_quotes USING btree (supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX repair_quotes_user_id_repair_id_idx ON public.repair_quotes USING btree (user_id, repair_id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.repair_quotes_added
-- Trigger record_changed: app.repair_quotes_changed
-- Trigger record_removed: app.repair_quotes_removed

create table public.repair_targets (
  user_id uuid not null default app.user_id(),
  urgency text not null,
  hours integer not null,
  version integer not null default 1,
  CHECK (hours >= 1 AND hours <= 8760),
  CHECK (urgency = ANY (ARRAY['emergency'::text, 'urgent'::text, 'normal'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, urgency)
);
-- Trigger log_targets: app.log_choice

create table public.repairs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  number integer not null,
  property_id uuid,
  property_address text,
  tenancy_id uuid,
  tenant_id uuid,
  reported_by text not null,
  reporter_name text,
  reporter_email text,
  reporter_phone text,
  unconfirmed boolean not null default false,
  title text not null,
  description text not null default ''::text,
  category text not null,
  urgency text not null default 'normal'::text,
  room text not null default ''::text,
  access_note text not null default ''::text,
  suiting_times jsonb not null default '[]'::jsonb,
  pets boolean not null default false,
  vulnerable boolean not null default false,
  state text not null default 'reported'::text,
  state_reason text,
  held_until date,
  supplier_id uuid,
  booked_from timestamp(3) with time zone,
  booked_until timestamp(3) with time zone,
  proposed_from timestamp(3) with time zone,
  proposed_until timestamp(3) with time zone,
  proposed_by text,
  reported_at timestamp(3) with time zone not null default app.instant(),
  accepted_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  cost_limit numeric(12,2),
  first_gets_it boolean not null default false,
  previous_id uuid,
  link_id uuid,
  report_key uuid,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((((((number::text || ' '::text) || title) || ' '::text) || COALESCE(property_address, ''::text)) || ' '::text) || description)) stored,
  plan_id uuid,
  plan_day date,
  inspection_id uuid,
  inspection_item uuid,
  CHECK (char_length(access_note) <= 1000),
  CHECK (category = ANY (ARRAY['water'::text, 'heating'::text, 'electrics'::text, 'gas'::text, 'damp'::text, 'appliance'::text, 'door'::text, 'roof'::text, 'pests'::text, 'floor'::text, 'walls'::text, 'garden'::text, 'cleaning'::text, 'other'::text])),
  CHECK (NOT unconfirmed OR reported_by = 'poster'::text),
  CHECK (held_until IS NULL OR state = 'on-hold'::text),
  CHECK (booked_until > booked_from),
  CHECK (proposed_until > proposed_from),
  CHECK (NOT first_gets_it OR cost_limit IS NOT NULL),
  CHECK ((proposed_from IS NULL) = (proposed_by IS NULL) AND (proposed_from IS NULL) = (proposed_until IS NULL)),
  CHECK ((booked_from IS NULL) = (booked_until IS NULL)),
  CHECK (cost_limit > 0::numeric),
  CHECK (char_length(description) <= 5000),
  CHECK (number >= 1),
  CHECK (proposed_by = ANY (ARRAY['landlord'::text, 'tenant'::text, 'supplier'::text])),
  CHECK (reported_by = ANY (ARRAY['landlord'::text, 'tenant'::text, 'poster'::text, 'inspection'::text, 'plan'::text])),
  CHECK (char_length(reporter_email) <= 254),
  CHECK (char_length(reporter_name) >= 1 AND char_length(reporter_name) <= 200),
  CHECK (char_length(reporter_phone) <= 50),
  CHECK (char_length(room) <= 100),
  CHECK (state = ANY (ARRAY['reported'::text, 'accepted'::text, 'quoting'::text, 'booked'::text, 'in-progress'::text, 'done'::text, 'closed'::text, 'on-hold'::text, 'declined'::text, 'cancelled'::text])),
  CHECK (char_length(state_reason) <= 1000),
  CHECK (jsonb_typeof(suiting_times) = 'array'::text AND jsonb_array_length(suiting_times) <= 6),
  CHECK (char_length(title) >= 1 AND char_length(title) <= 200),
  CHECK (urgency = ANY (ARRAY['emergency'::text, 'urgent'::text, 'normal'::text, 'passing'::text])),
  FOREIGN KEY (inspection_id, user_id) REFERENCES public.inspections(id, user_id) ON DELETE SET NULL (inspection_id),
  FOREIGN KEY (link_id, user_id) REFERENCES public.guest_links(id, user_id) ON DELETE SET NULL (link_id) DEFERRABLE,
  FOREIGN KEY (plan_id, user_id) REFERENCES public.repair_plans(id, user_id) ON DELETE SET NULL (plan_id),
  FOREIGN KEY (previous_id, user_id) REFERENCES public.repairs(id, user_id) ON DELETE SET NULL (previous_id),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE SET NULL (supplier_id),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE SET NULL (tenancy_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE SET NULL (tenant_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (inspection_item),
  UNIQUE (link_id, report_key),
  UNIQUE (plan_id, plan_day),
  UNIQUE (user_id, number)
);
CREATE INDEX repairs_inspection_id_idx ON public.repairs USING btree (inspection_id) WHERE (inspection_id IS NOT NULL);
CREATE INDEX repairs_previous_id_idx ON public.repairs USING btree (previous_id) WHERE (previous_id IS NOT NULL);
CREATE INDEX repairs_supplier_id_reported_at_idx ON public.repairs USING btree (supplier_id, reported_at DESC) WHERE (supplier_id IS NOT NULL);
CREATE INDEX repairs_tenancy_id_idx ON public.repairs USING btree (tenancy_id) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX repairs_tenant_id_idx ON public.repairs USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE INDEX repairs_user_id_id_search_idx ON public.repairs USING btree (user_id) INCLUDE (id, search);
CREATE INDEX repairs_user_id_property_id_reported_at_idx ON public.repairs USING btree (user_id, property_id, reported_at DESC);
CREATE INDEX repairs_user_id_reported_at_id_idx ON public.repairs USING btree (user_id, reported_at DESC, id);
CREATE INDEX repairs_user_id_state_reported_at_id_idx ON public.repairs USING btree (user_id, state, reported_at DESC, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.repairs_added
-- Trigger record_changed: app.repairs_changed
-- Trigger record_removed: app.repairs_removed
-- Trigger set_number: app.set_repair_number

create table public.requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  tenancy_id uuid,
  kind text not null,
  what text not null,
  asked_on date not null,
  more_asked_on date,
  replied_on date,
  answered_on date,
  answer text,
  reason text,
  last_day date,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(what)) stored,
  CHECK (answer = ANY (ARRAY['yes'::text, 'no'::text, 'done'::text])),
  CHECK (more_asked_on >= asked_on),
  CHECK (replied_on >= more_asked_on),
  CHECK (answered_on >= asked_on),
  CHECK ((answer IS NULL) = (answered_on IS NULL)),
  CHECK (tenancy_id IS NOT NULL OR (kind <> ALL (ARRAY['pet'::text, 'alteration'::text]))),
  CHECK (kind = ANY (ARRAY['pet'::text, 'alteration'::text, 'data'::text, 'viewing-report'::text, 'council-report'::text, 'council'::text, 'other'::text])),
  CHECK (char_length(reason) <= 2000),
  CHECK (char_length(what) >= 1 AND char_length(what) <= 500),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX requests_user_id_property_id_asked_on_idx ON public.requests USING btree (user_id, property_id, asked_on);
CREATE INDEX requests_user_id_tenancy_id_idx ON public.requests USING btree (user_id, tenancy_id) WHERE (tenancy_id IS NOT NULL);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.requests_added
-- Trigger record_changed: app.requests_changed
-- Trigger record_removed: app.requests_removed
-- Trigger stale_deadlines_on_delete: app.requests_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.requests_stale_on_insert
-- Trigger stale_deadlines_on_update: app.requests_stale_on_update

create table public.restore_parts (
  user_id uuid not null default app.user_id(),
  restore_id uuid not null,
  place integer not null,
  table_name text not null,
  before integer not null,
  rows json not null,
  FOREIGN KEY (restore_id, user_id) REFERENCES public.restores(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, restore_id, place)
);

create table public.restores (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  state text not null default 'checked'::text,
  made_at timestamp(3) with time zone not null,
  account_name text not null,
  bytes bigint not null,
  tables jsonb not null,
  left_out jsonb not null,
  added_by uuid default app.person_id(),
  added_at timestamp(3) with time zone not null default app.instant(),
  restored_at timestamp(3) with time zone,
  CHECK (char_length(account_name) <= 300),
  CHECK ((state = 'restored'::text) = (restored_at IS NOT NULL)),
  CHECK (state = ANY (ARRAY['checked'::text, 'restored'::text])),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX restores_added_at_idx ON public.restores USING btree (added_at) WHERE (state = 'checked'::text);
CREATE INDEX restores_user_id_added_at_idx ON public.restores USING btree (user_id, added_at DESC);

create table public.right_to_rent_checks (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  tenant_id uuid,
  occupier_id uuid,
  way text not null,
  checked_on date not null,
  checked_by text not null,
  unlimited boolean not null,
  leave_ends date,
  document_ends date,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (num_nonnulls(tenant_id, occupier_id) = 1),
  CHECK (unlimited = (leave_ends IS NULL)),
  CHECK (char_length(checked_by) >= 1 AND char_length(checked_by) <= 200),
  CHECK (way = ANY (ARRAY['documents-unlimited'::text, 'documents-limited'::text, 'share-code'::text, 'identity-provider'::text, 'checking-service'::text])),
  FOREIGN KEY (occupier_id, user_id) REFERENCES public.occupiers(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX right_to_rent_checks_user_id_tenancy_id_checked_on_idx ON public.right_to_rent_checks USING btree (user_id, tenancy_id, checked_on);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.right_to_rent_checks_added
-- Trigger record_changed: app.right_to_rent_checks_changed
-- Trigger record_removed: app.right_to_rent_checks_removed
-- Trigger stale_deadlines_on_delete: app.right_to_rent_checks_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.right_to_rent_checks_stale_on_insert
-- Trigger stale_deadlines_on_update: app.right_to_rent_checks_stale_on_update

create table public.saved_reports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  member_id uuid default app.member_id(),
  name text not null,
  report text not null,
  query jsonb not null default '{}'::jsonb,
  monthly boolean not null default false,
  emailed_for date,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  CHECK (char_length(name) >= 1 AND char_length(name) <= 100),
  CHECK (jsonb_typeof(query) = 'object'::text AND length(query::text) <= 2000),
  CHECK (char_length(report) >= 1 AND char_length(report) <= 50),
  FOREIGN KEY (member_id, user_id) REFERENCES public.members(id, user_id) ON DELETE SET NULL (member_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX saved_reports_emailed_for_idx ON public.saved_reports USING btree (emailed_for) WHERE monthly;
CREATE INDEX saved_reports_member_id_user_id_idx ON public.saved_reports USING btree (member_id, user_id);
CREATE INDEX saved_reports_user_id_date_added_id_idx ON public.saved_reports USING btree (user_id, date_added, id);
-- Trigger next_version: app.next_version
-- Trigger record_added: app.saved_reports_added
-- Trigger record_changed: app.saved_reports_changed
-- Trigger record_removed: app.saved_reports_removed

create table public.served (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  document_id uuid not null,
  document_version_id uuid not null,
  sha256 text not null,
  tenancy_id uuid,
  property_id uuid,
  tenant_id uuid,
  recipient text not null,
  recipient_kind text not null,
  method text not null,
  method_note text,
  address text not null,
  served_at timestamp(3) with time zone not null,
  timed boolean not null default true,
  arrival date,
  arrival_rule text,
  remark text,
  state text not null,
  state_note text,
  proof_url text,
  link_id uuid,
  served_by uuid default app.person_id(),
  confirmed_at timestamp(3) with time zone,
  confirmed_name text,
  confirmed_from text,
  struck_at timestamp(3) with time zone,
  struck_by uuid,
  struck_reason text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (char_length(address) >= 1 AND char_length(address) <= 500),
  CHECK ((struck_at IS NULL) = (struck_reason IS NULL)),
  CHECK ((state = 'confirmed'::text) = (confirmed_at IS NOT NULL)),
  CHECK (method <> 'other'::text OR method_note IS NOT NULL),
  CHECK ((state <> ALL (ARRAY['sending'::text, 'handed-over'::text, 'refused'::text])) OR method = 'email'::text),
  CHECK (char_length(confirmed_name) >= 1 AND char_length(confirmed_name) <= 200),
  CHECK (method = ANY (ARRAY['email'::text, 'by-hand'::text, 'left-at-address'::text, 'first-class'::text, 'signed-for'::text, 'other'::text])),
  CHECK (char_length(method_note) >= 1 AND char_length(method_note) <= 200),
  CHECK (starts_with(proof_url, '/api/files/documents/'::text)),
  CHECK (char_length(recipient) >= 1 AND char_length(recipient) <= 200),
  CHECK (recipient_kind = ANY (ARRAY['tenant'::text, 'relevant-person'::text, 'council'::text, 'other'::text])),
  CHECK (state = ANY (ARRAY['recorded'::text, 'sending'::text, 'handed-over'::text, 'refused'::text, 'confirmed'::text])),
  CHECK (char_length(struck_reason) >= 1 AND char_length(struck_reason) <= 500),
  FOREIGN KEY (document_id, user_id) REFERENCES public.documents(id, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (document_version_id, user_id) REFERENCES public.document_versions(id, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (link_id, user_id) REFERENCES public.guest_links(id, user_id) ON DELETE SET NULL (link_id),
  FOREIGN KEY (proof_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE SET NULL (tenancy_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES public.tenants(id, user_id) ON DELETE SET NULL (tenant_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX served_document_version_id_idx ON public.served USING btree (document_version_id);
CREATE INDEX served_link_id_idx ON public.served USING btree (link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX served_proof_url_idx ON public.served USING btree (proof_url) WHERE (proof_url IS NOT NULL);
CREATE INDEX served_tenant_id_idx ON public.served USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);
CREATE INDEX served_user_id_document_id_served_at_idx ON public.served USING btree (user_id, document_id, served_at DESC);
CREATE INDEX served_user_id_property_id_served_at_idx ON public.served USING btree (user_id, property_id, served_at DESC);
CREATE INDEX served_user_id_tenancy_id_served_at_idx ON public.served USING btree (user_id, tenancy_id, served_at DESC);
-- Trigger keep_served: app.keep_served
-- Trigger next_version: app.next_version
-- Trigger record_added: app.served_added
-- Trigger record_changed: app.served_changed
-- Trigger record_removed: app.served_removed
-- Trigger set_version: app.set_served_version
-- Trigger stale_deadlines_on_delete: app.served_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.served_stale_on_insert
-- Trigger stale_deadlines_on_update: app.served_stale_on_update
-- Trigger track_file: app.track_file

create table public.shares (
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  starts_on date not null,
  owner_id uuid not null,
  numerator integer not null,
  denominator integer not null,
  CHECK (denominator >= numerator AND denominator <= 1000000),
  CHECK (numerator > 0),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, property_id, starts_on) REFERENCES public.ownerships(user_id, property_id, starts_on) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id, starts_on, owner_id)
);
CREATE INDEX shares_owner_id_user_id_idx ON public.shares USING btree (owner_id, user_id);
-- Trigger check_shares: app.check_shares

create table public.statement_imports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  file_name text not null,
  findings jsonb,
  cells bytea,
  choices jsonb not null default '{}'::jsonb,
  bank_account_id uuid,
  rows integer not null default 0,
  created_at timestamp(3) with time zone not null default app.instant(),
  imported_at timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  CHECK (octet_length(cells) <= 20000000),
  CHECK (imported_at IS NOT NULL OR findings IS NOT NULL),
  CHECK (char_length(file_name) >= 1 AND char_length(file_name) <= 200),
  FOREIGN KEY (bank_account_id, user_id) REFERENCES public.bank_accounts(id, user_id) ON DELETE SET NULL (bank_account_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX statement_imports_bank_account_id_idx ON public.statement_imports USING btree (bank_account_id) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX statement_imports_created_at_idx ON public.statement_imports USING btree (created_at) WHERE (imported_at IS NULL);
CREATE INDEX statement_imports_user_id_created_at_idx ON public.statement_imports USING btree (user_id, created_at DESC);

create table public.statement_lines (
  user_id uuid not null default app.user_id(),
  import_id uuid not null,
  place integer not null,
  line integer not null,
  date date,
  amount numeric(12,2),
  text text,
  reference text,
  external_id text,
  not_posted text,
  facts_at integer,
  facts jsonb,
  unreadable jsonb,
  CHECK (num_nonnulls(date, amount, text, reference, facts_at) = ANY (ARRAY[0, 5])),
  CHECK (date IS NOT NULL OR unreadable IS NOT NULL),
  CHECK ((facts IS NOT NULL) = (NOT facts_at IS DISTINCT FROM place)),
  FOREIGN KEY (import_id, user_id) REFERENCES public.statement_imports(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, import_id, place)
);

create table public.statement_mappings (
  user_id uuid not null default app.user_id(),
  header text not null,
  mapping jsonb not null,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, header)
);

create table public.subscriptions (
  user_id uuid not null,
  provider text,
  customer_id text,
  subscription_id text,
  plan text,
  state text,
  provider_state text,
  paid_until timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  owed_since timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  readings bigint not null default 0,
  checkout_id text,
  checkout_wish text,
  checkout_key uuid,
  checkout_at timestamp(3) with time zone,
  card_brand text,
  card_last4 text,
  seats_due date,
  seats_emailed date,
  seats_total smallint,
  CHECK (char_length(card_brand) <= 40),
  CHECK (card_last4 ~ '^[0-9]{4}$'::text),
  CHECK (char_length(checkout_id) <= 200),
  CHECK (char_length(customer_id) <= 200),
  CHECK (state = ANY (ARRAY['unpaid_yet'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'ended'::text])),
  CHECK (char_length(subscription_id) <= 200),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id),
  UNIQUE (provider, subscription_id)
);
CREATE INDEX subscriptions_customer_id_idx ON public.subscriptions USING btree (customer_id);
-- Trigger notify_added: app.notify_standing
-- Trigger notify_changed: app.notify_standing
-- Trigger refuse_in_sample: app.refuse_in_sample

create table public.supplier_properties (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  supplier_id uuid not null,
  property_id uuid not null,
  version integer not null default 1,
  supplier_name text,
  service_type text not null,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (supplier_id, user_id, service_type) REFERENCES public.suppliers(id, user_id, service_type) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (supplier_id, property_id)
);
CREATE INDEX supplier_properties_user_id_property_id_idx ON public.supplier_properties USING btree (user_id, property_id);
CREATE INDEX supplier_properties_user_id_service_type_property_id_idx ON public.supplier_properties USING btree (user_id, service_type, property_id);
-- Trigger name_supplier: app.name_supplier
-- Trigger next_version: app.next_version
-- Trigger record_added: app.supplier_properties_added
-- Trigger record_changed: app.supplier_properties_changed
-- Trigger record_removed: app.supplier_properties_removed

create table public.suppliers (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  email text not null,
  phone text not null,
  service_type text not null,
  contact_person text not null,
  address text not null,
  website text,
  notes text,
  image_url text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  search text not null generated always as (app.search_text((((((((name || ' '::text) || service_type) || ' '::text) || email) || ' '::text) || phone) || ' '::text) || app.phone_key(phone))) stored,
  CHECK (char_length(address) >= 5 AND char_length(address) <= 500),
  CHECK (char_length(contact_person) >= 2 AND char_length(contact_person) <= 200),
  CHECK (char_length(email) <= 254),
  CHECK (starts_with(image_url, '/api/files/supplier_images/'::text)),
  CHECK (char_length(name) >= 2 AND char_length(name) <= 200),
  CHECK (char_length(notes) <= 2000),
  CHECK (char_length(phone) >= 6 AND char_length(phone) <= 50),
  CHECK (service_type = ANY (ARRAY['Plumbing'::text, 'Electrical'::text, 'HVAC'::text, 'Cleaning'::text, 'Landscaping'::text, 'General Maintenance'::text, 'Locksmith'::text, 'Pest Control'::text, 'Painting'::text, 'Roofing'::text, 'Carpentry'::text, 'Flooring'::text])),
  CHECK (char_length(website) <= 500),
  FOREIGN KEY (image_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (id, user_id, service_type),
  UNIQUE (image_url)
);
CREATE INDEX suppliers_user_id_date_added_id_idx ON public.suppliers USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX suppliers_user_id_id_search_idx ON public.suppliers USING btree (user_id) INCLUDE (id, search);
CREATE INDEX suppliers_user_id_sort_name_id_idx ON public.suppliers USING btree (user_id, sort_name, id);
-- Trigger lock_account_transactions: app.lock_supplier_transactions
-- Trigger next_version: app.next_version
-- Trigger record_added: app.suppliers_added
-- Trigger record_changed: app.suppliers_changed
-- Trigger record_removed: app.suppliers_removed
-- Trigger track_file: app.track_file

create table public.tax_choices (
  user_id uuid not null default app.user_id(),
  category text not null,
  line app.tax_line not null,
  CHECK (category ~ '^[a-z][a-z0-9 -]{0,49}$'::text),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, category)
);
-- Trigger log_choice: app.log_tax_choice

create table public.tax_connections (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  owner_id uuid not null,
  state text not null default 'begun'::text,
  failure text,
  state_hash text,
  begun_at timestamp(3) with time zone not null default app.instant(),
  business_id text,
  business_start date,
  tokens text,
  access_until timestamp(3) with time zone,
  granted_at timestamp(3) with time zone,
  refreshing_until timestamp(3) with time zone,
  CHECK (business_id ~ '^X[A-Z0-9]IS[0-9]{11}$'::text),
  CHECK (state = ANY (ARRAY['begun'::text, 'granted'::text, 'active'::text, 'ended'::text])),
  CHECK (char_length(state_hash) = 64),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (user_id, owner_id)
);
-- Trigger log_connection: app.log_tax_setting

create table public.tax_domestic_items (
  user_id uuid not null default app.user_id(),
  transaction_id uuid not null,
  kind text not null,
  equivalent numeric(12,2) not null,
  incidental numeric(12,2) not null,
  proceeds numeric(12,2) not null,
  CHECK (equivalent >= 0::numeric AND equivalent <= 99999999.99),
  CHECK (incidental >= 0::numeric AND incidental <= 99999999.99),
  CHECK (kind = ANY (ARRAY['replacement'::text, 'first'::text])),
  CHECK (proceeds >= 0::numeric AND proceeds <= 99999999.99),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (transaction_id)
);
CREATE INDEX tax_domestic_items_user_id_idx ON public.tax_domestic_items USING btree (user_id);
-- Trigger log_domestic_item: app.log_domestic_item
-- Trigger require_own_transaction: app.require_own_transaction

create table public.tax_estimates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  owner_id uuid,
  year text not null,
  other_income numeric(12,2) not null,
  savings numeric(12,2) not null,
  dividends numeric(12,2) not null,
  losses_brought_forward numeric(12,2) not null,
  finance_brought_forward numeric(12,2) not null,
  put_aside numeric(12,2) not null,
  nation text not null,
  choice text not null,
  CHECK (choice = ANY (ARRAY['best'::text, 'expenses'::text, 'allowance'::text])),
  CHECK (dividends >= 0::numeric AND dividends <= 99999999.99),
  CHECK (finance_brought_forward >= 0::numeric AND finance_brought_forward <= 99999999.99),
  CHECK (losses_brought_forward >= 0::numeric AND losses_brought_forward <= 99999999.99),
  CHECK (nation = ANY (ARRAY['England'::text, 'Wales'::text, 'Scotland'::text, 'Northern Ireland'::text])),
  CHECK (other_income >= 0::numeric AND other_income <= 99999999.99),
  CHECK (put_aside >= 0::numeric AND put_aside <= 99999999.99),
  CHECK (savings >= 0::numeric AND savings <= 99999999.99),
  CHECK (year ~ '^20\d\d-\d\d$'::text),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (user_id, year, owner_id)
);
-- Trigger log_estimate: app.log_tax_estimate

create table public.tax_lettings (
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  residential_percent smallint not null,
  CHECK (residential_percent >= 0 AND residential_percent <= 99),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id)
);
-- Trigger log_letting: app.log_tax_letting

create table public.tax_purchases (
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  bought_on date,
  price numeric(12,2) not null,
  stamp_duty numeric(12,2) not null,
  legal_fees numeric(12,2) not null,
  other_costs numeric(12,2) not null,
  CHECK (bought_on >= '1900-01-01'::date AND bought_on <= '2200-12-31'::date),
  CHECK (legal_fees >= 0::numeric AND legal_fees <= 99999999.99),
  CHECK (other_costs >= 0::numeric AND other_costs <= 99999999.99),
  CHECK (price >= 0::numeric AND price <= 99999999.99),
  CHECK (stamp_duty >= 0::numeric AND stamp_duty <= 99999999.99),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, property_id)
);
-- Trigger log_purchase: app.log_purchase

create table public.tax_quarters (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  owner_id uuid,
  year text not null,
  kind text not null,
  detail text not null,
  ended boolean not null default false,
  CHECK (detail = ANY (ARRAY['itemised'::text, 'three-lines'::text, 'income-only'::text])),
  CHECK (kind = ANY (ARRAY['standard'::text, 'calendar'::text])),
  CHECK (year ~ '^20[0-9]{2}-[0-9]{2}$'::text),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (user_id, owner_id, year)
);
-- Trigger log_quarters: app.log_tax_setting

create table public.tax_update_rows (
  user_id uuid not null default app.user_id(),
  update_id uuid not null,
  bucket date not null,
  line app.tax_line not null,
  ids uuid[] not null,
  versions integer[] not null,
  pence bigint[] not null,
  total bigint not null,
  CHECK (cardinality(ids) > 0 AND cardinality(ids) = cardinality(versions) AND cardinality(ids) = cardinality(pence)),
  FOREIGN KEY (update_id, user_id) REFERENCES public.tax_updates(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (update_id, bucket, line)
);
-- Trigger keep: app.keep_update_rows

create table public.tax_updates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  owner_id uuid,
  year text not null,
  number smallint not null,
  starts_on date not null,
  ends_on date not null,
  detail text not null,
  body text not null,
  sha256 text not null,
  boxes jsonb not null,
  left_out_rows integer not null,
  left_out_pence bigint not null,
  state text not null,
  failure text,
  correlation_id text,
  made_at timestamp(3) with time zone not null default app.instant(),
  made_by uuid,
  made_by_name text,
  sent_at timestamp(3) with time zone,
  attempts smallint not null default 0,
  leased_until timestamp(3) with time zone,
  CHECK (char_length(body) >= 2 AND char_length(body) <= 10000),
  CHECK (ends_on > starts_on),
  CHECK (char_length(correlation_id) <= 200),
  CHECK (detail = ANY (ARRAY['itemised'::text, 'three-lines'::text, 'income-only'::text])),
  CHECK (left_out_pence >= 0),
  CHECK (left_out_rows >= 0),
  CHECK (number >= 1 AND number <= 4),
  CHECK (sha256 ~ '^[0-9a-f]{64}$'::text),
  CHECK (state = ANY (ARRAY['sending'::text, 'unknown'::text, 'sent'::text, 'fulfilled'::text, 'refused'::text, 'elsewhere'::text])),
  CHECK (year ~ '^20[0-9]{2}-[0-9]{2}$'::text),
  FOREIGN KEY (owner_id, user_id) REFERENCES public.owners(id, user_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX tax_updates_user_id_year_made_at_idx ON public.tax_updates USING btree (user_id, year, made_at);
CREATE UNIQUE INDEX tax_updates_one_sender ON public.tax_updates USING btree (user_id, owner_id, year) NULLS NOT DISTINCT WHERE (state = ANY (ARRAY['sending'::text, 'unknown'::text]));
-- Trigger keep: app.keep_update
-- Trigger log_update: app.log_tax_update

create table public.tenancies (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  property_name text,
  names text not null default ''::text,
  kind text not null,
  start_date date not null,
  end_date date,
  periodic_declined boolean not null default false,
  ended_on date,
  frequency text not null default 'monthly'::text,
  rent_day smallint not null,
  in_arrears boolean not null default false,
  charges_from date not null,
  charged_to date,
  late_interest boolean not null default false,
  deposit_amount numeric(12,2) not null default 0,
  deposit_received date,
  deposit_scheme text,
  deposit_reference text,
  deposit_protected date,
  deposit_information date,
  deposit_returned date,
  deposit_deductions numeric(12,2) not null default 0,
  notice_by text,
  notice_given date,
  notice_ends date,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text((names || ' '::text) || COALESCE(property_name, ''::text))) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(names)) stored,
  agent_id uuid,
  auto_match boolean not null default false,
  reminded boolean not null default true,
  separate boolean not null default false,
  signed_at timestamp with time zone,
  written boolean not null default true,
  service_methods jsonb not null default '[]'::jsonb,
  deposit_payer_name text,
  deposit_payer_email text,
  deposit_payer_address text,
  deposit_items text[] not null default '{}'::text[],
  deposit_parts jsonb not null default '[]'::jsonb,
  CHECK (rent_day >= 1 AND rent_day <=
CASE
    WHEN frequency ~~ '%weekly'::text THEN 7
    ELSE 31
END),
  CHECK (deposit_amount >= 0::numeric AND deposit_amount <= 99999999.99),
  CHECK (deposit_deductions >= 0::numeric AND deposit_deductions <= 99999999.99),
  CHECK (jsonb_typeof(deposit_parts) = 'array'::text),
  CHECK (char_length(deposit_payer_address) <= 500),
  CHECK (char_length(deposit_payer_email) <= 254),
  CHECK (char_length(deposit_payer_name) >= 1 AND char_length(deposit_payer_name) <= 200),
  CHECK (char_length(deposit_reference) <= 100),
  CHECK (char_length(deposit_scheme) <= 100),
  CHECK (frequency = ANY (ARRAY['weekly'::text, '2-weekly'::text, '4-weekly'::text, 'monthly'::text, 'quarterly'::text, 'six-monthly'::text, 'yearly'::text])),
  CHECK (kind = ANY (ARRAY['periodic'::text, 'fixed-term'::text, 'lodger'::text, 'company-let'::text])),
  CHECK (notice_by = ANY (ARRAY['landlord'::text, 'tenant'::text])),
  CHECK (jsonb_typeof(service_methods) = 'array'::text),
  CHECK (start_date >= '1900-01-01'::date AND start_date <= '2200-12-31'::date),
  FOREIGN KEY (agent_id, user_id) REFERENCES public.agents(id, user_id) ON DELETE SET NULL (agent_id),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX tenancies_agent_id_idx ON public.tenancies USING btree (agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX tenancies_charged_to_ended_on_idx ON public.tenancies USING btree (charged_to, ended_on);
CREATE INDEX tenancies_user_id_coalesce_id_start_date_end_date_periodic__idx ON public.tenancies USING btree (user_id, COALESCE(end_date, 'infinity'::date), id) INCLUDE (start_date, end_date, periodic_declined);
CREATE INDEX tenancies_user_id_date_added_id_idx ON public.tenancies USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX tenancies_user_id_id_search_idx ON public.tenancies USING btree (user_id) INCLUDE (id, search);
CREATE INDEX tenancies_user_id_idx1 ON public.tenancies USING btree (user_id) WHERE auto_match;
CREATE INDEX tenancies_user_id_property_id_ended_on_separate_property_na_idx ON public.tenancies USING btree (user_id, property_id) INCLUDE (ended_on, separate, property_name) WHERE (property_id IS NOT NULL);
CREATE INDEX tenancies_user_id_sort_name_id_idx ON public.tenancies USING btree (user_id, sort_name, id);
-- Trigger close_tenancy: app.close_tenancy
-- Trigger next_version: app.next_version
-- Trigger record_added: app.tenancies_added
-- Trigger record_changed: app.tenancies_changed
-- Trigger record_removed: app.tenancies_removed
-- Trigger require_people: app.require_people
-- Trigger set_property_name: app.set_property_name
-- Trigger stale_deadlines_on_delete: app.tenancies_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.tenancies_stale_on_insert
-- Trigger stale_deadlines_on_update: app.tenancies_stale_on_update

create table public.tenancy_rents (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  tenancy_id uuid not null,
  starts_on date not null,
  amount numeric(12,2) not null,
  served_on date,
  version integer not null default 1,
  CHECK (amount >= 0::numeric AND amount <= 99999999.99),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (tenancy_id, starts_on)
);
CREATE INDEX tenancy_rents_user_id_tenancy_id_starts_on_amount_idx ON public.tenancy_rents USING btree (user_id, tenancy_id, starts_on DESC) INCLUDE (amount);
-- Trigger log_added: app.log_tenancy_change
-- Trigger log_changed: app.log_tenancy_change
-- Trigger log_removed: app.log_tenancy_change
-- Trigger next_version: app.next_version
-- Trigger record_added: app.tenancy_rents_added
-- Trigger record_changed: app.tenancy_rents_changed
-- Trigger record_removed: app.tenancy_rents_removed
-- Trigger settle_added: app.settle_changed_ledgers
-- Trigger settle_changed: app.settle_changed_ledgers
-- Trigger settle_removed: app.settle_changed_ledgers

create table public.tenants (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  name text not null,
  email text not null,
  phone text not null,
  property_id uuid,
  property_name text,
  moved_in date,
  moved_out date,
  guarantor_name text,
  guarantor_address text,
  guarantor_phone text,
  guarantor_alt_contact text,
  image_url text,
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  search text not null generated always as (app.search_text((((((((name || ' '::text) || email) || ' '::text) || COALESCE(property_name, ''::text)) || ' '::text) || phone) || ' '::text) || app.phone_key(phone))) stored,
  tenancy_id uuid not null,
  CHECK (char_length(email) <= 254),
  CHECK (char_length(guarantor_address) <= 500),
  CHECK (char_length(guarantor_alt_contact) <= 200),
  CHECK (char_length(guarantor_name) <= 200),
  CHECK (char_length(guarantor_phone) <= 50),
  CHECK (starts_with(image_url, '/api/files/tenant_images/'::text)),
  CHECK (char_length(name) >= 2 AND char_length(name) <= 200),
  CHECK (char_length(phone) >= 6 AND char_length(phone) <= 50),
  FOREIGN KEY (image_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id),
  UNIQUE (image_url)
);
CREATE INDEX tenants_user_id_date_added_id_idx ON public.tenants USING btree (user_id, date_added DESC, id DESC);
CREATE INDEX tenants_user_id_id_search_idx ON public.tenants USING btree (user_id) INCLUDE (id, search);
CREATE INDEX tenants_user_id_property_id_moved_out_id_tenancy_id_moved_i_idx ON public.tenants USING btree (user_id, property_id, moved_out) INCLUDE (id, tenancy_id, moved_in);
CREATE INDEX tenants_user_id_sort_name_id_idx ON public.tenants USING btree (user_id, sort_name, id);
CREATE INDEX tenants_user_id_tenancy_id_idx ON public.tenants USING btree (user_id, tenancy_id);
-- Trigger carry_tenants_added: app.sync_tenant_names
-- Trigger carry_tenants_changed: app.sync_tenant_names
-- Trigger carry_tenants_removed: app.sync_tenant_names
-- Trigger next_version: app.next_version
-- Trigger record_added: app.tenants_added
-- Trigger record_changed: app.tenants_changed
-- Trigger record_removed: app.tenants_removed
-- Trigger set_property_name: app.set_property_name
-- Trigger stale_deadlines_on_delete: app.tenants_stale_on_delete
-- Trigger stale_deadlines_on_insert: app.tenants_stale_on_insert
-- Trigger stale_deadlines_on_update: app.tenants_stale_on_update
-- Trigger track_file: app.track_file

create table public.transaction_files (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  transaction_id uuid,
  place integer not null default 0,
  file_url text not null,
  name text not null,
  reading text,
  found_date date,
  found_amount numeric(12,2),
  found_supplier text,
  is_cut boolean not null default false,
  added_by uuid default app.person_id(),
  date_added timestamp with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (found_amount > 0::numeric),
  CHECK (found_date >= '1990-01-01'::date AND found_date <= '2200-12-31'::date),
  CHECK (char_length(found_supplier) >= 1 AND char_length(found_supplier) <= 200),
  CHECK (char_length(name) >= 1 AND char_length(name) <= 255),
  CHECK (reading = ANY (ARRAY['read'::text, 'no_text'::text, 'locked'::text, 'broken'::text, 'scripted'::text, 'too_large'::text])),
  FOREIGN KEY (file_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (file_url)
);
CREATE INDEX transaction_files_transaction_id_place_id_idx ON public.transaction_files USING btree (transaction_id, place, id) WHERE (transaction_id IS NOT NULL);
CREATE INDEX transaction_files_user_id_date_added_id_idx ON public.transaction_files USING btree (user_id, date_added DESC, id DESC) WHERE (transaction_id IS NULL);
-- Trigger check_transaction: app.check_transaction_of_file
-- Trigger next_version: app.next_version
-- Trigger record_added: app.transaction_files_added
-- Trigger record_changed: app.transaction_files_changed
-- Trigger record_removed: app.transaction_files_removed

create table public.transactions (
  id uuid not null default app.next_id(),
  user_id uuid not null default app.user_id(),
  property_id uuid,
  property_address text,
  bank_account_id uuid,
  amount numeric(12,2) not null,
  description text not null,
  date date not null,
  category text not null,
  type text not null,
  status text not null default 'completed'::text,
  reference text,
  external_id text,
  version integer not null default 1,
  size bigint not null generated always as ((abs(amount) * 100::numeric)::bigint) stored,
  search text not null generated always as (app.search_text((((description || ' '::text) || COALESCE(reference, ''::text)) || ' '::text) || COALESCE(property_address, ''::text))) stored,
  source text not null default 'hand'::text,
  refund boolean not null default false,
  supplier_id uuid,
  file_url text,
  tenancy_id uuid,
  split_id uuid,
  split_amount numeric(12,2),
  invoice_id uuid,
  tax_line app.tax_line,
  former_property_id uuid,
  loan_id uuid,
  receipt_waived boolean,
  split_date date,
  CHECK (amount >= '-99999999.99'::numeric AND amount <= 99999999.99),
  CHECK (category ~ '^[a-z][a-z0-9 -]{0,49}$'::text),
  CHECK (NOT refund OR type = 'income'::text),
  CHECK (
CASE type
    WHEN 'income'::text THEN amount >= 0::numeric
    ELSE amount < 0::numeric
END),
  CHECK ((split_id IS NULL) = (split_amount IS NULL)),
  CHECK ((split_id IS NULL) = (split_date IS NULL)),
  CHECK (date >= '1900-01-01'::date AND date <= '2200-12-31'::date),
  CHECK (char_length(description) >= 1 AND char_length(description) <= 500),
  CHECK (char_length(external_id) <= 200),
  CHECK (starts_with(file_url, '/api/files/transaction-files/'::text) OR starts_with(file_url, '/api/files/property-invoices/'::text)),
  CHECK (receipt_waived),
  CHECK (char_length(reference) <= 200),
  CHECK (source = ANY (ARRAY['hand'::text, 'bank'::text, 'file'::text])),
  CHECK (split_amount >= '-99999999.99'::numeric AND split_amount <= 99999999.99),
  CHECK (status = ANY (ARRAY['completed'::text, 'pending'::text])),
  CHECK (type = ANY (ARRAY['income'::text, 'expense'::text])),
  FOREIGN KEY (bank_account_id, user_id) REFERENCES public.bank_accounts(id, user_id) ON DELETE SET NULL (bank_account_id),
  FOREIGN KEY (file_url, user_id) REFERENCES public.files(url, user_id) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (invoice_id, user_id) REFERENCES public.property_invoices(id, user_id) ON DELETE SET NULL (invoice_id),
  FOREIGN KEY (loan_id, user_id) REFERENCES public.loans(id, user_id) ON DELETE SET NULL (loan_id),
  FOREIGN KEY (property_id, user_id) REFERENCES public.properties(id, user_id) ON DELETE SET NULL (property_id),
  FOREIGN KEY (supplier_id, user_id) REFERENCES public.suppliers(id, user_id) ON DELETE SET NULL (supplier_id),
  FOREIGN KEY (tenancy_id, user_id) REFERENCES public.tenancies(id, user_id) ON DELETE SET NULL (tenancy_id),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id)
);
CREATE INDEX transactions_bank_account_id_idx ON public.transactions USING btree (bank_account_id) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX transactions_file_url_idx ON public.transactions USING btree (file_url) WHERE (file_url IS NOT NULL);
CREATE INDEX transactions_loan_id_user_id_idx ON public.transactions USING btree (loan_id, user_id) WHERE (loan_id IS NOT NULL);
CREATE INDEX transactions_split_id_idx ON public.transactions USING btree (split_id) WHERE (split_id IS NOT NULL);
CREATE INDEX transactions_supplier_id_idx ON public.transactions USING btree (supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE INDEX transactions_tenancy_id_date_idx ON public.transactions USING btree (tenancy_id, date DESC) WHERE (tenancy_id IS NOT NULL);
CREATE INDEX transactions_user_id_category_date_id_idx ON public.transactions USING btree (user_id, category, date DESC, id DESC);
CREATE INDEX transactions_user_id_category_size_id_idx ON public.transactions USING btree (user_id, category, size DESC, id DESC);
CREATE INDEX transactions_user_id_date_id_idx ON public.transactions USING btree (user_id, date DESC, id DESC);
CREATE INDEX transactions_user_id_date_id_idx1 ON public.transactions USING btree (user_id, date DESC, id DESC) WHERE (status = 'pending'::text);
CREATE INDEX transactions_user_id_property_id_date_id_idx ON public.transactions USING btree (user_id, property_id, date DESC, id DESC);
CREATE INDEX transactions_user_id_property_id_size_id_idx ON public.transactions USING btree (user_id, property_id, size DESC, id DESC);
CREATE INDEX transactions_user_id_size_id_idx ON public.transactions USING btree (user_id, size DESC, id DESC);
CREATE INDEX transactions_user_id_size_id_idx1 ON public.transactions USING btree (user_id, size DESC, id DESC) WHERE (status = 'pending'::text);
CREATE INDEX transactions_windows ON public.transactions USING gin (app.windows(user_id, search)) WITH (fastupdate='on', gin_pending_list_limit='1024');
CREATE UNIQUE INDEX transactions_invoice_id_idx ON public.transactions USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
-- Trigger check_split_added: app.check_split
-- Trigger check_split_changed: app.check_split
-- Trigger check_split_removed: app.check_split
-- Trigger next_version: app.next_version
-- Trigger payments_added: app.sync_payments
-- Trigger payments_changed: app.sync_payments
-- Trigger payments_removed: app.sync_payments
-- Trigger record_added: app.transactions_added
-- Trigger record_changed: app.transactions_changed
-- Trigger record_removed: app.transactions_removed
-- Trigger remove_document_links: app.remove_links_of_transactions

create table public.webhook_endpoints (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default app.user_id(),
  url text not null,
  host text not null,
  events text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamp(3) with time zone,
  off_reason text,
  off_at timestamp(3) with time zone,
  on_since timestamp with time zone not null default app.instant(),
  date_added timestamp(3) with time zone not null default app.instant(),
  version integer not null default 1,
  CHECK (cardinality(events) > 0),
  CHECK (off_reason = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text])),
  CHECK (char_length(url) >= 1 AND char_length(url) <= 500),
  FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  PRIMARY KEY (id),
  UNIQUE (id, user_id)
);
CREATE INDEX webhook_endpoints_user_id_date_added_idx ON public.webhook_endpoints USING btree (user_id, date_added);
-- Trigger begin_webhooks: app.begin_webhooks
-- Trigger next_version: app.next_version
-- Trigger record_added: app.webhook_endpoints_added
-- Trigger record_changed: app.webhook_endpoints_changed
-- Trigger record_removed: app.webhook_endpoints_removed
-- Trigger refuse_in_sample: app.refuse_in_sample
-- Trigger switch_webhook: app.switch_webhook
