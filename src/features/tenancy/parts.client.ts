import type { NounParts } from '../../web/records/noun-parts.client.ts';

export const tenancyParts: NounParts = {
  id: 'rent',
  label: 'Rent',
  area: 'rent',
  tab: {
    to: '/dashboard/rent',
    name: 'Rent',
    holds: ['/dashboard/tenancies'],
    row: [
      { to: '/dashboard/rent', name: 'This month' },
      { to: '/dashboard/rent/bank', name: 'From your bank', need: 'banks.see' },
    ],
  },
  shortcuts: {
    go: [
      { keys: 'gr', name: 'Rent', href: '/dashboard/rent' },
      { keys: 'gb', name: 'From your bank', href: '/dashboard/rent/bank', need: 'banks.see' },
    ],
  },
};
