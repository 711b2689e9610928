-- Whether the caller's account has Enterprise: during the trial, and with the plan.
create function app.has_enterprise(at timestamptz) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from app.standing(at) st left join public.subscriptions s on s.user_id = st.user_id
    where st.user_id = app.user_id() and (st.status = 'trialing' or st.status = 'active' and s.plan = 'enterprise'));

-- The account's last activity entry that no running transaction can still precede, visible to the caller or not.
create function app.last_event(out xid xid8, out id bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select a.xid, a.id from public.activity a
  where a.user_id = app.user_id() and a.xid < pg_snapshot_xmin(pg_current_snapshot()) order by a.xid desc, a.id desc limit 1;
end;

-- Whether the account has this activity entry. False after a restore, which renumbers transactions.
create function app.is_event(entry_xid xid8, entry bigint) returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (select from public.activity a where a.user_id = app.user_id() and a.xid = entry_xid and a.id = entry);

-- Queues deliveries again for an API key: `delivery`, or the failed deliveries of events since a day. Omits events that
-- the key may not see. Returns the deliveries' ids. TN403: the caller is not an API key.
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
      -- Equals the policy of the activity.
      and app.area_of(a.noun) in (select app.seen_areas())
      and ((select app.sees_all()) or app.area_of(a.noun) = 'suppliers' and a.about is null
        or coalesce(a.about, case when a.noun = 'property' then a.record_id end) in (select app.my_properties()))
    returning d.id;
end $$;

grant execute on function app.has_enterprise(timestamptz), app.last_event(), app.is_event(xid8, bigint) to tenure_app, tenure_member;
grant execute on function app.resend_webhooks(uuid, date, uuid) to tenure_member;
