import { Repair, type RepairRecord, RepairRecord as Stored } from '../../src/features/repair/repair.ts';
import { Plan } from '../../src/features/repair-plan/repair-plan.ts';
import { documentFile } from '../fixtures/documents.ts';
import { added, addedProperty, addedSupplier, type Landlord } from '../fixtures/landlords.ts';
import { addedRepair, newRepair, repairIn, TOMORROW } from '../fixtures/repairs.ts';
import { addedTenancy } from '../fixtures/tenancies.ts';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';
import { type AuthorizationCases, type OwnedCase, ownedRoute, recordCases } from './authorization-cases.ts';

const one = { otherLandlord: 404, guarded: true } as const;
const plan = { title: 'Boiler service', category: 'heating', deadlineKind: 'gas' };
const { title, category, urgency, room, description, accessNote } = newRepair({ propertyId: '' });
const fields = { title, category, urgency, room, description, accessNote };

type Made = { repair: RepairRecord; body: object };

const action = (
  part: string,
  expected: object,
  body: (owner: Landlord, repair: RepairRecord) => Promise<object>,
): OwnedCase =>
  ownedRoute<Made>({
    ...one,
    make: async (owner) => {
      const repair = await repairIn(owner, 'accepted');
      return { repair, body: await body(owner, repair) };
    },
    request: ({ repair, body: sent }) => ({ path: `/api/repairs/${repair.id}/${part}`, body: sent }),
    answer: ({ repair: { id } }) => ({ status: 200, body: { id, ...expected } }),
  });

const billed = (what: 'accept' | 'refuse', state: string): OwnedCase =>
  ownedRoute<RepairRecord>({
    ...one,
    make: async (owner) => {
      const repair = await repairIn(owner, 'done');
      const { id: supplierId } = await addedSupplier(owner);
      const bill = { supplierId, number: '12', net: 10_000 };
      return (await owner.post(`/api/repairs/${repair.id}/invoices`, bill)).as(Stored);
    },
    request: ({ id, bills }) => ({ path: `/api/repairs/${id}/invoices/${bills[0]?.id}/${what}`, body: {} }),
    answer: ({ id }) => ({ status: 200, body: { id, bills: [{ state }] } }),
  });

async function unconfirmed(owner: Landlord): Promise<RepairRecord> {
  const repair = await addedRepair(owner);
  await query(server.database, `update public.repairs set reported_by = 'poster', unconfirmed = true where id = $1`, [
    repair.id,
  ]);
  return repair;
}

export const REPAIRS: AuthorizationCases = {
  ...recordCases<RepairRecord>({
    path: '/api/repairs',
    guarded: true,
    item: Repair,
    make: addedRepair,
    added: async (owner) => ({
      sent: newRepair({ propertyId: (await addedProperty(owner)).id }),
      expected: { ...fields, number: 1 },
    }),
    namesOwned: true,
    changed: () => ({ sent: fields, expected: fields }),
  }),
  ...recordCases<Plan>({
    path: '/api/repair-plans',
    guarded: true,
    item: Plan,
    make: async (owner) =>
      added(owner, '/api/repair-plans', {
        input: { ...plan, propertyId: (await addedProperty(owner)).id },
        record: Plan,
      }),
    added: async (owner) => ({ sent: { ...plan, propertyId: (await addedProperty(owner)).id }, expected: plan }),
    namesOwned: true,
    changed: ({ propertyId }) => ({ sent: { ...plan, propertyId, paused: true }, expected: { paused: true } }),
  }),
  'GET /api/repairs/board': ownedRoute({
    make: addedRepair,
    request: () => ({ path: '/api/repairs/board' }),
    answer: ({ id }) => ({ status: 200, text: id }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/repairs/summary': ownedRoute({
    make: addedRepair,
    request: ({ propertyId }) => ({ path: `/api/repairs/summary?propertyId=${propertyId}` }),
    answer: () => ({ status: 200, body: { open: 1 } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/repairs/targets': ownedRoute({
    make: async () => null,
    request: () => ({ path: '/api/repairs/targets' }),
    answer: () => ({ status: 200, body: { emergency: 24 } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'PUT /api/repairs/targets': ownedRoute({
    make: async () => ({ emergency: 12, urgent: 48, normal: 500 }),
    request: (body) => ({ path: '/api/repairs/targets', body }),
    answer: (body) => ({ status: 200, body }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'POST /api/repairs/{id}/moves': action('moves', { state: 'booked' }, async () => ({
    to: 'booked',
    was: 'accepted',
    ...TOMORROW,
  })),
  'POST /api/repairs/{id}/messages': action('messages', {}, async () => ({
    to: 'nobody',
    text: 'Ask about a new one',
  })),
  'POST /api/repairs/{id}/proposals': action('proposals', { proposed: { by: 'landlord' } }, async () => TOMORROW),
  'POST /api/repairs/{id}/quotes': action('quotes', { state: 'quoting' }, async (owner) => ({
    suppliers: [(await addedSupplier(owner)).id],
  })),
  'POST /api/repairs/{id}/supplier': action('supplier', {}, async (owner) => ({
    supplierId: (await addedSupplier(owner)).id,
  })),
  'POST /api/repairs/{id}/files': action('files', { photos: 1 }, async (owner) => ({
    url: (await documentFile(owner)).url,
  })),
  'POST /api/repairs/{id}/invoices': action('invoices', { bills: [{ number: '12' }] }, async (owner) => ({
    supplierId: (await addedSupplier(owner)).id,
    number: '12',
    net: 10_000,
  })),
  'POST /api/repairs/{id}/recharges': action('recharges', {}, async (owner) => ({
    kind: 'charge',
    tenancyId: (await addedTenancy(owner)).id,
    amount: 5_000,
    reason: 'A broken window',
    day: '2026-11-20',
  })),
  'POST /api/repairs/{id}/invoices/{billId}/accept': billed('accept', 'accepted'),
  'POST /api/repairs/{id}/invoices/{billId}/refuse': billed('refuse', 'refused'),
  'POST /api/repairs/{id}/reporter': ownedRoute({
    ...one,
    make: unconfirmed,
    request: ({ id }) => ({ path: `/api/repairs/${id}/reporter`, body: { tenantId: null } }),
    answer: ({ id }) => ({ status: 200, body: { id, unconfirmed: false } }),
  }),
};
