-- The ledger: positive amounts are owed, negative ones paid or credited. Payments have the id of their transaction.
create table public.ledger_entries (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- The schedule writes 'rent' and 'correction', transactions 'payment' and 'refund', landlords the other kinds.
  kind text not null check (kind in
    ('rent', 'correction', 'charge', 'interest', 'opening', 'reduction', 'written-off', 'rent-free', 'payment', 'refund')),
  date date not null check (date between '1900-01-01' and '2200-12-31'),
  amount numeric(12, 2) not null check (amount <> 0),
  -- The period of a rent charge, and the calculation of a partial period.
  period_from date,
  period_to date,
  method text check (char_length(method) <= 500),
  note text not null default '' check (char_length(note) <= 500),
  corrects uuid,
  disputed_on date,
  -- The allocated part of the amount.
  settled numeric(12, 2) not null default 0,
  unpaid boolean not null generated always as (amount > settled) stored,
  unique (id, tenancy_id, user_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (corrects, tenancy_id, user_id) references public.ledger_entries (id, tenancy_id, user_id) deferrable initially deferred,
  check (case when kind in ('payment', 'reduction', 'written-off', 'rent-free') then amount < 0
    when kind in ('rent', 'charge', 'interest', 'refund') then amount > 0 else true end)
);
create index on public.ledger_entries (corrects) where corrects is not null;
create index on public.ledger_entries (user_id, tenancy_id, date) where unpaid;
create index rent_entries_open on public.ledger_entries (user_id, tenancy_id, date) where abs(amount) > settled;
create unique index on public.ledger_entries (tenancy_id, period_from) where kind = 'rent';
-- Indexes for accounts with thousands of tenancies over ten years (npm run bench -- rent).
create index rent_entries_charges on public.ledger_entries (user_id, date) include (tenancy_id, kind, amount, settled, unpaid)
  where kind not in ('payment', 'refund');
create index rent_entries_unpaid_days on public.ledger_entries (user_id, date) include (tenancy_id, amount, settled, disputed_on) where unpaid;
create index rent_entries_lowering on public.ledger_entries (user_id, date) where amount < 0;
create index rent_entries_balances on public.ledger_entries (user_id, tenancy_id, date, id) include (amount);
create index rent_entries_credits on public.ledger_entries (user_id) include (id) where kind in ('reduction', 'written-off', 'rent-free');
create index rent_entries_refunds on public.ledger_entries (user_id, date) include (id) where kind = 'refund';

-- Calculated by `app.settle_rent`.
create table public.rent_allocations (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (owed_id, tenancy_id, user_id) references public.ledger_entries (id, tenancy_id, user_id) deferrable initially deferred,
  foreign key (paid_id, tenancy_id, user_id) references public.ledger_entries (id, tenancy_id, user_id) deferrable initially deferred
);
create index on public.rent_allocations (user_id, tenancy_id);
create index on public.rent_allocations (paid_id);

-- Allocations that the landlord chose. No foreign keys to entries, so that undoing a deletion restores the choices.
create table public.chosen_allocations (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.chosen_allocations (user_id, tenancy_id);
create index on public.chosen_allocations (tenancy_id);

-- Proposals that the landlord rejected, which are not shown again.
create table public.dismissed_matches (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  transaction_id uuid not null,
  tenancy_id uuid not null,
  -- These columns identify the bank row if it is imported again, also for parts of a split (decision 37).
  account_key text,
  date date,
  amount numeric(12, 2),
  text text,
  primary key (transaction_id, tenancy_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.dismissed_matches (user_id);
create index on public.dismissed_matches (tenancy_id);

-- Bank rows that need an answer, with their proposals, as last computed (decision 58).
create table app.bank_rows (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  row_id uuid not null,
  section text not null check (section in ('rent', 'same', 'choose', 'other')),
  certain boolean not null,
  date date not null,
  item jsonb not null,
  primary key (user_id, row_id)
);
create index on app.bank_rows (user_id, section, certain desc, date desc, row_id desc);
-- The London day of the computation, on which proposals depend, and the number of its rows and tenancies.
create table app.bank_rows_computed (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  day date not null,
  size integer not null
);
-- Later transactions that changed an input of the computation. Insert-only, so that saves never wait for each other.
create table app.bank_row_changes (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  change xid8 not null default pg_current_xact_id(),
  primary key (user_id, change)
);
-- Backups and the data download leave out tables with this comment.
comment on table app.bank_rows is 'derived';
comment on table app.bank_rows_computed is 'derived';
comment on table app.bank_row_changes is 'derived';

-- Base rates entered by landlords for interest on late rent, if newer than the release's (decision 36).
create table public.base_rates (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  starts_on date not null check (starts_on between '1990-01-01' and '2200-12-31'),
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (user_id, starts_on)
);

create table public.reminder_settings (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  -- Days relative to the due date.
  steps smallint[] not null check (cardinality(steps) between 1 and 8 and -14 <= all (steps) and 60 >= all (steps)),
  active boolean not null default false,
  previewed_at timestamptz(3),
  check (not active or previewed_at is not null)
);

create table public.rent_emails (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- The due date of the rent, and days relative to it.
  due_on date not null,
  step smallint not null,
  recipient text not null,
  subject text not null,
  body text not null,
  -- handed: sent without a response, and not retried. sent: accepted by the mail server.
  -- withdrawn: paid or out of date before sending.
  state text not null default 'queued' check (state in ('queued', 'handed', 'sent', 'refused', 'withdrawn')),
  reason text,
  queued_at timestamptz(3) not null default app.instant(),
  unique (tenancy_id, due_on, step, recipient),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_emails (user_id, tenancy_id, queued_at desc);
create index on public.rent_emails (user_id, queued_at);
create index on public.rent_emails (user_id) where state = 'queued';

-- A landlord's choices for a payer, applied to the payer's next bank rows (decision 46).
create table public.payer_rules (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Normalised by `payerKey`.
  payer text not null check (char_length(payer) between 1 and 200),
  type text not null check (type in ('income', 'expense')),
  category text check (char_length(category) between 1 and 100),
  property_id uuid,
  -- Whether the payer's transactions are for several properties, so that none is chosen.
  varies boolean not null default false,
  -- The last transaction with a chosen property. Changing its property corrects the rule.
  learned_from uuid,
  -- The bulk change that set the rule, and the previous values, for undo.
  batch uuid,
  before jsonb,
  learned_at timestamptz(3) not null default app.instant(),
  unique (user_id, payer, type),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id)
);
create index on public.payer_rules (property_id) where property_id is not null;
create index on public.payer_rules (user_id, batch) where batch is not null;
