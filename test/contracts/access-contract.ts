import { expect } from 'vitest';
import { landlord, visitor } from '../fixtures/landlords.ts';
import { expectUnchanged } from '../reading/snapshot.ts';
import type { OwnedCase } from '../route-fixtures/authorization-cases.ts';
import { server } from '../servers/server.ts';

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;

/** Expected outcomes for another landlord, by the fixture's `otherLandlord`. */
const OUTCOMES_FOR_OTHERS: Record<string, string> = { 404: '404 not_found', 422: '422 invalid_input', own: 'served' };
const toOthers = ({ otherLandlord }: OwnedCase) => OUTCOMES_FOR_OTHERS[otherLandlord] ?? String(otherLandlord);

type OwnedRoute = { route: string; method: string; reach: OwnedCase };

export function ownedRoutes(reach: Readonly<Record<string, OwnedCase>>): OwnedRoute[] {
  return Object.entries(reach).map(([route, one]) => ({ route, method: route.split(' ', 1)[0] ?? '', reach: one }));
}

/** Checks who is rejected and who is served. Returns ids in the owner's response that a rejected response also had. */
export async function idsSeenByOthers({ method, reach }: OwnedRoute): Promise<string[]> {
  const [owner, otherLandlord] = [await landlord(), await landlord()];
  const made = await reach.make(owner);
  const { path, ...ask } = reach.request(made);

  // On routes with each landlord's own data, such as lists, the other landlord's request follows the owner's.
  const intruders = [visitor(), ...(reach.otherLandlord === 'own' ? [] : [otherLandlord])];
  let refusals: Awaited<ReturnType<typeof owner.send>>[] = [];
  await expectUnchanged(server.database, [owner, otherLandlord], async () => {
    refusals = await Promise.all(intruders.map((intruder) => intruder.send(method, path, ask)));
    const expected = [reach.visitor ?? '401 unauthenticated', toOthers(reach)].slice(0, intruders.length);
    expect(refusals.map(({ outcome }) => outcome)).toEqual(expected);
    const late = reach.guarded ? await server.later(NINE_DAYS, () => owner.send(method, path, ask)) : undefined;
    expect(late?.outcome).toBe(reach.guarded ? '402 trial_expired' : undefined);
  });

  const served = await owner.send(method, path, ask);
  const wanted = reach.answer(made);
  expect(served.status).toBe(wanted.status);
  expect(wanted.bytes?.equals(served.bytes)).not.toBe(false);
  expect(served.text).toContain(wanted.text ?? '');
  const json: unknown = wanted.body && JSON.parse(served.text);
  expect(json).toMatchObject(wanted.body ?? {});
  const after = await otherLandlord.send(method, path, ask);
  expect(after.outcome).toBe(toOthers(reach));
  const seen = [...refusals, after].map(({ text }) => text).join('\n');
  return idsIn(served.text).filter((id) => seen.includes(id));
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
}
