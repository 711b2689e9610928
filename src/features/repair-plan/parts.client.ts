import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { PLAN_LIST } from './listed.ts';

export const repairPlanParts: NounParts = { id: 'repair-plans', label: 'Repair plans', area: 'repairs' };

export const repairPlanScreens = [
  createRoute({
    ...inside('repairs/plans', 'Plans'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof PLAN_LIST.search>>,
    component: lazy(() => import('./PlanScreens.tsx'), 'PlanList'),
  }),
  createRoute({
    ...inside('repairs/plans/add', 'Add New Plan'),
    validateSearch: onlyText('propertyId'),
    component: lazy(() => import('./PlanScreens.tsx'), 'PlanAdd'),
  }),
  createRoute({
    ...inside('repairs/plans/edit/$id', 'Edit Plan'),
    component: lazy(() => import('./PlanScreens.tsx'), 'PlanEdit'),
  }),
  createRoute({
    ...inside('repairs/plans/$id', 'Plan Details'),
    component: lazy(() => import('./PlanScreens.tsx'), 'PlanDetail'),
  }),
] as const;
