-- Seats after a change to a smaller plan. Days are in London.
alter table public.subscriptions
  -- When members without a seat are paused; null if all have one.
  add seats_due date,
  -- When the owners were last emailed about seats.
  add seats_emailed date,
  -- The plan's seats when the period until `seats_due` began. A plan with fewer seats restarts the period.
  add seats_total smallint;
-- The plan's seats when the member was paused for lack of one; null for a member whom an owner paused.
alter table public.members add seats_when_paused smallint;
