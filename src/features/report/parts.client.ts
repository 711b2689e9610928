import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { inside, onlyText } from '../../web/records/routes.client.ts';

export const reportParts: NounParts = {
  id: 'reports',
  label: 'Reports',
  area: 'reports',
  places: [{ under: '/dashboard/finance', to: '/dashboard/reports', name: 'Reports', holds: ['/dashboard/reports'] }],
  shortcuts: { go: [{ keys: 'go', name: 'Reports', href: '/dashboard/reports' }] },
};

export const reportScreens = [
  createRoute({
    ...inside('reports', 'Reports'),
    component: lazy(() => import('./ReportPage.tsx'), 'ReportPage'),
  }),
  createRoute({
    ...inside('reports/$name', 'Report'),
    validateSearch: onlyText(
      'period',
      'from',
      'to',
      'on',
      'year',
      'compare',
      'by',
      'property',
      'category',
      'supplier',
      'tenancy',
      'owner',
    ),
    component: lazy(() => import('./ReportPage.tsx'), 'ReportPage'),
  }),
] as const;
