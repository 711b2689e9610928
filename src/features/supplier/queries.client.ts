/** Suppliers in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { withToast } from '../../web/http/save.client.ts';
import { recordCache } from '../../web/records/record-cache.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { deletedSummary } from './labels.ts';
import { supplierListing, type WholeFilter } from './listing.ts';
import { Supplier, type SupplierInput, type SupplierRecord } from './supplier.ts';

const AT_PROPERTIES = ['suppliers', 'at'];

export const suppliers = recordCache<Supplier, SupplierRecord, WholeFilter>({
  noun: 'suppliers',
  item: Supplier,
  listing: supplierListing,
  readPage: (filter, part, init) => read(api.suppliers.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.suppliers[':id'].$get({ param: { id } }, init && { init })),
  // Which of them a change concerns is not told by what a list shows of a supplier.
  also: () => void queryClient.invalidateQueries({ queryKey: AT_PROPERTIES }),
});

/** Those that look after a property, by name, page after page. */
export function useSuppliersAt(propertyId: string) {
  return useInfiniteQuery({
    queryKey: [...AT_PROPERTIES, propertyId],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.suppliers.$get(
          { query: { propertyId, sort: 'name', limit: '20', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

export const MISSING = 'Supplier not found';

/** Adds a supplier. Rejects with AppError after having said so. */
export function addSupplier(input: SupplierInput): Promise<SupplierRecord> {
  return suppliers.add(() => read(api.suppliers.$post({ json: input })), {
    done: 'Supplier added successfully!',
    failed: 'Failed to add supplier',
    signedOut: 'You must be logged in to add a supplier',
    missing: MISSING,
  });
}

const UPDATE = {
  failed: 'Failed to update supplier',
  signedOut: 'You must be logged in to update a supplier',
  missing: MISSING,
} as const;

/** Changes a supplier from the version it was read as. Rejects as `suppliers.change` does. */
export function changeSupplier(before: Supplier, input: SupplierInput): Promise<SupplierRecord> {
  const request = { param: { id: before.id }, json: input, header: {} };
  return suppliers.change(before, () => read(api.suppliers[':id'].$put(request, ifMatch(before))), {
    ...UPDATE,
    done: 'Supplier updated successfully!',
  });
}

/** Removes a supplier as it was read. Rejects as `suppliers.remove` does. */
export function removeSupplier(before: SupplierRecord): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  return suppliers.remove(before, () => done(api.suppliers[':id'].$delete(request, ifMatch(before))), {
    done: 'Supplier deleted successfully',
    more: deletedSummary(before),
    failed: 'There was an error deleting the supplier.',
    signedOut: 'You must be logged in to delete a supplier',
    missing: MISSING,
  });
}

type Link = { supplierId: string; propertyId: string };

/** Says that a supplier looks after a property. Rejects with AppError after having said so. */
export async function linkSupplier(link: Link): Promise<void> {
  await changeLink(link, () => done(api.suppliers[':id'].properties[':propertyId'].$put(inPath(link))));
  toast.success('Supplier linked');
}

/** Says that it does so no more. Rejects with AppError after having said so. */
export async function unlinkSupplier(link: Link): Promise<void> {
  await changeLink(link, () => done(api.suppliers[':id'].properties[':propertyId'].$delete(inPath(link))));
  toast.success('Supplier unlinked');
}

/** Where it was refused, one of the two may be gone: what is shown is asked for again either way. */
async function changeLink({ supplierId, propertyId }: Link, send: () => Promise<void>): Promise<void> {
  try {
    await withToast(send, UPDATE);
  } finally {
    void suppliers.refresh(supplierId);
    void queryClient.invalidateQueries({ queryKey: ['properties', 'history', propertyId] });
    await queryClient.invalidateQueries({ queryKey: [...AT_PROPERTIES, propertyId] });
  }
}

function inPath({ supplierId: id, propertyId }: Link) {
  return { param: { id, propertyId } };
}
