-- Up Migration
-- Suppliers are found by their phone number too, however it is written, as tenants are.
drop function app.find_suppliers(text);
alter table public.suppliers drop column search;
alter table public.suppliers add column search text not null generated always as (lower(
  name || chr(10) || service_type || chr(10) || email || chr(10) || phone || chr(10) || app.phone_key(phone))) stored;
create index on public.suppliers (user_id) include (id, search);

create function app.find_suppliers(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.suppliers
  where user_id = app.user_id() and (strpos(search, (select lower(wanted))) > 0 or strpos(search, (
    select key from app.phone_key(wanted) key where wanted ~ '^[\d\s()+./-]+$' and length(key) > 2)) > 0);
end;
grant execute on function app.find_suppliers(text) to tenure_app;
