-- Up Migration
-- Which bank row was dismissed, so that it stays so where it comes again; and parts beside rows of a bank (decision 37).

alter table public.rent_dismissals
  add column account_key text,
  add column date date,
  add column amount numeric(12, 2),
  add column text text;
update public.rent_dismissals d set account_key = e.account_key, date = e.date, amount = e.amount, text = e.text
from public.bank_entries e where e.user_id = d.user_id and e.transaction_id = d.transaction_id and e.state = 'new';
grant insert (account_key, date, amount, text) on public.rent_dismissals to tenure_app;

-- As before, but what a transaction in parts came to stays as it was split.
create or replace function app.update_lines(lines jsonb) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed integer;
begin
  update public.transactions t set
    date = case when t.date = entry.date then given.date else t.date end,
    amount = case when t.amount = entry.amount and t.split_id is null then given.amount::numeric / 100 else t.amount end,
    type = case when t.amount <> entry.amount or t.split_id is not null then t.type when given.amount < 0 then 'expense' else 'income' end,
    refund = t.refund and (t.amount <> entry.amount or t.split_id is not null or given.amount >= 0),
    description = case when t.description = entry.text then given.text else t.description end
  from jsonb_to_recordset(lines) as given (id uuid, date date, amount bigint, text text)
  join public.bank_entries entry on entry.id = given.id and entry.user_id = app.user_id()
  where t.user_id = app.user_id() and t.id = entry.transaction_id and (
    t.date = entry.date and given.date <> entry.date
    or t.amount = entry.amount and t.split_id is null and given.amount::numeric / 100 <> entry.amount
    or t.description = entry.text and given.text <> entry.text);
  get diagnostics changed = row_count;
  update public.bank_entries set date = given.date, amount = given.amount::numeric / 100, text = given.text
  from jsonb_to_recordset(lines) as given (id uuid, date date, amount bigint, text text)
  where bank_entries.id = given.id and bank_entries.user_id = app.user_id();
  return changed;
end $$;

-- As before; `kept` may be the first part of what was paid, whose parts keep their days, and `imported` is no part.
create or replace function app.merge_payment(imported uuid, kept uuid, undo uuid) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  theirs public.transactions;
begin
  perform from public.transactions
  where user_id = app.user_id() and (id in (imported, kept) or split_id = kept) order by id for update;
  select * into theirs from public.transactions where user_id = app.user_id() and id = imported and split_id is null;
  if not found or not exists (
    select from public.transactions where user_id = app.user_id() and id = kept
      and coalesce(split_amount, amount) = theirs.amount and coalesce(split_id, id) = id
  ) then
    return false;
  end if;
  perform set_config('app.undo_batch', undo::text, true);
  delete from public.transactions where id = imported and user_id = app.user_id();
  update public.transactions set bank_account_id = theirs.bank_account_id
  where split_id = kept and id <> kept and user_id = app.user_id();
  update public.transactions set
    date = case when split_id is null then theirs.date else date end,
    bank_account_id = theirs.bank_account_id, source = theirs.source, external_id = theirs.external_id,
    reference = coalesce(nullif(reference, ''), theirs.reference, left(theirs.description, 200)), status = 'completed'
  where id = kept and user_id = app.user_id();
  update public.bank_entries set transaction_id = kept where transaction_id = imported and user_id = app.user_id();
  return true;
end $$;
