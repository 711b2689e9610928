/** The sample portfolio in SQL: loaded as if the landlord had entered it over two years, and removed. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { PropertyInput } from '../property/property.ts';
import { addProperty } from '../property/save.server.ts';
import { supplierTable } from '../supplier/supplier.server.ts';
import { SupplierInput } from '../supplier/supplier.ts';
import { addTenant } from '../tenant/tenant.server.ts';
import { TenantInput } from '../tenant/tenant.ts';
import { addTransactions } from '../transaction/transaction.server.ts';
import { TransactionInput } from '../transaction/transaction.ts';
import type { Portfolio } from './portfolio.ts';
import { MAX_NAMED, NOT_NOW, type SampleRemoval } from './sample.ts';

/** Throws `invalid_input` where there is a property, or the sample is loaded already. */
export async function refuseSecond(db: UserDb): Promise<void> {
  const { open } = await db
    .selectNoFrom(sql<boolean>`not app.has_sample() and not exists (select from properties)`.as('open'))
    .executeTakeFirstOrThrow();
  if (!open) throw refusal();
}

const refusal = () => new AppError('invalid_input', { message: NOT_NOW });

/** `photos` are urls of stored pictures, by the place of the property. Throws `invalid_input` as `refuseSecond` does. */
export async function loadSample(
  db: UserDb,
  { portfolio, photos }: { portfolio: Portfolio; photos: ReadonlyMap<number, string> },
): Promise<void> {
  const { rows } = await sql<{ begun: boolean; now: Date }>`
    select app.begin_sample() as begun, app.instant() as now`.execute(db);
  const [first] = rows;
  if (!first?.begun) throw refusal();
  const today = londonDay(first.now);
  const homes: string[] = [];
  for (const [place, { added, ...property }] of portfolio.properties.entries()) {
    await dateBack(db, added, place);
    const input = PropertyInput.parse({ ...property, imageUrl: photos.get(place) ?? null });
    homes.push((await addProperty(db, input)).id);
  }
  const firms: string[] = [];
  for (const [place, { added, homes: serviced, ...supplier }] of portfolio.suppliers.entries()) {
    await dateBack(db, added, place);
    const addedProperties = serviced.map((home) => homes[home]);
    firms.push((await supplierTable.add(db, SupplierInput.parse({ ...supplier, addedProperties }))).id);
  }
  for (const [place, { added, property, ...tenant }] of portfolio.tenants.entries()) {
    await dateBack(db, added, place);
    await addTenant(db, { input: TenantInput.parse({ ...tenant, propertyId: homes[property] }), today });
  }
  await setInstant(db, first.now);
  const at = (ids: string[], place: number | null) => (place === null ? null : ids[place]);
  await addTransactions(
    db,
    portfolio.transactions.map(({ property, supplier, ...transaction }) =>
      TransactionInput.parse({ ...transaction, propertyId: at(homes, property), supplierId: at(firms, supplier) }),
    ),
  );
}

/** What is added next is of that day: also in the history, so that figures are compared with those of last month. */
async function dateBack(db: UserDb, day: string, minutes: number): Promise<void> {
  await setInstant(db, new Date(Date.parse(`${day}T10:00:00Z`) + minutes * 60_000));
}

async function setInstant(db: UserDb, instant: Date): Promise<void> {
  await sql`select set_config('app.instant', ${instant.toISOString()}, true)`.execute(db);
}

/** What goes with the sample, and what of the landlord's own stays. */
export async function readRemoval(db: UserDb): Promise<SampleRemoval> {
  const { rows } = await sql<SampleRemoval>`
    with records as (
      select 'property' as noun, 1 as place, sample, address || ', ' || city as name from properties
      union all select 'tenant', 2, sample, name from tenants
      union all select 'supplier', 3, sample, name from suppliers
      union all select 'transaction', 4, sample, description from transactions
    ), counted as (
      select noun, place, sample, count(*) as count, (array_agg(name order by name collate app.natural))[1:${sql.lit(MAX_NAMED)}] as names
      from records group by noun, place, sample
    )
    select coalesce(json_agg(json_build_object('noun', noun, 'count', count) order by place) filter (where sample), '[]') as goes,
      coalesce(json_agg(json_build_object('noun', noun, 'count', count, 'names', names) order by place) filter (where not sample), '[]') as stays
    from counted`.execute(db);
  return rows[0] ?? { goes: [], stays: [] };
}

export async function removeSample(db: UserDb): Promise<void> {
  await sql`select app.remove_sample()`.execute(db);
}
