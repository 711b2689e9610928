-- Up Migration
-- Base rates that a landlord has entered, from which interest on late rent is proposed: those that changed after a release (decision 36).

create table public.base_rates (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  starts_on date not null check (starts_on between '1990-01-01' and '2200-12-31'),
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (user_id, starts_on)
);
select app.own_rows('public.base_rates');
grant select, delete, insert (starts_on, percent), update (percent) on public.base_rates to tenure_app;
