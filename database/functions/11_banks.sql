-- Imports lines with amounts in pence as transactions and bank rows. Returns the transactions' ids, by `place`.
-- A security definer, as the app role cannot set the source 'bank' or 'file'. TN422: no such bank account.
-- `before` orders the ids in milliseconds before now, so that later lines are listed first.
-- Subqueries call app.user_id() once rather than for each line.
create function app.import_lines(account uuid, key text, bank_provider text, kind text, import uuid, lines jsonb) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require('banks.change', true);
  perform from public.bank_accounts where id = account and user_id = app.user_id();
  if not found then
    raise exception 'no such bank account' using errcode = 'TN422';
  end if;
  -- The slot applies to the whole transaction, so that other saves do not wait for a long import.
  perform set_config('app.totals_slot', (9 + pg_backend_pid() % 4)::text, true);
  return query
  with input as materialized (
    select app.uuid_at(app.instant() - before * interval '1 ms') as id, *
    from jsonb_to_recordset(lines) as line (place int, before int, "externalId" text, line int, date date, amount bigint, text text,
      reference text, category text, refund boolean, "propertyId" uuid)
  ), made as (
    insert into public.transactions (id, user_id, bank_account_id, property_id, amount, description, date, category, type, refund, reference,
      source, external_id)
    select id, (select app.user_id()), account, "propertyId", amount::numeric / 100, text, date, category,
           case when amount < 0 then 'expense' else 'income' end, refund, nullif(reference, ''), kind, "externalId"
    from input order by place
  ), remembered as (
    insert into public.bank_entries (user_id, account_key, provider, external_id, import_id, line, date, amount, text, state, transaction_id)
    select (select app.user_id()), key, bank_provider, "externalId", import, line, date, amount::numeric / 100, text, 'new', id from input
  )
  select id from input order by place;
end $$;

-- Applies the bank's changes to dates, amounts (in pence) and texts that the landlord has not edited.
create function app.update_lines(lines jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed integer;
begin
  perform app.require('banks.change', true);
  update public.transactions t set
    date = case when t.date = entry.date then reported.date else t.date end,
    amount = case when t.amount = entry.amount and t.split_id is null then reported.amount::numeric / 100 else t.amount end,
    type = case when t.amount <> entry.amount or t.split_id is not null then t.type when reported.amount < 0 then 'expense' else 'income' end,
    refund = t.refund and (t.amount <> entry.amount or t.split_id is not null or reported.amount >= 0),
    description = case when t.description = entry.text then reported.text else t.description end
  from jsonb_to_recordset(lines) as reported (id uuid, date date, amount bigint, text text)
  join public.bank_entries entry on entry.id = reported.id and entry.user_id = app.user_id()
  where t.user_id = app.user_id() and t.id = entry.transaction_id and (
    t.date = entry.date and reported.date <> entry.date
    or t.amount = entry.amount and t.split_id is null and reported.amount::numeric / 100 <> entry.amount
    or t.description = entry.text and reported.text <> entry.text);
  get diagnostics changed = row_count;
  update public.bank_entries set date = reported.date, amount = reported.amount::numeric / 100, text = reported.text
  from jsonb_to_recordset(lines) as reported (id uuid, date date, amount bigint, text text)
  where bank_entries.id = reported.id and bank_entries.user_id = app.user_id();
  return changed;
end $$;

-- Imports a bank row as a transaction of its bank account, if any, and stores the row's candidates for undo.
-- Returns the transaction's id, or null for an unknown row.
create function app.import_entry(entry uuid, as_category text, as_refund boolean) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  line public.bank_entries;
  new_id constant uuid := app.next_id();
begin
  perform app.require('banks.change', true);
  select * into line from public.bank_entries where id = entry and user_id = app.user_id() for update;
  if not found then
    return null;
  end if;
  insert into public.transactions (id, user_id, bank_account_id, amount, description, date, category, type, refund, source, external_id)
  values (new_id, line.user_id,
    (select a.id from public.bank_accounts a
     where a.user_id = line.user_id and coalesce(a.fingerprint, a.id::text) = line.account_key order by a.created_at limit 1),
    line.amount, line.text, line.date, as_category, case when line.amount < 0 then 'expense' else 'income' end, as_refund,
    case when line.provider = 'file' then 'file' else 'bank' end, line.external_id);
  update public.bank_entries set state = 'new', transaction_id = new_id, candidates = coalesce(candidates, array[transaction_id])
  where id = entry;
  return new_id;
end $$;

-- Merges an imported transaction into `kept`, which keeps its content and takes the bank's date, account and id.
-- `kept` may be the first part of a split; `imported` must not be split. `undo` is the batch that undoes the merge.
-- Returns false if a transaction is missing or the amounts differ.
create function app.merge_payment(imported uuid, kept uuid, undo uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  theirs public.transactions;
begin
  perform app.require('banks.change', true);
  perform from public.transactions
  where user_id = app.user_id() and (id in (imported, kept) or split_id = kept) order by id for update;
  select * into theirs from public.transactions where user_id = app.user_id() and id = imported and split_id is null;
  if not found or not exists (
    select from public.transactions where user_id = app.user_id() and id = kept
      and coalesce(split_amount, amount) = theirs.amount and coalesce(split_id, id) = id
  ) then
    return false;
  end if;
  perform app.save_for_undo(undo, array[imported], 'removed'),
    app.save_for_undo(undo, array(select id from public.transactions where id = kept or split_id = kept), 'changed');
  perform app.move_files(undo, array[imported], kept);
  delete from public.transactions where id = imported and user_id = app.user_id();
  update public.transactions set bank_account_id = theirs.bank_account_id, split_date = theirs.date
  where split_id = kept and id <> kept and user_id = app.user_id();
  update public.transactions set
    date = case when split_id is null then theirs.date else date end,
    split_date = case when split_id is not null then theirs.date end,
    bank_account_id = theirs.bank_account_id, source = theirs.source, external_id = theirs.external_id,
    reference = coalesce(nullif(reference, ''), theirs.reference, left(theirs.description, 200)), status = 'completed'
  where id = kept and user_id = app.user_id();
  update public.bank_entries set transaction_id = kept where transaction_id = imported and user_id = app.user_id();
  return true;
end $$;

-- Ends merges with transactions of an undone import, so that another import suggests them again.
create function app.separate_payments(undone uuid) returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select app.require('banks.change', true);
  with joined as (
    delete from public.duplicate_suggestions s using public.bank_entries e
    where s.user_id = app.user_id() and s.state = 'accepted'
      and e.user_id = s.user_id and e.transaction_id = s.kept_id and e.state = 'new' and e.import_id = undone
    returning s.kept_id
  )
  update public.transactions set source = 'hand', external_id = null
  where user_id = app.user_id() and id in (select kept_id from joined);
$$;

create function app.clear_statements(at timestamptz) returns void language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  delete from public.statement_imports where imported_at is null and created_at <= at - interval '1 day';
end;

create function app.notify_connections() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    perform app.notify_live(case tg_op when 'DELETE' then old.user_id else new.user_id end, 'bank-connections', null, null);
  end if;
  return null;
end $$;

-- Records once that the browser returned from the bank, with the provider's failure if any. Needs no session.
-- Returns the connection; null for an unknown reference.
create function app.record_bank_return(reference text, provider_failure text, at timestamptz) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_id uuid;
begin
  update public.bank_connections set
    returned_at = at,
    failure = case when status = 'pending' then provider_failure else failure end,
    -- A second confirmation extends the consent.
    reconfirm_by = case when status in ('active', 'ended') and provider_failure is null and access_until > at
      then least(at + reconfirm_days * interval '1 day', access_until) else reconfirm_by end,
    status = case when status = 'ended' and provider_failure is null and access_until > at then 'active' else status end
  where reference_hash = reference and returned_at is null and status in ('pending', 'active', 'ended')
  returning id into found_id;
  if found_id is null then
    select id into found_id from public.bank_connections where reference_hash = reference;
  end if;
  return found_id;
end $$;

-- Due work: feeds to 'read', at most once per `apart`, and connections to 'ask' about, 'end' or 'clear'.
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

-- Locks in id order, to avoid deadlock, as the foreign key would lock in any order.
create function app.lock_account_transactions() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_deleting_account() then
    perform from public.transactions where bank_account_id = old.id and user_id = old.user_id order by id for update;
  end if;
  return old;
end $$;

-- Links up to `max_rows` existing transactions to a reconnected account. Returns how many.
create function app.attach_transactions(account uuid, key text, max_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[];
begin
  perform app.require('banks.change', true);
  perform from public.bank_accounts where id = account and user_id = app.user_id();
  if not found then
    return 0;
  end if;
  ids := array(
    select t.id from public.transactions t
    where t.user_id = app.user_id() and t.bank_account_id is null and t.source <> 'hand' and t.id in (
      select transaction_id from public.bank_entries where user_id = app.user_id() and account_key = key)
    order by t.id limit max_rows);
  -- Locks in id order, like bulk changes, to avoid deadlock.
  perform from public.transactions where id in (select unnest(ids)) order by id for update;
  update public.transactions set bank_account_id = account where id in (select unnest(ids)) and bank_account_id is null;
  return cardinality(ids);
end $$;

grant execute on function app.attach_transactions(uuid, text, integer), app.import_lines(uuid, text, text, text, uuid, jsonb), app.update_lines(jsonb), app.import_entry(uuid, text,
  boolean), app.merge_payment(uuid, uuid, uuid), app.separate_payments(uuid), app.record_bank_return(text, text, timestamptz) to tenure_app;
grant execute on function app.clear_statements(timestamptz), app.due_bank_work(timestamptz, interval) to tenure_jobs;

grant select, insert, update, delete on app.sandbox_bank to tenure_app;

select app.keep_record('public.bank_accounts', 'bank account', 'name', secret => '{external_id, fingerprint}',
  derived => '{balance, last_synced, is_connected}', more => $more$
  perform app.bank_rows_changed(user_id) from (
    select distinct user_id from {rows} m group by user_id, id having count(distinct name) > 1) renamed;$more$);
create trigger lock_account_transactions before delete on public.bank_accounts for each row execute function app.lock_account_transactions();
grant select, insert (name, institution, account_number, sort_code, balance, currency, last_synced, is_connected, external_id,
  fingerprint), update (name, institution, account_number, sort_code, balance, currency, last_synced, is_connected, external_id,
  fingerprint, lettings_only), delete on public.bank_accounts to tenure_app;

create trigger notify_changed after insert or update or delete on public.bank_connections
  for each row execute function app.notify_connections();
grant select, insert (provider, institution_id, institution, requisition_id, agreement_id, reference_hash, access_until, reconfirm_by,
  history_days, reconfirm_days), update (requisition_id, agreement_id, reference_hash, status, failure, returned_at, access_until,
  reconfirm_by, history_days, reconfirm_days), delete on public.bank_connections to tenure_app;

create trigger notify_changed after insert or update or delete on public.bank_feeds
  for each row execute function app.notify_connections();
grant select, insert (connection_id, external_id), update (bank_account_id, name, holder, account_number, sort_code, currency,
  fingerprint, status, failure, retry_at, synced_at, since, imported, reads, balance, balance_at, tried_at, busy_until), delete on
  public.bank_feeds to tenure_app;

grant select, insert (file_name, findings, cells), update (findings, cells, choices, bank_account_id, rows, imported_at, undone_at),
  delete on public.statement_imports to tenure_app;

grant select, insert (import_id, place, line, date, amount, text, reference, external_id, not_posted, facts_at, facts, unreadable), update
  (date, amount, text, reference, facts_at, facts), delete on public.statement_lines to tenure_app;

grant select, insert (header, mapping), update (mapping), delete on public.statement_mappings to tenure_app;

grant select, insert (account_key, provider, external_id, import_id, line, date, amount, text, state, transaction_id, candidates), update
  (account_key, external_id, date, amount, text, state, transaction_id, candidates), delete on public.bank_entries to tenure_app;

grant select, insert (bank_account_id, date, amount, text), delete on public.pending_bank_rows to tenure_app;

grant select, insert (imported_id, kept_id, state), update (state, batch, entries), delete on public.duplicate_suggestions to tenure_app;
