/** Which tenants a list shows and in which order, as `list.server.ts` has it: so that a change of our own finds its place at once. */
import { sortKey } from '../../shared/text.ts';
import { ascending, byText, type Compare, descending, type Listing } from '../../web/records/pages.ts';
import { leaseState } from './lease.ts';
import type { Tenant, TenantFilter, TenantSort } from './tenant.ts';

/** `today` is the landlord's day, YYYY-MM-DD: a lease expires by itself. */
export function tenantListing(filter: TenantFilter, today: string): Listing<Tenant> {
  return { matches: (tenant) => matches(tenant, filter, today), compare: ORDERS[filter.sort] };
}

function matches(tenant: Tenant, { q, state, propertyId }: TenantFilter, today: string): boolean {
  if (state && leaseState(tenant, today) !== state) return false;
  if (propertyId && tenant.propertyId !== propertyId) return false;
  const { name, email, propertyName } = tenant;
  return [name, email, propertyName ?? ''].some((field) => field.toLowerCase().includes(q.toLowerCase()));
}

/** Behind every day: a periodic tenancy stands last. */
const NEVER = '9999-12-31';

const ORDERS: Record<TenantSort, Compare<Tenant>> = {
  name: ascending((a, b) => byText(sortKey(a.name), sortKey(b.name))),
  leaseEnd: ascending((a, b) => byText(a.leaseEnd ?? NEVER, b.leaseEnd ?? NEVER)),
  newest: descending((a, b) => byText(a.dateAdded, b.dateAdded)),
};
