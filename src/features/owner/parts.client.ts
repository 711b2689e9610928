import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { inside } from '../../web/records/routes.client.ts';

export const ownerScreens = [
  createRoute({ ...inside('tax/owners', 'Owners'), component: lazy(() => import('./OwnersPage.tsx'), 'OwnersPage') }),
] as const;
