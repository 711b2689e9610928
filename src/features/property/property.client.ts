/** Properties in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { invalidate, recordCache } from '../../web/records/record-cache.client.ts';
import { deletedSummary } from './detail/detail-lines.ts';
import { propertyListing } from './list/listing.ts';
import {
  PROPERTY_MESSAGES as MESSAGES,
  Property,
  type PropertyFilter,
  type PropertyInput,
  type PropertyRecord,
} from './property.ts';

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

/** Adds a property. Shows an error toast, then rejects. */
export function addProperty(input: PropertyInput): Promise<PropertyRecord> {
  return properties.add(() => read(api.properties.$post({ json: input })), {
    done: MESSAGES.added,
    failed: MESSAGES.addFailed,
    signedOut: MESSAGES.addSignedOut,
    missing: MESSAGES.missing,
  });
}

/** Changes a property from the version it was read as. Rejects as `properties.change` does. */
export function changeProperty(before: Property, input: PropertyInput): Promise<PropertyRecord> {
  const request = { param: { id: before.id }, json: input, header: {} };
  return properties.change(before, () => read(api.properties[':id'].$put(request, ifMatch(before))), {
    done: MESSAGES.changed,
    failed: MESSAGES.changeFailed,
    signedOut: MESSAGES.changeSignedOut,
    missing: MESSAGES.missing,
  });
}

/** Removes a property as it was read. `others` says what becomes of other nouns. Rejects as `properties.remove` does. */
export function removeProperty(before: PropertyRecord, others: readonly string[]): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  return properties.remove(before, () => done(api.properties[':id'].$delete(request, ifMatch(before))), {
    done: MESSAGES.removed,
    more: [deletedSummary(before), ...others].filter(Boolean).join(' '),
    failed: MESSAGES.removeFailed,
    signedOut: MESSAGES.removeSignedOut,
    missing: MESSAGES.missing,
  });
}
