-- Up Migration
-- Money: bank accounts and transactions, and how they are found.

-- An id that sorts by when it was given (UUID version 7, RFC 9562), so that what was entered last on a day stands first.
create function app.next_id() returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from app.instant()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
grant execute on function app.next_id() to tenure_app;

-- As before; columns that the database works out from others are no change of their own, and a million rows are counted, not gathered.
create or replace function app.remember() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun text := tg_argv[0];
  label_column text := tg_argv[1];
  derived text[];
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'added', case when count(*) = 1 then min(r.id::text)::uuid end,
           app.about(to_jsonb(r)), count(*), case when count(*) = 1 then min(to_jsonb(r) ->> label_column) end
    from new_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id, app.about(to_jsonb(r));
  elsif tg_op = 'DELETE' then
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
    select r.user_id, app.user_id(), app.instant(), noun, 'removed', case when count(*) = 1 then min(r.id::text)::uuid end,
           app.about(to_jsonb(r)), count(*), case when count(*) = 1 then min(to_jsonb(r) ->> label_column) end
    from old_rows r join public.profiles p on p.id = r.user_id
    group by r.user_id, app.about(to_jsonb(r));
  else
    derived := array(select attname::text from pg_attribute where attrelid = tg_relid and attgenerated <> '')
      || array['version', 'property_name', 'property_address', 'periodic_declined'];
    -- Planned each time: a plan made for one row would compare each of some thousand with each.
    execute $sql$
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns, changes)
    select c.user_id, app.user_id(), app.instant(), $1, 'changed', case when count(distinct c.id) = 1 then min(c.id::text)::uuid end,
           c.about, count(distinct c.id), case when count(distinct c.id) = 1 then min(c.label) end,
           array_agg(distinct c.key::text order by c.key::text),
           case when count(distinct c.id) = 1 then jsonb_object_agg(c.key, jsonb_build_array(c.was, c.is)) end
    from (
      select n.id, n.user_id, app.about(whole.is) as about, whole.is ->> $2 as label, field.key,
             case when field.key = 'key_code' then '"…"' else app.brief(whole.was -> field.key) end as was,
             case when field.key = 'key_code' then '"…"' else app.brief(field.value) end as is
      from new_rows n
      join old_rows o on o.id = n.id
      join public.profiles p on p.id = n.user_id
      -- Made once for each row ('offset 0'), and not once for each of its columns.
      cross join lateral (select to_jsonb(o) as was, to_jsonb(n) as is offset 0) as whole
      cross join lateral jsonb_each(whole.is) as field
      where field.key <> all ($3) and field.value is distinct from whole.was -> field.key
    ) c
    group by c.user_id, c.about$sql$ using noun, label_column, derived;
  end if;
  return null;
end $$;

create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  institution text not null check (char_length(institution) between 1 and 200),
  -- Masked, as it is shown: the full number never comes this far.
  account_number text not null check (account_number ~ '^\*{4}[0-9A-Z]{0,4}$'),
  sort_code text check (sort_code ~ '^\d\d-\d\d-\*\*$'),
  balance numeric(14, 2) not null default 0,
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  last_synced timestamptz(3),
  is_connected boolean not null default false,
  -- The bank's own id of it; null for one that was entered by hand.
  external_id text check (char_length(external_id) <= 200),
  created_at timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  unique (user_id, external_id)
);
create index on public.bank_accounts (user_id, created_at desc, id desc);

create table public.transactions (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Address and city of the property as they last were, once it has been deleted; while it is there, it says itself where it is.
  property_address text,
  bank_account_id uuid,
  -- Below zero for an expense.
  amount numeric(12, 2) not null check (amount between -99999999.99 and 99999999.99),
  description text not null check (char_length(description) between 1 and 500),
  date date not null check (date between '1900-01-01' and '2200-12-31'),
  category text not null check (category ~ '^[a-z][a-z0-9 -]{0,49}$'),
  type text not null check (type in ('income', 'expense')),
  -- 'overdue' is never kept: it is what is pending when its date has passed.
  status text not null default 'completed' check (status in ('completed', 'pending')),
  reference text check (char_length(reference) <= 200),
  external_id text check (char_length(external_id) <= 200),
  version integer not null default 1,
  -- The amount without its sign, in pence: what 'highest' and 'lowest' sort by. A whole number, as comparing numeric is not leakproof
  -- and row-level security would keep it from its index.
  size bigint not null generated always as ((abs(amount) * 100)::bigint) stored,
  -- What the search box looks through in the row itself. Line ends keep a match within one field.
  search text not null generated always as
    (lower(description || chr(10) || coalesce(reference, '') || chr(10) || coalesce(property_address, ''))) stored,
  check (case type when 'income' then amount >= 0 else amount < 0 end),
  unique (id, user_id),
  unique (user_id, external_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (bank_account_id, user_id) references public.bank_accounts (id, user_id) on delete set null (bank_account_id)
);
create index on public.transactions (user_id, date desc, id desc);
create index on public.transactions (user_id, size desc, id desc);
create index on public.transactions (user_id, category, date desc, id desc);
create index on public.transactions (user_id, category, size desc, id desc);
create index on public.transactions (user_id, property_id, date desc, id desc);
create index on public.transactions (user_id, property_id, size desc, id desc);
create index on public.transactions (user_id, date desc, id desc) where status = 'pending';
create index on public.transactions (user_id, size desc, id desc) where status = 'pending';
create index on public.transactions (bank_account_id) where bank_account_id is not null;

-- Text of any length is found within a million rows by the three-letter windows it consists of, each marked with its landlord, so that a
-- landlord's search reads windows of their own texts only. An index of our own making, as pg_trgm's finds nothing shorter than three
-- letters and knows no landlords. Two landlords may share a mark: what is found is looked at again.
create function app.window_mark(owner uuid) returns text language sql immutable strict parallel safe return left(owner::text, 6);
create function app.windows(owner uuid, body text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select distinct app.window_mark(owner) || substr(body || '  ', n, 3) from generate_series(1, length(body)) n));
-- What of these windows a text must have in which `wanted` stands. One or two letters are how a window begins.
create function app.wanted_windows(owner uuid, wanted text) returns tsquery language sql immutable strict parallel safe
  return (select string_agg(distinct
      '''' || replace(replace(app.window_mark(owner) || substr(wanted, n, 3), '\', '\\'), '''', '''''') || '''' ||
      case when length(wanted) < 3 then ':*' else '' end, ' & ')
    from generate_series(1, greatest(1, length(wanted) - 2)) n)::tsquery;
grant execute on function app.window_mark(uuid), app.windows(uuid, text) to tenure_app;
-- Without a list of what is yet to be put in, which each search would have to read through.
create index transactions_windows on public.transactions using gin (app.windows(user_id, search)) with (fastupdate = off);

-- Answers with whole rows, as reading thousands a second time by their ids would take as long again.
create function app.find_transactions(wanted text) returns setof public.transactions
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select found from public.transactions found
  where user_id = app.user_id()
    and app.windows(user_id, search) @@ (select app.wanted_windows(app.user_id(), lower(wanted)))
    and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_transactions(text) to tenure_app;

select app.keep_record('public.bank_accounts', 'bank account', 'name');
grant select, delete on public.bank_accounts to tenure_app;
grant insert (name, institution, account_number, sort_code, balance, currency, last_synced, is_connected, external_id),
      update (name, institution, account_number, sort_code, balance, currency, last_synced, is_connected)
  on public.bank_accounts to tenure_app;

select app.keep_record('public.transactions', 'transaction', 'description');
grant select, delete on public.transactions to tenure_app;
grant insert (property_id, bank_account_id, amount, description, date, category, type, status, reference, external_id),
      update (property_id, property_address, amount, description, date, category, status)
  on public.transactions to tenure_app;
