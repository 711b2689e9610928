-- The ledger: above zero is owed, below zero is paid, given or forgiven. What is paid has the id of its transaction and follows it.
create table public.rent_entries (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- rent and correction are written by the schedule, payment and refund by transactions, the others by the landlord.
  kind text not null check (kind in
    ('rent', 'correction', 'charge', 'interest', 'opening', 'reduction', 'written-off', 'rent-free', 'payment', 'refund')),
  -- When it is due, or was paid or agreed.
  date date not null check (date between '1900-01-01' and '2200-12-31'),
  amount numeric(12, 2) not null check (amount <> 0),
  -- Of rent: its first and last day, and how the amount comes about where it is not a whole period's.
  period_from date,
  period_to date,
  method text check (char_length(method) <= 500),
  note text not null default '' check (char_length(note) <= 500),
  -- The charge that a correction is of.
  corrects uuid,
  -- Since when the tenant disputes it.
  disputed_on date,
  -- How much of it has been paid, or of it has been used to pay.
  settled numeric(12, 2) not null default 0,
  unpaid boolean not null generated always as (amount > settled) stored,
  unique (id, tenancy_id, user_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (corrects, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) deferrable initially deferred,
  check (case when kind in ('payment', 'reduction', 'written-off', 'rent-free') then amount < 0
    when kind in ('rent', 'charge', 'interest', 'refund') then amount > 0 else true end)
);
create index on public.rent_entries (corrects) where corrects is not null;
create index on public.rent_entries (user_id, tenancy_id, date) where unpaid;
create index rent_entries_open on public.rent_entries (user_id, tenancy_id, date) where abs(amount) > settled;
create unique index on public.rent_entries (tenancy_id, period_from) where kind = 'rent';
-- These keep a letting agent's rent, thousands of tenancies over ten years, readable from indexes alone (npm run bench -- rent).
-- What a month charges.
create index rent_entries_charges on public.rent_entries (user_id, date) include (tenancy_id, kind, amount, settled, unpaid)
  where kind not in ('payment', 'refund');
-- What is outstanding, and who is behind.
create index rent_entries_unpaid_days on public.rent_entries (user_id, date) include (tenancy_id, amount, settled, disputed_on) where unpaid;
-- What came in after a day.
create index rent_entries_lowering on public.rent_entries (user_id, date) where amount < 0;
-- Balances.
create index rent_entries_balances on public.rent_entries (user_id, tenancy_id, date, id) include (amount);
-- What a month forgives, and what went back after a day.
create index rent_entries_credits on public.rent_entries (user_id) include (id) where kind in ('reduction', 'written-off', 'rent-free');
create index rent_entries_refunds on public.rent_entries (user_id, date) include (id) where kind = 'refund';

-- What paid for what, worked out by `app.settle_rent`.
create table public.rent_allocations (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (owed_id, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) deferrable initially deferred,
  foreign key (paid_id, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) deferrable initially deferred
);
create index on public.rent_allocations (user_id, tenancy_id);
create index on public.rent_allocations (paid_id);

-- What a landlord wants a payment to go to. It outlives what it names, so that an undone deletion finds it again.
create table public.rent_choices (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_choices (user_id, tenancy_id);
create index on public.rent_choices (tenancy_id);

-- Bank rows that a landlord says are not the rent of a tenancy: not proposed again.
create table public.rent_dismissals (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  transaction_id uuid not null,
  tenancy_id uuid not null,
  -- Which bank row was dismissed, so that it stays so where it comes again; and parts beside rows of a bank (decision 37).
  account_key text,
  date date,
  amount numeric(12, 2),
  text text,
  primary key (transaction_id, tenancy_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_dismissals (user_id);
create index on public.rent_dismissals (tenancy_id);

-- What each bank row that waits for its landlord may be, as it was last worked out (decision 58).
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
-- The London day that it was worked out for, as which rows wait depends on the day, and of how many rows and tenancies.
create table app.bank_rows_read (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  day date not null,
  size integer not null
);
-- Transactions that have changed what it depends on since. Only added to, so that nobody waits for another's save.
create table app.bank_row_changes (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  change xid8 not null default pg_current_xact_id(),
  primary key (user_id, change)
);
-- By this mark backups and the download of my data leave them out.
comment on table app.bank_rows is 'worked out';
comment on table app.bank_rows_read is 'worked out';
comment on table app.bank_row_changes is 'worked out';

-- Base rates that a landlord has entered, from which interest on late rent is proposed: those that changed after a release (decision 36).
create table public.base_rates (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  starts_on date not null check (starts_on between '1990-01-01' and '2200-12-31'),
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (user_id, starts_on)
);

-- Reminders of rent by email to tenants (decision 38): what a landlord wants, and every email with what became of it.
create table public.reminder_settings (
  user_id uuid primary key default app.user_id() references public.profiles on delete cascade,
  -- In days from the day on which rent is due.
  steps smallint[] not null check (cardinality(steps) between 1 and 8 and -14 <= all (steps) and 60 >= all (steps)),
  active boolean not null default false,
  -- Since when the landlord knows what tenants read.
  previewed_at timestamptz(3),
  check (not active or previewed_at is not null)
);

create table public.rent_emails (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- The rent that it reminds of, and so many days from then.
  due_on date not null,
  step smallint not null,
  recipient text not null,
  subject text not null,
  body text not null,
  -- handed: given to the mail server, which has not answered; it is not sent again. sent: the mail server accepted it. withdrawn: the rent
  -- was paid, or the day was over, before it was sent.
  state text not null default 'queued' check (state in ('queued', 'handed', 'sent', 'refused', 'withdrawn')),
  reason text,
  queued_at timestamptz(3) not null default app.instant(),
  -- One email of a step to one address, whatever happens.
  unique (tenancy_id, due_on, step, recipient),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_emails (user_id, tenancy_id, queued_at desc);
create index on public.rent_emails (user_id, queued_at);
create index on public.rent_emails (user_id) where state = 'queued';

-- What a landlord chose for a payer, applied to the payer's next bank rows (decision 46).
create table public.payer_rules (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- The words by which the payer is known again, as `payerKey` gives them.
  payer text not null check (char_length(payer) between 1 and 200),
  type text not null check (type in ('income', 'expense')),
  category text check (char_length(category) between 1 and 100),
  property_id uuid,
  -- Rows of this payer are for several properties: none is chosen.
  varies boolean not null default false,
  -- The transaction whose property was chosen last: choosing again for the same one corrects it.
  taught_by uuid,
  -- The bulk change that taught it, and what it was before, for Undo.
  batch uuid,
  before jsonb,
  learnt_at timestamptz(3) not null default app.instant(),
  unique (user_id, payer, type),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id)
);
create index on public.payer_rules (property_id) where property_id is not null;
create index on public.payer_rules (user_id, batch) where batch is not null;
