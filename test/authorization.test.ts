/** Nobody reaches what is another's: every route of the API, asked by its owner, by another landlord, by a visitor, and after the trial. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApi, createApp, describeApi } from '../src/app/server/app.server.ts';
import { landlordRoutes } from '../src/server/http/visitors.server.ts';
import { idsSeenByOthers, ownedRoutes } from './contracts/access-contract.ts';
import { landlord, visitor } from './fixtures/landlords.ts';
import { ACCOUNT, BESIDE, OPEN } from './route-fixtures/account.ts';
import { BANK_ROWS } from './route-fixtures/bank-rows.ts';
import { BANKS } from './route-fixtures/banks.ts';
import { CALENDAR } from './route-fixtures/calendar.ts';
import { NOTIFICATIONS } from './route-fixtures/notifications.ts';
import { PLANS } from './route-fixtures/plans.ts';
import { type Owned, type Reach, recordRoutes } from './route-fixtures/reach.ts';
import { RECORDS } from './route-fixtures/records.ts';
import { RENT } from './route-fixtures/rent.ts';
import { SAMPLE } from './route-fixtures/sample.ts';
import { server } from './servers/server.ts';
import { plainWeb } from './servers/start-server.ts';

const REACH: Reach = {
  ...RECORDS,
  ...BANK_ROWS,
  ...BANKS,
  ...PLANS,
  ...CALENDAR,
  ...SAMPLE,
  ...NOTIFICATIONS,
  ...RENT,
  ...ACCOUNT,
  ...OPEN,
};

const description = describeApi(createApi(server.services), server.services);
const described = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** The routes of nouns whose own API test proves them by `recordContract`. */
const byContract = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.api.test.ts'))
  .flatMap((file) =>
    [
      ...readFileSync(`src/features/${file}`, 'utf8').matchAll(
        /recordContract\(\{\s+path: '([^']+)',(?!\s+reachedElsewhere)/g,
      ),
    ].flatMap(([, path = '']) => recordRoutes(path)),
  );

describe('the list of routes', () => {
  it('names every route that the API describes, and no other', () => {
    const missing = described.filter((route) => !REACH[route] && !byContract.includes(route));
    expect(
      missing,
      `Say in test/route-fixtures how these are reached and whose they are, or use recordContract: ${missing.join(', ')}`,
    ).toEqual([]);
    const gone = Object.keys(REACH).filter((route) => !described.includes(route));
    expect(gone, `The API has these no more. Remove them from test/route-fixtures: ${gone.join(', ')}`).toEqual([]);
  });

  it('leaves out nothing that the server answers', () => {
    const app = createApp(server.services, plainWeb);
    const answered = app.routes.map(({ method, path }) => `${method} ${path.replace(/^\/\*$/, '*')}`);
    const known = new Set([...described.map((route) => route.replace(/\{(\w+)\}/g, ':$1')), ...Object.keys(BESIDE)]);
    const unknown = [...new Set(answered)].filter((route) => !known.has(route));
    expect(
      unknown,
      `Describe these with createRoute, or give their reason in BESIDE of test/route-fixtures: ${unknown.join(', ')}`,
    ).toEqual([]);
  });
});

const routes = Object.entries(REACH).map(([route, reach]) => ({ route, method: methodOf(route), reach }));
const open = routes.flatMap(({ reach, ...one }) => ('why' in reach ? [{ ...one, reach }] : []));
const needsSession = described.filter((route) => {
  const reach = REACH[route];
  return !reach || !('why' in reach || reach.visitor === 'served');
});

function methodOf(route: string): string {
  return route.split(' ', 1)[0] ?? '';
}

it.each(open)('$route is open to a visitor, for a written reason', async ({ method, reach }) => {
  const { path, ...ask } = reach.request;
  expect((await visitor().send(method, path, ask)).status).toBe(reach.status);
  expect(reach.why).not.toBe('');
});

it('says in its description which routes need a session', () => {
  expect([...landlordRoutes(description)].toSorted()).toEqual(
    needsSession.map((route) => route.replace(/\{(\w+)\}/g, ':$1')).toSorted(),
  );
});

/** Of a session that has ended. */
const revokedCookie = (async () => {
  const ada = await landlord();
  const cookie = ada.cookieHeader();
  await ada.post('/api/auth/sign-out');
  return cookie;
})();

it.each(needsSession)('%s answers a visitor 401 before it looks at the request', async (route) => {
  const path = `${route.replace(/^\w+ /, '').replace(/\{\w+\}/g, 'x')}?limit=x&month=x&q=${'x'.repeat(500)}`;
  const method = methodOf(route);
  const bad = method === 'GET' ? {} : { body: { no: 'field' } };
  const revoked = { cookie: await revokedCookie };
  for (const headers of [{}, revoked])
    expect((await visitor().send(method, path, { ...bad, headers })).outcome).toBe('401 unauthenticated');
});

const owned = Object.entries(REACH).filter((entry): entry is [string, Owned] => !('why' in entry[1]));

it.each(ownedRoutes(Object.fromEntries(owned)))(
  '$route refuses others, changes nothing for them, and then serves its owner',
  async (route) => expect(await idsSeenByOthers(route)).toEqual([]),
);
