/** Properties in the browser: reads, and saves with their toasts. */
import type { QueryKey } from '@tanstack/react-query';
import { api } from '../../web/http/api.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { type Property, type PropertyInput, type PropertyQuery, type PropertyRecord, TEXTS } from './property.ts';

export const properties = recordResource<Property, PropertyRecord, PropertyInput, PropertyQuery>({
  noun: 'properties',
  routes: api.properties,
  texts: TEXTS,
  // Other nouns name a property by its address.
  invalidates: ({ before, after }): QueryKey[] =>
    before && (before.address !== after?.address || before.city !== after.city)
      ? [['tenants'], ['suppliers'], ['transactions']]
      : [],
});

export const PATHS = recordPaths('/dashboard/properties');
