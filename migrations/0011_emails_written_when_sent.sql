-- Up Migration
-- Notices wait in the queue as ids and are written when they are sent; other emails wait encrypted, under new names.

-- Leases that end within 30 days and whose landlords may be told. No definer, so that it is inlined into the statements it stands in.
-- src/features/tenant/lease.ts says when a lease is expiring.
create function app.due_leases(at timestamptz)
  returns table (tenant_id uuid, user_id uuid, lease_end date)
  language sql stable
begin atomic
  select t.id, t.user_id, t.lease_end
  from public.tenants t join public.profiles p on p.id = t.user_id join auth.users u on u.id = t.user_id
  cross join (select (due_leases.at at time zone 'Europe/London')::date as day) today
  where t.lease_end >= today.day and t.lease_end < today.day + 30
    and (t.moved_out is null or t.moved_out > today.day)
    and p.email_notifications and u.email_verified
    and (p.subscription_status = 'active' or p.subscription_status = 'trialing' and p.trial_end_date > due_leases.at);
end;

-- Chooses leases nobody has been told of, of at most so many landlords, and marks them as told; the notices are queued in the same
-- transaction. Of two servers at once the second waits and finds them told. A lease end that is moved is told again.
drop function app.take_lease_notices(timestamptz, integer);
create function app.take_lease_notices(at timestamptz, max_landlords integer)
  returns table (user_id uuid, leases json)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with due as (
    select d.* from app.due_leases(at) d
    where not exists (select from app.lease_notices n where n.tenant_id = d.tenant_id and n.lease_end = d.lease_end)
  ), chosen as (
    select distinct due.user_id from due order by due.user_id limit max_landlords
  ), told as (
    insert into app.lease_notices as kept (tenant_id, user_id, lease_end)
    select due.tenant_id, due.user_id, due.lease_end from due join chosen using (user_id) order by due.tenant_id
    on conflict (tenant_id) do update set lease_end = excluded.lease_end where kept.lease_end <> excluded.lease_end
    returning kept.tenant_id, kept.user_id, kept.lease_end
  )
  select told.user_id, json_agg(json_build_object('tenantId', told.tenant_id, 'leaseEnd', told.lease_end))
  from told group by told.user_id order by told.user_id;
end;

-- The rows of a notice as they stand now, the next lease end first; without leases that have been moved, or whose landlord is no
-- longer to be told.
create function app.lease_notice(at timestamptz, landlord uuid, leases json)
  returns table (name text, email text, tenant text, property text, "leaseEnd" date)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select p.name, p.email, t.name, t.property_name, t.lease_end
  from json_to_recordset(leases) as told ("tenantId" uuid, "leaseEnd" date)
  join app.due_leases(at) d on d.tenant_id = told."tenantId" and d.lease_end = told."leaseEnd"
  join public.tenants t on t.id = d.tenant_id join public.profiles p on p.id = d.user_id
  where d.user_id = landlord
  order by t.lease_end, t.name, t.id;
end;

grant execute on function app.take_lease_notices(timestamptz, integer), app.lease_notice(timestamptz, uuid, json) to tenure_app;

alter function app.let_go(uuid, integer) rename to detach_transactions;

-- Emails that an older version queued and has not sent yet. A new database has no queue here: it is installed afterwards.
do $$
declare
  old text;
  renamed constant jsonb := '{"send-letter-failed": "send-email-failed", "send-letter": "send-email"}';
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  for old in select name from pgboss.queue where name in ('send-letter', 'send-letter-failed') order by name desc loop
    perform pgboss.create_queue(renamed ->> old, (
      select json_build_object('policy', policy, 'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
        'expireInSeconds', expire_seconds, 'retentionMinutes', retention_minutes, 'deadLetter', renamed ->> dead_letter)
      from pgboss.queue where name = old));
  end loop;
  update pgboss.job set name = coalesce(renamed ->> name, name), dead_letter = coalesce(renamed ->> dead_letter, dead_letter)
  where name in ('send-letter', 'send-letter-failed');
  update pgboss.archive set name = coalesce(renamed ->> name, name), dead_letter = coalesce(renamed ->> dead_letter, dead_letter)
  where name in ('send-letter', 'send-letter-failed');
  update pgboss.job set data = data - '{sealed,marks,fleeting}'::text[] || jsonb_strip_nulls(jsonb_build_object(
    'encrypted', data -> 'sealed', 'fingerprints', data -> 'marks', 'final', data -> 'fleeting'))
  where data ?| '{sealed,marks}';
  update pgboss.archive set data = data - '{sealed,marks,fleeting}'::text[] || jsonb_strip_nulls(jsonb_build_object(
    'encrypted', data -> 'sealed', 'fingerprints', data -> 'marks', 'final', data -> 'fleeting'))
  where data ?| '{sealed,marks}';
  set constraints all immediate;
  perform pgboss.delete_queue(name) from pgboss.queue where name in ('send-letter', 'send-letter-failed') order by name;
end $$;
