import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { type Request, type RequestInput, type RequestQuery, TEXTS } from './request.ts';

const PLACE_KEY = ['requests', 'place'];

export const requests = recordResource<Request, Request, RequestInput, RequestQuery>({
  noun: 'requests',
  routes: api.requests,
  texts: TEXTS,
  invalidates: () => [PLACE_KEY],
});

export type Place = { propertyId: string; tenancyId?: string };

/** The latest 100 requests of a property or tenancy. */
export const requestsOf = ({ propertyId, tenancyId }: Place) =>
  queryOptions({
    queryKey: [...PLACE_KEY, propertyId, tenancyId],
    queryFn: async ({ signal }) => {
      const query = { propertyId, ...(tenancyId && { tenancyId }), limit: '100' };
      return (await read(api.requests.$get({ query }, { init: { signal } }))).items;
    },
  });
