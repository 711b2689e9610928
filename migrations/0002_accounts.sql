-- Up Migration
-- People: better-auth's four tables, and the profile with its trial that the product itself reads.

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on auth.sessions (user_id);
create index on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references auth.users on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
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
  updated_at timestamptz not null
);
create index on auth.verifications (identifier);
create index on auth.verifications (expires_at);

grant select, insert, update, delete on auth.users, auth.sessions, auth.accounts, auth.verifications to tenure_auth;

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text not null,
  email text not null,
  trial_start_date timestamptz,
  trial_end_date timestamptz,
  subscription_status text not null check (subscription_status in ('trialing', 'expired', 'active')),
  plan text,
  updated_at timestamptz not null
);
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy own_profile on public.profiles to tenure_app using (id = (select app.user_id()));
create policy whole_house on public.profiles to tenure_owner using (true) with check (true);
-- Status, dates and plan are written by the functions below and by billing, never by the app role.
grant select on public.profiles to tenure_app;

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
  changes jsonb
);
create index on public.activity (user_id, at desc, id desc);
create index on public.activity (user_id, record_id) where record_id is not null;
select app.own_rows('public.activity');
grant select on public.activity to tenure_app;

create table app.tallies (
  user_id uuid not null references public.profiles on delete cascade,
  noun text not null,
  slot smallint not null,
  count bigint not null,
  primary key (user_id, noun, slot)
);
select app.own_rows('app.tallies');
grant select on app.tallies to tenure_app;

-- User, profile and trial are one transaction. The trial lasts exactly 168 hours from sign-up.
create function auth.welcome() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.profiles (id, name, email, trial_start_date, trial_end_date, subscription_status, updated_at)
  values (new.id, new.name, new.email, new.created_at, new.created_at + interval '168 hours', 'trialing', new.created_at);
  return null;
end $$;
create trigger welcome after insert on auth.users for each row execute function auth.welcome();

create function auth.carry_over() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.profiles set name = new.name, email = new.email, updated_at = new.updated_at where id = new.id;
  return null;
end $$;
create trigger carry_over after update of name, email on auth.users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function auth.carry_over();

-- The door from a session to a landlord's rows. Sets who asks and when for this transaction, or refuses:
-- TN401 no such session, TN402 the trial is over and the caller asked for something that needs one.
create function app.enter(session_token text, at timestamptz, guarded boolean) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord record;
begin
  select p.id, p.subscription_status as status, p.trial_end_date into landlord
  from auth.sessions s join public.profiles p on p.id = s.user_id
  where s.token = session_token and s.expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  if guarded and landlord.status <> 'active'
     and (landlord.status = 'expired' or landlord.trial_end_date is null or landlord.trial_end_date <= at) then
    raise exception 'trial over' using errcode = 'TN402';
  end if;
  perform set_config('app.user_id', landlord.id::text, true), set_config('app.instant', at::text, true);
  return landlord.id;
end $$;
grant execute on function app.enter(text, timestamptz, boolean) to tenure_app;

-- Writes down that the asking landlord's trial is over, once it is.
create function app.settle_trial() returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.profiles set subscription_status = 'expired', updated_at = app.instant()
  where id = app.user_id() and subscription_status = 'trialing'
    and (trial_end_date is null or trial_end_date <= app.instant());
end;
grant execute on function app.settle_trial() to tenure_app;

-- Whether a session lives, for pages that only choose what to show by it.
create function app.is_session(session_token text, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from auth.sessions where token = session_token and expires_at > at);
end;
grant execute on function app.is_session(text, timestamptz) to tenure_app;
