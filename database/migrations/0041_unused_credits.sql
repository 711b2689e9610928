-- Money that pays nothing yet. Otherwise arrears read all payments of the account, as the planner expects a third of
-- them to be unused.
create index rent_entries_unused on public.ledger_entries (user_id, date) where amount < 0 and abs(amount) > settled;
