-- Up Migration
-- Who asks is proven by a mark that only functions of the owner can make, for this very transaction: saying another landlord's id shows
-- nothing. What no landlord asks for belongs to tenure_jobs, a member of tenure_app that serves no landlord's statement.

create table app.entry_key (key bytea not null);
insert into app.entry_key
  select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- What proves in this transaction that a function of the owner has said `said`. No other transaction begins at the same instant on the
-- same connection, and no setting is seen on another.
create function app.mark(said text) returns text language plpgsql stable parallel safe as $$
declare
  own bytea;
begin
  select key into own from app.entry_key;
  return encode(sha256(own || sha256(own || timestamptz_send(now()) || convert_to(said, 'UTF8'))), 'hex');
end $$;

create or replace function app.user_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.user_id', true);
begin
  if said <> '' and current_setting('app.user_mark', true) = app.mark(said) then
    return said::uuid;
  end if;
  return null;
end $$;

create or replace function app.leaving() returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.leaving', true);
begin
  return coalesce(said <> '' and said = app.mark('leaving'), false);
end $$;

-- The landlord for whom the rest of this transaction works: for jobs, and for app.enter, which has proven the session.
create function app.enter_for(landlord uuid, at timestamptz) returns uuid
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select set_config('app.user_id', landlord::text, true), set_config('app.user_mark', app.mark(landlord::text), true),
    set_config('app.instant', at::text, true);
  select landlord;
end;

-- As before, with the mark.
create or replace function app.enter(session_token text, at timestamptz, guarded boolean) returns uuid
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
  return app.enter_for(landlord.id, at);
end $$;

-- As before, and only with the session's token.
drop function app.remove_some(integer), app.remove_account();
create function app.remove_some(session_token text, most integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := auth.asker(session_token);
  target regclass;
  gone bigint;
begin
  perform set_config('app.leaving', app.mark('leaving'), true);
  -- Links are checked by plans that were made when tables were small: each would read a whole table, for every row.
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
create function app.remove_account(session_token text) returns setof text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := auth.asker(session_token);
begin
  perform set_config('app.leaving', app.mark('leaving'), true);
  return query
    select email from auth.users where id = landlord
    union all
    select email from auth.email_changes where user_id = landlord;
  delete from auth.users where id = landlord;
end $$;
-- Jobs about somebody who is going, by fingerprints that only the server can make.
create function app.forget_jobs(fingerprints text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Twice through the jobs: one that fails or is archived in between moves to a table that was cleared already.
  delete from pgboss.job where data -> 'fingerprints' ?| forget_jobs.fingerprints;
  delete from pgboss.archive where data -> 'fingerprints' ?| forget_jobs.fingerprints;
  delete from pgboss.job where data -> 'fingerprints' ?| forget_jobs.fingerprints;
end $$;
grant execute on function app.remove_some(text, integer), app.remove_account(text), app.forget_jobs(text[]) to tenure_app;

-- Where changes are told: anybody who is connected may listen to a channel, so that its name is kept from the app role.
create function app.live_channel() returns text
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return (select 'tenure_live_' || left(encode(sha256(key || convert_to('live', 'UTF8')), 'hex'), 32) from app.entry_key);
create function app.notify_live(landlord uuid, noun text, id uuid, version integer) returns void language sql
  return pg_notify(app.live_channel(), json_build_object('landlord', landlord, 'noun', noun, 'id', id, 'version', version)::text);

create or replace function app.notify_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  many boolean;
  seen text := case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end;
begin
  if app.leaving() then
    return null;
  end if;
  execute format('select count(*) > 100 from (select from %I limit 101) few', seen) into many;
  execute format(
    'select app.notify_live(user_id, %L, %s, %s) from (select %s from %I) changed',
    tg_argv[0],
    case when many then 'null' else 'id' end,
    case when many or tg_op = 'DELETE' then 'null' else 'version' end,
    case when many then 'distinct user_id' else '*' end,
    seen);
  return null;
end $$;

create or replace function app.notify_session() returns void language sql
  return app.notify_live(app.user_id(), 'session', null, null);

create or replace function app.notify_connections() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    perform app.notify_live(case tg_op when 'DELETE' then old.user_id else new.user_id end, 'bank-connections', null, null);
  end if;
  return null;
end $$;

create or replace function app.notify_standing() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    perform app.notify_live(new.user_id, 'session', null, null);
  end if;
  return null;
end $$;

-- What is done without being asked, or about all landlords.
revoke execute on function app.clear_files(timestamptz), app.list_stray(text, text, text[]), app.clear_add_keys(timestamptz),
  app.clear_statements(timestamptz), app.take_lease_notices(timestamptz, integer), app.lease_notice(timestamptz, uuid, json),
  app.take_notice_emails(timestamptz, text, date, integer), app.emailed_landlord(timestamptz, uuid),
  app.due_bank_work(timestamptz, interval), app.due_payment_work(timestamptz), app.readings_of(text, text),
  app.keep_subscription(bigint, timestamptz, jsonb), app.subscription_of(text, text), app.live_sessions(text[], timestamptz)
  from tenure_app;
grant execute on function app.clear_files(timestamptz), app.list_stray(text, text, text[]), app.clear_add_keys(timestamptz),
  app.clear_statements(timestamptz), app.take_lease_notices(timestamptz, integer), app.lease_notice(timestamptz, uuid, json),
  app.take_notice_emails(timestamptz, text, date, integer), app.emailed_landlord(timestamptz, uuid),
  app.due_bank_work(timestamptz, interval), app.due_payment_work(timestamptz), app.readings_of(text, text),
  app.keep_subscription(bigint, timestamptz, jsonb), app.subscription_of(text, text), app.live_sessions(text[], timestamptz),
  app.enter_for(uuid, timestamptz), app.live_channel()
  to tenure_jobs;
revoke select, delete on app.file_removals from tenure_app;
grant select, delete on app.file_removals to tenure_jobs;
revoke select, delete, update (mailed_at) on app.enquiries from tenure_app;
grant select, delete, update (mailed_at) on app.enquiries to tenure_jobs;
