-- Restores a data download into an account without records, in one transaction (decision 81).

-- Whether this transaction restores a download into the caller's account.
create function app.is_restoring() returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting constant text := current_setting('app.is_restoring', true);
begin
  return coalesce(setting <> '' and setting = app.sign('restoring ' || current_setting('app.user_id', true)), false);
end $$;

-- Tables that are not restored: people, plans, secrets, consents, short-lived data, and sums that triggers compute.
create function app.left_out_of_restores() returns regclass[] language sql stable
  return '{public.profiles, public.people, public.members, app.member_properties, public.subscriptions, public.calendar_feeds, public.api_keys,
    app.key_properties, app.key_uses, public.webhook_endpoints, app.webhook_cursors, app.webhook_deliveries, app.webhook_health,
    app.webhook_notices, app.webhook_tries, public.bank_connections, public.bank_feeds, public.pending_bank_rows, public.tax_connections,
    public.imports, public.import_sheets, public.import_rows, public.import_changes, app.idempotency_keys, app.transaction_undo,
    app.notice_emails, app.row_counts, app.tax_totals, app.tax_account_totals, app.transaction_days, app.transaction_totals,
    public.restores}'::regclass[];

-- Tables that may have rows before a restore: files, activity and settings. A restore replaces the settings.
create function app.kept_before_restores() returns regclass[] language sql stable
  return '{public.files, public.activity, public.base_rates, public.deadline_settings, public.document_retention, public.import_mappings,
    public.mileage_choices, public.notice_states, public.reminder_settings, public.repair_targets, public.statement_mappings,
    public.tax_choices}'::regclass[];

-- Restored tables by their names in the download.
create function app.restorable() returns table (name text, target regclass) language sql stable
begin atomic
  select case when relnamespace = 'public'::regnamespace then '' else relnamespace::regnamespace || '.' end || relname, c.oid::regclass
  from pg_class c
  where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relrowsecurity
    and obj_description(c.oid, 'pg_class') is distinct from 'derived' and c.oid <> all (app.left_out_of_restores());
end;

-- Restored tables, each after those that it references. A table `is_whole` if its rows must be inserted in one
-- statement, as they have an identity column or reference each other.
create function app.restore_order() returns table (place integer, name text, is_whole boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  money constant regclass := 'public.transactions';
  waiting regclass[] := array(select r.target from app.restorable() r where r.target <> 'public.activity'::regclass);
  ready regclass[];
begin
  place := 0;
  while waiting <> '{}' loop
    -- Some links to transactions have triggers instead of foreign keys, so the column's name counts.
    ready := array(
      select t from unnest(waiting) t
      where not exists (select from pg_constraint c where c.conrelid = t and c.contype = 'f' and not c.condeferrable
          and c.confrelid <> t and c.confrelid = any (waiting))
        and not (t <> money and money = any (waiting) and exists (select from pg_attribute where attrelid = t and attname = 'transaction_id'))
        and (t = 'public.files'::regclass or 'public.files'::regclass <> all (waiting))
      order by t::text);
    if ready = '{}' then
      raise exception 'Foreign keys of % form a circle: make one deferrable.', waiting;
    end if;
    for name, is_whole in
      select r.name, exists (select from pg_attribute where attrelid = r.target and attidentity <> '')
        or exists (select from pg_constraint c where c.conrelid = r.target and c.confrelid = r.target and not c.condeferrable)
      from unnest(ready) with ordinality as sorted (t, n) join app.restorable() r on r.target = t order by n
    loop
      place := place + 1;
      return next;
    end loop;
    waiting := array(select t from unnest(waiting) t where t <> all (ready));
  end loop;
  place := place + 1;
  name := 'activity';
  is_whole := true;
  return next;
end $$;

-- Columns whose restored value differs from the download, with SQL for a row `r`: secrets, states that would send
-- emails, and values that the download omits. With the name '', SQL that a row must meet.
create function app.restored_values() returns table (target regclass, name text, value text) language sql stable
begin atomic
  values ('public.properties'::regclass, 'size', 'r.bedrooms * 100'),
    ('public.owners', 'nino_end', 'null'),
    ('public.bank_accounts', 'is_connected', 'false'),
    ('public.files', 'stored', 'true'),
    ('public.files', 'clear_at', 'coalesce(r.clear_at, app.instant() + interval ''24 hours'')'),
    ('public.guest_links', 'token_hash', 'encode(sha256(uuid_send(gen_random_uuid())), ''hex'')'),
    ('public.guest_links', 'revoked_at', 'coalesce(r.revoked_at, app.instant())'),
    ('public.reminder_settings', 'active', 'false'),
    ('public.rent_emails', 'state', 'case r.state when ''queued'' then ''withdrawn'' else r.state end'),
    ('public.activity', 'xid', '''3''::xid8'),
    ('public.statement_imports', '', 'r.imported_at is not null'),
    ('public.statement_lines', '', 'exists (select from public.statement_imports i where i.id = r.import_id)'),
    ('public.bank_entries', '', '(r.import_id is null or exists (select from public.statement_imports i where i.id = r.import_id))');
end;

-- The columns of the tables that a download may contain, and whether each table is restored.
create function app.restore_columns() returns table (name text, column_name text, type text, is_restored boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.name, a.attname::text, format_type(a.atttypid, null), t.is_restored
  from (
    select case when relnamespace = 'public'::regnamespace then '' else relnamespace::regnamespace || '.' end || relname as name, c.oid,
      c.oid::regclass in (select r.target from app.restorable() r) as is_restored
    from pg_class c
    where relkind in ('r', 'p') and (relnamespace = 'auth'::regnamespace or relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relrowsecurity)
  ) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  order by t.name, a.attnum;
end;

-- Whether a row of any account or person has one of these ids.
create function app.are_ids_taken(ids uuid[]) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  unique_id record;
  taken boolean;
begin
  perform app.require('owner', true);
  for unique_id in
    select distinct i.indrelid::regclass as target, a.attname from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] and a.atttypid = 'uuid'::regtype and a.attname <> 'user_id'
    where i.indisunique
  loop
    execute format('select exists (select from %s where %I = any ($1))', unique_id.target, unique_id.attname) into taken using ids;
    if taken then
      return true;
    end if;
  end loop;
  return false;
end $$;

-- The first table with records, which prevent a restore; null if there are none.
create function app.restore_obstacle() returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  candidate record;
  has_rows boolean;
begin
  perform app.require('owner', true);
  for candidate in select * from app.restorable() r where r.target <> all (app.kept_before_restores()) order by r.name loop
    execute format('select exists (select from %s where user_id = $1)', candidate.target) into has_rows using app.user_id();
    if has_rows then
      return candidate.name;
    end if;
  end loop;
  return null;
end $$;

-- Begins a restore in this transaction, and locks the account against concurrent additions.
-- Returns null, or why the restore is refused: 'sample', 'gone', 'restored', or the name of a table with records.
create function app.begin_restore(requested uuid) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := app.user_id();
  is_sample boolean;
  restore public.restores;
  obstacle text;
  setting regclass;
begin
  perform app.require('owner', true);
  select sample into is_sample from public.profiles where id = account for update;
  select * into restore from public.restores where id = requested and user_id = account for update;
  obstacle := case when is_sample then 'sample' when restore.id is null then 'gone' when restore.state = 'restored' then 'restored'
    when restore.added_at <= app.instant() - interval '12 hours' then 'gone' else app.restore_obstacle() end;
  if obstacle is not null then
    return obstacle;
  end if;
  foreach setting in array app.kept_before_restores() loop
    if setting not in ('public.files'::regclass, 'public.activity'::regclass) then
      execute format('delete from %s where user_id = $1', setting) using account;
    end if;
  end loop;
  perform set_config('app.is_restoring', app.sign('restoring ' || account), true);
  return null;
end $$;

-- Inserts the rows of a table from parts `first` to `last` with their ids, into the caller's account. Returns how many.
-- TN403: no restore has begun. TN436: PostgreSQL rejected a row; the detail is {state, table, row, name}.
create function app.restore_rows(requested uuid, table_name text, first integer, last integer) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := app.user_id();
  place constant regclass := (select r.target from app.restorable() r where r.name = table_name);
  column_names constant text[] := array(select jsonb_array_elements_text(tables -> table_name -> 'columns') from public.restores
    where id = requested and user_id = account);
  head text;
  tail text;
  row_order text;
  added bigint;
  failure text;
  state text;
  label text;
  bad record;
begin
  if not app.is_restoring() or place is null then
    raise exception 'no restore' using errcode = 'TN403';
  end if;
  if place = 'public.activity'::regclass then
    -- Deletes the entries that this restore has logged, so that the activity equals the download's.
    delete from public.activity where user_id = account and xid = pg_current_xact_id();
  end if;
  -- Clears references to other members, or omits rows that require them, as members are not restored.
  with members as (
    select unnest(conkey) as attnum from pg_constraint where conrelid = place and contype = 'f' and confrelid = 'public.members'::regclass
  ), used as (
    select a.attnum, a.attname, case when a.attname = 'user_id' then '$1' when v.value is not null then v.value
      when m.attnum is not null then format('case when r.%1$I = app.member_id() then r.%1$I end', a.attname)
      else format('r.%I', a.attname) end as value,
      case when m.attnum is not null and a.attnotnull and a.attname <> 'user_id' then format('r.%I = app.member_id()', a.attname) end as rule
    from pg_attribute a left join app.restored_values() v on v.target = place and v.name = a.attname left join members m on m.attnum = a.attnum
    where a.attrelid = place and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
      and (a.attname = any (column_names) or a.attname = 'user_id' or v.value is not null)
  )
  select format('insert into %s (%s) select %s from ', place, string_agg(quote_ident(attname), ', ' order by attnum),
      string_agg(value, ', ' order by attnum)),
    ' where ' || coalesce(string_agg(rule, ' and '), 'true') || coalesce((
      select ' and ' || v.value from app.restored_values() v where v.target = place and v.name = ''), '')
  into head, tail from used;
  row_order := coalesce((select format(' order by r.%I', attname) from pg_attribute where attrelid = place and attidentity <> ''), '');
  if place = 'public.files'::regclass then
    -- The check of the download has already inserted the rows of stored files.
    row_order := ' on conflict (url) do update set id = excluded.id, name = excluded.name, uploaded_at = excluded.uploaded_at,
      uploaded_by = excluded.uploaded_by, clear_at = excluded.clear_at, taken_at = excluded.taken_at where files.user_id = excluded.user_id';
  end if;
  begin
    execute head || format('public.restore_parts p cross join lateral json_populate_recordset(null::%s, p.rows) r', place) || tail
      || ' and p.user_id = $1 and p.restore_id = $2 and p.table_name = $3 and p.place between $4 and $5' || row_order
      using account, requested, table_name, first, last;
    get diagnostics added = row_count;
    return added;
  exception when integrity_constraint_violation or data_exception or program_limit_exceeded or sqlstate 'TN422' then
    failure := sqlerrm;
    state := sqlstate;
  end;
  -- Inserts row by row, to find the rejected row.
  for bad in
    select p.before + e.n as number, e.value as fields
    from public.restore_parts p cross join lateral json_array_elements(p.rows) with ordinality as e (value, n)
    where p.user_id = account and p.restore_id = requested and p.table_name = restore_rows.table_name and p.place between first and last
    order by number
  loop
    begin
      execute head || format('json_populate_record(null::%s, $2) r', place) || tail || row_order using account, bad.fields;
    exception when others then
      exit;
    end;
  end loop;
  begin
    label := left(coalesce(bad.fields ->> 'name', bad.fields ->> 'address', bad.fields ->> 'title', bad.fields ->> 'description'), 100);
  exception when data_exception then
    -- The label contains characters that PostgreSQL rejects.
    label := null;
  end;
  raise exception using errcode = 'TN436', message = failure,
    detail = json_build_object('state', state, 'table', table_name, 'row', bad.number, 'name', label);
end $$;

-- Checks rules that span rows, names the account, and ends the restore. TN403: no restore has begun.
create function app.end_restore(requested uuid, name text, hides_steps boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  account constant uuid := app.user_id();
begin
  if not app.is_restoring() then
    raise exception 'no restore' using errcode = 'TN403';
  end if;
  set constraints all immediate;
  if exists (
    select from public.ledger_entries e left join (
      select entry.id, sum(a.amount) as amount from public.rent_allocations a cross join lateral (values (a.owed_id), (a.paid_id)) entry (id)
      where a.user_id = account group by entry.id) sums on sums.id = e.id
    where e.user_id = account and e.settled <> coalesce(sums.amount, 0)
  ) then
    raise exception 'allocations that do not add up' using errcode = 'check_violation', table = 'rent_allocations';
  end if;
  update public.profiles set account_name = coalesce(end_restore.name, account_name), steps_hidden = hides_steps where id = account;
  update public.restores set state = 'restored', restored_at = app.instant() where id = requested and user_id = account;
  delete from public.restore_parts where restore_id = requested and user_id = account;
  perform set_config('app.is_restoring', '', true);
end $$;

-- Deletes downloads that were checked but not restored. Their unused files are cleared separately.
create function app.clear_restores(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from public.restores where state = 'checked' and added_at <= at - interval '12 hours';
end;

grant execute on function app.restore_order(), app.restore_columns(), app.are_ids_taken(uuid[]), app.restore_obstacle(), app.begin_restore(uuid),
  app.restore_rows(uuid, text, integer, integer), app.end_restore(uuid, text, boolean) to tenure_app;
grant execute on function app.clear_restores(timestamptz) to tenure_jobs;
-- Granted for conditions of triggers, which run as the caller.
grant execute on function app.is_restoring() to tenure_app, tenure_member, tenure_jobs;
grant select, insert (made_at, account_name, bytes, tables, left_out), delete on public.restores to tenure_app;
grant select, insert (restore_id, place, table_name, before, rows) on public.restore_parts to tenure_app;

-- Disables insert triggers in restores, as downloads contain the values that they set. Triggers with the names below
-- still check and count rows, track files and mark stale values.
create function app.skip_in_restores() returns void language plpgsql as $$
declare
  insert_trigger record;
begin
  for insert_trigger in
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t join app.restorable() r on r.target = t.tgrelid
    where not t.tgisinternal and t.tgtype & 4 > 0 and pg_get_triggerdef(t.oid) not like '%is_restoring()%' and t.tgname !~
      '^(record_added|track_file|count_bytes_added|stale_deadlines_on_insert|mark_added|check_\w+|require_own_transaction|refuse_in_sample|notify_\w+)$'
  loop
    execute regexp_replace(
      case when insert_trigger.definition like '% WHEN (%' then regexp_replace(insert_trigger.definition, ' WHEN \((.*)\) EXECUTE ', ' WHEN (not app.is_restoring() and (\1)) EXECUTE ')
        else replace(insert_trigger.definition, ' EXECUTE FUNCTION ', ' WHEN (not app.is_restoring()) EXECUTE FUNCTION ') end,
      '^CREATE TRIGGER', 'create or replace trigger');
  end loop;
end $$;
select app.skip_in_restores();
