-- Restricts a table to the account of the transaction, and to its member if `of_member`.
-- `tenure_owner` is exempt, as security definers run as this role.
create function app.own_rows(target regclass, of_member boolean) returns void language plpgsql as $$
declare
  own constant text := 'user_id = (select app.user_id())' || case when of_member then ' and member_id = (select app.member_id())' else '' end;
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_rows on %s to tenure_app using (%s) with check (%2$s)', target, own);
  execute format('create policy whole_house on %s to tenure_owner using (true) with check (true)', target);
end $$;

select app.own_rows(attrelid, attrelid in ('public.notice_states'::regclass, 'public.calendar_feeds'::regclass, 'app.notice_emails'::regclass))
from pg_attribute join pg_class on pg_class.oid = attrelid
where attname = 'user_id' and relkind in ('r', 'p') and relnamespace in ('app'::regnamespace, 'public'::regnamespace);

-- Increments a record's version, which is its ETag.
create function app.next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Replaces long values, which the activity does not store.
create function app.truncate_value(value jsonb) returns jsonb language sql immutable parallel safe
  return case when length(value::text) > 200 then '"…"'::jsonb else value end;

-- Whether this transaction deletes an account. Triggers then skip logs, counts and files.
create function app.is_deleting_account() returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting constant text := current_setting('app.is_deleting_account', true);
begin
  return coalesce(setting <> '' and setting = app.sign('leaving'), false);
end $$;

-- The channel's name is secret, as PostgreSQL lets any role listen.
create function app.live_channel() returns text
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  return (select 'tenure_live_' || left(encode(sha256(key || convert_to('live', 'UTF8')), 'hex'), 32) from app.signing_key);

-- Includes the request's id, as the tab that sent the request already has the result.
create function app.notify_live(landlord uuid, noun text, id uuid, version integer) returns void language sql
  return pg_notify(app.live_channel(), json_build_object('landlord', landlord, 'noun', noun, 'id', id, 'version', version,
    'request', nullif(current_setting('app.request', true), ''))::text);

-- Whether each changed row gets its own activity entry, as in a bulk import.
create function app.logs_each_row() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.logs_each_row', true) = 'yes', false);

-- Makes a table a record: adds versions, and triggers that count its rows, log its changes and send live changes.
-- The triggers contain static SQL, so that PostgreSQL caches its plans.
-- Counts have 16 slots, chosen by connection, so that concurrent additions rarely wait for each other. Long
-- transactions have further slots (app.totals_slot).
-- The table's comment marks it as a record, for tests and the export of personal data.
-- `noun` is the record's kind in the activity. `label` and `about` are the columns with its name and its property.
-- `secret` columns are logged without values; `derived` columns are not logged.
-- `logged` is an SQL condition for logging. `live` is the noun of live changes, or '' for none.
-- `more` is SQL that runs first. In it, {rows} are the added rows with times = 1 and the removed rows with times = -1.
create function app.keep_record(target regclass, noun text, label text, about text default '', secret text[] default '{}', derived text[] default '{}',
  logged text default 'true', live text default null, more text default '') returns void language plpgsql as $$
declare
  name constant text := (select relname from pg_class where oid = target);
  channel constant text := coalesce(live, replace(name, '_', '-'));
  label_of constant text := case when label = '' then 'null::text' else format('r.%I', label) end;
  about_of constant text := case when about = '' then 'null::uuid' else format('r.%I', about) end;
  -- Comparing the rows as JSON took 0.1 s for 5,000 transactions.
  differing constant text := (
    select string_agg(format('case when r.%1$I is distinct from o.%1$I then %1$L end', attname), ', ' order by attnum) from pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'version' and attname <> all (derived));
  -- Logs one entry for each landlord and property, or for each row in a bulk import.
  log_moved constant text := format($sql$
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, record_version)
    select r.user_id, app.person_id(), app.instant(), %L, {action}, case when count(*) = 1 then min(r.id::text)::uuid end, %2$s, count(*),
      case when count(*) = 1 then min(%3$s::text) end, case when count(*) = 1 then min(r.version) end
    from {moved} r
    group by r.user_id, %2$s, case when app.logs_each_row() then r.id end having exists (select from public.profiles p where p.id = r.user_id)$sql$, noun, about_of, label_of);
  log_changed constant text := format($sql$
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, record_version, columns, changes)
    select c.user_id, app.person_id(), app.instant(), %L, 'changed', case when c.times = 1 then min(c.id::text)::uuid end, c.about, c.times,
      case when c.times = 1 then min(c.label) end, case when c.times = 1 then min(c.version) end, array_agg(distinct key order by key),
      jsonb_object_agg(key, case when key = any (%L::text[]) then '["…", "…"]'
        else jsonb_build_array(app.truncate_value(to_jsonb(c.was) -> key), app.truncate_value(to_jsonb(c.now) -> key)) end) filter (where c.times = 1)
    from (
      select changed.*, case when app.logs_each_row() then 1 else count(*) over (partition by user_id, about) end as times
      from (select r.id, r.user_id, r.version, %s as about, %s::text as label, o as was, r as now, array_remove(array[%s], null) as keys
        from new_rows r join old_rows o on o.id = r.id) changed
      where keys <> '{}'
    ) c
    cross join lateral unnest(c.keys) key
    group by c.user_id, c.about, c.times, case when app.logs_each_row() then c.id end having exists (select from public.profiles p where p.id = c.user_id)$sql$,
    noun, secret, about_of, label_of, differing);
  event record;
begin
  execute format('comment on table %s is %L', target, 'record:' || noun);
  execute format('create trigger next_version before update on %s for each row execute function app.next_version()', target);
  for event in
    select * from (values
      ('added', 'insert', 'new_rows', 'new table as new_rows', '(select n.*, 1 as times from new_rows n)'),
      ('changed', 'update', 'new_rows', 'old table as old_rows new table as new_rows',
        '(select n.*, 1 as times from new_rows n union all select o.*, -1 from old_rows o)'),
      ('removed', 'delete', 'old_rows', 'old table as old_rows', '(select o.*, -1 as times from old_rows o)')) each_one (action, command, moved, tables, rows)
  loop
    execute format('create function app.%I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as %L',
      name || '_' || event.action, format($body$
begin
  -- A cascade fires the trigger even if it deletes no rows.
  if app.is_deleting_account() or not exists (select from %s) then
    return null;
  end if;%s%s
  if %s then%s
  end if;%s
  return null;
end $body$,
      event.moved,
      replace(more, '{rows}', event.rows),
      case event.action when 'changed' then '' else format($sql$
  insert into app.row_counts as stored (user_id, noun, slot, count)
  select r.user_id, %L, case when app.totals_slot() < 8 then pg_backend_pid() %% 16 else 8 + app.totals_slot() end, sum(r.times) from %s r
  group by r.user_id having exists (select from public.profiles p where p.id = r.user_id)
  on conflict (user_id, noun, slot) do update set count = stored.count + excluded.count;$sql$, noun, event.rows) end,
      logged,
      -- Many rows use dynamic SQL, as a plan cached for one row would take quadratic time.
      case event.action when 'changed' then format($sql$
    if (select count(*) > 100 from (select from new_rows limit 101) few) then
      execute %L;
    else%s;
    end if;$sql$, log_changed, log_changed)
      else replace(replace(log_moved, '{action}', quote_literal(event.action)), '{moved}', event.moved) || ';' end,
      -- More than 100 rows send a single message for each landlord.
      case channel when '' then '' else format($sql$
  if (select count(*) > 100 from (select from %1$s limit 101) few) then
    perform app.notify_live(user_id, %2$L, null, null) from (select distinct user_id from %1$s) landlords;
  else
    perform app.notify_live(user_id, %2$L, id, %3$s) from %1$s;
  end if;$sql$, event.moved, channel, case event.action when 'removed' then 'null' else 'version' end) end));
    execute format('create trigger record_%s after %s on %s referencing %s for each statement execute function app.%I()',
      event.action, event.command, target, event.tables, name || '_' || event.action);
  end loop;
end $$;

create function app.migration_names() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select name from app.migrations;
end;

create function app.uuid_at(at timestamptz) returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

create function app.clear_idempotency_keys(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from app.idempotency_keys where added_at <= at - interval '30 days';
end;

create function app.today() returns date language sql stable parallel safe
  return (app.instant() at time zone 'Europe/London')::date;

-- The words of a search, longest first. If there are several, those with digits match only at the start of a word:
-- '2 mill lane' excludes '12 Mill Lane'.
create function app.search_words(search_term text) returns text[] language sql immutable strict parallel safe
begin atomic
  with words as (
    select regexp_replace(word, '\.+$', '') as word, place
    from unnest(string_to_array(regexp_replace(app.fold_text(search_term), '(?<=[[:alpha:]])-(?=[[:alpha:]])', ' ', 'g'), ' '))
      with ordinality as parts (word, place)
  ), nonempty as (select * from words where word <> '')
  select coalesce(array_agg(case when word ~ '[0-9]' and (select count(*) from nonempty) > 1 then ' ' || word else word end order by length(word) desc, place), '{}')
  from nonempty;
end;

-- Search condition: strpos(search, app.first_word(search_term)) > 0 and search like all (app.other_words(search_term)).
-- The longest word, as `strpos` is twice as fast as `like`. Null without words, so that such a search matches nothing.
create function app.first_word(search_term text) returns text language sql immutable strict parallel safe
  return (app.search_words(search_term))[1];

create function app.other_words(search_term text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array(
    select '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' from unnest((app.search_words(search_term))[2:]) word);
end;

-- Adds the search app.find_{table}, which returns the ids of the account's records. It needs the right `required`.
-- A security definer that filters by landlord, as text operators are not leakproof: with row-level security, they could
-- not use an index.
-- `place` is an SQL condition for people with limited reach, who without it find all records.
create function app.keep_search(target regclass, required text, place text default 'true') returns void language plpgsql as $$
declare
  search constant text := format('app.%I', 'find_' || (select relname from pg_class where oid = target));
begin
  execute format($sql$
    create function %s(search_term text) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
    begin atomic
      select id from %s where user_id = app.user_id() and (select app.may(%L)) and ((select app.sees_all()) or %s)
        and strpos(search, (select app.first_word(search_term))) > 0 and search like all ((select app.other_words(search_term))::text[]);
    end$sql$, search, target, required, place);
  execute format('grant execute on function %s(text) to tenure_app, tenure_member', search);
end $$;

grant execute on function app.live_channel(), app.clear_idempotency_keys(timestamptz) to tenure_jobs;
grant execute on function app.migration_names(), app.uuid_at(timestamptz), app.today(), app.search_words(text), app.first_word(text),
  app.other_words(text) to tenure_app;

-- Analyzes tables after an import, as the planner would lack their statistics until autovacuum runs.
create function app.analyze_changed_tables() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  target regclass;
begin
  for target in select relid from pg_stat_user_tables where schemaname in ('public', 'app') and n_mod_since_analyze > 1000 loop
    execute format('analyze (skip_locked) %s', target);
  end loop;
end $$;

grant execute on function app.analyze_changed_tables() to tenure_jobs;
