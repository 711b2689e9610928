import { describe, expect, it } from 'vitest';
import { addedProperty, addedTenant, type Landlord, landlord, listed } from '../../../test/fixtures/landlords.ts';
import { newTenant } from '../../../test/fixtures/make.ts';
import { addedTenancy, ledgerOf, newTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, addMonths, londonDay } from '../../shared/dates.ts';
import { RentMonth } from '../rent/rent.ts';
import { TenantRecord } from '../tenant/tenant.ts';
import { tenancyJobs } from './jobs.server.ts';
import { FREQUENCIES, type Frequency, PERIODS_A_YEAR } from './rules/frequency.ts';
import { Tenancy, TenancyRecord } from './tenancy.ts';

const today = () => londonDay(server.services.clock.now());
const month = () => `${today().slice(0, 8)}01`;
const tenancyOf = async (owner: Landlord, { tenancyId }: Pick<TenantRecord, 'tenancyId'>) =>
  (await owner.get(`/api/tenancies/${tenancyId}`)).as(TenancyRecord);
const now = async (owner: Landlord, { id }: { id: string }) => (await owner.get(`/api/tenants/${id}`)).as(TenantRecord);
const saved = async (owner: Landlord, tenant: TenantRecord, changes: object) => {
  const { version } = await now(owner, tenant);
  return (await owner.put(`/api/tenants/${tenant.id}`, { ...tenant, ...changes }, version)).as(TenantRecord);
};
const movedOut = async (owner: Landlord, tenant: TenantRecord, day: string | null) =>
  (await owner.patch(`/api/tenants/${tenant.id}`, { movedOut: day }, (await now(owner, tenant)).version)).as(
    TenantRecord,
  );

it('suggests joining tenancies of one property until the landlord confirms they are separate', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada);
  await addedTenant(ada, { name: 'Ben Holroyd', propertyId });
  const unasked = async () => (await ada.get('/api/rent')).as(RentMonth).unasked;
  expect(await unasked()).toBeNull();
  await addedTenant(ada, { name: 'Aisha Rahman', propertyId });
  expect(await unasked()).toEqual(expect.objectContaining({ propertyId, count: 1 }));
  await ada.post('/api/tenancies/separate', { propertyId });
  expect(await unasked()).toBeNull();
  // The third tenant is added without a choice to join or not; the fourth is confirmed as separate.
  await addedTenant(ada, { name: 'Callum Fraser', propertyId });
  expect(await unasked()).not.toBeNull();
  await addedTenant(ada, { name: 'Mei Chow', propertyId, tenancyId: null });
  expect(await unasked()).toBeNull();
});

it('refuses a new, unconfirmed start before 1980 for tenants and tenancies', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada);
  const long = newTenant({ propertyId, leaseStart: '1925-03-01' });
  const refused = { confirmedStart: 'Check the year, or confirm that it is correct' };
  expect((await ada.post('/api/tenants', long)).fields).toEqual(refused);
  const tenant = (await ada.post('/api/tenants', { ...long, confirmedStart: true })).as(TenantRecord);
  // A confirmed start can be saved again.
  const renamed = await saved(ada, tenant, { name: 'Grace M. Hopper' });
  expect(renamed.leaseStart).toBe('1925-03-01');
  const earlier = { ...renamed, leaseStart: '1924-03-01' };
  expect((await ada.put(`/api/tenants/${tenant.id}`, earlier, renamed.version)).fields).toEqual(refused);

  const agreed = newTenancy({ propertyId, tenantIds: [tenant.id], start: '1979-12-31' });
  expect((await ada.post('/api/tenancies', agreed)).fields).toEqual(refused);
  const tenancy = (await ada.post('/api/tenancies', { ...agreed, confirmedStart: true })).as(TenancyRecord);
  const at = `/api/tenancies/${tenancy.id}`;
  const moved = { ...tenancy, start: '1979-12-30' };
  expect((await ada.put(at, moved, tenancy.version)).fields).toEqual(refused);
  expect((await ada.put(at, { ...moved, confirmedStart: true }, tenancy.version)).status).toBe(200);
});

describe('an added tenant', () => {
  it('gets a tenancy with the same terms and rent from this month', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, {
      leaseStart: '2024-03-15',
      leaseEnd: null,
      periodic: true,
      rentAmount: 95_000,
    });
    const tenancy = await tenancyOf(ada, tenant);
    expect(tenancy).toMatchObject({
      names: tenant.name,
      propertyId: tenant.propertyId,
      propertyName: tenant.propertyName,
      kind: 'periodic',
      start: '2024-03-15',
      end: null,
      ended: null,
      frequency: 'monthly',
      rentDay: 15,
      rent: 95_000,
      depositAmount: tenant.depositAmount,
      chargesFrom: month(),
      rents: [{ from: '2024-03-15', amount: 95_000 }],
      tenants: [{ id: tenant.id }],
    });
    const { entries } = await ledgerOf(ada, tenancy, addDays(today(), 60));
    expect(entries.every(({ date }) => date >= month() && date.endsWith('-15'))).toBe(true);
    expect(entries.length).toBeGreaterThanOrEqual(2);
  });

  it('joins the given tenancy of the same property and landlord', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const ben = await addedTenant(ada, { name: 'Ben Holroyd', rentAmount: 104_000 });
    const at = { tenancyId: ben.tenancyId, propertyId: ben.propertyId ?? '' };
    const aisha = await addedTenant(ada, { ...at, name: 'Aisha Rahman', rentAmount: 104_000 });
    expect(aisha.tenancyId).toBe(ben.tenancyId);
    expect(await tenancyOf(ada, ben)).toMatchObject({ names: 'Ben Holroyd, Aisha Rahman', rent: 104_000 });
    const elsewhere = newTenant({ propertyId: (await addedProperty(ada)).id, tenancyId: ben.tenancyId });
    const refused = { tenancyId: 'This tenancy is at another property. Choose again.' };
    expect((await ada.post('/api/tenants', elsewhere)).fields).toEqual(refused);
    const of = { propertyId: (await addedProperty(bob)).id, tenancyId: ben.tenancyId };
    expect((await bob.post('/api/tenants', newTenant(of))).fields).toEqual(refused);
  });
});

describe('a saved tenant', () => {
  it('keeps their tenancy in sync: dates, property, deposit, moving out and back in', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, { leaseStart: '2026-01-01' });
    const other = await addedProperty(ada, { address: '2 Mill Lane' });
    const changes = { leaseStart: '2026-02-10', leaseEnd: '2027-02-09', propertyId: other.id, depositAmount: 99_900 };
    await saved(ada, tenant, changes);
    expect(await tenancyOf(ada, tenant)).toMatchObject({
      start: '2026-02-10',
      end: '2027-02-09',
      kind: 'fixed-term',
      rentDay: 10,
      propertyId: other.id,
      depositAmount: 99_900,
    });
    await movedOut(ada, tenant, '2026-06-30');
    expect(await tenancyOf(ada, tenant)).toMatchObject({ ended: '2026-06-30' });
    await movedOut(ada, tenant, null);
    expect(await tenancyOf(ada, tenant)).toMatchObject({ ended: null });
  });

  it('changes the rent from today, from a given date, or as a correction', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada, { leaseStart: '2026-01-01', rentAmount: 100_000 });
    const rents = async () => (await tenancyOf(ada, tenant)).rents.map(({ from, amount }) => [from, amount]);
    expect((await saved(ada, tenant, { rentAmount: 101_000, rentFrom: null })).rentAmount).toBe(101_000);
    expect(await rents()).toEqual([['2026-01-01', 101_000]]);
    await saved(ada, tenant, { rentAmount: 101_000, phone: '020 7946 0999' });
    expect(await rents()).toHaveLength(1);
    await saved(ada, tenant, { rentAmount: 103_000 });
    expect(await rents()).toEqual([
      [today(), 103_000],
      ['2026-01-01', 101_000],
    ]);
    const later = addMonths(today(), 2);
    expect((await saved(ada, tenant, { rentAmount: 105_000, rentFrom: later })).rentAmount).toBe(103_000);
    expect((await rents())[0]).toEqual([later, 105_000]);
  });

  it('has the whole rent in a joint tenancy, and a new tenancy after moving to another property', async () => {
    const ada = await landlord();
    const { id, tenants, propertyId } = await addedTenancy(ada, { names: ['Ben', 'Aisha'], rent: 104_000 });
    const [ben, aisha] = await Promise.all(tenants.map((tenant) => now(ada, tenant)));
    expect([ben?.rentAmount, aisha?.rentAmount]).toEqual([104_000, 104_000]);
    if (!ben || !aisha) throw new Error('Both are there');
    await movedOut(ada, ben, '2026-05-01');
    expect(await tenancyOf(ada, aisha)).toMatchObject({ ended: null });
    const other = await addedProperty(ada);
    const moved = await saved(ada, aisha, { propertyId: other.id });
    expect(moved.tenancyId).not.toBe(id);
    expect(await tenancyOf(ada, moved)).toMatchObject({ names: 'Aisha', propertyId: other.id });
    // The old tenancy ends today, when Aisha leaves.
    expect(await tenancyOf(ada, ben)).toMatchObject({ names: 'Ben', propertyId, ended: today() });
  });
});

it('ends a tenancy whose tenant or property is deleted, keeping ledger and payments under their names', async () => {
  const ada = await landlord();
  const [one, other] = [await addedTenancy(ada), await addedTenancy(ada, { names: ['Alan Turing'] })];
  for (const tenancy of [one, other]) await paid(ada, tenancy, ['2025-01-01', 120_000]);
  const [tenant] = one.tenants;
  await ada.send('DELETE', `/api/tenants/${tenant?.id}`, {
    headers: { 'if-match': `"${(await now(ada, { id: tenant?.id ?? '' })).version}"` },
  });
  const left = (await ada.get(`/api/tenancies/${one.id}`)).as(TenancyRecord);
  expect(left).toMatchObject({ names: 'Grace Hopper', ended: today(), tenants: [] });
  const { headers } = await ada.get(`/api/properties/${other.propertyId}`);
  await ada.send('DELETE', `/api/properties/${other.propertyId}`, {
    headers: { 'if-match': headers.get('etag') ?? '' },
  });
  const homeless = (await ada.get(`/api/tenancies/${other.id}`)).as(TenancyRecord);
  expect(homeless).toMatchObject({ propertyId: null, propertyName: other.propertyName, ended: today() });
  for (const tenancy of [one, other]) {
    const { entries } = await ledgerOf(ada, tenancy, addDays(today(), 90));
    expect(entries.filter(({ date }) => date > today())).toEqual([]);
    expect(entries.filter(({ kind }) => kind === 'payment')).toHaveLength(1);
  }
});

it('has the same number of periods a year in SQL and TypeScript', async () => {
  const counted = await query<{ frequency: Frequency; periods: number }>(
    server.database,
    'select frequency, app.periods_per_year(frequency) as periods from unnest($1::text[]) frequency',
    [FREQUENCIES],
  );
  expect(counted).toEqual(FREQUENCIES.map((frequency) => ({ frequency, periods: PERIODS_A_YEAR[frequency] })));
});

describe('a lease with two sharers', () => {
  it('has one end date, and a form opened before a change is refused', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'], end: '2199-06-30', kind: 'fixed-term' });
    const [ben, aisha] = await Promise.all(tenancy.tenants.map((tenant) => now(ada, tenant)));
    if (!ben || !aisha) throw new Error('Both are there');
    expect([ben.leaseEnd, aisha.leaseEnd]).toEqual(['2199-06-30', '2199-06-30']);
    await saved(ada, ben, { leaseEnd: '2199-12-31' });
    expect((await ada.put(`/api/tenants/${aisha.id}`, aisha, aisha.version)).outcome).toBe('409 conflict');
    expect((await now(ada, aisha)).leaseEnd).toBe('2199-12-31');
    expect(await tenancyOf(ada, aisha)).toMatchObject({ end: '2199-12-31', kind: 'fixed-term' });
    const { version } = await now(ada, ben);
    await ada.patch(`/api/tenants/${ben.id}`, { periodic: true }, version);
    expect(await now(ada, aisha)).toMatchObject({ leaseEnd: null, periodic: true });
  });

  it('keeps the start of a later sharer, and gives a joining tenant its end date', async () => {
    const ada = await landlord();
    const ben = await addedTenant(ada, { leaseStart: '2025-01-01', leaseEnd: '2199-06-30' });
    const { propertyId, tenancyId, rentAmount, depositAmount } = ben;
    const same = { propertyId: propertyId ?? '', tenancyId, rentAmount, depositAmount };
    const aisha = await addedTenant(ada, { ...same, name: 'Aisha', leaseStart: '2025-06-01' });
    expect(aisha).toMatchObject({ leaseStart: '2025-06-01', leaseEnd: '2199-06-30' });
    const starts = async () => [
      (await tenancyOf(ada, ben)).start,
      (await now(ada, ben)).leaseStart,
      (await now(ada, aisha)).leaseStart,
    ];
    expect(await starts()).toEqual(['2025-01-01', '2025-01-01', '2025-06-01']);
    // The tenancy never starts after another sharer's start.
    await saved(ada, ben, { leaseStart: '2025-09-01' });
    expect(await starts()).toEqual(['2025-06-01', '2025-09-01', '2025-06-01']);
    await saved(ada, ben, { leaseStart: '2025-02-01' });
    expect(await starts()).toEqual(['2025-02-01', '2025-02-01', '2025-06-01']);
  });
});

describe('/api/tenancies', () => {
  it('moves tenants from their previous tenancies, and converts weekly rent as 52/12 a month', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const [ben, aisha] = [
      await addedTenant(ada, { propertyId: home.id }),
      await addedTenant(ada, { propertyId: home.id }),
    ];
    const terms = { frequency: 'weekly', rentDay: 1, rent: 20_000 } as const;
    const tenancy = await addedTenancy(ada, { propertyId: home.id, tenantIds: [ben.id, aisha.id], ...terms });
    // 200 × 52 ÷ 12 = 866.666…
    expect((await now(ada, ben)).rentAmount).toBe(86_667);
    // Unused empty tenancies are deleted.
    expect((await listed(ada, '/api/tenancies', Tenancy)).items.map(({ id }) => id)).toEqual([tenancy.id]);
  });

  it('changes its terms and its tenants’ from the version read', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const at = `/api/tenancies/${tenancy.id}`;
    const changed = { ...tenancy, start: '2025-02-01', end: '2026-01-31', kind: 'fixed-term', rentDay: 5 };
    expect((await ada.put(at, changed, tenancy.version)).as(TenancyRecord)).toMatchObject({
      end: '2026-01-31',
      rents: [{ from: '2025-02-01', amount: 120_000 }],
    });
    expect(await now(ada, tenancy.tenants[0] ?? { id: '' })).toMatchObject({
      leaseStart: '2025-02-01',
      leaseEnd: '2026-01-31',
    });
    expect((await ada.put(at, changed, tenancy.version)).outcome).toBe('409 conflict');
  });

  it('changes the rent with its frequency, and previous rents in the same ratio', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { start: '2025-01-01', rent: 60_667 });
    const at = `/api/tenancies/${tenancy.id}`;
    await ada.post(`${at}/rents`, { from: '2025-06-01', amount: 65_000 });
    const { version } = (await ada.get(at)).as(TenancyRecord);
    const weekly = { ...tenancy, frequency: 'weekly', rentDay: 6, rent: 15_000 };
    const changed = (await ada.put(at, weekly, version)).as(TenancyRecord);
    expect([changed.rent, changed.rents.map(({ amount }) => amount)]).toEqual([15_000, [15_000, 14_000]]);
    const same = (await ada.put(at, { ...weekly, rent: 99_900 }, changed.version)).as(TenancyRecord);
    expect(same.rent).toBe(15_000);
    const terms = { ...weekly, frequency: '2-weekly', rent: undefined };
    expect((await ada.put(at, terms, same.version)).as(TenancyRecord).rent).toBe(15_000);
  });

  it.each([
    [{ tenantIds: [] }, { tenantIds: 'Choose the tenants' }],
    [
      { frequency: 'weekly', rentDay: 8 },
      { rentDay: 'Enter a day from 1 to 31, or for weekly rent from 1 (Monday) to 7 (Sunday)' },
    ],
    [{ rent: -1 }, { rent: 'Enter the rent' }],
    [{ start: '' }, { start: 'Enter the start date' }],
    [{ kind: 'sublet' }, { kind: 'Choose the kind of tenancy' }],
  ])('refuses %j', async (wrong, sentence) => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const input = newTenancy({ propertyId: tenant.propertyId ?? '', tenantIds: [tenant.id] });
    expect((await ada.post('/api/tenancies', { ...input, ...wrong })).fields).toEqual(sentence);
  });

  it('refuses removal with tenants, removal of the only rent, and a rent before its start', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const at = `/api/tenancies/${tenancy.id}`;
    const headers = { 'if-match': `"${tenancy.version}"` };
    expect((await ada.send('DELETE', at, { headers })).outcome).toBe('422 invalid_input');
    expect((await ada.send('DELETE', `${at}/rents/${tenancy.rents[0]?.id}`)).outcome).toBe('422 invalid_input');
    const early = await ada.post(`${at}/rents`, { from: '2024-12-31', amount: 1 });
    expect(early.fields).toEqual({ from: 'Enter a date on or after the start of the tenancy.' });
  });
});

it('extends charges hourly to 60 days ahead for current tenancies only', async () => {
  const ada = await landlord();
  const [runs, over] = [await addedTenancy(ada), await addedTenancy(ada, { ended: '2025-02-01' })];
  const ids = [runs.id, over.id];
  await query(server.database, `delete from ledger_entries where tenancy_id = any ($1) and date > '2025-02-01'`, [ids]);
  await query(server.database, `update tenancies set charged_to = '2025-02-01' where id = any ($1)`, [ids]);
  const [job] = tenancyJobs({ pool: server.services.jobsPool, clock: server.services.clock });
  await job?.work({});
  const last = await query<{ id: string; last: string }>(
    server.database,
    'select tenancy_id as id, max(date)::text as last from ledger_entries where tenancy_id = any ($1) group by 1',
    [ids],
  );
  const lastOf = ({ id }: { id: string }) => last.find((one) => one.id === id)?.last ?? '';
  expect(lastOf(runs) > addDays(today(), 28) && lastOf(runs) <= addDays(today(), 60)).toBe(true);
  expect(lastOf(over)).toBe('2025-01-01');
});

it('extends other landlords’ charges when one fails, which is retried', async () => {
  const [first, second] = [await landlord(), await landlord()].sort((one, other) => (one.id < other.id ? -1 : 1));
  if (!first || !second) throw new Error('Both are there');
  const [fails, works] = [await addedTenancy(first), await addedTenancy(second)];
  const ids = [fails.id, works.id];
  await paid(first, fails, ['2025-01-01', 130_000]);
  await query(server.database, `delete from ledger_entries where tenancy_id = any ($1) and date > '2025-01-31'`, [ids]);
  await query(server.database, `update tenancies set charged_to = '2025-02-01' where id = any ($1)`, [ids]);
  // A conflicting entry takes the place of February's charge.
  const odd = `insert into ledger_entries (user_id, tenancy_id, kind, date, amount, period_from, corrects)
    select user_id, tenancy_id, 'rent', date, 1, '2025-02-01', id from ledger_entries where tenancy_id = $1 and kind = 'rent'`;
  await query(server.database, odd, [fails.id]);
  const written = async () => {
    const { jobsPool: pool, clock } = server.services;
    const outcome = await tenancyJobs({ pool, clock })[0]?.work({}).catch(String);
    const done = 'select id from tenancies where id = any ($1) and charged_to = $2';
    const rows = await query<{ id: string }>(server.database, done, [ids, addDays(today(), 60)]);
    return [outcome, rows.map(({ id }) => id)];
  };
  expect(await written()).toEqual([expect.stringContaining('duplicate key'), [works.id]]);
  await query(server.database, `delete from ledger_entries where tenancy_id = $1 and period_from = '2025-02-01'`, [
    fails.id,
  ]);
  expect(await written()).toEqual([undefined, expect.arrayContaining(ids)]);
});

it('joins tenancies of one property, moving payments and manual charges, and refuses another landlord’s', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const one = await addedTenancy(ada, { rent: 60_000 });
  const propertyId = one.propertyId ?? '';
  const other = await addedTenancy(ada, { names: ['Ada Lovelace'], propertyId, rent: 60_000 });
  await paid(ada, other, ['2025-01-02', 60_000]);
  const charge = { kind: 'charge', date: '2025-01-10', amount: 8_500, note: 'Lock changed' };
  await ada.post(`/api/tenancies/${other.id}/entries`, charge);
  await ada.post(`/api/tenancies/${one.id}/rents`, { from: '2199-01-01', amount: 65_000 });
  const joined = (await ada.post(`/api/tenancies/${one.id}/join`, { tenancies: [other.id], rent: 120_000 })).as(
    TenancyRecord,
  );
  expect(joined).toMatchObject({
    id: one.id,
    rent: 120_000,
    names: 'Grace Hopper, Ada Lovelace',
    depositAmount: 276_922,
  });
  expect(joined.tenants).toHaveLength(2);
  expect(joined.rents, 'what one of them was to pay').toHaveLength(1);
  // January's rent less payments, plus the charge.
  expect((await ledgerOf(ada, one, '2025-01-31')).balance).toBe(120_000 - 60_000 + 8_500);
  expect((await ada.get(`/api/tenancies/${other.id}`)).status).toBe(404);
  const elsewhere = await addedTenancy(ada);
  const theirs = await addedTenancy(bob);
  for (const [tenancies, outcome] of [
    [[elsewhere.id], '422 invalid_input'],
    [[theirs.id], '404 not_found'],
  ] as const)
    expect((await ada.post(`/api/tenancies/${one.id}/join`, { tenancies, rent: 1 })).outcome).toBe(outcome);
});
