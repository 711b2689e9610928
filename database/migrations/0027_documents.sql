create table public.documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  type text not null check (type in ('agreement', 'written-statement', 'notice', 'gas', 'electrical', 'epc', 'inventory', 'inspection',
    'deposit', 'right-to-rent', 'reference', 'licence', 'insurance', 'invoice', 'letter', 'other')),
  day date,
  valid_until date,
  note text check (char_length(note) <= 2000),
  -- The area in which members need the right to see the document.
  area text not null generated always as (case
    when type in ('gas', 'electrical', 'epc', 'inventory', 'inspection', 'licence', 'insurance') then 'properties'
    when type = 'invoice' then 'money' else 'people' end) stored,
  -- When the document was withdrawn, as served documents cannot be deleted.
  withdrawn_at timestamptz(3),
  added_by uuid default app.person_id(),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(title)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(title)) stored,
  unique (id, user_id)
);
create index on public.documents (user_id, date_added desc, id desc);
create index on public.documents (user_id, sort_name, id);
create index on public.documents (user_id) include (id, search);

create table public.document_versions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  document_id uuid not null,
  number integer not null check (number >= 1),
  file_url text not null unique check (starts_with(file_url, '/api/files/documents/')),
  name text not null check (char_length(name) between 1 and 255),
  pages integer check (pages >= 0),
  -- Whether a PDF or Word file was read, or why its text is not usable; null for unread and other files.
  reading text check (reading in ('read', 'no_text', 'locked', 'broken', 'scripted', 'too_large')),
  -- Lexemes of the text, its numbers without separators, and the account, so that the index finds only its documents.
  words tsvector,
  text text,
  added_by uuid default app.person_id(),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  unique (document_id, number),
  foreign key (document_id, user_id) references public.documents (id, user_id) on delete cascade,
  foreign key (file_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.document_versions (user_id, document_id, number desc);
create index on public.document_versions using gin (words);

create table public.document_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  document_id uuid not null,
  property_id uuid,
  tenant_id uuid,
  tenancy_id uuid,
  supplier_id uuid,
  certificate_id uuid,
  -- Triggers keep the id valid, as a foreign key would check every deleted transaction.
  transaction_id uuid,
  deadline_id uuid,
  version integer not null default 1,
  unique (id, user_id),
  unique nulls not distinct (document_id, property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id),
  check (num_nonnulls(property_id, tenant_id, tenancy_id, supplier_id, certificate_id, transaction_id, deadline_id) = 1),
  foreign key (document_id, user_id) references public.documents (id, user_id) on delete cascade,
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete cascade,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete cascade,
  foreign key (certificate_id, user_id) references public.property_certificates (id, user_id) on delete cascade,
  foreign key (deadline_id, user_id) references public.deadlines (id, user_id) on delete cascade
);
create index on public.document_links (user_id, document_id);
create index on public.document_links (user_id, property_id) where property_id is not null;
create index on public.document_links (tenant_id) where tenant_id is not null;
create index on public.document_links (tenancy_id) where tenancy_id is not null;
create index on public.document_links (supplier_id) where supplier_id is not null;
create index on public.document_links (certificate_id) where certificate_id is not null;
create index on public.document_links (transaction_id) where transaction_id is not null;
create index on public.document_links (deadline_id) where deadline_id is not null;

-- Retention of a type of document, in months after the end of the tenancy or document, if not the default.
create table public.document_retention (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  type text not null,
  months smallint not null check (months between 1 and 1200),
  version integer not null default 1,
  primary key (user_id, type)
);

alter table public.files drop constraint files_bucket_check,
  add constraint files_bucket_check check (bucket ~ '^[a-z]+_images$'
    or bucket in ('property-certificates', 'property-invoices', 'transaction-files', 'documents'));
-- For files of other records, which are listed with documents.
create index files_kept_idx on public.files (user_id, uploaded_at desc) where clear_at is null
  and bucket in ('property-certificates', 'property-invoices', 'transaction-files');
