-- Up Migration
-- Rent (decision 36): a tenancy stands behind the tenants of one agreement, its rent has a history, and its ledger says what is owed,
-- what came in, and what paid for what.

create table public.tenancies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  property_id uuid,
  -- Address and city of the property, as of a tenant.
  property_name text,
  -- The names of its tenants, kept true while there are some, and as they last were once all have been deleted.
  names text not null default '',
  kind text not null check (kind in ('periodic', 'fixed-term', 'lodger', 'company-let')),
  start_date date not null check (start_date between '1900-01-01' and '2200-12-31'),
  -- Null where there is no fixed end. Rent is owed after it too, for as long as somebody lives there.
  end_date date,
  -- From this day on nobody lives there, and no rent is owed.
  ended_on date,
  frequency text not null default 'monthly'
    check (frequency in ('weekly', '2-weekly', '4-weekly', 'monthly', 'quarterly', 'six-monthly', 'yearly')),
  -- A day of the month, in months that are shorter the last; by weeks 1 for Monday to 7 for Sunday.
  rent_day smallint not null check (rent_day between 1 and case when frequency like '%weekly' then 7 else 31 end),
  -- Whether a period is paid when it is over.
  in_arrears boolean not null default false,
  -- Rent is charged from here on. What was owed before, if anything, is an opening balance.
  charges_from date not null,
  -- Up to here charges are written; null for none yet.
  charged_to date,
  -- Whether the agreement lets interest be asked for late rent.
  late_interest boolean not null default false,
  deposit_amount numeric(12, 2) not null default 0 check (deposit_amount between 0 and 99999999.99),
  deposit_received date,
  deposit_scheme text check (char_length(deposit_scheme) <= 100),
  deposit_reference text check (char_length(deposit_reference) <= 100),
  deposit_protected date,
  deposit_information date,
  deposit_returned date,
  deposit_deductions numeric(12, 2) not null default 0 check (deposit_deductions between 0 and 99999999.99),
  notice_by text check (notice_by in ('landlord', 'tenant')),
  notice_given date,
  notice_ends date,
  date_added timestamptz(3) not null default app.instant(),
  version integer not null default 1,
  sample boolean not null default app.loads_sample(),
  search text not null generated always as (lower(names || chr(10) || coalesce(property_name, ''))) stored,
  sort_name text collate "C" not null generated always as (app.sort_key(names)) stored,
  unique (id, user_id),
  foreign key (property_id, user_id) references public.properties (id, user_id) on delete set null (property_id)
);
create index on public.tenancies (user_id, sort_name, id);
create index on public.tenancies (user_id, date_added desc, id desc);
create index on public.tenancies (user_id, property_id);
create index on public.tenancies (user_id) include (id, search);
create index on public.tenancies (user_id) where sample;
create index on public.tenancies (charged_to, ended_on);

create function app.find_tenancies(wanted text) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select id from public.tenancies where user_id = app.user_id() and strpos(search, (select lower(wanted))) > 0;
end;
grant execute on function app.find_tenancies(text) to tenure_app;

select app.keep_record('public.tenancies', 'tenancy', 'names');
-- What follows from its tenants, its property or its schedule is no change that somebody with its form open needs to hear of.
drop trigger next_version on public.tenancies;
create trigger next_version before update on public.tenancies for each row
  when ((old.property_id, old.kind, old.start_date, old.end_date, old.ended_on, old.frequency, old.rent_day, old.in_arrears, old.charges_from,
      old.late_interest, old.deposit_amount, old.deposit_received, old.deposit_scheme, old.deposit_reference, old.deposit_protected,
      old.deposit_information, old.deposit_returned, old.deposit_deductions, old.notice_by, old.notice_given, old.notice_ends)
    is distinct from
     (new.property_id, new.kind, new.start_date, new.end_date, new.ended_on, new.frequency, new.rent_day, new.in_arrears, new.charges_from,
      new.late_interest, new.deposit_amount, new.deposit_received, new.deposit_scheme, new.deposit_reference, new.deposit_protected,
      new.deposit_information, new.deposit_returned, new.deposit_deductions, new.notice_by, new.notice_given, new.notice_ends))
  execute function app.next_version();
create trigger name_home before insert or update of property_id on public.tenancies for each row execute function app.name_home();
select app.notify_changes_of('public.tenancies', 'tenancies');
grant select, delete on public.tenancies to tenure_app;
grant insert (property_id, kind, start_date, end_date, ended_on, frequency, rent_day, in_arrears, charges_from, late_interest, deposit_amount,
    deposit_received, deposit_scheme, deposit_reference, deposit_protected, deposit_information, deposit_returned, deposit_deductions,
    notice_by, notice_given, notice_ends),
  update (property_id, kind, start_date, end_date, ended_on, frequency, rent_day, in_arrears, charges_from, charged_to, late_interest,
    deposit_amount, deposit_received, deposit_scheme, deposit_reference, deposit_protected, deposit_information, deposit_returned,
    deposit_deductions, notice_by, notice_given, notice_ends)
  on public.tenancies to tenure_app;

-- Whether what happens in this transaction now follows from a tenant that is saved: then the log speaks of the tenant alone.
create function app.follows_tenant() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.follows_tenant', true) = 'yes', false) or pg_trigger_depth() > 1;
grant execute on function app.follows_tenant() to tenure_app;

-- What the rent is from a day on, a period; a rent that is to come is a row that begins then.
create table public.tenancy_rents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  starts_on date not null,
  amount numeric(12, 2) not null check (amount between 0 and 99999999.99),
  -- When notice of it was served on the tenant (Form 4A).
  served_on date,
  version integer not null default 1,
  unique (tenancy_id, starts_on),
  unique (id, user_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.tenancy_rents (user_id, tenancy_id, starts_on desc);
select app.keep_record('public.tenancy_rents', 'rent', 'starts_on');
do $$
declare
  target text;
begin
  foreach target in array '{tenancies,tenancy_rents}'::text[] loop
    execute format('drop trigger log_added on public.%I', target);
    execute format('drop trigger log_changed on public.%I', target);
    execute format('drop trigger log_removed on public.%I', target);
  end loop;
end $$;
grant select, delete, insert (tenancy_id, starts_on, amount, served_on), update (starts_on, amount, served_on) on public.tenancy_rents to tenure_app;

-- As PERIODS_A_YEAR in rules/frequency.ts.
create function app.periods_a_year(frequency text) returns integer language sql immutable strict parallel safe
  return case frequency when 'weekly' then 52 when '2-weekly' then 26 when '4-weekly' then 13 when 'monthly' then 12
    when 'quarterly' then 4 when 'six-monthly' then 2 when 'yearly' then 1 end;
-- The rent of a tenancy of the asking landlord as of today, before its first one that, in pounds a month.
create function app.rent_a_month(tenancy uuid) returns numeric language sql stable parallel safe
begin atomic
  select round(coalesce(
      (select r.amount from public.tenancy_rents r where r.tenancy_id = t.id and r.starts_on <= (select app.today()) order by r.starts_on desc limit 1),
      (select r.amount from public.tenancy_rents r where r.tenancy_id = t.id order by r.starts_on limit 1), 0)
    * app.periods_a_year(t.frequency) / 12, 2)
  from public.tenancies t where t.id = tenancy;
end;
grant execute on function app.periods_a_year(text), app.rent_a_month(uuid) to tenure_app;

alter table public.tenants add column tenancy_id uuid;
create index on public.tenants (user_id, tenancy_id);
-- As before, but for which tenancy a tenant has, which follows from other choices.
create function app.next_tenant_version() returns trigger language plpgsql as $$
declare
  followed constant text[] := '{tenancy_id,search,sort_name}';
begin
  if new.tenancy_id is not distinct from old.tenancy_id or to_jsonb(new) - followed <> to_jsonb(old) - followed then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
drop trigger next_version on public.tenants;
create trigger next_version before update on public.tenants for each row
  when (pg_trigger_depth() = 0 or old.property_id is distinct from new.property_id)
  execute function app.next_tenant_version();
grant insert (tenancy_id), update (tenancy_id) on public.tenants to tenure_app;

alter table public.transactions add column tenancy_id uuid,
  add foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete set null (tenancy_id);
create index on public.transactions (user_id, tenancy_id, date desc) where tenancy_id is not null;
create index on public.transactions (tenancy_id) where tenancy_id is not null;
grant insert (tenancy_id), update (tenancy_id) on public.transactions to tenure_app;

-- The ledger: above zero is owed, below zero is paid, given or forgiven. What is paid has the id of its transaction and follows it.
create table public.rent_entries (
  id uuid primary key default app.next_id(),
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  -- rent and correction are written by the schedule, payment and refund by transactions, the others by the landlord.
  kind text not null check (kind in
    ('rent', 'correction', 'charge', 'interest', 'opening', 'reduction', 'written-off', 'rent-free', 'payment', 'refund')),
  -- When it is due, or was paid or agreed.
  date date not null check (date between '1900-01-01' and '2200-12-31'),
  amount numeric(12, 2) not null check (amount <> 0),
  -- Of rent: its first and last day, and how the amount comes about where it is not a whole period's.
  period_from date,
  period_to date,
  method text check (char_length(method) <= 500),
  note text not null default '' check (char_length(note) <= 500),
  -- The charge that a correction is of.
  corrects uuid,
  -- Since when the tenant disputes it.
  disputed_on date,
  -- How much of it has been paid, or of it has been used to pay.
  settled numeric(12, 2) not null default 0,
  unpaid boolean not null generated always as (amount > settled) stored,
  unique (id, tenancy_id, user_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade,
  foreign key (corrects, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) on delete cascade,
  check (case when kind in ('payment', 'reduction', 'written-off', 'rent-free') then amount < 0
    when kind in ('rent', 'charge', 'interest', 'refund') then amount > 0 else true end)
);
create index on public.rent_entries (user_id, tenancy_id, date, id);
create index on public.rent_entries (user_id, date);
create index on public.rent_entries (corrects) where corrects is not null;
create index on public.rent_entries (user_id, tenancy_id, date) where unpaid;
create unique index on public.rent_entries (tenancy_id, period_from) where kind = 'rent';
select app.own_rows('public.rent_entries');
grant select, delete on public.rent_entries to tenure_app;
grant insert (tenancy_id, kind, date, amount, period_from, period_to, method, note, corrects),
  update (date, amount, period_to, method, disputed_on) on public.rent_entries to tenure_app;

-- What paid for what, worked out by `app.settle_rent`.
create table public.rent_allocations (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (owed_id, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) on delete cascade,
  foreign key (paid_id, tenancy_id, user_id) references public.rent_entries (id, tenancy_id, user_id) on delete cascade
);
create index on public.rent_allocations (user_id, tenancy_id);
create index on public.rent_allocations (paid_id);
select app.own_rows('public.rent_allocations');
grant select on public.rent_allocations to tenure_app;

-- What a landlord wants a payment to go to. It outlives what it names, so that an undone deletion finds it again.
create table public.rent_choices (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  tenancy_id uuid not null,
  owed_id uuid not null,
  paid_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  primary key (owed_id, paid_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_choices (user_id, tenancy_id);
create index on public.rent_choices (tenancy_id);
select app.own_rows('public.rent_choices');
grant select, delete, insert (tenancy_id, owed_id, paid_id, amount), update (amount) on public.rent_choices to tenure_app;

-- Bank rows that a landlord says are not the rent of a tenancy: not proposed again.
create table public.rent_dismissals (
  user_id uuid not null default app.user_id() references public.profiles on delete cascade,
  transaction_id uuid not null,
  tenancy_id uuid not null,
  primary key (transaction_id, tenancy_id),
  foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete cascade
);
create index on public.rent_dismissals (user_id);
create index on public.rent_dismissals (tenancy_id);
select app.own_rows('public.rent_dismissals');
grant select, delete, insert (transaction_id, tenancy_id) on public.rent_dismissals to tenure_app;

-- Works out what paid for what: first as the landlord chose, as far as there is so much, then the oldest for the oldest.
create function app.settle_rent(target uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Of two who change one ledger at once the second waits here.
  perform from public.tenancies where id = target for no key update;
  with entries as materialized (
    select id, user_id, amount, date from public.rent_entries where tenancy_id = target
  ), wished as (
    select c.owed_id, c.paid_id, greatest(0, least(c.amount,
      owed.amount - coalesce(sum(c.amount) over (partition by c.owed_id order by c.paid_id rows between unbounded preceding and 1 preceding), 0),
      -paid.amount - coalesce(sum(c.amount) over (partition by c.paid_id order by c.owed_id rows between unbounded preceding and 1 preceding), 0)
    )) as amount
    from public.rent_choices c
    join entries owed on owed.id = c.owed_id and owed.amount > 0 join entries paid on paid.id = c.paid_id and paid.amount < 0
    where c.tenancy_id = target
  ), chosen as materialized (
    select * from wished where amount > 0
  ), owed as (
    select id, till - rest as since, till from (
      select id, rest, sum(rest) over (order by date, id) as till from (
        select id, date, amount - coalesce((select sum(c.amount) from chosen c where c.owed_id = e.id), 0) as rest
        from entries e where amount > 0) r) s where rest > 0
  ), paid as (
    select id, till - rest as since, till from (
      select id, rest, sum(rest) over (order by date, id) as till from (
        select id, date, -amount - coalesce((select sum(c.amount) from chosen c where c.paid_id = e.id), 0) as rest
        from entries e where amount < 0) r) s where rest > 0
  ), wanted as materialized (
    select owed_id, paid_id, sum(amount) as amount from (
      select owed_id, paid_id, amount from chosen
      union all
      select owed.id, paid.id, least(owed.till, paid.till) - greatest(owed.since, paid.since)
      from owed join paid on owed.since < paid.till and paid.since < owed.till
    ) each_one group by owed_id, paid_id
  ), gone as (
    delete from public.rent_allocations a
    where tenancy_id = target and not exists (select from wanted w where w.owed_id = a.owed_id and w.paid_id = a.paid_id)
  )
  insert into public.rent_allocations as kept (user_id, tenancy_id, owed_id, paid_id, amount)
  select e.user_id, target, w.owed_id, w.paid_id, w.amount from wanted w join entries e on e.id = w.owed_id
  where not exists (select from public.rent_allocations a where a.owed_id = w.owed_id and a.paid_id = w.paid_id and a.amount = w.amount)
  on conflict (owed_id, paid_id) do update set amount = excluded.amount;
  update public.rent_entries e set settled = s.amount
  from (
    select id, coalesce((select sum(amount) from public.rent_allocations where owed_id = entry.id), 0)
      + coalesce((select sum(amount) from public.rent_allocations where paid_id = entry.id), 0) as amount
    from public.rent_entries entry where tenancy_id = target
  ) s where s.id = e.id and e.settled <> s.amount;
end $$;

create trigger log_added after insert on public.tenancies referencing new table as logged_rows for each statement
  when (not app.follows_tenant()) execute function app.log_activity('tenancy', 'names', 'property_id', '{}', '{}');
create trigger log_changed after update on public.tenancies referencing old table as old_rows new table as new_rows for each statement
  when (not app.follows_tenant())
  execute function app.log_activity('tenancy', 'names', 'property_id', '{}', '{property_name, names, charged_to, sample, sort_name, search}');
create trigger log_removed after delete on public.tenancies referencing old table as logged_rows for each statement
  when (not app.follows_tenant()) execute function app.log_activity('tenancy', 'names', 'property_id', '{}', '{}');
-- After a change of entries, choices or rents: their tenancies are settled, and everybody who looks at them hears of it.
create function app.entries_changed() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed record;
begin
  if app.leaving() then
    return null;
  end if;
  for changed in execute format('select distinct r.user_id, r.tenancy_id from %s order by r.tenancy_id', case tg_op
    when 'INSERT' then 'new_rows r' when 'DELETE' then 'old_rows r'
    else 'new_rows n join old_rows o using (' || tg_argv[0] || ') cross join lateral (values (n.user_id, n.tenancy_id), (o.user_id, o.tenancy_id)) r (user_id, tenancy_id)
      where to_jsonb(n) - ''settled'' <> to_jsonb(o) - ''settled''' end)
  loop
    perform app.settle_rent(changed.tenancy_id), app.notify_live(changed.user_id, 'rent', changed.tenancy_id, null);
  end loop;
  return null;
end $$;
do $$
declare
  target text;
begin
  foreach target in array '{rent_entries,rent_choices,tenancy_rents}'::text[] loop
    execute format('create trigger settle_added after insert on public.%I referencing new table as new_rows for each statement execute function app.entries_changed()', target);
    execute format('create trigger settle_changed after update on public.%I referencing old table as old_rows new table as new_rows for each statement execute function app.entries_changed(%L)',
      target, case target when 'rent_choices' then 'owed_id, paid_id' else 'id' end);
    execute format('create trigger settle_removed after delete on public.%I referencing old table as old_rows for each statement execute function app.entries_changed()', target);
  end loop;
end $$;

-- The last word on allocations, whatever wrote them: never more than was paid, nor than was owed.
create function app.check_allocations() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched constant uuid[] := case tg_table_name when 'rent_entries' then array[(to_jsonb(new) ->> 'id')::uuid]
    else array[(to_jsonb(new) ->> 'owed_id')::uuid, (to_jsonb(new) ->> 'paid_id')::uuid] end;
begin
  if exists (
    select from public.rent_entries e
    where e.id = any (touched) and abs(e.amount) <
      coalesce((select sum(amount) from public.rent_allocations where owed_id = e.id), 0)
      + coalesce((select sum(amount) from public.rent_allocations where paid_id = e.id), 0)
  ) then
    raise exception 'more allocated than there is' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_allocations after insert or update on public.rent_allocations deferrable initially deferred
  for each row execute function app.check_allocations();
create constraint trigger check_allocations after update of amount on public.rent_entries deferrable initially deferred
  for each row execute function app.check_allocations();

-- Payments follow their transactions, once these are paid. Income is a payment, an expense is a payment given or taken back.
create function app.carry_payments() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.leaving() then
    return null;
  end if;
  -- Tenancies before their entries, in the order of their ids, to avoid deadlock.
  if tg_op <> 'INSERT' then
    perform from public.tenancies where id in (select tenancy_id from old_rows where tenancy_id is not null) order by id for no key update;
  end if;
  if tg_op = 'DELETE' then
    delete from public.rent_entries where id in (select id from old_rows where tenancy_id is not null);
    return null;
  end if;
  perform from public.tenancies where id in (select tenancy_id from new_rows where tenancy_id is not null) order by id for no key update;
  if tg_op = 'UPDATE' then
    delete from public.rent_entries where id in (
      select o.id from old_rows o join new_rows n using (id)
      where o.tenancy_id is not null and (n.tenancy_id is distinct from o.tenancy_id or n.status <> 'completed' or n.amount = 0));
  end if;
  insert into public.rent_entries as kept (id, user_id, tenancy_id, kind, date, amount, note)
  select id, user_id, tenancy_id, case type when 'income' then 'payment' else 'refund' end, date, -amount,
    coalesce(nullif(reference, ''), description)
  from new_rows where tenancy_id is not null and status = 'completed' and amount <> 0
  on conflict (id) do update set date = excluded.date, amount = excluded.amount, note = excluded.note
    where (kept.date, kept.amount, kept.note) is distinct from (excluded.date, excluded.amount, excluded.note);
  return null;
end $$;
create trigger carry_payments_added after insert on public.transactions referencing new table as new_rows
  for each statement execute function app.carry_payments();
create trigger carry_payments_changed after update on public.transactions referencing old table as old_rows new table as new_rows
  for each statement execute function app.carry_payments();
create trigger carry_payments_removed after delete on public.transactions referencing old table as old_rows
  for each statement execute function app.carry_payments();

-- What the landlord does to rents and ledgers is logged of the tenancy; what follows from the schedule or from transactions is not.
create function app.log_of_tenancy() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenancy constant uuid := case tg_op when 'DELETE' then old.tenancy_id else new.tenancy_id end;
begin
  insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
  select t.user_id, app.user_id(), app.instant(), tg_argv[0],
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end, t.id, t.property_id, 1, t.names
  from public.tenancies t where t.id = tenancy and not app.leaving();
  update public.tenancies set sample = false where id = tenancy and sample and not app.loads_sample();
  return null;
end $$;
create trigger log_added after insert on public.rent_entries for each row
  when (new.kind not in ('rent', 'correction', 'payment', 'refund')) execute function app.log_of_tenancy('ledger entry');
create trigger log_removed after delete on public.rent_entries for each row
  when (old.kind not in ('rent', 'correction', 'payment', 'refund')) execute function app.log_of_tenancy('ledger entry');
create trigger log_changed after update on public.rent_entries for each row
  when (old.disputed_on is distinct from new.disputed_on) execute function app.log_of_tenancy('ledger entry');
create trigger log_added after insert on public.tenancy_rents for each row
  when (not app.follows_tenant()) execute function app.log_of_tenancy('rent');
create trigger log_changed after update on public.tenancy_rents for each row
  when (not app.follows_tenant()) execute function app.log_of_tenancy('rent');
create trigger log_removed after delete on public.tenancy_rents for each row
  when (not app.follows_tenant()) execute function app.log_of_tenancy('rent');

-- A tenancy bears the names of its tenants. When the last of them is deleted, or its property, it is closed: what it owes stays, and no
-- more comes.
create function app.carry_tenants() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched uuid[];
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    touched := array(select distinct tenancy_id from new_rows where tenancy_id is not null order by 1);
  elsif tg_op = 'DELETE' then
    touched := array(select distinct tenancy_id from old_rows where tenancy_id is not null order by 1);
  else
    touched := array(
      select distinct id from (
        select unnest(array[o.tenancy_id, n.tenancy_id]) as id from old_rows o join new_rows n using (id)
        where (o.tenancy_id, o.name) is distinct from (n.tenancy_id, n.name)) t
      where id is not null order by 1);
  end if;
  update public.tenancies t set names = s.names
  from (select tenancy_id, string_agg(name, ', ' order by date_added, id) as names from public.tenants
    where tenancy_id = any (touched) group by tenancy_id) s
  where t.id = s.tenancy_id and t.names <> s.names;
  if tg_op = 'DELETE' then
    update public.tenancies t set ended_on = app.today()
    where id = any (touched) and ended_on is null and not exists (select from public.tenants where tenancy_id = t.id);
  end if;
  return null;
end $$;
create trigger carry_tenants_added after insert on public.tenants referencing new table as new_rows
  for each statement execute function app.carry_tenants();
create trigger carry_tenants_changed after update on public.tenants referencing old table as old_rows new table as new_rows
  for each statement execute function app.carry_tenants();
create trigger carry_tenants_removed after delete on public.tenants referencing old table as old_rows
  for each statement execute function app.carry_tenants();

create function app.close_tenancy() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.property_id is null and pg_trigger_depth() > 1 and new.ended_on is null then
    new.ended_on := app.today();
  end if;
  if old.ended_on is null and new.ended_on is not null and pg_trigger_depth() > 1 then
    delete from public.rent_entries where tenancy_id = new.id and kind = 'rent' and date >= new.ended_on;
  end if;
  return new;
end $$;
create trigger close_tenancy before update of property_id, ended_on on public.tenancies for each row execute function app.close_tenancy();

-- As before, of tenancies too.
create or replace function app.carry_home_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.tenants set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  -- After their tenants, as saving a tenant locks them, to avoid deadlock.
  update public.tenancies set property_name = new.address || ', ' || new.city where property_id = new.id and user_id = new.user_id;
  return null;
end $$;

-- As before: a link to a tenancy is put back, too.
create or replace function app.undo_transactions(wanted uuid, out done integer, out kept integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  link record;
  added integer;
  columns text;
  theirs text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum), string_agg('b.' || quote_ident(attname), ', ' order by attnum)
  into columns, theirs from pg_attribute
  where attrelid = 'public.transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> all ('{id,user_id,version}');
  -- Always in the order of deletions: first what is named, then the transactions in the order of their ids.
  for link in select * from (values ('property_id', 'properties'), ('bank_account_id', 'bank_accounts'), ('supplier_id', 'suppliers'), ('tenancy_id', 'tenancies')) named (field, owner) loop
    execute format($sql$
      with held as (
        select id from public.%2$I where user_id = $2 and id in (
          select (before ->> %1$L)::uuid from app.transaction_undo where batch = $1 and user_id = $2)
        order by id for key share
      )
      update app.transaction_undo set before = before || jsonb_build_object(%1$L, null)
      where batch = $1 and user_id = $2 and (before ->> %1$L)::uuid not in (select id from held)$sql$,
      link.field, link.owner) using wanted, landlord;
  end loop;
  perform from public.transactions where user_id = landlord
    and id in (select id from app.transaction_undo where batch = wanted and user_id = landlord) order by id for update;
  execute format($sql$
    update public.transactions t set (%s) = (select %s from jsonb_populate_record(null::public.transactions, u.before) b)
    from app.transaction_undo u
    where u.batch = $1 and u.user_id = $2 and t.id = u.id and t.user_id = $2 and t.version = u.version$sql$, columns, theirs)
    using wanted, landlord;
  get diagnostics done = row_count;
  execute format($sql$
    insert into public.transactions (id, user_id, version, %s)
    select b.id, b.user_id, b.version + 1, %s
    from app.transaction_undo u cross join lateral jsonb_populate_record(null::public.transactions, u.before) b
    where u.batch = $1 and u.user_id = $2 and u.version is null
    on conflict do nothing$sql$, columns, theirs) using wanted, landlord;
  get diagnostics added = row_count;
  delete from app.transaction_undo where batch = wanted and user_id = landlord;
  get diagnostics kept = row_count;
  done := done + added;
  kept := kept - done;
end $$;

-- As before: it answers with whole rows, which have one column more.
create or replace function app.find_transactions(wanted text) returns setof public.transactions
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select (found).* from (
    select found from public.transactions found
    where app.windows(user_id, search) @@ (select app.wanted_windows(app.user_id(), lower(wanted)))
    offset 0
  ) among
  where (found).user_id = app.user_id() and strpos((found).search, (select lower(wanted))) > 0;
end;

-- As before: tenancies are of the sample, too, and which one a tenant has follows from the landlord's other choices.
create or replace function app.own_changed() returns trigger language plpgsql as $$
declare
  derived constant text[] := '{version,search,sort_name,size,sample,compliance_items,first_end,not_recorded,added_on,property_name,property_address,tenancy_id,names,charged_to}';
begin
  new.sample := app.loads_sample() or to_jsonb(new) - derived = to_jsonb(old) - derived;
  return new;
end $$;
create trigger own_changed before update on public.tenancies for each row
  when (old.sample and new.sample and pg_trigger_depth() = 0) execute function app.own_changed();
create or replace function app.own_named() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named text;
  rows constant text := case tg_op when 'DELETE' then 'old_rows r' when 'INSERT' then 'new_rows r' else 'new_rows r join old_rows o using (id)' end;
begin
  if pg_trigger_depth() > 1 or app.loads_sample() or app.leaving() or not app.has_sample() then
    return null;
  end if;
  foreach named in array tg_argv loop
    execute format('update public.%I set sample = false where user_id = app.user_id() and sample and id in (select r.%I from %s where %s)',
      case named when 'property_id' then 'properties' when 'tenancy_id' then 'tenancies' else 'suppliers' end, named, rows,
      case when tg_op = 'DELETE' and tg_nargs = 2 then
          'exists (select from public.properties p where p.id = r.property_id) and exists (select from public.suppliers s where s.id = r.supplier_id)'
        when tg_table_name not in ('tenants', 'transactions') then 'true'
        when tg_op = 'INSERT' then 'not r.sample'
        else format('not r.sample and r.%1$I is distinct from o.%1$I', named) end);
  end loop;
  return null;
end $$;

create or replace function app.remove_sample() returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  landlord constant uuid := app.user_id();
  pictures constant text[] := array(select image_url from public.properties where user_id = landlord and sample and image_url is not null);
  target text;
  ids uuid[];
  gone uuid[] := '{}';
begin
  perform from public.profiles where id = landlord for update;
  if not app.has_sample() then
    return;
  end if;
  -- Of one save the step that came first speaks for all of it.
  insert into public.activity (user_id, actor_id, at, noun, action, record_count)
  values (landlord, landlord, app.instant(), 'sample portfolio', 'removed', 1);
  -- A tenancy stays with a tenant who does.
  update public.tenancies t set sample = false
  where user_id = landlord and sample and exists (select from public.tenants where tenancy_id = t.id and not sample);
  -- First those that name others.
  foreach target in array '{transactions,tenants,tenancies,suppliers,properties}'::text[] loop
    execute format('with gone as (delete from public.%I where user_id = $1 and sample returning id) select array_agg(id) from gone', target)
      using landlord into ids;
    gone := gone || ids;
  end loop;
  delete from public.files where user_id = landlord and url = any (pictures);
  delete from app.transaction_undo where user_id = landlord and before ->> 'sample' = 'true';
  delete from public.activity where user_id = landlord
    and (record_id = any (gone)
      -- Parts go with their property; rows of several name none.
      or about = any (gone) and (record_id is null or noun in ('certificate', 'compliance', 'invoice', 'supplier link', 'rent'))
      or noun <> 'sample portfolio' and action = 'removed' and at = app.instant() and xmin = pg_current_xact_id()::xid
      or noun <> 'sample portfolio'
        and at in (select at from public.activity where user_id = landlord and noun = 'sample portfolio' and action = 'added'));
  perform app.notify_session();
end $$;
drop trigger own_named_added on public.transactions;
drop trigger own_named_changed on public.transactions;
create trigger own_named_added after insert on public.transactions referencing new table as new_rows
  for each statement execute function app.own_named('property_id', 'supplier_id', 'tenancy_id');
create trigger own_named_changed after update on public.transactions referencing old table as old_rows new table as new_rows
  for each statement execute function app.own_named('property_id', 'supplier_id', 'tenancy_id');
drop trigger log_added on public.tenants;
drop trigger log_changed on public.tenants;
drop trigger log_removed on public.tenants;
select app.log_activity_of('public.tenants', 'tenant', 'name', about => 'property_id', derived => '{property_name, periodic_declined, sample, tenancy_id}');

-- A tenancy for every tenant there is. Who shares one is not guessed. Rent is charged from this month on: what was before, Tenure was not
-- told.
alter table public.tenants disable trigger user;
alter table public.tenancies disable trigger user;
alter table public.tenancy_rents disable trigger user;
update public.tenants set tenancy_id = gen_random_uuid();
insert into public.tenancies (id, user_id, property_id, property_name, names, kind, start_date, end_date, ended_on, rent_day, charges_from,
  deposit_amount, sample)
select tenancy_id, user_id, property_id, property_name, name, case when lease_end is null then 'periodic' else 'fixed-term' end,
  lease_start, lease_end, moved_out, extract(day from lease_start),
  greatest(lease_start, date_trunc('month', now() at time zone 'Europe/London')::date), deposit_amount, sample
from public.tenants;
alter table public.tenants add foreign key (tenancy_id, user_id) references public.tenancies (id, user_id) on delete set null (tenancy_id);
insert into public.tenancy_rents (user_id, tenancy_id, starts_on, amount) select user_id, tenancy_id, lease_start, rent_amount from public.tenants;
insert into app.tallies (user_id, noun, slot, count)
select user_id, noun, 0, count(*) from (
  select user_id, 'tenancy' as noun from public.tenancies union all select user_id, 'rent' from public.tenancy_rents) made
group by user_id, noun;
alter table public.tenants enable trigger user;
alter table public.tenancies enable trigger user;
alter table public.tenancy_rents enable trigger user;

-- Tenancies whose charges are to be written on, by landlord.
create function app.tenancies_to_charge(until date, most integer) returns table (user_id uuid, ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.user_id, array_agg(t.id order by t.id) from (
    select user_id, id from public.tenancies
    where charged_to is null or charged_to < until and (ended_on is null or ended_on > charged_to)
    order by user_id, id limit most) t
  group by t.user_id;
end;
grant execute on function app.tenancies_to_charge(date, integer) to tenure_jobs;
