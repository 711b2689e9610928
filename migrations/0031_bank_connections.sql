-- Up Migration
-- Bank connections, what banks and statement files say, and which of it is the same payment.

-- A UUID version 7 of an instant; `next_id` is that of now.
create function app.id_at(at timestamptz) returns uuid language sql volatile
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
grant execute on function app.id_at(timestamptz) to tenure_app;

-- A landlord's consent at a bank, given through a provider.
create table public.bank_connections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  provider text not null,
  -- The provider's id of the bank, and its name.
  institution_id text not null check (char_length(institution_id) <= 200),
  institution text not null check (char_length(institution) between 1 and 200),
  -- The provider's ids of the consent; null until it has answered.
  requisition_id text check (char_length(requisition_id) <= 200),
  agreement_id text check (char_length(agreement_id) <= 200),
  -- SHA-256 of the reference with which the landlord's browser comes back, in hex.
  reference_hash text not null unique,
  -- pending: at the bank. linked: the bank agreed, the landlord has yet to confirm its accounts. active: confirmed.
  -- failed: `failure` says why. ended: the consent is over, or was removed.
  status text not null default 'pending' check (status in ('pending', 'linked', 'active', 'failed', 'ended')),
  failure text,
  -- What the provider's callback said, until the landlord's own page has asked.
  returned_at timestamptz(3),
  access_until timestamptz(3),
  reconfirm_by timestamptz(3),
  created_at timestamptz(3) not null default app.instant(),
  unique (id, user_id),
  unique (user_id, provider, requisition_id)
);
create index on public.bank_connections (user_id, created_at desc);
select app.own_rows('public.bank_connections');
grant select, delete on public.bank_connections to tenure_app;
grant insert (provider, institution_id, institution, requisition_id, agreement_id, reference_hash, access_until, reconfirm_by),
      update (requisition_id, agreement_id, reference_hash, status, failure, returned_at, access_until, reconfirm_by)
  on public.bank_connections to tenure_app;

-- One account by its whole number, which is not kept: HMAC of sort code and number, or of the IBAN.
alter table public.bank_accounts add column fingerprint text;
create index on public.bank_accounts (user_id, fingerprint) where fingerprint is not null;
grant insert (fingerprint), update (fingerprint, external_id, institution) on public.bank_accounts to tenure_app;

-- An account that a connection gives access to.
create table public.bank_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  connection_id uuid not null,
  -- The provider's id of the account.
  external_id text not null check (char_length(external_id) <= 200),
  -- Null until the landlord has chosen it.
  bank_account_id uuid,
  -- As the bank names it, and masked; null until its details were read.
  name text,
  holder text,
  account_number text check (account_number ~ '^\*{4}[0-9A-Z]{0,4}$'),
  sort_code text check (sort_code ~ '^\d\d-\d\d-\*\*$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  fingerprint text,
  status text not null default 'found' check (status in ('found', 'importing', 'imported', 'failed')),
  failure text,
  -- When the bank lets it be read again.
  retry_at timestamptz(3),
  synced_at timestamptz(3),
  -- The first day that was read, and how many transactions came of the last reading.
  since date,
  imported integer not null default 0,
  -- What is left of the day's readings of each kind, as the bank last said: {"transactions": {"remaining": 3, "resetAt": …}}.
  reads jsonb not null default '{}',
  unique (id, user_id),
  unique (connection_id, external_id),
  foreign key (connection_id, user_id) references public.bank_connections (id, user_id) on delete cascade,
  foreign key (bank_account_id, user_id) references public.bank_accounts (id, user_id) on delete set null (bank_account_id)
);
create index on public.bank_feeds (user_id);
create index on public.bank_feeds (bank_account_id) where bank_account_id is not null;
create index on public.bank_feeds (synced_at) where bank_account_id is not null;
select app.own_rows('public.bank_feeds');
grant select, delete on public.bank_feeds to tenure_app;
grant insert (connection_id, external_id),
      update (bank_account_id, name, holder, account_number, sort_code, currency, fingerprint, status, failure, retry_at, synced_at, since, imported, reads)
  on public.bank_feeds to tenure_app;

-- A statement file, and what became of it.
create table public.statement_imports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- The file, packed; cleared when it was imported or given up, after a day at the latest.
  content bytea check (octet_length(content) <= 20000000),
  layout text,
  mapping jsonb,
  -- Lines that the landlord has corrected, or wants imported whatever they are like, until it is imported.
  choices jsonb not null default '{}',
  bank_account_id uuid,
  rows integer not null default 0,
  created_at timestamptz(3) not null default app.instant(),
  imported_at timestamptz(3),
  undone_at timestamptz(3),
  unique (id, user_id),
  foreign key (bank_account_id, user_id) references public.bank_accounts (id, user_id) on delete set null (bank_account_id)
);
create index on public.statement_imports (user_id, created_at desc);
create index on public.statement_imports (bank_account_id) where bank_account_id is not null;
create index on public.statement_imports (created_at) where content is not null;
select app.own_rows('public.statement_imports');
grant select, delete on public.statement_imports to tenure_app;
grant insert (file_name, content, layout, mapping), update (content, layout, mapping, choices, bank_account_id, rows, imported_at, undone_at)
  on public.statement_imports to tenure_app;

-- How the columns of a layout that is not recognised are read, as the landlord said once.
create table public.statement_mappings (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- SHA-256 of the header.
  header text not null,
  mapping jsonb not null,
  primary key (user_id, header)
);
select app.own_rows('public.statement_mappings');
grant select, delete, insert (header, mapping), update (mapping) on public.statement_mappings to tenure_app;

-- Clears statements that nobody imported within a day.
create function app.clear_statements(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from public.statement_imports where imported_at is null and created_at <= at - interval '1 day';
end;
grant execute on function app.clear_statements(timestamptz) to tenure_app;

-- A line as a bank or a file last gave it. What it names may be gone: deleted transactions are not imported again.
create table public.bank_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Of which account: its fingerprint, else its id. It outlives the account, so that one that is connected again brings nothing twice.
  account_key text not null,
  -- Who gave it: a provider of connections, or 'file'.
  provider text not null,
  -- The bank's own id of it, where it gives one.
  external_id text check (char_length(external_id) <= 400),
  import_id uuid,
  line integer,
  date date not null,
  amount numeric(12, 2) not null,
  text text not null check (char_length(text) <= 500),
  -- new: it became this transaction. same: it was taken for this one, which was there. asked: the landlord says which it is.
  state text not null check (state in ('new', 'same', 'asked')),
  transaction_id uuid,
  -- The ids of transactions that it may be, where it is asked.
  candidates uuid[],
  unique (user_id, provider, external_id),
  foreign key (import_id, user_id) references public.statement_imports (id, user_id) on delete cascade
);
create index on public.bank_entries (user_id, account_key, date);
create index on public.bank_entries (user_id, transaction_id);
create index on public.bank_entries (import_id) where import_id is not null;
create index on public.bank_entries (user_id) where state = 'asked';
select app.own_rows('public.bank_entries');
grant select, delete on public.bank_entries to tenure_app;
grant insert (account_key, provider, external_id, import_id, line, date, amount, text, state, transaction_id, candidates),
      update (date, amount, text, state, transaction_id, candidates, external_id, account_key)
  on public.bank_entries to tenure_app;

-- What a bank has not booked yet. It is counted nowhere, and replaced whenever the account is read.
create table public.bank_pending (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  bank_account_id uuid not null,
  date date not null,
  amount numeric(12, 2) not null,
  text text not null check (char_length(text) <= 500),
  foreign key (bank_account_id, user_id) references public.bank_accounts (id, user_id) on delete cascade
);
create index on public.bank_pending (bank_account_id, date desc);
select app.own_rows('public.bank_pending');
grant select, delete, insert (bank_account_id, date, amount, text) on public.bank_pending to tenure_app;

-- A transaction that was imported, and one there already that may be the same payment.
create table public.same_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  imported_id uuid not null,
  kept_id uuid not null,
  state text not null default 'offered' check (state in ('offered', 'declined', 'accepted')),
  -- The batch that undoes it.
  batch uuid,
  unique (user_id, imported_id, kept_id)
);
create index on public.same_payments (user_id) where state = 'offered';
create index on public.same_payments (user_id, kept_id);
select app.own_rows('public.same_payments');
grant select, delete, insert (imported_id, kept_id), update (state, batch) on public.same_payments to tenure_app;

-- The id of a bank's line is unique among lines (`bank_entries`). What became of it keeps it too, unless it is taken for another.
drop index public.transactions_user_id_external_id_key;
alter table public.bank_accounts drop constraint bank_accounts_user_id_external_id_key;

-- Lines of an account of the asking landlord as new transactions, remembered as lines; their ids, in the order of `lines`. Only this
-- function says that a bank or a file has entered a transaction. Ids of later lines are higher, so that they stand first.
create function app.import_lines(account uuid, key text, giver text, kind text, import uuid, lines jsonb) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.bank_accounts where id = account and user_id = app.user_id();
  if not found then
    raise exception 'no such bank account' using errcode = 'TN422';
  end if;
  return query
  with given as materialized (
    select app.id_at(app.instant() - before * interval '1 ms') as id, *
    from jsonb_to_recordset(lines) as line (place int, before int, "externalId" text, line int, date date, amount bigint, text text,
      reference text, category text, refund boolean)
  ), made as (
    insert into public.transactions (id, user_id, bank_account_id, amount, description, date, category, type, refund, reference, source, external_id)
    select id, app.user_id(), account, amount::numeric / 100, text, date, category, case when amount < 0 then 'expense' else 'income' end,
           refund, nullif(reference, ''), kind, "externalId"
    from given order by place
  ), remembered as (
    insert into public.bank_entries (user_id, account_key, provider, external_id, import_id, line, date, amount, text, state, transaction_id)
    select app.user_id(), key, giver, "externalId", import, line, date, amount::numeric / 100, text, 'new', id from given
  )
  select id from given order by place;
end $$;
grant execute on function app.import_lines(uuid, text, text, text, uuid, jsonb) to tenure_app;

-- Takes over what the bank has changed of its lines (day, amount, text) where the landlord has not. How many transactions changed.
create function app.update_lines(lines jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed integer;
begin
  update public.transactions t set
    date = case when t.date = entry.date then given.date else t.date end,
    amount = case when t.amount = entry.amount then given.amount::numeric / 100 else t.amount end,
    type = case when t.amount <> entry.amount then t.type when given.amount < 0 then 'expense' else 'income' end,
    refund = t.refund and (t.amount <> entry.amount or given.amount >= 0),
    description = case when t.description = entry.text then given.text else t.description end
  from jsonb_to_recordset(lines) as given (id uuid, date date, amount bigint, text text)
  join public.bank_entries entry on entry.id = given.id and entry.user_id = app.user_id()
  where t.user_id = app.user_id() and t.id = entry.transaction_id and (
    t.date = entry.date and given.date <> entry.date
    or t.amount = entry.amount and given.amount::numeric / 100 <> entry.amount
    or t.description = entry.text and given.text <> entry.text);
  get diagnostics changed = row_count;
  update public.bank_entries set date = given.date, amount = given.amount::numeric / 100, text = given.text
  from jsonb_to_recordset(lines) as given (id uuid, date date, amount bigint, text text)
  where bank_entries.id = given.id and bank_entries.user_id = app.user_id();
  return changed;
end $$;
grant execute on function app.update_lines(jsonb) to tenure_app;

-- Makes one payment of two: `kept` keeps what the landlord said and takes the bank's day, account and id; `imported` goes. Its batch puts
-- both back.
create function app.merge_payment(imported uuid, kept uuid, undo uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  theirs public.transactions;
begin
  perform from public.transactions where user_id = app.user_id() and id in (imported, kept) order by id for update;
  select * into theirs from public.transactions where user_id = app.user_id() and id = imported;
  if not found or not exists (select from public.transactions where user_id = app.user_id() and id = kept and amount = theirs.amount) then
    return false;
  end if;
  perform set_config('app.undo_batch', undo::text, true);
  delete from public.transactions where id = imported and user_id = app.user_id();
  update public.transactions set
    date = theirs.date, bank_account_id = theirs.bank_account_id, source = theirs.source, external_id = theirs.external_id,
    reference = coalesce(nullif(reference, ''), theirs.reference, left(theirs.description, 200)), status = 'completed'
  where id = kept and user_id = app.user_id();
  update public.bank_entries set transaction_id = kept where transaction_id = imported and user_id = app.user_id();
  return true;
end $$;
grant execute on function app.merge_payment(uuid, uuid, uuid) to tenure_app;
