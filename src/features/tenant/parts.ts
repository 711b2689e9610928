import { type NounParts, recordAt } from '../../shared/noun-parts.ts';

export const tenantParts: NounParts = {
  shortcuts: {
    add: [{ keys: 'at', name: 'Add a tenant', href: '/dashboard/tenants/add' }],
    go: [{ keys: 'gt', name: 'Tenants', href: '/dashboard/tenants' }],
  },
  activity: {
    group: { id: 'tenants', label: 'Tenants' },
    nouns: { tenant: { icon: 'person', table: 'tenants', href: recordAt('/dashboard/tenants') } },
  },
};
