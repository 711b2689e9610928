-- Up Migration
-- A landlord decides about lines of banks and files: which transaction one is, or that it is a new one.

-- Lines that were the imported transaction's before it was made one with another, to be put back by Undo.
alter table public.same_payments add column entries uuid[];
grant update (entries) on public.same_payments to tenure_app;

-- Makes a transaction of one remembered line, in the account that it is of if that is still there. Its candidates stay, so that the
-- landlord can take it back. Null where there is no such line.
create function app.import_entry(entry uuid, as_category text, as_refund boolean) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  line public.bank_entries;
  made constant uuid := app.next_id();
begin
  select * into line from public.bank_entries where id = entry and user_id = app.user_id() for update;
  if not found then
    return null;
  end if;
  insert into public.transactions (id, user_id, bank_account_id, amount, description, date, category, type, refund, source, external_id)
  values (made, line.user_id,
    (select a.id from public.bank_accounts a
     where a.user_id = line.user_id and coalesce(a.fingerprint, a.id::text) = line.account_key order by a.created_at limit 1),
    line.amount, line.text, line.date, as_category, case when line.amount < 0 then 'expense' else 'income' end, as_refund,
    case when line.provider = 'file' then 'file' else 'bank' end, line.external_id);
  update public.bank_entries set state = 'new', transaction_id = made, candidates = coalesce(candidates, array[transaction_id])
  where id = entry;
  return made;
end $$;
grant execute on function app.import_entry(uuid, text, boolean) to tenure_app;
