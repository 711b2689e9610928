import type { NounParts } from '../../web/records/noun-parts.client.ts';

export const transactionParts: NounParts = {
  id: 'transactions',
  label: 'Transactions',
  area: 'money',
  tab: { to: '/dashboard/finance', name: 'Finance', row: [{ to: '/dashboard/finance', name: 'Transactions' }] },
  shortcuts: {
    add: [
      { keys: 'ae', name: 'Add an expense', href: '/dashboard/finance?open=new' },
      { keys: 'ai', name: 'Add income', href: '/dashboard/finance?open=new-income' },
    ],
    go: [{ keys: 'gf', name: 'Finance', href: '/dashboard/finance' }],
  },
};
