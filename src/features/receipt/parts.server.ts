import type { NounParts } from '../../server/noun-parts.server.ts';

export const receiptParts = {
  id: 'receipts',
  paths: ['/dashboard/receipts'],
  activity: { receipt: { icon: 'money', href: () => '/dashboard/receipts' } },
  tables: { transaction_files: 'The files of your transactions, and receipts without a transaction.' },
} as const satisfies NounParts;
