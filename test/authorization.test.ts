import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApi, createApp, describeApi } from '../src/app/server/app.server.ts';
import { landlordRoutes } from '../src/server/http/visitors.server.ts';
import { idsSeenByOthers, ownedRoutes } from './contracts/access-contract.ts';
import { landlord, visitor } from './fixtures/landlords.ts';
import { UNDESCRIBED_ROUTES } from './route-fixtures/account.ts';
import { ALL_CASES } from './route-fixtures/all-cases.ts';
import { type OwnedCase, recordRoutes } from './route-fixtures/authorization-cases.ts';
import { server } from './servers/server.ts';
import { plainWeb } from './servers/start-server.ts';

const description = describeApi(createApi(server.services), server.services);
const described = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Routes that `recordContract` covers in a noun's API test. */
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
  it('contains exactly the routes described in the API', () => {
    const missing = described.filter((route) => !ALL_CASES[route] && !byContract.includes(route));
    expect(
      missing,
      `Say in test/route-fixtures how these are reached and whose they are, or use recordContract: ${missing.join(', ')}`,
    ).toEqual([]);
    const gone = Object.keys(ALL_CASES).filter((route) => !described.includes(route));
    expect(gone, `The API does not have these. Remove them from test/route-fixtures: ${gone.join(', ')}`).toEqual([]);
  });

  it('contains every route of the server', () => {
    const app = createApp(server.services, plainWeb);
    const answered = app.routes.map(({ method, path }) => `${method} ${path.replace(/^\/\*$/, '*')}`);
    const known = new Set([
      ...described.map((route) => route.replace(/\{(\w+)\}/g, ':$1')),
      ...Object.keys(UNDESCRIBED_ROUTES),
    ]);
    const unknown = [...new Set(answered)].filter((route) => !known.has(route));
    expect(
      unknown,
      `Describe these with createRoute, or give their reason in BESIDE of test/route-fixtures: ${unknown.join(', ')}`,
    ).toEqual([]);
  });
});

const routes = Object.entries(ALL_CASES).map(([route, reach]) => ({ route, method: methodOf(route), reach }));
const open = routes.flatMap(({ reach, ...one }) => ('why' in reach ? [{ ...one, reach }] : []));
const needsSession = described.filter((route) => {
  const reach = ALL_CASES[route];
  return !reach || !('why' in reach || reach.visitor === 'served');
});

function methodOf(route: string): string {
  return route.split(' ', 1)[0] ?? '';
}

it.each(open)('$route serves a visitor, with a documented reason', async ({ method, reach }) => {
  const { path, ...ask } = reach.request;
  expect((await visitor().send(method, path, ask)).status).toBe(reach.status);
  expect(reach.why).not.toBe('');
});

it('describes which routes need a session', () => {
  expect([...landlordRoutes(description).keys()].toSorted()).toEqual(
    needsSession.map((route) => route.replace(/\{(\w+)\}/g, ':$1')).toSorted(),
  );
});

const revokedCookie = (async () => {
  const ada = await landlord();
  const cookie = ada.cookieHeader();
  await ada.post('/api/auth/sign-out');
  return cookie;
})();

it.each(needsSession)('%s returns 401 to a visitor before validating the request', async (route) => {
  const path = `${route.replace(/^\w+ /, '').replace(/\{\w+\}/g, 'x')}?limit=x&month=x&q=${'x'.repeat(500)}`;
  const method = methodOf(route);
  const bad = method === 'GET' ? {} : { body: { no: 'field' } };
  const revoked = { cookie: await revokedCookie };
  for (const headers of [{}, revoked])
    expect((await visitor().send(method, path, { ...bad, headers })).outcome).toBe('401 unauthenticated');
});

const ownedRoute = Object.entries(ALL_CASES).filter((entry): entry is [string, OwnedCase] => !('why' in entry[1]));

it.each(ownedRoutes(Object.fromEntries(ownedRoute)))(
  '$route rejects others without changes, then serves its owner',
  async (route) => expect(await idsSeenByOthers(route)).toEqual([]),
);
