-- Copies the number and end of the licence that ends last to the compliance item 'property licensing'.
create function app.copy_licence() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last record;
begin
  select number, ends into last from public.licences
  where property_id = new.property_id and user_id = new.user_id order by ends desc, id limit 1;
  if found then
    new.property_licensing_number := last.number;
    new.property_licensing_expiry_date := last.ends;
  end if;
  return new;
end $$;
create trigger copy_licence before insert or update on public.property_compliance for each row execute function app.copy_licence();

create function app.sync_licensing() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.property_id <> old.property_id) then
    -- Clears the values of the removed licence. `copy_licence` then sets those of a remaining licence.
    update public.property_compliance set property_licensing_number = null, property_licensing_expiry_date = null
    where property_id = old.property_id and user_id = old.user_id
      and exists (select from public.properties p where p.id = old.property_id);
  end if;
  if tg_op <> 'DELETE' then
    insert into public.property_compliance (user_id, property_id, property_licensing_number, property_licensing_expiry_date)
    values (new.user_id, new.property_id, new.number, new.ends)
    on conflict (property_id) do update set property_licensing_number = excluded.property_licensing_number;
  end if;
  return null;
end $$;
create trigger sync_licensing after insert or delete or update of property_id, number, ends on public.licences
  for each row execute function app.sync_licensing();

select app.keep_search('public.licences', 'properties.see', 'property_id in (select app.my_properties())');
select app.keep_record('public.licences', 'licence', 'council', about => 'property_id');
grant select, insert (property_id, kind, council, number, starts, ends, conditions),
  update (property_id, kind, council, number, starts, ends, conditions), delete on public.licences to tenure_app;
select app.open_to_members('public.licences', 'properties', 'property_id in (select app.my_properties())');
