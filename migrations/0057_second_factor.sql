-- Up Migration
-- A second factor after the password: an authenticator app's secret and recovery codes, encrypted by better-auth (decision 32).
alter table auth.users add column two_factor_enabled boolean not null default false;

create table auth.two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The half minute of the last code that was used: neither it nor an earlier one is good again.
  last_step bigint
);
grant select, insert, update, delete on auth.two_factors to tenure_auth;

-- Whether a code was given at sign-in, and when one was last given for something that asks again.
alter table auth.sessions add column by_code boolean not null default false, add column code_at timestamptz;

drop function app.own_email();
create function app.own_email(out confirmed boolean, out waiting text, out second_factor boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.email_verified, c.email, u.two_factor_enabled
  from auth.users u left join auth.email_changes c on c.user_id = u.id and c.expires_at > app.instant()
  where u.id = app.user_id();
end;

drop function app.own_sessions(text);
create function app.own_sessions(session_token text)
  returns table (id uuid, user_agent text, signed_in_at timestamptz, last_seen_at timestamptz, current boolean, by_code boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.user_agent, s.created_at, s.updated_at, s.token = session_token, s.by_code
  from auth.sessions s where s.user_id = auth.asker(session_token) and s.expires_at > app.instant()
  order by s.token = session_token desc, s.created_at desc, s.id;
end;
grant execute on function app.own_email(), app.own_sessions(text) to tenure_app;
