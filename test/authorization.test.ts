/** Access control of every API route: for the owner, another landlord, a visitor, and after the trial. */
import { describe, expect, it } from 'vitest';
import { createApi, createApp, describeApi } from '../src/app/server/app.server.ts';
import { landlordRoutes } from '../src/server/http/visitors.server.ts';
import { landlord, visitor } from './fixtures/landlords.ts';
import { lastWrites } from './reading/snapshot.ts';
import { ACCOUNT, BESIDE, OPEN } from './route-fixtures/account.ts';
import { BANK_ROWS } from './route-fixtures/bank-rows.ts';
import { BANKS } from './route-fixtures/banks.ts';
import { CALENDAR } from './route-fixtures/calendar.ts';
import { NOTIFICATIONS } from './route-fixtures/notifications.ts';
import { PLANS } from './route-fixtures/plans.ts';
import type { Reach } from './route-fixtures/reach.ts';
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
const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;

const description = describeApi(createApi(server.services), server.services);
const described = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

describe('the list of routes', () => {
  it('contains exactly the routes described in the API', () => {
    const missing = described.filter((route) => !REACH[route]);
    expect(missing, `Add a request and an owner to test/route-fixtures for: ${missing.join(', ')}`).toEqual([]);
    const gone = Object.keys(REACH).filter((route) => !described.includes(route));
    expect(gone, `The API does not have these. Remove them from test/route-fixtures: ${gone.join(', ')}`).toEqual([]);
  });

  it('contains every route of the server', () => {
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

const routes = Object.entries(REACH).map(([route, reach]) => ({ route, method: route.split(' ', 1)[0] ?? '', reach }));
const open = routes.flatMap(({ reach, ...one }) => ('why' in reach ? [{ ...one, reach }] : []));
const owned = routes.flatMap(({ reach, ...one }) => ('why' in reach ? [] : [{ ...one, reach }]));

it.each(open)('$route serves a visitor, with a documented reason', async ({ method, reach }) => {
  const { path, ...ask } = reach.request;
  expect((await visitor().send(method, path, ask)).status).toBe(reach.status);
  expect(reach.why).not.toBe('');
});

const TO_OTHERS = { 404: '404 not_found', 422: '422 invalid_input', own: 'served' };

it('describes which routes need a session', () => {
  const needed = owned.filter(({ reach }) => reach.visitor !== 'served').map(({ route }) => route);
  expect([...landlordRoutes(description)].toSorted()).toEqual(
    needed.map((route) => route.replace(/\{(\w+)\}/g, ':$1')).toSorted(),
  );
});

const revokedCookie = (async () => {
  const ada = await landlord();
  const cookie = ada.cookieHeader();
  await ada.post('/api/auth/sign-out');
  return cookie;
})();

const guarded = owned.filter(({ reach }) => reach.visitor !== 'served');

it.each(guarded)('$route returns 401 to a visitor before validating the request', async ({ route, method }) => {
  const path = `${route.replace(/^\w+ /, '').replace(/\{\w+\}/g, 'x')}?limit=x&month=x&q=${'x'.repeat(500)}`;
  const bad = method === 'GET' ? {} : { body: { no: 'field' } };
  const revoked = { cookie: await revokedCookie };
  for (const headers of [{}, revoked])
    expect((await visitor().send(method, path, { ...bad, headers })).outcome).toBe('401 unauthenticated');
});

it.each(owned)('$route rejects others without changes, then serves its owner', async (one) => {
  const { method, reach } = one;
  const [owner, otherLandlord] = [await landlord(), await landlord()];
  const made = await reach.make(owner);
  const { path, ...ask } = reach.request(made);
  const before = await lastWrites(server.database);

  // Other landlords have their own list, so they are tested only after the owner.
  const intruders = [visitor(), ...(reach.otherLandlord === 'own' ? [] : [otherLandlord])];
  const refusals = await Promise.all(intruders.map((intruder) => intruder.send(method, path, ask)));
  const expected = [reach.visitor ?? '401 unauthenticated', TO_OTHERS[reach.otherLandlord]].slice(0, intruders.length);
  expect(refusals.map(({ outcome }) => outcome)).toEqual(expected);
  const late = reach.guarded ? await server.later(NINE_DAYS, () => owner.send(method, path, ask)) : undefined;
  expect(late?.outcome).toBe(reach.guarded ? '402 trial_expired' : undefined);
  expect(await lastWrites(server.database)).toEqual(before);

  const served = await owner.send(method, path, ask);
  const wanted = reach.answer(made);
  expect(served.status).toBe(wanted.status);
  expect(wanted.bytes?.equals(served.bytes)).not.toBe(false);
  expect(served.text).toContain(wanted.text ?? '');
  const json: unknown = wanted.body && JSON.parse(served.text);
  expect(json).toMatchObject(wanted.body ?? {});
  const after = await otherLandlord.send(method, path, ask);
  expect(after.outcome).toBe(TO_OTHERS[reach.otherLandlord]);
  const seen = [...refusals, after].map(({ text }) => text).join('\n');
  expect(idsIn(served.text).filter((id) => seen.includes(id))).toEqual([]);
});

function idsIn(text: string): string[] {
  return [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
}
