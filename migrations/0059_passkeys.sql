-- Up Migration
-- Passkeys: what is kept of each is public, the private key never leaves the device (decision 34).
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with each use where the device counts at all: one that falls back is a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 60),
  added_at timestamptz not null,
  used_at timestamptz
);
create index on auth.passkeys (user_id);

-- Challenges that were answered: none is good twice. Those whose time is over are taken away with the next.
create table auth.used_challenges (
  challenge text primary key,
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null
);
create index on auth.used_challenges (user_id);
create index on auth.used_challenges (expires_at);
grant select, insert, update, delete on auth.passkeys, auth.used_challenges to tenure_auth;

alter table auth.sessions add column by_passkey boolean not null default false;

drop function app.own_email();
create function app.own_email(out confirmed boolean, out waiting text, out second_factor boolean, out passkeys integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.email_verified, c.email, u.two_factor_enabled, (select count(*)::integer from auth.passkeys p where p.user_id = u.id)
  from auth.users u left join auth.email_changes c on c.user_id = u.id and c.expires_at > app.instant()
  where u.id = app.user_id();
end;

drop function app.own_sessions(text);
create function app.own_sessions(session_token text)
  returns table (id uuid, user_agent text, signed_in_at timestamptz, last_seen_at timestamptz, current boolean, by_code boolean, by_passkey boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.user_agent, s.created_at, s.updated_at, s.token = session_token, s.by_code, s.by_passkey
  from auth.sessions s where s.user_id = auth.asker(session_token) and s.expires_at > app.instant()
  order by s.token = session_token desc, s.created_at desc, s.id;
end;
grant execute on function app.own_email(), app.own_sessions(text) to tenure_app;
