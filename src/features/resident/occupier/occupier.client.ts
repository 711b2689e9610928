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

/** More adults than live in any home. */
const LIMIT = '100';

export const occupiersOf = (tenancyId: string) =>
  queryOptions({
    queryKey: [...TENANCY_KEY, tenancyId],
    queryFn: async ({ signal }) =>
      (await read(api.occupiers.$get({ query: { tenancyId, limit: LIMIT } }, { init: { signal } }))).items,
  });
