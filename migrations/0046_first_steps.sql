-- Up Migration
-- The three steps of a new landlord on the dashboard, once they were hidden.
alter table public.profiles add column steps_hidden boolean not null default false;
grant update (steps_hidden) on public.profiles to tenure_app;
