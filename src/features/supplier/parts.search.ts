/** Suppliers in the search over everything. */
import type { SearchPart } from '../../shared/noun-parts.ts';
import { Supplier } from './supplier.ts';

const found = Supplier.pick({ id: true, name: true, phone: true, serviceType: true });

export const supplierSearch: SearchPart<(typeof found)['_output']> = {
  icon: 'supplier',
  label: 'Suppliers',
  list: '/dashboard/suppliers',
  found,
  row: ({ name, phone, serviceType }) => ({ name, line: serviceType, phone }),
  add: (q) => ({
    name: `Add a supplier named ‘${q}’`,
    href: `/dashboard/suppliers/add?${new URLSearchParams({ name: q })}`,
  }),
};
