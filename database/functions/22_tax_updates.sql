grant select, insert, update, delete on app.sandbox_tax to tenure_app;

-- Makes updates immutable, except for their state, HMRC's response and the worker's lease until the state is final.
create function app.keep_update() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changing constant text[] := '{state,failure,correlation_id,sent_at,attempts,leased_until}';
begin
  if tg_op = 'INSERT' then
    new.made_by := app.person_id();
    new.made_by_name := (select name from auth.users where id = new.made_by);
    return new;
  end if;
  if app.is_deleting_account() then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - changing is distinct from to_jsonb(old) - changing
    or old.state in ('refused', 'fulfilled', 'elsewhere') or old.state = 'sent' and new.state not in ('sent', 'fulfilled') then
    raise exception 'a tax update is kept as it was sent' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create function app.keep_update_rows() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return coalesce(new, old);
  end if;
  raise exception 'a tax update is kept as it was sent' using errcode = 'check_violation';
end $$;

create function app.log_tax_update() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  if tg_op = 'INSERT' and new.state = 'elsewhere' or tg_op = 'UPDATE' and new.state is distinct from old.state and new.state in ('sent', 'refused') then
    perform app.log_setting(new.user_id, 'tax update', 'changed', 'Update ' || new.number || ' of ' || replace(new.year, '-', '–') ||
      case new.state when 'sent' then ' sent to HMRC' when 'refused' then ' refused by HMRC' else ' marked as sent elsewhere' end);
  end if;
  perform app.notify_live(new.user_id, 'tax', null, null);
  return null;
end $$;

create function app.log_tax_setting() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting constant record := case tg_op when 'DELETE' then old else new end;
begin
  if not app.is_deleting_account() then
    perform app.notify_live(setting.user_id, 'tax', null, null);
  end if;
  return null;
end $$;

create trigger keep before insert or update or delete on public.tax_updates for each row execute function app.keep_update();
create trigger log_update after insert or update on public.tax_updates for each row execute function app.log_tax_update();
create trigger keep before update or delete on public.tax_update_rows for each row execute function app.keep_update_rows();
create trigger log_quarters after insert or update or delete on public.tax_quarters for each row execute function app.log_tax_setting();
create trigger log_connection after insert or update or delete on public.tax_connections for each row execute function app.log_tax_setting();

grant select, insert (owner_id, year, kind, detail, ended), update (owner_id, kind, detail, ended), delete on public.tax_quarters to tenure_app;
grant select, insert (owner_id, state_hash), update (state, failure, state_hash, begun_at, business_id, business_start, tokens, access_until, granted_at,
  refreshing_until), delete on public.tax_connections to tenure_app;
grant select, insert (owner_id, year, number, starts_on, ends_on, detail, body, sha256, boxes, left_out_rows, left_out_pence, state, sent_at),
  update (state, failure, correlation_id, sent_at, attempts, leased_until) on public.tax_updates to tenure_app;
grant select, insert (update_id, bucket, line, ids, versions, pence, total) on public.tax_update_rows to tenure_app;

-- Updates cover the whole account, so only members with all properties see them.
select app.open_to_members('public.tax_quarters', 'tax'), app.open_to_members('public.tax_connections', 'tax'),
  app.open_to_members('public.tax_updates', 'tax'), app.open_to_members('public.tax_update_rows', 'tax');
