-- Sets this transaction's account, actor and instant from an API key's hash. Keys connect as tenure_member.
-- TN401: no such key. TN402: the trial has ended. TN403: the key lacks `need`. TN405: the plan has no API.
create function app.authenticate_key(given_hash text, at timestamptz, guarded boolean, account uuid, need text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
begin
  select k.id, k.user_id, 'key:' || array_to_string(k.rights, ',') as role, k.whole, st.status, s.plan into entry
  from public.api_keys k left join app.standing(at) st on st.user_id = k.user_id left join public.subscriptions s on s.user_id = k.user_id
  where k.key_hash = given_hash and k.revoked_at is null and (k.ends_on is null or k.ends_on >= (at at time zone 'Europe/London')::date);
  if not found then
    raise exception 'no key' using errcode = 'TN401';
  end if;
  if account <> entry.user_id then
    raise exception 'another account' using errcode = 'TN409';
  end if;
  if guarded and entry.status = 'expired' then
    raise exception 'trial over' using errcode = 'TN402';
  end if;
  if entry.status = 'active' and entry.plan is distinct from 'business' and entry.plan is distinct from 'enterprise' then
    raise exception 'no API in this plan' using errcode = 'TN405';
  end if;
  if not app.role_may(entry.role, coalesce(need, 'self')) then
    raise exception 'not allowed' using errcode = 'TN403', detail = 'key ' || coalesce(need, 'self');
  end if;
  if session_user <> 'tenure_member' then
    raise exception 'the other role' using errcode = 'TN421';
  end if;
  perform app.set_actor(entry.user_id, concat_ws(' ', entry.id, entry.id, entry.role, entry.whole, true, ''), at);
  return entry.user_id;
end $$;

-- Takes requests from the token buckets of keys, which refill steadily up to a quarter of the limit per minute.
-- Returns existing keys with their limit and remaining tokens, which may be negative with several servers.
create function app.settle_keys(hashes text[], counts integer[], instant timestamptz)
  returns table (key_hash text, per_minute integer, tokens double precision)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    with found as (
      select k.id, k.user_id, k.key_hash, usage.used, case when st.status = 'active' and s.plan = 'enterprise' then 600 else 60 end as per_minute
      from (select hash, sum(used)::integer as used from unnest(hashes, counts) as taken (hash, used) group by hash) usage
      join public.api_keys k on k.key_hash = usage.hash and k.revoked_at is null
      left join public.subscriptions s on s.user_id = k.user_id left join app.standing(instant) st on st.user_id = k.user_id
      order by k.id
    ), noted as (
      insert into app.key_uses as u (key_id, user_id, used_at) select id, user_id, instant from found where used > 0
      on conflict (key_id) do update set used_at = excluded.used_at where u.used_at <= excluded.used_at - interval '1 minute'
    ), settled as (
      insert into app.key_buckets as b (key_id, per_minute, tokens, used, at)
      select id, f.per_minute, f.per_minute / 4.0 - f.used, f.used, instant from found f
      on conflict (key_id) do update set per_minute = excluded.per_minute, used = excluded.used, at = greatest(b.at, excluded.at),
        tokens = least(excluded.per_minute / 4.0, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * excluded.per_minute / 60.0) - excluded.used
      returning b.key_id, b.tokens
    )
    select f.key_hash, f.per_minute, s.tokens from found f join settled s on s.key_id = f.id;
end $$;

-- An API key's label in the activity; null for other actors.
create function app.key_label(actor uuid) returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select 'Key “' || k.name || '”' from public.api_keys k where k.id = actor and k.user_id = app.user_id());

create function app.has_keys() returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.api_keys k where k.user_id = app.user_id());

grant execute on function app.key_label(uuid), app.has_keys() to tenure_app, tenure_member;
grant execute on function app.authenticate_key(text, timestamptz, boolean, uuid, text) to tenure_member;
grant execute on function app.settle_keys(text[], integer[], timestamptz) to tenure_app;

select app.keep_record('public.api_keys', 'API key', 'name', secret => '{key_hash}', live => '');
grant select, insert (name, key_hash, hint, rights, whole, ends_on, api_version), update (revoked_at)
  on public.api_keys to tenure_app;
grant select, insert (key_id, property_id) on app.key_properties to tenure_app;
grant select on app.key_uses to tenure_app;
create trigger refuse_in_sample before insert on public.api_keys for each row execute function app.refuse_in_sample();
