-- The planned day for which a repair should be created now; null if none. A repair for a deadline is created up to 60
-- days before, others on the day. A plan waits while one of its repairs is open.
create function app.planned_day(p public.repair_plans) returns date language sql stable
  return case
    when p.paused or exists (select from public.repairs r where r.plan_id = p.id and r.state <> all ('{closed,declined,cancelled}')) then null
    when p.deadline_kind is null then case when p.next_on <= app.today() then p.next_on end
    else (select min(d.day) from public.deadlines d where d.property_id = p.property_id and d.user_id = p.user_id and d.kind = p.deadline_kind
      and d.state = 'due' and d.day <= app.today() + 60 and not app.is_set_aside(d, app.today())
      and not exists (select from public.repairs r where r.plan_id = p.id and r.plan_day = d.day)) end;

-- Creates each due repair once, and returns how many.
create function app.make_planned_repairs(at timestamptz) returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  plan public.repair_plans;
  made public.repairs;
  planned date;
  count integer := 0;
begin
  perform set_config('app.instant', at::text, true);
  for plan in
    select p.* from public.repair_plans p where not p.paused and (p.deadline_kind is not null or p.next_on <= app.today())
    order by p.user_id, p.id for update skip locked
  loop
    planned := app.planned_day(plan);
    continue when planned is null;
    insert into public.repairs (user_id, property_id, reported_by, title, category, description, state, accepted_at, plan_id, plan_day)
    values (plan.user_id, plan.property_id, 'plan', plan.title, plan.category, plan.description, 'accepted', app.instant(), plan.id, planned)
    on conflict (plan_id, plan_day) do nothing returning * into made;
    continue when made.id is null;
    perform app.add_repair_event(made, 'system', '', 'reported', is_now => planned::text);
    if plan.every_months is not null then
      update public.repair_plans p set next_on = (
        select min(day) from generate_series(1, 1200) n cross join lateral app.months_later(plan.next_on, plan.month_day, n * plan.every_months) day
        where day > app.today())
      where p.id = plan.id;
    end if;
    count := count + 1;
  end loop;
  return count;
end $$;

grant execute on function app.make_planned_repairs(timestamptz) to tenure_jobs;

select app.keep_search('public.repair_plans', 'repairs.see', 'property_id in (select app.my_properties())');
create trigger set_month_day before insert or update of next_on on public.repair_plans for each row execute function app.set_month_day('next_on');
select app.keep_record('public.repair_plans', 'repair plan', 'title', about => 'property_id', live => 'repair-plans', derived => '{month_day}');
grant select, insert (property_id, title, category, description, supplier_id, every_months, next_on, deadline_kind, paused),
  update (property_id, title, category, description, supplier_id, every_months, next_on, deadline_kind, paused), delete on public.repair_plans to tenure_app;
select app.open_to_members('public.repair_plans', 'repairs', 'property_id in (select app.my_properties())');
