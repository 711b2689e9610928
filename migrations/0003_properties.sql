-- Up Migration
-- Properties: what a landlord keeps about a house.

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
  -- In milliseconds, as JSON tells it: a page of the list goes on exactly after the last row of the one before.
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  -- What the search box looks through. Line ends keep a match within one field.
  search text not null generated always as (lower(address || chr(10) || city || chr(10) || type || chr(10) || zipcode)) stored,
  unique (id, user_id)
);
create index on public.properties (user_id, date_added desc, id desc);
create index on public.properties (user_id, monthly_rent desc, id desc);
select app.keep_record('public.properties', 'property', 'address');

grant select, delete on public.properties to tenure_app;
grant insert (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, purchase_price, purchase_date, status, description),
      update (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, status, description)
  on public.properties to tenure_app;

-- Text operators are not leakproof, so row-level security would keep them from the index: this function filters on the landlord itself.
create function app.find_properties(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.properties where user_id = app.user_id() and strpos(search, lower(wanted)) > 0;
end;
grant execute on function app.find_properties(text) to tenure_app;
