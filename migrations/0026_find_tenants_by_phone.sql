-- Up Migration
-- Tenants are found by their phone number too, however it is written: '07700 900417', '+44 (0)7700 900417' and '900-417' find one another.

-- The digits of a number as it is dialled at home.
create function app.phone_key(phone text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(phone, '^\s*(\+|00)44[\s.-]*(\(0\))?', '0'), '\D', '', 'g');
grant execute on function app.phone_key(text) to tenure_app;

drop function app.find_tenants(text);
alter table public.tenants drop column search;
alter table public.tenants add column search text not null generated always as (lower(
  name || chr(10) || email || chr(10) || coalesce(property_name, '') || chr(10) || phone || chr(10) || app.phone_key(phone))) stored;
create index on public.tenants (user_id) include (id, search);

-- What looks like a number is looked for as one, from three digits on.
create function app.find_tenants(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.tenants
  where user_id = app.user_id() and (strpos(search, (select lower(wanted))) > 0 or strpos(search, (
    select key from app.phone_key(wanted) key where wanted ~ '^[\d\s()+./-]+$' and length(key) > 2)) > 0);
end;
grant execute on function app.find_tenants(text) to tenure_app;
