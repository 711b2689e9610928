import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { NOT_COUNTED } from '../../transaction/listed.ts';
import { CAPITAL } from '../money/sums.ts';
import type { Span } from '../period.ts';
import type { Occupancy, PropertyYield } from './property-reports.ts';

/** Overlapping tenancies count once. Days after `today` do not count. */
export async function readOccupancy(
  db: UserDb,
  { from, to }: Span,
  { today, property }: { today: string; property?: string | undefined },
): Promise<Occupancy[]> {
  const last = to < today ? to : today;
  const { rows } = await sql<Occupancy>`
    select id, address, city, rent, greatest(0, "end" - start) as days,
      greatest(0, "end" - start) - coalesce((
        select sum(upper(part) - lower(part)) from unnest(occupied * datemultirange(daterange(start, greatest(start, "end")))) part), 0)::integer as empty
    from (
      select p.id, address, city, (monthly_rent * 100)::bigint as rent, ${last}::date + 1 as "end",
        greatest(${from}::date, least(added_on, first)) as start, coalesce(occupied, '{}'::datemultirange) as occupied
      from properties p left join (
        select property_id, min(start_date) as first,
          range_agg(daterange(start_date, ended_on)) filter (where ended_on is null or ended_on > start_date) as occupied
        from tenancies group by property_id) t on property_id = p.id
      where ${property ? sql`p.id = ${property}::uuid` : sql`true`}
    ) homes order by address collate app.natural, id`.execute(db);
  return rows;
}

/** Categories that are not in the profit of a property. */
export const PROFIT_WITHOUT: readonly string[] = [...NOT_COUNTED, ...CAPITAL];

/** Calculates profit as profit and loss does. */
export async function readYields(
  db: UserDb,
  { from, to }: Span,
  property: string | undefined,
): Promise<PropertyYield[]> {
  const { rows } = await sql<PropertyYield>`
    select p.id, address, city, (coalesce(value, 0) * 100)::bigint as value, (monthly_rent * 1200)::bigint as rent,
      (coalesce(profit, 0) * 100)::bigint as profit
    from properties p left join (
      select property_id, sum(amount) as profit from transactions
      where status = 'completed' and date between ${from}::date and ${to}::date and category <> all(${[...PROFIT_WITHOUT]}::text[])
      group by property_id) t on t.property_id = p.id left join property_values v on v.property_id = p.id
    where ${property ? sql`p.id = ${property}::uuid` : sql`true`}
    order by address collate app.natural, p.id`.execute(db);
  return rows;
}

/** Null removes the value. Throws `not_found` for a property that the landlord does not have. */
export async function saveValue(db: UserDb, propertyId: string, value: number | null): Promise<void> {
  const held = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
  if (!(await held.executeTakeFirst())) throw new AppError('not_found', { message: 'Property not found' });
  if (value === null) {
    await db.deleteFrom('property_values').where('property_id', '=', propertyId).execute();
    return;
  }
  await sql`
    insert into property_values (property_id, value) values (${propertyId}, ${value}::numeric / 100)
    on conflict (user_id, property_id) do update set value = excluded.value`.execute(db);
}
