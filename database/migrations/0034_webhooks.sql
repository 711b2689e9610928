-- The transaction that added the entry: all transactions below a snapshot's xmin are final, so that late commits are
-- not skipped. A column, as rows' xmin is reused after four billion transactions. Earlier entries have the migration's.
alter table public.activity
  add column xid xid8 not null default pg_current_xact_id(),
  -- The record's version after the change, or its last one; null for several records.
  add column record_version integer;
create index on public.activity (user_id, xid, id);

create table public.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  url text not null check (char_length(url) between 1 and 500),
  -- Shown in the activity, as URLs may contain tokens.
  host text not null,
  -- Such as 'tenant.added', or only '*' for all.
  events text[] not null check (cardinality(events) > 0),
  secret text not null,
  -- The previous secret also signs until `previous_until`.
  previous_secret text,
  previous_until timestamptz(3),
  -- Null while the endpoint is on.
  off_reason text check (off_reason in ('owner', 'gone', 'failing')),
  off_at timestamptz(3),
  -- Only events since then are delivered.
  on_since timestamptz not null default app.instant(),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id)
);
create index on public.webhook_endpoints (user_id, date_added);

-- The time from which all tries of an endpoint have failed; null after a success.
create table app.webhook_health (
  endpoint_id uuid primary key,
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  failing_since timestamptz(3),
  foreign key (endpoint_id, user_id) references public.webhook_endpoints (id, user_id) on delete cascade
);
create index on app.webhook_health (user_id);

-- Deliveries of the last 30 days.
create table app.webhook_deliveries (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  endpoint_id uuid not null,
  -- The cause of the event, such as 'activity:42', so that each event is delivered once.
  source text not null,
  event text not null,
  record_id uuid,
  record_count bigint not null default 1,
  record_version integer,
  happened_at timestamptz(3) not null default app.instant(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Whether a person requested the next try.
  manual boolean not null default false,
  -- The number of scheduled tries.
  tries integer not null default 0,
  due_at timestamptz(3) not null default app.instant(),
  unique (id, user_id),
  foreign key (endpoint_id, user_id) references public.webhook_endpoints (id, user_id) on delete cascade
);
create unique index on app.webhook_deliveries (endpoint_id, source);
create index on app.webhook_deliveries (endpoint_id, due_at, id) where state = 'waiting';
create index on app.webhook_deliveries (user_id, id);
create index on app.webhook_deliveries (happened_at);

create table app.webhook_tries (
  id bigint generated always as identity primary key,
  delivery_id uuid not null,
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  at timestamptz(3) not null,
  -- Null without a response; `failure` is the reason.
  status integer,
  failure text not null default '',
  milliseconds integer not null,
  foreign key (delivery_id, user_id) references app.webhook_deliveries (id, user_id) on delete cascade
);
create index on app.webhook_tries (delivery_id, id);
create index on app.webhook_tries (user_id);

-- The last activity entry whose deliveries have been created, for accounts that have had an endpoint.
create table app.webhook_cursors (
  user_id uuid primary key references public.profiles on delete cascade,
  xid xid8 not null,
  activity_id bigint not null
);

-- Late rents and expiring certificates whose event has been created.
create table app.webhook_notices (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  key text not null,
  primary key (user_id, key)
);
