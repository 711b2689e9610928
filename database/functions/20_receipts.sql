-- transactions.file_url is the first file of a transaction. Triggers keep both tables in sync.

-- Updates transaction_files after a change of transactions.file_url: adds the new file in first place, and removes the
-- previous file, or all files of a deleted transaction.
-- `changed`: [{user_id, id, was, is_now}], one for each transaction. TN422: the account has no such file.
create function app.follow_first_files(changed jsonb) returns void language plpgsql as $$
begin
  -- A restored download contains the rows of both tables.
  if app.is_restoring() then
    return;
  end if;
  insert into public.transaction_files as stored (user_id, transaction_id, place, file_url, name)
  select c.user_id, c.id, coalesce((select min(place) - 1 from public.transaction_files where transaction_id = c.id), 0), c.is_now, f.name
  from jsonb_to_recordset(changed) as c (user_id uuid, id uuid, was text, is_now text)
  join public.files f on f.url = c.is_now and f.user_id = c.user_id
  where c.is_now is distinct from (
    select file_url from public.transaction_files where transaction_id = c.id order by place, transaction_files.id limit 1)
  on conflict (file_url) do update set transaction_id = excluded.transaction_id, place = excluded.place
  where stored.user_id = excluded.user_id and (stored.transaction_id is null or stored.transaction_id = excluded.transaction_id);
  if exists (
    select from jsonb_to_recordset(changed) as c (id uuid, is_now text)
    where is_now is not null
      and not exists (select from public.transaction_files f where f.file_url = c.is_now and f.transaction_id = c.id)
  ) then
    raise exception 'no such file' using errcode = 'TN422';
  end if;
  delete from public.transaction_files f using jsonb_to_recordset(changed) as c (id uuid, was text)
  where f.transaction_id = c.id and (f.file_url = c.was or not exists (select from public.transactions x where x.id = c.id));
end $$;

-- Updates transactions.file_url after a change of transaction_files. A direct change always makes a new version.
create function app.follow_files(landlord uuid, ids uuid[]) returns void language plpgsql as $$
begin
  if exists (select from unnest(ids) touched (id) where 20 < (select count(*) from public.transaction_files f where f.transaction_id = touched.id)) then
    raise exception 'more than 20 files' using errcode = 'check_violation', constraint = 'transaction_files_max';
  end if;
  if app.is_restoring() then
    return;
  end if;
  update public.transactions x set file_url = f.first
  from (
    select touched.id, (select file_url from public.transaction_files where transaction_id = touched.id order by place, transaction_files.id limit 1) as first
    from unnest(ids) touched (id)
  ) f
  where x.id = f.id and x.user_id = landlord and (pg_trigger_depth() = 1 or x.file_url is distinct from f.first);
end $$;

-- Rejects a transaction of another account.
create function app.check_transaction_of_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.transactions where id = new.transaction_id and user_id = new.user_id) then
    raise exception 'no such transaction' using errcode = 'foreign_key_violation', constraint = 'transaction_files_transaction_id_fkey';
  end if;
  return null;
end $$;

-- Moves up to 20 files of transactions that are about to be deleted (`gone`) to `kept`, and the rest to the tray.
-- Raises the version of `kept` that the undo batch expects, as the move changes it.
create function app.move_files(batch uuid, gone uuid[], kept uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last constant integer := coalesce((select max(place) from public.transaction_files where transaction_id = kept), 0);
  free constant bigint := 20 - (select count(*) from public.transaction_files where transaction_id = kept);
begin
  perform app.require('money.change', not app.sees_all() and exists (
    select from public.transactions where id = any (gone || kept) and (property_id in (select app.my_properties())) is not true));
  update public.transaction_files f
  set transaction_id = case when m.n <= free then kept end, place = case when m.n <= free then last + m.n else 0 end
  from (
    select id, row_number() over (order by transaction_id, place, id) as n from public.transaction_files
    where user_id = app.user_id() and transaction_id = any (gone)
  ) m
  where f.id = m.id;
  update app.transaction_undo u set version = x.version + 1
  from public.transactions x
  where u.batch = move_files.batch and u.user_id = app.user_id() and u.id = kept and x.id = kept and u.version is not null;
end $$;

-- Returns files to the transactions that an undo has restored, unless another transaction uses them now.
create function app.restore_files(undone_batch uuid) returns void language plpgsql as $$
begin
  insert into public.transaction_files as held (user_id, transaction_id, place, file_url, name)
  select u.user_id, u.id, listed.n, listed.url, f.name
  from app.transaction_undo u
  join public.transactions x on x.id = u.id and x.user_id = u.user_id
  cross join lateral jsonb_array_elements_text(u.before -> 'files') with ordinality as listed (url, n)
  join public.files f on f.url = listed.url and f.user_id = u.user_id and f.stored
  where u.batch = undone_batch and u.user_id = app.user_id()
  on conflict (file_url) do update set transaction_id = excluded.transaction_id, place = excluded.place
  where held.transaction_id is null or held.transaction_id in (select id from app.transaction_undo where batch = undone_batch and user_id = app.user_id());
end $$;

-- A change of a transaction moves its receipts, and is logged with the transaction only.
select app.keep_record('public.transaction_files', 'receipt', 'name', live => 'receipts',
  derived => '{place,reading,found_date,found_amount,found_supplier,is_cut}', logged => 'pg_trigger_depth() = 1',
  more => $more$
  perform case when named > 0 then app.claim_file(user_id, file_url) else app.release_file(user_id, file_url, interval '1 day') end
  from (select user_id, file_url, sum(times) as named from {rows} m
    group by user_id, file_url having sum(times) <> 0 order by named desc) files;
  perform app.follow_files(user_id, ids) from (
    select user_id, array_agg(distinct transaction_id) as ids from {rows} m where transaction_id is not null group by user_id) affected;$more$);
create trigger check_transaction after insert or update of transaction_id on public.transaction_files
  for each row when (new.transaction_id is not null) execute function app.check_transaction_of_file();
grant select, insert (transaction_id, place, file_url, name, reading, found_date, found_amount, found_supplier, is_cut),
  update (transaction_id, place), delete on public.transaction_files to tenure_app;

-- Limited members see files of transactions in reach, and their own files in the tray.
select app.open_to_members('public.transaction_files', 'money',
  'exists (select from public.transactions x where x.id = transaction_files.transaction_id) or transaction_id is null and added_by = (select app.person_id())');
grant execute on function app.move_files(uuid, uuid[], uuid) to tenure_app, tenure_member;
