-- Up Migration
-- A link that goes because a supplier or property is deleted makes nothing the landlord's: PostgreSQL runs the triggers of a cascade as if
-- the landlord had removed the link, so it counts only while both are there.
create or replace function app.own_named() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named text;
  rows constant text := case tg_op when 'DELETE' then 'old_rows r' when 'INSERT' then 'new_rows r' else 'new_rows r join old_rows o using (id)' end;
begin
  if pg_trigger_depth() > 1 or app.loads_sample() or app.leaving() or not app.has_sample() then
    return null;
  end if;
  foreach named in array tg_argv loop
    execute format('update public.%I set sample = false where user_id = app.user_id() and sample and id in (select r.%I from %s where %s)',
      case named when 'property_id' then 'properties' else 'suppliers' end, named, rows,
      case when tg_op = 'DELETE' and tg_nargs = 2 then
          'exists (select from public.properties p where p.id = r.property_id) and exists (select from public.suppliers s where s.id = r.supplier_id)'
        when tg_table_name not in ('tenants', 'transactions') then 'true'
        when tg_op = 'INSERT' then 'not r.sample'
        else format('not r.sample and r.%1$I is distinct from o.%1$I', named) end);
  end loop;
  return null;
end $$;

-- As before; the log keeps what happens to the landlord's own rows, and nothing of the parts of a property that goes.
create or replace function app.remove_sample() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  -- Of one save the step that came first speaks for all of it.
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (landlord, landlord, app.instant(), 'sample portfolio', 'removed', 1);
  -- First those that name others.
  foreach target in array '{transactions,tenants,suppliers,properties}'::text[] loop
    execute format('with gone as (delete from public.%I where user_id = $1 and sample returning id) select array_agg(id) from gone', target)
      using landlord into ids;
    gone := gone || ids;
  end loop;
  delete from public.files where user_id = landlord and url = any (pictures);
  delete from app.transaction_undo where user_id = landlord and before ->> 'sample' = 'true';
  delete from public.activity where user_id = landlord
    and (record_id = any (gone)
      -- Parts go with their property; rows of several name none.
      or about = any (gone) and (record_id is null or noun in ('certificate', 'compliance', 'invoice', 'supplier link'))
      or noun <> 'sample portfolio' and action = 'removed' and at = app.instant() and xmin = pg_current_xact_id()::xid
      or noun <> 'sample portfolio'
        and at in (select at from public.activity where user_id = landlord and noun = 'sample portfolio' and action = 'added'));
  perform app.notify_session();
end $$;
