-- The latest London day on which the link was emailed, and how often on that day.
alter table public.guest_links
  add column emailed_on date,
  add column emails integer not null default 0;
