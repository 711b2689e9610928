import { Agent } from '../../src/features/agent/agent.ts';
import { Tenancy, TenancyRecord } from '../../src/features/tenancy/tenancy.ts';
import { addedProperty, addedTenant, type Landlord } from '../fixtures/landlords.ts';
import { addedTenancy, ledgerOf, newTenancy, paid } from '../fixtures/tenancies.ts';
import { type AuthorizationCases, ifMatch, ownedRoute, recordCases } from './authorization-cases.ts';

/** Returns a tenancy without tenants, because a tenancy with tenants cannot be deleted. */
async function leftTenancy(owner: Landlord): Promise<TenancyRecord> {
  const { id, tenants } = await addedTenancy(owner);
  for (const tenant of tenants) {
    const { headers } = await owner.get(`/api/tenants/${tenant.id}`);
    await owner.send('DELETE', `/api/tenants/${tenant.id}`, { headers: { 'if-match': headers.get('etag') ?? '' } });
  }
  return (await owner.get(`/api/tenancies/${id}`)).as(TenancyRecord);
}

const entries = ({ id }: { id: string }) => `/api/tenancies/${id}/entries`;
const CHARGE = { kind: 'charge', date: '2025-02-10', amount: 8_500, note: 'Lock changed' };

async function tenancyWithCharge(owner: Landlord) {
  const tenancy = await addedTenancy(owner);
  await owner.post(entries(tenancy), CHARGE);
  const charge = (await ledgerOf(owner, tenancy)).entries.find(({ kind }) => kind === 'charge');
  return { tenancy, path: `${entries(tenancy)}/${charge?.id}` };
}

const made = { make: (owner: Landlord) => addedTenancy(owner), otherLandlord: 404, guarded: true } as const;

const onePayment = {
  make: async (owner: Landlord) => (await paid(owner, await addedTenancy(owner), ['2025-02-03', 120_000]))[0],
  otherLandlord: 404,
  guarded: false,
} as const;

const records = recordCases({
  path: '/api/tenancies',
  guarded: true,
  item: Tenancy,
  make: leftTenancy,
  added: async () => ({ sent: {}, expected: {} }),
});

const NEW_AGENT = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };
const addedAgent = async (owner: Landlord) => (await owner.post('/api/agents', NEW_AGENT)).as(Agent);

const agents = recordCases({
  path: '/api/agents',
  guarded: true,
  item: Agent,
  make: addedAgent,
  added: async () => ({ sent: NEW_AGENT, expected: NEW_AGENT }),
  changed: () => ({ sent: { ...NEW_AGENT, feePercent: 12 }, expected: { feePercent: 12 } }),
});

const REMINDERS = '/api/rent/reminders';
const RATE = '/api/rent/base-rates/2026-11-05';
const OWN_RATE = '{"from":"2026-11-05","percent":3.5,"own":true}';

export const RENT: AuthorizationCases = {
  ...records,
  ...agents,
  'POST /api/tenancies/{id}/join': ownedRoute({
    ...made,
    make: async (owner) => {
      const one = await addedTenancy(owner);
      const other = await addedTenancy(owner, { names: ['Ada Lovelace'], propertyId: one.propertyId ?? '' });
      return { id: one.id, other: other.id };
    },
    request: ({ id, other }) => ({ path: `/api/tenancies/${id}/join`, body: { tenancies: [other], rent: 120_000 } }),
    answer: ({ id }) => ({ status: 200, body: { id, rent: 120_000 } }),
  }),
  'PUT /api/tenancies/{id}/ledger-start': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/ledger-start`, body: { from: '2025-02-01', owed: 500 } }),
    answer: ({ id }) => ({ status: 200, body: { id, chargesFrom: '2025-02-01' } }),
  }),
  'GET /api/tenancies/{id}/past-rows': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/past-rows` }),
    answer: () => ({ status: 200, body: { items: [] } }),
  }),
  'GET /api/rent/ledger-gaps': ownedRoute({
    make: async () => ({}),
    request: () => ({ path: '/api/rent/ledger-gaps' }),
    answer: () => ({ status: 200, body: { items: [] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/rent/ledger-gaps': ownedRoute({
    ...made,
    request: ({ id }) => ({
      path: '/api/rent/ledger-gaps',
      body: { tenancies: [{ tenancyId: id, from: '2025-02-01' }] },
    }),
    answer: () => ({ status: 200, body: { moved: 0 } }),
  }),
  'POST /api/tenancies/separate': ownedRoute({
    ...made,
    request: ({ propertyId }) => ({ path: '/api/tenancies/separate', body: { propertyId } }),
    answer: () => ({ status: 204 }),
  }),
  'PUT /api/tenancies/{id}/collection': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/collection`, body: { agentId: null, autoMatch: true } }),
    answer: ({ id }) => ({ status: 200, body: { id, autoMatch: true } }),
  }),
  'POST /api/tenancies': ownedRoute({
    make: async (owner) => {
      const property = await addedProperty(owner);
      const tenant = await addedTenant(owner, { propertyId: property.id });
      return newTenancy({ propertyId: property.id, tenantIds: [tenant.id] });
    },
    request: (body) => ({ path: '/api/tenancies', body }),
    answer: ({ propertyId }) => ({ status: 201, body: { propertyId, names: 'Grace Hopper', rent: 120_000 } }),
    otherLandlord: 422,
    guarded: true,
  }),
  'PUT /api/tenancies/{id}': ownedRoute({
    ...made,
    request: (tenancy) => ({
      path: `/api/tenancies/${tenancy.id}`,
      headers: ifMatch(tenancy),
      body: { ...tenancy, depositScheme: 'DPS' },
    }),
    answer: ({ id, version }) => ({ status: 200, body: { id, depositScheme: 'DPS', version: version + 1 } }),
  }),
  'GET /api/tenancies/{id}/ledger': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/ledger?on=2025-02-01` }),
    answer: () => ({ status: 200, body: { balance: 240_000 } }),
    guarded: false,
  }),
  'POST /api/tenancies/{id}/rents': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/rents`, body: { from: '2025-03-01', amount: 130_000 } }),
    answer: ({ id }) => ({ status: 200, body: { id, rent: 130_000 } }),
  }),
  'DELETE /api/tenancies/{id}/rents/{rentId}': ownedRoute({
    ...made,
    make: async (owner) => {
      const { id } = await addedTenancy(owner);
      return (await owner.post(`/api/tenancies/${id}/rents`, { from: '2025-03-01', amount: 130_000 })).as(
        TenancyRecord,
      );
    },
    request: ({ id, rents }) => ({ path: `/api/tenancies/${id}/rents/${rents[0]?.id}` }),
    answer: ({ id }) => ({ status: 200, body: { id, rent: 120_000 } }),
  }),
  'POST /api/tenancies/{id}/entries': ownedRoute({
    ...made,
    request: (tenancy) => ({ path: entries(tenancy), body: CHARGE }),
    answer: () => ({ status: 204 }),
  }),
  'PATCH /api/tenancies/{id}/entries/{entryId}': ownedRoute({
    ...made,
    make: tenancyWithCharge,
    request: ({ path }) => ({ path, body: { disputed: true } }),
    answer: () => ({ status: 204 }),
  }),
  'DELETE /api/tenancies/{id}/entries/{entryId}': ownedRoute({
    ...made,
    make: tenancyWithCharge,
    request: ({ path }) => ({ path }),
    answer: () => ({ status: 204 }),
  }),
  'GET /api/rent': ownedRoute({
    ...made,
    request: () => ({ path: '/api/rent?month=2025-02' }),
    answer: ({ id }) => ({
      status: 200,
      body: { due: { amount: 120_000, count: 1 }, items: [{ tenancyId: id, left: 120_000 }] },
    }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/rent/arrears': ownedRoute({
    ...made,
    request: () => ({ path: '/api/rent/arrears?on=2025-02-03' }),
    answer: ({ id }) => ({
      status: 200,
      body: { owed: { amount: 240_000, count: 1 }, items: [{ tenancyId: id, days: 33 }] },
    }),
    otherLandlord: 'own',
  }),
  'GET /api/tenancies/{id}/statement': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/statement?to=2025-02-01&format=csv` }),
    answer: () => ({ status: 200, text: '2025-02-01,Total,,2400.00,0.00,2400.00\r\n' }),
    guarded: false,
  }),
  'GET /api/rent/payments/{id}/receipt': ownedRoute({
    make: async (owner) => (await paid(owner, await addedTenancy(owner), ['2025-02-03', 120_000]))[0],
    request: (payment) => ({ path: `/api/rent/payments/${payment?.id}/receipt` }),
    answer: () => ({ status: 200, text: '%PDF-' }),
    otherLandlord: 404,
    guarded: false,
  }),
  'POST /api/tenancies/{id}/past-rent': ownedRoute({
    make: (owner) => addedTenancy(owner, { chargesFrom: '2025-03-01', ended: '2025-03-01' }),
    request: ({ id }) => ({
      path: `/api/tenancies/${id}/past-rent`,
      body: { from: '2025-02-01', to: '2025-02-01', payments: [{ date: '2025-02-03', amount: 120_000 }] },
    }),
    answer: ({ id }) => ({ status: 200, body: { id, chargesFrom: '2025-02-01' } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/tenancies/{id}/kept-deposit': ownedRoute({
    make: (owner) => addedTenancy(owner, { depositReturned: '2025-06-02', depositDeductions: 20_000 }),
    request: ({ id }) => ({ path: `/api/tenancies/${id}/kept-deposit`, body: { towards: 'owed' } }),
    answer: ({ id }) => ({ status: 200, body: { id, depositRecorded: 20_000 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/tenancies/{id}/end': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/end`, body: { ended: '2025-06-01' } }),
    answer: ({ id }) => ({ status: 200, body: { id, ended: '2025-06-01' } }),
  }),
  'POST /api/rent/payments/{id}/return': ownedRoute({
    ...onePayment,
    request: (payment) => ({
      path: `/api/rent/payments/${payment?.id}/return`,
      body: { date: '2025-02-05', amount: 120_000, reason: 'bounced' },
    }),
    answer: () => ({ status: 201, body: { amount: -120_000, category: 'rent' } }),
  }),
  'GET /api/rent/payments/{id}/allocation': ownedRoute({
    ...onePayment,
    request: (payment) => ({ path: `/api/rent/payments/${payment?.id}/allocation` }),
    answer: () => ({ status: 200, body: { amount: 120_000, chosen: false } }),
  }),
  'PUT /api/rent/payments/{id}/allocation': ownedRoute({
    ...onePayment,
    request: (payment) => ({ path: `/api/rent/payments/${payment?.id}/allocation`, body: { goesTo: [] } }),
    answer: () => ({ status: 200, body: { amount: 120_000, chosen: false } }),
  }),
  'GET /api/rent/payers': ownedRoute({
    ...made,
    request: () => ({ path: '/api/rent/payers?q=grace' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ tenancyId: id, names: 'Grace Hopper' }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/rent/base-rates': ownedRoute({
    make: (owner) => owner.send('PUT', RATE, { body: { percent: 3.5 } }),
    request: () => ({ path: '/api/rent/base-rates' }),
    answer: () => ({ status: 200, text: OWN_RATE }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'PUT /api/rent/base-rates/{from}': ownedRoute({
    make: async () => ({}),
    request: () => ({ path: RATE, body: { percent: 3.5 } }),
    answer: () => ({ status: 200, text: OWN_RATE }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'DELETE /api/rent/base-rates/{from}': ownedRoute({
    make: (owner) => owner.send('PUT', RATE, { body: { percent: 3.5 } }),
    request: () => ({ path: RATE }),
    answer: () => ({ status: 200 }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/agents/{id}/statement': ownedRoute({
    make: addedAgent,
    request: ({ id }) => ({ path: `/api/agents/${id}/statement` }),
    answer: () => ({ status: 200, body: { lines: [], rows: [] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/agents/{id}/statement/read': ownedRoute({
    make: addedAgent,
    request: ({ id }) => ({ path: `/api/agents/${id}/statement/read`, body: { text: 'Tenant,Date,Rent\n' } }),
    answer: () => ({ status: 200, body: { lines: [], unread: [] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/agents/{id}/statement': ownedRoute({
    make: async (owner) => {
      const [agent, tenancy] = [await addedAgent(owner), await addedTenancy(owner)];
      const body = { agentId: agent.id, autoMatch: false };
      await owner.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body });
      return { agent, tenancy };
    },
    request: ({ agent, tenancy }) => ({
      path: `/api/agents/${agent.id}/statement`,
      body: {
        row: null,
        paidOn: '2025-02-10',
        lines: [{ tenancyId: tenancy.id, receivedOn: '2025-02-03', rent: 120_000, fee: 12_000 }],
        deductions: [],
        stated: { rents: 120_000, fees: 12_000, paid: 108_000 },
      },
    }),
    answer: () => ({ status: 201, body: { amount: 120_000, splitAmount: 108_000, date: '2025-02-03' } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/rent/reminders': ownedRoute({
    make: (owner) => owner.send('PUT', REMINDERS, { body: { active: false, steps: [5] } }),
    request: () => ({ path: REMINDERS }),
    answer: () => ({ status: 200, body: { active: false, steps: [5], refused: [] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'PUT /api/rent/reminders': ownedRoute({
    make: (owner) => owner.post(`${REMINDERS}/preview`, {}),
    request: () => ({ path: REMINDERS, body: { active: false, steps: [7, 0] } }),
    answer: () => ({ status: 200, body: { steps: [0, 7] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'POST /api/rent/reminders/preview': ownedRoute({
    ...made,
    request: () => ({ path: `${REMINDERS}/preview` }),
    answer: () => ({ status: 200, text: 'Dear Grace Hopper,' }),
    otherLandlord: 'own',
  }),
  'PUT /api/tenancies/{id}/reminders': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/reminders`, body: { on: false } }),
    answer: ({ id }) => ({ status: 200, body: { id, reminded: false } }),
  }),
  'GET /api/tenancies/{id}/emails': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/emails` }),
    answer: () => ({ status: 200, body: { items: [] } }),
  }),
  'GET /api/tenancies/{id}/increase': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: `/api/tenancies/${id}/increase` }),
    answer: () => ({ status: 200, body: { similar: [] } }),
  }),
  'GET /api/rent/export': ownedRoute({
    ...made,
    request: () => ({ path: '/api/rent/export?month=2025-02' }),
    answer: () => ({ status: 200, text: '2025-02-01,1200.00,0.00,1200.00,1200.00,' }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'GET /api/rent/arrears/export': ownedRoute({
    ...made,
    request: () => ({ path: '/api/rent/arrears/export?on=2025-02-03' }),
    answer: () => ({ status: 200, text: ',2400.00,0.00,2025-01-01,33,1200.00,,\r\n' }),
    otherLandlord: 'own',
  }),
  'POST /api/rent/payments': ownedRoute({
    ...made,
    request: ({ id }) => ({ path: '/api/rent/payments', body: { tenancyId: id, date: '2025-02-03', amount: 50_000 } }),
    answer: ({ id }) => ({ status: 201, body: { tenancyId: id, amount: 50_000, source: 'hand' } }),
    otherLandlord: 422,
    guarded: false,
  }),
};
