-- References to files are deferred, so that account deletion can delete files and records in any order.

create table public.properties (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  address text not null check (char_length(address) between 5 and 200),
  city text not null check (char_length(city) between 2 and 100),
  state text not null check (char_length(state) <= 100),
  zipcode text not null check (char_length(zipcode) between 5 and 12),
  type text not null check (type in ('flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced')),
  bedrooms integer not null check (bedrooms between 0 and 1000),
  bathrooms integer not null check (bathrooms between 0 and 1000),
  monthly_rent numeric(12, 2) not null check (monthly_rent between 0 and 99999999.99),
  size integer not null,
  purchase_price numeric(12, 2) not null default 0,
  purchase_date date,
  status text not null default 'vacant' check (status in ('vacant', 'occupied', 'maintenance')),
  description text check (char_length(description) <= 2000),
  -- Millisecond precision, like JSON's, for exact cursors.
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  key_type text check (char_length(key_type) <= 100),
  key_code text check (char_length(key_code) <= 100),
  keys_amount integer check (keys_amount between 0 and 1000),
  guarantor_name text check (char_length(guarantor_name) <= 200),
  guarantor_address text check (char_length(guarantor_address) <= 500),
  guarantor_phone text check (char_length(guarantor_phone) <= 50),
  guarantor_alt_contact text check (char_length(guarantor_alt_contact) <= 200),
  image_url text,
  search text not null generated always as (app.search_text(address || ' ' || city) || chr(10) ||
    app.search_text(type || ' ' || zipcode || ' ' || replace(zipcode, ' ', ''))) stored,
  -- A summary by item or certificate id: end dates, recorded dates, missing fields and reasons
  -- (src/features/compliance/compliance.ts).
  compliance_items jsonb not null default
    '{"ends": {}, "recorded": {}, "incomplete": {}, "notApplicable": {}}',
  sample boolean not null default app.loads_sample(),
  -- Sorted, for `width_bucket`.
  end_days text[] collate "C" generated always as (app.end_days(compliance_items)) stored,
  first_end text collate "C" generated always as (app.first_end(compliance_items)) stored,
  not_recorded smallint generated always as (app.not_recorded(compliance_items)) stored,
  -- Stored, as calculating it for all properties takes 9 ms.
  added_on date generated always as ((date_added at time zone 'Europe/London')::date) stored,
  unique (id, user_id),
  unique (image_url),
  check (starts_with(image_url, '/api/files/property_images/')),
  foreign key (image_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.properties (user_id, date_added desc, id desc);
create index on public.properties (user_id, monthly_rent desc, id desc);
-- For index-only searches.
create index on public.properties (user_id) include (id, search);
create index on public.properties (user_id) where sample;
create index on public.properties (user_id, id) include (status, monthly_rent, added_on, end_days, first_end, not_recorded);

create table public.property_certificates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  seq bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 200),
  issue_date date,
  expiration_date date,
  renewal_frequency text not null default 'Yearly' check (renewal_frequency in
    ('Monthly', 'Quarterly', 'Biannually', 'Yearly', 'Every 2 Years', 'Every 5 Years', 'Every 10 Years', 'Other')),
  cost numeric(12, 2) check (cost between 0 and 99999999.99),
  provider_name text check (char_length(provider_name) <= 200),
  notes text check (char_length(notes) <= 2000),
  file_url text,
  -- The compliance item that takes its expiry date from this certificate.
  compliance_item text check (compliance_item in ('gasSafety', 'energyPerformance', 'electricalSafety', 'propertyLicensing', 'landlordInsurance')),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  unique (file_url),
  check (starts_with(file_url, '/api/files/property-certificates/')),
  foreign key (file_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.property_certificates (user_id, property_id, seq);
create index on public.property_certificates (property_id);

-- `…_not_applicable` is the reason, or null if the item applies.
create table public.property_compliance (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null unique,
  gas_safety_completed boolean not null default false,
  gas_safety_not_applicable text check (char_length(gas_safety_not_applicable) <= 500),
  gas_safety_expiry_date date,
  gas_safety_notes text check (char_length(gas_safety_notes) <= 2000),
  energy_performance_completed boolean not null default false,
  energy_performance_not_applicable text check (char_length(energy_performance_not_applicable) <= 500),
  energy_performance_expiry_date date,
  energy_performance_rating text check (energy_performance_rating in ('A', 'B', 'C', 'D', 'E', 'F', 'G')),
  energy_performance_notes text check (char_length(energy_performance_notes) <= 2000),
  electrical_safety_completed boolean not null default false,
  electrical_safety_not_applicable text check (char_length(electrical_safety_not_applicable) <= 500),
  electrical_safety_expiry_date date,
  electrical_safety_notes text check (char_length(electrical_safety_notes) <= 2000),
  alarms_completed boolean not null default false,
  alarms_not_applicable text check (char_length(alarms_not_applicable) <= 500),
  alarms_last_checked date,
  alarms_notes text check (char_length(alarms_notes) <= 2000),
  deposit_protection_completed boolean not null default false,
  deposit_protection_not_applicable text check (char_length(deposit_protection_not_applicable) <= 500),
  deposit_protection_scheme text check (char_length(deposit_protection_scheme) <= 200),
  deposit_protection_reference text check (char_length(deposit_protection_reference) <= 100),
  deposit_protection_notes text check (char_length(deposit_protection_notes) <= 2000),
  hhsrs_completed boolean not null default false,
  hhsrs_not_applicable text check (char_length(hhsrs_not_applicable) <= 500),
  hhsrs_last_inspection date,
  hhsrs_notes text check (char_length(hhsrs_notes) <= 2000),
  property_licensing_completed boolean not null default false,
  property_licensing_not_applicable text check (char_length(property_licensing_not_applicable) <= 500),
  property_licensing_number text check (char_length(property_licensing_number) <= 100),
  property_licensing_expiry_date date,
  property_licensing_notes text check (char_length(property_licensing_notes) <= 2000),
  tenancy_agreement_completed boolean not null default false,
  tenancy_agreement_not_applicable text check (char_length(tenancy_agreement_not_applicable) <= 500),
  tenancy_agreement_agreement_date date,
  tenancy_agreement_notes text check (char_length(tenancy_agreement_notes) <= 2000),
  landlord_insurance_completed boolean not null default false,
  landlord_insurance_not_applicable text check (char_length(landlord_insurance_not_applicable) <= 500),
  landlord_insurance_provider text check (char_length(landlord_insurance_provider) <= 200),
  landlord_insurance_policy_number text check (char_length(landlord_insurance_policy_number) <= 100),
  landlord_insurance_expiry_date date,
  landlord_insurance_notes text check (char_length(landlord_insurance_notes) <= 2000),
  version integer not null default 1,
  deposit_protection_protection_date date,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.property_compliance (user_id, property_id);

create table public.property_invoices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  seq bigint generated always as identity,
  invoice_date date,
  amount numeric(12, 2) check (amount between 0 and 99999999.99),
  description text check (char_length(description) <= 500),
  file_url text,
  version integer not null default 1,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  unique (file_url),
  check (starts_with(file_url, '/api/files/property-invoices/')),
  foreign key (file_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.property_invoices (user_id, property_id, seq);
create index on public.property_invoices (property_id);

-- Letting agents, who deduct a fee from rent (decision 37).
create table public.agents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  -- A percentage of the rent received, or pounds for each payment.
  fee_percent numeric(5, 2) check (fee_percent between 0 and 100),
  fee_fixed numeric(12, 2) check (fee_fixed between 0 and 99999999.99),
  vat text not null check (vat in ('included', 'added', 'none')),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  check ((fee_percent is null) <> (fee_fixed is null))
);
create index on public.agents (user_id, sort_name, id);
create index on public.agents (user_id, date_added desc, id desc);
create index on public.agents (user_id) include (id, search);

-- An agreement with one or more tenants, with rent history and a ledger (decision 36).
create table public.tenancies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Address and city, retained after the property is deleted.
  property_name text,
  -- The tenants' names, retained after all tenants are deleted.
  names text not null default '',
  kind text not null check (kind in ('periodic', 'fixed-term', 'lodger', 'company-let')),
  start_date date not null check (start_date between '1900-01-01' and '2200-12-31'),
  -- The end of the fixed term; null without one. Rent stays due until `ended_on`.
  end_date date,
  -- Whether the landlord declined to make an expired fixed term periodic.
  periodic_declined boolean not null default false,
  -- The first day without rent.
  ended_on date,
  frequency text not null default 'monthly'
    check (frequency in ('weekly', '2-weekly', '4-weekly', 'monthly', 'quarterly', 'six-monthly', 'yearly')),
  -- A day of the month, the last in shorter months; for weeks, 1 (Monday) to 7 (Sunday).
  rent_day smallint not null check (rent_day between 1 and case when frequency like '%weekly' then 7 else 31 end),
  in_arrears boolean not null default false,
  -- Debts from before this day are an opening balance.
  charges_from date not null,
  -- The end of the period with written charges; null if there are none.
  charged_to date,
  -- Whether the agreement allows interest on late rent.
  late_interest boolean not null default false,
  deposit_amount numeric(12, 2) not null default 0 check (deposit_amount between 0 and 99999999.99),
  deposit_received date,
  deposit_scheme text check (char_length(deposit_scheme) <= 100),
  deposit_reference text check (char_length(deposit_reference) <= 100),
  deposit_protected date,
  deposit_information date,
  deposit_returned date,
  deposit_deductions numeric(12, 2) not null default 0 check (deposit_deductions between 0 and 99999999.99),
  notice_by text check (notice_by in ('landlord', 'tenant')),
  notice_given date,
  notice_ends date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  sample boolean not null default app.loads_sample(),
  search text not null generated always as (app.search_text(names || ' ' || coalesce(property_name, ''))) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(names)) stored,
  agent_id uuid,
  -- Whether clear matches are accepted automatically.
  auto_match boolean not null default false,
  reminded boolean not null default true,
  -- Whether the landlord declined to merge this tenancy with others of the property (decision 36).
  separate boolean not null default false,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (agent_id, user_id) references public.agents (id, user_id) on delete set null (agent_id)
);
create index on public.tenancies (user_id, sort_name, id);
create index on public.tenancies (user_id, date_added desc, id desc);
create index on public.tenancies (user_id) include (id, search);
-- For leases by end date, and index-only figures of the overview.
create index on public.tenancies (user_id, (coalesce(end_date, 'infinity')), id) include (start_date, end_date);
create index on public.tenancies (user_id) where sample;
create index on public.tenancies (charged_to, ended_on);
create index on public.tenancies (agent_id) where agent_id is not null;
create index on public.tenancies (user_id) where auto_match;
create index on public.tenancies (user_id, property_id) include (ended_on, separate, property_name) where property_id is not null;

create table public.tenants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 2 and 200),
  email text not null check (char_length(email) <= 254),
  phone text not null check (char_length(phone) between 6 and 50),
  property_id uuid,
  -- Address and city, retained after the property is deleted.
  property_name text,
  -- Only set for tenants who joined after the start.
  moved_in date,
  -- The first day after the tenant left.
  moved_out date,
  guarantor_name text check (char_length(guarantor_name) <= 200),
  guarantor_address text check (char_length(guarantor_address) <= 500),
  guarantor_phone text check (char_length(guarantor_phone) <= 50),
  guarantor_alt_contact text check (char_length(guarantor_alt_contact) <= 200),
  image_url text,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  -- Stored, as calculating it for 10,000 tenants takes as long as the search.
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  search text not null generated always as (app.search_text(
    name || ' ' || email || ' ' || coalesce(property_name, '') || ' ' || phone || ' ' || app.phone_key(phone))) stored,
  sample boolean not null default app.loads_sample(),
  tenancy_id uuid not null,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id),
  unique (image_url),
  check (starts_with(image_url, '/api/files/tenant_images/')),
  foreign key (image_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.tenants (user_id, sort_name, id);
create index on public.tenants (user_id, date_added desc, id desc);
create index on public.tenants (user_id) include (id, search);
create index on public.tenants (user_id) where sample;
create index on public.tenants (user_id, property_id, moved_out) include (id, tenancy_id, moved_in);
create index on public.tenants (user_id, tenancy_id);

create table public.suppliers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 2 and 200),
  email text not null check (char_length(email) <= 254),
  phone text not null check (char_length(phone) between 6 and 50),
  service_type text not null check (service_type in ('Plumbing', 'Electrical', 'HVAC', 'Cleaning', 'Landscaping',
    'General Maintenance', 'Locksmith', 'Pest Control', 'Painting', 'Roofing', 'Carpentry', 'Flooring')),
  contact_person text not null check (char_length(contact_person) between 2 and 200),
  address text not null check (char_length(address) between 5 and 500),
  website text check (char_length(website) <= 500),
  notes text check (char_length(notes) <= 2000),
  image_url text,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  sample boolean not null default app.loads_sample(),
  search text not null generated always as (app.search_text(
    name || ' ' || service_type || ' ' || email || ' ' || phone || ' ' || app.phone_key(phone))) stored,
  unique (id, user_id),
  -- The foreign key copies the service to links, so that properties by service are counted with an index-only scan.
  unique (id, user_id, service_type),
  unique (image_url),
  check (starts_with(image_url, '/api/files/supplier_images/')),
  foreign key (image_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.suppliers (user_id, sort_name, id);
create index on public.suppliers (user_id, date_added desc, id desc);
create index on public.suppliers (user_id) where sample;
create index on public.suppliers (user_id) include (id, search);

create table public.supplier_properties (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  supplier_id uuid not null,
  property_id uuid not null,
  version integer not null default 1,
  -- The name when linked, for the property's history.
  supplier_name text,
  service_type text not null,
  unique (supplier_id, property_id),
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (supplier_id, user_id, service_type) references public.suppliers (id, user_id, service_type) on update cascade on delete cascade
);
create index on public.supplier_properties (user_id, service_type, property_id);
create index on public.supplier_properties (user_id, property_id);

-- Lease ends about which members have been emailed.
create table app.lease_notices (
  tenant_id uuid primary key,
  user_id uuid not null references public.profiles on delete cascade,
  lease_end date not null,
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete cascade
);
create index on app.lease_notices (user_id);

-- The rent of each period from `starts_on`, which may be in the future.
create table public.tenancy_rents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  starts_on date not null,
  amount numeric(12, 2) not null check (amount between 0 and 99999999.99),
  -- The day on which Form 4A was served.
  served_on date,
  version integer not null default 1,
  unique (tenancy_id, starts_on),
  unique (id, user_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.tenancy_rents (user_id, tenancy_id, starts_on desc);
