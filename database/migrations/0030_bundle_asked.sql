-- The day on which a council or court requested the documents of a tenancy or property.
create table public.bundle_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Null for a request for the documents of the property.
  tenancy_id uuid,
  asked_on date not null,
  version integer not null default 1,
  unique (id, user_id),
  check (property_id is not null or tenancy_id is not null),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create unique index on public.bundle_requests (property_id) where tenancy_id is null;
create unique index on public.bundle_requests (tenancy_id) where tenancy_id is not null;
create index on public.bundle_requests (user_id, property_id);
