import type { SearchPart } from '../../shared/noun-parts.ts';
import { Tenant } from './tenant.ts';

const found = Tenant.pick({ id: true, name: true, phone: true, propertyName: true, movedOut: true });

export const tenantSearch: SearchPart<(typeof found)['_output']> = {
  icon: 'tenant',
  label: 'Tenants',
  list: '/dashboard/tenants',
  found,
  row: ({ name, phone, propertyName, movedOut }, today) => ({
    name,
    line: propertyName && movedOut && movedOut <= today ? `last lived at ${propertyName}` : (propertyName ?? ''),
    phone,
  }),
  add: (q) => ({
    name: `Add a tenant named ‘${q}’`,
    href: `/dashboard/tenants/add?${new URLSearchParams({ name: q })}`,
  }),
};
