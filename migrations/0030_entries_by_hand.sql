-- Up Migration
-- Income by hand, refunds, and what a transaction may name: a supplier, a bank account, a file.

alter table public.transactions
  -- Who entered it. Income of a bank or a file stays as it came. Very many existing rows are the bank's: they are not written again.
  add column source text not null default 'bank' check (source in ('hand', 'bank', 'file')),
  -- Income that gives back what an expense has cost.
  add column refund boolean not null default false check (not refund or type = 'income'),
  add column supplier_id uuid,
  add column file_url text,
  add foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete set null (supplier_id);
alter table public.transactions disable trigger user;
update public.transactions set source = 'hand' where external_id is null;
alter table public.transactions enable trigger user;
alter table public.transactions alter column source set default 'hand';
create index on public.transactions (supplier_id) where supplier_id is not null;

grant insert (refund, supplier_id, file_url), update (bank_account_id, supplier_id, file_url) on public.transactions to tenure_app;

-- As `app.name_file` does, but without an index entry, and without a trigger's call, for each of very many rows that name no file.
create unique index transactions_file_url_key on public.transactions (file_url) where file_url is not null;
alter table public.transactions add check (starts_with(file_url, '/api/files/transaction-files/'));
alter table public.transactions
  add foreign key (file_url, user_id) references public.files (url, user_id) deferrable initially deferred;
create trigger keep_file_added after insert on public.transactions
  for each row when (new.file_url is not null) execute function app.keep_file('file_url', 'undoable');
create trigger keep_file_changed after update of file_url on public.transactions
  for each row when (old.file_url is distinct from new.file_url) execute function app.keep_file('file_url', 'undoable');
create trigger keep_file_removed after delete on public.transactions
  for each row when (old.file_url is not null) execute function app.keep_file('file_url', 'undoable');

alter table public.files drop constraint files_bucket_check, add constraint files_bucket_check check (bucket in
  ('property_images', 'property-certificates', 'property-invoices', 'tenant_images', 'supplier_images', 'transaction-files'));

-- As before; but the file of a record whose deletion can be undone stays for a day.
create or replace function app.keep_file() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  is_now text := to_jsonb(new) ->> tg_argv[0];
  whole_record_goes boolean := tg_op = 'DELETE' and tg_nargs = 1 and (
    tg_table_name not in ('property_certificates', 'property_invoices')
    or not exists (select from public.properties where id = (to_jsonb(old) ->> 'property_id')::uuid));
begin
  if app.leaving() or was is not distinct from is_now then
    return null;
  end if;
  if is_now is not null then
    update public.files set clear_at = null where url = is_now and user_id = new.user_id and stored;
    if not found then
      raise exception 'no such file' using errcode = 'TN422';
    end if;
  end if;
  if was is not null then
    update public.files
    set clear_at = app.instant() + case when whole_record_goes then interval '0' else interval '1 day' end
    where url = was and user_id = old.user_id;
  end if;
  return null;
end $$;

-- A supplier that is deleted leaves its transactions, as a property and a bank account do.
create function app.hold_transactions_of_supplier() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.leaving() then
    -- Lock in id order, as a bulk change does, to avoid deadlock.
    perform from public.transactions where supplier_id = old.id and user_id = old.user_id order by id for update;
  end if;
  return old;
end $$;
create trigger hold_transactions before delete on public.suppliers for each row execute function app.hold_transactions_of_supplier();
