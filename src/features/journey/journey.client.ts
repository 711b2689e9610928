import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { newKey } from '../../web/http/new-key.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { Journey, JourneyInput, JourneyQuery, MileageChoice } from './journey.ts';
import { TEXTS } from './listed.ts';

export const journeys = recordResource<Journey, Journey, JourneyInput, JourneyQuery>({
  noun: 'journeys',
  routes: api.journeys,
  texts: TEXTS,
  names: ['properties'],
});

export const PATHS = recordPaths('/dashboard/tax/mileage', 'tax.change');

/** Under the shared prefix, because a changed journey may change the amounts of others. */
const MILEAGE = [...SHARED_KEY, 'mileage'];

export const mileageOf = (year: string) =>
  queryOptions({
    queryKey: [...MILEAGE, year],
    queryFn: ({ signal }) => read(api.journeys.mileage.$get({ query: { year } }, { init: { signal } })),
  });

/** The newest journey, whose vehicle and driver a new journey starts with. */
export const latestJourney = queryOptions({
  queryKey: [...MILEAGE, 'latest'],
  queryFn: async ({ signal }) =>
    (await read(api.journeys.$get({ query: { limit: '1' } }, { init: { signal } }))).items[0] ?? null,
});

/** Owners who may drive: people who are not closed. */
export const driversQuery = queryOptions({
  queryKey: [...MILEAGE, 'drivers'],
  queryFn: async ({ signal }) =>
    (await read(api.owners.$get({ query: { sort: 'added', limit: '100' } }, { init: { signal } }))).items.filter(
      ({ kind, closed }) => kind === 'person' && !closed,
    ),
});

export function useChooseRate() {
  return useMutation({
    mutationFn: (json: MileageChoice) => withSession(() => read(api.journeys.rate.$put({ json }))),
    meta: {
      texts: {
        failed: 'We could not save the rate',
        signedOut: 'You must be logged in to change the mileage rate',
        missing: 'This account no longer exists.',
        done: 'Mileage rate saved',
      },
    },
  });
}

/** Returns the input of the same journey on another day, without its extra cost. */
export function repeated(journey: Journey, day: string): { input: JourneyInput; key: string } {
  const { miles, returnJourney, from, to, purpose, propertyId, driverId, vehicle, vehicleName } = journey;
  const way = { day, miles, returnJourney, from, to, purpose, propertyId, driverId, vehicle, vehicleName };
  return { input: { ...way, extraKind: null, extra: null, capitalAllowances: false }, key: newKey() };
}

export function useRepeat() {
  const texts = { failed: TEXTS.addFailed, signedOut: TEXTS.signInToAdd, missing: TEXTS.notFound };
  return useMutation({ ...journeys.add, meta: { texts: { ...texts, done: 'Journey added for today' } } });
}
