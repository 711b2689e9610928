import { describe, expect, it } from 'vitest';
import { addedProperty, addedTenant, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import type { Ledger } from '../rent/ledger/ledger.ts';
import { TenantRecord } from '../tenant/tenant.ts';
import { TenancyRecord } from './tenancy.ts';

type Named = { id: string };

const today = () => londonDay(server.services.clock.now());
const lines = ({ entries }: Ledger) =>
  [...entries].reverse().map(({ date, kind, amount, balance }) => `${date} ${kind} ${amount / 100} = ${balance / 100}`);
const tenantNow = async (owner: Landlord, { id }: Named) => (await owner.get(`/api/tenants/${id}`)).as(TenantRecord);
const now = async (owner: Landlord, { id }: Named) => (await owner.get(`/api/tenancies/${id}`)).as(TenancyRecord);
const saved = async (owner: Landlord, tenant: Named, changes: object = {}) => {
  const before = await tenantNow(owner, tenant);
  const { status } = await owner.put(`/api/tenants/${tenant.id}`, { ...before, ...changes }, before.version);
  expect(status).toBe(200);
};
const movedOut = async (owner: Landlord, tenant: Named, day: string | null) => {
  const { version } = await tenantNow(owner, tenant);
  expect((await owner.patch(`/api/tenants/${tenant.id}`, { movedOut: day }, version)).status).toBe(200);
};
const removed = async (owner: Landlord, path: string) => {
  const { headers } = await owner.get(path);
  await owner.send('DELETE', path, { headers: { 'if-match': headers.get('etag') ?? '' } });
};
const tenantOf = ({ tenants }: TenancyRecord, index = 0): Named => {
  const tenant = tenants[index];
  if (!tenant) throw new Error('There is no such tenant');
  return tenant;
};

/** Terms of a tenancy that started ten days ago at £10.00 a day, and the rent owed for those days. */
const tenDays = () => {
  const start = addDays(today(), -10);
  const [year = 0, month = 0] = start.split('-').map(Number);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { terms: { start, rentDay: Number(start.slice(8)), rent: length * 1_000 }, owed: '100' };
};

describe('a tenancy ended by a deletion', () => {
  it.each(['advance', 'arrears'] as const)('owes rent up to that day when paid in %s', async (timing) => {
    const ada = await landlord();
    const { terms, owed } = tenDays();
    const due = timing === 'advance' ? terms.start : today();
    for (const what of ['tenant', 'property']) {
      const tenancy = await addedTenancy(ada, { ...terms, timing });
      const [tenant, at] = [tenantOf(tenancy), `/api/tenancies/${tenancy.id}`];
      await removed(ada, what === 'tenant' ? `/api/tenants/${tenant.id}` : `/api/properties/${tenancy.propertyId}`);
      const ledger = async () => lines(await ledgerOf(ada, tenancy, addDays(today(), 60)));
      expect([what, await ledger()]).toEqual([what, [`${due} rent ${owed} = ${owed}`]]);
      const closed = await now(ada, tenancy);
      await ada.put(at, { ...closed, depositScheme: 'DPS' }, closed.version);
      expect([what, await ledger()]).toEqual([what, [`${due} rent ${owed} = ${owed}`]]);
    }
  });

  it('ends today despite a later move-out date', async () => {
    const ada = await landlord();
    const ended = addDays(today(), 50);
    const [one, other] = [await addedTenancy(ada, { ended }), await addedTenancy(ada, { ended })];
    await removed(ada, `/api/tenants/${tenantOf(one).id}`);
    await removed(ada, `/api/properties/${other.propertyId}`);
    for (const tenancy of [one, other]) {
      expect((await now(ada, tenancy)).ended).toBe(today());
      const { entries } = await ledgerOf(ada, tenancy, addDays(today(), 60));
      expect(entries.filter(({ date }) => date > today())).toEqual([]);
    }
  });

  it('stays ended until one of its tenants gets another property', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'] });
    const [ben, aisha] = [tenantOf(tenancy), tenantOf(tenancy, 1)];
    await paid(ada, tenancy, ['2025-01-01', 120_000]);
    await removed(ada, `/api/properties/${tenancy.propertyId}`);
    const [first, second] = [await addedProperty(ada), await addedProperty(ada)];
    await saved(ada, ben, { propertyId: first.id });
    expect(await now(ada, tenancy)).toMatchObject({ names: 'Aisha', ended: today() });
    await movedOut(ada, aisha, addDays(today(), 30));
    expect(await now(ada, tenancy)).toMatchObject({ ended: today() });
    await saved(ada, aisha, { propertyId: second.id, movedOut: null });
    expect(await now(ada, tenancy)).toMatchObject({ propertyId: second.id, ended: null });
  });
});

it.each([
  ['is deleted', (ada: Landlord, { id }: Named) => removed(ada, `/api/tenants/${id}`)],
  [
    'moves to another property',
    async (ada: Landlord, ben: Named) => saved(ada, ben, { propertyId: (await addedProperty(ada)).id }),
  ],
  ['moves to a separate tenancy', async (ada: Landlord, { id }: Named) => addedTenancy(ada, { tenantIds: [id] })],
])('a sharer who %s leaves the ledger unchanged, also when the other is saved later', async (_, leave) => {
  const ada = await landlord();
  const propertyId = (await addedProperty(ada)).id;
  const ben = await addedTenant(ada, { name: 'Ben', propertyId, leaseStart: '2025-01-01' });
  const tenancy = await addedTenancy(ada, { propertyId, tenantIds: [ben.id] });
  const joins = { leaseStart: '2025-06-01', tenancyId: tenancy.id, rentAmount: 120_000, depositAmount: 138_461 };
  const aisha = await addedTenant(ada, { ...joins, name: 'Aisha', propertyId });
  await paid(ada, tenancy, ['2025-01-01', 360_000]);
  await movedOut(ada, aisha, '2025-09-01');
  const ledger = async () => lines(await ledgerOf(ada, tenancy, addDays(today(), -31)));
  const before = await ledger();
  await leave(ada, ben);
  for (const time of ['at once', 'later']) {
    // Ben lived there from the start until today. Aisha's dates do not change that.
    const left = await now(ada, tenancy);
    expect([time, left.names, left.start, left.ended]).toEqual([time, 'Aisha', '2025-01-01', today()]);
    expect([time, await ledger()]).toEqual([time, before]);
    await saved(ada, aisha, { phone: '020 7946 0999' });
  }
});

describe('concurrent changes', () => {
  it('a form opened before a rent increase does not undo it', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const at = `/api/tenancies/${tenancy.id}`;
    const form = await tenantNow(ada, tenantOf(tenancy));
    const raised = (await ada.post(`${at}/rents`, { from: today(), amount: 130_000 })).as(TenancyRecord);
    const save = (tenant: TenantRecord) => ada.put(`/api/tenants/${tenant.id}`, tenant, tenant.version);
    expect((await save(form)).outcome).toBe('409 conflict');
    const again = await tenantNow(ada, form);
    await ada.send('DELETE', `${at}/rents/${raised.rents[0]?.id}`);
    expect((await save(again)).outcome).toBe('409 conflict');
    expect((await now(ada, tenancy)).rents).toMatchObject([{ from: '2025-01-01', amount: 120_000 }]);
  });

  it('a sharer’s form does not undo another sharer’s change of rent and deposit', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'] });
    const [ben, aisha] = [await tenantNow(ada, tenantOf(tenancy)), await tenantNow(ada, tenantOf(tenancy, 1))];
    await saved(ada, ben, { rentAmount: 130_000, depositAmount: 50_000 });
    expect((await ada.put(`/api/tenants/${aisha.id}`, aisha, aisha.version)).outcome).toBe('409 conflict');
    expect(await now(ada, tenancy)).toMatchObject({ rent: 130_000, depositAmount: 50_000 });
  });

  it('concurrent saves of sharers, terms, rents and payments do not deadlock', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha', 'Cy'] });
    const at = `/api/tenancies/${tenancy.id}`;
    for (let round = 0; round < 4; round++) {
      const { version, ...terms } = await now(ada, tenancy);
      const tenants = await Promise.all(terms.tenants.map((tenant) => tenantNow(ada, tenant)));
      const answers = await Promise.all([
        ...tenants.map((tenant, index) =>
          ada.put(`/api/tenants/${tenant.id}`, { ...tenant, rentAmount: 100_000 + round * 10 + index }, tenant.version),
        ),
        ada.put(at, { ...terms, rentDay: round + 1 }, version),
        ada.post(`${at}/rents`, { from: today(), amount: 99_000 + round }),
        ada.post('/api/rent/payments', { tenancyId: tenancy.id, amount: 100, date: '2025-03-01' }),
        ada.post(`${at}/entries`, { kind: 'charge', date: '2025-02-01', amount: 100, note: 'Keys' }),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    }
  });
});

describe('terms changed for all tenants', () => {
  it('apply to a sharer with other dates', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'] });
    await saved(ada, tenantOf(tenancy), { leaseStart: '2025-02-01', movedOut: '2025-06-01' });
    const { version, ...terms } = await now(ada, tenancy);
    const days = { start: '2025-03-01', ended: '2025-05-01' };
    await ada.put(`/api/tenancies/${tenancy.id}`, { ...terms, ...days }, version);
    await saved(ada, tenantOf(tenancy, 1), { phone: '020 7946 0999' });
    expect(await now(ada, tenancy)).toMatchObject(days);
  });

  it('use an increased rent if they start after the increase', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-05-01' });
    await ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: '2025-02-15', amount: 130_000 });
    const { version, ...terms } = await now(ada, tenancy);
    await ada.put(`/api/tenancies/${tenancy.id}`, { ...terms, start: '2025-03-01' }, version);
    expect(lines(await ledgerOf(ada, tenancy))).toEqual(['2025-03-01 rent 1300 = 1300', '2025-04-01 rent 1300 = 2600']);
  });
});
