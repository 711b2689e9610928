import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { TEXTS } from './listed.ts';
import type { Property, PropertyInput, PropertyQuery, PropertyRecord } from './property.ts';

export const properties = recordResource<Property, PropertyRecord, PropertyInput, PropertyQuery>({
  noun: 'properties',
  routes: api.properties,
  texts: TEXTS,
  invalidates: () => [['certificates']],
  nameOf: ({ address, city }) => `${address}, ${city}`,
});

export const PATHS = recordPaths('/dashboard/properties', 'properties.change', 'properties.add');

const totalsOf = ({ sort: _, ...query }: PropertyQuery) =>
  queryOptions({
    queryKey: ['properties', 'totals', query],
    queryFn: ({ signal }) => read(api.properties.totals.$get({ query }, { init: { signal } })),
  });

export function useTotals(query: PropertyQuery) {
  return useQuery(totalsOf(query)).data;
}
