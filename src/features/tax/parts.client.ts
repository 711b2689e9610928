/** Registration of tax in the browser. */
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
    ...inside('tax/capital', 'Capital list'),
    component: lazy(() => import('./year/CapitalPage.tsx'), 'CapitalPage'),
  }),
  createRoute({
    ...inside('tax/agent-days', 'Days of agents’ fees'),
    component: lazy(() => import('./year/AgentDaysPage.tsx'), 'AgentDaysPage'),
  }),
  createRoute({
    ...inside('tax/$year/questions', 'Tax questions'),
    validateSearch: onlyText('owner'),
    component: lazy(() => import('./QuestionsPage.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    ...inside('tax/$year/updates/$update', 'Tax update'),
    validateSearch: onlyText('owner'),
    component: lazy(() => import('./update/UpdatePage.tsx'), 'UpdatePage'),
  }),
] as const;
