/** All figures of the overview: three statements, which PostgreSQL works out at once, as each takes a processor some 20 ms of a big agent's. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { listNotices } from '../notification/notification.server.ts';
import { ENDING_DAYS } from '../tenant/lease.ts';
import { NOT_COUNTED } from '../transaction/transaction.ts';
import { activitiesJson, asActivity, type ToldActivity } from './activity/activity.server.ts';
import type { Overview } from './overview.ts';

const ACTIVITIES = 6;
const NOTICES = 5;

/** In days of PostgreSQL's `::date`: a mean month. */
const MONTH = 365.2425 / 12;

const today = sql`(select today from days)`;
const last = sql`(select last from days)`;

/** There is one, or there was. Counts are kept, each as a sum of slots, as looking for the first row may read all of other landlords'. */
const done = (noun: string) =>
  sql`((select coalesce(sum(count), 0) > 0 from app.tallies where noun = ${sql.lit(noun)}) or exists (select from activity where noun = ${sql.lit(noun)}))`;

type Homes = Omit<Overview, keyof Rest | 'attention'>;
type Rest = Pick<Overview, 'received' | 'months' | 'suppliers' | 'steps' | 'activities'>;

export async function readOverview(db: UserDb): Promise<Overview> {
  const [homes, rest, { items, counts }] = await Promise.all([
    readHomes(db),
    readRest(db),
    listNotices(db, { state: 'todo', limit: NOTICES }),
  ]);
  const total = counts.urgent + counts.coming + counts.later;
  return { ...homes, ...rest, attention: { items, total } };
}

const days = sql`days as materialized (
      select today, month, month - 1 as last, month::timestamp at time zone 'Europe/London' as began
      from (select app.today() as today, date_trunc('month', app.today()::timestamp)::date as month) day
    )`;

/** Of properties, tenants and last month. */
async function readHomes(db: UserDb): Promise<Homes> {
  const { rows } = await sql<{ overview: Homes }>`
    with ${days},
    -- This month's changes of what the figures of last month are made of, with the value before the first of them.
    undone as materialized (
      select distinct on (record_id, key) record_id, key, value -> 0 as was
      from activity cross join lateral jsonb_each(changes)
      where at >= (select began from days) and noun in ('property', 'tenant') and action = 'changed'
        and key in ('status', 'monthly_rent', 'property_id', 'lease_end')
      order by record_id, key, at, activity.id
    ),
    moved as materialized (
      select coalesce(sum(record_count) filter (where noun = 'property' and action = 'added'), 0)
          - coalesce(sum(record_count) filter (where noun = 'property' and action = 'removed'), 0) as properties,
        -- What is gone, and changes of many at once, cannot be told.
        count(*) filter (where action = 'removed' or action = 'changed' and record_id is null) = 0 as known
      from activity where at >= (select began from days) and noun in ('property', 'tenant')
    ),
    people as materialized (
      select property_id, moved_out is null or moved_out > ${today} as stays,
        lease_start <= ${last} and (moved_out is null or moved_out > ${last}) as stayed,
        case when home.was is null then property_id else (home.was #>> '{}')::uuid end as home,
        lease_start, lease_end, case when term.was is null then lease_end else (term.was #>> '{}')::date end as lease_ended
      from tenants
      left join undone home on home.record_id = tenants.id and home.key = 'property_id'
      left join undone term on term.record_id = tenants.id and term.key = 'lease_end'
    ),
    homes as materialized (
      select id, address, date_added, monthly_rent as rent,
        case when status = 'vacant' and lived.property_id is not null then 'occupied' else status end as status,
        date_added < (select began from days) as existed,
        coalesce((rented.was #>> '{}')::numeric, monthly_rent) as rent_then,
        case when coalesce(chosen.was #>> '{}', status) = 'vacant' and lived_then.home is not null then 'occupied'
          else coalesce(chosen.was #>> '{}', status) end as status_then
      from properties
      left join (select distinct property_id from people where stays) lived on lived.property_id = id
      left join (select distinct home from people where stayed) lived_then on lived_then.home = id
      left join undone rented on rented.record_id = id and rented.key = 'monthly_rent'
      left join undone chosen on chosen.record_id = id and chosen.key = 'status'
    )
    select json_build_object(
      'properties', (select json_build_object(
        'occupied', json_build_object('count', count(*) filter (where status = 'occupied'), 'rent', coalesce(sum(rent) filter (where status = 'occupied') * 100, 0)::bigint),
        'vacant', json_build_object('count', count(*) filter (where status = 'vacant'), 'rent', coalesce(sum(rent) filter (where status = 'vacant') * 100, 0)::bigint),
        'maintenance', json_build_object('count', count(*) filter (where status = 'maintenance'), 'rent', coalesce(sum(rent) filter (where status = 'maintenance') * 100, 0)::bigint)
      ) from homes),
      'notLet', coalesce((select json_agg(json_build_object('id', id, 'address', address, 'since', since) order by since, id) from (
        select id, address, coalesce((select max(moved_out) from tenants where property_id = homes.id),
          (date_added at time zone 'Europe/London')::date) as since
        from homes where status <> 'occupied' order by since, id limit 3) empty), '[]'),
      'expiringLeases', (select count(*) from people where stays and lease_end between ${today} + 1 and ${today} + ${ENDING_DAYS}::integer),
      'lastMonth', (
        select json_build_object(
          'properties', (select count(*) from homes) - moved.properties,
          'occupancy', case when known then round(100.0 * counted.occupied / nullif(counted.occupied + counted.vacant, 0))::integer end,
          'revenue', case when known then (counted.rent * 100)::bigint end,
          'expiringLeases', case when known then (
            select count(*) from people where stayed and lease_ended between ${last} + 1 and ${last} + ${ENDING_DAYS}::integer) end)
        from moved cross join (
          select count(*) filter (where status_then = 'occupied') as occupied, count(*) filter (where status_then = 'vacant') as vacant,
            coalesce(sum(rent_then) filter (where status_then = 'occupied'), 0) as rent
          from homes where existed) counted
        where (select at from activity order by at, id limit 1) < (select began from days)),
      'tenants', (select json_build_object('count', count(*) filter (where stays), 'movedOut', count(*) filter (where not stays),
        'leaseMonths', round(avg(lease_end - lease_start + 1) filter (where lease_end >= lease_start) / ${sql.lit(MONTH)})::integer) from people)
    ) as overview`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL summed up nothing');
  return rows[0].overview;
}

/** Of money and suppliers, with what happened last. */
async function readRest(db: UserDb): Promise<Rest> {
  const { rows } = await sql<{ overview: Omit<Rest, 'activities'> & { activities: ToldActivity[] } }>`
    with ${days},
    money as materialized (
      select date_trunc('month', day::timestamp)::date as month,
        coalesce(sum(amount) filter (where type = 'income'), 0) as income, coalesce(-sum(amount) filter (where type = 'expense'), 0) as expenses
      from app.transaction_days
      where status = 'completed' and day between (select (month - interval '11 months')::date from days) and ${today}
        and category <> all(${sql.lit(`{${NOT_COUNTED.join()}}`)})
      group by 1
    )
    select json_build_object(
      'received', (select coalesce(sum(income) * 100, 0)::bigint from money, days where money.month = days.month),
      'months', (select json_agg(json_build_object('month', month, 'income', coalesce(income * 100, 0)::bigint, 'expenses', coalesce(expenses * 100, 0)::bigint) order by month)
        from (select first::date as month from days, generate_series(days.month - interval '11 months', days.month, interval '1 month') first) twelve
        left join money using (month)),
      'suppliers', json_build_object('count', (select count(*) from suppliers),
        'covered', (select count(*) from (select distinct property_id from supplier_properties) covered),
        'topService', (select service_type from (select distinct service_type, property_id from supplier_properties join suppliers on suppliers.id = supplier_id) served group by service_type order by count(*) desc, service_type limit 1)),
      'steps', (select case when not (property and tenant and money) and not app.has_sample() then json_build_object('property', property, 'tenant', tenant, 'money', money) end
        from profiles cross join lateral (select ${done('property')} as property, ${done('tenant')} as tenant, ${done('transaction')} as money) steps
        where not steps_hidden),
      'activities', ${activitiesJson({ limit: ACTIVITIES })}
    ) as overview`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL summed up nothing');
  const { activities, ...figures } = rows[0].overview;
  return { ...figures, activities: activities.map(asActivity) };
}

/** For good. */
export async function hideSteps(db: UserDb): Promise<void> {
  await db.updateTable('profiles').set({ steps_hidden: true }).execute();
}
