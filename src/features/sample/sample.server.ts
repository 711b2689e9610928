/** Opens the sample account, fills it with two years of records, and removes it. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addMonths, londonDay } from '../../shared/dates.ts';
import type { Role } from '../../shared/rights.ts';
import { PropertyInput } from '../property/property.ts';
import { addProperty } from '../property/save.server.ts';
import { supplierTable } from '../supplier/supplier.server.ts';
import { SupplierInput } from '../supplier/supplier.ts';
import { writeCharges } from '../tenancy/schedule/charges.server.ts';
import { recordOf, setRent } from '../tenancy/tenancy.server.ts';
import { addTenant } from '../tenant/tenant.server.ts';
import { TenantInput } from '../tenant/tenant.ts';
import { addTransactions } from '../transaction/transaction.server.ts';
import { TransactionInput } from '../transaction/transaction.ts';
import type { Portfolio } from './portfolio.ts';

/** Enters the person's sample account for this transaction, as its member with `role`. True if it is filled. */
export async function enterSample(db: UserDb, token: string, role: Role): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`select app.enter_sample(${token}, ${role}) as filled`.execute(db);
  return rows[0]?.filled ?? false;
}

export async function openSample(db: UserDb, token: string): Promise<void> {
  await sql`select app.open_sample(${token})`.execute(db);
}

export async function removeSample(db: UserDb, token: string): Promise<void> {
  await sql`select app.remove_sample(${token})`.execute(db);
}

type Load = { token: string; portfolio: Portfolio; photos: ReadonlyMap<number, string> };

/** Fills an entered sample account, in part as its manager and bookkeeper. `photos`: urls by index of the property. */
export async function loadSample(db: UserDb, { token, portfolio, photos }: Load): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select app.instant() as now`.execute(db);
  const now = rows[0]?.now ?? new Date();
  const today = londonDay(now);
  const at = (ids: readonly (string | null)[], place: number | null) => (place === null ? null : ids[place]);
  const homes: string[] = [];
  for (const [place, { added, ...property }] of portfolio.properties.entries()) {
    await dateBack(db, added, place);
    const input = PropertyInput.parse({ ...property, imageUrl: photos.get(place) ?? null });
    homes.push((await addProperty(db, input)).id);
  }
  await enterSample(db, token, 'manager');
  const firms: string[] = [];
  for (const [place, { added, homes: serviced, ...supplier }] of portfolio.suppliers.entries()) {
    await dateBack(db, added, place);
    const addedProperties = serviced.map((home) => homes[home]);
    firms.push((await supplierTable.add(db, SupplierInput.parse({ ...supplier, addedProperties }))).id);
  }
  const agreements: (string | null)[] = [];
  for (const [place, { added, property, joins, ...tenant }] of portfolio.tenants.entries()) {
    await dateBack(db, added, place);
    const tenancyId = at(agreements, joins);
    const input = TenantInput.parse({ ...tenant, propertyId: homes[property], tenancyId });
    agreements.push((await addTenant(db, { input, today })).tenancyId);
  }
  await openLedgers(db, { portfolio, agreements, today });
  await enterSample(db, token, 'bookkeeper');
  await setInstant(db, now);
  await addTransactions(
    db,
    portfolio.transactions.map(({ property, supplier, tenant = null, ...transaction }) =>
      TransactionInput.parse({
        ...transaction,
        propertyId: at(homes, property),
        supplierId: at(firms, supplier),
        tenancyId: at(agreements, tenant),
      }),
    ),
  );
}

type Ledgers = { portfolio: Pick<Portfolio, 'ledgers'>; agreements: readonly (string | null)[]; today: string };

/** Adds ledger starts, previous rents, deposit dates and disputes to the tenancies. */
async function openLedgers(db: UserDb, { portfolio, agreements, today }: Ledgers): Promise<void> {
  const ledgers = portfolio.ledgers.map((ledger) => ({ ...ledger, id: agreements[ledger.tenant] ?? '' }));
  const ids = ledgers.map(({ id }) => id);
  await sql`select set_config('app.saves_tenant', 'yes', true)`.execute(db);
  for (const { id, from, raise } of ledgers) {
    await sql`
      update tenancies set rent_day = 1, charges_from = ${from}, deposit_received = start_date, deposit_protected = start_date + 7,
        deposit_information = start_date + 9, deposit_scheme = 'DPS', deposit_reference = 'DPS-4410'
      where id = ${id}`.execute(db);
    if (raise) {
      const { start, rent } = await recordOf(db, id);
      await setRent(db, id, { from: start, amount: raise.before, servedOn: null });
      await setRent(db, id, { from: raise.from, amount: rent, servedOn: addMonths(raise.from, -2) });
    }
  }
  await writeCharges(db, ids, today);
  const disputing = ledgers.filter(({ disputes }) => disputes).map(({ id }) => id);
  await sql`
    update ledger_entries e set disputed_on = date where tenancy_id = any(${disputing}::uuid[]) and date = (
      select max(date) from ledger_entries l where l.tenancy_id = e.tenancy_id and date <= ${today}::date)`.execute(db);
  await sql`select set_config('app.saves_tenant', '', true)`.execute(db);
}

/** Backdates the following rows, including their history, so that figures can be compared with last month. */
async function dateBack(db: UserDb, day: string, minutes: number): Promise<void> {
  await setInstant(db, new Date(Date.parse(`${day}T10:00:00Z`) + minutes * 60_000));
}

async function setInstant(db: UserDb, instant: Date): Promise<void> {
  await sql`select set_config('app.instant', ${instant.toISOString()}, true)`.execute(db);
}
