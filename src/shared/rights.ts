/** Roles of an account's members, and rights by area. PostgreSQL enforces the rights (`app.role_may`). */

export const ROLES = ['owner', 'manager', 'bookkeeper', 'maintenance', 'guest'] as const;
export type Role = (typeof ROLES)[number];

export const AREAS = [
  'properties',
  'people',
  'rent',
  'money',
  'banks',
  'suppliers',
  'tax',
  'reports',
  'repairs',
] as const;
export type Area = (typeof AREAS)[number];

/** 'properties.add' requires access to all properties. 'contacts.see' shows only current tenants' names and phones. */
export type Right = `${Area}.${'see' | 'change'}` | 'properties.add' | 'contacts.see' | 'owner';
/** 'self' allows members their own settings and data. 'any' allows every member and every API key. */
export type Need = Right | 'self' | 'any';

export const RIGHTS: readonly Right[] = [
  ...AREAS.flatMap((area): Right[] => [`${area}.see`, `${area}.change`]),
  'properties.add',
  'contacts.see',
  'owner',
];
