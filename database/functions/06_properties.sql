-- The number of the account's properties, for members who have only some in reach; null for others.
create function app.total_properties() returns bigint language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select sum(count)::bigint from app.row_counts where user_id = app.user_id() and noun = 'property' and not app.sees_all();
end;

-- Copies the property's address. The lock serialises this with app.sync_property_name, which copies a changed address.
create function app.set_property_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.property_id is not null then
    select address || ', ' || city into new.property_name
    from public.properties where id = new.property_id and user_id = new.user_id for share;
  end if;
  return new;
end $$;

create function app.sync_property_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locks tenants before tenancies, in id order, like every save, to avoid deadlock.
  perform from public.tenants where property_id = new.id and user_id = new.user_id order by id for no key update;
  update public.tenants set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  perform from public.tenancies where property_id = new.id and user_id = new.user_id order by id for no key update;
  update public.tenancies set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  update public.loans set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  perform app.bank_rows_changed(new.user_id);
  return null;
end $$;

create function app.keep_property_address() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    -- Locks in id order, like bulk changes, to avoid deadlock.
    perform from public.transactions where property_id = old.id and user_id = old.user_id order by id for update;
    -- Statement triggers would fire even without rows.
    if found then
      update public.transactions set property_id = null, former_property_id = old.id, property_address = old.address || ', ' || old.city
      where property_id = old.id and user_id = old.user_id;
    end if;
    if exists (select from public.repairs where property_id = old.id and user_id = old.user_id) then
      update public.repairs set property_id = null, property_address = old.address || ', ' || old.city
      where property_id = old.id and user_id = old.user_id;
    end if;
    if exists (select from public.inspections where property_id = old.id and user_id = old.user_id) then
      update public.inspections set property_id = null, property_address = coalesce(property_address, old.address || ', ' || old.city)
      where property_id = old.id and user_id = old.user_id;
    end if;
    -- All these totals are zero, as the property's transactions have been detached.
    delete from app.transaction_totals where user_id = old.user_id and property_id = old.id;
  end if;
  return old;
end $$;

-- Copies an invoice's new file to its transaction, unless the transaction has a different file.
create function app.sync_invoice_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.transactions set file_url = new.file_url
  where invoice_id = new.id and user_id = new.user_id and file_url is not distinct from old.file_url;
  return null;
end $$;

grant execute on function app.total_properties() to tenure_app;

select app.keep_search('public.properties', 'properties.see', 'id in (select app.my_properties())');
select app.keep_record('public.properties', 'property', 'address', secret => '{key_code}', derived => '{compliance_items,unknown_facts}');
select app.track_files_of('public.properties', 'image_url');
create trigger sync_property_name after update of address, city on public.properties
  for each row when (old.address is distinct from new.address or old.city is distinct from new.city)
  execute function app.sync_property_name();
create trigger keep_property_address before delete on public.properties for each row execute function app.keep_property_address();
create or replace trigger next_version before update on public.properties for each row
  when (old.compliance_items is not distinct from new.compliance_items) execute function app.next_version();
grant select, insert (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, purchase_price, purchase_date, status,
  description, key_type, key_code, keys_amount, guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url,
  country, gas, storeys, combustion_rooms, people, households, let_by_room, leasehold, unknown_facts),
  update (address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, status, description, key_type, key_code, keys_amount,
  guarantor_name, guarantor_address, guarantor_phone, guarantor_alt_contact, image_url, country, gas, storeys, combustion_rooms, people,
  households, let_by_room, leasehold, unknown_facts, compliance_items), delete on public.properties to tenure_app;

select app.keep_record('public.property_certificates', 'certificate', 'name', about => 'property_id', live => 'certificates');
select app.track_files_of('public.property_certificates', 'file_url');
grant select, insert (property_id, name, issue_date, expiration_date, renewal_frequency, cost, provider_name, notes, file_url,
  compliance_item, outcome, work_due, work_done, confirmed_to_tenant, confirmed_to_council),
  update (name, issue_date, expiration_date, renewal_frequency, cost, provider_name, notes, file_url, compliance_item, outcome, work_due,
  work_done, confirmed_to_tenant, confirmed_to_council, replaced_by), delete on public.property_certificates to tenure_app;

select app.keep_record('public.property_compliance', 'compliance', '', about => 'property_id', live => 'certificates');
grant select, delete on public.property_compliance to tenure_app;
do $$
declare
  items text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into items from pg_attribute
  where attrelid = 'public.property_compliance'::regclass and attnum > 0 and not attisdropped
    and attname not in ('id', 'user_id', 'property_id', 'version');
  execute format('grant insert (property_id, %1$s), update (%1$s) on public.property_compliance to tenure_app', items);
end $$;

select app.keep_record('public.property_invoices', 'invoice', 'description', about => 'property_id', live => '');
select app.track_files_of('public.property_invoices', 'file_url');
create trigger sync_invoice_file after update of file_url on public.property_invoices
  for each row when (new.file_url is not null and new.file_url is distinct from old.file_url) execute function app.sync_invoice_file();
grant select, insert (property_id, invoice_date, amount, description, file_url), update (invoice_date, amount, description, file_url),
  delete on public.property_invoices to tenure_app;
