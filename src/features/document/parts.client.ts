import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts, SearchPart } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, unchecked } from '../../web/records/routes.client.ts';
import type { FoundDocument } from './document.ts';
import type { AddSearch } from './listed.ts';

const SEARCH: SearchPart<FoundDocument> = {
  icon: 'paper',
  row: ({ name, around }) => ({ name, line: around?.slice(60) ?? '' }),
};

export const documentParts: NounParts = {
  id: 'documents',
  label: 'Documents',
  area: 'properties',
  places: [
    { under: '/dashboard/properties', to: '/dashboard/documents', name: 'Documents', holds: ['/dashboard/documents'] },
  ],
  shortcuts: {
    go: [{ keys: 'gn', name: 'Documents', href: '/dashboard/documents' }],
  },
  search: SEARCH,
};

export const documentScreens = [
  createRoute({
    ...inside('documents/add', 'Add documents'),
    validateSearch: unchecked as CheckedLater<AddSearch>,
    component: lazy(() => import('./add/AddPage.tsx'), 'AddPage'),
  }),
  createRoute({
    ...inside('documents/tidy', 'Time to tidy'),
    component: lazy(() => import('./TidyPage.tsx'), 'TidyPage'),
  }),
  createRoute({
    ...inside('documents/edit/$id', 'Edit Document'),
    component: lazy(() => import('./DocumentForm.tsx'), 'DocumentEdit'),
  }),
] as const;
