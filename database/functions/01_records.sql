-- Lets each landlord see and change only rows with their id, whatever the query says. The owner role sees all, because search functions
-- and migrations run as it; the running server does not log in as it.
create function app.own_rows(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to tenure_app using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()))', target);
  execute format('create policy whole_house on %s to tenure_owner using (true) with check (true)', target);
end $$;

-- Every table with a landlord's id is theirs.
select app.own_rows(attrelid) from pg_attribute join pg_class on pg_class.oid = attrelid
where attname = 'user_id' and relkind in ('r', 'p') and relnamespace in ('app'::regnamespace, 'public'::regnamespace);

-- Every change of a record raises its version: the ETag that a later change must name.
create function app.next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- A value as activity keeps it: long text is named as changed, not kept twice.
create function app.brief(value jsonb) returns jsonb language sql immutable parallel safe
  return case when length(value::text) > 200 then '"…"'::jsonb else value end;

-- Whether the asking landlord's account is being taken away in this transaction: then nothing needs to be remembered, counted or kept.
create function app.leaving() returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  said constant text := current_setting('app.leaving', true);
begin
  return coalesce(said <> '' and said = app.mark('leaving'), false);
end $$;

-- Logs one row of activity for each statement, landlord and property: who, what, when, which columns. Append-only: the app role may only
-- read it. Nothing is logged for an account that is being deleted. Arguments: noun; column that labels a row; column with the property it
-- is about; columns whose values are secret; columns that follow from others. Only the columns that are logged are read: as JSON, 50,000
-- added transactions took 0.4 s longer.
create function app.log_activity() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun constant text := tg_argv[0];
  label constant text := case when tg_argv[1] = '' then 'null::text' else format('r.%I', tg_argv[1]) end;
  about constant text := case when tg_argv[2] = '' then 'null::uuid' else format('r.%I', tg_argv[2]) end;
  differing text;
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    execute format($sql$
      insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
      select r.user_id, app.user_id(), app.instant(), $1, $2, case when count(*) = 1 then min(r.id::text)::uuid end, %2$s, count(*),
             case when count(*) = 1 then min(%1$s) end
      from logged_rows r join public.profiles p on p.id = r.user_id
      group by r.user_id, %2$s$sql$, label, about) using noun, case tg_op when 'INSERT' then 'added' else 'removed' end;
    return null;
  end if;
  -- Compared as they are: as JSON, all columns of 5,000 transactions took 0.1 s.
  select string_agg(format('case when r.%1$I is distinct from o.%1$I then %1$L end', attname), ', ' order by attname) into differing
  from pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> 'version' and attname <> all (tg_argv[4]::text[]);
  execute format($sql$
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns, changes)
    select c.user_id, app.user_id(), app.instant(), $1, 'changed', case when c.times = 1 then min(c.id::text)::uuid end, c.about, c.times,
           case when c.times = 1 then min(c.label) end, array_agg(distinct key order by key),
           jsonb_object_agg(key, case when key = any ($2) then '["…", "…"]'
             else jsonb_build_array(app.brief(to_jsonb(was) -> key), app.brief(to_jsonb(now) -> key)) end) filter (where c.times = 1)
    from (
      select changed.*, count(*) over (partition by user_id, about) as times
      from (
        select r.id, r.user_id, %s as about, %s as label, o as was, r as now, array_remove(array[%s], null) as keys
        from new_rows r join old_rows o on o.id = r.id join public.profiles p on p.id = r.user_id
      ) changed
      where keys <> '{}'
    ) c
    cross join lateral unnest(c.keys) as key
    group by c.user_id, c.about, c.times$sql$, about, label, differing) using noun, tg_argv[3]::text[];
  return null;
end $$;

-- Logs every change of a table. `label` is the column that names a row in sentences, `about` the one with its property; of `secret`
-- columns it is kept that they changed and not how; a change of `derived` ones is none of the landlord's own.
create function app.log_activity_of(target regclass, noun text, label text, about text default '', secret text[] default '{}', derived text[] default '{}')
  returns void language plpgsql as $$
declare
  logged constant text := format('for each statement execute function app.log_activity(%L, %L, %L, %L, %L)', noun, label, about, secret, derived);
begin
  execute format('create trigger log_added after insert on %s referencing new table as logged_rows %s', target, logged);
  execute format('create trigger log_changed after update on %s referencing old table as old_rows new table as new_rows %s', target, logged);
  execute format('create trigger log_removed after delete on %s referencing old table as logged_rows %s', target, logged);
end $$;

-- How many rows of a noun a landlord has, kept as they come and go: counting 5,000 rows for each page would cost four times the
-- page itself. Spread over 16 rows a noun, by connection, so that sixteen people adding at once do not queue for one.
create function app.count_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

-- Where changes are told: anybody who is connected may listen to a channel, so that its name is kept from the app role.
create function app.live_channel() returns text
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return (select 'tenure_live_' || left(encode(sha256(key || convert_to('live', 'UTF8')), 'hex'), 32) from app.entry_key);

-- With the request that made the change, where one did: its tab has read it already.
create function app.notify_live(landlord uuid, noun text, id uuid, version integer) returns void language sql
  return pg_notify(app.live_channel(), json_build_object('landlord', landlord, 'noun', noun, 'id', id, 'version', version,
    'request', nullif(current_setting('app.request', true), ''))::text);

-- Notifies every listening server of a changed record, whatever changed it. Of a statement over 100 rows it says so once for each
-- landlord, without ids. Its argument is the noun as the API names it.
create function app.notify_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

create function app.notify_changes_of(target regclass, noun text) returns void language plpgsql as $$
begin
  execute format('create trigger notify_added after insert on %s referencing new table as new_rows for each statement execute function app.notify_change(%L)', target, noun);
  execute format('create trigger notify_changed after update on %s referencing new table as new_rows for each statement execute function app.notify_change(%L)', target, noun);
  execute format('create trigger notify_deleted after delete on %s referencing old table as old_rows for each statement execute function app.notify_change(%L)', target, noun);
end $$;

-- Makes a landlord's table a record: versions, activity, a row count, live notices. The comment is the mark that tests and the download
-- of my data read from the catalogue. `live` is the noun of its notices, its own name unless given; '' for none.
create function app.keep_record(target regclass, noun text, label text, about text default '', secret text[] default '{}', derived text[] default '{}',
  live text default null) returns void language plpgsql as $$
begin
  perform app.log_activity_of(target, noun, label, about, secret, derived);
  execute format('comment on table %s is %L', target, 'record:' || noun);
  execute format('create trigger next_version before update on %s for each row execute function app.next_version()', target);
  execute format('create trigger count_added after insert on %s referencing new table as new_rows for each statement execute function app.count_rows(%L)', target, noun);
  execute format('create trigger count_removed after delete on %s referencing old table as old_rows for each statement execute function app.count_rows(%L)', target, noun);
  if live is distinct from '' then
    perform app.notify_changes_of(target, coalesce(live, (select replace(relname, '_', '-') from pg_class where oid = target)));
  end if;
end $$;

-- Which migrations this database has had, for the readiness check.
create function app.migration_names() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select name from app.migrations;
end;

-- A UUID version 7 of an instant; `next_id` is that of now.
create function app.id_at(at timestamptz) returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

-- Nobody sends an add again after 30 days.
create function app.clear_add_keys(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from app.add_keys where added_at <= at - interval '30 days';
end;

-- The landlord's own day, in which leases begin and end.
create function app.today() returns date language sql stable parallel safe
  return (app.instant() at time zone 'Europe/London')::date;

-- The words of a search, the longest first. Of several words those with digits match only where a word begins: '2 mill lane' is not '12 Mill Lane'.
create function app.search_words(typed text) returns text[] language sql immutable strict parallel safe
begin atomic
  with words as (
    select regexp_replace(word, '\.+$', '') as word, place
    from unnest(string_to_array(regexp_replace(app.fold_text(typed), '(?<=[[:alpha:]])-(?=[[:alpha:]])', ' ', 'g'), ' '))
      with ordinality as parts (word, place)
  ), kept as (select * from words where word <> '')
  select coalesce(array_agg(case when word ~ '[0-9]' and (select count(*) from kept) > 1 then ' ' || word else word end order by length(word) desc, place), '{}')
  from kept;
end;

-- A search is `strpos(search, app.first_word(typed)) > 0 and search like all (app.other_words(typed))`: every word, in any order. The
-- longest is looked for alone, as `strpos` takes half of the time that `like` does. Signs alone have no first word, and match nothing.
create function app.first_word(typed text) returns text language sql immutable strict parallel safe
  return (app.search_words(typed))[1];

create function app.other_words(typed text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array(
    select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest((app.search_words(typed))[2:]) word);
end;

grant execute on function app.live_channel(), app.clear_add_keys(timestamptz) to tenure_jobs;
grant execute on function app.migration_names(), app.id_at(timestamptz), app.today(), app.search_words(text), app.first_word(text),
  app.other_words(text) to tenure_app;
