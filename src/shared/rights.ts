/** Roles of an account's members, and rights by area. PostgreSQL enforces them (`app.role_may`). */

export const ROLES = ['owner', 'manager', 'bookkeeper', 'maintenance', 'guest'] as const;
export type Role = (typeof ROLES)[number];

export type Area = 'properties' | 'people' | 'rent' | 'money' | 'banks' | 'suppliers';

/** 'owner' is for owners alone; 'self' is for every member, about themselves. */
export type Need = `${Area}.${'see' | 'change'}` | 'owner' | 'self';
