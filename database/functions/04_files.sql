create function app.queue_file_removal() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_removals (bucket, path, sizes) values (old.bucket, old.path, old.sizes);
  return null;
end $$;

-- Deletes files whose `clear_at` has passed. Row locks make a concurrent reference either fail or keep the file.
-- Locks landlords first, in id order, like other writers, to avoid deadlock.
create function app.clear_files(at timestamptz) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from (
    select from public.profiles where id in (select user_id from public.files where clear_at <= at) order by id for no key update
  ) held;
  with cleared as (delete from public.files where clear_at <= at returning 1) select count(*) from cleared;
end;

-- Marks a stored file as referenced. TN422: the landlord has no such file.
create function app.claim_file(landlord uuid, named text) returns void language plpgsql as $$
begin
  update public.files set clear_at = null where url = named and user_id = landlord and stored;
  if not found then
    raise exception 'no such file' using errcode = 'TN422';
  end if;
end $$;

-- Schedules a file's deletion unless a record still references it, as an invoice and its transaction may share a file.
create function app.release_file(landlord uuid, was text, after interval) returns void language sql
begin atomic
  update public.files set clear_at = app.instant() + after
  where url = was and user_id = landlord and not exists (select from public.transaction_files where file_url = was)
    and not exists (select from public.property_invoices where file_url = was)
    and not exists (select from public.document_versions where file_url = was)
    and not exists (select from public.inspection_photos where url = was);
end;

-- Tracks references to stored files, so that unreferenced files are deleted.
-- A deleted record's files are deleted immediately. Replaced files, and those of removed certificates and invoices, are
-- deleted after a day, as another tab may still save them.
create function app.track_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  is_now text := to_jsonb(new) ->> tg_argv[0];
  whole_record_goes boolean := tg_op = 'DELETE' and (
    tg_table_name not in ('property_certificates', 'property_invoices')
    or not exists (select from public.properties where id = (to_jsonb(old) ->> 'property_id')::uuid));
begin
  if app.is_deleting_account() or was is not distinct from is_now then
    return null;
  end if;
  if is_now is not null then
    perform app.claim_file(new.user_id, is_now);
  end if;
  if was is not null then
    perform app.release_file(old.user_id, was, case when whole_record_goes then interval '0' else interval '1 day' end);
  end if;
  return null;
end $$;

create function app.track_files_of(target regclass, column_name text) returns void language plpgsql as $$
begin
  execute format('create trigger track_file after insert or update of %I or delete on %s for each row execute function app.track_file(%L)', column_name, target, column_name);
end $$;

-- Queues the deletion of an upload that finished after its account was deleted.
create function app.queue_orphan_removal(bucket text, path text, sizes text[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.file_removals (bucket, path, sizes)
  select queue_orphan_removal.bucket, queue_orphan_removal.path, queue_orphan_removal.sizes
  where not exists (select from public.files f where f.bucket = queue_orphan_removal.bucket and f.path = queue_orphan_removal.path);
end;

create function app.count_file_bytes() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    update public.profiles p set file_bytes = p.file_bytes + case tg_op when 'INSERT' then m.bytes else -m.bytes end
    from (select user_id, sum(bytes) as bytes from moved_rows group by user_id) m where m.user_id = p.id;
  end if;
  return null;
end $$;

grant execute on function app.clear_files(timestamptz), app.queue_orphan_removal(text, text, text[]) to tenure_jobs;

grant select, delete on app.file_removals to tenure_jobs;

create trigger queue_file_removal after delete on public.files for each row execute function app.queue_file_removal();
create trigger count_bytes_added after insert on public.files referencing new table as moved_rows
  for each statement execute function app.count_file_bytes();
create trigger count_bytes_removed after delete on public.files referencing old table as moved_rows
  for each statement execute function app.count_file_bytes();
grant select, insert (bucket, path, name, content_type, bytes, sha256, sizes, taken_at), update (stored), delete on public.files to tenure_app;
