-- Sums over all properties, so that figures of thousands of properties come from a few hundred rows (decision 68).
create table app.tax_account_totals (
  user_id uuid not null references public.profiles on delete cascade,
  bucket date not null,
  category text not null,
  type text not null,
  refund boolean not null,
  -- Empty for transactions with the line of their category.
  line text not null,
  large boolean not null,
  slot smallint not null,
  count bigint not null,
  amount numeric(20, 2) not null,
  primary key (user_id, bucket, category, type, refund, line, large, slot)
) with (fillfactor = 70);
insert into app.tax_account_totals (user_id, bucket, category, type, refund, line, large, slot, count, amount)
select user_id, bucket, category, type, refund, line, large, 0, sum(count), sum(amount)
from app.tax_totals group by 1, 2, 3, 4, 5, 6, 7 having sum(count) <> 0 or sum(amount) <> 0;
