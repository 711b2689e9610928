create table public.served (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  document_id uuid not null,
  document_version_id uuid not null,
  -- SHA-256 of the file when it was served, in hexadecimal.
  sha256 text not null,
  tenancy_id uuid,
  property_id uuid,
  tenant_id uuid,
  -- Name and address at the time of service.
  recipient text not null check (char_length(recipient) between 1 and 200),
  recipient_kind text not null check (recipient_kind in ('tenant', 'relevant-person', 'council', 'other')),
  method text not null check (method in ('email', 'by-hand', 'left-at-address', 'first-class', 'signed-for', 'other')),
  method_note text check (char_length(method_note) between 1 and 200),
  address text not null check (char_length(address) between 1 and 500),
  served_at timestamptz(3) not null,
  -- False if the landlord gave only a day.
  timed boolean not null default true,
  -- The day of arrival by the tenancy's rule of service; null if no rule applies.
  arrival date,
  arrival_rule text,
  remark text,
  state text not null check (state in ('recorded', 'sending', 'handed-over', 'refused', 'confirmed')),
  state_note text,
  -- A photo or receipt, which may prove several papers.
  proof_url text check (starts_with(proof_url, '/api/files/documents/')),
  -- The link in the email, or a link created for this paper.
  link_id uuid,
  served_by uuid default app.person_id(),
  confirmed_at timestamptz(3),
  confirmed_name text check (char_length(confirmed_name) between 1 and 200),
  confirmed_from text,
  struck_at timestamptz(3),
  struck_by uuid,
  struck_reason text check (char_length(struck_reason) between 1 and 500),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  check ((struck_at is null) = (struck_reason is null)),
  check ((state = 'confirmed') = (confirmed_at is not null)),
  check (method <> 'other' or method_note is not null),
  check (state not in ('sending', 'handed-over', 'refused') or method = 'email'),
  -- Deferred, as an account is deleted in any order. Otherwise, triggers prevent the deletion of served documents.
  foreign key (document_id, user_id) references public.documents (id, user_id) deferrable initially deferred,
  foreign key (document_version_id, user_id) references public.document_versions (id, user_id) deferrable initially deferred,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete set null (tenancy_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete set null (tenant_id),
  foreign key (proof_url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.served (user_id, document_id, served_at desc);
create index on public.served (user_id, tenancy_id, served_at desc);
create index on public.served (user_id, property_id, served_at desc);
create index on public.served (document_version_id);
create index on public.served (tenant_id) where tenant_id is not null;
create index on public.served (link_id) where link_id is not null;
create index on public.served (proof_url) where proof_url is not null;

-- A link for one person and purpose. Only the token's hash is stored: the server derives tokens from its secret and
-- their seeds.
create table public.guest_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  kind text not null check (kind in ('papers')),
  tenancy_id uuid,
  property_id uuid,
  tenant_id uuid,
  recipient text not null check (char_length(recipient) between 1 and 200),
  email text check (char_length(email) <= 254),
  message text check (char_length(message) <= 2000),
  -- A random value, replaced to change the token.
  seed uuid not null,
  token_hash text not null unique,
  email_state text not null default 'none' check (email_state in ('none', 'sending', 'handed-over', 'refused')),
  email_note text,
  -- Set while an email is being sent; still set after a crash.
  tried_at timestamptz(3),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  times_used integer not null default 0,
  created_by uuid default app.person_id(),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  check (email_state = 'none' or email is not null),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenant_id, user_id) references public.tenants (id, user_id) on delete cascade
);
create index on public.guest_links (user_id, tenancy_id);
create index on public.guest_links (user_id, property_id);
create index on public.guest_links (tenant_id) where tenant_id is not null;
create index on public.guest_links (tried_at) where email_state = 'sending';

alter table public.served
  add foreign key (link_id, user_id) references public.guest_links (id, user_id) on delete set null (link_id);
