/** A tenant's page is composed and registered in `app`. */
import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts, SearchPart } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { TENANT_LIST } from './listed.ts';
import type { FoundTenant } from './tenant.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Navigation state for the form: the preselected property of a new tenant. */
    propertyId?: string;
    /** Navigation state for the form: a new tenant's details from a bank row, with the rent in pence. */
    tenant?: { name: string; rent: number; start: string };
  }
}

const SEARCH: SearchPart<FoundTenant> = {
  icon: 'person',
  row: ({ name, phone, propertyName, movedOut }, today) => ({
    name,
    line: propertyName && movedOut && movedOut <= today ? `last lived at ${propertyName}` : (propertyName ?? ''),
    phone,
  }),
  add: { words: 'Add a tenant named', field: 'name' },
};

export const tenantParts: NounParts = {
  id: 'tenants',
  label: 'Tenants',
  area: 'people',
  tab: { to: '/dashboard/tenants', name: 'Tenants' },
  shortcuts: {
    add: [{ keys: 'at', name: 'Add a tenant', href: '/dashboard/tenants/add' }],
    go: [{ keys: 'gt', name: 'Tenants', href: '/dashboard/tenants' }],
  },
  search: SEARCH,
};

export const tenantScreens = [
  createRoute({
    ...inside('tenants', 'Tenants'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof TENANT_LIST.search>>,
    component: lazy(() => import('./TenantList.tsx'), 'TenantList'),
  }),
  createRoute({
    ...inside('tenants/add', 'Add New Tenant'),
    validateSearch: onlyText('tab', 'name', 'propertyId'),
    component: lazy(() => import('./form/TenantForm.tsx'), 'TenantAdd'),
  }),
  createRoute({
    ...inside('tenants/edit/$id', 'Edit Tenant', 'edit-tenant'),
    validateSearch: onlyText('tab'),
    component: lazy(() => import('./form/TenantForm.tsx'), 'TenantEdit'),
  }),
] as const;
