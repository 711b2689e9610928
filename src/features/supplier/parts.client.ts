import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts, SearchPart } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { SUPPLIER_LIST } from './listed.ts';
import type { FoundSupplier } from './supplier.ts';

const SEARCH: SearchPart<FoundSupplier> = {
  icon: 'tool',
  row: ({ name, phone, serviceType }) => ({ name, line: serviceType, phone }),
  add: { words: 'Add a supplier named', field: 'name' },
};

export const supplierParts: NounParts = {
  id: 'suppliers',
  label: 'Suppliers',
  area: 'suppliers',
  tab: { to: '/dashboard/suppliers', name: 'Suppliers' },
  shortcuts: {
    add: [{ keys: 'as', name: 'Add a supplier', href: '/dashboard/suppliers/add' }],
    go: [{ keys: 'gs', name: 'Suppliers', href: '/dashboard/suppliers' }],
  },
  search: SEARCH,
};

export const supplierScreens = [
  createRoute({
    ...inside('suppliers', 'Suppliers'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof SUPPLIER_LIST.search>>,
    component: lazy(() => import('./SupplierList.tsx'), 'SupplierList'),
  }),
  createRoute({
    ...inside('suppliers/add', 'Add New Supplier', 'add-supplier'),
    validateSearch: onlyText('name'),
    component: lazy(() => import('./SupplierForm.tsx'), 'SupplierAdd'),
  }),
  createRoute({
    ...inside('suppliers/edit/$id', 'Edit Supplier', 'edit-supplier'),
    component: lazy(() => import('./SupplierForm.tsx'), 'SupplierEdit'),
  }),
] as const;
