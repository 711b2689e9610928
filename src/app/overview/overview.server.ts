/** The overview's figures in three concurrent statements, as each takes 8 to 15 ms for a large portfolio. */
import { type RawBuilder, sql } from 'kysely';
import { jointTenancySuggestion } from '../../features/tenancy/tenancy.server.ts';
import { ENDING_DAYS } from '../../features/tenant/lease.ts';
import { COUNTED } from '../../features/transaction/list/totals.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { firstNotices } from '../notification/notification.server.ts';
import { activitiesJson, asActivity, type StoredActivity } from './activity/activity.server.ts';
import type { Overview } from './overview.ts';

const ACTIVITIES = 6;
const NOTICES = 5;

const MONTH = 365.2425 / 12;

const today = sql`(select today from days)`;
const last = sql`(select last from days)`;
/** Let properties for a member who cannot see tenants. Without lease dates, last month's figure equals today's. */
const LET_UNSEEN = sql`session_user = 'tenure_member' and id in (select app.let_properties())`;
const stays = sql`coalesce(moved_out, 'infinity') > ${today}`;
const stayed = sql`lease_start <= ${last} and coalesce(moved_out, 'infinity') > ${last}`;

const runs = (day: RawBuilder<unknown>) =>
  sql`start_date <= ${day} and coalesce(ended_on, 'infinity') > ${day} and starts_on <= ${day} and coalesce(until, 'infinity') > ${day}`;

/** Whether a record exists or has existed. Uses the stored counts, as a scan could read other landlords' rows. */
const done = (noun: string) =>
  sql`((select coalesce(sum(count), 0) > 0 from app.row_counts where noun = ${sql.lit(noun)}) or exists (select from activity where noun = ${sql.lit(noun)}))`;

type Homes = Omit<Overview, keyof Rest | 'attention'>;
type Rest = Pick<Overview, 'rent' | 'received' | 'months' | 'suppliers' | 'openRepairs' | 'steps' | 'activities'>;

export async function readOverview(db: UserDb): Promise<Overview> {
  const [homes, rest, attention] = await Promise.all([readHomes(db), readRest(db), firstNotices(db, NOTICES)]);
  return { ...homes, ...rest, attention };
}

const days = sql`days as materialized (
      select today, month, month - 1 as last, month::timestamp at time zone 'Europe/London' as began
      from (select app.today() as today, date_trunc('month', app.today()::timestamp)::date as month) day
    )`;

async function readHomes(db: UserDb): Promise<Homes> {
  const { rows } = await sql<{ overview: Homes }>`
    with ${days},
    -- Values of properties and tenants before their first change this month, for last month's figures.
    undone as materialized (
      select record_id as id, jsonb_object_agg(key, was) as was from (
        select distinct on (record_id, key) record_id, key, value -> 0 as was
        from activity cross join lateral jsonb_each(changes)
        where at >= (select began from days) and noun in ('property', 'tenant') and action = 'changed'
          and key in ('status', 'monthly_rent', 'property_id')
        order by record_id, key, at, activity.id) first
      group by record_id
    ),
    -- Lease ends before their first change this month, by tenant or by tenancy.
    moved_ends as materialized (
      select distinct on (coalesce(t.tenancy_id, record_id)) coalesce(t.tenancy_id, record_id) as tenancy_id,
        (coalesce(changes -> 'lease_end', changes -> 'end_date') ->> 0)::date as was
      from activity left join tenants t on t.id = record_id
      where at >= (select began from days) and noun in ('tenant', 'tenancy') and action = 'changed' and changes ?| '{lease_end,end_date}'
      order by coalesce(t.tenancy_id, record_id), at, activity.id
    ),
    moved as materialized (
      select coalesce(sum(record_count) filter (where noun = 'property' and action = 'added'), 0)
          - coalesce(sum(record_count) filter (where noun = 'property' and action = 'removed'), 0) as properties,
        -- Unknown after deletions and bulk changes.
        count(*) filter (where action = 'removed' or action = 'changed' and record_id is null) = 0 as known
      from activity where at >= (select began from days) and noun in ('property', 'tenant') and action in ('added', 'changed', 'removed')
    ),
    changed as materialized (
      select id, case when undone.was ? 'property_id' then (undone.was ->> 'property_id')::uuid else property_id end as property_id,
        case when moved_ends.tenancy_id is null then lease_end else moved_ends.was end as lease_end
      from tenant_leases left join undone using (id) left join moved_ends using (tenancy_id)
      where id in (select id from undone union select t.id from tenants t join moved_ends using (tenancy_id)) and ${stayed}
    ),
    leases as materialized (
      select property_id, moved_out, lease_end, ${stays} as stays, ${stayed} and id not in (select id from changed) as stayed,
        case when lease_end >= lease_start and ${stays} then lease_end - lease_start + 1 end as days
      from tenant_leases
    ),
    people as materialized (
      select count(*) filter (where stays) as count, count(*) as all, sum(days)::numeric / nullif(count(days), 0) as days,
        count(*) filter (where stays and lease_end between ${today} + 1 and ${today} + ${ENDING_DAYS}::integer) as ending,
        count(*) filter (where stayed and lease_end between ${last} + 1 and ${last} + ${ENDING_DAYS}::integer) as ended
      from leases
    ),
    -- Last month's tenants exclude those changed since then.
    living as materialized (
      select property_id as id, bool_or(stays) as lived, max(moved_out) as moved_out, bool_or(stayed) as lived_then from leases group by 1
    ),
    -- Monthly rent of each tenancy, today and last month.
    rents as materialized (
      select id, property_id, case when ${runs(today)} then rent end as rent, case when ${runs(last)} then rent end as rent_then
      from (
        select id, property_id, start_date, ended_on, starts_on, until, case frequency when 'monthly' then amount else round(amount * app.periods_per_year(frequency) / 12, 2) end as rent
        from tenancies join (
          select tenancy_id, starts_on, amount, lag(starts_on) over (partition by tenancy_id order by starts_on desc) as until
          from tenancy_rents where starts_on <= ${today}) amounts on tenancy_id = id) tenancy
    ),
    -- Tenancies that were at another property last month.
    moved_tenancies as materialized (
      select distinct on (tenancy_id) tenancy_id as id, (was ->> 'property_id')::uuid as property_id
      from undone join tenants using (id) where was ? 'property_id'
    ),
    let as materialized (
      select property_id as id, sum(rent) as rent, sum(rent_then) filter (where id not in (select id from moved_tenancies)) as rent_then
      from rents group by 1
    ),
    moved_let as materialized (
      select m.property_id as id, sum(rent_then) as rent_then from rents join moved_tenancies m using (id) group by 1
    ),
    homes as materialized (
      select id, moved_out, added_on, coalesce(rent, monthly_rent) as rent,
        case when status = 'vacant' and (lived or ${LET_UNSEEN}) then 'occupied' else status end as status,
        added_on < (select month from days) as existed,
        coalesce(let.rent_then + coalesce(moved_let.rent_then, 0), moved_let.rent_then, (was ->> 'monthly_rent')::numeric, monthly_rent) as rent_then,
        case when coalesce(was ->> 'status', status) = 'vacant' and (lived_then or id in (select property_id from changed) or ${LET_UNSEEN}) then 'occupied'
          else coalesce(was ->> 'status', status) end as status_then
      from properties left join undone using (id) left join let using (id) left join moved_let using (id) left join living using (id)
    ),
    figures as materialized (
      select status, status_then, existed, count(*) as count, sum(rent) as rent, sum(rent_then) as rent_then from homes group by 1, 2, 3
    )
    select json_build_object(
      'properties', (select json_object_agg(status, json_build_object('count', coalesce(count, 0), 'rent', coalesce(rent * 100, 0)::bigint))
        from unnest('{occupied,vacant,maintenance}'::text[]) status
        left join (select status, sum(count) as count, sum(rent) as rent from figures group by status) now using (status)),
      'totalProperties', app.total_properties(),
      'notLet', coalesce((select json_agg(json_build_object('id', id, 'address', (select address from properties where id = empty.id), 'since', since) order by since, id) from (
        select id, coalesce(moved_out, added_on) as since
        from homes where status <> 'occupied' order by since, id limit 3) empty), '[]'),
      'unasked', ${jointTenancySuggestion(today)},
      'expiringLeases', people.ending,
      'lastMonth', (
        select json_build_object(
          'properties', (select coalesce(sum(count), 0) from figures) - moved.properties,
          'occupancy', case when known then round(100.0 * coalesce(counted.occupied, 0) / counted.lettable)::integer end,
          'revenue', case when known then (counted.rent * 100)::bigint end,
          'expiringLeases', case when known then people.ended + (
            select count(*) from changed where lease_end between ${last} + 1 and ${last} + ${ENDING_DAYS}::integer) end)
        from moved cross join (
          select sum(count) filter (where status_then = 'occupied') as occupied, sum(count) filter (where status_then in ('occupied', 'vacant')) as lettable,
            coalesce(sum(rent_then) filter (where status_then = 'occupied'), 0) as rent
          from figures where existed) counted
        where (select at from activity order by at, id limit 1) < (select began from days)),
      'tenants', json_build_object('count', people.count, 'movedOut', people.all - people.count,
        'leaseMonths', round(people.days / ${sql.lit(MONTH)})::integer)
    ) as overview from people`.execute(db);
  if (!rows[0]) throw new Error('The overview query returned no row');
  return rows[0].overview;
}

/** First steps are hidden from this number of properties. */
const EXPERIENCED_PROPERTIES = 5;

async function readRest(db: UserDb): Promise<Rest> {
  const { rows } = await sql<{ overview: Omit<Rest, 'activities'> & { activities: StoredActivity[] } }>`
    with ${days},
    money as materialized (
      select date_trunc('month', day::timestamp)::date as month,
        coalesce(sum(amount) filter (where type = 'income' and category = 'rent'), 0) as rent,
        coalesce(sum(amount) filter (where type = 'income'), 0) as income, coalesce(-sum(amount) filter (where type = 'expense'), 0) as expenses
      from app.days_in_reach
      where status = 'completed' and day between (select (month - interval '11 months')::date from days) and ${today}
        and ${COUNTED}
      group by 1
    )
    select json_build_object(
      'received', (select coalesce(sum(rent) * 100, 0)::bigint from money, days where money.month = days.month),
      'months', (select json_agg(json_build_object('month', month, 'income', coalesce(income * 100, 0)::bigint, 'expenses', coalesce(expenses * 100, 0)::bigint) order by month)
        from (select first::date as month from days, generate_series(days.month - interval '11 months', days.month, interval '1 month') first) twelve
        left join money using (month)),
      'rent', (select json_build_object('outstanding', coalesce(sum(amount - settled) * 100, 0)::bigint, 'tenancies', count(distinct tenancy_id))
        from ledger_entries where unpaid and date <= ${today}),
      'suppliers', json_build_object('count', (select count(*) from suppliers),
        'covered', (select count(distinct property_id) from supplier_properties),
        'topService', (select service_type from supplier_properties group by service_type order by count(distinct property_id) desc, service_type limit 1)),
      'openRepairs', (select count(*) from repairs where state in ('reported', 'accepted', 'quoting', 'booked', 'in-progress', 'done')),
      'steps', (select case when not (property and tenant and money) then json_build_object('property', property, 'tenant', tenant, 'money', money) end
        from profiles cross join lateral (select ${done('property')} as property, ${done('tenant')} as tenant, ${done('transaction')} as money) steps
        where not steps_hidden and not exists (select from properties offset ${EXPERIENCED_PROPERTIES - 1})),
      'activities', ${activitiesJson({ limit: ACTIVITIES })}
    ) as overview`.execute(db);
  if (!rows[0]) throw new Error('The overview query returned no row');
  const { activities, ...figures } = rows[0].overview;
  return { ...figures, activities: activities.map(asActivity) };
}

export async function hideSteps(db: UserDb): Promise<void> {
  await db.updateTable('profiles').set({ steps_hidden: true }).execute();
}
