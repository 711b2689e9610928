import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api, done } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { TEXTS } from './listed.ts';
import type { Supplier, SupplierInput, SupplierQuery, SupplierRecord } from './supplier.ts';

export const suppliers = recordResource<Supplier, SupplierRecord, SupplierInput, SupplierQuery>({
  noun: 'suppliers',
  routes: api.suppliers,
  texts: TEXTS,
  names: ['properties'],
});

export const PATHS = recordPaths('/dashboard/suppliers', 'suppliers.change');

/** Lists a property's suppliers by name, in pages. */
export function useSuppliersAt(propertyId: string) {
  const list = suppliers.list({ propertyId, sort: 'name', q: '' });
  // The previous property's suppliers must not be shown.
  return useInfiniteQuery({ ...list, placeholderData: () => undefined });
}

const CHANGES = {
  link: { method: '$put', done: 'Supplier linked' },
  unlink: { method: '$delete', done: 'Supplier unlinked' },
} as const;

export function useLink(propertyId: string, change: keyof typeof CHANGES) {
  const { method, done: text } = CHANGES[change];
  return useMutation({
    mutationFn: ({ id }: Pick<Supplier, 'id'>) =>
      withSession(() => done(api.suppliers[':id'].properties[':propertyId'][method]({ param: { id, propertyId } }))),
    meta: suppliers.changeMeta({ done: text }),
    // A failure may mean that the supplier or the property was deleted, so both are always invalidated.
    onSettled: async (_data, _error, { id }) => {
      void invalidate({ queryKey: ['properties', 'history', propertyId] });
      await suppliers.refresh(id);
    },
  });
}
