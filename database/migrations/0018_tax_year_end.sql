-- Facts of a replaced domestic item (decision 67), without which its whole cost is deducted. Retained after the
-- transaction is deleted, for undo. A foreign key would check every deleted transaction.
create table public.tax_domestic_items (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  transaction_id uuid primary key,
  kind text not null check (kind in ('replacement', 'first')),
  equivalent numeric(12, 2) not null check (equivalent between 0 and 99999999.99),
  incidental numeric(12, 2) not null check (incidental between 0 and 99999999.99),
  proceeds numeric(12, 2) not null check (proceeds between 0 and 99999999.99)
);
create index on public.tax_domestic_items (user_id);

-- Price and buying costs of a property. Retained after the property is deleted, as its transactions are.
create table public.tax_purchases (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  bought_on date check (bought_on between '1900-01-01' and '2200-12-31'),
  price numeric(12, 2) not null check (price between 0 and 99999999.99),
  stamp_duty numeric(12, 2) not null check (stamp_duty between 0 and 99999999.99),
  legal_fees numeric(12, 2) not null check (legal_fees between 0 and 99999999.99),
  other_costs numeric(12, 2) not null check (other_costs between 0 and 99999999.99),
  primary key (user_id, property_id)
);

-- Agent fees and costs dated on the day of the payment although the agent received the rent earlier, to be reviewed.
create table public.agent_day_reviews (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  transaction_id uuid primary key,
  received_on date not null
);
create index on public.agent_day_reviews (user_id);
insert into public.agent_day_reviews (user_id, transaction_id, received_on)
select kept.user_id, kept.id, coalesce(rent.of_property, rent.latest)
from public.transactions kept
join public.transactions whole on whole.id = kept.split_id
cross join lateral (
  select max(r.date) as latest, max(r.date) filter (where r.property_id = kept.property_id) as of_property
  from public.transactions r
  where r.split_id = kept.split_id and r.type = 'income' and r.category = 'rent' and r.tenancy_id is not null
) rent
where kept.type = 'expense' and kept.tenancy_id is null
  and exists (select from public.transactions fee where fee.split_id = kept.split_id and fee.type = 'expense' and fee.category = 'agent fees')
  and coalesce(rent.of_property, rent.latest) < kept.date;
