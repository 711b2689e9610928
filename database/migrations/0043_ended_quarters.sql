-- Marks the year from which an owner no longer reports quarterly. Choices of earlier years still apply to those years.
alter table public.tax_quarters add column ended boolean not null default false;
