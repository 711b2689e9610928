-- Up Migration
-- Of rows that are added or removed only the columns that are logged are read: as JSON, 50,000 transactions took 0.4 s longer.
create or replace function app.log_activity() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noun constant text := tg_argv[0];
  label constant text := case when tg_argv[1] = '' then 'null::text' else format('r.%I', tg_argv[1]) end;
  about constant text := case when tg_argv[2] = '' then 'null::uuid' else format('r.%I', tg_argv[2]) end;
  differing text;
begin
  if app.leaving() then
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    execute format($sql$
      insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label)
      select r.user_id, app.user_id(), app.instant(), $1, $2, case when count(*) = 1 then min(r.id::text)::uuid end, %2$s, count(*),
             case when count(*) = 1 then min(%1$s) end
      from logged_rows r join public.profiles p on p.id = r.user_id
      group by r.user_id, %2$s$sql$, label, about) using noun, case tg_op when 'INSERT' then 'added' else 'removed' end;
    return null;
  end if;
  -- Compared as they are: as JSON, all columns of 5,000 transactions took 0.1 s.
  select string_agg(format('case when r.%1$I is distinct from o.%1$I then %1$L end', attname), ', ' order by attname) into differing
  from pg_attribute
  where attrelid = tg_relid and attnum > 0 and not attisdropped and attgenerated = ''
    and attname <> 'version' and attname <> all (tg_argv[4]::text[]);
  execute format($sql$
    insert into public.activity (user_id, actor_id, at, noun, action, record_id, about, record_count, label, columns, changes)
    select c.user_id, app.user_id(), app.instant(), $1, 'changed', case when c.times = 1 then min(c.id::text)::uuid end, c.about, c.times,
           case when c.times = 1 then min(c.label) end, array_agg(distinct key order by key),
           jsonb_object_agg(key, case when key = any ($2) then '["…", "…"]'
             else jsonb_build_array(app.brief(to_jsonb(was) -> key), app.brief(to_jsonb(now) -> key)) end) filter (where c.times = 1)
    from (
      select changed.*, count(*) over (partition by user_id, about) as times
      from (
        select r.id, r.user_id, %s as about, %s as label, o as was, r as now, array_remove(array[%s], null) as keys
        from new_rows r join old_rows o on o.id = r.id join public.profiles p on p.id = r.user_id
      ) changed
      where keys <> '{}'
    ) c
    cross join lateral unnest(c.keys) as key
    group by c.user_id, c.about, c.times$sql$, about, label, differing) using noun, tg_argv[3]::text[];
  return null;
end $$;
