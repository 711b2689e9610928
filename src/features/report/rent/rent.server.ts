import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { unpaidOn } from '../../rent/rent.server.ts';
import { AGES } from '../../tenancy/rules/arrears.ts';
import type { Span } from '../period.ts';
import type { Balance, Held, Owing, Rented } from './rent-reports.ts';

type On = { on: string; property?: string | undefined };

const at = (column: RawBuilder<unknown>, property: string | undefined) =>
  property ? sql`${column} = ${property}::uuid` : sql`true`;

/** Returns the tenancies on a day, then the homes without a tenancy. */
export async function readRentRoll(db: UserDb, { on, property }: On): Promise<Rented[]> {
  const { rows } = await sql<Rented>`
    with running as materialized (
      select t.*, coalesce(
        (select amount from tenancy_rents r where r.tenancy_id = t.id and starts_on <= ${on}::date order by starts_on desc limit 1),
        (select amount from tenancy_rents r where r.tenancy_id = t.id order by starts_on limit 1), 0) as rent
      from tenancies t
      where start_date <= ${on}::date and (ended_on is null or ended_on > ${on}::date) and ${at(sql`property_id`, property)}
    ), listed as (
      select id, names, property_id, property_name, start_date, end_date, frequency, rent,
        rent * app.periods_per_year(frequency) as year, deposit_amount, sort_name from running
      union all
      select null, 'Empty', id, address || ', ' || city, null, null, null, 0, 0, 0, null from properties
      where added_on <= ${on}::date and ${at(sql`id`, property)} and id not in (select property_id from running where property_id is not null)
    )
    select id, names, property_id as "propertyId", property_name as "propertyName", start_date as start, end_date as end, frequency,
      (rent * 100)::bigint as rent, (year * 100 / 12)::bigint as "rentAMonth", (year * 100)::bigint as "rentAYear",
      (deposit_amount * 100)::bigint as deposit
    from listed order by id is null, property_name collate app.natural, sort_name, id`.execute(db);
  return rows;
}

/** Counts charges due by the day less payments up to the day, as Rent does. */
export async function readOwing(db: UserDb, { on, property }: On): Promise<Owing[]> {
  const days = sql`${on}::date - date`;
  const ages = AGES.map(
    (age, place) => sql`coalesce((sum("left") filter (where ${days} <= ${sql.lit(age.days)}
      and ${days} > ${sql.lit(AGES[place - 1]?.days ?? -1)}) * 100)::bigint, 0)`,
  );
  const { rows } = await sql<Owing>`
    with ${unpaidOn(on)}, owing as (
      select tenancy_id, (sum("left") * 100)::bigint as owed, json_build_array(${sql.join(ages)}) as ages, min(date) as since
      from unpaid where "left" > 0 group by tenancy_id
    )
    select t.id, t.names, t.property_id as "propertyId", t.property_name as "propertyName", owed, ages, since,
      (select max(date) from ledger_entries p where p.tenancy_id = t.id and kind = 'payment' and date <= ${on}::date) as "lastPaid"
    from owing join tenancies t on t.id = tenancy_id
    where ${at(sql`t.property_id`, property)} order by owed desc, sort_name, t.id`.execute(db);
  return rows;
}

export async function readDeposits(db: UserDb, { on, property }: On): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select id, names, property_id as "propertyId", property_name as "propertyName", (deposit_amount * 100)::bigint as amount,
      deposit_received as received, deposit_scheme as scheme, deposit_reference as reference, deposit_protected as "protectedOn",
      coalesce(ended_on <= ${on}::date, false) as ended
    from tenancies
    where deposit_amount > 0 and coalesce(deposit_received, start_date) <= ${on}::date
      and (deposit_returned is null or deposit_returned > ${on}::date) and ${at(sql`property_id`, property)}
    order by property_name collate app.natural, sort_name, id`.execute(db);
  return rows;
}

/** Returns tenancies with ledger entries in the span or a balance at its end. */
export async function readBalances(db: UserDb, { from, to }: Span): Promise<Balance[]> {
  const inDays = sql`e.date >= ${from}::date`;
  const { rows } = await sql<Balance>`
    select t.id, t.names, t.property_id as "propertyId", t.property_name as "propertyName",
      (coalesce(sum(e.amount) filter (where e.date < ${from}::date), 0) * 100)::bigint as opening,
      (coalesce(sum(e.amount) filter (where ${inDays} and e.amount > 0), 0) * 100)::bigint as charged,
      (coalesce(-sum(e.amount) filter (where ${inDays} and e.amount < 0), 0) * 100)::bigint as paid
    from tenancies t join ledger_entries e on e.tenancy_id = t.id and e.date <= ${to}::date
    group by t.id having sum(e.amount) <> 0 or count(*) filter (where ${inDays}) > 0
    order by t.sort_name, t.id`.execute(db);
  return rows;
}
