-- The places of transactions on the tax return (decision 61).
create domain app.tax_line as text check (value in ('rent', 'other_income', 'lease_premium', 'reverse_premium', 'tax_deducted', 'premises',
  'repairs', 'finance_other', 'professional', 'services', 'travel', 'other', 'finance_residential', 'domestic_item', 'capital', 'private',
  'not_tax', 'ask'));

alter table public.transactions
  -- Null for the line of the category.
  add tax_line app.tax_line,
  -- A deleted property, whose letting kind and shares still apply until another property is set.
  add former_property_id uuid;

-- The landlord's own categories with their tax lines, and lines that replace the defaults of other categories.
create table public.tax_choices (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  category text not null check (category ~ '^[a-z][a-z0-9 -]{0,49}$'),
  line app.tax_line not null,
  primary key (user_id, category)
);

-- Commercial and mixed properties, whose finance costs are in box 26; all others are residential. Retained after the
-- property is deleted, as its transactions are.
create table public.tax_lettings (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid not null,
  residential_percent smallint not null check (residential_percent between 0 and 99),
  primary key (user_id, property_id)
);

-- Sums of completed transactions from the 1st or the 6th of a month, so that both kinds of tax quarters consist of
-- whole buckets. `large` transactions may be improvements.
create table app.tax_totals (
  user_id uuid not null references public.profiles on delete cascade,
  bucket date not null,
  -- The id of a property, possibly deleted; all zeros without a property.
  property_id uuid not null,
  category text not null,
  type text not null,
  refund boolean not null,
  -- Empty for transactions with the line of their category.
  line text not null,
  large boolean not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, bucket, property_id, category, type, refund, line, large, slot)
) with (fillfactor = 70);
insert into app.tax_totals (user_id, bucket, property_id, category, type, refund, line, large, slot, count, amount)
select user_id, date_trunc('month', date)::date + case when extract(day from date) < 6 then 0 else 5 end,
  coalesce(property_id, '00000000-0000-0000-0000-000000000000'), category, type, refund, '', abs(amount) >= 1000, 0, count(*), sum(amount)
from public.transactions where status = 'completed' group by 1, 2, 3, 4, 5, 6, 8;
