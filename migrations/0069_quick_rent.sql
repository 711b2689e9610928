-- Up Migration
-- Rent of a letting agent with thousands of tenancies and ten years of ledgers is read from indexes alone (npm run bench -- rent).

-- What a month charges.
create index rent_entries_charges on public.rent_entries (user_id, date) include (tenancy_id, kind, amount, settled, unpaid)
  where kind not in ('payment', 'refund');
-- What is outstanding, and who is behind.
create index rent_entries_unpaid_days on public.rent_entries (user_id, date) include (tenancy_id, amount, settled, disputed_on) where unpaid;
-- What came in after a day.
create index rent_entries_lowering on public.rent_entries (user_id, date) where amount < 0;
-- Balances.
create index rent_entries_balances on public.rent_entries (user_id, tenancy_id, date, id) include (amount);
drop index public.rent_entries_user_id_date_idx, public.rent_entries_user_id_tenancy_id_date_id_idx;

-- Not strict, so that PostgreSQL puts it in place of the call.
create or replace function app.periods_a_year(frequency text) returns integer language sql immutable parallel safe
  return case frequency when 'weekly' then 52 when '2-weekly' then 26 when '4-weekly' then 13 when 'monthly' then 12
    when 'quarterly' then 4 when 'six-monthly' then 2 when 'yearly' then 1 end;
