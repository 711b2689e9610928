/** Tenants in the browser: what is asked of the server, what is kept of the answers, and what is said after each change. */
import { isRefusal } from '../../shared/app-error.ts';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { today } from '../../web/http/session.client.ts';
import { recordCache } from '../../web/records/record-cache.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { properties } from '../property/property.client.ts';
import { affectedProperties } from './affected-properties.ts';
import { TENANT } from './labels.ts';
import { tenantListing } from './listing.ts';
import { Tenant, type TenantChange, type TenantFilter, type TenantInput, type TenantRecord } from './tenant.ts';

export const tenants = recordCache<Tenant, TenantRecord, TenantFilter>({
  noun: 'tenants',
  item: Tenant,
  listing: (filter) => tenantListing(filter, today()),
  readPage: (filter, part, init) => read(api.tenants.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.tenants[':id'].$get({ param: { id } }, init && { init })),
  // Whether a property is occupied follows from who lives there.
  also: ({ before, after }) => {
    for (const id of affectedProperties(before, after)) void properties.refresh(id);
  },
});

/** Adds a tenant. Shows an error toast, then rejects with AppError. */
export function addTenant(input: TenantInput): Promise<TenantRecord> {
  return tenants.add(() => read(api.tenants.$post({ json: input })), {
    done: TENANT.added,
    failed: TENANT.failedToAdd,
    signedOut: TENANT.signedOutAdd,
    missing: TENANT.missing,
  });
}

const UPDATE = {
  done: TENANT.updated,
  failed: TENANT.failedToUpdate,
  signedOut: TENANT.signedOutUpdate,
  missing: TENANT.missing,
} as const;

/** Changes a tenant from the version they were read as. Rejects as `tenants.change` does. */
export function changeTenant(before: Tenant, input: TenantInput): Promise<TenantRecord> {
  const request = { param: { id: before.id }, json: input, header: {} };
  return tenants.change(before, () => read(api.tenants[':id'].$put(request, ifMatch(before))), UPDATE);
}

/** Moves a tenant out or back in, or answers whether their tenancy goes on. Shows an error toast where it fails, reads them again, then rejects with AppError. */
export async function settleTenant(before: Tenant, change: TenantChange): Promise<void> {
  const request = { param: { id: before.id }, json: change, header: {} };
  try {
    await tenants.change(before, () => read(api.tenants[':id'].$patch(request, ifMatch(before))), UPDATE);
  } catch (error) {
    if (isRefusal(error, 'changed_meanwhile')) toast.error(UPDATE.failed, { description: error.message });
    void tenants.refresh(before.id);
    throw error;
  }
}

/** Removes a tenant as they were read; `failed` is what the screen says where that fails. Rejects as `tenants.remove` does. */
export function removeTenant(before: Tenant, failed: string): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  return tenants.remove(before, () => done(api.tenants[':id'].$delete(request, ifMatch(before))), {
    done: TENANT.deleted,
    failed,
    signedOut: TENANT.signedOutDelete,
    missing: TENANT.missing,
  });
}
