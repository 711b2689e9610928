-- Up Migration
-- A change of transactions can be undone for some minutes, and a change of a whole filter leaves what was changed since a moment.

-- What they were before the change. `version` is theirs after it; null where they were deleted.
create table app.transaction_undo (
  batch uuid not null,
  id uuid not null,
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  at timestamptz(3) not null default app.instant(),
  version integer,
  before jsonb not null,
  primary key (batch, id)
);
create index on app.transaction_undo (user_id);
create index on app.transaction_undo (at);
select app.own_rows('app.transaction_undo');
grant select on app.transaction_undo to tenure_app;

-- Keeps what a change was that the server has given a batch, and forgets those that are ten minutes old.
create function app.keep_for_undo() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
  else
    insert into app.transaction_undo (batch, id, user_id, version, before)
    select batch, n.id, n.user_id, n.version, to_jsonb(o) - '{search,size}'::text[] from new_rows n join old_rows o on o.id = n.id;
  end if;
  return null;
end $$;
create trigger keep_for_undo_changed after update on public.transactions referencing old table as old_rows new table as new_rows
  for each statement execute function app.keep_for_undo();
create trigger keep_for_undo_removed after delete on public.transactions referencing old table as old_rows
  for each statement execute function app.keep_for_undo();

-- Puts a batch back, once. `kept` are those that somebody has changed since, or that are there again. What they named and is gone stays away.
create function app.undo_transactions(wanted uuid, out done integer, out kept integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  link record;
  added integer;
  columns text;
  theirs text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg('b.' || quote_ident(attname), ', ' order by attnum)
  into columns, theirs from pg_attribute
  where attrelid = 'public.transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all ('{id,user_id,version}');
  -- Always in the order of deletions: first what is named, then the transactions in the order of their ids.
  for link in select * from (values ('property_id', 'properties'), ('bank_account_id', 'bank_accounts'), ('supplier_id', 'suppliers')) named (field, owner) loop
    execute format($sql$
      with held as (
        select id from public.%2$I where user_id = $2 and id in (
          select (before ->> %1$L)::uuid from app.transaction_undo where batch = $1 and user_id = $2)
        order by id for key share
      )
      update app.transaction_undo set before = before || jsonb_build_object(%1$L, null)
      where batch = $1 and user_id = $2 and (before ->> %1$L)::uuid not in (select id from held)$sql$,
      link.field, link.owner) using wanted, landlord;
  end loop;
  perform from public.transactions where user_id = landlord
    and id in (select id from app.transaction_undo where batch = wanted and user_id = landlord) order by id for update;
  execute format($sql$
    update public.transactions t set (%s) = (select %s from jsonb_populate_record(null::public.transactions, u.before) b)
    from app.transaction_undo u
    where u.batch = $1 and u.user_id = $2 and t.id = u.id and t.user_id = $2 and t.version = u.version$sql$, columns, theirs)
    using wanted, landlord;
  get diagnostics done = row_count;
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
  kept := kept - done;
end $$;
grant execute on function app.undo_transactions(uuid) to tenure_app;

-- Whether a row was written before this moment, `pg_current_snapshot()` of then. Of a row PostgreSQL keeps the lower half of the number.
create function app.is_as_of(written xid, moment pg_snapshot) returns boolean language sql stable parallel safe
begin atomic
  select pg_visible_in_snapshot(greatest(0, case when high + low > latest then high + low - 4294967296 else high + low end)::text::xid8, moment)
  from (select latest, latest >> 32 << 32 as high, written::text::bigint as low
    from (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as latest) now) halves;
end;
grant execute on function app.is_as_of(xid, pg_snapshot) to tenure_app;
