/** Sample rows become the landlord's own only when the landlord changes or uses them. */
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import {
  newCertificate,
  newCompliance,
  newProperty,
  newSupplier,
  newTenant,
  newTransaction,
} from '../../../test/fixtures/make.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../property/property.ts';
import { SupplierRecord } from '../supplier/supplier.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { TenantRecord } from '../tenant/tenant.ts';
import { BulkOutcome, Transaction } from '../transaction/transaction.ts';

const NOUNS = ['properties', 'suppliers', 'tenants', 'transactions'] as const;

/** Ids of sample rows by noun. */
async function sampleOf({ id }: Pick<Landlord, 'id'>): Promise<Record<string, string[]>> {
  const found = NOUNS.map(async (noun) => {
    const rows = await query<{ id: string }>(server.database, `select id from ${noun} where user_id = $1 and sample`, [
      id,
    ]);
    return [noun, rows.map((row) => row.id)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** A landlord with a sample home, tenant, supplier and payment. */
async function withSample() {
  const ada = await landlord();
  const home = await addedProperty(ada, { certificates: [newCertificate()], compliance: newCompliance() });
  const supplier = await addedSupplier(ada);
  await ada.put(`/api/suppliers/${supplier.id}/properties/${home.id}`, {});
  const tenant = await addedTenant(ada, { propertyId: home.id });
  const payment = await addedTransaction(ada, { propertyId: home.id, supplierId: supplier.id });
  for (const noun of NOUNS)
    await query(server.database, `update ${noun} set sample = true where user_id = $1`, [ada.id]);
  return {
    ada,
    home: (await ada.get(`/api/properties/${home.id}`)).as(PropertyRecord),
    supplier: (await ada.get(`/api/suppliers/${supplier.id}`)).as(SupplierRecord),
    tenant: (await ada.get(`/api/tenants/${tenant.id}`)).as(TenantRecord),
    payment: (await ada.get(`/api/transactions/${payment.id}`)).as(Transaction),
  };
}

type Sample = Awaited<ReturnType<typeof withSample>>;
type Noun = (typeof NOUNS)[number];
type Case = [title: string, act: (sample: Sample) => Promise<object>, theirs: Noun[]];

const change = (ada: Landlord, { id, version }: { id: string; version: number }) =>
  ada.post('/api/transactions/bulk', { rows: [{ id, version }], change: { category: 'other' } });

const put =
  (noun: Noun, { id, version }: { id: string; version: number }, input: object) =>
  (ada: Landlord) =>
    ada.put(`/api/${noun}/${id}`, input, version);

const CASES: Case[] = [
  [
    'a property whose rent they change',
    ({ ada, home }) => put('properties', home, newProperty({ rent: 1 }))(ada),
    ['properties'],
  ],
  [
    'a property with a new certificate',
    ({ ada, home }) => put('properties', home, newProperty({ certificates: [newCertificate()] }))(ada),
    ['properties'],
  ],
  [
    'a property without its certificate',
    ({ ada, home }) =>
      put('properties', home, newProperty({ removedCertificates: home.certificates.map(({ id }) => id) }))(ada),
    ['properties'],
  ],
  [
    'a tenant',
    ({ ada, home, tenant }) => put('tenants', tenant, newTenant({ propertyId: home.id, name: 'New' }))(ada),
    ['tenants'],
  ],
  [
    'a tenant whose rent they change',
    ({ ada, tenant }) => put('tenants', tenant, { ...tenant, rentAmount: 1 })(ada),
    ['tenants'],
  ],
  [
    'the tenants of a tenancy whose deposit they change',
    async ({ ada, tenant: { tenancyId } }) => {
      const tenancy = (await ada.get(`/api/tenancies/${tenancyId}`)).as(TenancyRecord);
      return ada.put(`/api/tenancies/${tenancyId}`, { ...tenancy, depositAmount: 1 }, tenancy.version);
    },
    ['tenants'],
  ],
  ['a supplier', ({ ada, supplier }) => put('suppliers', supplier, newSupplier({ name: 'New' }))(ada), ['suppliers']],
  [
    'a transaction',
    ({ ada, payment }) => ada.patch(`/api/transactions/${payment.id}`, { description: 'Roof' }, payment.version),
    ['transactions'],
  ],
  ['transactions of a bulk change', ({ ada, payment }) => change(ada, payment), ['transactions']],
  [
    'a property that their own tenant moves into',
    ({ ada, home }) => addedTenant(ada, { propertyId: home.id }),
    ['properties'],
  ],
  [
    'records linked to their own transaction',
    ({ ada, home, supplier }) => addedTransaction(ada, { propertyId: home.id, supplierId: supplier.id }),
    ['properties', 'suppliers'],
  ],
  [
    'a property to which they move their own transaction',
    async ({ ada, home }) => {
      const own = await addedTransaction(ada);
      return ada.patch(`/api/transactions/${own.id}`, { propertyId: home.id }, own.version);
    },
    ['properties'],
  ],
  [
    'a supplier of their own property',
    async ({ ada, supplier }) => {
      const own = await addedProperty(ada);
      return ada.put(`/api/suppliers/${supplier.id}/properties/${own.id}`, {});
    },
    ['suppliers'],
  ],
  [
    'both sides of a link that they remove',
    ({ ada, home, supplier }) => ada.delete(`/api/suppliers/${supplier.id}/properties/${home.id}`),
    ['properties', 'suppliers'],
  ],
];

describe('a sample row', () => {
  it.each(CASES)('becomes the landlord’s own: %s', async (_, act, theirs) => {
    const sample = await withSample();
    const before = await sampleOf(sample.ada);
    expect(await act(sample)).not.toHaveProperty('outcome', expect.stringMatching(/^\d/));
    const left = await sampleOf(sample.ada);
    for (const noun of NOUNS) expect([noun, left[noun]]).toEqual([noun, theirs.includes(noun) ? [] : before[noun]]);
  });

  it('stays sample when saved unchanged, when a linked record is deleted, and when a change is undone', async () => {
    const { ada, home, supplier, tenant, payment } = await withSample();
    const saved = await ada.put(`/api/suppliers/${supplier.id}`, newSupplier(), supplier.version);
    expect(saved.outcome).toBe('served');
    expect((await sampleOf(ada)).suppliers).toEqual([supplier.id]);
    const { batch } = (await change(ada, payment)).as(BulkOutcome);
    expect((await sampleOf(ada)).transactions).toEqual([]);
    await ada.post('/api/transactions/undo', { batch });
    await ada.delete(`/api/properties/${home.id}`, home.version);
    expect(await sampleOf(ada)).toEqual({
      properties: [],
      suppliers: [supplier.id],
      tenants: [tenant.id],
      transactions: [payment.id],
    });
    const kept = (await ada.get(`/api/transactions/${payment.id}`)).as(Transaction);
    expect(kept).toMatchObject({ propertyId: null, propertyAddress: '14 Chandos Terrace, Bristol' });
  });

  it('stays sample when a linked supplier is deleted', async () => {
    const { ada, home, supplier } = await withSample();
    await ada.delete(`/api/suppliers/${supplier.id}`, supplier.version);
    expect((await sampleOf(ada)).properties).toEqual([home.id]);
  });

  it('leaves no history entry when it becomes the landlord’s own', async () => {
    const { ada, home } = await withSample();
    await addedTransaction(ada, { propertyId: home.id });
    const entries = await query(
      server.database,
      `select noun, action from activity where user_id = $1 and columns @> '{sample}'`,
      [ada.id],
    );
    expect(entries).toEqual([]);
  });

  it('cannot be created through the API', async () => {
    const ada = await landlord();
    await ada.post('/api/properties', { ...newProperty(), sample: true });
    await ada.post('/api/transactions', { ...newTransaction(), sample: true });
    expect(await sampleOf(ada)).toEqual({ properties: [], suppliers: [], tenants: [], transactions: [] });
  });
});
