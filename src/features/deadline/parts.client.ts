import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, unchecked } from '../../web/records/routes.client.ts';
import type { DEADLINE_LIST } from './listed.ts';

export const deadlineParts: NounParts = {
  id: 'deadlines',
  label: 'Deadlines',
  area: 'properties',
  places: [{ under: '/dashboard/properties', to: '/dashboard/deadlines', name: 'Deadlines' }],
  shortcuts: {
    add: [{ keys: 'ad', name: 'Add a deadline', href: '/dashboard/deadlines?add=yes' }],
    go: [{ keys: 'gw', name: 'Deadlines', href: '/dashboard/deadlines' }],
  },
};

export const deadlineScreens = [
  createRoute({
    ...inside('deadlines', 'Deadlines'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof DEADLINE_LIST.search>>,
    component: lazy(() => import('./DeadlinesPage.tsx'), 'DeadlinesPage'),
  }),
] as const;
