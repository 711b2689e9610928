/** What bank accounts add to the screens of all nouns. */
import type { NounParts } from '../../shared/noun-parts.ts';

export const bankParts: NounParts = {
  shortcuts: {
    go: [
      { keys: 'ga', name: 'Bank accounts', href: '/dashboard/finance?tab=accounts' },
      { keys: 'gb', name: 'From your bank', href: '/dashboard/rent/bank' },
    ],
  },
  activity: {
    group: { id: 'bankAccounts', label: 'Bank accounts' },
    nouns: { 'bank account': { icon: 'bank', href: () => '/dashboard/finance?tab=accounts' } },
  },
};
