-- Up Migration
-- Ledgers that stay exact (decision 36): when a payment that was meant for a charge goes back, when a transaction changes sides or is no
-- rent, and when tenants are deleted.

-- What a month forgives, and what went back after a day.
create index rent_entries_credits on public.rent_entries (user_id) include (id) where kind in ('reduction', 'written-off', 'rent-free');
create index rent_entries_refunds on public.rent_entries (user_id, date) include (id) where kind = 'refund';

-- As before, but what went back takes its payment first: what the landlord had chosen for that goes on with the rest of it.
create or replace function app.settle_rent(target uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of two who change one ledger at once the second waits here.
  perform from public.tenancies where id = target for no key update;
  with entries as materialized (
    select id, user_id, amount, date, kind from public.rent_entries where tenancy_id = target
  ), choices as materialized (
    select c.owed_id, c.paid_id, c.amount, owed.amount as owed, -paid.amount as paid, owed.kind = 'refund' as returned
    from public.rent_choices c
    join entries owed on owed.id = c.owed_id and owed.amount > 0 join entries paid on paid.id = c.paid_id and paid.amount < 0
    where c.tenancy_id = target
  ), returned as materialized (
    select owed_id, paid_id, least(amount,
      owed - coalesce(sum(amount) over (partition by owed_id order by paid_id rows between unbounded preceding and 1 preceding), 0),
      paid - coalesce(sum(amount) over (partition by paid_id order by owed_id rows between unbounded preceding and 1 preceding), 0)) as amount
    from choices where returned
  ), kept as (
    select owed_id, paid_id, owed, paid, least(amount, paid) as amount from (
      select owed_id, paid_id, owed, amount,
        paid - coalesce((select sum(r.amount) from returned r where r.paid_id = c.paid_id and r.amount > 0), 0) as paid
      from choices c where not returned) rest
    where paid > 0
  ), chosen as materialized (
    select * from (
      select * from returned
      union all
      select owed_id, paid_id, least(amount,
        owed - coalesce(sum(amount) over (partition by owed_id order by paid_id rows between unbounded preceding and 1 preceding), 0),
        paid - coalesce(sum(amount) over (partition by paid_id order by owed_id rows between unbounded preceding and 1 preceding), 0)) as amount
      from kept) each_one
    where amount > 0
  ), owed as (
    select id, till - rest as since, till from (
      select id, rest, sum(rest) over (order by date, id) as till from (
        select id, date, amount - coalesce((select sum(c.amount) from chosen c where c.owed_id = e.id), 0) as rest
        from entries e where amount > 0) r) s where rest > 0
  ), paid as (
    select id, till - rest as since, till from (
      select id, rest, sum(rest) over (order by date, id) as till from (
        select id, date, -amount - coalesce((select sum(c.amount) from chosen c where c.paid_id = e.id), 0) as rest
        from entries e where amount < 0) r) s where rest > 0
  ), wanted as materialized (
    select owed_id, paid_id, sum(amount) as amount from (
      select owed_id, paid_id, amount from chosen
      union all
      select owed.id, paid.id, least(owed.till, paid.till) - greatest(owed.since, paid.since)
      from owed join paid on owed.since < paid.till and paid.since < owed.till
    ) each_one group by owed_id, paid_id
  ), gone as (
    delete from public.rent_allocations a
    where tenancy_id = target and not exists (select from wanted w where w.owed_id = a.owed_id and w.paid_id = a.paid_id)
  )
  insert into public.rent_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
  select e.user_id, target, w.owed_id, w.paid_id, w.amount from wanted w join entries e on e.id = w.owed_id
  where not exists (select from public.rent_allocations a where a.owed_id = w.owed_id and a.paid_id = w.paid_id and a.amount = w.amount)
  on conflict (owed_id, paid_id) do update set amount = excluded.amount;
  update public.rent_entries e set settled = s.amount
  from (
    select id, coalesce((select sum(amount) from public.rent_allocations where owed_id = entry.id), 0)
      + coalesce((select sum(amount) from public.rent_allocations where paid_id = entry.id), 0) as amount
    from public.rent_entries entry where tenancy_id = target
  ) s where s.id = e.id and e.settled <> s.amount;
end $$;
select app.settle_rent(tenancy_id) from (
  select distinct c.tenancy_id from public.rent_choices c join public.rent_entries e on e.id = c.owed_id where e.kind = 'refund' order by 1) returned;

-- As before, but a deposit or a transfer pays no rent, as it counts in no total, and income that becomes an expense (the first part of a
-- split) is another kind of entry.
create or replace function app.carry_payments() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.leaving() then
    return null;
  end if;
  -- Tenancies before their entries, in the order of their ids, to avoid deadlock.
  if tg_op <> 'INSERT' then
    perform from public.tenancies where id in (select tenancy_id from old_rows where tenancy_id is not null) order by id for no key update;
  end if;
  if tg_op = 'DELETE' then
    delete from public.rent_entries where id in (select id from old_rows where tenancy_id is not null);
    return null;
  end if;
  perform from public.tenancies where id in (select tenancy_id from new_rows where tenancy_id is not null) order by id for no key update;
  if tg_op = 'UPDATE' then
    delete from public.rent_entries where id in (
      select o.id from old_rows o join new_rows n using (id)
      where o.tenancy_id is not null and (n.tenancy_id is distinct from o.tenancy_id or n.type <> o.type or n.status <> 'completed' or n.amount = 0
        or n.category in ('deposit', 'transfer')));
  end if;
  insert into public.rent_entries as kept (id, user_id, tenancy_id, kind, date, amount, note)
  select id, user_id, tenancy_id, case type when 'income' then 'payment' else 'refund' end, date, -amount,
    coalesce(nullif(reference, ''), description)
  from new_rows where tenancy_id is not null and status = 'completed' and amount <> 0 and category not in ('deposit', 'transfer')
  on conflict (id) do update set date = excluded.date, amount = excluded.amount, note = excluded.note
    where (kept.date, kept.amount, kept.note) is distinct from (excluded.date, excluded.amount, excluded.note);
  return null;
end $$;
delete from public.rent_entries where id in (
  select id from public.transactions where tenancy_id is not null and category in ('deposit', 'transfer'));

-- As before, but a moving-out to come closes nothing today.
create or replace function app.carry_tenants() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched uuid[];
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    touched := array(select distinct tenancy_id from new_rows where tenancy_id is not null order by 1);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct tenancy_id from old_rows where tenancy_id is not null order by 1);
  else
    touched := array(
      select distinct id from (
        select unnest(array[o.tenancy_id, n.tenancy_id]) as id from old_rows o join new_rows n using (id)
        where (o.tenancy_id, o.name) is distinct from (n.tenancy_id, n.name)) t
      where id is not null order by 1);
  end if;
  update public.tenancies t set names = s.names
  from (select tenancy_id, string_agg(name, ', ' order by date_added, id) as names from public.tenants
    where tenancy_id = any (touched) group by tenancy_id) s
  where t.id = s.tenancy_id and t.names <> s.names;
  if tg_op = 'DELETE' then
    update public.tenancies t set ended_on = app.today()
    where id = any (touched) and (ended_on is null or ended_on > app.today()) and not exists (select from public.tenants where tenancy_id = t.id);
  end if;
  return null;
end $$;
create or replace function app.close_tenancy() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.property_id is null and pg_trigger_depth() > 1 and (new.ended_on is null or new.ended_on > app.today()) then
    new.ended_on := app.today();
  end if;
  if new.ended_on is distinct from old.ended_on and new.ended_on is not null and pg_trigger_depth() > 1 then
    delete from public.rent_entries where tenancy_id = new.id and kind = 'rent' and date >= new.ended_on;
  end if;
  return new;
end $$;

-- As before, but for landlords whose tenancies could not be charged just now: they stop nobody else's.
drop function app.tenancies_to_charge(date, integer);
create function app.tenancies_to_charge(until date, most integer, failed uuid[]) returns table (user_id uuid, ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.user_id, array_agg(t.id order by t.id) from (
    select user_id, id from public.tenancies
    where (charged_to is null or charged_to < until and (ended_on is null or ended_on > charged_to)) and user_id <> all (failed)
    order by user_id, id limit most) t
  group by t.user_id;
end;
grant execute on function app.tenancies_to_charge(date, integer, uuid[]) to tenure_jobs;
