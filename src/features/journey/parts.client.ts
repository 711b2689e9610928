import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, unchecked } from '../../web/records/routes.client.ts';
import type { JOURNEY_LIST } from './listed.ts';

export const journeyParts: NounParts = {
  id: 'journeys',
  label: 'Mileage',
  area: 'tax',
  shortcuts: { add: [{ keys: 'aj', name: 'Add a journey', href: '/dashboard/tax/mileage/add' }] },
};

export const journeyScreens = [
  createRoute({
    ...inside('tax/mileage', 'Mileage'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof JOURNEY_LIST.search>>,
    component: lazy(() => import('./MileagePage.tsx'), 'MileagePage'),
  }),
  createRoute({
    ...inside('tax/mileage/add', 'Add New Journey'),
    component: lazy(() => import('./JourneyForm.tsx'), 'JourneyAdd'),
  }),
  createRoute({
    ...inside('tax/mileage/edit/$id', 'Edit Journey'),
    component: lazy(() => import('./JourneyForm.tsx'), 'JourneyEdit'),
  }),
  createRoute({
    ...inside('tax/mileage/$id', 'Journey Details'),
    component: lazy(() => import('./JourneyDetail.tsx'), 'JourneyDetail'),
  }),
] as const;
