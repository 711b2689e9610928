-- Up Migration
-- The people around a property: tenants, suppliers and the properties they look after.

-- The landlord's own day, in which leases begin and end.
create function app.today() returns date language sql stable parallel safe
  return (app.instant() at time zone 'Europe/London')::date;

-- What names are sorted by, without case and accents: 'Éclair' beside 'Eclair'. With collation "C" it never changes, so it may be indexed.
-- src/shared/text.ts does the same in the browser.
create function app.sort_key(name text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'));

grant execute on function app.today(), app.sort_key(text) to tenure_app;

create table public.tenants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 2 and 200),
  email text not null check (char_length(email) <= 254),
  phone text not null check (char_length(phone) between 6 and 50),
  property_id uuid,
  -- Address and city of the property, kept true while it is assigned, and as it last was when the property has been deleted.
  property_name text,
  lease_start date not null,
  -- Null for a periodic tenancy, which has no fixed end.
  lease_end date,
  -- Whether the landlord was asked, once the fixed term had passed, to make it periodic, and would not.
  periodic_declined boolean not null default false,
  -- From this day on the tenant lives there no more.
  moved_out date,
  rent_amount numeric(12, 2) not null check (rent_amount between 0 and 99999999.99),
  deposit_amount numeric(12, 2) not null check (deposit_amount between 0 and 99999999.99),
  guarantor_name text check (char_length(guarantor_name) <= 200),
  guarantor_address text check (char_length(guarantor_address) <= 500),
  guarantor_phone text check (char_length(guarantor_phone) <= 50),
  guarantor_alt_contact text check (char_length(guarantor_alt_contact) <= 200),
  image_url text,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (lower(name || chr(10) || email || chr(10) || coalesce(property_name, ''))) stored,
  -- Kept, as working it out for each of 10,000 found tenants would cost as much as finding them.
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id)
);
create index on public.tenants (user_id, sort_name, id);
create index on public.tenants (user_id, date_added desc, id desc);
create index on public.tenants (user_id, (coalesce(lease_end, 'infinity')), id);
create index on public.tenants (user_id, property_id, moved_out);
create index on public.tenants (user_id) include (id, search);

-- A tenant takes the name of the property they are assigned to. The property is held meanwhile, so that a change of its address
-- either comes before and is taken over, or waits and is carried to the tenant by the trigger below.
create function app.name_home() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.property_id is not null then
    select address || ', ' || city into new.property_name
    from public.properties where id = new.property_id and user_id = new.user_id for share;
  end if;
  return new;
end $$;
create trigger name_home before insert or update of property_id on public.tenants for each row execute function app.name_home();

create function app.carry_home_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.tenants set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  return null;
end $$;
create trigger carry_home_name after update of address, city on public.properties
  for each row when (old.address is distinct from new.address or old.city is distinct from new.city)
  execute function app.carry_home_name();

create function app.find_tenants(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.tenants where user_id = app.user_id() and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_tenants(text) to tenure_app;

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
  search text not null generated always as (lower(name || chr(10) || service_type || chr(10) || email)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id)
);
create index on public.suppliers (user_id, sort_name, id);
create index on public.suppliers (user_id, date_added desc, id desc);
create index on public.suppliers (user_id) include (id, search);

create function app.find_suppliers(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.suppliers where user_id = app.user_id() and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_suppliers(text) to tenure_app;

-- Which properties a supplier looks after. The number that a supplier is shown with is counted from here.
create table public.supplier_properties (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  supplier_id uuid not null,
  property_id uuid not null,
  version integer not null default 1,
  unique (supplier_id, property_id),
  unique (id, user_id),
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete cascade,
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.supplier_properties (user_id, supplier_id);
create index on public.supplier_properties (property_id);

-- Whether the asking landlord's account is being taken away in this transaction: then nothing needs to be remembered, counted or kept.
create function app.leaving() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.leaving', true) = 'yes', false);

-- As before; a name that follows the property's is no change of the tenant, nor is a question that was answered.
create or replace function app.remember() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun text := tg_argv[0];
  label_column text := tg_argv[1];
begin
  if app.leaving() then
    return null;
  end if;
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
      where field.key not in ('version', 'search', 'sort_name', 'property_name', 'periodic_declined')
        and field.value is distinct from to_jsonb(o) -> field.key
    ) c
    group by c.user_id, c.about;
  end if;
  return null;
end $$;

select app.keep_record('public.tenants', 'tenant', 'name');
-- The property's name is carried along: nobody who has the tenant open on a form needs to hear of it.
drop trigger next_version on public.tenants;
create trigger next_version before update on public.tenants for each row
  when (pg_trigger_depth() = 0 or old.property_id is distinct from new.property_id)
  execute function app.next_version();
grant select, delete on public.tenants to tenure_app;
grant insert (name, email, phone, property_id, lease_start, lease_end, moved_out, rent_amount, deposit_amount,
              guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url),
      update (name, email, phone, property_id, lease_start, lease_end, periodic_declined, moved_out, rent_amount, deposit_amount,
              guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url)
  on public.tenants to tenure_app;

select app.keep_record('public.suppliers', 'supplier', 'name');
grant select, delete on public.suppliers to tenure_app;
grant insert (name, email, phone, service_type, contact_person, address, website, notes, image_url),
      update (name, email, phone, service_type, contact_person, address, website, notes, image_url)
  on public.suppliers to tenure_app;

select app.keep_record('public.supplier_properties', 'supplier link', '');
grant select, delete, insert (supplier_id, property_id) on public.supplier_properties to tenure_app;

-- Portraits and logos.
alter table public.files drop constraint files_bucket_check;
alter table public.files add constraint files_bucket_check
  check (bucket in ('property_images', 'property-certificates', 'property-invoices', 'tenant_images', 'supplier_images'));

-- As before; a tenant names a property and is a whole record all the same: only what is filled in on the form of a property is a part.
create or replace function app.keep_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  is_now text := to_jsonb(new) ->> tg_argv[0];
  whole_record_goes boolean := tg_op = 'DELETE' and (
    tg_table_name not in ('property_certificates', 'property_invoices')
    or not exists (select from public.properties where id = (to_jsonb(old) ->> 'property_id')::uuid));
begin
  if app.leaving() or was is not distinct from is_now then
    return null;
  end if;
  if is_now is not null then
    update public.files set clear_at = null where url = is_now and user_id = new.user_id and stored;
    if not found then
      raise exception 'no such file' using errcode = 'TN422';
    end if;
  end if;
  if was is not null then
    update public.files
    set clear_at = app.instant() + case when whole_record_goes then interval '0' else interval '1 day' end
    where url = was and user_id = old.user_id;
  end if;
  return null;
end $$;
select app.name_file('public.tenants', 'image_url', 'tenant_images');
select app.name_file('public.suppliers', 'image_url', 'supplier_images');
