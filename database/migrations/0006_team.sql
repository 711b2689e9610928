-- An account outlives the person who created it (decision 59). `user_id` is an account.

-- Field `part` of the signed actor, as in app.actor_fields. Null in jobs without a member.
create function app.actor(part integer) returns text
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.actor', true);
begin
  if said <> '' and current_setting('app.actor_mark', true) = app.sign(current_setting('app.user_id', true) || ' ' || said) then
    return split_part(said, ' ', part);
  end if;
  return null;
end $$;

create function app.person_id() returns uuid language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return app.actor(1)::uuid;
create function app.member_id() returns uuid language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return app.actor(2)::uuid;

grant execute on function app.person_id(), app.member_id() to tenure_app;
comment on function app.actor(integer) is 'frozen';
comment on function app.person_id() is 'frozen';
comment on function app.member_id() is 'frozen';

alter table public.profiles drop constraint profiles_id_fkey;
alter table public.profiles
  -- The owner whose name and email address the account has.
  add owner_id uuid references auth.users,
  -- Null for an account with the owner's name.
  add account_name text check (char_length(account_name) between 2 and 100);
update public.profiles set owner_id = id;
alter table public.profiles alter owner_id set not null;
create index on public.profiles (owner_id);

-- False for a person who signed up by an invitation.
alter table auth.users add own_account boolean not null default true;

-- A person's settings for all accounts.
create table public.people (
  id uuid primary key references auth.users on delete cascade,
  dark_mode boolean not null default false,
  -- Single-letter shortcuts can be switched off (WCAG 2.1.4).
  key_shortcuts boolean not null default true,
  last_account_id uuid references public.profiles on delete set null
);
insert into public.people (id, dark_mode, key_shortcuts) select id, dark_mode, key_shortcuts from public.profiles;

create table public.members (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Null for an invitation. Retained after the login is deleted, as the activity refers to it.
  person_id uuid,
  -- The person's name and email address, copied so that the activity keeps names. An invitation has an empty name.
  name text not null default '' check (char_length(name) <= 100),
  email text not null check (char_length(email) <= 254),
  role text not null check (role in ('owner', 'manager', 'bookkeeper', 'maintenance', 'guest')),
  -- Whether all properties are in reach, including future ones; otherwise those in app.member_properties.
  whole boolean not null default true,
  -- The last day of access, in London.
  ends_on date,
  state text not null default 'invited' check (state in ('invited', 'active', 'paused', 'left', 'revoked')),
  -- Hexadecimal SHA-256 of the link's token. Retained after use, so that the link's page can explain what has happened.
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid,
  invited_at timestamptz(3),
  expires_at timestamptz(3),
  -- When a new link was last requested.
  asked_at timestamptz(3),
  joined_at timestamptz(3),
  email_notifications boolean not null default true,
  version integer not null default 1,
  unique (id, user_id),
  check (role <> 'owner' or (whole and ends_on is null)),
  check (role <> 'bookkeeper' or whole),
  check (role <> 'guest' or ends_on is not null),
  check (state not in ('active', 'paused') or (joined_at is not null and person_id is not null)),
  check (state <> 'invited' or (token_hash is not null and person_id is null))
);
create unique index on public.members (user_id, person_id) where state in ('active', 'paused');
create unique index on public.members (user_id, lower(email)) where state = 'invited';
create index on public.members (person_id);
insert into public.members (user_id, person_id, name, email, role, state, joined_at, email_notifications)
select p.id, p.id, p.name, p.email, 'owner', 'active', u.created_at, p.email_notifications
from public.profiles p join auth.users u on u.id = p.id;
alter table public.profiles drop dark_mode, drop key_shortcuts, drop email_notifications;

-- The properties of a member without all properties. Composite keys prevent properties of another account.
create table app.member_properties (
  member_id uuid not null,
  user_id uuid not null default app.user_id(),
  property_id uuid not null,
  primary key (member_id, property_id),
  foreign key (user_id) references public.profiles on delete cascade,
  foreign key (member_id, user_id) references public.members (id, user_id) on delete cascade,
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on app.member_properties (property_id, user_id);
create index on app.member_properties (user_id);

-- The account that a session uses; null for the one that the person used last, or their own.
alter table auth.sessions add account_id uuid references public.profiles on delete set null;
create index on auth.sessions (account_id);

-- An upload that no record uses yet belongs to its uploader.
alter table public.files add uploaded_by uuid default app.person_id();

-- Emails, calendar feeds and read notices belong to a member.
alter table app.notice_emails add member_id uuid;
update app.notice_emails e set member_id = m.id from public.members m where m.user_id = e.user_id;
alter table app.notice_emails drop constraint notice_emails_pkey, add primary key (member_id, kind),
  add foreign key (member_id, user_id) references public.members (id, user_id) on delete cascade;
create index on app.notice_emails (user_id);

alter table public.notice_states add member_id uuid;
update public.notice_states s set member_id = m.id from public.members m where m.user_id = s.user_id;
alter table public.notice_states alter member_id set default app.member_id(), drop constraint notice_states_pkey, add primary key (member_id, key),
  add foreign key (member_id, user_id) references public.members (id, user_id) on delete cascade;
create index on public.notice_states (user_id);

alter table public.calendar_feeds add member_id uuid;
update public.calendar_feeds f set member_id = m.id from public.members m where m.user_id = f.user_id;
alter table public.calendar_feeds alter member_id set default app.member_id(), drop constraint calendar_feeds_pkey, add primary key (member_id),
  add foreign key (member_id, user_id) references public.members (id, user_id) on delete cascade;
create index on public.calendar_feeds (user_id);
