alter table public.properties
  -- Only set if the postcode is ambiguous.
  add country text check (country in ('England', 'Wales', 'Scotland', 'Northern Ireland')),
  -- Whether the landlord has gas appliances or pipework in the home.
  add gas boolean,
  -- Storeys with living rooms.
  add storeys smallint check (storeys between 1 and 100),
  -- Living rooms, kitchens and bathrooms with a fixed combustion appliance other than a gas cooker.
  add combustion_rooms smallint check (combustion_rooms between 0 and 100),
  add people smallint check (people between 0 and 1000),
  add households smallint check (households between 0 and 1000),
  add let_by_room boolean,
  add leasehold boolean,
  -- Facts that the landlord does not know, by field name of the API.
  add unknown_facts text[] not null default '{}';

alter table public.property_certificates
  -- The most serious code of an electrical report, or satisfactory.
  add outcome text check (outcome in ('satisfactory', 'C1', 'C2', 'C3', 'FI')),
  -- The report's own deadline for the work, if earlier than the law's.
  add work_due date,
  add work_done date,
  add confirmed_to_tenant date,
  add confirmed_to_council date,
  add replaced_by uuid,
  add foreign key (replaced_by, user_id) references public.property_certificates (id, user_id) on delete set null (replaced_by),
  add check (replaced_by <> id);
create index on public.property_certificates (replaced_by) where replaced_by is not null;

create table public.licences (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  kind text not null check (kind in ('mandatory', 'additional', 'selective', 'exemption')),
  council text not null check (char_length(council) between 1 and 200),
  number text check (char_length(number) <= 100),
  starts date not null check (starts between '1990-01-01' and '2200-12-31'),
  ends date not null check (ends between '1990-01-01' and '2200-12-31'),
  conditions text check (char_length(conditions) <= 5000),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(council || ' ' || coalesce(number, ''))) stored,
  unique (id, user_id),
  check (ends > starts),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.licences (user_id, ends, id);
create index on public.licences (user_id, date_added desc, id desc);
create index on public.licences (property_id, user_id, ends);
