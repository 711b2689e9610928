import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { INSPECTION_LIST } from './listed.ts';

const LIST = '/dashboard/inspections';

export const inspectionParts: NounParts = {
  id: 'inspections',
  label: 'Inspections',
  area: 'repairs',
  places: [{ under: '/dashboard/properties', to: LIST, name: 'Inspections', holds: [LIST] }],
  shortcuts: {
    add: [{ keys: 'ak', name: 'Add an inspection', href: `${LIST}/add` }],
    go: [{ keys: 'gk', name: 'Inspections', href: LIST }],
  },
};

export const inspectionScreens = [
  createRoute({
    ...inside('inspections', 'Inspections'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof INSPECTION_LIST.search>>,
    component: lazy(() => import('./InspectionList.tsx'), 'InspectionList'),
  }),
  createRoute({
    ...inside('inspections/add', 'Add New Inspection'),
    validateSearch: onlyText('propertyId'),
    component: lazy(() => import('./InspectionForm.tsx'), 'InspectionAdd'),
  }),
  createRoute({
    ...inside('inspections/edit/$id', 'Edit Inspection'),
    component: lazy(() => import('./InspectionForm.tsx'), 'InspectionEdit'),
  }),
] as const;
