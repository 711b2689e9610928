-- Up Migration
-- Letting agents, who pay rent on less a fee (decision 37), and tenancies whose certain bank rows need no press.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  -- Of the rent that came in, or an amount a payment: one of the two.
  fee_percent numeric(5, 2) check (fee_percent between 0 and 100),
  fee_fixed numeric(12, 2) check (fee_fixed between 0 and 99999999.99),
  -- Whether VAT is in the fee, comes on top, or is not charged.
  vat text not null check (vat in ('included', 'added', 'none')),
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  search text not null generated always as (lower(name)) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(name)) stored,
  unique (id, user_id),
  check ((fee_percent is null) <> (fee_fixed is null))
);
create index on public.agents (user_id, sort_name, id);
create index on public.agents (user_id, date_added desc, id desc);
create index on public.agents (user_id) include (id, search);
create function app.find_agents(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.agents where user_id = app.user_id() and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_agents(text) to tenure_app;
select app.keep_record('public.agents', 'agent', 'name');
select app.notify_changes_of('public.agents', 'agents');
grant select, delete, insert (name, fee_percent, fee_fixed, vat), update (name, fee_percent, fee_fixed, vat) on public.agents to tenure_app;

alter table public.tenancies
  add column agent_id uuid,
  -- Whether bank rows that are certain to be its rent go onto the ledger by themselves.
  add column accepts_certain boolean not null default false,
  add foreign key (agent_id, user_id) references public.agents (id, user_id) on delete set null (agent_id);
create index on public.tenancies (agent_id) where agent_id is not null;
create index on public.tenancies (user_id) where accepts_certain;
grant update (agent_id, accepts_certain) on public.tenancies to tenure_app;

-- Whose certain bank rows are to be accepted.
create function app.landlords_accepting() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct user_id from public.tenancies where accepts_certain order by user_id;
end;
grant execute on function app.landlords_accepting() to tenure_jobs;
