-- Up Migration
-- Files have a limit by plan (decision 33), and an upload that no row names goes after a day.
alter table public.files alter column clear_at set default app.instant() + interval '24 hours';
create index on public.files (user_id) where clear_at is not null;

-- The bytes of all of a landlord's files, counted as they come and go: adding up 100,000 rows at each upload takes 45 ms.
alter table public.profiles add column file_bytes bigint not null default 0;
update public.profiles p set file_bytes = f.bytes
from (select user_id, sum(bytes) as bytes from public.files group by user_id) f where f.user_id = p.id;

create function app.count_file_bytes() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    update public.profiles p set file_bytes = p.file_bytes + case tg_op when 'INSERT' then m.bytes else -m.bytes end
    from (select user_id, sum(bytes) as bytes from moved_rows group by user_id) m where m.user_id = p.id;
  end if;
  return null;
end $$;
create trigger count_bytes_added after insert on public.files referencing new table as moved_rows
  for each statement execute function app.count_file_bytes();
create trigger count_bytes_removed after delete on public.files referencing old table as moved_rows
  for each statement execute function app.count_file_bytes();

-- As before; but first it holds the landlords whose files go, in order of their ids: others, too, hold the landlord before a file.
create or replace function app.clear_files(at timestamptz) returns bigint language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select count(*) from (
    select from public.profiles where id in (select user_id from public.files where clear_at <= at) order by id for no key update
  ) held;
  with cleared as (delete from public.files where clear_at <= at returning 1) select count(*) from cleared;
end;
