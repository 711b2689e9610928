import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { inside } from '../../web/records/routes.client.ts';

export const taxYearEndScreens = [
  createRoute({
    ...inside('tax/capital', 'Capital list'),
    component: lazy(() => import('./CapitalPage.tsx'), 'CapitalPage'),
  }),
  createRoute({
    ...inside('tax/agent-days', 'Dates of agents’ fees'),
    component: lazy(() => import('./AgentDaysPage.tsx'), 'AgentDaysPage'),
  }),
] as const;
