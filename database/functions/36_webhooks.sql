-- Whether an account has the API: during the trial, and with Business or Enterprise.
create function app.has_api(account uuid, at timestamptz) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from app.standing(at) st left join public.subscriptions s on s.user_id = st.user_id
    where st.user_id = account and (st.status = 'trialing' or st.status = 'active' and s.plan in ('business', 'enterprise')));

-- Creates the deliveries of new events, and returns the number of activity entries read.
-- Reads entries by transaction id up to the snapshot's xmin, below which no running transaction can add any.
-- `known`: the events that webhooks can receive.
create function app.route_webhooks(at timestamptz, known text[], max_rows integer) returns bigint
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select set_config('app.instant', route_webhooks.at::text, true);
  with due as (
    select c.user_id, c.xid, c.activity_id from app.webhook_cursors c for update skip locked
  ), found as (
    select a.* from due d cross join lateral (
      select a.user_id, a.xid, a.id, a.at, replace(lower(a.noun), ' ', '-') || '.' || a.action as event, a.record_id, a.record_count, a.record_version
      from public.activity a
      where a.user_id = d.user_id and (a.xid, a.id) > (d.xid, d.activity_id) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by a.xid, a.id limit max_rows) a
  ), account as materialized (
    -- Materialized, to read each account's plan once.
    select user_id, app.has_api(user_id, route_webhooks.at) as has_api from (select distinct user_id from found) accounts
  ), made as (
    insert into app.webhook_deliveries (user_id, endpoint_id, source, event, record_id, record_count, record_version, happened_at, due_at)
    select f.user_id, e.id, 'activity:' || f.id, f.event, f.record_id, f.record_count, f.record_version, f.at, least(f.at, route_webhooks.at)
    from found f join account on account.user_id = f.user_id and account.has_api
    join public.webhook_endpoints e on e.user_id = f.user_id and e.off_reason is null and e.on_since <= f.at and e.events && array[f.event, '*']
    where f.event = any (known)
    on conflict (endpoint_id, source) do nothing
  ), moved as (
    update app.webhook_cursors c set xid = l.xid, activity_id = l.id
    from (select distinct on (user_id) user_id, xid, id from found order by user_id, xid desc, id desc) l where c.user_id = l.user_id
  )
  select count(*) from found;
end;

-- Leases due deliveries to a server. After the lease, any server may send them again.
-- A failing endpoint has one try at a time, and only in `failing_slots`, so that it does not delay healthy endpoints.
-- `busy` maps endpoint ids to running tries.
create function app.claim_webhooks(at timestamptz, busy jsonb, slots integer, failing_slots integer, lease interval)
  returns table (id uuid, endpoint_id uuid, url text, secret text, previous_secret text, event text, record_id uuid, record_count bigint,
    record_version integer, happened_at timestamptz, manual boolean, tries integer)
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with endpoint as (
    select e.id, h.failing_since is not null as failing,
      case when h.failing_since is null then 20 else 1 end - coalesce((busy ->> e.id::text)::integer, 0) as free
    from public.webhook_endpoints e left join app.webhook_health h on h.endpoint_id = e.id
    order by random()
  ), due as (
    select d.id, e.failing from endpoint e cross join lateral (
      select w.id from app.webhook_deliveries w where w.endpoint_id = e.id and w.state = 'waiting' and w.due_at <= claim_webhooks.at
        and (w.leased_until is null or w.leased_until <= claim_webhooks.at)
      order by w.due_at, w.id limit greatest(0, e.free) for update skip locked) d
  ), chosen as (
    select ranked.id from (select due.id, row_number() over (partition by failing) as place, failing from due) ranked
    where ranked.place <= case when failing then failing_slots else slots end
  )
  update app.webhook_deliveries w set leased_until = claim_webhooks.at + lease
  from chosen c, public.webhook_endpoints e where w.id = c.id and e.id = w.endpoint_id
  returning w.id, w.endpoint_id, e.url, e.secret, case when e.previous_until > claim_webhooks.at then e.previous_secret end, w.event, w.record_id,
    w.record_count, w.record_version, w.happened_at::timestamptz, w.manual, w.tries;
end;

-- Records tries. `results`: id, at, status, failure, milliseconds, ok, gone, manual, and `next`, null after the last
-- try.
-- Switches off endpoints that are gone or have failed for five days, and returns their owners, for emails.
-- Manual tries do not count towards an endpoint's health.
create function app.settle_webhooks(results jsonb, at timestamptz) returns table (user_id uuid, host text, reason text, name text, email text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  switched uuid[];
begin
  perform set_config('app.instant', settle_webhooks.at::text, true);
  insert into app.webhook_tries (delivery_id, user_id, at, status, failure, milliseconds)
  select d.id, d.user_id, r.at, r.status, r.failure, r.milliseconds
  from jsonb_to_recordset(results) as r (id uuid, at timestamptz, status integer, failure text, milliseconds integer)
  join app.webhook_deliveries d on d.id = r.id order by r.at;

  insert into app.webhook_health as h (endpoint_id, user_id, failing_since)
  select d.endpoint_id, d.user_id, case when not bool_or(r.ok) then min(r.at) end
  from jsonb_to_recordset(results) as r (id uuid, at timestamptz, ok boolean, manual boolean)
  join app.webhook_deliveries d on d.id = r.id where not r.manual group by 1, 2 order by 1
  on conflict (endpoint_id) do update set failing_since = case when excluded.failing_since is not null then coalesce(h.failing_since, excluded.failing_since) end;

  with off as (
    update public.webhook_endpoints e set off_reason = case when o.gone then 'gone' else 'failing' end
    from (
      select d.endpoint_id, bool_or(r.gone) as gone from jsonb_to_recordset(results) as r (id uuid, gone boolean)
      join app.webhook_deliveries d on d.id = r.id group by 1
    ) o left join app.webhook_health h on h.endpoint_id = o.endpoint_id
    where e.id = o.endpoint_id and e.off_reason is null and (o.gone or h.failing_since <= settle_webhooks.at - interval '5 days')
    returning e.id
  )
  select array_agg(off.id) into switched from off;

  update app.webhook_deliveries d set manual = false, tries = d.tries + case when r.manual then 0 else 1 end, due_at = coalesce(r.next, d.due_at), leased_until = null,
    state = case when r.ok then 'sent' when r.next is null or e.off_reason is not null then 'failed' else 'waiting' end
  from jsonb_to_recordset(results) as r (id uuid, ok boolean, manual boolean, next timestamptz), public.webhook_endpoints e
  where d.id = r.id and e.id = d.endpoint_id;

  return query
    select e.user_id, e.host, e.off_reason, u.name, u.email
    from public.webhook_endpoints e join public.members m on m.user_id = e.user_id and m.role = 'owner' and m.state = 'active'
    join auth.users u on u.id = m.person_id where e.id = any (switched);
end $$;

-- Switching an endpoint off fails its waiting deliveries, which can be sent again. Switching it on resets its health.
create function app.switch_webhook() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.off_reason is null then
    delete from app.webhook_health where endpoint_id = new.id;
    new.off_at := null;
    new.on_since := app.instant();
  else
    update app.webhook_deliveries set state = 'failed' where endpoint_id = new.id and state = 'waiting' and not manual;
    new.off_at := coalesce(old.off_at, app.instant());
  end if;
  return new;
end $$;

-- Starts the account's events at the snapshot's xmin when its first endpoint is added.
create function app.begin_webhooks() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.webhook_cursors (user_id, xid, activity_id) values (new.user_id, pg_snapshot_xmin(pg_current_snapshot()), 0)
  on conflict (user_id) do nothing;
  return null;
end $$;

-- Accounts with an active endpoint, for events of late rents and expiring certificates.
create function app.webhook_accounts(at timestamptz) returns table (user_id uuid, has_api boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select accounts.user_id, app.has_api(accounts.user_id, webhook_accounts.at)
  from (select distinct e.user_id from public.webhook_endpoints e where e.off_reason is null) accounts;
end;

-- Endpoints that Tenure switched off, for owners' notices.
create function app.dead_webhooks() returns table (id uuid, host text, day date)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select e.id, e.host, (e.off_at at time zone 'Europe/London')::date from public.webhook_endpoints e
  where e.user_id = app.user_id() and e.off_reason in ('gone', 'failing') and app.may('owner');
end;

-- Deletes up to `batch` deliveries older than 30 days. Returns how many.
create function app.clear_webhooks(at timestamptz, batch integer) returns bigint
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with old as (
    delete from app.webhook_deliveries where id = any (array(
      select id from app.webhook_deliveries where happened_at <= clear_webhooks.at - interval '30 days' and state <> 'waiting' limit batch))
    returning 1)
  select count(*) from old;
end;

-- Renumbers the activity after a restore, as transaction ids belong to a database cluster. Pending events stay pending.
create function app.renumber_activity() returns void language plpgsql as $$
begin
  update public.activity a set xid = case when (a.xid, a.id) > (select c.xid, c.activity_id from app.webhook_cursors c where c.user_id = a.user_id)
    then pg_current_xact_id() else '3'::xid8 end;
  update app.webhook_cursors set xid = '3', activity_id = 9223372036854775807;
end $$;

grant execute on function app.route_webhooks(timestamptz, text[], integer), app.claim_webhooks(timestamptz, jsonb, integer, integer, interval),
  app.settle_webhooks(jsonb, timestamptz), app.webhook_accounts(timestamptz), app.clear_webhooks(timestamptz, integer) to tenure_jobs;
grant execute on function app.dead_webhooks() to tenure_app, tenure_member;

select app.keep_record('public.webhook_endpoints', 'webhook', 'host', secret => '{url,secret,previous_secret}', derived => '{off_at,on_since,previous_until}',
  live => 'webhooks');
grant select, insert (url, host, events, secret), update (url, host, events, secret, previous_secret, previous_until, off_reason), delete
  on public.webhook_endpoints to tenure_app;
create trigger switch_webhook before update of off_reason on public.webhook_endpoints
  for each row when (old.off_reason is distinct from new.off_reason) execute function app.switch_webhook();
create trigger begin_webhooks after insert on public.webhook_endpoints for each row execute function app.begin_webhooks();
create trigger refuse_in_sample before insert on public.webhook_endpoints for each row execute function app.refuse_in_sample();
grant select, insert (endpoint_id, source, event, record_id, record_count, record_version, happened_at, manual, tries, due_at),
  update (state, manual, due_at, leased_until) on app.webhook_deliveries to tenure_app;
grant select on app.webhook_tries, app.webhook_health, app.webhook_cursors to tenure_app;
grant select, insert (key), delete on app.webhook_notices to tenure_app;
