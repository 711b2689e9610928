-- Derived by src/features/deadline/rules, and replaced when a property's facts or the rules change. Includes copies of
-- the landlord's own deadlines.
create table public.deadlines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  -- Set for a duty towards a tenancy, which members see only with 'people.see'.
  tenancy_id uuid,
  rule text not null,
  -- For filters and reminder steps, such as 'gas' or 'deposit'.
  kind text not null,
  -- The id of the record that the duty is about, such as a tenant. Unique within property and rule.
  subject text not null default '',
  -- The duty, and the name of its subject, such as a tenant's.
  title text not null,
  about text,
  -- Null if a fact is missing, or the law has no date yet.
  day date,
  state text not null check (state in ('due', 'waiting', 'ask', 'coming')),
  -- The missing fact.
  ask text,
  -- The steps of the calculation, shown with the rule's source.
  why jsonb not null default '[]',
  -- Whether the landlord entered the day as an end date, which certificate notices already show.
  typed boolean not null default false,
  search text not null generated always as (app.search_text(title || ' ' || coalesce(about, ''))) stored,
  unique (id, user_id),
  unique (user_id, property_id, rule, subject),
  check ((day is null) = (state in ('ask', 'coming'))),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.deadlines (user_id, day, id) where day is not null;
create index on public.deadlines (property_id, user_id);
create index on public.deadlines (tenancy_id, user_id) where tenancy_id is not null;

-- The landlord's marks. A mark is for one day, so that the deadline is open again if its day changes.
create table public.deadline_marks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  -- `tenancy_id`, `rule`, `subject` and `day` are those of the deadline.
  tenancy_id uuid,
  rule text not null,
  subject text not null default '',
  day date,
  kind text not null check (kind in ('done', 'snoozed', 'not_needed')),
  -- The day on which the duty was done, or the end of the snooze.
  until date,
  reason text check (char_length(reason) between 1 and 500),
  marked_by uuid default app.person_id(),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  unique nulls not distinct (user_id, property_id, rule, subject, day),
  check (kind = 'done' or reason is not null),
  check ((kind = 'not_needed') = (until is null)),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade,
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.deadline_marks (property_id, user_id);
create index on public.deadline_marks (tenancy_id, user_id) where tenancy_id is not null;

-- The landlord's own deadlines, such as the end of boiler cover.
create table public.own_deadlines (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  title text not null check (char_length(title) between 1 and 200),
  day date not null,
  note text check (char_length(note) <= 2000),
  repeat_months smallint check (repeat_months between 1 and 120),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.own_deadlines (user_id, property_id, day);
create index on public.own_deadlines (property_id, user_id);

-- Reminder steps by kind, in days before a deadline. Kinds without a row have the code's defaults.
create table public.deadline_settings (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  kind text not null,
  steps smallint[] not null,
  delivery text not null check (delivery in ('at_once', 'digest')),
  version integer not null default 1,
  primary key (user_id, kind)
);

-- Steps already emailed, with the day of the email.
create table app.deadline_emails (
  user_id uuid not null references public.profiles on delete cascade,
  member_id uuid not null,
  deadline_key text not null,
  step integer not null,
  emailed_on date not null,
  primary key (member_id, deadline_key, step),
  foreign key (member_id, user_id) references public.members (id, user_id) on delete cascade
);
create index on app.deadline_emails (user_id);

-- Properties whose facts changed, marked by triggers, until their deadlines are derived.
create table app.stale_deadlines (
  property_id uuid not null,
  user_id uuid not null references public.profiles on delete cascade,
  primary key (property_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on app.stale_deadlines (user_id);

-- How the deadlines of a property were last derived.
create table app.derived_deadlines (
  property_id uuid not null,
  user_id uuid not null references public.profiles on delete cascade,
  rules_version integer not null,
  -- 'unsure' if neither the postcode nor the landlord's entry is enough.
  nation text not null,
  -- The first day on which the same facts lead to other deadlines, such as the end of a tenancy.
  again_on date,
  primary key (property_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on app.derived_deadlines (user_id, nation);
create index on app.derived_deadlines (rules_version);
create index on app.derived_deadlines (again_on) where again_on is not null;

comment on table app.stale_deadlines is 'derived';
comment on table app.derived_deadlines is 'derived';
