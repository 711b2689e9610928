import type { NounParts } from '../../web/records/noun-parts.client.ts';

export const bankParts: NounParts = {
  id: 'bankAccounts',
  label: 'Bank accounts',
  area: 'banks',
  places: [
    {
      under: '/dashboard/finance',
      to: '/dashboard/finance',
      name: 'Bank accounts',
      search: { tab: 'accounts' },
      holds: ['/dashboard/finance/import'],
    },
  ],
  shortcuts: {
    go: [
      { keys: 'ga', name: 'Bank accounts', href: '/dashboard/finance?tab=accounts' },
      { keys: 'gi', name: 'Import a statement', href: '/dashboard/finance/import', need: 'banks.change' },
    ],
  },
};
