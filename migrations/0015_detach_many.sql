-- Up Migration
-- A property or bank account with very many transactions is deleted sooner, and nobody waits for it.

-- No table links to a transaction, and its id alone is unique.
alter table public.transactions drop constraint transactions_id_user_id_key;
-- What was entered by hand has no id of a bank's.
alter table public.transactions drop constraint transactions_user_id_external_id_key;
create unique index transactions_user_id_external_id_key on public.transactions (user_id, external_id) where external_id is not null;

-- As before, with one update: each takes some transactions off the record. Sums of 'no property' go to a row of their own until the
-- deletion is committed, so that nobody who adds a transaction meanwhile waits for it.
create or replace function app.detach_transactions(record uuid, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[] := array(
    with its as materialized (
      select id from public.transactions where user_id = app.user_id() and property_id = record
      union all
      select id from public.transactions where user_id = app.user_id() and bank_account_id = record)
    select id from its order by id limit most);
begin
  perform set_config('app.totals_slot', '8', true);
  -- Lock in id order, as a bulk change does, to avoid deadlock.
  perform from public.transactions where id in (select unnest(ids)) order by id for update;
  update public.transactions set
    property_address = case when property_id = record then
      (select address || ', ' || city from public.properties where id = record and user_id = app.user_id()) else property_address end,
    property_id = nullif(property_id, record),
    bank_account_id = nullif(bank_account_id, record)
  where id in (select unnest(ids));
  return cardinality(ids);
end $$;

-- Keeps the sums of transactions, first the one table and then the other, each in the order of its key, to avoid deadlock.
create or replace function app.add_up() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  slot constant integer := coalesce(nullif(current_setting('app.totals_slot', true), '')::integer, pg_backend_pid() % 8);
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
           case when m.property_id is null then $1 else 0 end, sum(m.times), sum(m.times * m.amount)
    from (%s) m join public.profiles p on p.id = m.user_id
    group by 1, 2, 3, 4, 5, 6 having sum(m.times) <> 0 or sum(m.times * m.amount) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict (user_id, property_id, category, type, status, slot)
    do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount$sql$, moved) using slot;
  execute format($sql$
    insert into app.transaction_days as kept (user_id, status, day, type, slot, count, amount)
    select m.user_id, m.status, case m.status when 'pending' then m.date else date_trunc('month', m.date)::date end, m.type,
           $1, sum(m.times), sum(m.times * m.amount)
    from (%s) m join public.profiles p on p.id = m.user_id
    group by 1, 2, 3, 4, 5 having sum(m.times) <> 0 or sum(m.times * m.amount) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (user_id, status, day, type, slot)
    do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount$sql$, moved) using slot;
  return null;
end $$;
