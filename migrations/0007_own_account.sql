-- Up Migration
-- What a landlord does with their own account: settings, sessions, a new password, a new email address on its way, letters about leases;
-- and what a deleted account leaves behind, which is nothing.

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
  delete from auth.verifications where user_id = landlord;
  delete from auth.email_changes where user_id = landlord;
end $$;

-- Saves the name, and puts a new address aside. Without a token an address that waits goes on waiting; with null the present one stays,
-- and none waits any more.
-- Answers whether somebody has an account with the new address: a question for the letter to it, and for nobody else.
create function app.save_profile(session_token text, new_name text, new_email text, new_token_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord uuid;
begin
  -- Held, so that a new password, which ends this session, waits until this is done, and then ends what is put aside here too.
  perform from auth.sessions where token = session_token for key share;
  landlord := auth.asker(session_token);
  if new_email is null then
    delete from auth.email_changes where user_id = landlord;
  elsif new_token_hash is not null then
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
  delete from auth.verifications where user_id = change.user_id;
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
-- Those of people whom an operator took away by hand lead nowhere, and would be in the way.
delete from auth.verifications where value not in (select id::text from auth.users);
alter table auth.verifications
  add column user_id uuid generated always as
    (case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end) stored
    references auth.users on delete cascade;
create index on auth.verifications (user_id);

-- As before; not for an account that goes.
create or replace function app.tally() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into app.tallies as kept (user_id, noun, slot, count)
    select r.user_id, tg_argv[0], pg_backend_pid() % 16, count(*) from new_rows r group by r.user_id
    on conflict (user_id, noun, slot) do update set count = kept.count + excluded.count;
  else
    insert into app.tallies as kept (user_id, noun, slot, count)
    select r.user_id, tg_argv[0], pg_backend_pid() % 16, -count(*)
    from old_rows r join public.profiles p on p.id = r.user_id group by r.user_id
    on conflict (user_id, noun, slot) do update set count = kept.count + excluded.count;
  end if;
  return null;
end $$;

-- Takes away some of the asking landlord's rows and answers how many, 0 when there are none: a call for each few thousand keeps every
-- statement short, however much somebody has. Table by table, those first that were made last and so refer to others.
create function app.remove_some(most integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  target regclass;
  gone bigint;
begin
  perform set_config('app.leaving', 'yes', true);
  -- Links are checked by plans that were made when tables were small: each would read a whole table, for every row.
  perform set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true);
  for target in
    select conrelid::regclass from pg_constraint where contype = 'f' and confrelid = 'public.profiles'::regclass order by conrelid desc
  loop
    execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where user_id = app.user_id() limit %2$s))', target, most);
    get diagnostics gone = row_count;
    if gone > 0 then
      return gone;
    end if;
  end loop;
  return 0;
end $$;

-- Then takes away the landlord, and by the links whatever was added meanwhile. Answers with the addresses that were, the one in use first.
create function app.remove_account() returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.leaving', 'yes', true);
  return query
    select email from auth.users where id = app.user_id()
    union all
    select email from auth.email_changes where user_id = app.user_id();
  delete from auth.users where id = app.user_id();
  if not found then
    raise exception 'no such account' using errcode = 'TN401';
  end if;
end $$;

-- An upload that reached the store when its owner had gone is on no list: it goes on that of removals.
create function app.list_stray(bucket text, path text, sizes text[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.file_removals (bucket, path, sizes)
  select list_stray.bucket, list_stray.path, list_stray.sizes
  where not exists (select from public.files f where f.bucket = list_stray.bucket and f.path = list_stray.path);
end;

grant execute on function app.remove_some(integer), app.remove_account(), app.list_stray(text, text, text[]) to tenure_app;
