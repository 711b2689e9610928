import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts, SearchPart } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { REPAIR_LIST } from './listed.ts';
import type { Repair } from './repair.ts';

const SEARCH: SearchPart<Pick<Repair, 'id' | 'number' | 'title' | 'address'>> = {
  icon: 'tool',
  row: ({ number, title, address }) => ({ name: title, line: `Repair ${number}, ${address}` }),
};

export const repairParts: NounParts = {
  id: 'repairs',
  label: 'Repairs',
  area: 'repairs',
  places: [
    { under: '/dashboard/properties', to: '/dashboard/repairs', name: 'Repairs', holds: ['/dashboard/repairs'] },
  ],
  shortcuts: {
    add: [{ keys: 'ar', name: 'Add a repair', href: '/dashboard/repairs/add' }],
    go: [{ keys: 'gh', name: 'Repairs', href: '/dashboard/repairs' }],
  },
  search: SEARCH,
};

export const repairScreens = [
  createRoute({
    ...inside('repairs', 'Repairs'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof REPAIR_LIST.search>>,
    component: lazy(() => import('./board/RepairsPage.tsx'), 'RepairsPage'),
  }),
  createRoute({
    ...inside('repairs/add', 'Add New Repair'),
    validateSearch: onlyText('propertyId', 'tenantId', 'previousId'),
    component: lazy(() => import('./RepairForm.tsx'), 'RepairAdd'),
  }),
  createRoute({
    ...inside('repairs/edit/$id', 'Edit Repair'),
    component: lazy(() => import('./RepairForm.tsx'), 'RepairEdit'),
  }),
  createRoute({
    ...inside('repairs/$id', 'Repair Details'),
    component: lazy(() => import('./page/RepairDetail.tsx'), 'RepairDetail'),
  }),
] as const;
