-- Allocates payments and credits of a landlord's ledgers, each from its day on: corrections to their charges, original
-- payments to their returns, then as the landlord chose, then by date.
-- Earlier entries contribute only open amounts, so chosen allocations must not span the day (see app.settle_rent).
create function app.settle_rent_from(ledgers uuid[], days date[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  -- Row estimates are unknown, and nested loops over long ledgers are quadratic.
  set enable_nestloop = off as $$
declare
  owner constant uuid := (select user_id from public.tenancies where id = ledgers[1]);
  -- Subqueries, as a join without nested loops would read the entries of all ledgers.
  later constant uuid[] := array(
    select unnest(array(select id from public.ledger_entries where user_id = owner and tenancy_id = ledger and date >= day))
    from unnest(ledgers, days) each_one (ledger, day));
  earlier constant uuid[] := array(
    select unnest(array(select id from public.ledger_entries where user_id = owner and tenancy_id = ledger and date < day and abs(amount) > settled))
    from unnest(ledgers, days) each_one (ledger, day)
    union select owed_id from public.rent_allocations where paid_id = any (later)
    union select paid_id from public.rent_allocations where owed_id = any (later)
    except select unnest(later));
begin
  with lines as materialized (
    select id, tenancy_id, amount, date, kind, coalesce(corrects, id) as charge from public.ledger_entries where id = any (later)
  ), before as materialized (
    select tenancy_id, owed_id, paid_id, amount from public.rent_allocations where owed_id = any (later) or paid_id = any (later)
  ), lowered as materialized (
    -- A negative correction reduces only its own charge on the same date.
    select tenancy_id, owed.id as owed_id, paid.id as paid_id, least(owed.till, paid.till) - greatest(owed.since, paid.since) as amount
    from (
      select tenancy_id, id, charge, date, till - amount as since, till from (
        select *, sum(amount) over (partition by charge, date order by id) as till from lines where amount > 0) o
      ) owed join (
      select id, charge, date, till + amount as since, till from (
        select *, sum(-amount) over (partition by charge, date order by id) as till from lines where amount < 0 and kind = 'correction') p
      ) paid using (charge, date)
    where owed.since < paid.till and paid.since < owed.till
  ), entries as materialized (
    select id, tenancy_id, date, kind, amount - coalesce(owed.lowered, 0) + coalesce(paid.lowered, 0) as amount
    from lines left join (select owed_id as id, sum(amount) as lowered from lowered group by owed_id) owed using (id)
      left join (select paid_id as id, sum(amount) as lowered from lowered group by paid_id) paid using (id)
  ), choices as materialized (
    select c.tenancy_id, c.owed_id, c.paid_id, c.amount, owed.amount as owed, -paid.amount as paid, owed.kind = 'refund' as returned
    from public.chosen_allocations c
    join entries owed on owed.id = c.owed_id and owed.amount > 0 join entries paid on paid.id = c.paid_id and paid.amount < 0
    where c.tenancy_id = any (ledgers)
  ), returned as materialized (
    select tenancy_id, owed_id, paid_id, least(amount,
      owed - coalesce(sum(amount) over (partition by owed_id order by paid_id rows between unbounded preceding and 1 preceding), 0),
      paid - coalesce(sum(amount) over (partition by paid_id order by owed_id rows between unbounded preceding and 1 preceding), 0)) as amount
    from choices where returned
  ), remaining as (
    select tenancy_id, owed_id, paid_id, owed, amount, paid - coalesce(r.returned, 0) as paid
    from choices left join (select paid_id, sum(amount) as returned from returned where amount > 0 group by paid_id) r using (paid_id)
    where not choices.returned
  ), chosen as materialized (
    select * from (
      select * from returned
      union all
      select tenancy_id, owed_id, paid_id, least(least(amount, paid),
        owed - coalesce(sum(least(amount, paid)) over (partition by owed_id order by paid_id rows between unbounded preceding and 1 preceding), 0),
        paid - coalesce(sum(least(amount, paid)) over (partition by paid_id order by owed_id rows between unbounded preceding and 1 preceding), 0)) as amount
      from remaining where paid > 0) each_one
    where amount > 0
  ), used as (
    select id, sum(amount) as amount
    from (select owed_id as id, amount from chosen union all select paid_id, amount from chosen) each_one group by id
  ), freed as (
    select id, sum(amount) as amount
    from (select owed_id as id, amount from before union all select paid_id, amount from before) each_one group by id
  ), open as materialized (
    -- Open amounts as cumulative intervals by date, charges and payments separately.
    select id, tenancy_id, owes, sum(rest) over in_order as till, row_number() over in_order as place
    from (
      select id, tenancy_id, date, e.amount > 0 as owes, abs(e.amount) - coalesce(used.amount, 0) as rest from entries e left join used using (id)
      union all
      select id, tenancy_id, date, e.amount > 0, abs(e.amount) - settled + coalesce(freed.amount, 0)
      from public.ledger_entries e left join freed using (id) where id = any (earlier)) rests
    where rest > 0 window in_order as (partition by tenancy_id, owes order by date, id)
  ), pieces as (
    -- Each interval between adjacent ends belongs to one charge and one payment.
    select tenancy_id, till - lag(till, 1, 0::numeric) over (partition by tenancy_id order by till) as amount,
      1 + coalesce(sum(owed) over up_to, 0) as owed, 1 + coalesce(sum(paid) over up_to, 0) as paid
    from (select tenancy_id, till, count(*) filter (where owes) as owed, count(*) filter (where not owes) as paid from open group by tenancy_id, till) ends
    window up_to as (partition by tenancy_id order by till rows between unbounded preceding and 1 preceding)
  ), changes as materialized (
    select tenancy_id, owed_id, paid_id, sum(target) as amount from (
      select tenancy_id, owed_id, paid_id, amount as target, 0 as stored from lowered
      union all
      select tenancy_id, owed_id, paid_id, amount, 0 from chosen
      union all
      select pieces.tenancy_id, owed.id, paid.id, pieces.amount, 0
      from pieces join open owed on owed.owes and (owed.tenancy_id, owed.place) = (pieces.tenancy_id, pieces.owed)
        join open paid on not paid.owes and (paid.tenancy_id, paid.place) = (pieces.tenancy_id, pieces.paid)
      union all
      select tenancy_id, owed_id, paid_id, 0, amount from before
    ) each_one group by tenancy_id, owed_id, paid_id having sum(target) <> sum(stored)
  ), gone as (
    delete from public.rent_allocations a using changes c
    where (a.owed_id = any (later) or a.paid_id = any (later)) and a.owed_id = c.owed_id and a.paid_id = c.paid_id and c.amount = 0
  )
  insert into public.rent_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
  select owner, tenancy_id, owed_id, paid_id, amount from changes where amount > 0
  on conflict (owed_id, paid_id) do update set amount = excluded.amount;
end $$;

-- Settles a landlord's ledgers, each from its first affected date, with the same result as settling everything.
-- That date is the earliest of the ledger's `days`, its `touched` entries and their chosen allocations.
create function app.settle_rent(ledgers uuid[], days date[], touched uuid[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  -- Planning for the arrays of each call would take as long as settling one ledger.
  set plan_cache_mode = force_generic_plan as $$
declare
  owner constant uuid := (select user_id from public.tenancies where id = ledgers[1]);
begin
  -- Serialises concurrent changes to a ledger.
  perform from public.tenancies where id = any (ledgers) order by id for no key update;
  select array_agg(ledger), array_agg(since) into ledgers, days
  from (
    -- Chosen allocations that span the first affected date move it back to their earlier entry.
    select ledger, (select lower(period) from unnest(range_agg(affected)) period where upper_inf(period)) as since
    from (
      select ledger, daterange(day, null) as affected from unnest(ledgers, days) each_one (ledger, day) where day is not null
      union all
      select tenancy_id, daterange(date, null) from public.ledger_entries where id = any (touched) and tenancy_id = any (ledgers)
      union all
      select c.tenancy_id, daterange(least(owed.date, paid.date),
        case when not (c.owed_id = any (touched) or c.paid_id = any (touched)) then greatest(owed.date, paid.date) end)
      from public.chosen_allocations c left join public.ledger_entries owed on owed.id = c.owed_id left join public.ledger_entries paid on paid.id = c.paid_id
      where c.tenancy_id = any (ledgers) and (owed.id is not null or paid.id is not null)
    ) each_one group by ledger
  ) found
  -- Skips ledgers with charges only, as in a new tenancy, which have no allocations.
  where since is not null and (exists (select from public.ledger_entries where user_id = owner and tenancy_id = ledger and amount < 0)
    or exists (select from public.rent_allocations where user_id = owner and tenancy_id = ledger));
  if ledgers is not null then
    perform app.settle_rent_from(ledgers, days);
  end if;
end $$;

-- Whether this transaction settles ledgers once at its end, as in a bulk import (app.settle_ledgers).
create function app.settles_later() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.settles_later', true) = 'yes', false);

-- Settles ledgers after a bulk import. `since` maps each ledger's id to the date of its first new entry.
create function app.settle_ledgers(since jsonb) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require('money.change', false);
  perform app.settle_rent(array_agg(t.id), array_agg(value::date), '{}')
  from jsonb_each_text(since) join public.tenancies t on t.id = key::uuid and t.user_id = app.user_id();
end $$;

-- Settles ledgers after changes to entries or chosen allocations, and sends live changes; for rents, only the latter.
-- Arguments: the table's key columns, and SQL for a row's (entry, day) pairs and for whether the row counts.
create function app.settle_changed_ledgers() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed record;
  gone uuid[];
begin
  -- Settling itself updates entries (app.update_settled).
  if app.is_deleting_account() or current_setting('app.counts_settled', true) = 'yes' then
    return null;
  end if;
  -- A cascade fires the trigger even if it deletes no rows.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif not exists (select from new_rows) then
    return null;
  end if;
  if tg_table_name = 'ledger_entries' and tg_op = 'DELETE' then
    -- Deletes allocations explicitly, as a cascade would update settled amounts after this trigger.
    gone := array(select id from old_rows);
    delete from public.rent_allocations where owed_id = any (gone) or paid_id = any (gone);
    if exists (select from public.ledger_entries where corrects = any (gone)) then
      delete from public.ledger_entries where corrects = any (gone);
    end if;
  end if;
  for changed in execute format('
    select r.user_id, array_agg(r.tenancy_id) as ledgers, array_agg(t.day) as days, array_agg(t.id) as touched
    from (%s) r cross join lateral (values %s) t (id, day) where %s group by r.user_id',
    case tg_op when 'INSERT' then 'table new_rows' when 'DELETE' then 'table old_rows'
    else format('select r.* from new_rows n join old_rows o using (%s)
      cross join lateral (select (n).* union all select (o).*) r where n is distinct from o', tg_argv[0]) end, tg_argv[1], tg_argv[2])
  loop
    if tg_table_name <> 'tenancy_rents' and not app.settles_later() then
      perform app.settle_rent(changed.ledgers, changed.days, changed.touched);
    end if;
    perform app.notify_live(changed.user_id, 'rent', ledger, null) from (select distinct unnest(changed.ledgers)) each_one (ledger);
    perform app.bank_rows_changed(changed.user_id);
  end loop;
  return null;
end $$;

-- Updates settled amounts, the sums of allocations, after allocations change.
create function app.update_settled() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
  -- Overrides the setting of app.settle_rent_from, as entries are looked up individually.
  set enable_nestloop = on as $$
begin
  -- Each settlement fires this trigger for all three commands, mostly without rows.
  if tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
  elsif not exists (select from new_rows) then
    return null;
  end if;
  perform set_config('app.counts_settled', 'yes', true);
  execute format('
    update public.ledger_entries e set settled = e.settled + changed.amount
    from (select id, sum(amount) as amount from (%s) a cross join lateral (values (owed_id), (paid_id)) entry (id) group by id) changed
    where changed.id = e.id and changed.amount <> 0', case tg_op
    when 'INSERT' then 'select owed_id, paid_id, amount from new_rows'
    when 'DELETE' then 'select owed_id, paid_id, -amount as amount from old_rows'
    else 'select owed_id, paid_id, amount from new_rows union all select owed_id, paid_id, -amount from old_rows' end);
  perform set_config('app.counts_settled', '', true);
  return null;
end $$;

create function app.check_allocations() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched uuid[];
begin
  if tg_table_name = 'ledger_entries' then
    touched := array[new.id];
  else
    touched := array[new.owed_id, new.paid_id];
  end if;
  if exists (select from public.ledger_entries where id = any (touched) and abs(amount) < settled) then
    raise exception 'more allocated than there is' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Copies completed transactions, except deposits, transfers and personal ones, to ledgers: income as payments, expenses
-- as refunds. A first part of a split that turns from income into an expense gets a new entry.
create function app.sync_payments() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_deleting_account() then
    return null;
  end if;
  -- Locks tenancies before entries, in id order, to avoid deadlock. Most transactions have no ledger and skip this.
  if tg_op = 'INSERT' then
    if not exists (select from new_rows where tenancy_id is not null) then
      return null;
    end if;
  elsif exists (select from old_rows where tenancy_id is not null) then
    perform from public.tenancies where id in (select tenancy_id from old_rows where tenancy_id is not null) order by id for no key update;
  end if;
  if tg_op = 'DELETE' then
    delete from public.ledger_entries where id in (select id from old_rows where tenancy_id is not null);
    return null;
  end if;
  perform from public.tenancies where id in (select tenancy_id from new_rows where tenancy_id is not null) order by id for no key update;
  if tg_op = 'UPDATE' then
    delete from public.ledger_entries where id in (
      select o.id from old_rows o join new_rows n using (id)
      where o.tenancy_id is not null and (n.tenancy_id is distinct from o.tenancy_id or n.type <> o.type or n.status <> 'completed' or n.amount = 0
        or n.category in ('deposit', 'transfer', 'personal')));
  end if;
  insert into public.ledger_entries as stored (id, user_id, tenancy_id, kind, date, amount, note)
  select id, user_id, tenancy_id, case type when 'income' then 'payment' else 'refund' end, date, -amount,
    coalesce(nullif(reference, ''), description)
  from new_rows where tenancy_id is not null and status = 'completed' and amount <> 0 and category not in ('deposit', 'transfer', 'personal')
  on conflict (id) do update set date = excluded.date, amount = excluded.amount, note = excluded.note
    where (stored.date, stored.amount, stored.note) is distinct from (excluded.date, excluded.amount, excluded.note);
  return null;
end $$;

-- Adds a payment allocated to chosen charges, with `choices` in pence. Returns null if a charge is missing.
-- Chosen allocations are inserted first, so that the ledger is settled once.
create function app.add_chosen_payment(ledger uuid, choices jsonb, payment jsonb) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  new_id constant uuid := app.next_id();
  chosen integer;
begin
  perform app.require('rent.change', false);
  if not app.sees_all() and not exists (
    select from public.tenancies t where t.id = ledger and t.user_id = app.user_id() and t.property_id in (select app.my_properties())
      and (payment ->> 'property_id')::uuid in (select app.my_properties())) then
    return null;
  end if;
  insert into public.chosen_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
  select e.user_id, e.tenancy_id, e.id, new_id, c.amount::numeric / 100
  from jsonb_to_recordset(choices) as c ("entryId" uuid, amount bigint)
    join public.ledger_entries e on e.id = c."entryId" and e.user_id = app.user_id() and e.tenancy_id = ledger and e.amount > 0 and e.kind <> 'refund';
  get diagnostics chosen = row_count;
  if chosen <> jsonb_array_length(choices) then
    return null;
  end if;
  insert into public.transactions (id, user_id, tenancy_id, type, property_id, bank_account_id, amount, description, date, category, reference)
  select new_id, app.user_id(), ledger, 'income', property_id, bank_account_id, amount, description, date, category, reference
  from jsonb_populate_record(null::public.transactions, payment);
  return new_id;
end $$;

-- Up to `max_rows` tenancies with due charges, by landlord, without the landlords in `failed`.
create function app.tenancies_to_charge(until date, max_rows integer, failed uuid[]) returns table (user_id uuid, ids uuid[])
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select t.user_id, array_agg(t.id order by t.id) from (
    select user_id, id from public.tenancies
    where (charged_to is null or charged_to < until and (ended_on is null or ended_on > charged_to)) and user_id <> all (failed)
    order by user_id, id limit max_rows) t
  group by t.user_id;
end;

-- Landlords with active reminders, a confirmed address, and a current trial or plan.
create function app.landlords_reminding(at timestamptz) returns table (user_id uuid, status text)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select s.user_id, st.status
  from public.reminder_settings s join public.profiles p on p.id = s.user_id join auth.users u on u.id = p.owner_id and u.email_verified
  join app.standing(landlords_reminding.at) st on st.user_id = s.user_id
  where s.active and st.status <> 'expired'
  order by s.user_id;
end;

create function app.notify_rent_email() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.notify_live(new.user_id, 'rent', new.tenancy_id, null);
  return null;
end $$;

create function app.freeze_sent_email() returns trigger language plpgsql as $$
begin
  raise exception 'this email was sent' using errcode = 'check_violation';
end $$;

-- Withdraws reminders queued before today, including those of landlords without access.
create function app.withdraw_late_reminders(at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update public.rent_emails set state = 'withdrawn', reason = 'The day was over before it could be sent.'
  where state = 'queued' and queued_at < date_trunc('day', at at time zone 'Europe/London') at time zone 'Europe/London';
end;

create function app.log_setting(landlord uuid, noun text, action text, label text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into public.activity (user_id, actor_id, at, noun, action, record_count, label)
  select landlord, app.person_id(), app.instant(), noun, action, 1, label where not app.is_deleting_account();
end;

-- Logs a change of a setting. The arguments are its kind in the activity, the column with its name, and optionally
-- the noun of live changes.
create function app.log_choice() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  choice constant jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  landlord constant uuid := choice ->> 'user_id';
begin
  perform app.log_setting(landlord, tg_argv[0], 'changed', choice ->> tg_argv[1]);
  if tg_nargs > 2 then
    perform app.notify_live(landlord, tg_argv[2], null, null);
  end if;
  return null;
end $$;

create function app.log_reminders() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.log_setting(new.user_id, 'reminders', 'changed', case when new.active then 'on' else 'off' end);
  return null;
end $$;

create function app.log_base_rate() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  rate constant public.base_rates := case tg_op when 'DELETE' then old else new end;
begin
  perform app.log_setting(rate.user_id, 'base rate', case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    trim_scale(rate.percent) || '% from ' || to_char(rate.starts_on, 'DD Mon YYYY'));
  return null;
end $$;

grant execute on function app.tenancies_to_charge(date, integer, uuid[]), app.landlords_reminding(timestamptz),
  app.withdraw_late_reminders(timestamptz) to tenure_jobs;
grant execute on function app.add_chosen_payment(uuid, jsonb, jsonb), app.settle_ledgers(jsonb) to tenure_app;

-- The names of these triggers sort before record_*, so that ledgers are locked before totals.
create trigger payments_added after insert on public.transactions referencing new table as new_rows
  for each statement execute function app.sync_payments();
create trigger payments_changed after update on public.transactions referencing old table as old_rows new table as new_rows
  for each statement execute function app.sync_payments();
create trigger payments_removed after delete on public.transactions referencing old table as old_rows
  for each statement execute function app.sync_payments();

-- A chosen allocation takes effect once both entries exist.
do $$
declare
  target text;
  key text;
  touched text;
  counts text;
begin
  for target, key, touched, counts in values ('ledger_entries', 'id', '(r.id, r.date)', 'true'), ('tenancy_rents', 'id', '(null::uuid, null::date)', 'true'),
    ('chosen_allocations', 'owed_id, paid_id', '(r.owed_id, null::date), (r.paid_id, null)',
      '(select count(*) from public.ledger_entries e where e.id in (r.owed_id, r.paid_id)) = 2')
  loop
    execute format('create trigger settle_added after insert on public.%I referencing new table as new_rows for each statement execute function app.settle_changed_ledgers(%L, %L, %L)', target, key, touched, counts);
    execute format('create trigger settle_changed after update on public.%I referencing old table as old_rows new table as new_rows for each statement execute function app.settle_changed_ledgers(%L, %L, %L)', target, key, touched, counts);
    execute format('create trigger settle_removed after delete on public.%I referencing old table as old_rows for each statement execute function app.settle_changed_ledgers(%L, %L, %L)', target, key, touched, counts);
  end loop;
end $$;

create constraint trigger check_allocations after update of amount on public.ledger_entries deferrable initially deferred
  for each row execute function app.check_allocations();
create trigger log_added after insert on public.ledger_entries for each row
  when (new.kind not in ('rent', 'correction', 'payment', 'refund')) execute function app.log_tenancy_change('ledger entry');
create trigger log_removed after delete on public.ledger_entries for each row
  when (old.kind not in ('rent', 'correction', 'payment', 'refund')) execute function app.log_tenancy_change('ledger entry');
create trigger log_changed after update on public.ledger_entries for each row
  when (old.disputed_on is distinct from new.disputed_on) execute function app.log_tenancy_change('ledger entry');
grant select, insert (tenancy_id, kind, date, amount, period_from, period_to, method, note, corrects), update (date, amount, period_to,
  method, disputed_on), delete on public.ledger_entries to tenure_app;

create trigger count_added after insert on public.rent_allocations referencing new table as new_rows
  for each statement execute function app.update_settled();
create trigger count_changed after update on public.rent_allocations referencing old table as old_rows new table as new_rows
  for each statement execute function app.update_settled();
create trigger count_removed after delete on public.rent_allocations referencing old table as old_rows
  for each statement when (not app.is_deleting_account()) execute function app.update_settled();
create constraint trigger check_allocations after insert or update on public.rent_allocations deferrable initially deferred
  for each row execute function app.check_allocations();
grant select on public.rent_allocations to tenure_app;

grant select, insert (tenancy_id, owed_id, paid_id, amount), update (amount), delete on public.chosen_allocations to tenure_app;

grant select, insert (transaction_id, tenancy_id, account_key, date, amount, text), delete on public.dismissed_matches to tenure_app;

create trigger log_added after insert on public.base_rates for each row execute function app.log_base_rate();
create trigger log_changed after update on public.base_rates for each row when (old.percent <> new.percent) execute function app.log_base_rate();
create trigger log_removed after delete on public.base_rates for each row execute function app.log_base_rate();
grant select, insert (starts_on, percent), update (percent), delete on public.base_rates to tenure_app;

create trigger log_changed after update on public.reminder_settings for each row
  when ((old.active, old.steps) is distinct from (new.active, new.steps)) execute function app.log_reminders();
grant select, insert (steps, active, previewed_at), update (steps, active, previewed_at) on public.reminder_settings to tenure_app;

create trigger notify_rent_email after insert or update on public.rent_emails for each row execute function app.notify_rent_email();
create trigger keep_sent before update on public.rent_emails for each row
  when (old.state <> 'queued' and (old.subject, old.body, old.recipient) is distinct from (new.subject, new.body, new.recipient))
  execute function app.freeze_sent_email();
grant select, insert (tenancy_id, due_on, step, recipient, subject, body, state, reason), update (subject, body, state, reason) on
  public.rent_emails to tenure_app;

grant select, insert (payer, type, category, property_id, varies, learned_from, batch, before), update (category, property_id, varies,
  learned_from, batch, before, learned_at), delete on public.payer_rules to tenure_app;
