-- Up Migration
-- What follows a change of money: the sums that are kept, the notice that goes out, and what stays when a property or an account goes.

-- How many transactions there are and what they come to, so that sums over a million need not be added up. Spread over many rows, that
-- people who add at once do not queue for one: by property, and where there is none, by connection.
create table app.transaction_totals (
  user_id uuid not null references public.profiles on delete cascade,
  -- All zeros for 'no property'.
  property_id uuid not null,
  category text not null,
  type text not null,
  status text not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, property_id, category, type, status, slot)
) with (fillfactor = 70);
select app.own_rows('app.transaction_totals');
grant select on app.transaction_totals to tenure_app;

-- The same by time: what is paid by month, under the first day of it, and what is to be paid by day, as the day decides when it is overdue.
create table app.transaction_days (
  user_id uuid not null references public.profiles on delete cascade,
  day date not null,
  type text not null,
  status text not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, status, day, type, slot)
) with (fillfactor = 70);
select app.own_rows('app.transaction_days');
grant select on app.transaction_days to tenure_app;

-- Keeps both. Always first the one table and then the other, each in the order of its key: two who save at once never wait for each
-- other in a ring.
create function app.add_up() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  moved text := case tg_op
    when 'INSERT' then 'select n.*, 1 as times from new_rows n'
    when 'DELETE' then 'select o.*, -1 as times from old_rows o'
    else 'select n.*, 1 as times from new_rows n union all select o.*, -1 from old_rows o' end;
begin
  if app.leaving() then
    return null;
  end if;
  execute format($sql$
    insert into app.transaction_totals as kept (user_id, property_id, category, type, status, slot, count, amount)
    select m.user_id, coalesce(m.property_id, app.no_property()), m.category, m.type, m.status,
           case when m.property_id is null then pg_backend_pid() %% 8 else 0 end, sum(m.times), sum(m.times * m.amount)
    from (%s) m join public.profiles p on p.id = m.user_id
    group by 1, 2, 3, 4, 5, 6 having sum(m.times) <> 0 or sum(m.times * m.amount) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict (user_id, property_id, category, type, status, slot)
    do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount$sql$, moved);
  execute format($sql$
    insert into app.transaction_days as kept (user_id, status, day, type, slot, count, amount)
    select m.user_id, m.status, case m.status when 'pending' then m.date else date_trunc('month', m.date)::date end, m.type,
           pg_backend_pid() %% 8, sum(m.times), sum(m.times * m.amount)
    from (%s) m join public.profiles p on p.id = m.user_id
    group by 1, 2, 3, 4, 5 having sum(m.times) <> 0 or sum(m.times * m.amount) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (user_id, status, day, type, slot)
    do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount$sql$, moved);
  return null;
end $$;

-- What stands for 'no property' in a key.
create function app.no_property() returns uuid language sql immutable parallel safe return '00000000-0000-0000-0000-000000000000'::uuid;
grant execute on function app.no_property() to tenure_app;

create trigger add_up_added after insert on public.transactions referencing new table as new_rows
  for each statement execute function app.add_up();
create trigger add_up_changed after update on public.transactions referencing old table as old_rows new table as new_rows
  for each statement execute function app.add_up();
create trigger add_up_removed after delete on public.transactions referencing old table as old_rows
  for each statement execute function app.add_up();

-- Tells every server that listens which of a landlord's rows has changed, whatever changed it: ids only, as a notice has no secrets
-- and little room. Of a statement over 100 rows it says 'reload', once for each landlord.
create function app.tell() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  many boolean;
  seen text := case tg_op when 'DELETE' then 'old_rows' else 'new_rows' end;
begin
  if app.leaving() then
    return null;
  end if;
  execute format('select count(*) > 100 from (select from %I limit 101) few', seen) into many;
  execute format($sql$
    select pg_notify('tenure_live', json_build_object('landlord', user_id, 'table', %L, 'operation', %L, 'id', %s)::text) from (%s) told$sql$,
    tg_table_name, case when many then 'reload' else lower(tg_op) end, case when many then 'null' else 'id' end,
    format(case when many then 'select distinct user_id from %I' else 'select user_id, id from %I' end, seen));
  return null;
end $$;

create function app.tell_of(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger tell_added after insert on %s referencing new table as new_rows for each statement execute function app.tell()', target);
  execute format('create trigger tell_changed after update on %s referencing new table as new_rows for each statement execute function app.tell()', target);
  execute format('create trigger tell_removed after delete on %s referencing old table as old_rows for each statement execute function app.tell()', target);
end $$;
select app.tell_of('public.transactions');
select app.tell_of('public.bank_accounts');

-- Which of these sessions still live: a stream of news ends with the session that opened it.
create function app.live_sessions(tokens text[], at timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select token from auth.sessions where token = any(tokens) and expires_at > at;
end;
grant execute on function app.live_sessions(text[], timestamptz) to tenure_app;

-- A property that is deleted leaves its address with its transactions, which stay: no sum changes.
create function app.leave_address() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    -- By id, as a change of many takes them, so that the two never wait for each other in a ring.
    perform from public.transactions where property_id = old.id and user_id = old.user_id order by id for update;
    update public.transactions set property_id = null, property_address = old.address || ', ' || old.city
    where property_id = old.id and user_id = old.user_id;
    -- All of them are zero now, and nobody adds to a property that is about to go.
    delete from app.transaction_totals where user_id = old.user_id and property_id = old.id;
  end if;
  return old;
end $$;
create trigger leave_address before delete on public.properties for each row execute function app.leave_address();

-- The link sets them free in no order of its own.
create function app.hold_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    perform from public.transactions where bank_account_id = old.id and user_id = old.user_id order by id for update;
  end if;
  return old;
end $$;
create trigger hold_transactions before delete on public.bank_accounts for each row execute function app.hold_transactions();

-- Before a property or bank account goes that has very many: takes some of its transactions off it and answers how many ids it looked
-- at, so that a call for each few thousand keeps every statement short. The caller holds what goes: nothing is added to it meanwhile.
create function app.let_go(record uuid, most integer) returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[] := array(
    with its as materialized (
      select id from public.transactions where user_id = app.user_id() and property_id = record
      union all
      select id from public.transactions where user_id = app.user_id() and bank_account_id = record)
    select id from its order by id limit most);
begin
  perform from public.transactions where id in (select unnest(ids)) order by id for update;
  update public.transactions set property_id = null, property_address =
    (select address || ', ' || city from public.properties where id = record and user_id = app.user_id())
  where id in (select unnest(ids)) and property_id = record;
  update public.transactions set bank_account_id = null where id in (select unnest(ids)) and bank_account_id = record;
  return cardinality(ids);
end $$;
grant execute on function app.let_go(uuid, integer) to tenure_app;
