-- Up Migration
-- A sample portfolio: rows that are marked as such, go together in one click, and become the landlord's own when they change or use them.

-- Whether this transaction loads it.
create function app.loads_sample() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.loads_sample', true) = 'yes', false);
grant execute on function app.loads_sample() to tenure_app;

-- Nobody writes the mark: a row has it when it is added while the sample is loaded, and loses it by the triggers below. Parts of a
-- property are marked by the property.
alter table public.properties add column sample boolean not null default app.loads_sample();
alter table public.tenants add column sample boolean not null default app.loads_sample();
alter table public.suppliers add column sample boolean not null default app.loads_sample();
alter table public.transactions add column sample boolean not null default app.loads_sample();
create index on public.properties (user_id) where sample;
create index on public.tenants (user_id) where sample;
create index on public.suppliers (user_id) where sample;
create index on public.transactions (user_id) where sample;

-- Whether the landlord has rows of it.
create function app.has_sample() returns boolean language sql stable
  return exists (select from public.properties where user_id = app.user_id() and sample)
    or exists (select from public.tenants where user_id = app.user_id() and sample)
    or exists (select from public.suppliers where user_id = app.user_id() and sample)
    or exists (select from public.transactions where user_id = app.user_id() and sample);
grant execute on function app.has_sample() to tenure_app;

-- A sample row whose own fields the landlord changes is theirs. Follows from nothing else: a deletion that takes a link away, a name
-- that is carried along and a summary are no change of theirs.
create function app.own_changed() returns trigger language plpgsql as $$
declare
  derived constant text[] := '{version,search,sort_name,size,sample,compliance_items,property_name,property_address}';
begin
  new.sample := to_jsonb(new) - derived = to_jsonb(old) - derived;
  return new;
end $$;
create trigger own_changed before update on public.properties for each row
  when (old.sample and new.sample and pg_trigger_depth() = 0) execute function app.own_changed();
create trigger own_changed before update on public.tenants for each row
  when (old.sample and new.sample and pg_trigger_depth() = 0) execute function app.own_changed();
create trigger own_changed before update on public.suppliers for each row
  when (old.sample and new.sample and pg_trigger_depth() = 0) execute function app.own_changed();
-- The address of a property is written when the property is deleted, and then alone.
create trigger own_changed before update on public.transactions for each row
  when (old.sample and new.sample and pg_trigger_depth() = 0
    and (new.property_address is null or new.property_address is not distinct from old.property_address))
  execute function app.own_changed();

-- A sample row is the landlord's, too, once a row of theirs names it, or a part of it is added, changed or removed. Its arguments are the
-- columns that name one.
create function app.own_named() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
      case when tg_table_name not in ('tenants', 'transactions') then 'true'
        when tg_op = 'INSERT' then 'not r.sample'
        else format('not r.sample and r.%1$I is distinct from o.%1$I', named) end);
  end loop;
  return null;
end $$;

do $$
declare
  naming record;
begin
  for naming in select * from (values
    ('tenants', '''property_id''', false), ('transactions', '''property_id'', ''supplier_id''', false),
    ('supplier_properties', '''property_id'', ''supplier_id''', true), ('property_certificates', '''property_id''', true),
    ('property_compliance', '''property_id''', true), ('property_invoices', '''property_id''', true)) named (source, columns, part)
  loop
    execute format('create trigger own_named_added after insert on public.%I referencing new table as new_rows for each statement execute function app.own_named(%s)', naming.source, naming.columns);
    execute format('create trigger own_named_changed after update on public.%I referencing old table as old_rows new table as new_rows for each statement execute function app.own_named(%s)', naming.source, naming.columns);
    if naming.part then
      execute format('create trigger own_named_removed after delete on public.%I referencing old table as old_rows for each statement execute function app.own_named(%s)', naming.source, naming.columns);
    end if;
  end loop;
end $$;

-- The mark is no change that the history tells.
do $$
declare
  target text;
begin
  foreach target in array '{properties,tenants,suppliers,transactions}'::text[] loop
    execute format('drop trigger log_added on public.%I', target);
    execute format('drop trigger log_changed on public.%I', target);
    execute format('drop trigger log_removed on public.%I', target);
  end loop;
end $$;
select app.log_activity_of('public.properties', 'property', 'address', secret => '{key_code}', derived => '{compliance_items, sample}');
select app.log_activity_of('public.tenants', 'tenant', 'name', about => 'property_id', derived => '{property_name, periodic_declined, sample}');
select app.log_activity_of('public.suppliers', 'supplier', 'name', derived => '{sample}');
select app.log_activity_of('public.transactions', 'transaction', 'description', about => 'property_id', derived => '{property_address, sample}');

-- Begins to load it in this transaction; false where it is loaded, or there is a property already. `app.instant` dates rows back.
create function app.begin_sample() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of two at once the second waits here.
  perform from public.profiles where id = app.user_id() for update;
  if app.has_sample() or exists (select from public.properties where user_id = app.user_id()) then
    return false;
  end if;
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (app.user_id(), app.user_id(), app.instant(), 'sample portfolio', 'added', 1);
  perform set_config('app.loads_sample', 'yes', true), app.notify_session();
  return true;
end $$;

create function app.notify_session() returns void language sql
  return pg_notify('tenure_live', json_build_object('landlord', app.user_id(), 'noun', 'session', 'id', null, 'version', null)::text);

-- Removes what still is sample, its pictures, and what the log and Undo have of it. Rows of the landlord's own that name some of it stay, as
-- after any deletion.
create function app.remove_sample() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  pictures constant text[] := array(select image_url from public.properties where user_id = landlord and sample and image_url is not null);
  target text;
  ids uuid[];
  gone uuid[] := '{}';
begin
  perform from public.profiles where id = landlord for update;
  -- First those that name others.
  foreach target in array '{transactions,tenants,suppliers,properties}'::text[] loop
    execute format('with gone as (delete from public.%I where user_id = $1 and sample returning id) select array_agg(id) from gone', target)
      using landlord into ids;
    gone := gone || ids;
  end loop;
  if gone = '{}' then
    return;
  end if;
  delete from public.files where user_id = landlord and url = any (pictures);
  delete from app.transaction_undo where user_id = landlord and before ->> 'sample' = 'true';
  delete from public.activity where user_id = landlord
    and (record_id = any (gone) or record_id is null and about = any (gone)
      or at = app.instant() and xmin = pg_current_xact_id()::xid
      or noun <> 'sample portfolio'
        and at in (select at from public.activity where user_id = landlord and noun = 'sample portfolio' and action = 'added'));
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (landlord, landlord, app.instant(), 'sample portfolio', 'removed', 1);
  perform app.notify_session();
end $$;
grant execute on function app.begin_sample(), app.remove_sample() to tenure_app;

-- As before, without sample tenants: nobody is written to about them.
create or replace function app.due_leases(at timestamptz)
  returns table (tenant_id uuid, user_id uuid, lease_end date)
  language sql stable
begin atomic
  select t.id, t.user_id, t.lease_end
  from public.tenants t join public.profiles p on p.id = t.user_id join auth.users u on u.id = t.user_id
  join app.standing(due_leases.at) st on st.user_id = t.user_id
  cross join (select (due_leases.at at time zone 'Europe/London')::date as day) today
  where t.lease_end >= today.day and t.lease_end < today.day + 30
    and (t.moved_out is null or t.moved_out > today.day)
    and not t.sample
    and p.email_notifications and u.email_verified
    and st.status <> 'expired';
end;

-- As before, without sample properties and tenants: a calendar shows real days only.
create or replace function app.calendar_of(wanted text, at timestamptz) returns table (open boolean, days jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select st.status <> 'expired', coalesce((
    select jsonb_agg(to_jsonb(d) order by d.day, d.address, d.about) from (
      select p.id as "propertyId", p.address, p.city, ends.key as about, c.name, ends.value::date as day, null::text[] as tenants
      from public.properties p cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
      left join public.property_certificates c on c.user_id = f.user_id and c.property_id = p.id and c.id::text = ends.key
      where p.user_id = f.user_id and not p.sample and st.status <> 'expired'
      union all
      select p.id, p.address, p.city, 'lease', null, t.lease_end,
        case when f.tenants then array_agg(t.name order by t.name, t.id) else array[]::text[] end
      from public.tenants t left join public.properties p on p.id = t.property_id
      where t.user_id = f.user_id and not t.sample and st.status <> 'expired' and t.lease_end is not null and (t.moved_out is null or t.moved_out > t.lease_end)
      group by p.id, t.lease_end
    ) d where d.day >= (calendar_of.at at time zone 'Europe/London')::date - 365), '[]')
  from public.calendar_feeds f join app.standing(calendar_of.at) st on st.user_id = f.user_id
  where f.secret_hash = wanted;
end;

-- As before: it answers with whole rows, which have one column more.
create or replace function app.find_transactions(wanted text) returns setof public.transactions
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (found).* from (
    select found from public.transactions found
    where app.windows(user_id, search) @@ (select app.wanted_windows(app.user_id(), lower(wanted)))
    offset 0
  ) among
  where (found).user_id = app.user_id() and strpos((found).search, (select lower(wanted))) > 0;
end;
