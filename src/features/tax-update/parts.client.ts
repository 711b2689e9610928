import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { inside, onlyText } from '../../web/records/routes.client.ts';

export const taxUpdateScreens = [
  createRoute({
    ...inside('tax/$year/updates/$update', 'Tax update'),
    validateSearch: onlyText('owner'),
    component: lazy(() => import('./page/UpdatePage.tsx'), 'UpdatePage'),
  }),
] as const;
