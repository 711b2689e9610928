-- Data downloads that were checked for this account, including restored ones.
create table public.restores (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  state text not null default 'checked' check (state in ('checked', 'restored')),
  -- When the download was made, and the name of its account.
  made_at timestamptz(3) not null,
  account_name text not null check (char_length(account_name) <= 300),
  -- The size of the download's files.
  bytes bigint not null,
  -- By table: {rows, columns}.
  tables jsonb not null,
  -- Omissions of a restore, {tables: rows by table, members: [{name, email, role}], lostFiles}, and the account's
  -- settings, {profile: {name, hidesSteps}}.
  left_out jsonb not null,
  added_by uuid default app.person_id(),
  added_at timestamptz(3) not null default app.instant(),
  restored_at timestamptz(3),
  unique (id, user_id),
  check ((state = 'restored') = (restored_at is not null))
);
create index on public.restores (user_id, added_at desc);
create index on public.restores (added_at) where state = 'checked';

-- The download's rows as JSON, in file order, until they are restored.
create table public.restore_parts (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  restore_id uuid not null,
  place integer not null,
  table_name text not null,
  -- Rows of the table in earlier parts.
  before integer not null,
  rows json not null,
  primary key (user_id, restore_id, place),
  foreign key (restore_id, user_id) references public.restores (id, user_id) on delete cascade
);
comment on table public.restore_parts is 'derived';

-- Repairs and links reference each other, so a restore inserts links after repairs.
alter table public.repairs alter constraint repairs_link_id_user_id_fkey deferrable initially immediate;
