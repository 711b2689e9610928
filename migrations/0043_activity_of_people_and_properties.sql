-- Up Migration
-- The overview undoes this month's changes of properties and tenants, among as many of transactions.
create index on public.activity (user_id, at) where noun in ('property', 'tenant');
