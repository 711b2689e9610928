create table public.repair_plans (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  title text not null check (char_length(title) between 1 and 200),
  category text not null check (category in ('water', 'heating', 'electrics', 'gas', 'damp', 'appliance', 'door', 'roof', 'pests', 'floor',
    'walls', 'garden', 'cleaning', 'other')),
  description text not null default '' check (char_length(description) <= 5000),
  -- The usual supplier.
  supplier_id uuid,
  -- Repairs are due every `every_months` months from `next_on`, or before each deadline of `deadline_kind`.
  every_months smallint check (every_months between 1 and 120),
  next_on date,
  deadline_kind text,
  paused boolean not null default false,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(title)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(title)) stored,
  unique (id, user_id),
  check ((every_months is null) = (next_on is null) and (every_months is null) <> (deadline_kind is null)),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (supplier_id, user_id) references public.suppliers (id, user_id) on delete set null (supplier_id)
);
create index on public.repair_plans (user_id, sort_name, id);
create index on public.repair_plans (user_id, date_added desc, id desc);
create index on public.repair_plans (property_id);
create index on public.repair_plans (supplier_id) where supplier_id is not null;
create index on public.repair_plans (next_on) where not paused;

-- The plan that created the repair, and the planned day.
alter table public.repairs add plan_id uuid, add plan_day date,
  add unique (plan_id, plan_day),
  add foreign key (plan_id, user_id) references public.repair_plans (id, user_id) on delete set null (plan_id);
