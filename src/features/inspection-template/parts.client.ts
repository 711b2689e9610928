import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, unchecked } from '../../web/records/routes.client.ts';
import type { TEMPLATE_LIST } from './listed.ts';

export const templateParts: NounParts = {
  id: 'inspection-templates',
  label: 'Inspection templates',
  area: 'repairs',
};

export const templateScreens = [
  createRoute({
    ...inside('inspections/templates', 'Templates'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof TEMPLATE_LIST.search>>,
    component: lazy(() => import('./TemplateScreens.tsx'), 'TemplateList'),
  }),
  createRoute({
    ...inside('inspections/templates/add', 'Add New Template'),
    component: lazy(() => import('./TemplateScreens.tsx'), 'TemplateAdd'),
  }),
  createRoute({
    ...inside('inspections/templates/edit/$id', 'Edit Template'),
    component: lazy(() => import('./TemplateScreens.tsx'), 'TemplateEdit'),
  }),
  createRoute({
    ...inside('inspections/templates/$id', 'Template Details'),
    component: lazy(() => import('./TemplateScreens.tsx'), 'TemplateDetail'),
  }),
] as const;
