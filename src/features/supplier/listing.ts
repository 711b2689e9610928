/** Which suppliers a list shows and in which order, as `list.server.ts` has it: so that a change of our own finds its place at once. */
import { sortKey } from '../../shared/text.ts';
import { ascending, byText, type Compare, descending, type Listing } from '../../web/records/pages.ts';
import type { Supplier, SupplierFilter, SupplierSort } from './supplier.ts';

/** Of a list without a property: a supplier in a list does not tell which properties it looks after. */
export type WholeFilter = Omit<SupplierFilter, 'propertyId'>;

export function supplierListing(filter: WholeFilter): Listing<Supplier> {
  return { matches: (supplier) => matches(supplier, filter), compare: ORDERS[filter.sort] };
}

function matches(supplier: Supplier, { q, serviceType }: WholeFilter): boolean {
  if (serviceType && supplier.serviceType !== serviceType) return false;
  const { name, serviceType: service, email } = supplier;
  return [name, service, email].some((field) => field.toLowerCase().includes(q.toLowerCase()));
}

const ORDERS: Record<SupplierSort, Compare<Supplier>> = {
  name: ascending((a, b) => byText(sortKey(a.name), sortKey(b.name))),
  newest: descending((a, b) => byText(a.dateAdded, b.dateAdded)),
};
