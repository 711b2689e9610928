-- Up Migration
-- A landlord's calendar at a secret address: certificate expiries and lease ends for the calendar they use anyway.

-- `secret_hash` is the SHA-256 of the secret in the address, which nobody can read back.
create table public.calendar_feeds (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- Whether leases say whose they are.
  tenants boolean not null,
  since timestamptz(3) not null default app.instant()
);
select app.own_rows('public.calendar_feeds');
grant select, delete, insert (secret_hash, tenants), update (secret_hash, tenants, since) on public.calendar_feeds to tenure_app;

-- The days of the landlord whose feed has this secret, from a year ago on; `open` is false after trial and plan, then there are none. No row
-- where the secret is no feed's. Calendars ask without a session, so this alone proves the secret, and returns only what the feed shows.
create function app.calendar_of(wanted text, at timestamptz) returns table (open boolean, days jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select st.status <> 'expired', coalesce((
    select jsonb_agg(to_jsonb(d) order by d.day, d.address, d.about) from (
      select p.id as "propertyId", p.address, p.city, ends.key as about, c.name, ends.value::date as day, null::text[] as tenants
      from public.properties p cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
      left join public.property_certificates c on c.user_id = f.user_id and c.property_id = p.id and c.id::text = ends.key
      where p.user_id = f.user_id and st.status <> 'expired'
      union all
      select p.id, p.address, p.city, 'lease', null, t.lease_end,
        case when f.tenants then array_agg(t.name order by t.name, t.id) else array[]::text[] end
      from public.tenants t left join public.properties p on p.id = t.property_id
      where t.user_id = f.user_id and st.status <> 'expired' and t.lease_end is not null and (t.moved_out is null or t.moved_out > t.lease_end)
      group by p.id, t.lease_end
    ) d where d.day >= (calendar_of.at at time zone 'Europe/London')::date - 365), '[]')
  from public.calendar_feeds f join app.standing(calendar_of.at) st on st.user_id = f.user_id
  where f.secret_hash = wanted;
end;
revoke execute on function app.calendar_of(text, timestamptz) from public;
grant execute on function app.calendar_of(text, timestamptz) to tenure_app;
