-- Receipts and invoices: files of transactions, and files without one, which are in the tray (decision 64).
create table public.transaction_files (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Null in the tray. Triggers keep the id valid, as a foreign key would check every deleted transaction.
  transaction_id uuid,
  -- The file with the lowest place is the first, as in transactions.file_url.
  place integer not null default 0,
  file_url text not null constraint transaction_files_file_url_key unique,
  name text not null check (char_length(name) between 1 and 255),
  -- Whether a PDF was read, or why it has no usable text; null for other files and unread PDFs.
  reading text check (reading in ('read', 'no_text', 'locked', 'broken', 'scripted', 'too_large')),
  -- Values found in the text, to be confirmed.
  found_date date check (found_date between '1990-01-01' and '2200-12-31'),
  found_amount numeric(12, 2) check (found_amount > 0),
  found_supplier text check (char_length(found_supplier) between 1 and 200),
  -- Whether only the first 20 pages were read.
  is_cut boolean not null default false,
  added_by uuid default app.person_id(),
  date_added timestamptz not null default app.instant(),
  version integer not null default 1,
  foreign key (file_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.transaction_files (user_id, date_added desc, id desc) where transaction_id is null;
create index on public.transaction_files (transaction_id, place, id) where transaction_id is not null;
-- Finds files that the landlord already has.
create index on public.files (user_id, sha256);

insert into public.transaction_files (user_id, transaction_id, file_url, name, added_by)
select x.user_id, x.id, x.file_url, f.name, f.uploaded_by
from public.transactions x join public.files f on f.url = x.file_url and f.user_id = x.user_id;

-- The key of transaction_files replaces this one, as a statement may move a file between transactions.
drop index public.transactions_file_url_key;
create index on public.transactions (file_url) where file_url is not null;

alter table public.transactions
  -- True if the landlord needs no receipt; otherwise null, also in rows stored for undo.
  add receipt_waived boolean check (receipt_waived);
