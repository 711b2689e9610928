import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { importedFile } from '../../../test/fixtures/import-files.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  listedTenants,
  subscribedLandlord,
} from '../../../test/fixtures/landlords.ts';
import { newProperty, newSupplier, newTenant, newTransaction } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../../features/property/property.ts';
import { TenantRecord } from '../../features/tenant/tenant.ts';
import { addDays, addMonths, daysBetween, londonDay } from '../../shared/dates.ts';
import { Activity, ActivityPeople } from './activity/activity.ts';
import { Overview } from './overview.ts';

const overview = async (ada: Landlord) => (await ada.get('/api/overview')).as(Overview);
const today = () => londonDay(server.services.clock.now());

/** A postcode in Wales, where Tenure derives no deadlines. */
const postalCode = 'CF10 1AA';

/** Two let homes out of four, one in maintenance, and tenants who have left, are leaving, or are periodic. */
async function withPortfolio(ada: Landlord) {
  const [first, second, empty, works] = [
    await addedProperty(ada, { postalCode, rent: 100_000 }),
    await addedProperty(ada, { postalCode, rent: 85_050 }),
    await addedProperty(ada, { postalCode, rent: 70_000, address: '2 Mill Lane' }),
    await addedProperty(ada, { rent: 60_000, status: 'maintenance' }),
  ];
  const start = addMonths(today(), -11);
  const people = {
    soon: await addedTenant(ada, { propertyId: first.id, leaseStart: start, leaseEnd: addDays(today(), 30) }),
    periodic: await addedTenant(ada, { propertyId: second.id, leaseStart: start, periodic: true }),
    gone: await addedTenant(ada, {
      propertyId: empty.id,
      leaseStart: addMonths(today(), -36),
      leaseEnd: addDays(addMonths(today(), -12), -1),
      movedOut: addMonths(today(), -12),
    }),
  };
  const supplier = await addedSupplier(ada, { serviceType: 'Roofing', addedProperties: [first.id, second.id] });
  await addedSupplier(ada, { serviceType: 'Plumbing', addedProperties: [first.id] });
  return { first, second, empty, works, ...people, supplier };
}

describe('the overview', () => {
  it('returns the figures of an independent SQL query, for this landlord only', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { empty, works, soon } = await withPortfolio(ada);
    await withPortfolio(bob);
    const spent = { type: 'expense', category: 'maintenance' } as const;
    for (const [date, amount] of [
      [addMonths(today(), -11), 12_345],
      [addMonths(today(), -12), 99_999],
      [today(), 100],
    ] as const)
      await addedTransaction(ada, newTransaction({ ...spent, date, amount }));
    await addedTransaction(ada, newTransaction({ type: 'income', category: 'rent', amount: 100_000, date: today() }));
    await addedTransaction(
      ada,
      newTransaction({ type: 'income', category: 'deposit', amount: 120_000, date: today() }),
    );
    await addedTransaction(ada, newTransaction({ type: 'income', category: 'other', amount: 233_700, date: today() }));
    await addedTransaction(ada, newTransaction({ ...spent, status: 'pending', amount: 5_000, date: today() }));
    const response = await overview(ada);
    expect(response).toMatchObject({
      properties: {
        occupied: { count: 2, rent: 2 * 145_000 },
        vacant: { count: 1, rent: 70_000 },
        maintenance: { count: 1, rent: 60_000 },
      },
      notLet: [
        { id: empty.id, address: '2 Mill Lane', since: addMonths(today(), -12) },
        { id: works.id, since: today() },
      ],
      expiringLeases: 1,
      // Rent only, excluding salary and deposit.
      received: 100_000,
      lastMonth: null,
      suppliers: { count: 2, covered: 2, topService: 'Roofing' },
      attention: { items: [{ kind: 'lease', href: `/dashboard/tenants/${soon.id}` }], total: 1 },
      tenants: { count: 2, movedOut: 1, leaseMonths: 12 },
    });
    expect(response.activities.map(({ words }) => words)).toEqual(
      Array(6).fill('Transaction “Boiler repair call-out” added'),
    );
    const months = await query<{ month: string; income: number; expenses: number }>(
      server.database,
      `select to_char(month, 'YYYY-MM-DD') as month,
         (select coalesce(sum(amount), 0) * 100 from transactions where user_id = $1 and date_trunc('month', date) = month
           and type = 'income' and status = 'completed' and category not in ('deposit', 'transfer'))::float8 as income,
         (select coalesce(-sum(amount), 0) * 100 from transactions where user_id = $1 and date_trunc('month', date) = month
           and type = 'expense' and status = 'completed')::float8 as expenses
       from generate_series(date_trunc('month', $2::date) - interval '11 months', $2::date, interval '1 month') month`,
      [ada.id, today()],
    );
    expect(response.months).toEqual(months);
    expect(response.months).toHaveLength(12);
  });

  it('returns a home whose rent counts twice until its tenancies are joined or separated', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada, { rent: 105_000 });
    const unasked = async () => (await ada.get('/api/overview')).as(Overview).unasked;
    for (const name of ['Ada Lovelace', 'Grace Hopper']) {
      expect([name, await unasked()]).toEqual([name, null]);
      await addedTenant(ada, { name, propertyId, leaseStart: today() });
    }
    expect(await unasked()).toMatchObject({ propertyId, count: 1 });
    await ada.post('/api/tenancies/separate', { propertyId });
    expect(await unasked()).toBeNull();
  });

  it('updates a supplier’s service without activity on their properties', async () => {
    const ada = await landlord();
    const { first, supplier } = await withPortfolio(ada);
    const ofProperty = async () => (await ada.get(`/api/activity?about=${first.id}`)).as(z.unknown());
    const before = await ofProperty();
    const other = newSupplier({ ...supplier, serviceType: 'Carpentry' });
    expect((await ada.put(`/api/suppliers/${supplier.id}`, other, supplier.version)).status).toBe(200);
    expect((await overview(ada)).suppliers).toEqual({ count: 2, covered: 2, topService: 'Carpentry' });
    expect(await ofProperty()).toEqual(before);
  });

  it('counts leases that end in 1 to 30 days, matching the filtered list of tenants', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const ends = [-1, 0, 1, 30, 31];
    for (const days of ends)
      await addedTenant(ada, { propertyId, name: `Ends in ${days}`, leaseEnd: addDays(today(), days) });
    await addedTenant(ada, { propertyId, leaseEnd: addDays(today(), 9), movedOut: today() });
    await addedTenant(ada, { propertyId, periodic: true });
    expect((await overview(ada)).expiringLeases).toBe(2);
    const { items } = await listedTenants(ada, '?state=ending&sort=leaseEnd');
    expect(items.map(({ name }) => name)).toEqual(['Ends in 1', 'Ends in 30']);
  });

  it('counts last month’s expiring leases of all sharers, ignoring later changes in either form', async () => {
    const ada = await subscribedLandlord();
    const lastDay = addDays(`${addMonths(today(), 1).slice(0, 8)}01`, -1);
    const lease = { start: addMonths(today(), -3), end: addDays(lastDay, 5), kind: 'fixed-term' } as const;
    const one = await addedTenancy(ada, { ...lease, names: ['Ben', 'Aisha'] });
    const other = await addedTenancy(ada, { ...lease, names: ['Cy', 'Dee'] });
    const nextMonth =
      Date.parse(`${addMonths(today(), 1).slice(0, 8)}02T12:00:00Z`) - server.services.clock.now().getTime();
    await server.later(nextMonth, async () => {
      expect(await overview(ada)).toMatchObject({ expiringLeases: 4, lastMonth: { expiringLeases: 4 } });
      const [end, leaseEnd] = ['2199-06-30', '2199-12-31'];
      expect((await ada.put(`/api/tenancies/${one.id}`, { ...one, end }, one.version)).status).toBe(200);
      const tenant = (await ada.get(`/api/tenants/${other.tenants[0]?.id}`)).as(TenantRecord);
      expect((await ada.put(`/api/tenants/${tenant.id}`, { ...tenant, leaseEnd }, tenant.version)).status).toBe(200);
      expect(await overview(ada)).toMatchObject({ expiringLeases: 0, lastMonth: { expiringLeases: 4 } });
    });
  });

  it('compares with the last day of last month, ignoring later changes', async () => {
    const ada = await subscribedLandlord();
    const { first, second, empty, works, soon } = await withPortfolio(ada);
    const lastDay = addDays(`${addMonths(today(), 1).slice(0, 8)}01`, -1);
    const leaseStart = addMonths(today(), -3);
    const shorter = await addedTenant(ada, { propertyId: second.id, leaseStart, leaseEnd: addDays(lastDay, 5) });
    const nextMonth =
      Date.parse(`${addMonths(today(), 1).slice(0, 8)}02T12:00:00Z`) - server.services.clock.now().getTime();
    await server.later(nextMonth, async () => {
      const then = { properties: 4, occupancy: 67, revenue: 3 * 145_000 };
      expect((await overview(ada)).lastMonth).toMatchObject(then);
      const longer = newTenant({ ...shorter, propertyId: second.id, leaseEnd: addDays(lastDay, 9) });
      expect((await ada.put(`/api/tenants/${shorter.id}`, longer, shorter.version)).status).toBe(200);
      const saved = await ada.put(
        `/api/properties/${first.id}`,
        newProperty({ ...first, rent: 110_000 }),
        first.version,
      );
      await ada.put(`/api/properties/${works.id}`, newProperty({ ...works, status: 'occupied' }), works.version);
      const moved = newTenant({ ...soon, propertyId: empty.id, periodic: true });
      expect((await ada.put(`/api/tenants/${soon.id}`, moved, soon.version)).as(TenantRecord).propertyId).toBe(
        empty.id,
      );
      await addedProperty(ada, { rent: 50_000 });
      const now = await overview(ada);
      expect(now.properties).toEqual({
        occupied: { count: 3, rent: 3 * 145_000 + 60_000 },
        vacant: { count: 2, rent: 110_000 + 50_000 },
        maintenance: { count: 0, rent: 0 },
      });
      expect(now.expiringLeases).toBe(1);
      expect(now.lastMonth).toMatchObject(then);
      const left = daysBetween(lastDay, soon.leaseEnd ?? '');
      expect(now.lastMonth?.expiringLeases).toBe(left >= 1 && left <= 30 ? 2 : 1);
      // A deleted record's past figures are unknown, but the number of properties is not.
      await ada.delete(`/api/properties/${first.id}`, saved.as(PropertyRecord).version);
      const { lastMonth, activities } = await overview(ada);
      expect(lastMonth).toEqual({ properties: 4, occupancy: null, revenue: null, expiringLeases: null });
      expect(activities.slice(0, 4).map(({ noun, words }) => `${noun}: ${words}`)).toEqual([
        'property: Property removed',
        'property: Property added',
        'tenant: Tenant Grace Hopper: tenancy made periodic and 1 more change',
        'property: Status: Maintenance → Occupied',
      ]);
    });
  });
});

describe('the first steps', () => {
  const steps = async (ada: Landlord) => (await overview(ada)).steps;

  it('are done once a record exists or has existed, and hidden once all are done', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    expect(await steps(ada)).toEqual({ property: false, tenant: false, money: false });
    const { id, version } = await addedProperty(ada);
    await ada.send('DELETE', `/api/properties/${id}`, { headers: { 'if-match': `"${version}"` } });
    expect(await steps(ada)).toEqual({ property: true, tenant: false, money: false });
    await addedTenant(ada);
    expect(await steps(ada)).toEqual({ property: true, tenant: true, money: false });
    await addedTransaction(ada);
    expect(await steps(ada)).toBeNull();
    expect(await steps(bob)).toEqual({ property: false, tenant: false, money: false });
  });

  it('are hidden for a landlord with five properties', async () => {
    const ada = await landlord();
    for (let count = 0; count < 4; count += 1) await addedProperty(ada);
    expect(await steps(ada)).toEqual({ property: true, tenant: false, money: false });
    await addedProperty(ada);
    expect(await steps(ada)).toBeNull();
  });

  it('stay hidden for the landlord who hid them', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    expect((await ada.send('DELETE', '/api/overview/steps')).status).toBe(204);
    expect([await steps(ada), (await steps(bob))?.property]).toEqual([null, false]);
  });
});

describe('the activity', () => {
  const Page = z.object({ items: z.array(Activity), nextCursor: z.string().nullable(), people: ActivityPeople });
  const list = async (ada: Landlord, asked = '') => (await ada.get(`/api/activity?${asked}`)).as(Page);
  const words = ({ items }: z.infer<typeof Page>) => items.map((one) => one.words);

  it('is listed newest first in pages, for this landlord only, filtered by noun and record', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const home = await addedProperty(ada, { address: '2 Mill Lane' });
    const tenant = await addedTenant(ada, { name: 'Hugo Fernandes', propertyId: home.id });
    await addedTenant(ada, { name: 'Ada Okoye', propertyId: home.id });
    await addedSupplier(ada, { name: 'Brush Bros' });
    await addedTransaction(ada, { description: 'Gutters', propertyId: home.id });
    await addedProperty(bob);
    const all = [
      'Transaction “Gutters” added',
      'Supplier “Brush Bros” added',
      'Tenant Ada Okoye added',
      'Tenant Hugo Fernandes added',
      'Property added',
    ];
    expect(words(await list(ada))).toEqual(all);
    const first = await list(ada, 'limit=2');
    const rest = await list(ada, `limit=3&cursor=${first.nextCursor}`);
    expect([...words(first), ...words(rest), rest.nextCursor]).toEqual([...all, null]);
    expect(words(await list(ada, 'noun=tenants'))).toEqual(all.slice(2, 4));
    expect(words(await list(ada, `about=${tenant.id}`))).toEqual(['Tenant Hugo Fernandes added']);
    expect(words(await list(ada, `about=${home.id}`))).toEqual([all[0], ...all.slice(2)]);
    expect(words(await list(bob, `about=${home.id}`))).toEqual([]);
    expect((await ada.get('/api/activity?cursor=yesterday')).status).toBe(400);
    expect((await ada.get('/api/activity?noun=pets')).status).toBe(400);
  });

  it('counts all records of an import, also beyond the scanned steps', async () => {
    const ada = await landlord();
    const lets = Array.from(
      { length: 15 },
      (_, at) => `${at + 1} Mill Road,Leeds,LS6 2QN,2 bed flat,700,Jo Sand,jo${at}@example.com,07700900123,01/02/2025`,
    );
    const head = 'Address,Town,Postcode,Type,Rent,Tenant,Email,Phone,Start';
    await importedFile(ada, 'lets.csv', [head, ...lets].join('\n'));
    expect(words(await list(ada, 'limit=1'))).toEqual(['15 properties added']);
  });

  it('names who did it with their role, and is filtered by person, also a former one, or by Tenure', async () => {
    const owner = await landlord();
    expect((await list(owner)).people).toEqual([{ id: owner.personId, name: owner.name }]);
    const near = await addedProperty(owner, { address: '1 Mill Lane' });
    const far = await addedProperty(owner, { address: '2 Mill Lane' });
    const tenant = await addedTenant(owner, { propertyId: near.id });
    const manager = await member(owner, { role: 'manager' });
    const rent = { amount: 120_000, from: addMonths(today(), 2) };
    expect((await manager.post(`/api/tenancies/${tenant.tenancyId}/rents`, rent)).status).toBe(200);
    await addedSupplier(manager, { name: 'Brush Bros' });
    const limited = await member(owner, { role: 'manager', properties: [far.id] });
    await query(server.database, `update properties set status = 'maintenance' where id = $1`, [far.id]);
    expect((await manager.post('/api/team/leave')).outcome).toBe('served');

    const all = await list(owner);
    const name = `${manager.name} (manager)`;
    expect(all.people).toContainEqual({ id: manager.personId, name });
    expect(all.people).toHaveLength(3);
    const theirs = await list(owner, `by=${manager.personId}`);
    const added = `${name} added supplier “Brush Bros”`;
    expect(words(theirs)).toEqual([added, `${name} changed rent for “Grace Hopper”`]);
    expect(new Set(theirs.items.map(({ by }) => by))).toEqual(new Set([name]));
    expect(words(await list(owner, `by=${manager.personId}&noun=suppliers`))).toEqual([added]);
    const byTenure = await list(owner, 'by=tenure');
    expect(byTenure.items).toMatchObject([{ by: 'Tenure', recordId: far.id }]);
    expect((await owner.get('/api/activity?by=eve')).status).toBe(400);
    // Only records in reach.
    expect(words(await list(limited, `by=${manager.personId}`))).toEqual([added]);
    expect((await list(limited, `by=${owner.personId}`)).items.map(({ recordId }) => recordId)).toEqual([far.id]);
    expect((await list(await landlord(), `by=${manager.personId}`)).items).toEqual([]);
  });
});
