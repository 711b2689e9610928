/** What suppliers add to the screens of all nouns. */
import { type NounParts, recordAt } from '../../shared/noun-parts.ts';

export const supplierParts: NounParts = {
  shortcuts: {
    add: [{ keys: 'as', name: 'Add a supplier', href: '/dashboard/suppliers/add' }],
    go: [{ keys: 'gs', name: 'Suppliers', href: '/dashboard/suppliers' }],
  },
  activity: {
    group: { id: 'suppliers', label: 'Suppliers' },
    nouns: { supplier: { icon: 'tool', table: 'suppliers', href: recordAt('/dashboard/suppliers') } },
  },
};
