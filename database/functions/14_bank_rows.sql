-- Marks a landlord's stored bank rows as stale (decision 58), with a live change only for the first mark.
create function app.bank_rows_changed(landlord uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.bank_row_changes (user_id) select id from public.profiles where id = landlord on conflict do nothing;
  if found then
    perform app.notify_live(landlord, 'bank-rows', null, null);
  end if;
end $$;

create function app.mark_bank_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform app.bank_rows_changed(user_id) from (select distinct user_id from old_rows) landlords;
  else
    perform app.bank_rows_changed(user_id) from (select distinct user_id from new_rows) landlords;
  end if;
  return null;
end $$;

-- Rows with the landlord's own name may be transfers.
create function app.mark_renamed_landlord() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.bank_rows_changed(new.id);
  return null;
end $$;

create function app.landlords_with_stale_bank_rows(today date) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select user_id from app.bank_row_changes
  union
  select user_id from app.bank_rows_computed c where day <> today and exists (select from app.bank_rows b where b.user_id = c.user_id);
end;

create function app.notify_bank_rows() returns void language sql security definer set search_path = pg_catalog, pg_temp
  return app.notify_live(app.user_id(), 'bank-rows', null, null);

grant execute on function app.landlords_with_stale_bank_rows(date) to tenure_jobs;
grant execute on function app.notify_bank_rows() to tenure_app;

do $$
declare
  target text;
begin
  foreach target in array '{dismissed_matches, duplicate_suggestions, bank_entries}'::text[] loop
    execute format('create trigger mark_added after insert on public.%I referencing new table as new_rows for each statement execute function app.mark_bank_rows()', target);
    execute format('create trigger mark_changed after update on public.%I referencing new table as new_rows for each statement execute function app.mark_bank_rows()', target);
    execute format('create trigger mark_removed after delete on public.%I referencing old table as old_rows for each statement execute function app.mark_bank_rows()', target);
  end loop;
end $$;
create trigger mark_renamed after update of name on public.profiles for each row
  when (old.name <> new.name) execute function app.mark_renamed_landlord();

grant select, insert (row_id, section, certain, date, item), update (section, certain, date, item), delete on app.bank_rows to tenure_app;

grant select, insert (day, size), update (day, size) on app.bank_rows_computed to tenure_app;

grant select, delete on app.bank_row_changes to tenure_app;
