import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { inside, onlyText } from '../../web/records/routes.client.ts';

export const taxParts: NounParts = {
  id: 'tax',
  label: 'Tax',
  area: 'tax',
  places: [{ under: '/dashboard/finance', to: '/dashboard/tax', name: 'Tax', holds: ['/dashboard/tax'] }],
  shortcuts: { go: [{ keys: 'gx', name: 'Tax', href: '/dashboard/tax' }] },
};

export const taxScreens = [
  createRoute({
    ...inside('tax/$year/questions', 'Tax questions'),
    validateSearch: onlyText('owner'),
    component: lazy(() => import('./QuestionsPage.tsx'), 'QuestionsPage'),
  }),
] as const;
