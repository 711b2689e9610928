-- Bulk imports are for members with all properties and the rights of the imported kinds.

create function app.clear_imports(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from public.imports where coalesce(imported_at, added_at) <= at - interval '30 days';
end;

-- Adds the webhook event of a finished import. A security definer, as the member may not see webhooks.
create function app.add_import_event(finished uuid) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.webhook_deliveries (user_id, endpoint_id, source, event, record_id, record_count)
  select i.user_id, e.id, 'import:' || i.id, 'import.finished', i.id, i.rows
  from public.imports i join public.webhook_endpoints e on e.user_id = i.user_id and e.off_reason is null and e.events && '{import.finished,*}'
  where i.id = finished and i.user_id = app.user_id() and i.state = 'imported' and app.has_api(i.user_id, app.instant())
  on conflict do nothing;
end;

-- Publishes the progress of an import or undo before its commit, in percent, as an advisory lock. PostgreSQL releases
-- the lock with the transaction, even if the server is killed.
create function app.mark_import_progress(import uuid, what text, percent integer) returns void language sql volatile
begin atomic
  select pg_advisory_xact_lock_shared(hashtext(what || import), percent);
end;

-- The running 'import' or 'undo' with its progress in percent; no row if neither is running.
create function app.import_progress(import uuid) returns table (what text, percent integer) language sql volatile
begin atomic
  select kinds.what, max(l.objid::bigint)::integer
  from (values ('import'), ('undo')) kinds (what) join pg_locks l on l.classid = (hashtext(kinds.what || import)::bigint & 4294967295)::oid
  where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
  group by kinds.what;
end;

grant execute on function app.add_import_event(uuid), app.mark_import_progress(uuid, text, integer), app.import_progress(uuid)
  to tenure_app, tenure_member;
grant execute on function app.clear_imports(timestamptz) to tenure_jobs;

grant select, insert (name, layout, rights, rows), update (rights, state, rent_from, owed_column, files, rows, result, imported_log, undone_log,
  imported_from, undone_from, actor_id, imported_at, undone_at), delete on public.imports to tenure_app;
grant select, insert (import_id, sheet, name, of_sheet, rows, kind, columns, choices, fixed), update (kind, choices, fixed, rows), delete
  on public.import_sheets to tenure_app;
grant select, insert (import_id, sheet, number, cells), update (corrected, choices, outcome, findings, record_id), delete
  on public.import_rows to tenure_app;
grant select, insert (import_id, place, kind, record_id, label, before, version_after), delete on public.import_changes to tenure_app;
grant select, insert (headings, kind, choices), update (kind, choices), delete on public.import_mappings to tenure_app;

do $$
declare
  opened text;
begin
  foreach opened in array '{imports,import_sheets,import_rows,import_changes,import_mappings}'::text[] loop
    perform app.open_to_members(('public.' || opened)::regclass, 'properties');
    execute format('create policy member_imports on public.%I as restrictive to tenure_member, tenure_jobs using ((select app.may(''properties.add'')))', opened);
    if opened not in ('imports', 'import_mappings') then
      execute format('create policy member_kinds on public.%I as restrictive to tenure_member, tenure_jobs using (import_id in (select id from public.imports))', opened);
    end if;
  end loop;
end $$;

create policy member_kinds on public.imports as restrictive to tenure_member, tenure_jobs
  using (not exists (select from unnest(rights) required where not app.may(required)));
