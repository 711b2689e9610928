-- Searches with at least three digits also match phone numbers.
create function app.find_tenants(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.tenants
  where user_id = app.user_id() and (select app.may('people.see'))
    and ((select app.sees_all()) or property_id in (select app.my_properties())) and (strpos(search, (select app.first_word(search_term))) > 0
    and search like all ((select app.other_words(search_term))::text[]) or strpos(search, (
    select key from app.phone_key(search_term) key where search_term ~ '^[\d\s()+./-]+$' and length(key) > 2)) > 0);
end;

-- Let properties, for roles without 'people.see', which cannot see the tenants from which the status is derived.
create function app.let_properties() returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may('people.see') and app.may('properties.see') then
    return query select distinct t.property_id from public.tenants t
      where t.user_id = app.user_id() and (t.moved_out is null or t.moved_out > app.today())
        and ((select app.sees_all()) or t.property_id in (select app.my_properties()));
  end if;
end $$;

-- Names and phone numbers of a property's current tenants, for roles without 'people.see'.
create function app.tenant_contacts(property uuid) returns table (name text, phone text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.name, t.phone from public.tenants t
  where t.user_id = app.user_id() and t.property_id = property and (t.moved_out is null or t.moved_out > app.today())
    and app.may('contacts.see') and (app.sees_all() or property in (select app.my_properties()))
  order by app.sort_key(t.name), t.id;
end;

-- Whether a tenancy changes as part of saving its tenant, which is logged instead.
-- `depth` is 1 in a `when` condition and 2 in a trigger function, where pg_trigger_depth() is one more.
create function app.saves_tenant(depth integer default 1) returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.saves_tenant', true) = 'yes', false) or pg_trigger_depth() > depth;

-- Equals PERIODS_A_YEAR in src/features/tenancy/rules/frequency.ts. Not strict, to allow inlining.
create function app.periods_per_year(frequency text) returns integer language sql immutable parallel safe
  return case frequency when 'weekly' then 52 when '2-weekly' then 26 when '4-weekly' then 13 when 'monthly' then 12
    when 'quarterly' then 4 when 'six-monthly' then 2 when 'yearly' then 1 end;

-- The current rent of each tenancy, or else its first future rent, in pounds a month. A function instead of a view
-- would check the caller again for each row.
create view app.monthly_rents with (security_invoker = true) as
  select t.id, round(coalesce(
      (select r.amount from public.tenancy_rents r where r.tenancy_id = t.id and r.starts_on <= (select app.today()) order by r.starts_on desc limit 1),
      (select r.amount from public.tenancy_rents r where r.tenancy_id = t.id order by r.starts_on limit 1), 0)
    * app.periods_per_year(t.frequency) / 12, 2) as amount
  from public.tenancies t;
grant select on app.monthly_rents to tenure_app;

-- Tenants with the lease columns of the specification (decision 56).
create view public.tenant_leases with (security_invoker = true) as
  select t.*, greatest(l.start_date, t.moved_in) as lease_start, l.end_date as lease_end, l.periodic_declined,
    (select m.amount from app.monthly_rents m where m.id = l.id) as rent_amount, l.deposit_amount
  from public.tenants t join public.tenancies l on l.id = t.tenancy_id;
grant select on public.tenant_leases to tenure_app;

create function app.lease_terms(tenant uuid) returns jsonb language sql stable parallel safe
begin atomic
  select jsonb_build_object('lease_start', lease_start, 'lease_end', lease_end, 'rent_amount', rent_amount, 'deposit_amount', deposit_amount)
  from public.tenant_leases where id = tenant;
end;

-- Logs changed terms in this transaction's activity entry for the tenant, or in a new entry.
-- `terms` is the result of app.lease_terms before the change.
create function app.log_lease(tenant uuid, terms jsonb) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed jsonb;
begin
  perform app.require('people.change', false);
  select jsonb_object_agg(key, jsonb_build_array(terms -> key, value)) into changed
  from public.tenants t cross join lateral jsonb_each(app.lease_terms(t.id))
  where t.id = tenant and t.user_id = app.user_id() and value is distinct from terms -> key
    and ((select app.sees_all()) or t.property_id in (select app.my_properties()));
  if changed is null or app.is_deleting_account() then
    return;
  end if;
  update public.activity set changes = changes || changed,
    columns = array(select key from jsonb_object_keys(changes || changed) key order by key)
  where id = (
    select max(a.id) from public.activity a
    where a.user_id = app.user_id() and a.record_id = tenant and a.noun = 'tenant' and a.action = 'changed' and a.xid = pg_current_xact_id());
  if not found then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns, changes)
    select user_id, app.person_id(), app.instant(), 'tenant', 'changed', id, property_id, 1, name,
      array(select key from jsonb_object_keys(changed) key order by key), changed
    from public.tenants where id = tenant and user_id = app.user_id();
  end if;
end $$;

-- Logs a change to a tenancy's rents or ledger. The trigger's argument is the noun.
create function app.log_tenancy_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenancy constant uuid := case tg_op when 'DELETE' then old.tenancy_id else new.tenancy_id end;
begin
  insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
  select t.user_id, app.person_id(), app.instant(), tg_argv[0],
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end, t.id, t.property_id, 1, t.names
  from public.tenancies t where t.id = tenancy and not app.is_deleting_account();
  return null;
end $$;

create function app.close_tenancy() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.property_id is null and pg_trigger_depth() > 1 and (new.ended_on is null or new.ended_on > app.today()) then
    new.ended_on := app.today();
  end if;
  if new.ended_on is distinct from old.ended_on and new.ended_on is not null and pg_trigger_depth() > 1 then
    delete from public.ledger_entries where tenancy_id = new.id and kind = 'rent' and date >= new.ended_on;
  end if;
  return new;
end $$;

-- Whether this transaction itself closes tenancies after deleting their tenants, as the undo of a bulk import does.
create function app.closes_later() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.closes_later', true) = 'yes', false);

-- Copies tenants' names to their tenancy, and ends a tenancy today if its last tenant is deleted.
create function app.sync_tenant_names() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched uuid[];
begin
  if app.is_deleting_account() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    touched := array(select distinct tenancy_id from new_rows where tenancy_id is not null order by 1);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct tenancy_id from old_rows where tenancy_id is not null order by 1);
  else
    touched := array(
      select distinct id from (
        select unnest(array[o.tenancy_id, n.tenancy_id]) as id from old_rows o join new_rows n using (id)
        where (o.tenancy_id, o.name) is distinct from (n.tenancy_id, n.name)) t
      where id is not null order by 1);
  end if;
  update public.tenancies t set names = s.names
  from (select tenancy_id, string_agg(name, ', ' order by date_added, id) as names from public.tenants
    where tenancy_id = any (touched) group by tenancy_id) s
  where t.id = s.tenancy_id and t.names <> s.names;
  if tg_op = 'DELETE' and not app.closes_later() then
    update public.tenancies t set ended_on = app.today()
    where id = any (touched) and (ended_on is null or ended_on > app.today()) and not exists (select from public.tenants where tenancy_id = t.id);
  end if;
  return null;
end $$;

grant execute on function app.find_tenants(text), app.tenant_contacts(uuid), app.let_properties(), app.saves_tenant(integer), app.periods_per_year(text),
  app.lease_terms(uuid), app.log_lease(uuid, jsonb) to tenure_app;

select app.keep_search('public.tenancies', 'people.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.tenancies', 'tenancy', 'names', about => 'property_id',
  derived => '{property_name, names, charged_to, sort_name, search, periodic_declined}',
  logged => 'not app.saves_tenant(2)', more => $more$
  perform app.bank_rows_changed(user_id) from (select distinct user_id from {rows} m) landlords;$more$);
create or replace trigger next_version before update on public.tenancies for each row
  when ((old.property_id, old.kind, old.start_date, old.end_date, old.ended_on, old.frequency, old.rent_day, old.in_arrears, old.charges_from,
      old.late_interest, old.deposit_amount, old.deposit_received, old.deposit_scheme, old.deposit_reference, old.deposit_protected,
      old.deposit_information, old.deposit_returned, old.deposit_deductions, old.notice_by, old.notice_given, old.notice_ends, old.signed_at, old.written,
      old.service_methods, old.deposit_payer_name, old.deposit_payer_email, old.deposit_payer_address, old.deposit_items, old.deposit_parts)
    is distinct from
     (new.property_id, new.kind, new.start_date, new.end_date, new.ended_on, new.frequency, new.rent_day, new.in_arrears, new.charges_from,
      new.late_interest, new.deposit_amount, new.deposit_received, new.deposit_scheme, new.deposit_reference, new.deposit_protected,
      new.deposit_information, new.deposit_returned, new.deposit_deductions, new.notice_by, new.notice_given, new.notice_ends, new.signed_at, new.written,
      new.service_methods, new.deposit_payer_name, new.deposit_payer_email, new.deposit_payer_address, new.deposit_items, new.deposit_parts))
  execute function app.next_version();
create trigger set_property_name before insert or update of property_id on public.tenancies for each row execute function app.set_property_name();
create trigger close_tenancy before update of property_id, ended_on on public.tenancies for each row execute function app.close_tenancy();
grant select, insert (property_id, kind, start_date, end_date, ended_on, frequency, rent_day, in_arrears, charges_from, late_interest,
  deposit_amount, deposit_received, deposit_scheme, deposit_reference, deposit_protected, deposit_information, deposit_returned,
  deposit_deductions, notice_by, notice_given, notice_ends, signed_at, written, service_methods, deposit_payer_name, deposit_payer_email,
  deposit_payer_address, deposit_items, deposit_parts), update (property_id, kind, start_date, end_date, ended_on, frequency,
  rent_day, in_arrears, charges_from, charged_to, late_interest, deposit_amount, deposit_received, deposit_scheme, deposit_reference,
  deposit_protected, deposit_information, deposit_returned, deposit_deductions, notice_by, notice_given, notice_ends, agent_id,
  auto_match, reminded, separate, periodic_declined, signed_at, written, service_methods, deposit_payer_name, deposit_payer_email,
  deposit_payer_address, deposit_items, deposit_parts), delete on public.tenancies to tenure_app;

select app.keep_record('public.tenants', 'tenant', 'name', about => 'property_id',
  derived => '{property_name, moved_in, tenancy_id}', more => $more$
  perform app.bank_rows_changed(user_id) from (select distinct user_id from {rows} m) landlords;$more$);
select app.track_files_of('public.tenants', 'image_url');
create trigger set_property_name before insert or update of property_id on public.tenants for each row execute function app.set_property_name();
create or replace trigger next_version before update on public.tenants for each row
  when (pg_trigger_depth() = 0 or old.property_id is distinct from new.property_id)
  execute function app.next_version();
create trigger carry_tenants_added after insert on public.tenants referencing new table as new_rows
  for each statement execute function app.sync_tenant_names();
create trigger carry_tenants_changed after update on public.tenants referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_tenant_names();
create trigger carry_tenants_removed after delete on public.tenants referencing old table as old_rows
  for each statement execute function app.sync_tenant_names();
grant select, insert (name, email, phone, property_id, moved_in, moved_out, guarantor_name,
  guarantor_address, guarantor_phone, guarantor_alt_contact, image_url, tenancy_id), update (name, email, phone, property_id,
  moved_in, moved_out, guarantor_name, guarantor_address, guarantor_phone,
  guarantor_alt_contact, image_url, tenancy_id), delete on public.tenants to tenure_app;

select app.keep_record('public.tenancy_rents', 'rent', 'starts_on', logged => 'false', live => '');
create trigger log_added after insert on public.tenancy_rents for each row
  when (not app.saves_tenant()) execute function app.log_tenancy_change('rent');
create trigger log_changed after update on public.tenancy_rents for each row
  when (not app.saves_tenant()) execute function app.log_tenancy_change('rent');
create trigger log_removed after delete on public.tenancy_rents for each row
  when (not app.saves_tenant()) execute function app.log_tenancy_change('rent');
grant select, insert (tenancy_id, starts_on, amount, served_on), update (starts_on, amount, served_on), delete on public.tenancy_rents to
  tenure_app;
