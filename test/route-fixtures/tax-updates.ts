import { addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { MAY } from '../fixtures/tax.ts';
import { BROWSER, connect, reportQuarterly, STANDARD, send, update, YEAR } from '../fixtures/tax-updates.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const year = `/api/tax-updates/${YEAR}`;
const READS = { otherLandlord: 'own', guarded: false } as const;
const SAVES = { otherLandlord: 'own', guarded: true } as const;

const quarterly = async (owner: Landlord) => {
  await addedTransaction(owner, { date: MAY });
  await reportQuarterly(owner);
};
const connected = async (owner: Landlord) => {
  await quarterly(owner);
  return connect(owner);
};

export const TAX_UPDATES: AuthorizationCases = {
  'GET /api/tax-updates/{year}': ownedRoute({
    ...READS,
    make: quarterly,
    request: () => ({ path: year }),
    answer: () => ({ status: 200, body: { quarters: { ...STANDARD, chosen: true, fixed: false } } }),
  }),
  'PUT /api/tax-updates/{year}': ownedRoute({
    ...SAVES,
    make: async () => ({}),
    request: () => ({ path: year, body: { ...STANDARD, kind: 'calendar' } }),
    answer: () => ({ status: 200, text: '"kind":"calendar"' }),
  }),
  'DELETE /api/tax-updates/{year}': ownedRoute({
    ...SAVES,
    make: quarterly,
    request: () => ({ path: year }),
    answer: () => ({ status: 204 }),
  }),
  'GET /api/tax-updates/{year}/{update}': ownedRoute({
    ...READS,
    make: quarterly,
    request: () => ({ path: `${year}/2` }),
    answer: () => ({ status: 200, body: { totals: { income: 0, expenses: 12_049 } } }),
  }),
  'POST /api/tax-updates/{year}/{update}': ownedRoute({
    make: async (owner) => {
      await quarterly(owner);
      return (await update(owner)).sha256;
    },
    request: (sha256) => ({ path: `${year}/2`, body: { way: 'elsewhere', sha256, leftOut: null, browser: null } }),
    answer: () => ({ status: 200, text: '"state":"elsewhere"' }),
    // The checksum does not match another landlord's figures.
    otherLandlord: '409 conflict',
    guarded: true,
  }),
  'POST /api/tax-updates/{year}/{update}/check': ownedRoute({
    make: async (owner) => {
      await connected(owner);
      await send(owner);
    },
    request: () => ({ path: `${year}/2/check`, body: { browser: null } }),
    answer: () => ({ status: 200, text: '"state":"fulfilled"' }),
    otherLandlord: 404,
    guarded: true,
  }),
  'GET /api/tax-updates/{year}/{update}/export': ownedRoute({
    ...READS,
    make: quarterly,
    request: () => ({ path: `${year}/2/export` }),
    answer: () => ({ status: 200, text: 'expenses.repairsAndMaintenance,120.49' }),
  }),
  'GET /api/tax-updates/{year}/{update}/rows': ownedRoute({
    ...READS,
    make: quarterly,
    request: () => ({ path: `${year}/2/rows?line=repairs` }),
    answer: () => ({ status: 200, text: '"amount":-12049' }),
  }),
  'POST /api/tax-connections': ownedRoute({
    ...SAVES,
    make: async () => ({}),
    request: () => ({ path: '/api/tax-connections', body: { nino: 'AB123456C', nation: 'Wales' } }),
    answer: () => ({ status: 200, text: '/sandbox/hmrc/oauth/authorize?' }),
  }),
  'POST /api/tax-connections/business': ownedRoute({
    make: connected,
    request: () => ({ path: '/api/tax-connections/business', body: { browser: BROWSER } }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: true,
  }),
  'DELETE /api/tax-connections': ownedRoute({
    ...SAVES,
    make: connected,
    request: () => ({ path: '/api/tax-connections' }),
    answer: () => ({ status: 204 }),
  }),
  'GET /api/tax-connections/callback': {
    why: 'HMRC may redirect to a browser without a session, which gets a page and no connection.',
    request: { path: '/api/tax-connections/callback?state=forged&code=forged' },
    status: 200,
  },
};
