-- Up Migration
-- Sums of transactions by day and category, so that those of any days are added up at once: a tax year begins on 6 April.

drop table app.transaction_days;
create table app.transaction_days (
  user_id uuid not null references public.profiles on delete cascade,
  day date not null,
  category text not null,
  type text not null,
  status text not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, status, day, category, type, slot)
) with (fillfactor = 70);
select app.own_rows('app.transaction_days');
grant select on app.transaction_days to tenure_app;

-- As before, with the second table by day and category.
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
    insert into app.transaction_days as kept (user_id, status, day, category, type, slot, count, amount)
    select m.user_id, m.status, m.date, m.category, m.type, $1, sum(m.times), sum(m.times * m.amount)
    from (%s) m join public.profiles p on p.id = m.user_id
    group by 1, 2, 3, 4, 5 having sum(m.times) <> 0 or sum(m.times * m.amount) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (user_id, status, day, category, type, slot)
    do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount$sql$, moved) using slot;
  return null;
end $$;

insert into app.transaction_days (user_id, status, day, category, type, slot, count, amount)
select user_id, status, date, category, type, 0, count(*), sum(amount) from public.transactions group by 1, 2, 3, 4, 5;
analyze app.transaction_days;
