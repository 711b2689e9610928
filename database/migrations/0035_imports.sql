create table public.imports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- The file's name.
  name text not null check (char_length(name) between 1 and 200),
  layout text,
  -- Rights that the imported kinds of records require, such as 'money.change'.
  rights text[] not null,
  state text not null default 'open' check (state in ('open', 'checked', 'imported', 'undone')),
  -- The first day of rent charges, and whether a column contains the amounts owed until then.
  rent_from date,
  owed_column boolean not null default false,
  -- The number of rows in the file or, after the import, of rows added or changed.
  rows integer not null,
  -- Figures for the page after the import.
  result jsonb,
  -- The account's last activity entry after the import, and after the undo.
  imported_log bigint,
  undone_log bigint,
  -- The first activity entry of the import, and of the undo.
  imported_from bigint,
  undone_from bigint,
  actor_id uuid default app.person_id(),
  added_at timestamptz(3) not null default app.instant(),
  imported_at timestamptz(3),
  undone_at timestamptz(3),
  unique (id, user_id),
  check ((state in ('imported', 'undone')) = (imported_at is not null) and (state = 'undone') = (undone_at is not null))
);
create index on public.imports (user_id, added_at desc);
create index on public.imports (coalesce(imported_at, added_at));

create table public.import_sheets (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  import_id uuid not null,
  sheet smallint not null,
  name text not null check (char_length(name) between 1 and 200),
  -- The sheet whose cells this sheet repeats for another kind of record.
  of_sheet smallint,
  rows integer not null,
  kind text check (kind in ('properties', 'suppliers', 'tenants', 'transactions', 'certificates')),
  -- By column: heading, first cells, cell styles, and values if they are few.
  columns jsonb not null,
  -- By column: field, order of dates, decimal mark and meaning of values. `fixed` has one value for all rows, by field.
  choices jsonb not null default '{}',
  fixed jsonb not null default '{}',
  primary key (user_id, import_id, sheet),
  foreign key (import_id, user_id) references public.imports (id, user_id) on delete cascade
);

create table public.import_rows (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  import_id uuid not null,
  sheet smallint not null,
  -- The row's number in the file.
  number integer not null,
  cells jsonb not null,
  -- Corrected cells, by column.
  corrected jsonb,
  -- {leaveOut, choose: {field: id}, ours: [field]}
  choices jsonb,
  outcome text check (outcome in ('new', 'changed', 'known', 'wrong', 'left_out', 'depends')),
  -- {problems, changes, needs}
  findings jsonb,
  record_id uuid,
  primary key (user_id, import_id, sheet, number),
  foreign key (import_id, user_id) references public.imports (id, user_id) on delete cascade
);
create index on public.import_rows (user_id, import_id, outcome, sheet, number);

-- Records that an import added or changed, in order, for undo.
create table public.import_changes (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  import_id uuid not null,
  place integer not null,
  kind text not null,
  record_id uuid not null,
  label text not null,
  -- Values before a change; null if the record was added.
  before jsonb,
  -- The record's version after the import.
  version_after integer not null,
  primary key (user_id, import_id, place),
  foreign key (import_id, user_id) references public.imports (id, user_id) on delete cascade
);

-- Choices to reuse for files with the same headings.
create table public.import_mappings (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- SHA-256 of the set of headings.
  headings text not null,
  kind text not null,
  choices jsonb not null,
  primary key (user_id, headings)
);
