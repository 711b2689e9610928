-- Saved reports, and the values of properties for their yield (decision 65).
create table public.saved_reports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- The member who saved the report and receives its emails.
  member_id uuid default app.member_id(),
  name text not null check (char_length(name) between 1 and 100),
  report text not null check (char_length(report) between 1 and 50),
  -- Days and filters, as in the report's address.
  query jsonb not null default '{}' check (jsonb_typeof(query) = 'object' and length(query::text) <= 2000),
  monthly boolean not null default false,
  -- The first day of the month of the last email.
  emailed_for date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  foreign key (member_id, user_id) references public.members (id, user_id) on delete set null (member_id)
);
create index on public.saved_reports (user_id, date_added, id);
create index on public.saved_reports (member_id, user_id);
create index on public.saved_reports (emailed_for) where monthly;

create table public.property_values (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  value numeric(12, 2) not null check (value between 0.01 and 99999999.99),
  primary key (user_id, property_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete cascade
);
create index on public.property_values (property_id, user_id);
