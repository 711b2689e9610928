import type { NounParts } from '../../web/records/noun-parts.client.ts';

export const receiptParts: NounParts = {
  id: 'receipts',
  label: 'Receipts',
  area: 'money',
  places: [
    { under: '/dashboard/finance', to: '/dashboard/receipts', name: 'Receipts', holds: ['/dashboard/receipts'] },
  ],
  shortcuts: { go: [{ keys: 'gv', name: 'Receipts', href: '/dashboard/receipts' }] },
};
