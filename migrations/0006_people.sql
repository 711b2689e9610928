-- Up Migration
-- The people around a property: tenants, suppliers and the properties they look after; what a landlord chose in the settings; a new email
-- address on its way; and what a deleted account leaves behind, which is nothing.

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

-- As before; a name that follows the property's is no change of the tenant, nor is a question that was answered.
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
  if was is not distinct from is_now then
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

-- What a landlord chose in the settings.
alter table public.profiles
  add column dark_mode boolean not null default false,
  add column email_notifications boolean not null default true;
grant update (dark_mode, email_notifications) on public.profiles to tenure_app;

-- Which lease end a landlord has had a letter about, so that each is told once.
create table app.lease_notices (
  tenant_id uuid primary key,
  user_id uuid not null references public.profiles on delete cascade,
  lease_end date not null,
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete cascade
);
create index on app.lease_notices (user_id);
select app.own_rows('app.lease_notices');
grant select on app.lease_notices to tenure_app;

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
-- Who signs people in clears away what is over, and what a password chosen anew puts an end to.
grant select, delete on auth.email_changes to tenure_auth;

-- Of the asking landlord's address: whether it is confirmed, and which other one waits to be.
create function app.own_email(out confirmed boolean, out waiting text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.email_verified, c.email
  from auth.users u left join auth.email_changes c on c.user_id = u.id and c.expires_at > app.instant()
  where u.id = app.user_id();
end;

-- The asking landlord, proven by the token of their session, and not by app.user_id() alone, which the app role sets itself.
-- What follows and changes sign-in does it for them and nobody else. TN401 when the session has just ended.
create function auth.asker(session_token text) returns uuid language plpgsql stable as $$
declare
  landlord uuid;
begin
  select user_id into landlord from auth.sessions where token = session_token and user_id = app.user_id();
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  return landlord;
end $$;

create function app.own_sessions(session_token text)
  returns table (id uuid, user_agent text, signed_in_at timestamptz, last_seen_at timestamptz, current boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.user_agent, s.created_at, s.updated_at, s.token = session_token
  from auth.sessions s where s.user_id = auth.asker(session_token) and s.expires_at > app.instant()
  order by s.token = session_token desc, s.created_at desc, s.id;
end;

-- Ends one other session, or with null all others; never the one that asks.
create function app.end_other_sessions(session_token text, ended uuid) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from auth.sessions
  where user_id = auth.asker(session_token) and token <> session_token and (ended is null or id = ended);
end;

-- A new password ends what an old one may have opened: other sessions, links to choose a password, an address that waits.
create function app.replace_password(session_token text, password_hash text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord uuid := auth.asker(session_token);
begin
  update auth.accounts set password = password_hash, updated_at = app.instant()
  where user_id = landlord and provider_id = 'credential';
  delete from auth.sessions where user_id = landlord and token <> session_token;
  delete from auth.verifications where value = landlord::text;
  delete from auth.email_changes where user_id = landlord;
end $$;

-- Saves the name, and puts a new address aside; with null the present one stays, and none waits any more.
-- Answers whether somebody has an account with the new address: a question for the letter to it, and for nobody else.
create function app.save_profile(session_token text, new_name text, new_email text, new_token_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord uuid := auth.asker(session_token);
begin
  if new_email is null then
    delete from auth.email_changes where user_id = landlord;
  else
    insert into auth.email_changes (user_id, email, token_hash, created_at, expires_at)
    values (landlord, new_email, new_token_hash, app.instant(), app.instant() + interval '24 hours')
    on conflict (user_id) do update
    set email = excluded.email, token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
  update auth.users set name = new_name, updated_at = app.instant() where id = landlord and name <> new_name;
  return exists (select from auth.users where email = new_email);
end $$;

-- Puts the address in force whose letter held this token. Answers no row where the token is not good (any more), or the address has
-- got an account meanwhile; either way it is used up. Links to choose a password went to the old address, so they end too.
create function app.take_new_email(given_token_hash text, at timestamptz, out landlord_id uuid, out landlord_name text, out old_email text, out new_email text)
  returns setof record
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  change auth.email_changes;
begin
  delete from auth.email_changes where token_hash = given_token_hash and expires_at > at returning * into change;
  if not found then
    return;
  end if;
  select id, name, email into landlord_id, landlord_name, old_email from auth.users where id = change.user_id for update;
  begin
    update auth.users set email = change.email, email_verified = true, updated_at = at where id = change.user_id;
  exception when unique_violation then
    return;
  end;
  delete from auth.verifications where value = change.user_id::text;
  new_email := change.email;
  return next;
end $$;

-- Chooses leases that end within 30 days, of at most so many landlords, and marks them as told; the letters are queued in the same
-- transaction. Of two servers at once the second waits and finds them told. A lease end that is moved is told again.
-- src/features/tenant/lease.ts says when a lease is expiring.
create function app.take_lease_notices(at timestamptz, most_landlords integer)
  returns table (user_id uuid, email text, landlord_name text, tenant_name text, property_name text, lease_end date)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with due as (
    select t.id, t.user_id, t.lease_end
    from public.tenants t join public.profiles p on p.id = t.user_id join auth.users u on u.id = t.user_id
    cross join (select (take_lease_notices.at at time zone 'Europe/London')::date as day) today
    where t.lease_end >= today.day and t.lease_end < today.day + 30
      and (t.moved_out is null or t.moved_out > today.day)
      and p.email_notifications and u.email_verified
      and (p.subscription_status = 'active' or p.subscription_status = 'trialing' and p.trial_end_date > take_lease_notices.at)
      and not exists (select from app.lease_notices n where n.tenant_id = t.id and n.lease_end = t.lease_end)
  ), chosen as (
    select distinct due.user_id from due order by due.user_id limit most_landlords
  ), told as (
    insert into app.lease_notices as kept (tenant_id, user_id, lease_end)
    select due.id, due.user_id, due.lease_end from due join chosen using (user_id) order by due.id
    on conflict (tenant_id) do update set lease_end = excluded.lease_end where kept.lease_end <> excluded.lease_end
    returning kept.tenant_id, kept.lease_end
  )
  select p.id, p.email, p.name, t.name, t.property_name, told.lease_end
  from told join public.tenants t on t.id = told.tenant_id join public.profiles p on p.id = t.user_id
  order by p.id, told.lease_end, t.name, t.id;
end;

grant execute on function app.own_email(), app.own_sessions(text), app.end_other_sessions(text, uuid), app.replace_password(text, text),
  app.save_profile(text, text, text, text), app.take_new_email(text, timestamptz), app.take_lease_notices(timestamptz, integer)
  to tenure_app;

-- What sign-in notes of a person names them in `value` only. Said in a column too, it goes with them, and none is made once they are gone.
alter table auth.verifications
  add column user_id uuid generated always as
    (case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end) stored
    references auth.users on delete cascade;
create index on auth.verifications (user_id);

-- Takes away the asking landlord with every row that is theirs. Answers with the addresses that were, the one in use first.
create function app.remove_account() returns setof text
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with gone as (delete from auth.users where id = app.user_id() returning email)
  select email from gone
  union all
  select email from auth.email_changes where user_id = app.user_id();
end;

-- An upload that reached the store when its owner had gone is on no list: it goes on that of removals.
create function app.list_stray(bucket text, path text, sizes text[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.file_removals (bucket, path, sizes)
  select list_stray.bucket, list_stray.path, list_stray.sizes
  where not exists (select from public.files f where f.bucket = list_stray.bucket and f.path = list_stray.path);
end;

grant execute on function app.remove_account(), app.list_stray(text, text, text[]) to tenure_app;
