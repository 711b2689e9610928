-- Marks deadlines of properties as stale, and raises the notice TN100, which makes the server derive them before commit
-- (src/features/deadline/derive.server.ts).
-- Updating an existing mark waits for a job that is deriving the property's deadlines from older facts.
create function app.mark_stale_deadlines(properties uuid[]) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app.stale_deadlines as stored (property_id, user_id)
  select p.id, p.user_id from public.properties p where p.id = any (properties) order by p.id
  on conflict (property_id) do update set user_id = stored.user_id;
  if found then
    raise notice using errcode = 'TN100', message = 'stale deadlines';
  end if;
end $$;

-- Creates triggers that mark a table's changed rows. `facts`: the columns that rules read; other columns are ignored.
-- `place`: SQL for the property of a row `r`.
create function app.watch_facts(target regclass, facts text[], place text) returns void language plpgsql as $$
declare
  name constant text := (select relname from pg_class where oid = target);
  differing constant text := (select string_agg(format('n.%1$I is distinct from o.%1$I', fact), ' or ') from unnest(facts) fact);
  event record;
begin
  for event in
    select * from (values
      ('insert', 'new table as new_rows', 'select n.* from new_rows n'),
      ('update', 'old table as old_rows new table as new_rows', format(
        'select n.* from new_rows n join old_rows o using (id) where %1$s union all select o.* from new_rows n join old_rows o using (id) where %1$s', differing)),
      ('delete', 'old table as old_rows', 'select o.* from old_rows o')) each_one (command, tables, rows)
  loop
    execute format('create function app.%I() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as %L',
      name || '_stale_on_' || event.command, format($body$
declare
  stale uuid[];
begin
  if not app.is_deleting_account() then
    stale := array(select distinct %s from (%s) r);
    if stale <> '{}' and stale <> '{null}' then
      perform app.mark_stale_deadlines(stale);
    end if;
  end if;
  return null;
end $body$, place, event.rows));
    execute format('create trigger stale_deadlines_on_%s after %1$s on %s referencing %s for each statement execute function app.%I()',
      event.command, target, event.tables, name || '_stale_on_' || event.command);
  end loop;
end $$;

select app.watch_facts('public.properties', '{zipcode,country,gas,storeys,combustion_rooms,people,households,compliance_items}', 'r.id'),
  app.watch_facts('public.property_certificates', '{compliance_item,issue_date,expiration_date,outcome,work_due,work_done,confirmed_to_tenant,confirmed_to_council,replaced_by}',
    'r.property_id'),
  app.watch_facts('public.property_compliance', '{energy_performance_rating}', 'r.property_id'),
  app.watch_facts('public.licences', '{kind,council,ends}', 'r.property_id'),
  app.watch_facts('public.tenancies', '{property_id,kind,start_date,ended_on,written,signed_at,deposit_amount,deposit_received,deposit_protected,deposit_information,deposit_returned,deposit_payer_name,deposit_parts}',
    'r.property_id'),
  app.watch_facts('public.tenants', '{name,property_id,tenancy_id,moved_in,moved_out}', 'r.property_id'),
  app.watch_facts('public.occupiers', '{name,moved_in,moved_out}', '(select t.property_id from public.tenancies t where t.id = r.tenancy_id)'),
  app.watch_facts('public.right_to_rent_checks', '{checked_on,unlimited,leave_ends,document_ends}',
    '(select t.property_id from public.tenancies t where t.id = r.tenancy_id)'),
  app.watch_facts('public.requests', '{property_id,tenancy_id,kind,what,asked_on,more_asked_on,replied_on,answered_on,last_day}', 'r.property_id'),
  app.watch_facts('public.served', '{tenancy_id,property_id,tenant_id,state,struck_at}',
    'coalesce(r.property_id, (select t.property_id from public.tenancies t where t.id = r.tenancy_id))');

-- The facts of up to `max_rows` stale properties of the account, like `Home` in src/features/deadline/rules/facts.ts.
-- Includes properties out of the caller's reach, as deadlines must not depend on the caller.
-- Locks the marks, and skips those that another transaction is deriving.
create function app.stale_facts(max_rows integer) returns table (today date, facts json)
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with stale as materialized (
    select s.property_id as id from app.stale_deadlines s where s.user_id = app.user_id() order by s.property_id limit max_rows for update skip locked
  )
  select app.today(), json_build_object(
    'id', p.id, 'postcode', p.zipcode, 'country', p.country, 'gas', p.gas, 'storeys', p.storeys, 'combustionRooms', p.combustion_rooms,
    'people', p.people, 'households', p.households, 'ends', p.compliance_items -> 'ends', 'notApplicable', p.compliance_items -> 'notApplicable',
    'alarmsChecked', p.compliance_items -> 'recorded' ->> 'alarms',
    'epcRating', (select c.energy_performance_rating from public.property_compliance c where c.property_id = p.id),
    'certificates', coalesce((select json_agg(json_build_object('id', c.id, 'item', c.compliance_item, 'issued', c.issue_date, 'expires', c.expiration_date,
        'outcome', c.outcome, 'workDue', c.work_due, 'workDone', c.work_done, 'confirmedToTenant', c.confirmed_to_tenant,
        'confirmedToCouncil', c.confirmed_to_council) order by c.seq)
      from public.property_certificates c where c.property_id = p.id and c.user_id = p.user_id and c.replaced_by is null), '[]'),
    'licences', coalesce((select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'council', l.council, 'ends', l.ends) order by l.ends, l.id)
      from public.licences l where l.property_id = p.id and l.user_id = p.user_id), '[]'),
    'tenancies', coalesce((select json_agg(json_build_object('id', t.id, 'kind', t.kind, 'start', t.start_date, 'ended', t.ended_on, 'written', t.written,
        'signedAt', to_char(t.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'deposit', json_build_object('amount', (t.deposit_amount * 100)::bigint, 'received', t.deposit_received, 'protected', t.deposit_protected,
          'information', t.deposit_information, 'returned', t.deposit_returned, 'payer', t.deposit_payer_name,
          'parts', t.deposit_parts),
        'tenants', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name, 'movedIn', n.moved_in, 'movedOut', n.moved_out)
            order by n.sort_name, n.id) from public.tenants n where n.tenancy_id = t.id and n.user_id = t.user_id), '[]'),
        'occupiers', coalesce((select json_agg(json_build_object('id', o.id, 'name', o.name, 'movedIn', o.moved_in, 'movedOut', o.moved_out)
            order by o.name, o.id) from public.occupiers o where o.tenancy_id = t.id and o.user_id = t.user_id), '[]'),
        'checks', coalesce((select json_agg(json_build_object('personId', coalesce(k.tenant_id, k.occupier_id), 'checkedOn', k.checked_on,
            'unlimited', k.unlimited, 'leaveEnds', k.leave_ends, 'documentEnds', k.document_ends) order by k.checked_on, k.date_added, k.id)
          from public.right_to_rent_checks k where k.tenancy_id = t.id and k.user_id = t.user_id), '[]')) order by t.start_date, t.id)
      from public.tenancies t where t.property_id = p.id and t.user_id = p.user_id), '[]'),
    'requests', coalesce((select json_agg(json_build_object('id', q.id, 'tenancyId', q.tenancy_id, 'kind', q.kind, 'what', q.what, 'askedOn', q.asked_on,
        'moreAskedOn', q.more_asked_on, 'repliedOn', q.replied_on, 'answeredOn', q.answered_on, 'lastDay', q.last_day) order by q.asked_on, q.id)
      from public.requests q where q.property_id = p.id and q.user_id = p.user_id), '[]'),
    'given', coalesce((select json_agg(json_build_object('type', d.type, 'at', to_char(s.served_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'day', (s.served_at at time zone 'Europe/London')::date, 'tenancyId', s.tenancy_id, 'tenantId', s.tenant_id, 'to', s.recipient_kind,
        'onlyLink', s.method = 'other' and coalesce(s.method_note ~* '\mlink\M', false)) order by s.served_at, s.id)
      from public.served s join public.documents d on d.id = s.document_id and d.user_id = s.user_id
      where s.user_id = p.user_id and s.struck_at is null and s.state not in ('sending', 'refused')
        and (s.property_id = p.id or s.tenancy_id in (select t.id from public.tenancies t where t.property_id = p.id and t.user_id = p.user_id))), '[]'))
  from stale join public.properties p on p.id = stale.id and p.user_id = app.user_id()
  order by p.id;
end;

-- Replaces the deadlines of properties, except unchanged ones, and deletes their marks in app.stale_deadlines, which
-- the transaction has locked.
-- `homes`: [{"id", "nation", "againOn", "rows": […]}] with rows like `Derived` in src/features/deadline/rules/rule.ts.
create function app.save_deadlines(homes jsonb, version integer) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with home as materialized (
    select h.* from jsonb_to_recordset(homes) as h (id uuid, nation text, "againOn" date, rows jsonb)
    join app.stale_deadlines s on s.property_id = h.id and s.user_id = app.user_id()
  ), expected as materialized (
    select home.id as property_id, r.* from home cross join lateral jsonb_to_recordset(home.rows) as r (rule text, kind text, subject text,
      "tenancyId" uuid, title text, about text, day date, state text, ask text, why jsonb, typed boolean)
  ), gone as (
    delete from public.deadlines d using home
    where d.property_id = home.id and d.user_id = app.user_id() and d.rule <> 'own' and not exists (
      select from expected w where w.property_id = d.property_id and w.rule = d.rule and w.subject = d.subject)
    returning d.id
  ), saved as (
    insert into public.deadlines as stored (user_id, property_id, tenancy_id, rule, kind, subject, title, about, day, state, ask, why, typed)
    select app.user_id(), property_id, "tenancyId", rule, kind, subject, title, about, day, state, ask, why, typed from expected
    on conflict (user_id, property_id, rule, subject) do update set tenancy_id = excluded.tenancy_id, kind = excluded.kind, title = excluded.title, about = excluded.about,
      day = excluded.day, state = excluded.state, ask = excluded.ask, why = excluded.why, typed = excluded.typed
    where (stored.tenancy_id, stored.kind, stored.title, stored.about, stored.day, stored.state, stored.ask, stored.why, stored.typed)
      is distinct from (excluded.tenancy_id, excluded.kind, excluded.title, excluded.about, excluded.day, excluded.state, excluded.ask, excluded.why, excluded.typed)
    returning stored.id
  ), derived as (
    insert into app.derived_deadlines as stored (property_id, user_id, rules_version, nation, again_on)
    select id, app.user_id(), version, nation, "againOn" from home
    on conflict (property_id) do update set rules_version = excluded.rules_version, nation = excluded.nation, again_on = excluded.again_on
    where (stored.rules_version, stored.nation, stored.again_on) is distinct from (excluded.rules_version, excluded.nation, excluded.again_on)
  ), unmarked as (
    delete from app.stale_deadlines s using home where s.property_id = home.id and s.user_id = app.user_id()
  )
  select app.notify_live(app.user_id(), 'deadlines', null, null) where exists (select from gone) or exists (select from saved);
end;

-- Marks up to `max_rows` properties whose deadlines were never derived, were derived by another version of the rules,
-- or change by today. Returns how many.
create function app.mark_outdated_deadlines(at timestamptz, version integer, max_rows integer) returns bigint
  language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with marked as (
    insert into app.stale_deadlines (property_id, user_id)
    select p.id, p.user_id from public.properties p left join app.derived_deadlines d on d.property_id = p.id
    where (d.property_id is null or d.rules_version <> version or d.again_on <= (mark_outdated_deadlines.at at time zone 'Europe/London')::date)
      and not exists (select from app.stale_deadlines s where s.property_id = p.id)
    order by p.user_id, p.id limit max_rows
    on conflict do nothing returning property_id
  )
  select count(*) from marked;
end;

create function app.accounts_with_stale_deadlines() returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select distinct user_id from app.stale_deadlines order by user_id;
end;

-- The number of homes in the caller's reach with derived deadlines, by nation.
create function app.homes_by_nation() returns table (nation text, homes bigint) language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select d.nation, count(*) from app.derived_deadlines d
  where d.user_id = app.user_id() and (select app.may('properties.see')) and ((select app.sees_all()) or d.property_id in (select app.my_properties()))
  group by d.nation;
end;

-- The day some months later: `month_day` of that month, or its last day.
create function app.months_later(day date, month_day integer, months integer) returns date language sql immutable parallel safe
  return (select least(first + month_day - 1, (first + interval '1 month')::date - 1)
    from (select (date_trunc('month', day::timestamp) + make_interval(months => months))::date as first) later);

-- Sets `month_day` from a changed day, unless that day is where `month_day` falls in its month. The argument is the
-- column of the day.
create function app.set_month_day() returns trigger language plpgsql as $$
declare
  day constant date := to_jsonb(new) ->> tg_argv[0];
begin
  if new.month_day is null or day is distinct from app.months_later(day, new.month_day, 0) then
    new.month_day := extract(day from day);
  end if;
  return new;
end $$;

create function app.find_own_deadlines(search_term text) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select o.id from public.own_deadlines o
  where o.user_id = app.user_id() and (select app.may('properties.see')) and ((select app.sees_all()) or o.property_id in (select app.my_properties()))
    and strpos(app.search_text(o.title), (select app.first_word(search_term))) > 0 and app.search_text(o.title) like all ((select app.other_words(search_term))::text[]);
end;

-- Whether a mark sets a deadline aside on a day. A mark applies only until the deadline's day changes.
create function app.is_set_aside(deadline public.deadlines, on_day date) returns boolean language sql stable
begin atomic
  select exists (select from public.deadline_marks m where m.user_id = (deadline).user_id and m.property_id = (deadline).property_id
    and m.rule = (deadline).rule and m.subject = (deadline).subject and m.day = (deadline).day and (m.kind <> 'snoozed' or m.until > on_day));
end;

-- The reminder step of a day: the last one reached, in days before the deadline, or minus the number of weeks after it.
-- Null if no step applies. The step -1 means weekly reminders after the deadline.
create function app.deadline_step(day date, on_day date, steps smallint[]) returns integer language sql immutable parallel safe
  return case when day >= on_day then (select min(step) from unnest(steps) step where step >= day - on_day and step >= 0)
    when -1 = any (steps) then -((on_day - day + 6) / 7) end;

-- Marks due reminder steps as emailed and returns them, one row for each member, in the transaction that queues the
-- emails.
-- Typed end dates have no step 0, as expiry emails contain them.
create function app.claim_deadline_emails(at timestamptz, max_rows integer) returns table (user_id uuid, member_id uuid, steps integer[])
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  with today as (select (claim_deadline_emails.at at time zone 'Europe/London')::date as day), due as (
    select e.user_id, e.member_id, concat_ws(' ', d.property_id, d.rule, d.subject, d.day) as deadline_key, s.step
    from today cross join app.emailable_members(claim_deadline_emails.at) e
    join public.members m on m.id = e.member_id and app.role_may(m.role, 'properties.see')
    join public.deadlines d on d.user_id = e.user_id and d.state = 'due' and d.day <= today.day + 90
      and (m.whole or d.property_id in (select r.property_id from app.member_properties r where r.member_id = m.id))
      and (d.tenancy_id is null or app.role_may(m.role, 'people.see'))
    left join public.deadline_settings c on c.user_id = d.user_id and c.kind = d.kind
    cross join lateral (select app.deadline_step(d.day, today.day, coalesce(c.steps, '{90,60,30,14,7,0,-1}')) as step) s
    where s.step is not null and coalesce(c.delivery, 'at_once') = 'at_once' and not (d.typed and s.step = 0)
      and not app.is_set_aside(d, today.day)
      and not exists (select from app.deadline_emails k where k.member_id = e.member_id
        and k.deadline_key = concat_ws(' ', d.property_id, d.rule, d.subject, d.day) and k.step = s.step)
  ), chosen as (
    select distinct due.member_id from due order by due.member_id limit max_rows
  ), marked as (
    insert into app.deadline_emails (user_id, member_id, deadline_key, step, emailed_on)
    select due.user_id, due.member_id, due.deadline_key, due.step, today.day from due join chosen using (member_id) cross join today
    on conflict do nothing returning user_id, member_id, step
  )
  select marked.user_id, marked.member_id, array_agg(marked.step order by marked.step desc) from marked
  group by marked.user_id, marked.member_id order by marked.user_id, marked.member_id;
end;

-- The deadlines in the email to a member on a day.
create function app.deadlines_to_email(member uuid, on_day date) returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select d.id from app.deadline_emails k join public.deadlines d on d.user_id = k.user_id
    and concat_ws(' ', d.property_id, d.rule, d.subject, d.day) = k.deadline_key
  where k.member_id = member and k.emailed_on = on_day and not app.is_set_aside(d, on_day);
end;
grant execute on function app.claim_deadline_emails(timestamptz, integer), app.deadlines_to_email(uuid, date) to tenure_jobs;

grant select on public.deadlines, app.stale_deadlines, app.derived_deadlines, app.deadline_emails to tenure_app;
grant execute on function app.stale_facts(integer), app.save_deadlines(jsonb, integer) to tenure_app, tenure_member, tenure_jobs;
grant execute on function app.homes_by_nation(), app.find_own_deadlines(text), app.months_later(date, integer, integer) to tenure_app, tenure_member;
grant execute on function app.mark_outdated_deadlines(timestamptz, integer, integer), app.accounts_with_stale_deadlines() to tenure_jobs;

create trigger set_month_day before insert or update of day on public.own_deadlines for each row execute function app.set_month_day('day');
select app.keep_record('public.own_deadlines', 'own deadline', 'title', about => 'property_id', live => 'deadlines', derived => '{month_day}');
grant select, insert (property_id, title, day, note, repeat_months), update (property_id, title, day, note, repeat_months), delete
  on public.own_deadlines to tenure_app;

create function app.set_marked_by() returns trigger language plpgsql as $$
begin
  new.marked_by := app.person_id();
  return new;
end $$;

select app.keep_record('public.deadline_marks', 'deadline mark', 'rule', about => 'property_id', live => 'deadlines', derived => '{marked_by}');
create trigger set_marked_by before update of kind, until, reason on public.deadline_marks for each row execute function app.set_marked_by();
grant select, insert (property_id, tenancy_id, rule, subject, day, kind, until, reason), update (kind, until, reason), delete
  on public.deadline_marks to tenure_app;

create function app.sync_own_deadline() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from public.deadlines where user_id = old.user_id and rule = 'own' and subject = old.id::text;
  elsif tg_op = 'UPDATE' then
    update public.deadlines set property_id = new.property_id, title = new.title, day = new.day, why = to_jsonb(array_remove(array[new.note], null))
    where user_id = new.user_id and rule = 'own' and subject = new.id::text;
  else
    insert into public.deadlines (user_id, property_id, rule, kind, subject, title, day, state, why)
    values (new.user_id, new.property_id, 'own', 'own', new.id::text, new.title, new.day, 'due', to_jsonb(array_remove(array[new.note], null)));
  end if;
  return null;
end $$;
create trigger sync_own_deadline after insert or update or delete on public.own_deadlines for each row execute function app.sync_own_deadline();

create trigger next_version before update on public.deadline_settings for each row execute function app.next_version();
create trigger log_settings after insert or update on public.deadline_settings for each row execute function app.log_choice('deadline reminders', 'kind');
grant select, insert (kind, steps, delivery), update (steps, delivery) on public.deadline_settings to tenure_app;

-- Deadlines of a tenancy also require 'people.see'.
select app.open_to_members('public.deadlines', 'properties', 'property_id in (select app.my_properties())'),
  app.open_to_members('public.deadline_marks', 'properties', 'property_id in (select app.my_properties())'),
  app.open_to_members('public.own_deadlines', 'properties', 'property_id in (select app.my_properties())'),
  app.open_to_members('public.deadline_settings', 'properties', 'true', false);
create policy member_sees_people on public.deadlines as restrictive to tenure_member, tenure_jobs
  using (tenancy_id is null or (select app.may('people.see')));
create policy member_sees_people on public.deadline_marks as restrictive to tenure_member, tenure_jobs
  using (tenancy_id is null or (select app.may('people.see'))) with check (tenancy_id is null or (select app.may('people.change')));
