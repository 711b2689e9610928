/** Properties in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { invalidate, recordCache } from '../../web/records/record-cache.client.ts';
import { deletedSummary } from './detail/deletion-summary.ts';
import { propertyListing } from './list/listing.ts';
import { Property, type PropertyFilter, type PropertyInput, type PropertyRecord } from './property.ts';

export const properties = recordCache<Property, PropertyRecord, PropertyFilter>({
  noun: 'properties',
  item: Property,
  listing: propertyListing,
  readPage: (filter, part, init) => read(api.properties.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.properties[':id'].$get({ param: { id } }, init && { init })),
  // They name a property by its address.
  also: ({ before, after }) => {
    if (before && (before.address !== after?.address || before.city !== after.city))
      invalidate('tenants', 'suppliers', 'transactions');
  },
});

/** What has happened to a property, page after page, newest first. */
export function usePropertyHistory(id: string) {
  return useInfiniteQuery({
    queryKey: ['properties', 'history', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.properties[':id'].history.$get(
          { param: { id }, query: { limit: '20', ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    // Asked for anew whenever the page is opened, after a save above all.
    staleTime: 0,
  });
}

const MISSING = 'Property not found';

/** Adds a property. Rejects with AppError after having said so. */
export function addProperty(input: PropertyInput): Promise<PropertyRecord> {
  return properties.add(() => read(api.properties.$post({ json: input })), {
    done: 'Property added successfully!',
    failed: 'Failed to add property',
    signedOut: 'You must be logged in to add a property',
    missing: MISSING,
  });
}

/** Changes a property from the version it was read as. Rejects as `properties.change` does. */
export function changeProperty(before: Property, input: PropertyInput): Promise<PropertyRecord> {
  const request = { param: { id: before.id }, json: input, header: {} };
  return properties.change(before, () => read(api.properties[':id'].$put(request, ifMatch(before))), {
    done: 'Property updated successfully!',
    failed: 'Failed to update property',
    signedOut: 'You must be logged in to update a property',
    missing: MISSING,
  });
}

/** Removes a property as it was read. `others` says what became of other nouns. Rejects as `properties.remove` does. */
export function removeProperty(before: PropertyRecord, others: readonly string[]): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  return properties.remove(before, () => done(api.properties[':id'].$delete(request, ifMatch(before))), {
    done: 'Property deleted successfully',
    more: [deletedSummary(before), ...others].filter((words) => words !== '').join(' '),
    failed: 'There was an error deleting the property.',
    signedOut: 'You must be logged in to delete a property',
    missing: MISSING,
  });
}
