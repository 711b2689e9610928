/** Which properties a list shows and in which order, as `list.server.ts` has it: so that a change of our own finds its place at once. */
import { ascending, byText, type Compare, descending, type Listing } from '../../../web/records/pages.ts';
import type { Property, PropertyFilter, PropertySort } from '../property.ts';

export function propertyListing(filter: PropertyFilter): Listing<Property> {
  return { matches: (property) => matches(property, filter), compare: ORDERS[filter.sort] };
}

function matches(property: Property, { q, status }: PropertyFilter): boolean {
  if (status && property.status !== status) return false;
  const { address, city, propertyType, postalCode } = property;
  const searched = [address, city, propertyType, postalCode, postalCode.replaceAll(' ', '')];
  return searched.some((field) => field.toLowerCase().includes(q.toLowerCase()));
}

const since: Compare<Property> = (a, b) => byText(a.dateAdded, b.dateAdded);

const ORDERS: Record<PropertySort, Compare<Property>> = {
  newest: descending(since),
  oldest: ascending(since),
  address: ascending((a, b) => a.address.toLowerCase().localeCompare(b.address.toLowerCase(), 'en-GB')),
  rent: descending((a, b) => a.rent - b.rent),
};
