-- Payments and credits that are not fully allocated. Without this index, arrears read all payments of the account, as
-- the planner expects a third to be unallocated.
create index rent_entries_unused on public.ledger_entries (user_id, date) where amount < 0 and abs(amount) > settled;
