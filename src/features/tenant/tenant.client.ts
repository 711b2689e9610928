import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { api, ifMatch, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { affectedProperties, TEXTS } from './listed.ts';
import type { Tenant, TenantChange, TenantInput, TenantQuery, TenantRecord } from './tenant.ts';

export const tenants = recordResource<Tenant, TenantRecord, TenantInput, TenantQuery>({
  noun: 'tenants',
  routes: api.tenants,
  texts: TEXTS,
  names: ['properties'],
  // A property's occupancy depends on its tenants.
  invalidates: ({ before, after }): QueryKey[] => {
    const ids = affectedProperties(before, after);
    if (ids.length === 0) return [];
    return [
      ['properties', 'list'],
      ['properties', 'totals'],
      ...['one', 'history'].flatMap((what) => ids.map((id) => ['properties', what, id])),
    ];
  },
});

export const PATHS = recordPaths('/dashboard/tenants', 'people.change');

/** Moves a tenant out or back in, or records whether the tenancy continues; refetches on failure. */
export function useSettle(before: Tenant) {
  return useMutation({
    mutationKey: ['tenants', 'settle'],
    mutationFn: (change: TenantChange) =>
      withSession(() =>
        read(api.tenants[':id'].$patch({ param: { id: before.id }, json: change, header: {} }, ifMatch(before))),
      ),
    meta: tenants.changeMeta({}),
    onSuccess: (after) => tenants.changed({ before, after }),
    onError: () => void tenants.refresh(before.id),
  });
}

/** Names and phones of current tenants, for roles that cannot see tenants. */
export function useContacts(propertyId: string) {
  return useQuery({
    queryKey: ['tenants', 'contacts', propertyId],
    queryFn: ({ signal }) =>
      read(api.properties[':id'].contacts.$get({ param: { id: propertyId } }, { init: { signal } })),
  });
}
