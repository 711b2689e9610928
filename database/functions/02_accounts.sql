-- When a subscription's access ends; null for none. Lasts 14 days after a failed or unconfirmed payment.
create function app.plan_ends(state text, paid_until timestamptz, ends_at timestamptz, owed_since timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case state
    when 'active' then coalesce(ends_at, paid_until + interval '336 hours', 'infinity')
    when 'past_due' then least(ends_at, coalesce(owed_since, paid_until) + interval '336 hours')
  end;

-- Subscription status of landlords at an instant. Not a security definer, so that it is inlined.
create function app.standing(at timestamptz) returns table (user_id uuid, status text, plan_ends timestamptz)
  language sql stable
begin atomic
  select p.id,
    case when e.plan_ends > standing.at then 'active' when p.trial_end_date > standing.at then 'trialing' else 'expired' end,
    e.plan_ends
  from public.profiles p left join public.subscriptions s on s.user_id = p.id
  cross join lateral (select app.plan_ends(s.state, s.paid_until, s.ends_at, s.owed_since) as plan_ends) e;
end;

-- Sets the landlord of this transaction: for jobs, and for app.authenticate after verifying the session.
create function app.authenticate_as(landlord uuid, at timestamptz) returns uuid
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select set_config('app.user_id', landlord::text, true), set_config('app.user_mark', app.sign(landlord::text), true),
    set_config('app.instant', at::text, true);
  select landlord;
end;

-- Sets landlord and instant of this transaction from a session. TN401: no session.
-- TN402: the trial has ended and `guarded` is true.
create function app.authenticate(session_token text, at timestamptz, guarded boolean) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord record;
begin
  select st.user_id as id, st.status into landlord
  from auth.sessions s join app.standing(at) st on st.user_id = s.user_id
  where s.token = session_token and s.expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  if guarded and landlord.status = 'expired' then
    raise exception 'trial over' using errcode = 'TN402';
  end if;
  return app.authenticate_as(landlord.id, at);
end $$;

-- The landlord of a session token, as the app role can set app.user_id(). TN401: the session has ended.
create function auth.session_user(session_token text) returns uuid language plpgsql stable as $$
declare
  landlord uuid;
begin
  select user_id into landlord from auth.sessions where token = session_token and user_id = app.user_id();
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  return landlord;
end $$;

-- Rotates the session token, so that copies of the cookie become invalid.
create function app.renew_session(session_token text, new_token text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  -- A separate statement, as a plan without matching rows may skip the call.
  select auth.session_user(session_token);
  update auth.sessions set token = new_token where token = session_token and user_id = auth.session_user(session_token);
end;

-- For pages that only choose content by it.
create function app.is_session(session_token text, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from auth.sessions where token = session_token and expires_at > at);
end;

-- Which sessions are still valid, for closing live streams.
create function app.live_sessions(tokens text[], at timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select token from auth.sessions where token = any(tokens) and expires_at > at;
end;

create function app.notify_session() returns void language sql
  return app.notify_live(app.user_id(), 'session', null, null);

-- Creates the profile with a trial of 168 hours in the same transaction as the user.
create function auth.create_profile() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.profiles (id, name, email, trial_start_date, trial_end_date, updated_at)
  values (new.id, new.name, new.email, new.created_at, new.created_at + interval '168 hours', new.created_at);
  return null;
end $$;

create function auth.sync_profile() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.profiles set name = new.name, email = new.email, updated_at = new.updated_at where id = new.id;
  return null;
end $$;

create function app.own_email(out confirmed boolean, out waiting text, out second_factor boolean, out passkeys integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.email_verified, c.email, u.two_factor_enabled, (select count(*)::integer from auth.passkeys p where p.user_id = u.id)
  from auth.users u left join auth.email_changes c on c.user_id = u.id and c.expires_at > app.instant()
  where u.id = app.user_id();
end;

create function app.own_sessions(session_token text)
  returns table (id uuid, user_agent text, signed_in_at timestamptz, last_seen_at timestamptz, current boolean, by_code boolean, by_passkey boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.user_agent, s.created_at, s.updated_at, s.token = session_token, s.by_code, s.by_passkey
  from auth.sessions s where s.user_id = auth.session_user(session_token) and s.expires_at > app.instant()
  order by s.token = session_token desc, s.created_at desc, s.id;
end;

-- Ends one other session, or all others if null.
create function app.end_other_sessions(session_token text, ended uuid) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select auth.session_user(session_token);
  delete from auth.sessions
  where user_id = auth.session_user(session_token) and token <> session_token and (ended is null or id = ended);
end;

-- Also ends other sessions, reset links and a pending email change.
create function app.replace_password(session_token text, password_hash text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord uuid := auth.session_user(session_token);
begin
  update auth.accounts set password = password_hash, updated_at = app.instant()
  where user_id = landlord and provider_id = 'credential';
  delete from auth.sessions where user_id = landlord and token <> session_token;
  delete from auth.verifications where user_id = landlord;
  delete from auth.email_changes where user_id = landlord;
end $$;

-- Saves the name and a pending new address.
-- Without a token, a pending address is kept; with a null address, it is cancelled.
-- Returns whether the address has an account, which only the email to it may reveal.
create function app.save_profile(session_token text, new_name text, new_email text, new_token_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord uuid;
begin
  -- Locked, so that a concurrent password change waits and then cancels this change too.
  perform from auth.sessions where token = session_token for key share;
  landlord := auth.session_user(session_token);
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

-- Confirms a new address by its token, which is used up.
-- No row if the token is invalid or the address has been taken. Reset links sent to the old address end too.
create function app.confirm_new_email(given_token_hash text, at timestamptz, out landlord_id uuid, out landlord_name text, out old_email text, out new_email text)
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

-- Deletes some of the landlord's rows and returns how many, so that each statement is short.
-- Newer tables first, as they reference older ones.
create function app.remove_account_batch(session_token text, most integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := auth.session_user(session_token);
  target regclass;
  gone bigint;
begin
  perform set_config('app.is_deleting_account', app.sign('leaving'), true);
  -- Cached foreign key plans from when tables were small would scan whole tables for each row.
  perform set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true);
  for target in
    select conrelid::regclass from pg_constraint where contype = 'f' and confrelid = 'public.profiles'::regclass order by conrelid desc
  loop
    execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where user_id = %2$L limit %3$s))', target, landlord, most);
    get diagnostics gone = row_count;
    if gone > 0 then
      return gone;
    end if;
  end loop;
  return 0;
end $$;

-- Deletes the landlord and any rows added since then. Returns their addresses, the current one first.
create function app.remove_account(session_token text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := auth.session_user(session_token);
begin
  perform set_config('app.is_deleting_account', app.sign('leaving'), true);
  return query
    select email from auth.users where id = landlord
    union all
    select email from auth.email_changes where user_id = landlord;
  delete from auth.users where id = landlord;
end $$;

-- Deletes jobs about a user by fingerprints.
create function app.delete_jobs_about(fingerprints text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Twice, as a failing or archived job may move between the tables.
  delete from pgboss.job where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
  delete from pgboss.archive where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
  delete from pgboss.job where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
end $$;

grant execute on function app.plan_ends(text, timestamptz, timestamptz, timestamptz), app.standing(timestamptz), app.authenticate(text,
  timestamptz, boolean), app.renew_session(text, text), app.is_session(text, timestamptz), app.own_email(), app.own_sessions(text),
  app.end_other_sessions(text, uuid), app.replace_password(text, text), app.save_profile(text, text, text, text), app.confirm_new_email(text,
  timestamptz), app.remove_account_batch(text, integer), app.remove_account(text), app.delete_jobs_about(text[]) to tenure_app;
grant execute on function app.authenticate_as(uuid, timestamptz), app.live_sessions(text[], timestamptz) to tenure_jobs;

grant select, insert, update, delete on app.attempts to tenure_app;

grant select, update (mailed_at), delete on app.enquiries to tenure_jobs;
grant insert (at, name, email, message) on app.enquiries to tenure_app;

create trigger welcome after insert on auth.users for each row execute function auth.create_profile();
create trigger sync_profile after update of name, email on auth.users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function auth.sync_profile();
grant select, insert, update, delete on auth.users to tenure_auth;

grant select, insert, update, delete on auth.sessions to tenure_auth;

grant select, insert, update, delete on auth.accounts to tenure_auth;

grant select, insert, update, delete on auth.verifications to tenure_auth;

-- Functions write status, dates and plan, not the app role.
alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy own_profile on public.profiles to tenure_app using (id = (select app.user_id()));
create policy whole_house on public.profiles to tenure_owner using (true) with check (true);
grant select, update (dark_mode, email_notifications, steps_hidden, key_shortcuts) on public.profiles to tenure_app;

grant select on public.activity to tenure_app;

grant select on app.row_counts to tenure_app;

grant select, delete on auth.email_changes to tenure_auth;

grant select, insert (key, noun, fingerprint), update (record_id) on app.idempotency_keys to tenure_app;

grant select, insert, update, delete on auth.two_factors to tenure_auth;

grant select, insert, update, delete on auth.passkeys to tenure_auth;

grant select, insert, update, delete on auth.used_challenges to tenure_auth;
