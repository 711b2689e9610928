-- Marks the year from which an owner no longer reports quarterly, while the choices of earlier years still apply to them.
alter table public.tax_quarters add column ended boolean not null default false;
