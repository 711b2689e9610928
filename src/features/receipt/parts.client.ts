/** Registration of receipts in the browser. */
import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { inside, onlyText } from '../../web/records/routes.client.ts';

export const receiptParts: NounParts = {
  id: 'receipts',
  label: 'Receipts',
  area: 'money',
  places: [
    { under: '/dashboard/finance', to: '/dashboard/receipts', name: 'Receipts', holds: ['/dashboard/receipts'] },
  ],
  shortcuts: { go: [{ keys: 'gv', name: 'Receipts', href: '/dashboard/receipts' }] },
};

export const receiptScreens = [
  createRoute({
    ...inside('receipts', 'Receipts'),
    validateSearch: onlyText('missing'),
    component: lazy(() => import('./ReceiptsPage.tsx'), 'ReceiptsPage'),
  }),
] as const;
