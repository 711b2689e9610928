import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../../web/http/api.client.ts';
import { recordResource } from '../../../web/records/record-resource.client.ts';
import { type Occupier, type OccupierInput, type OccupierQuery, TEXTS } from './occupier.ts';

const TENANCY_KEY = ['occupiers', 'tenancy'];

export const occupiers = recordResource<Occupier, Occupier, OccupierInput, OccupierQuery>({
  noun: 'occupiers',
  routes: api.occupiers,
  texts: TEXTS,
  invalidates: () => [TENANCY_KEY],
});

/** Enough for the adults in a home, so that one page suffices. */
const LIMIT = '100';

export const occupiersOf = (tenancyId: string) =>
  queryOptions({
    queryKey: [...TENANCY_KEY, tenancyId],
    queryFn: async ({ signal }) =>
      (await read(api.occupiers.$get({ query: { tenancyId, limit: LIMIT } }, { init: { signal } }))).items,
  });
