-- When a picture was taken, according to its camera. Other metadata is not stored.
alter table public.files add taken_at timestamptz(3);

create table public.inspection_templates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  -- [{"name": "Kitchen", "items": ["Walls", "Oven"]}]
  rooms jsonb not null default '[]' check (jsonb_typeof(rooms) = 'array' and jsonb_array_length(rooms) between 1 and 60),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id)
);
create index on public.inspection_templates (user_id, sort_name, id);
create index on public.inspection_templates (user_id, date_added desc, id desc);

create table public.inspections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Only set for a deleted property or a shared inspection.
  property_address text,
  tenancy_id uuid,
  kind text not null check (kind in ('move-in', 'routine', 'move-out')),
  starts_at timestamptz(3) not null,
  -- Whether the tenants agreed to less than 24 hours' notice.
  agreed boolean not null default false,
  -- The document with the notice of the visit.
  notice_id uuid,
  inspector text not null default '' check (char_length(inspector) <= 200),
  note text not null default '' check (char_length(note) <= 5000),
  -- [{"name": "Electricity", "serial": "", "reading": "012345"}]
  meters jsonb not null default '[]' check (jsonb_typeof(meters) = 'array' and jsonb_array_length(meters) <= 20),
  -- [{"name": "Front door", "count": 2}]
  keys jsonb not null default '[]' check (jsonb_typeof(keys) = 'array' and jsonb_array_length(keys) <= 40),
  -- The content is frozen from `shared_at`, and tenants may comment until `comments_until`.
  shared_at timestamptz(3),
  comments_until timestamptz(3),
  locked_at timestamptz(3),
  -- SHA-256 of the content when it was locked (app.inspection_content).
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(coalesce(property_address, '') || ' ' || inspector || ' ' || note)) stored,
  unique (id, user_id),
  check ((shared_at is null) = (comments_until is null)),
  check ((locked_at is null) = (sha256 is null)),
  check (locked_at is null or shared_at is not null),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete set null (tenancy_id),
  foreign key (notice_id, user_id) references public.documents (id, user_id) on delete set null (notice_id)
);
create index on public.inspections (user_id, starts_at desc, id desc);
create index on public.inspections (user_id, property_id, starts_at desc);
create index on public.inspections (tenancy_id) where tenancy_id is not null;
create index on public.inspections (notice_id) where notice_id is not null;
create index on public.inspections (comments_until) where shared_at is not null and locked_at is null;

-- Rooms are saved separately, so that two people conflict only in the same room.
create table public.inspection_rooms (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  inspection_id uuid not null,
  place smallint not null check (place between 1 and 200),
  name text not null check (char_length(name) between 1 and 100),
  note text not null default '' check (char_length(note) <= 2000),
  -- [{"id": uuid, "name": "Walls", "condition": "good" or null, "clean": true or null, "note": ""}]
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 60),
  -- Counts for lists: items without a condition, and those that are damaged, missing or not clean.
  unrecorded smallint not null generated always as
    (jsonb_array_length(jsonb_path_query_array(items, '$[*] ? (@.condition == null)'))) stored,
  findings smallint not null generated always as
    (jsonb_array_length(jsonb_path_query_array(items, '$[*] ? (@.condition == "damaged" || @.condition == "missing" || @.clean == false)'))) stored,
  -- The person of the last change, shown in conflicts.
  changed_by uuid,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (inspection_id, user_id) references public.inspections (id, user_id) on delete cascade
);
create index on public.inspection_rooms (inspection_id, place);
create index on public.inspection_rooms (user_id);

create table public.inspection_photos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  room_id uuid not null,
  -- Null for the room as a whole.
  item_id uuid,
  url text not null,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (room_id, user_id) references public.inspection_rooms (id, user_id) on delete cascade,
  foreign key (url, user_id) references public.files (url, user_id) deferrable initially deferred
);
create index on public.inspection_photos (room_id, date_added, id);
create index on public.inspection_photos (user_id);
create index on public.inspection_photos (url);

-- Append-only comments by tenants.
create table public.inspection_comments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  inspection_id uuid not null,
  -- Null for a comment on the whole inspection.
  room_id uuid,
  -- The tenant's name when the comment was added.
  name text not null check (char_length(name) between 1 and 200),
  text text not null check (char_length(text) between 1 and 5000),
  at timestamptz(3) not null default app.instant(),
  -- The form's idempotency key.
  form_key uuid not null,
  version integer not null default 1,
  unique (id, user_id),
  unique (inspection_id, form_key),
  foreign key (inspection_id, user_id) references public.inspections (id, user_id) on delete cascade,
  foreign key (room_id, user_id) references public.inspection_rooms (id, user_id) on delete cascade
);
create index on public.inspection_comments (inspection_id, at, id);
create index on public.inspection_comments (room_id) where room_id is not null;
create index on public.inspection_comments (user_id);

-- Photos of findings are also documents of their repairs.
alter table public.document_versions drop constraint document_versions_file_url_check,
  add constraint document_versions_file_url_check check (file_url ~ '^/api/files/(documents|inspection_images)/');

-- The finding that led to the repair.
alter table public.repairs add inspection_id uuid, add inspection_item uuid,
  add unique (inspection_item),
  add foreign key (inspection_id, user_id) references public.inspections (id, user_id) on delete set null (inspection_id);
create index on public.repairs (inspection_id) where inspection_id is not null;

do $$
begin
  execute (select string_agg(format('alter table public.guest_links drop constraint %I;', conname), ' ') from pg_constraint
    where conrelid = 'public.guest_links'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%kind%supplier%' or
      conrelid = 'public.guest_links'::regclass and conname = 'guest_links_kind_check');
end $$;
alter table public.guest_links
  add constraint guest_links_kind_check check (kind in ('papers', 'tenant', 'poster', 'supplier', 'inspection')),
  add inspection_id uuid,
  add foreign key (inspection_id, user_id) references public.inspections (id, user_id) on delete cascade,
  add check ((kind = 'supplier') = (repair_id is not null)),
  add check ((kind = 'inspection') = (inspection_id is not null)),
  add check (case kind when 'tenant' then tenant_id is not null when 'poster' then property_id is not null
    when 'supplier' then supplier_id is not null when 'inspection' then tenant_id is not null else true end);
create unique index guest_links_inspection_key on public.guest_links (inspection_id, tenant_id) where kind = 'inspection' and revoked_at is null;
