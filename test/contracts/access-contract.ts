/** Nobody reaches what is another's: each of these routes, requested by its owner, another landlord, a visitor, and after the trial. */
import { expect } from 'vitest';
import { landlord, visitor } from '../fixtures/landlords.ts';
import { lastWrites } from '../reading/snapshot.ts';
import type { Owned } from '../route-fixtures/reach.ts';
import { server } from '../servers/server.ts';

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;

/** What another landlord is answered, by what the route's line says. */
const TO_OTHERS = { 404: '404 not_found', 422: '422 invalid_input', own: 'served' };

type Named = { route: string; reach: Owned };

export const ownedRoutes = (reach: Readonly<Record<string, Owned>>): Named[] =>
  Object.entries(reach).map(([route, one]) => ({ route, reach: one }));

/** Proves who is refused and who is served; the ids of the owner's answer that others have seen. */
export async function idsSeenByOthers({ route, reach }: Named): Promise<string[]> {
  const [method = ''] = route.split(' ', 1);
  const [owner, otherLandlord] = [await landlord(), await landlord()];
  const made = await reach.make(owner);
  const { path, ...ask } = reach.request(made);
  const before = await lastWrites(server.database);

  // Of a route that is everybody's own, such as a list, another landlord is asked for only once the owner has been.
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
  return idsIn(served.text).filter((id) => seen.includes(id));
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
}
