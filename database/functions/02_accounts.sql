-- The end of a subscription's access, including 14 days after a failed or unconfirmed payment; null without access.
create function app.plan_ends(state text, paid_until timestamptz, ends_at timestamptz, owed_since timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case state
    when 'active' then coalesce(ends_at, paid_until + interval '336 hours', 'infinity')
    when 'past_due' then least(ends_at, coalesce(owed_since, paid_until) + interval '336 hours')
  end;

-- Account statuses at an instant. Not a security definer, to allow inlining.
create function app.standing(at timestamptz) returns table (user_id uuid, status text, plan_ends timestamptz)
  language sql stable
begin atomic
  select p.id,
    case when e.plan_ends > standing.at then 'active' when p.trial_end_date > standing.at then 'trialing' else 'expired' end,
    e.plan_ends
  from public.profiles p left join public.subscriptions s on s.user_id = p.id
  cross join lateral (select app.plan_ends(s.state, s.paid_until, s.ends_at, s.owed_since) as plan_ends) e;
end;

-- The signed actor of this transaction: person, member, role, whole, sees_payers and tax years.
-- Null without a valid signature, and in jobs without a member.
create function app.actor_fields() returns text[] language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting constant text := current_setting('app.actor', true);
begin
  if setting <> '' and current_setting('app.actor_mark', true) = app.sign(current_setting('app.user_id', true) || ' ' || setting) then
    return string_to_array(setting, ' ');
  end if;
  return null;
end $$;

-- Whether a role includes a right, such as 'rent.change'. Every member has 'self'; every member and API key has 'any'.
-- An API key's role lists its rights: 'key:rent.see,rent.change'.
-- 'contacts.see' covers names and phone numbers of current tenants.
-- Only owners have 'owner': plan, team, branding, full download, sample account and deletion.
-- Not strict, to allow inlining.
create function app.role_may(role text, required text) returns boolean language sql immutable parallel safe
  return required = 'any' or required = 'self' and role not like 'key:%' or role = 'owner' or coalesce(required = any (case role
    when 'manager' then '{properties.see,properties.change,properties.add,contacts.see,people.see,people.change,rent.see,rent.change,money.see,money.change,banks.see,banks.change,suppliers.see,suppliers.change,tax.see,reports.see,repairs.see,repairs.change}'::text[]
    when 'bookkeeper' then '{properties.see,contacts.see,people.see,rent.see,rent.change,money.see,money.change,banks.see,banks.change,suppliers.see,suppliers.change,tax.see,tax.change,reports.see,reports.change,repairs.see}'
    when 'maintenance' then '{properties.see,contacts.see,suppliers.see,repairs.see,repairs.change}'
    when 'guest' then '{properties.see,money.see,suppliers.see,tax.see,reports.see}'
    else string_to_array(substr(role, 5), ',')
  end), false);

-- Sets this transaction's instant, and its account and actor with signatures that only security definers can create.
create function app.set_actor(account uuid, actor text, at timestamptz) returns void language sql
begin atomic
  select set_config('app.user_id', account::text, true), set_config('app.user_mark', app.sign(account::text), true),
    set_config('app.actor', actor, true), set_config('app.actor_mark', app.sign(account || ' ' || actor), true),
    set_config('app.instant', at::text, true);
end;

-- Sets the account of a job and, if `member` is given, their role and reach. A job for a former member sees no rows.
create function app.authenticate_as(landlord uuid, at timestamptz, member uuid default null) returns uuid
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select app.set_actor(landlord, case when member is null then '' else (
    select concat_ws(' ', coalesce(m.person_id, landlord), m.id, case m.state when 'active' then m.role else m.state end, m.whole and m.state = 'active',
      m.sees_payers, coalesce(array_to_string(m.tax_years, ','), ''))
    from public.members m where m.id = member and m.user_id = landlord) end, at);
  select landlord;
end;

-- A person's default account: the one they worked in last, or their own, or the first they joined.
create function auth.first_account(person uuid, at timestamptz) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (
    select m.user_id from public.members m left join public.people p on p.id = m.person_id
    where m.person_id = person and m.state = 'active' and (m.ends_on is null or m.ends_on >= (at at time zone 'Europe/London')::date)
    order by (m.user_id = p.last_account_id) is true desc, m.role = 'owner' desc, m.joined_at, m.id limit 1);

-- Sets this transaction's account, actor and instant from a session, and returns the account.
-- `account`: the account of the caller's page, or null for any. `need`: the route's right, or null for membership only.
-- TN401: no session. TN407: not an active member of the session's account. TN409: the session uses another account.
-- TN402: the trial or plan has ended and `guarded` is true. TN403: the role does not include `need`.
-- TN421: the wrong database role. Owners connect as tenure_app, other members as tenure_member.
create function app.authenticate(session_token text, at timestamptz, guarded boolean, account uuid, need text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
begin
  select s.user_id as person, w.account, m.id, m.role, m.whole, m.sees_payers, array_to_string(m.tax_years, ',') as years, st.status into entry
  from auth.sessions s
  cross join lateral (select coalesce(s.account_id, auth.first_account(s.user_id, at)) as account) w
  left join public.members m on m.user_id = w.account and m.person_id = s.user_id and m.state = 'active'
    and (m.ends_on is null or m.ends_on >= (at at time zone 'Europe/London')::date)
  left join app.standing(at) st on st.user_id = m.user_id
  where s.token = session_token and s.expires_at > at;
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  if account <> entry.account then
    raise exception 'another account' using errcode = 'TN409';
  end if;
  if entry.id is null then
    raise exception 'no account' using errcode = 'TN407';
  end if;
  if guarded and entry.status = 'expired' then
    raise exception 'trial over' using errcode = 'TN402';
  end if;
  if not app.role_may(entry.role, coalesce(need, 'self')) then
    raise exception 'not allowed' using errcode = 'TN403', detail = entry.role;
  end if;
  if (entry.role = 'owner') = (session_user = 'tenure_member') then
    raise exception 'the other role' using errcode = 'TN421';
  end if;
  perform app.set_actor(entry.account, concat_ws(' ', entry.person, entry.id, entry.role, entry.whole, entry.sees_payers, coalesce(entry.years, '')), at);
  return entry.account;
end $$;

-- Policies and lists call the following functions in each statement. In PL/pgSQL, which each connection prepares once,
-- they take a third of the time of SQL functions.

-- Whether the caller has a right. Jobs without a member have all rights.
create function app.may(required text) returns boolean language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  role constant text := app.actor(3);
begin
  return coalesce(app.role_may(role, required), session_user <> 'tenure_member');
end $$;

-- Whether the caller's reach is the whole account, including rows without a property.
create function app.sees_all() returns boolean language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(app.actor(4) = 't', session_user <> 'tenure_member');
end $$;

-- The rows that a right gives the caller: 'all', 'some' (those of properties in their reach), or null for none.
create function app.reach(required text) returns text language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor constant text[] := app.actor_fields();
begin
  if not coalesce(app.role_may(actor[3], required), session_user <> 'tenure_member') then
    return null;
  end if;
  return case when coalesce(actor[4] = 't', session_user <> 'tenure_member') then 'all' else 'some' end;
end $$;

-- Whether the caller is a guest who may not read the descriptions of rent and deposits.
create function app.hides_payers() returns boolean language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor constant text[] := app.actor_fields();
begin
  return coalesce(actor[3] = 'guest' and actor[5] is distinct from 't', false);
end $$;

-- Whether a transaction's texts may contain a tenant's name: rent, deposits, uncategorised money, split income, and any
-- with a tenancy.
create function app.names_payer(category text, tenancy_id uuid, split_amount numeric) returns boolean language sql immutable parallel safe
  return category = any ('{rent,deposit,kept deposit,other}') or tenancy_id is not null or coalesce(split_amount, 0) > 0;

-- The days of the tax years that the caller may see, each from 1 April for calendar quarters; null for all days.
create function app.my_days() returns datemultirange language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor constant text[] := app.actor_fields();
begin
  if actor[3] = 'guest' and actor[6] <> '' then
    return (select range_agg(daterange(make_date(left(year, 4)::integer, 4, 1), make_date(left(year, 4)::integer + 1, 4, 6)))
      from unnest(string_to_array(actor[6], ',')) year);
  end if;
  return null;
end $$;

create function app.sees_year(year text) returns boolean language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return app.my_days() is null or year = any (string_to_array(app.actor(6), ','));

-- Whether the caller may read stored sums, which cover all properties and years.
create function app.sees_totals() returns boolean language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor constant text[] := app.actor_fields();
begin
  return coalesce(actor[4] = 't', session_user <> 'tenure_member') and (actor[3] = 'guest' and actor[6] <> '') is not true;
end $$;

-- Checks the caller, in security definers that change rows.
-- TN403: the caller lacks the right `need` or, with `of_account`, reach over the whole account.
create function app.require(need text, of_account boolean) returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may(need) or of_account and not app.sees_all() then
    raise exception 'not allowed' using errcode = 'TN403';
  end if;
end $$;

-- Serialises changes to the account's team and files.
create function app.lock_account() returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select from public.profiles where id = app.user_id() for no key update;
end;

-- The properties of a member or API key without reach over the whole account.
create function app.my_properties() returns setof uuid
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
begin atomic
  select property_id from app.member_properties where member_id = app.member_id()
  union all select property_id from app.key_properties where key_id = app.member_id();
end;

-- Returns the person of a session token. TN401: the session has ended, or belongs to another person than the caller.
create function auth.session_person(session_token text) returns uuid language plpgsql stable as $$
declare
  person uuid;
begin
  select user_id into person from auth.sessions where token = session_token and user_id = app.person_id();
  if not found then
    raise exception 'no session' using errcode = 'TN401';
  end if;
  return person;
end $$;

-- Returns the session's account. TN401: as auth.session_person. TN403: the caller is not an owner.
create function auth.owned_account(session_token text) returns uuid language plpgsql stable as $$
begin
  perform auth.session_person(session_token);
  if app.actor(3) is distinct from 'owner' then
    raise exception 'not allowed' using errcode = 'TN403', detail = app.actor(3);
  end if;
  return app.user_id();
end $$;

-- Rotates the session token, so that copies of the cookie become invalid.
create function app.renew_session(session_token text, new_token text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  -- Checks the token in a separate statement, as a plan without matching rows may skip the call.
  select auth.session_person(session_token);
  update auth.sessions set token = new_token where token = session_token and user_id = auth.session_person(session_token);
end;

-- Whether the visitor of a public page is signed in.
create function app.is_session(session_token text, at timestamptz) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select exists (select from auth.sessions where token = session_token and expires_at > at);
end;

-- The live streams whose session, membership and reach are still valid; the others must be closed.
-- `reaches` are the role and `members.whole` of each stream, such as 'manager t'.
create function app.live_sessions(tokens text[], members uuid[], reaches text[], at timestamptz)
  returns table (token text, member uuid, reach text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select stream.* from unnest(tokens, members, reaches) stream (token, member, reach)
  join auth.sessions s on s.token = stream.token and s.expires_at > at
  join public.members m on m.id = stream.member and m.person_id = s.user_id and m.state = 'active' and concat_ws(' ', m.role, m.whole) = stream.reach
    and (m.ends_on is null or m.ends_on >= (at at time zone 'Europe/London')::date);
end;

create function app.notify_session() returns void language sql
  return app.notify_live(app.user_id(), 'session', null, null);

create function auth.open_account(person uuid, at timestamptz, is_sample boolean default false) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := gen_random_uuid();
begin
  insert into public.profiles (id, owner_id, name, email, account_name, sample, trial_start_date, trial_end_date, updated_at)
  select account, id, name, email, case when is_sample then 'Sample portfolio' end, is_sample, at,
    at + case when is_sample then interval '720 hours' else interval '168 hours' end, at
  from auth.users where id = person;
  insert into public.members (user_id, person_id, name, email, role, state, joined_at)
  select account, id, name, email, 'owner', 'active', at from auth.users where id = person;
  return account;
end $$;

create function auth.welcome_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.people (id) values (new.id);
  if new.own_account then
    perform auth.open_account(new.id, new.created_at);
  end if;
  return null;
end $$;

create function auth.choose_account() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.account_id := coalesce(new.account_id, auth.first_account(new.user_id, new.created_at));
  return new;
end $$;

create function auth.sync_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.profiles set name = new.name, email = new.email, updated_at = new.updated_at where owner_id = new.id;
  update public.members set name = new.name, email = new.email where person_id = new.id;
  return null;
end $$;

create function app.own_email(out confirmed boolean, out waiting text, out second_factor boolean, out passkeys integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select u.email_verified, c.email, u.two_factor_enabled, (select count(*)::integer from auth.passkeys p where p.user_id = u.id)
  from auth.users u left join auth.email_changes c on c.user_id = u.id and c.expires_at > app.instant()
  where u.id = app.person_id();
end;

create function app.own_sessions(session_token text)
  returns table (id uuid, user_agent text, signed_in_at timestamptz, last_seen_at timestamptz, current boolean, by_code boolean, by_passkey boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.id, s.user_agent, s.created_at, s.updated_at, s.token = session_token, s.by_code, s.by_passkey
  from auth.sessions s where s.user_id = auth.session_person(session_token) and s.expires_at > app.instant()
  order by s.token = session_token desc, s.created_at desc, s.id;
end;

-- Ends the caller's session `ended`, or all of the caller's sessions but the current one if null.
create function app.end_other_sessions(session_token text, ended uuid) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select auth.session_person(session_token);
  delete from auth.sessions
  where user_id = auth.session_person(session_token) and token <> session_token and (ended is null or id = ended);
end;

create function app.end_feeds_of(person uuid) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from public.calendar_feeds where member_id in (select id from public.members where person_id = person);
end;

create function app.replace_password(session_token text, password_hash text, end_feeds boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid := auth.session_person(session_token);
begin
  update auth.accounts set password = password_hash, updated_at = app.instant()
  where user_id = person and provider_id = 'credential';
  delete from auth.sessions where user_id = person and token <> session_token;
  delete from auth.verifications where user_id = person;
  delete from auth.email_changes where user_id = person;
  if end_feeds then
    perform app.end_feeds_of(person);
  end if;
end $$;

-- Saves the name and a pending new address.
-- A null address cancels a pending one. An address without a token leaves a pending one unchanged.
-- Returns whether the address has an account, which only the email to that address may reveal.
create function app.save_profile(session_token text, new_name text, new_email text, new_token_hash text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
begin
  -- Locks the session, so that a concurrent password change waits and then cancels this change too.
  perform from auth.sessions where token = session_token for key share;
  person := auth.session_person(session_token);
  if new_email is null then
    delete from auth.email_changes where user_id = person;
  elsif new_token_hash is not null then
    insert into auth.email_changes (user_id, email, token_hash, created_at, expires_at)
    values (person, new_email, new_token_hash, app.instant(), app.instant() + interval '24 hours')
    on conflict (user_id) do update
    set email = excluded.email, token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
  update auth.users set name = new_name, updated_at = app.instant() where id = person and name <> new_name;
  return exists (select from auth.users where email = new_email);
end $$;

-- Confirms a new address by its single-use token, and ends reset links sent to the old address.
-- Returns no row if the token is invalid or another person has taken the address.
create function app.confirm_new_email(given_token_hash text, at timestamptz, out person_id uuid, out person_name text, out old_email text, out new_email text)
  returns setof record
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  change auth.email_changes;
begin
  delete from auth.email_changes where token_hash = given_token_hash and expires_at > at returning * into change;
  if not found then
    return;
  end if;
  select id, name, email into person_id, person_name, old_email from auth.users where id = change.user_id for update;
  begin
    update auth.users set email = change.email, email_verified = true, updated_at = at where id = change.user_id;
  exception when unique_violation then
    return;
  end;
  delete from auth.verifications where user_id = change.user_id;
  new_email := change.email;
  return next;
end $$;

-- Deletes up to `max_rows` rows from one table of the account, to keep statements short. Returns how many.
-- Newer tables come first, as they reference older ones.
create function app.remove_account_batch(session_token text, max_rows integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := auth.owned_account(session_token);
  target regclass;
  gone bigint;
begin
  perform set_config('app.is_deleting_account', app.sign('leaving'), true);
  -- Foreign key plans that were cached when tables were small would scan whole tables for each row.
  perform set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true);
  for target in
    select conrelid::regclass from pg_constraint join pg_attribute on attrelid = conrelid and attname = 'user_id' and conkey = array[attnum]
    where contype = 'f' and confrelid = 'public.profiles'::regclass order by conrelid desc
  loop
    execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where user_id = %2$L limit %3$s))', target, account, max_rows);
    get diagnostics gone = row_count;
    if gone > 0 then
      return gone;
    end if;
  end loop;
  return 0;
end $$;

-- Deletes the account with any rows added concurrently, and the caller's login unless they are a member of another
-- account. Returns the addresses of a deleted login, the current one first.
create function app.remove_account(session_token text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := auth.owned_account(session_token);
  person constant uuid := app.person_id();
begin
  perform set_config('app.is_deleting_account', app.sign('leaving'), true);
  delete from public.profiles where id = account;
  if not exists (select from public.members m join public.profiles p on p.id = m.user_id
    where m.person_id = person and m.state in ('active', 'paused') and not p.sample) then
    perform auth.delete_samples(person, null);
    return query
      select email from auth.users where id = person
      union all
      select email from auth.email_changes where user_id = person;
    delete from auth.users where id = person;
  end if;
end $$;

-- Turns off a member's emails. Old links contain the id of an account instead, and turn off its owner's emails.
create function app.stop_emails(member uuid) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.members set email_notifications = false
  where id = member or (user_id, person_id) in (select id, owner_id from public.profiles where id = member);
end;

create function app.delete_jobs_about(fingerprints text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Deletes from `job` twice, as a failing or archived job may move between the tables.
  delete from pgboss.job where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
  delete from pgboss.archive where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
  delete from pgboss.job where data -> 'fingerprints' ?| delete_jobs_about.fingerprints;
end $$;

grant execute on function app.hides_payers(), app.names_payer(text, uuid, numeric), app.my_days(), app.sees_year(text), app.sees_totals(),
  app.lock_account(), app.may(text), app.sees_all(), app.reach(text), app.my_properties(),
  app.plan_ends(text, timestamptz, timestamptz, timestamptz), app.standing(timestamptz), app.authenticate(text, timestamptz, boolean, uuid, text),
  app.renew_session(text, text), app.is_session(text, timestamptz), app.own_email(), app.own_sessions(text),
  app.end_other_sessions(text, uuid), app.replace_password(text, text, boolean), app.save_profile(text, text, text, text), app.confirm_new_email(text,
  timestamptz), app.remove_account_batch(text, integer), app.remove_account(text), app.delete_jobs_about(text[]) to tenure_app;
grant execute on function app.authenticate_as(uuid, timestamptz, uuid), app.live_sessions(text[], uuid[], text[], timestamptz), app.end_feeds_of(uuid), app.stop_emails(uuid) to tenure_jobs;

grant select, insert, update, delete on app.attempts to tenure_app;

grant select, update (mailed_at), delete on app.enquiries to tenure_jobs;
grant insert (at, name, email, message) on app.enquiries to tenure_app;

create trigger welcome after insert on auth.users for each row execute function auth.welcome_person();
create trigger sync_person after update of name, email on auth.users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email)
  execute function auth.sync_person();
create trigger choose_account before insert on auth.sessions for each row execute function auth.choose_account();
grant select, insert, update, delete on auth.users to tenure_auth;

grant select, insert, update, delete on auth.sessions to tenure_auth;

grant select, insert, update, delete on auth.accounts to tenure_auth;

grant select, insert, update, delete on auth.verifications to tenure_auth;

alter table public.profiles enable row level security;
alter table public.profiles force row level security;
create policy own_profile on public.profiles to tenure_app using (id = (select app.user_id()));
create policy whole_house on public.profiles to tenure_owner using (true) with check (true);
grant select, update (steps_hidden, account_name) on public.profiles to tenure_app;

alter table public.people enable row level security;
alter table public.people force row level security;
create policy own_person on public.people to tenure_app using (id = (select app.person_id()));
create policy whole_house on public.people to tenure_owner using (true) with check (true);
grant select, update (dark_mode, key_shortcuts) on public.people to tenure_app;

grant select on public.activity to tenure_app;

grant select on app.row_counts to tenure_app;

grant select, delete on auth.email_changes to tenure_auth;

grant select, insert (key, noun, fingerprint), update (record_id, answer) on app.idempotency_keys to tenure_app;

grant select, insert, update, delete on auth.two_factors to tenure_auth;

grant select, insert, update, delete on auth.passkeys to tenure_auth;

grant select, insert, update, delete on auth.used_challenges to tenure_auth;
