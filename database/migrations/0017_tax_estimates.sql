-- Facts for the estimate of a person's tax on property in a tax year (decision 67).
create table public.tax_estimates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  -- Null for the only owner of an account without owner records.
  owner_id uuid,
  year text not null check (year ~ '^20\d\d-\d\d$'),
  other_income numeric(12, 2) not null check (other_income between 0 and 99999999.99),
  savings numeric(12, 2) not null check (savings between 0 and 99999999.99),
  dividends numeric(12, 2) not null check (dividends between 0 and 99999999.99),
  losses_brought_forward numeric(12, 2) not null check (losses_brought_forward between 0 and 99999999.99),
  -- Box 45 of the property pages (SA105): unused finance costs of earlier years.
  finance_brought_forward numeric(12, 2) not null check (finance_brought_forward between 0 and 99999999.99),
  put_aside numeric(12, 2) not null check (put_aside between 0 and 99999999.99),
  nation text not null check (nation in ('England', 'Wales', 'Scotland', 'Northern Ireland')),
  choice text not null check (choice in ('best', 'expenses', 'allowance')),
  foreign key (owner_id, user_id) references public.owners (id, user_id) on delete cascade,
  unique nulls not distinct (user_id, year, owner_id)
);
