-- Loans for let properties, and the payments linked to them (decision 63).
create table public.loans (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Address and city, retained after the property is deleted.
  property_name text,
  lender text not null check (char_length(lender) between 1 and 200),
  amount numeric(12, 2) not null check (amount between 0.01 and 99999999.99),
  opened date not null check (opened between '1900-01-01' and '2200-12-31'),
  months smallint not null check (months between 1 and 600),
  kind text not null check (kind in ('repayment', 'interest-only')),
  -- Rates by date, read and saved together: [{"from": "2026-04-06", "percent": 4.5}].
  rates jsonb not null check (jsonb_array_length(rates) between 1 and 50),
  fixed_until date,
  value_when_let numeric(12, 2) check (value_when_let between 0.01 and 99999999.99),
  capital_added numeric(12, 2) check (capital_added between 0 and 99999999.99),
  -- Whether the landlord confirmed the limit on interest that follows from the value when first let.
  limit_confirmed boolean not null default false,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (app.search_text(lender || ' ' || coalesce(property_name, ''))) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(lender)) stored,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id)
);
create index on public.loans (user_id, sort_name, id);
create index on public.loans (user_id, date_added desc, id desc);
create index on public.loans (property_id, user_id);
create index on public.loans (user_id, fixed_until) where fixed_until is not null;

-- The lender's interest for a period, which replaces the estimates. Periods of a loan do not overlap.
create table public.loan_statements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  loan_id uuid not null,
  from_day date not null,
  to_day date not null,
  interest numeric(12, 2) not null check (interest between 0 and 99999999.99),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  unique (id, user_id),
  unique (loan_id, from_day),
  check (to_day >= from_day),
  foreign key (loan_id, user_id) references public.loans (id, user_id) on delete cascade
);
create index on public.loan_statements (user_id);

-- Each part of a split payment has the loan, so that undoing the split restores the link.
alter table public.transactions
  add loan_id uuid,
  add foreign key (loan_id, user_id) references public.loans (id, user_id) on delete set null (loan_id);
create index on public.transactions (loan_id, user_id) where loan_id is not null;
