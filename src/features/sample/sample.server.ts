import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays, addMonths, londonDay } from '../../shared/dates.ts';
import type { Role } from '../../shared/rights.ts';
import { deriveStale } from '../deadline/derive.server.ts';
import { markOverdueDone } from '../deadline/marks.server.ts';
import { journeyTable } from '../journey/journey.server.ts';
import { JourneyInput } from '../journey/journey.ts';
import { loanTable } from '../loan/loan.server.ts';
import { LoanInput } from '../loan/loan.ts';
import { ownerTable } from '../owner/owner.server.ts';
import { OwnerInput } from '../owner/owner.ts';
import { saveOwnership } from '../owner/ownership.server.ts';
import { OwnershipInput } from '../owner/ownership.ts';
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
import { addInspections } from './inspections.server.ts';
import type { Portfolio } from './portfolio.ts';
import { addLicences, addResidents } from './residents.server.ts';

/** Enters the person's sample account as its member with `role`, for this transaction. Returns whether it is filled. */
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

/** The latest overdue deadlines stay open. Earlier ones were marked as done some time ago. */
const OVERDUE_LEFT = 2;
const MARKED_DAYS_AGO = 45;

/**
 * Fills an entered sample account, in part as its manager and bookkeeper, and returns the ids of its properties.
 * `photos` holds urls by index of the property.
 */
export async function loadSample(db: UserDb, { token, portfolio, photos }: Load): Promise<string[]> {
  const { rows } = await sql<{ now: Date }>`select app.instant() as now`.execute(db);
  const now = rows[0]?.now ?? new Date();
  const today = londonDay(now);
  const atIndex = (ids: readonly (string | null)[], index: number | null) => (index === null ? null : ids[index]);
  const homes: string[] = [];
  for (const [index, { added, ...property }] of portfolio.properties.entries()) {
    await backdate(db, added, index);
    const input = PropertyInput.parse({ ...property, imageUrl: photos.get(index) ?? null });
    homes.push((await addProperty(db, input, today)).id);
  }
  await addLicences(db, { homes, today });
  await enterSample(db, token, 'manager');
  const supplierIds: string[] = [];
  for (const [index, { added, homes: serviced, ...supplier }] of portfolio.suppliers.entries()) {
    await backdate(db, added, index);
    const addedProperties = serviced.map((home) => homes[home]);
    supplierIds.push((await supplierTable.add(db, SupplierInput.parse({ ...supplier, addedProperties }))).id);
  }
  const agreements: (string | null)[] = [];
  for (const [index, { added, property, joins, ...tenant }] of portfolio.tenants.entries()) {
    await backdate(db, added, index);
    const tenancyId = atIndex(agreements, joins);
    const input = TenantInput.parse({ ...tenant, propertyId: homes[property], tenancyId });
    agreements.push((await addTenant(db, { input, today })).tenancyId);
  }
  await openLedgers(db, { portfolio, agreements, today });
  await setInstant(db, now);
  await addResidents(db, { homes, today });
  await addInspections(db, { homes, today, backdate: (day) => backdate(db, day, 0) });
  await setInstant(db, now);
  await deriveStale(db);
  await backdate(db, addDays(today, -MARKED_DAYS_AGO), 0);
  await markOverdueDone(db, { today, left: OVERDUE_LEFT });
  await enterSample(db, token, 'bookkeeper');
  await setInstant(db, now);
  await addTransactions(
    db,
    portfolio.transactions.map(({ property, supplier, tenant = null, ...transaction }) =>
      TransactionInput.parse({
        ...transaction,
        propertyId: atIndex(homes, property),
        supplierId: atIndex(supplierIds, supplier),
        tenancyId: atIndex(agreements, tenant),
      }),
    ),
  );
  await addTaxRecords(db, { records: portfolio.tax, homes, now });
  await enterSample(db, token, 'owner');
  return homes;
}

type TaxParams = { records: Portfolio['tax']; homes: readonly string[]; now: Date };

async function addTaxRecords(db: UserDb, { records, homes, now }: TaxParams): Promise<void> {
  const { owners, shares, loan, journeys } = records;
  const today = londonDay(now);
  const ids: string[] = [];
  for (const [index, name] of owners.entries()) {
    // Owners are added a minute apart, so that their order is certain.
    await setInstant(db, new Date(now.getTime() - (owners.length - index) * 60_000));
    const owner = OwnerInput.parse({ name, kind: 'person', nation: 'England' });
    ids.push((await ownerTable.add(db, owner)).id);
  }
  await setInstant(db, now);
  const property = homes[0] ?? '';
  const parts = shares.shares.map((share, index) => ({ ownerId: ids[index], share }));
  await saveOwnership(db, { property, from: shares.from }, OwnershipInput.parse({ shares: parts }));
  const withHome = <T extends { home: number }>({ home, ...rest }: T) => ({ ...rest, propertyId: homes[home] });
  await loanTable(() => today).add(db, LoanInput.parse(withHome(loan)));
  for (const journey of journeys) await journeyTable.add(db, JourneyInput.parse(withHome(journey)));
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

/** Backdates the next changes, including their history, so that figures can be compared with last month. */
async function backdate(db: UserDb, day: string, minutes: number): Promise<void> {
  await setInstant(db, new Date(Date.parse(`${day}T10:00:00Z`) + minutes * 60_000));
}

async function setInstant(db: UserDb, instant: Date): Promise<void> {
  await sql`select set_config('app.instant', ${instant.toISOString()}, true)`.execute(db);
}
