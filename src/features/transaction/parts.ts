/** What transactions add to the screens of all nouns. */
import type { NounParts } from '../../shared/noun-parts.ts';

export const transactionParts: NounParts = {
  shortcuts: {
    add: [
      { keys: 'ae', name: 'Add an expense', href: '/dashboard/finance?open=new' },
      { keys: 'ai', name: 'Add income', href: '/dashboard/finance?open=new-income' },
    ],
    go: [{ keys: 'gf', name: 'Finance', href: '/dashboard/finance' }],
  },
  activity: {
    group: { id: 'transactions', label: 'Transactions' },
    nouns: {
      transaction: {
        icon: 'money',
        table: 'transactions',
        href: (id) => `/dashboard/finance${id ? `?open=${id}` : ''}`,
        words: ({ label, isPaid }) => (isPaid ? `Transaction${label ? ` “${label}”` : ''} marked as paid` : undefined),
      },
    },
  },
};
