-- Up Migration
-- The ground every landlord's table stands on: who is asking, what the time is, who may see a row, and what is remembered of a change.
-- Roles (made before the first migration, src/server/db/roles.server.ts): tenure_owner runs migrations and owns
-- everything; tenure_auth sees better-auth's tables only; tenure_app serves landlords and owns nothing.

create schema auth;
revoke all on schema public from public;
grant usage on schema public, app to tenure_app;
grant usage on schema auth to tenure_auth;
alter default privileges revoke execute on functions from public;

-- The landlord this transaction works for; null outside a landlord's transaction, so that row-level security shows nothing.
create function app.user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- The server's clock (SQL is told the instant); the database's own only where the server is not asking.
create function app.instant() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('app.instant', true), '')::timestamptz, now());

grant execute on function app.user_id(), app.instant() to tenure_app;

-- As people sort: '2 Mill Lane' before '14 Chandos Terrace', 'Éclair' beside 'Eclair'. Never in an index: its rules change with ICU's version.
create collation app.natural (provider = icu, locale = 'en-GB-u-kn-true');

-- Attempts at signing in and the like (rate-limiter-flexible's own layout).
create table app.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on app.attempts to tenure_app;

-- Makes a table a landlord's own: each landlord sees and changes only rows that carry their id, whatever the query says.
-- The owner role sees all, because search functions and migrations run as it; it is no login of the running server.
create function app.own_rows(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to tenure_app using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()))', target);
  execute format('create policy whole_house on %s to tenure_owner using (true) with check (true)', target);
end $$;

-- Every change of a record raises its version: the ETag that a later change must name.
create function app.next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- One row of activity a statement: who, what, when, which columns. Append-only: the app role may only read it.
-- Rows of a landlord whose account is being deleted leave nothing behind: their profile is gone already.
create function app.remember() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun text := tg_argv[0];
  label_column text := tg_argv[1];
begin
  if tg_op = 'INSERT' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'added',
           case when count(*) = 1 then (array_agg(r.id))[1] end, count(*),
           case when count(*) = 1 then (array_agg(to_jsonb(r)))[1] ->> label_column end
    from new_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id;
  elsif tg_op = 'DELETE' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'removed',
           case when count(*) = 1 then (array_agg(r.id))[1] end, count(*),
           case when count(*) = 1 then (array_agg(to_jsonb(r)))[1] ->> label_column end
    from old_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id;
  else
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, record_count, label, columns, changes)
    select c.user_id, app.user_id(), app.instant(), noun, 'changed',
           case when count(distinct c.id) = 1 then (array_agg(c.id))[1] end, count(distinct c.id),
           case when count(distinct c.id) = 1 then min(c.label) end,
           array_agg(distinct c.key::text order by c.key::text),
           case when count(distinct c.id) = 1 then jsonb_object_agg(c.key, jsonb_build_array(c.was, c.is)) end
    from (
      select n.id, n.user_id, to_jsonb(n) ->> label_column as label, field.key,
             app.brief(to_jsonb(o) -> field.key) as was, app.brief(field.value) as is
      from new_rows n
      join old_rows o on o.id = n.id
      join public.profiles p on p.id = n.user_id
      cross join lateral jsonb_each(to_jsonb(n)) as field
      where field.key not in ('version', 'search')
        and field.value is distinct from to_jsonb(o) -> field.key
    ) c
    group by c.user_id;
  end if;
  return null;
end $$;

-- A value as activity keeps it: long text is named as changed, not kept twice.
create function app.brief(value jsonb) returns jsonb language sql immutable parallel safe
  return case when length(value::text) > 200 then '"…"'::jsonb else value end;

-- How many rows of a noun a landlord has, kept as they come and go: counting 5,000 rows for each page would cost four times the
-- page itself. Spread over 16 rows a noun, by connection, so that sixteen people adding at once do not queue for one.
create function app.tally() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
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

-- Makes a landlord's table a record: own rows, versions, activity, a tally. `label_column` names a row in sentences.
-- The comment is the mark that tests and the download of my data read from the catalogue.
create function app.keep_record(target regclass, noun text, label_column text) returns void language plpgsql as $$
begin
  perform app.own_rows(target);
  execute format('comment on table %s is %L', target, 'record:' || noun);
  execute format('create trigger next_version before update on %s for each row execute function app.next_version()', target);
  execute format('create trigger remember_added after insert on %s referencing new table as new_rows for each statement execute function app.remember(%L, %L)', target, noun, label_column);
  execute format('create trigger remember_changed after update on %s referencing old table as old_rows new table as new_rows for each statement execute function app.remember(%L, %L)', target, noun, label_column);
  execute format('create trigger tally_added after insert on %s referencing new table as new_rows for each statement execute function app.tally(%L)', target, noun);
  execute format('create trigger tally_removed after delete on %s referencing old table as old_rows for each statement execute function app.tally(%L)', target, noun);
  execute format('create trigger remember_removed after delete on %s referencing old table as old_rows for each statement execute function app.remember(%L, %L)', target, noun, label_column);
end $$;

-- Which migrations this database has had, for the readiness check.
create function app.migration_names() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select name from app.migrations;
end;
grant execute on function app.migration_names() to tenure_app;
