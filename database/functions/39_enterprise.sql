-- The API of Enterprise: bulk changes, the log of events, and webhooks sent again by API keys.

-- Whether the caller's account has Enterprise: during the trial, then with the plan.
create function app.has_enterprise(at timestamptz) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from app.standing(at) st left join public.subscriptions s on s.user_id = st.user_id
    where st.user_id = app.user_id() and (st.status = 'trialing' or st.status = 'active' and s.plan = 'enterprise'));

-- The account's last row of the activity that no later commit can precede, even if the caller may not see it.
create function app.last_event(out xid xid8, out id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.xid, a.id from public.activity a
  where a.user_id = app.user_id() and a.xid < pg_snapshot_xmin(pg_current_snapshot()) order by a.xid desc, a.id desc limit 1;
end;

-- Whether the account has this row. False after a restore, which renumbers transactions.
create function app.is_event(given xid8, entry bigint) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.activity a where a.user_id = app.user_id() and a.xid = given and a.id = entry);

-- Sends deliveries again for an API key: one, or the failed ones since a day. Only those of changes that the key may
-- see. Returns their ids.
create function app.resend_webhooks(delivery uuid, since date, endpoint uuid) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if coalesce((app.actor_fields())[3], '') not like 'key:%' then
    raise exception 'not a key' using errcode = 'TN403';
  end if;
  return query
    update app.webhook_deliveries d set state = 'waiting', manual = true, due_at = app.instant(), leased_until = null
    from public.activity a
    where d.user_id = app.user_id() and a.user_id = d.user_id
      and a.id = case when d.source like 'activity:%' then substr(d.source, 10)::bigint end
      and (d.id = delivery or delivery is null and d.state = 'failed' and d.happened_at >= since::timestamp at time zone 'Europe/London')
      and (endpoint is null or d.endpoint_id = endpoint)
      -- The same condition as the policy of the activity.
      and app.area_of(a.noun) in (select app.seen_areas())
      and ((select app.sees_all()) or app.area_of(a.noun) = 'suppliers' and a.about is null
        or coalesce(a.about, case when a.noun = 'property' then a.record_id end) in (select app.my_properties()))
    returning d.id;
end $$;

grant execute on function app.has_enterprise(timestamptz), app.last_event(), app.is_event(xid8, bigint) to tenure_app, tenure_member;
grant execute on function app.resend_webhooks(uuid, date, uuid) to tenure_member;
