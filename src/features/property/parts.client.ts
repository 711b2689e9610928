/** A property's page is composed and registered in `app`. */
import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts, SearchPart } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { PROPERTY_LIST } from './listed.ts';
import type { FoundProperty } from './property.ts';

const SEARCH: SearchPart<FoundProperty> = {
  icon: 'building',
  row: ({ address, city, postalCode, ends }) => ({
    name: address,
    line: [city, postalCode].filter(Boolean).join(', '),
    ends,
  }),
  add: { words: 'Add a property at', field: 'address' },
  only: ({ id, address }) => [
    { name: `Add an expense for ${address}`, href: `/dashboard/finance?property=${id}&open=new`, need: 'money.change' },
    { name: `Add a tenant to ${address}`, href: `/dashboard/tenants/add?propertyId=${id}`, need: 'people.change' },
  ],
};

export const propertyParts: NounParts = {
  id: 'properties',
  label: 'Properties',
  area: 'properties',
  tab: { to: '/dashboard/properties', name: 'Properties' },
  places: [{ under: '/dashboard/properties', to: '/dashboard/certificates', name: 'Certificates and compliance' }],
  shortcuts: {
    add: [{ keys: 'ap', name: 'Add a property', href: '/dashboard/properties/add', need: 'properties.add' }],
    go: [
      { keys: 'gp', name: 'Properties', href: '/dashboard/properties' },
      { keys: 'gc', name: 'Certificates and compliance', href: '/dashboard/certificates' },
    ],
  },
  search: SEARCH,
};

export const propertyScreens = [
  createRoute({
    ...inside('properties', 'Properties'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof PROPERTY_LIST.search>>,
    component: lazy(() => import('./PropertyList.tsx'), 'PropertyList'),
  }),
  createRoute({
    ...inside('properties/add', 'Add New Property'),
    validateSearch: onlyText('tab', 'address'),
    component: lazy(() => import('./form/PropertyForm.tsx'), 'PropertyAdd'),
  }),
  createRoute({
    ...inside('properties/edit/$id', 'Edit Property', 'edit-property'),
    validateSearch: onlyText('tab', 'item'),
    component: lazy(() => import('./form/PropertyForm.tsx'), 'PropertyEdit'),
  }),
] as const;
