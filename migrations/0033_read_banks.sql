-- Up Migration
-- Reading the accounts of bank connections, also by themselves.

-- As the bank offers it: how many days of transactions, and after how many days the landlord agrees again (null for never).
alter table public.bank_connections
  add column history_days integer not null default 90 check (history_days > 0),
  add column reconfirm_days integer check (reconfirm_days > 0);
grant insert (history_days, reconfirm_days), update (history_days, reconfirm_days) on public.bank_connections to tenure_app;

alter table public.bank_feeds
  add column balance numeric(14, 2),
  add column balance_at timestamptz(3),
  -- When it was last asked for, and until when one server has it to itself: one that dies gives it up by this.
  add column tried_at timestamptz(3),
  add column busy_until timestamptz(3);
grant update (balance, balance_at, tried_at, busy_until) on public.bank_feeds to tenure_app;

-- Of the activity, reading an account is no change of the landlord's.
drop trigger log_added on public.bank_accounts;
drop trigger log_changed on public.bank_accounts;
drop trigger log_removed on public.bank_accounts;
select app.log_activity_of('public.bank_accounts', 'bank account', 'name', secret => '{external_id, fingerprint}',
  derived => '{balance, last_synced, is_connected}');

-- Open pages hear that a connection, or an account of one, has changed; not which.
create function app.notify_connections() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    perform pg_notify('tenure_live', json_build_object(
      'landlord', case tg_op when 'DELETE' then old.user_id else new.user_id end, 'noun', 'bank-connections', 'id', null, 'version', null)::text);
  end if;
  return null;
end $$;
create trigger notify_changed after insert or update or delete on public.bank_connections
  for each row execute function app.notify_connections();
create trigger notify_changed after insert or update or delete on public.bank_feeds
  for each row execute function app.notify_connections();

-- A landlord's browser is back from the bank with this reference: keeps what the provider said of it, once. The connection, where there is
-- one. It imports nothing, and nobody's session is asked for.
create function app.return_from_bank(reference text, said text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_id uuid;
begin
  update public.bank_connections set
    returned_at = at,
    failure = case when status = 'pending' then said else failure end,
    -- Another 90 days of a consent that was confirmed before.
    reconfirm_by = case when status in ('active', 'ended') and said is null and access_until > at
      then least(at + reconfirm_days * interval '1 day', access_until) else reconfirm_by end,
    status = case when status = 'ended' and said is null and access_until > at then 'active' else status end
  where reference_hash = reference and returned_at is null and status in ('pending', 'active', 'ended')
  returning id into found_id;
  if found_id is null then
    select id into found_id from public.bank_connections where reference_hash = reference;
  end if;
  return found_id;
end $$;
grant execute on function app.return_from_bank(text, text, timestamptz) to tenure_app;

-- What is to be done about connections without being asked, of all landlords: accounts to read (a feed, and no more often than `apart`),
-- consents to ask for that the landlord has come back from, to end, and to clear away.
create function app.due_bank_work(at timestamptz, apart interval, out landlord uuid, out work text, out record uuid) returns setof record
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  select f.user_id, 'read', f.id
  from public.bank_feeds f join public.bank_connections c on c.id = f.connection_id
  where f.bank_account_id is not null and c.status = 'active' and coalesce(f.busy_until, at) <= at and coalesce(f.retry_at, at) <= at
    and (f.tried_at is null or f.tried_at <= at - apart or f.status = 'importing')
  union all
  select user_id, case
      when status = 'active' then 'end'
      when status = 'pending' and created_at > at - interval '1 day' then 'ask'
      else 'clear' end, id
  from public.bank_connections
  where status = 'active' and least(access_until, reconfirm_by) <= at
    or status = 'pending' and returned_at is not null and failure is null and created_at > at - interval '1 day'
    or status in ('pending', 'failed') and created_at <= at - interval '1 day'
    or status = 'linked' and created_at <= at - interval '7 days';
end;
grant execute on function app.due_bank_work(timestamptz, interval) to tenure_app;

-- Gives transactions that an account has brought back to it: the account was removed, and is connected again. How many of at most `most`.
create function app.attach_transactions(account uuid, key text, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[];
begin
  perform from public.bank_accounts where id = account and user_id = app.user_id();
  if not found then
    return 0;
  end if;
  ids := array(
    select t.id from public.transactions t
    where t.user_id = app.user_id() and t.bank_account_id is null and t.source <> 'hand' and t.id in (
      select transaction_id from public.bank_entries where user_id = app.user_id() and account_key = key)
    order by t.id limit most);
  -- Lock in id order, as a bulk change does, to avoid deadlock.
  perform from public.transactions where id in (select unnest(ids)) order by id for update;
  update public.transactions set bank_account_id = account where id in (select unnest(ids)) and bank_account_id is null;
  return cardinality(ids);
end $$;
grant execute on function app.attach_transactions(uuid, text, integer) to tenure_app;
