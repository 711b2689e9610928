-- Up Migration
-- Files: every upload is a row before it is bytes, so whatever lies in the file store stands on this list (or on that of removals).

create table public.files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  bucket text not null check (bucket in ('property_images', 'property-certificates', 'property-invoices', 'tenant_images')),
  -- '{user_id}/{prefix}_{timestamp}_{random}.{ext}'
  path text not null check (starts_with(path, user_id::text || '/')),
  -- Where it is asked for, and what other rows name it by.
  url text not null generated always as ('/api/files/' || bucket || '/' || path) stored unique,
  -- As it was called on the landlord's machine.
  name text not null check (char_length(name) between 1 and 255),
  content_type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 text not null,
  -- The smaller pictures that lie beside it, by name.
  sizes text[] not null default '{}',
  -- Whether all of it has arrived in the store. Until then it is served to nobody.
  stored boolean not null default false,
  uploaded_at timestamptz not null default app.instant(),
  -- From when on it may be cleared away: 30 days after the upload, unless a row names it; null while one does.
  clear_at timestamptz default app.instant() + interval '30 days',
  unique (url, user_id)
);
create index on public.files (user_id);
create index on public.files (clear_at) where clear_at is not null;
select app.own_rows('public.files');
grant select, delete on public.files to tenure_app;
grant insert (bucket, path, name, content_type, bytes, sha256, sizes), update (stored) on public.files to tenure_app;

-- What still lies in the store and belongs to nobody any more. A job takes the bytes away, then the line.
create table app.file_removals (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  sizes text[] not null
);
grant select, delete on app.file_removals to tenure_app;

create function app.list_removal() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.file_removals (bucket, path, sizes) values (old.bucket, old.path, old.sizes);
  return null;
end $$;
create trigger list_removal after delete on public.files for each row execute function app.list_removal();

-- Takes every file off the list that no row has named for long enough. A row that names one at the same moment wins: it waits
-- for this or this for it, and either the file is gone before it is named (refused) or it is named and stays.
create function app.clear_files(at timestamptz) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with cleared as (delete from public.files where clear_at <= at returning 1) select count(*) from cleared;
end;
grant execute on function app.clear_files(timestamptz) to tenure_app;

-- A row that names a file keeps it; a row that names it no more lets it go: at once where the whole record is deleted, and after a
-- day where a form replaced or removed it, because another tab may still show it and save it again.
create function app.keep_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  is_now text := to_jsonb(new) ->> tg_argv[0];
  whole_record_goes boolean := tg_op = 'DELETE' and (
    not (to_jsonb(old) ? 'property_id')
    or not exists (select from public.properties where id = (to_jsonb(old) ->> 'property_id')::uuid));
begin
  if was is not distinct from is_now then
    return null;
  end if;
  if is_now is not null then
    update public.files set clear_at = null where url = is_now and user_id = new.user_id and stored;
    if not found then
      raise exception 'no such file' using errcode = 'TN422';
    end if;
  end if;
  if was is not null then
    update public.files
    set clear_at = app.instant() + case when whole_record_goes then interval '0' else interval '1 day' end
    where url = was and user_id = old.user_id;
  end if;
  return null;
end $$;

-- Makes `target.column_name` name a file of this landlord, of one bucket, and of no other row.
create function app.name_file(target regclass, column_name text, bucket text) returns void language plpgsql as $$
begin
  execute format('alter table %s add unique (%I)', target, column_name);
  execute format('alter table %s add check (starts_with(%I, %L))', target, column_name, '/api/files/' || bucket || '/');
  -- Deferred, so that deleting an account may take files and records in any order.
  execute format('alter table %s add foreign key (%I, user_id) references public.files (url, user_id) deferrable initially deferred', target, column_name);
  execute format('create trigger keep_file after insert or update of %I or delete on %s for each row execute function app.keep_file(%L)', column_name, target, column_name);
end $$;
