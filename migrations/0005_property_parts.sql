-- Up Migration
-- The rest of a property: keys, guarantor, photo, certificates, compliance, invoices; and a history that holds them together.

-- What a record belongs to: a certificate's changes are part of its property's history.
alter table public.activity add column about uuid;
create index on public.activity (user_id, about) where about is not null;

-- As before, with `about` from a row's property_id; one row of activity a statement and property. A key code is named as changed,
-- and not kept: a history is no place for what opens a door.
create or replace function app.remember() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun text := tg_argv[0];
  label_column text := tg_argv[1];
begin
  if tg_op = 'INSERT' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'added',
           case when count(*) = 1 then (array_agg(r.id))[1] end, app.about(to_jsonb(r)), count(*),
           case when count(*) = 1 then (array_agg(to_jsonb(r)))[1] ->> label_column end
    from new_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id, app.about(to_jsonb(r));
  elsif tg_op = 'DELETE' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'removed',
           case when count(*) = 1 then (array_agg(r.id))[1] end, app.about(to_jsonb(r)), count(*),
           case when count(*) = 1 then (array_agg(to_jsonb(r)))[1] ->> label_column end
    from old_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id, app.about(to_jsonb(r));
  else
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns, changes)
    select c.user_id, app.user_id(), app.instant(), noun, 'changed',
           case when count(distinct c.id) = 1 then (array_agg(c.id))[1] end, c.about, count(distinct c.id),
           case when count(distinct c.id) = 1 then min(c.label) end,
           array_agg(distinct c.key::text order by c.key::text),
           case when count(distinct c.id) = 1 then jsonb_object_agg(c.key, jsonb_build_array(c.was, c.is)) end
    from (
      select n.id, n.user_id, app.about(to_jsonb(n)) as about, to_jsonb(n) ->> label_column as label, field.key,
             case when field.key = 'key_code' then '"…"' else app.brief(to_jsonb(o) -> field.key) end as was,
             case when field.key = 'key_code' then '"…"' else app.brief(field.value) end as is
      from new_rows n
      join old_rows o on o.id = n.id
      join public.profiles p on p.id = n.user_id
      cross join lateral jsonb_each(to_jsonb(n)) as field
      where field.key not in ('version', 'search')
        and field.value is distinct from to_jsonb(o) -> field.key
    ) c
    group by c.user_id, c.about;
  end if;
  return null;
end $$;

create function app.about(record jsonb) returns uuid language sql immutable parallel safe
  return (record ->> 'property_id')::uuid;

-- The postcode is found with and without its space.
drop function app.find_properties(text);
alter table public.properties
  drop column search,
  add column key_type text check (char_length(key_type) <= 100),
  add column key_code text check (char_length(key_code) <= 100),
  add column keys_amount integer check (keys_amount between 0 and 1000),
  add column guarantor_name text check (char_length(guarantor_name) <= 200),
  add column guarantor_address text check (char_length(guarantor_address) <= 500),
  add column guarantor_phone text check (char_length(guarantor_phone) <= 50),
  add column guarantor_alt_contact text check (char_length(guarantor_alt_contact) <= 200),
  add column image_url text;
alter table public.properties
  add column search text not null generated always as (lower(address || chr(10) || city || chr(10) || type || chr(10) || zipcode || chr(10) || replace(zipcode, ' ', ''))) stored;
-- All that a search reads, side by side: 5,000 addresses without 5,000 properties.
create index on public.properties (user_id) include (id, search);
create function app.find_properties(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.properties where user_id = app.user_id() and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_properties(text) to tenure_app;
select app.name_file('public.properties', 'image_url', 'property_images');
grant insert (key_type, key_code, keys_amount, guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url),
      update (key_type, key_code, keys_amount, guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url)
  on public.properties to tenure_app;

create table public.property_certificates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  -- In the order in which they were entered.
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
  -- The compliance item that this certificate proves: its expiry date is then the item's, kept here only.
  compliance_item text check (compliance_item in ('gasSafety', 'energyPerformance', 'electricalSafety')),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.property_certificates (user_id, property_id, seq);
create index on public.property_certificates (property_id);
select app.keep_record('public.property_certificates', 'certificate', 'name');
select app.name_file('public.property_certificates', 'file_url', 'property-certificates');
grant select, delete on public.property_certificates to tenure_app;
grant insert (property_id, name, issue_date, expiration_date, renewal_frequency, cost, provider_name, notes, file_url, compliance_item),
      update (name, issue_date, expiration_date, renewal_frequency, cost, provider_name, notes, file_url, compliance_item)
  on public.property_certificates to tenure_app;

-- One row a property. `…_not_applicable` holds the reason why an item does not apply; null where it does.
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
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.property_compliance (user_id, property_id);
select app.keep_record('public.property_compliance', 'compliance', '');
grant select, delete on public.property_compliance to tenure_app;
-- Every column but those the database keeps itself.
do $$
declare
  items text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into items from pg_attribute
  where attrelid = 'public.property_compliance'::regclass and attnum > 0
    and attname not in ('id', 'user_id', 'property_id', 'version');
  execute format('grant insert (property_id, %1$s), update (%1$s) on public.property_compliance to tenure_app', items);
end $$;

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
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.property_invoices (user_id, property_id, seq);
create index on public.property_invoices (property_id);
select app.keep_record('public.property_invoices', 'invoice', 'description');
select app.name_file('public.property_invoices', 'file_url', 'property-invoices');
grant select, delete on public.property_invoices to tenure_app;
grant insert (property_id, invoice_date, amount, description, file_url),
      update (invoice_date, amount, description, file_url)
  on public.property_invoices to tenure_app;
