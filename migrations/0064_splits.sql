-- Up Migration
-- A transaction is split into parts (decision 37): each is a transaction, so that totals, filters and exports count parts and nothing
-- else. The first keeps the row, with what a bank knows it by.

alter table public.transactions
  -- The id of the first part.
  add column split_id uuid,
  -- What all parts come to: what was paid.
  add column split_amount numeric(12, 2) check (split_amount between -99999999.99 and 99999999.99),
  add check ((split_id is null) = (split_amount is null));
create index on public.transactions (split_id) where split_id is not null;
grant insert (split_id, split_amount), update (type, refund, split_id, split_amount) on public.transactions to tenure_app;

-- The last word on parts, whatever wrote them: they come to what was paid.
create function app.check_split() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  split constant uuid := coalesce((to_jsonb(new) ->> 'split_id')::uuid, (to_jsonb(old) ->> 'split_id')::uuid);
begin
  if not app.leaving() and exists (
    select from public.transactions where split_id = split
    having sum(amount) <> min(split_amount) or min(split_amount) <> max(split_amount) or not coalesce(bool_or(id = split), true)
  ) then
    raise exception 'parts that do not add up' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_split_added after insert on public.transactions deferrable initially deferred
  for each row when (new.split_id is not null) execute function app.check_split();
create constraint trigger check_split_changed after update of amount, split_id, split_amount on public.transactions deferrable initially deferred
  for each row when (coalesce(new.split_id, old.split_id) is not null) execute function app.check_split();
create constraint trigger check_split_removed after delete on public.transactions deferrable initially deferred
  for each row when (old.split_id is not null) execute function app.check_split();

-- Whatever removes the first part removes the others.
create function app.remove_parts() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.leaving() or not exists (select from old_rows where id = split_id) then
    return null;
  end if;
  -- In id order to avoid deadlock.
  perform from public.transactions where split_id in (select id from old_rows where id = split_id) order by id for update;
  delete from public.transactions where split_id in (select id from old_rows where id = split_id);
  return null;
end $$;
create trigger remove_parts after delete on public.transactions referencing old table as old_rows
  for each statement execute function app.remove_parts();

-- As before, and rows that are added: Undo removes them.
create or replace function app.keep_for_undo() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  batch constant uuid := nullif(current_setting('app.undo_batch', true), '')::uuid;
begin
  if batch is null or app.leaving() then
    return null;
  end if;
  delete from app.transaction_undo where ctid = any (array(
    select ctid from app.transaction_undo where at < app.instant() - interval '10 minutes' limit 50000 for update skip locked));
  if tg_op = 'DELETE' then
    insert into app.transaction_undo (batch, id, user_id, before)
    select batch, o.id, o.user_id, to_jsonb(o) - '{search,size}'::text[] from old_rows o;
  elsif tg_op = 'INSERT' then
    insert into app.transaction_undo (batch, id, user_id, version, before)
    select batch, n.id, n.user_id, n.version, '{}' from new_rows n;
  else
    insert into app.transaction_undo (batch, id, user_id, version, before)
    select batch, n.id, n.user_id, n.version, to_jsonb(o) - '{search,size}'::text[] from new_rows n join old_rows o on o.id = n.id;
  end if;
  return null;
end $$;
create trigger keep_for_undo_added after insert on public.transactions referencing new table as new_rows
  for each statement execute function app.keep_for_undo();

-- As before, and what was added goes. Where one part of a split was changed since, all of them stay.
create or replace function app.undo_transactions(wanted uuid, out done integer, out kept integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  link record;
  added integer;
  newer integer;
  columns text;
  theirs text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg('b.' || quote_ident(attname), ', ' order by attnum)
  into columns, theirs from pg_attribute
  where attrelid = 'public.transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all ('{id,user_id,version}');
  -- Always in the order of deletions: first what is named, then the transactions in the order of their ids.
  for link in select * from (values ('property_id', 'properties'), ('bank_account_id', 'bank_accounts'), ('supplier_id', 'suppliers'), ('tenancy_id', 'tenancies')) named (field, owner) loop
    execute format($sql$
      with held as (
        select id from public.%2$I where user_id = $2 and id in (
          select (before ->> %1$L)::uuid from app.transaction_undo where batch = $1 and user_id = $2)
        order by id for key share
      )
      update app.transaction_undo set before = before || jsonb_build_object(%1$L, null)
      where batch = $1 and user_id = $2 and before <> '{}' and (before ->> %1$L)::uuid not in (select id from held)$sql$,
      link.field, link.owner) using wanted, landlord;
  end loop;
  perform from public.transactions where user_id = landlord
    and id in (select id from app.transaction_undo where batch = wanted and user_id = landlord) order by id for update;
  with now as (
    select u.id, coalesce(u.before ->> 'split_id', x.split_id::text, u.id::text) as split, u.version is not null and u.version is distinct from x.version as changed
    from app.transaction_undo u left join public.transactions x on x.id = u.id and x.user_id = landlord
    where u.batch = wanted and u.user_id = landlord
  )
  delete from app.transaction_undo u using now
  where u.batch = wanted and u.user_id = landlord and u.id = now.id and now.split in (select split from now where changed);
  get diagnostics newer = row_count;
  execute format($sql$
    update public.transactions t set (%s) = (select %s from jsonb_populate_record(null::public.transactions, u.before) b)
    from app.transaction_undo u
    where u.batch = $1 and u.user_id = $2 and t.id = u.id and t.user_id = $2 and t.version = u.version and u.before <> '{}'$sql$, columns, theirs)
    using wanted, landlord;
  get diagnostics done = row_count;
  delete from public.transactions t using app.transaction_undo u
  where u.batch = wanted and u.user_id = landlord and t.id = u.id and t.user_id = landlord and t.version = u.version and u.before = '{}';
  get diagnostics added = row_count;
  done := done + added;
  execute format($sql$
    insert into public.transactions (id, user_id, version, %s)
    select b.id, b.user_id, b.version + 1, %s
    from app.transaction_undo u cross join lateral jsonb_populate_record(null::public.transactions, u.before) b
    where u.batch = $1 and u.user_id = $2 and u.version is null
    on conflict do nothing$sql$, columns, theirs) using wanted, landlord;
  get diagnostics added = row_count;
  delete from app.transaction_undo where batch = wanted and user_id = landlord;
  get diagnostics kept = row_count;
  done := done + added;
  kept := kept - done + newer;
end $$;

-- As before: it answers with whole rows, which have one column more.
create or replace function app.find_transactions(wanted text) returns setof public.transactions
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (found).* from (
    select found from public.transactions found
    where app.windows(user_id, search) @@ (select app.wanted_windows(app.user_id(), lower(wanted)))
    offset 0
  ) among
  where (found).user_id = app.user_id() and strpos((found).search, (select lower(wanted))) > 0;
end;

