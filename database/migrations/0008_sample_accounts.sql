-- Removes sample rows from landlords' accounts, as the sample portfolio is now a separate account (decision 60).
do $$
declare
  landlords constant uuid[] := array(
    select user_id from public.properties where sample union select user_id from public.tenants where sample
    union select user_id from public.suppliers where sample union select user_id from public.transactions where sample);
  gone uuid[] := '{}';
  ids uuid[];
  target text;
begin
  update public.files set clear_at = now() where url in (select image_url from public.properties where sample);
  delete from app.transaction_undo where before ->> 'sample' = 'true';
  -- Deletes referencing tables first, and keeps tenancies that still have a tenant.
  foreach target in array '{transactions,tenants,tenancies,suppliers,properties}'::text[] loop
    execute format('with gone as (delete from public.%I r where sample %s returning id) select array_agg(id) from gone', target,
      case target when 'tenancies' then 'and not exists (select from public.tenants where tenancy_id = r.id)' else '' end) into ids;
    gone := gone || ids;
  end loop;
  delete from public.activity where user_id = any (landlords)
    and (record_id = any (gone) or about = any (gone) or noun = 'sample portfolio');
  -- Recalculates counts and sums, as migrations run without triggers.
  delete from app.row_counts where user_id = any (landlords);
  for target in select oid::regclass from pg_class where obj_description(oid, 'pg_class') like 'record:%' loop
    execute format('insert into app.row_counts (user_id, noun, slot, count) select user_id, %L, 0, count(*) from %s
      where user_id = any ($1) group by user_id', substr(obj_description(target::regclass, 'pg_class'), 8), target) using landlords;
  end loop;
  delete from app.transaction_totals where user_id = any (landlords);
  insert into app.transaction_totals (user_id, property_id, category, type, status, slot, count, amount)
  select user_id, coalesce(property_id, '00000000-0000-0000-0000-000000000000'), category, type, status, 0, count(*), sum(amount) from public.transactions
  where user_id = any (landlords) group by 1, 2, 3, 4, 5;
  delete from app.transaction_days where user_id = any (landlords);
  insert into app.transaction_days (user_id, day, category, type, status, slot, count, amount)
  select user_id, date, category, type, status, 0, count(*), sum(amount) from public.transactions
  where user_id = any (landlords) group by 1, 2, 3, 4, 5;
end $$;

drop index public.transactions_few;
alter table public.properties drop sample;
alter table public.tenants drop sample;
alter table public.tenancies drop sample;
alter table public.suppliers drop sample;
alter table public.transactions drop sample;
create index on public.transactions (user_id, date desc, id desc) where status = 'pending';
drop function app.loads_sample();

-- Whether the account is its owner's sample, deleted when its trial ends. Each person has at most one sample.
alter table public.profiles add sample boolean not null default false;
create unique index on public.profiles (owner_id) where sample;
