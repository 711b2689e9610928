create function app.has_sample() returns boolean language sql stable
  return (select exists (select from public.properties where user_id = landlord and sample)
    or exists (select from public.tenants where user_id = landlord and sample)
    or exists (select from public.suppliers where user_id = landlord and sample)
    or exists (select from public.transactions where user_id = landlord and sample)
    -- Evaluated once.
    from (select app.user_id() as landlord offset 0) asking);

-- Whether a changed sample row is still a sample: only if derived columns changed, not the landlord's fields.
create function app.is_still_sample(was jsonb, now jsonb) returns boolean language plpgsql stable as $$
declare
  derived constant text[] := '{version,search,sort_name,size,sample,compliance_items,end_days,first_end,not_recorded,added_on,property_name,property_address,tenancy_id,names,charged_to,moved_in,periodic_declined}';
begin
  return app.loads_sample() or now - derived = was - derived;
end $$;

create function app.claim_sample_row() returns trigger language plpgsql as $$
begin
  new.sample := app.is_still_sample(to_jsonb(old), to_jsonb(new));
  return new;
end $$;

-- A removed link counts as the landlord's change only while both records exist, as cascades run the same triggers.
create function app.claim_sample_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named text;
  rows constant text := case tg_op when 'DELETE' then 'old_rows r' when 'INSERT' then 'new_rows r' else 'new_rows r join old_rows o using (id)' end;
begin
  if pg_trigger_depth() > 1 or app.loads_sample() or app.is_deleting_account() or not app.has_sample() then
    return null;
  end if;
  foreach named in array tg_argv loop
    execute format('update public.%I set sample = false where user_id = app.user_id() and sample and id in (select r.%I from %s where %s)',
      case named when 'property_id' then 'properties' when 'tenancy_id' then 'tenancies' else 'suppliers' end, named, rows,
      case when tg_op = 'DELETE' and tg_nargs = 2 then
          'exists (select from public.properties p where p.id = r.property_id) and exists (select from public.suppliers s where s.id = r.supplier_id)'
        when tg_table_name not in ('tenants', 'transactions') then 'true'
        when tg_op = 'INSERT' then 'not r.sample'
        else format('not r.sample and r.%1$I is distinct from o.%1$I', named) end);
  end loop;
  return null;
end $$;

-- Starts loading in this transaction. False if loaded already, or if there are properties.
create function app.begin_sample() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- A concurrent load fails immediately, as loading may exceed the lock timeout.
  if not pg_try_advisory_xact_lock(hashtext('sample'), hashtext(app.user_id()::text)) or app.has_sample()
    or exists (select from public.properties where user_id = app.user_id()) then
    return false;
  end if;
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (app.user_id(), app.person_id(), app.instant(), 'sample portfolio', 'added', 1);
  perform set_config('app.loads_sample', 'yes', true), app.notify_session();
  return true;
end $$;

-- Deletes remaining sample rows, their pictures, activity and undo data.
-- The landlord's rows stay, with their activity.
create function app.remove_sample() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  pictures constant text[] := array(select image_url from public.properties where user_id = landlord and sample and image_url is not null);
  target text;
  ids uuid[];
  gone uuid[] := '{}';
begin
  perform from public.profiles where id = landlord for update;
  if not app.has_sample() then
    return;
  end if;
  -- Logged first, as the first entry of a save represents it.
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (landlord, app.person_id(), app.instant(), 'sample portfolio', 'removed', 1);
  -- A tenancy of a kept tenant is kept.
  update public.tenancies t set sample = false
  where user_id = landlord and sample and exists (select from public.tenants where tenancy_id = t.id and not sample);
  -- Referencing tables first.
  foreach target in array '{transactions,tenants,tenancies,suppliers,properties}'::text[] loop
    execute format('with gone as (delete from public.%I where user_id = $1 and sample returning id) select array_agg(id) from gone', target)
      using landlord into ids;
    gone := gone || ids;
  end loop;
  delete from public.files where user_id = landlord and url = any (pictures);
  delete from app.transaction_undo where user_id = landlord and before ->> 'sample' = 'true';
  delete from public.activity where user_id = landlord
    and (record_id = any (gone)
      -- Parts are deleted with their property; entries for several properties have no id.
      or about = any (gone) and (record_id is null or noun in ('certificate', 'compliance', 'invoice', 'supplier link', 'rent'))
      or noun <> 'sample portfolio' and action = 'removed' and at = app.instant() and xmin = pg_current_xact_id()::xid
      or noun <> 'sample portfolio'
        and at in (select at from public.activity where user_id = landlord and noun = 'sample portfolio' and action = 'added'));
  perform app.notify_session();
end $$;

grant execute on function app.has_sample(), app.is_still_sample(jsonb, jsonb), app.begin_sample(), app.remove_sample() to tenure_app;

do $$
declare
  naming record;
begin
  for naming in select * from (values
    ('tenants', '''property_id''', false), ('transactions', '''property_id'', ''supplier_id'', ''tenancy_id''', false),
    ('supplier_properties', '''property_id'', ''supplier_id''', true), ('property_certificates', '''property_id''', true),
    ('property_compliance', '''property_id''', true), ('property_invoices', '''property_id''', true)) named (source, columns, part)
  loop
    execute format('create trigger own_named_added after insert on public.%I referencing new table as new_rows for each statement execute function app.claim_sample_rows(%s)', naming.source, naming.columns);
    execute format('create trigger own_named_changed after update on public.%I referencing old table as old_rows new table as new_rows for each statement execute function app.claim_sample_rows(%s)', naming.source, naming.columns);
    if naming.part then
      execute format('create trigger own_named_removed after delete on public.%I referencing old table as old_rows for each statement execute function app.claim_sample_rows(%s)', naming.source, naming.columns);
    end if;
  end loop;
end $$;
