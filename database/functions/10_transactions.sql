-- A full-text query for the trigrams of a search.
-- Words of one or two letters match prefixes, and are used only without longer words.
create function app.wanted_windows(owner uuid, search_term text) returns tsquery language sql immutable strict parallel safe
begin atomic
  with words as (select word, max(length(word)) over () as longest from unnest(app.search_words(search_term)) word)
  select string_agg(distinct
      '''' || replace(replace(app.window_mark(owner) || substr(word, n, 3), '\', '\\'), '''', '''''') || '''' ||
      case when length(word) < 3 then ':*' else '' end, ' & ')::tsquery
  from words cross join lateral generate_series(1, greatest(1, length(word) - 2)) n
  where length(word) >= least(3, longest);
end;

-- The subquery forces use of the trigram index: a plan cached for a landlord with few rows scanned a million rows
-- (100 ms instead of 5).
create function app.find_transactions(search_term text) returns setof public.transactions
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (found).* from (
    select found from public.transactions found
    where app.windows(user_id, search) @@ (select app.wanted_windows(app.user_id(), search_term))
    offset 0
  ) among
  where (found).user_id = app.user_id() and (select app.may('money.see'))
    and ((select app.my_days()) is null or (found).date <@ (select app.my_days()))
    and not ((select app.hides_payers()) and app.names_payer((found).category, (found).tenancy_id, (found).split_amount))
    and ((select app.sees_all()) or (found).property_id in (select app.my_properties())) and strpos((found).search, (select app.first_word(search_term))) > 0
    and (found).search like all ((select app.other_words(search_term))::text[]);
end;

-- The value for 'no property' in keys, which cannot be null.
create function app.no_property() returns uuid language sql immutable parallel safe return '00000000-0000-0000-0000-000000000000'::uuid;

-- The connection's slot for totals, so that concurrent additions rarely wait for each other. Long transactions have
-- their own slots: 8 for detaching transactions, 9 to 12 for importing lines.
create function app.totals_slot() returns integer language sql stable
  return coalesce(nullif(current_setting('app.totals_slot', true), '')::integer, pg_backend_pid() % 8);

-- The start of a day's tax bucket: the 6th of the month or, before the 6th, the 1st.
-- Not strict and without a time zone, to allow inlining.
create function app.tax_bucket(day date) returns date language sql immutable parallel safe
  return day - extract(day from day)::integer + case when extract(day from day) < 6 then 1 else 6 end;

-- Whether this transaction detaches many transactions, which changes neither daily nor tax totals.
create function app.is_detaching() returns boolean language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting constant text := current_setting('app.is_detaching', true);
begin
  return coalesce(setting <> '' and setting = app.sign('detaching'), false);
end $$;

-- Detaches up to `max_rows` transactions of a property or bank account before its deletion, to keep statements short.
-- The caller must lock the property or bank account.
-- Totals without a property use a separate slot until commit, so that concurrent additions do not wait.
-- Logs more than 100 transactions here, as the record trigger's comparison of columns takes a quarter of the time.
create function app.detach_transactions(record uuid, max_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[] := array(
    with its as materialized (
      select id from public.transactions where user_id = app.user_id() and property_id = record
      union all
      select id from public.transactions where user_id = app.user_id() and bank_account_id = record)
    select id from its order by id limit max_rows);
begin
  perform app.require('money.change', not coalesce(record in (select app.my_properties()), false));
  perform set_config('app.totals_slot', '8', true);
  -- Locks in id order, like bulk changes, to avoid deadlock.
  perform from public.transactions where id in (select unnest(ids)) order by id for update;
  if cardinality(ids) > 100 then
    perform set_config('app.is_detaching', app.sign('detaching'), true);
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns)
    select app.user_id(), app.person_id(), app.instant(), 'transaction', 'changed', case when count(*) = 1 then min(id::text)::uuid end, about,
      count(*), case when count(*) = 1 then min(description) end,
      case when exists (select from public.properties where id = record) then '{property_id}' else '{bank_account_id}' end::text[]
    from (select id, description, nullif(property_id, record) as about from public.transactions where id in (select unnest(ids))) detached
    group by about;
  end if;
  update public.transactions set
    property_address = case when property_id = record then
      (select address || ', ' || city from public.properties where id = record and user_id = app.user_id()) else property_address end,
    former_property_id = case when property_id = record then record else former_property_id end,
    property_id = nullif(property_id, record),
    bank_account_id = nullif(bank_account_id, record)
  where id in (select unnest(ids));
  perform set_config('app.is_detaching', '', true);
  return cardinality(ids);
end $$;

-- Stores rows for undo before a change or deletion, or after an addition. Deletes undo rows older than ten minutes.
create function app.save_for_undo(batch uuid, ids uuid[], change text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from app.transaction_undo where ctid = any (array(
    select ctid from app.transaction_undo where at < app.instant() - interval '10 minutes' limit 50000 for update skip locked));
  insert into app.transaction_undo (batch, id, user_id, version, before)
  select save_for_undo.batch, x.id, x.user_id,
    case change when 'added' then x.version when 'changed' then x.version + 1 end,
    case change when 'added' then '{}' else to_jsonb(x) - '{search,size}'::text[] || case when x.file_url is null then '{}'
      else jsonb_build_object('files', (select jsonb_agg(f.file_url order by f.place, f.id) from public.transaction_files f where f.transaction_id = x.id)) end end
  from public.transactions x where x.user_id = app.user_id() and x.id = any (ids) and (select app.may('money.change'))
    and ((select app.sees_all()) or x.property_id in (select app.my_properties()));
end;

-- Whether a row with this xmin, the lower half of a transaction id, is visible in the snapshot `moment`.
create function app.is_written_before(written xid, moment pg_snapshot) returns boolean language sql stable parallel safe
begin atomic
  select pg_visible_in_snapshot(greatest(0, case when high + low > latest then high + low - 4294967296 else high + low end)::text::xid8, moment)
  from (select latest, latest >> 32 << 32 as high, written::text::bigint as low
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as latest) now) halves;
end;

-- Undoes a batch once: restores changed and removed transactions, and deletes added ones. References to deleted records
-- are cleared. A split is undone only if all its parts are unchanged. `kept` counts transactions that were not undone.
create function app.undo_transactions(undone_batch uuid, out done integer, out kept integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  link record;
  added integer;
  newer integer;
  columns text;
  theirs text;
begin
  perform app.require('money.change', false);
  done := 0;
  kept := 0;
  -- Members can undo only changes in their reach.
  if not app.sees_all() and exists (
    select from app.transaction_undo u left join public.transactions x using (id)
    where u.batch = undone_batch and u.user_id = landlord
      and coalesce(x.property_id, (u.before ->> 'property_id')::uuid) in (select app.my_properties()) is not true) then
    return;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg('b.' || quote_ident(attname), ', ' order by attnum)
  into columns, theirs from pg_attribute
  where attrelid = 'public.transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all ('{id,user_id,version}');
  -- Locks referenced records first, then transactions in id order, like deletions.
  for link in select * from (values ('property_id', 'properties'), ('bank_account_id', 'bank_accounts'), ('supplier_id', 'suppliers'), ('invoice_id', 'property_invoices'), ('loan_id', 'loans')) named (field, owner) loop
    execute format($sql$
      with held as (
        select id from public.%2$I where user_id = $2 and id in (
          select (before ->> %1$L)::uuid from app.transaction_undo where batch = $1 and user_id = $2)
        order by id for key share
      )
      update app.transaction_undo set before = before || jsonb_build_object(%1$L, null)
        || case %1$L when 'property_id' then jsonb_build_object('former_property_id', before -> 'property_id') else '{}' end
      where batch = $1 and user_id = $2 and before ->> %1$L is not null and (before ->> %1$L)::uuid not in (select id from held)$sql$,
      link.field, link.owner) using undone_batch, landlord;
  end loop;
  perform from public.transactions where user_id = landlord
    and id in (select id from app.transaction_undo where batch = undone_batch and user_id = landlord) order by id for update;
  -- Clears the first file of transactions that no longer have it. app.restore_files below restores available files.
  update app.transaction_undo u set before = u.before || '{"file_url": null}'
  where batch = undone_batch and user_id = landlord and before ->> 'file_url' is not null
    and not exists (select from public.transaction_files f where f.file_url = u.before ->> 'file_url' and f.transaction_id = u.id);
  -- Locks tenancies after transactions, in id order, like other changes.
  perform from public.tenancies where user_id = landlord and id in (
    select (before ->> 'tenancy_id')::uuid from app.transaction_undo where batch = undone_batch and user_id = landlord
    union
    select x.tenancy_id from public.transactions x join app.transaction_undo u using (id) where u.batch = undone_batch and u.user_id = landlord)
    order by id for no key update;
  update app.transaction_undo set before = before || '{"tenancy_id": null}'
  where batch = undone_batch and user_id = landlord and before ->> 'tenancy_id' is not null
    and (before ->> 'tenancy_id')::uuid not in (select id from public.tenancies where user_id = landlord);
  with now as (
    select u.id, coalesce(u.before ->> 'split_id', x.split_id::text, u.id::text) as split, u.version is not null and u.version is distinct from x.version as changed
    from app.transaction_undo u left join public.transactions x on x.id = u.id and x.user_id = landlord
    where u.batch = undone_batch and u.user_id = landlord
  )
  delete from app.transaction_undo u using now
  where u.batch = undone_batch and u.user_id = landlord and u.id = now.id and now.split in (select split from now where changed);
  get diagnostics newer = row_count;
  execute format($sql$
    update public.transactions t set (%s) = (select %s from jsonb_populate_record(null::public.transactions, u.before) b)
    from app.transaction_undo u
    where u.batch = $1 and u.user_id = $2 and t.id = u.id and t.user_id = $2 and t.version = u.version and u.before <> '{}'$sql$, columns, theirs)
    using undone_batch, landlord;
  get diagnostics done = row_count;
  delete from public.transactions t using app.transaction_undo u
  where u.batch = undone_batch and u.user_id = landlord and t.id = u.id and t.user_id = landlord and t.version = u.version and u.before = '{}';
  get diagnostics added = row_count;
  done := done + added;
  execute format($sql$
    insert into public.transactions (id, user_id, version, %s)
    select b.id, b.user_id, b.version + 1, %s
    from app.transaction_undo u cross join lateral jsonb_populate_record(null::public.transactions, u.before) b
    where u.batch = $1 and u.user_id = $2 and u.version is null
    on conflict do nothing$sql$, columns, theirs) using undone_batch, landlord;
  get diagnostics added = row_count;
  perform app.restore_files(undone_batch);
  delete from app.transaction_undo where batch = undone_batch and user_id = landlord;
  get diagnostics kept = row_count;
  done := done + added;
  kept := kept - done + newer;
end $$;

-- Ensures that the parts of a split sum to its original amount, and that its first part exists.
create function app.check_split() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  split constant uuid := coalesce((to_jsonb(new) ->> 'split_id')::uuid, (to_jsonb(old) ->> 'split_id')::uuid);
begin
  if not app.is_deleting_account() and exists (
    select from public.transactions where split_id = split
    having sum(amount) <> min(split_amount) or min(split_amount) <> max(split_amount) or not coalesce(bool_or(id = split), true)
  ) then
    raise exception 'parts that do not add up' using errcode = 'check_violation';
  end if;
  return null;
end $$;

grant execute on function app.find_transactions(text), app.no_property(), app.tax_bucket(date), app.detach_transactions(uuid, integer),
  app.is_written_before(xid, pg_snapshot), app.save_for_undo(uuid, uuid[], text), app.undo_transactions(uuid) to tenure_app;

-- Updates totals in a fixed order of tables and keys, to avoid deadlock, and then file references.
select app.keep_record('public.transactions', 'transaction', 'description', about => 'property_id', derived => '{property_address, former_property_id}',
  logged => 'not app.is_detaching()', more => $more$
  insert into app.transaction_totals as stored (user_id, property_id, category, type, status, slot, count, amount)
  select m.user_id, coalesce(m.property_id, app.no_property()), m.category, m.type, m.status,
    case when m.property_id is null then app.totals_slot() else 0 end, sum(m.times), sum(m.times * m.amount)
  from {rows} m
  group by 1, 2, 3, 4, 5, 6
  having (sum(m.times) <> 0 or sum(m.times * m.amount) <> 0) and exists (select from public.profiles p where p.id = m.user_id)
  order by 1, 2, 3, 4, 5, 6
  on conflict (user_id, property_id, category, type, status, slot)
  do update set count = stored.count + excluded.count, amount = stored.amount + excluded.amount;
  if not app.is_detaching() then
    insert into app.transaction_days as stored (user_id, status, day, category, type, slot, count, amount)
    select m.user_id, m.status, m.date, m.category, m.type, app.totals_slot(), sum(m.times), sum(m.times * m.amount)
    from {rows} m
    group by 1, 2, 3, 4, 5
    having (sum(m.times) <> 0 or sum(m.times * m.amount) <> 0) and exists (select from public.profiles p where p.id = m.user_id)
    order by 1, 2, 3, 4, 5
    on conflict (user_id, status, day, category, type, slot)
    do update set count = stored.count + excluded.count, amount = stored.amount + excluded.amount;
    insert into app.tax_totals as stored (user_id, bucket, property_id, category, type, refund, line, large, slot, count, amount)
    select m.user_id, app.tax_bucket(m.date), coalesce(m.property_id, m.former_property_id, app.no_property()), m.category, m.type, m.refund, coalesce(m.tax_line, ''),
      abs(m.amount) >= 1000, case when coalesce(m.property_id, m.former_property_id) is null then app.totals_slot() else 0 end, sum(m.times), sum(m.times * m.amount)
    from {rows} m
    where m.status = 'completed'
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having (sum(m.times) <> 0 or sum(m.times * m.amount) <> 0) and exists (select from public.profiles p where p.id = m.user_id)
    order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (user_id, bucket, property_id, category, type, refund, line, large, slot)
    do update set count = stored.count + excluded.count, amount = stored.amount + excluded.amount;
    insert into app.tax_account_totals as stored (user_id, bucket, category, type, refund, line, large, slot, count, amount)
    select m.user_id, app.tax_bucket(m.date), m.category, m.type, m.refund, coalesce(m.tax_line, ''), abs(m.amount) >= 1000, app.totals_slot(),
      sum(m.times), sum(m.times * m.amount)
    from {rows} m
    where m.status = 'completed'
    group by 1, 2, 3, 4, 5, 6, 7
    having (sum(m.times) <> 0 or sum(m.times * m.amount) <> 0) and exists (select from public.profiles p where p.id = m.user_id)
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (user_id, bucket, category, type, refund, line, large, slot)
    do update set count = stored.count + excluded.count, amount = stored.amount + excluded.amount;
  end if;
  perform app.follow_first_files(changed) from (
    select jsonb_agg(c) as changed from (
      select user_id, id, min(file_url) filter (where times < 0) as was, min(file_url) filter (where times > 0) as is_now from {rows} m
      where file_url is not null group by user_id, id) c
    where was is distinct from is_now) files where changed is not null;
  -- Bank rows depend only on imported transactions, payments on ledgers and possible duplicates.
  perform app.bank_rows_changed(user_id) from (
    select distinct user_id from {rows} m where source <> 'hand' or tenancy_id is not null
      or exists (select from public.duplicate_suggestions s where s.user_id = m.user_id and s.kept_id = m.id)) landlords;$more$);
create constraint trigger check_split_added after insert on public.transactions deferrable initially deferred
  for each row when (new.split_id is not null) execute function app.check_split();
create constraint trigger check_split_changed after update of amount, split_id, split_amount on public.transactions deferrable initially deferred
  for each row when (coalesce(new.split_id, old.split_id) is not null) execute function app.check_split();
create constraint trigger check_split_removed after delete on public.transactions deferrable initially deferred
  for each row when (old.split_id is not null) execute function app.check_split();
grant select, insert (property_id, former_property_id, bank_account_id, amount, description, date, category, type, status, reference, external_id, refund,
  supplier_id, file_url, tenancy_id, split_id, split_amount, split_date, invoice_id, tax_line, receipt_waived), update (property_id, property_address, bank_account_id, amount,
  description, date, category, type, status, refund, supplier_id, file_url, tenancy_id, split_id, split_amount, split_date, invoice_id, tax_line, former_property_id, receipt_waived), delete on
  public.transactions to tenure_app;

grant select on app.transaction_totals to tenure_app;

grant select on app.transaction_days to tenure_app;

grant select on app.transaction_undo to tenure_app;
