-- Sharing an inspection freezes its content until the sharing is taken back. Locking is final.

create function app.find_inspections(search_term text) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select i.id from public.inspections i left join public.properties p on p.id = i.property_id
  where i.user_id = app.user_id() and (select app.may('repairs.see'))
    and ((select app.sees_all()) or i.property_id in (select app.my_properties()))
    and strpos(i.search || coalesce(p.search, ''), (select app.first_word(search_term))) > 0
    and i.search || coalesce(p.search, '') like all ((select app.other_words(search_term))::text[]);
end;

create function app.inspection_state(i public.inspections) returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  return case
    when i.locked_at is not null then 'locked'
    when i.shared_at is not null then 'shared'
    when i.starts_at > app.instant() and not exists (select from public.inspection_rooms r
      where r.inspection_id = i.id and jsonb_path_exists(r.items, '$[*] ? (@.condition != null)')) then 'planned'
    else 'open' end;

-- The canonical content of an inspection, for its hash.
create function app.inspection_content(inspection uuid) returns jsonb language sql stable
  return (
    select jsonb_build_object('id', i.id, 'address', i.property_address, 'kind', i.kind, 'startsAt', app.utc_text(i.starts_at), 'agreed', i.agreed,
      'inspector', i.inspector, 'note', i.note, 'meters', i.meters, 'keys', i.keys, 'sharedAt', app.utc_text(i.shared_at),
      'commentsUntil', app.utc_text(i.comments_until),
      'rooms', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'note', r.note, 'items', r.items, 'photos', coalesce((
            select jsonb_agg(jsonb_build_object('id', p.id, 'itemId', p.item_id, 'sha256', f.sha256, 'takenAt', app.utc_text(f.taken_at),
              'addedAt', app.utc_text(p.date_added)) order by p.date_added, p.id)
            from public.inspection_photos p join public.files f on f.url = p.url where p.room_id = r.id), '[]')) order by r.place, r.id)
        from public.inspection_rooms r where r.inspection_id = i.id), '[]'),
      'comments', coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'roomId', c.room_id, 'name', c.name, 'text', c.text, 'at', app.utc_text(c.at)) order by c.at, c.id)
        from public.inspection_comments c where c.inspection_id = i.id), '[]'))
    from public.inspections i where i.id = inspection);

-- TN434: the inspection's state does not allow the action; the detail is the state, or the reason.
create function app.refuse_inspection(state text) returns void language plpgsql as $$
begin
  raise exception 'not in this state' using errcode = 'TN434', detail = state;
end $$;

-- Allows three changes of a shared inspection: clearing references to deleted records, taking it back, and locking it.
create function app.keep_inspection() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  free constant text[] := '{version,search,property_id,tenancy_id,notice_id,shared_at,comments_until,locked_at,sha256,property_address}';
begin
  if app.is_deleting_account() then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    if old.shared_at is not null then
      perform app.refuse_inspection(app.inspection_state(old));
    end if;
    return old;
  end if;
  if old.shared_at is not null and (to_jsonb(new) - free is distinct from to_jsonb(old) - free
    or coalesce(new.property_id <> old.property_id, old.property_id is null and new.property_id is not null)
    or coalesce(new.tenancy_id <> old.tenancy_id, old.tenancy_id is null and new.tenancy_id is not null)
    or coalesce(new.notice_id <> old.notice_id, old.notice_id is null and new.notice_id is not null)
    or new.shared_at is not null and (new.shared_at, new.comments_until, new.property_address)
      is distinct from (old.shared_at, old.comments_until, old.property_address)
    or new.shared_at is null and exists (select from public.inspection_comments c where c.inspection_id = old.id)
    or old.locked_at is not null and (new.shared_at, new.locked_at, new.sha256) is distinct from (old.shared_at, old.locked_at, old.sha256))
  then
    perform app.refuse_inspection(app.inspection_state(old));
  end if;
  if old.locked_at is null then
    new.sha256 := case when new.locked_at is not null then
      encode(sha256(convert_to(app.inspection_content(old.id)::text, 'UTF8')), 'hex') end;
  end if;
  return new;
end $$;

-- Makes rooms and photos of shared inspections immutable. Comments can only be added, while the inspection is shared.
-- The row lock waits for a concurrent change of the inspection's state.
create function app.keep_inspection_part() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  parts constant jsonb[] := array_remove(array[to_jsonb(old), to_jsonb(new)], null);
  i public.inspections;
begin
  if app.is_deleting_account() then
    return coalesce(new, old);
  end if;
  select * into i from public.inspections parent where parent.id in (
    select coalesce((part ->> 'inspection_id')::uuid, (select r.inspection_id from public.inspection_rooms r where r.id = (part ->> 'room_id')::uuid))
    from unnest(parts) part)
  order by parent.shared_at limit 1 for share;
  -- The inspection itself is being deleted.
  if tg_op = 'DELETE' and not found then
    return old;
  end if;
  if tg_table_name <> 'inspection_comments' and i.shared_at is not null
    or tg_table_name = 'inspection_comments' and (tg_op <> 'INSERT' or i.shared_at is null or i.locked_at is not null or i.comments_until < app.instant())
  then
    perform app.refuse_inspection(app.inspection_state(i));
  end if;
  return coalesce(new, old);
end $$;

create function app.set_room_author() returns trigger language plpgsql as $$
begin
  new.changed_by := app.person_id();
  return new;
end $$;

-- Locks an inspection that the caller may change. no_data_found: not in reach.
create function app.inspection_to_change(wanted uuid) returns public.inspections language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  i public.inspections;
begin
  perform app.require('repairs.change', false);
  select * into i from public.inspections where id = wanted and user_id = app.user_id()
    and (app.sees_all() or property_id in (select app.my_properties())) for no key update;
  if not found then
    raise exception 'no such inspection' using errcode = 'no_data_found';
  end if;
  return i;
end $$;

-- Freezes the content, with the current address. `at_once` also locks the inspection.
-- TN434 'no-rooms': the inspection is empty. TN434 'has-tenants': tenants must be able to comment before it is locked.
create function app.share_inspection(inspection uuid, until timestamptz, at_once boolean) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  i constant public.inspections := app.inspection_to_change(inspection);
begin
  if i.shared_at is not null then
    perform app.refuse_inspection(app.inspection_state(i));
  elsif not exists (select from public.inspection_rooms r where r.inspection_id = i.id) then
    perform app.refuse_inspection('no-rooms');
  elsif at_once and exists (select from public.tenants t where t.tenancy_id = i.tenancy_id) then
    perform app.refuse_inspection('has-tenants');
  end if;
  update public.inspections set shared_at = app.instant(), comments_until = case when at_once then app.instant() else until end,
    property_address = coalesce(property_address, (select p.address || ', ' || p.city from public.properties p where p.id = i.property_id), '')
  where id = i.id;
  if at_once then
    update public.inspections set locked_at = app.instant() where id = i.id;
  end if;
end $$;

-- Unfreezes the content, and revokes the tenants' links. TN434 'commented': a tenant has commented.
create function app.take_back_inspection(inspection uuid) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  i constant public.inspections := app.inspection_to_change(inspection);
begin
  if i.shared_at is null or i.locked_at is not null then
    perform app.refuse_inspection(app.inspection_state(i));
  elsif exists (select from public.inspection_comments c where c.inspection_id = i.id) then
    perform app.refuse_inspection('commented');
  end if;
  update public.guest_links set revoked_at = app.instant() where inspection_id = i.id and revoked_at is null;
  update public.inspections set shared_at = null, comments_until = null, property_address = case when property_id is null then property_address end
  where id = i.id;
end $$;

-- Locks the inspections whose comment period has ended, and returns them.
create function app.lock_inspections(at timestamptz) returns table (id uuid, user_id uuid)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform set_config('app.instant', at::text, true);
  return query
    update public.inspections i set locked_at = app.instant()
    where i.id in (select due.id from public.inspections due where due.shared_at is not null and due.locked_at is null and due.comments_until < lock_inspections.at
      order by due.id for no key update)
    returning i.id, i.user_id;
end $$;

-- Creates a repair from an item of an inspection, once. `details`: title, category, description. TN434 'has-repair'.
-- The item's photos become documents that suppliers see; a photo that is already a document is linked.
create function app.repair_finding(room uuid, item uuid, details jsonb, out id uuid, out number integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_in public.inspection_rooms;
  i public.inspections;
  r public.repairs;
  photo record;
begin
  select * into found_in from public.inspection_rooms candidate where candidate.id = room and candidate.user_id = app.user_id()
    and candidate.items @> jsonb_build_array(jsonb_build_object('id', item));
  i := app.inspection_to_change(found_in.inspection_id);
  insert into public.repairs (user_id, property_id, property_address, tenancy_id, reported_by, title, category, description, room, state, accepted_at,
    inspection_id, inspection_item)
  values (i.user_id, i.property_id, case when i.property_id is null then i.property_address end, i.tenancy_id, 'inspection', details ->> 'title',
    details ->> 'category', details ->> 'description', found_in.name, 'accepted', app.instant(), i.id, item)
  on conflict (inspection_item) do nothing returning * into r;
  if r.id is null then
    perform app.refuse_inspection('has-repair');
  end if;
  perform app.add_repair_event(r, 'landlord', app.my_name(), 'reported');
  for photo in
    select p.url, f.name, f.taken_at, v.document_id from public.inspection_photos p join public.files f on f.url = p.url
    left join public.document_versions v on v.file_url = p.url
    where p.room_id = room and p.item_id = item order by p.date_added, p.id
  loop
    if photo.document_id is null then
      perform app.apply_file(r, 'landlord', app.my_name(), jsonb_build_object('url', photo.url, 'name', photo.name, 'title', left(photo.name, 200),
        'type', 'photo', 'takenAt', photo.taken_at, 'suppliersSee', true));
    else
      insert into public.document_links (user_id, document_id, repair_id) values (r.user_id, photo.document_id, r.id);
      perform app.add_repair_event(r, 'landlord', app.my_name(), 'file', suppliers_see => true, document => photo.document_id, taken => photo.taken_at);
    end if;
  end loop;
  id := r.id;
  number := r.number;
end $$;

grant execute on function app.find_inspections(text), app.inspection_state(public.inspections),
  app.inspection_content(uuid), app.share_inspection(uuid, timestamptz, boolean), app.take_back_inspection(uuid),
  app.repair_finding(uuid, uuid, jsonb) to tenure_app, tenure_member;
grant execute on function app.lock_inspections(timestamptz) to tenure_jobs;

create trigger keep_inspection before update or delete on public.inspections for each row execute function app.keep_inspection();
create trigger keep_part before insert or update or delete on public.inspection_rooms for each row execute function app.keep_inspection_part();
create trigger keep_part before insert or update or delete on public.inspection_photos for each row execute function app.keep_inspection_part();
create trigger keep_part before insert or update or delete on public.inspection_comments for each row execute function app.keep_inspection_part();
create trigger set_author before insert or update of name, note, items on public.inspection_rooms for each row execute function app.set_room_author();

select app.keep_search('public.inspection_templates', 'repairs.see');
select app.keep_record('public.inspection_templates', 'inspection template', 'name', live => 'inspection-templates');
grant select, insert (name, rooms), update (name, rooms), delete on public.inspection_templates to tenure_app;
select app.open_to_members('public.inspection_templates', 'repairs', 'true', false);

select app.keep_record('public.inspections', 'inspection', 'kind', about => 'property_id', secret => '{inspector,note,meters,keys}',
  derived => '{property_address,sha256}');
grant select, insert (property_id, tenancy_id, kind, starts_at, agreed, inspector, note, meters, keys),
  update (starts_at, agreed, notice_id, inspector, note, meters, keys), delete on public.inspections to tenure_app;
select app.open_to_members('public.inspections', 'repairs', 'property_id in (select app.my_properties())');

-- Rooms, photos and comments are not logged. Live changes name the inspections instead.
select app.keep_record('public.inspection_rooms', 'inspection room', 'name', logged => 'false', live => '', more => $more$
  perform app.notify_live(user_id, 'inspections', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
-- Reordering rooms does not change their versions.
create or replace trigger next_version before update on public.inspection_rooms for each row
  when (old.place is not distinct from new.place) execute function app.next_version();
grant select, insert (inspection_id, place, name, note, items), update (place, name, note, items), delete on public.inspection_rooms to tenure_app;
select app.open_to_members('public.inspection_rooms', 'repairs', 'inspection_id in (select id from public.inspections)');

select app.keep_record('public.inspection_photos', 'inspection photo', '', logged => 'false', live => '', more => $more$
  perform app.notify_live(user_id, 'inspections', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
select app.track_files_of('public.inspection_photos', 'url');
grant select, insert (room_id, item_id, url), update (item_id), delete on public.inspection_photos to tenure_app;
select app.open_to_members('public.inspection_photos', 'repairs', 'room_id in (select id from public.inspection_rooms)');

select app.keep_record('public.inspection_comments', 'inspection comment', '', logged => 'false', live => '', more => $more$
  perform app.notify_live(user_id, 'inspections', null, null) from (select distinct user_id from {rows} m) landlords;$more$);
grant select on public.inspection_comments to tenure_app;
select app.open_to_members('public.inspection_comments', 'repairs', 'inspection_id in (select id from public.inspections)');
