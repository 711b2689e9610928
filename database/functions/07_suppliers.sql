create function app.find_suppliers(search_term text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.suppliers
  where user_id = app.user_id() and (select app.may('suppliers.see')) and (strpos(search, (select app.first_word(search_term))) > 0
    and search like all ((select app.other_words(search_term))::text[]) or strpos(search, (
    select key from app.phone_key(search_term) key where search_term ~ '^[\d\s()+./-]+$' and length(key) > 2)) > 0);
end;

create function app.name_supplier() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locks the supplier, as the foreign key would reject a concurrent change of service.
  select name, service_type into new.supplier_name, new.service_type from public.suppliers where id = new.supplier_id and user_id = new.user_id for key share;
  return new;
end $$;

create function app.lock_supplier_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    -- Locks in id order, like bulk changes, to avoid deadlock.
    perform from public.transactions where supplier_id = old.id and user_id = old.user_id order by id for update;
  end if;
  return old;
end $$;

grant execute on function app.find_suppliers(text) to tenure_app;

select app.keep_record('public.suppliers', 'supplier', 'name');
select app.track_files_of('public.suppliers', 'image_url');
create trigger lock_account_transactions before delete on public.suppliers for each row execute function app.lock_supplier_transactions();
grant select, insert (name, email, phone, service_type, contact_person, address, website, notes, image_url), update (name, email, phone,
  service_type, contact_person, address, website, notes, image_url), delete on public.suppliers to tenure_app;

select app.keep_record('public.supplier_properties', 'supplier link', 'supplier_name', about => 'property_id',
  derived => '{supplier_name,service_type}', live => '');
create trigger name_supplier before insert on public.supplier_properties for each row execute function app.name_supplier();
grant select, insert (supplier_id, property_id), delete on public.supplier_properties to tenure_app;
