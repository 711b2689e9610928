/** Queries and mutations of requests. */
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { type Request, type RequestInput, type RequestQuery, TEXTS } from './request.ts';

const OF_PLACE = ['requests', 'place'];

export const requests = recordResource<Request, Request, RequestInput, RequestQuery>({
  noun: 'requests',
  routes: api.requests,
  texts: TEXTS,
  invalidates: () => [OF_PLACE],
});

export type Place = { propertyId: string; tenancyId?: string };

/** The newest ones of a property or tenancy. */
export const requestsOf = ({ propertyId, tenancyId }: Place) =>
  queryOptions({
    queryKey: [...OF_PLACE, propertyId, tenancyId],
    queryFn: async ({ signal }) => {
      const query = { propertyId, ...(tenancyId && { tenancyId }), limit: '100' };
      return (await read(api.requests.$get({ query }, { init: { signal } }))).items;
    },
  });
