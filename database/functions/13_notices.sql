-- Members who receive emails, except in sample accounts. Not a security definer, to allow inlining.
create function app.emailable_members(at timestamptz) returns table (member_id uuid, user_id uuid, name text, email text)
  language sql stable
begin atomic
  select m.id, m.user_id, u.name, u.email
  from public.members m join auth.users u on u.id = m.person_id join app.standing(emailable_members.at) st on st.user_id = m.user_id
  join public.profiles p on p.id = m.user_id and not p.sample
  where m.state = 'active' and (m.ends_on is null or m.ends_on >= (emailable_members.at at time zone 'Europe/London')::date)
    and m.email_notifications and u.email_verified and st.status <> 'expired';
end;

-- Leases with fewer than 30 days left (EXPIRING_DAYS in src/features/tenant/lease.ts), with each member whose role and
-- reach include them.
-- Not a security definer, to allow inlining.
create function app.due_leases(at timestamptz)
  returns table (tenant_id uuid, user_id uuid, lease_end date, member_id uuid, name text, email text)
  language sql stable
begin atomic
  select t.id, t.user_id, t.lease_end, e.member_id, e.name, e.email
  from public.tenant_leases t join app.emailable_members(due_leases.at) e on e.user_id = t.user_id
  join public.members m on m.id = e.member_id and app.role_may(m.role, 'people.see')
    and (m.whole or t.property_id in (select p.property_id from app.member_properties p where p.member_id = m.id))
  cross join (select (due_leases.at at time zone 'Europe/London')::date as day) today
  where t.lease_end >= today.day and t.lease_end < today.day + 30
    and (t.moved_out is null or t.moved_out > today.day);
end;

-- The leases of an email at the time of sending, by end, without changed leases. No rows if the member gets no emails.
create function app.lease_notice(at timestamptz, member uuid, leases json)
  returns table (name text, email text, tenant text, property text, "leaseEnd" date)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select d.name, d.email, t.name, t.property_name, t.lease_end
  from json_to_recordset(leases) as chosen ("tenantId" uuid, "leaseEnd" date)
  join app.due_leases(at) d on d.tenant_id = chosen."tenantId" and d.lease_end = chosen."leaseEnd"
  join public.tenant_leases t on t.id = d.tenant_id
  where d.member_id = member
  order by t.lease_end, t.name, t.id;
end;

-- Marks leases as emailed and returns them, with a row for each member, in the transaction that queues the emails.
create function app.claim_lease_notices(at timestamptz, max_landlords integer)
  returns table (user_id uuid, member_id uuid, leases json)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with due as (
    select d.* from app.due_leases(at) d
    where not exists (select from app.lease_notices n where n.tenant_id = d.tenant_id and n.lease_end = d.lease_end)
  ), chosen as (
    select distinct due.user_id from due order by due.user_id limit max_landlords
  ), marked as (
    insert into app.lease_notices as stored (tenant_id, user_id, lease_end)
    select distinct due.tenant_id, due.user_id, due.lease_end from due join chosen using (user_id) order by due.tenant_id
    on conflict (tenant_id) do update set lease_end = excluded.lease_end where stored.lease_end <> excluded.lease_end
    returning stored.tenant_id, stored.lease_end
  )
  select due.user_id, due.member_id, json_agg(json_build_object('tenantId', due.tenant_id, 'leaseEnd', due.lease_end))
  from marked join due using (tenant_id, lease_end) group by due.user_id, due.member_id order by due.user_id, due.member_id;
end;

-- The recipient at the time of sending; no row if the member gets no emails.
create function app.emailable_member(at timestamptz, member uuid) returns table (name text, email text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.name, e.email from app.emailable_members(at) e where e.member_id = member;
end;

-- Marks members as emailed for a kind and day and returns them, so that each is emailed once. Expiry emails go only to
-- members with an expiry in reach.
create function app.claim_notice_emails(at timestamptz, email_kind text, on_day date, max_landlords integer)
  returns table (user_id uuid, member_id uuid)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into app.notice_emails as stored (user_id, member_id, kind, day)
  select e.user_id, e.member_id, email_kind, on_day from app.emailable_members(at) e join public.members m on m.id = e.member_id
  where not exists (select from app.notice_emails n where n.member_id = e.member_id and n.kind = email_kind and n.day >= on_day)
    and (email_kind <> 'expiry' or exists (
      select from public.properties p cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
      where p.user_id = e.user_id and ends.value = on_day::text
        and (m.whole or p.id in (select r.property_id from app.member_properties r where r.member_id = m.id))))
  order by e.user_id, e.member_id limit max_landlords
  on conflict (member_id, kind) do update set day = excluded.day where stored.day < excluded.day
  returning stored.user_id, stored.member_id;
end;

-- Days on which owners' quarterly updates are due, for notices and the calendar feed. `met` if an update with the same
-- or a later number was sent or marked as sent. Years after the owner stopped reporting are left out.
-- Choices and updates from before there were owners belong to the first owner.
create view app.tax_due_days with (security_invoker = true) as
  select q.user_id, q.id, q.owner_id, y.year, n.number, n.day, exists (
    select from public.tax_updates u where u.user_id = q.user_id and u.year = y.year and u.number >= n.number
      and coalesce(u.owner_id, q.first_owner) is not distinct from q.owner_id and u.state in ('sent', 'fulfilled', 'elsewhere')) as met
  from (
    select c.user_id, coalesce(c.owner_id, o.id) as owner_id, o.id as first_owner, min(c.id::text)::uuid as id, min(left(c.year, 4)::integer) as first
    from public.tax_quarters c
    left join lateral (select id from public.owners where user_id = c.user_id order by date_added, id limit 1) o on true
    group by c.user_id, coalesce(c.owner_id, o.id), o.id
  ) q
  cross join lateral generate_series(q.first, extract(year from app.today())::integer) start
  cross join lateral (select start || '-' || lpad(((start + 1) % 100)::text, 2, '0') as year) y
  cross join lateral (values (1, make_date(start, 8, 7)), (2, make_date(start, 11, 7)), (3, make_date(start + 1, 2, 7)), (4, make_date(start + 1, 5, 7)))
    n (number, day)
  where not (select c.ended from public.tax_quarters c where c.user_id = q.user_id
    and coalesce(c.owner_id, q.first_owner) is not distinct from q.owner_id and c.year <= y.year order by c.year desc limit 1);
grant select on app.tax_due_days to tenure_app, tenure_member;

-- The dates of a calendar feed, found by its secret's hash, from a year ago on and in the member's reach.
-- `open` is false after the trial or plan has ended. Returns no row for an unknown secret or a former member.
-- Calendar apps have no session, so the secret is the only credential.
create function app.calendar_of(feed_hash text, at timestamptz) returns table (open boolean, days jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select st.status <> 'expired', coalesce((
    select jsonb_agg(to_jsonb(d) order by d.day, d.address, d.about) from (
      select p.id as "propertyId", p.address, p.city, ends.key as about, c.name, ends.value::date as day, null::text[] as tenants
      from public.properties p cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
      left join public.property_certificates c on c.user_id = f.user_id and c.property_id = p.id and c.id::text = ends.key
      where p.user_id = f.user_id and st.status <> 'expired' and app.role_may(m.role, 'properties.see')
        and (m.whole or p.id in (select r.property_id from app.member_properties r where r.member_id = m.id))
      union all
      select p.id, p.address, p.city, 'lease', null, t.lease_end,
        case when f.tenants then array_agg(t.name order by t.name, t.id) else array[]::text[] end
      from public.tenant_leases t left join public.properties p on p.id = t.property_id
      where t.user_id = f.user_id and st.status <> 'expired' and t.lease_end is not null and (t.moved_out is null or t.moved_out > t.lease_end)
        and app.role_may(m.role, 'people.see')
        and (m.whole or t.property_id in (select r.property_id from app.member_properties r where r.member_id = m.id))
      group by p.id, t.lease_end
      union all
      select null, null, null, concat_ws('/', 'tax', t.year, t.number, t.id), o.name, t.day, null::text[]
      from app.tax_due_days t left join public.owners o on o.user_id = f.user_id and o.id = t.owner_id
      where t.user_id = f.user_id and not t.met and st.status <> 'expired' and m.whole and app.role_may(m.role, 'tax.see')
      union all
      select l.property_id, l.property_name, null, 'fixed-rate-' || l.id, l.lender, l.fixed_until, null::text[]
      from public.loans l
      where l.user_id = f.user_id and st.status <> 'expired' and l.fixed_until is not null and app.role_may(m.role, 'tax.see')
        and (m.whole or l.property_id in (select r.property_id from app.member_properties r where r.member_id = m.id))
      union all
      select d.property_id, p.address, p.city, 'deadline-' || d.id,
        concat_ws(', ', d.title, case when f.tenants or d.tenancy_id is null then d.about end), d.day, null::text[]
      from public.deadlines d join public.properties p on p.id = d.property_id and p.user_id = d.user_id
      where d.user_id = f.user_id and st.status <> 'expired' and d.state = 'due' and not d.typed and app.role_may(m.role, 'properties.see')
        and (d.tenancy_id is null or app.role_may(m.role, 'people.see'))
        and (m.whole or d.property_id in (select r.property_id from app.member_properties r where r.member_id = m.id))
        and not exists (select from public.deadline_marks k where k.user_id = d.user_id and k.property_id = d.property_id and k.rule = d.rule
          and k.subject = d.subject and k.day = d.day and (k.kind <> 'snoozed' or k.until > (calendar_of.at at time zone 'Europe/London')::date))
    ) d where d.day >= (calendar_of.at at time zone 'Europe/London')::date - 365), '[]')
  from public.calendar_feeds f join app.standing(calendar_of.at) st on st.user_id = f.user_id
  join public.members m on m.id = f.member_id and m.state = 'active'
    and (m.ends_on is null or m.ends_on >= (calendar_of.at at time zone 'Europe/London')::date)
  where f.secret_hash = feed_hash;
end;

grant execute on function app.lease_notice(timestamptz, uuid, json), app.claim_lease_notices(timestamptz, integer),
  app.emailable_member(timestamptz, uuid), app.claim_notice_emails(timestamptz, text, date, integer) to tenure_jobs;
grant execute on function app.calendar_of(text, timestamptz) to tenure_app;

grant select, insert (secret_hash, tenants), update (secret_hash, tenants, since), delete on public.calendar_feeds to tenure_app;

grant select, insert (key, read_at, snoozed_until), update (read_at, snoozed_until), delete on public.notice_states to tenure_app;

grant select on app.notice_emails to tenure_app;

grant select on app.lease_notices to tenure_app;
