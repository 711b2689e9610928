/** Every address the app has. The router is built from them, the server answers 404 to others, and return paths must be one of them. */

/** `$id` stands for one path segment, as the router writes it. */
export const APP_PATHS = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-new-email',
  '/trial-expired',
  '/dashboard',
  '/dashboard/properties',
  '/dashboard/properties/add',
  '/dashboard/properties/edit/$id',
  '/dashboard/properties/$id',
  '/dashboard/tenants',
  '/dashboard/tenants/add',
  '/dashboard/tenants/edit/$id',
  '/dashboard/tenants/$id',
  '/dashboard/suppliers',
  '/dashboard/suppliers/add',
  '/dashboard/suppliers/edit/$id',
  '/dashboard/suppliers/$id',
  '/dashboard/finance',
  '/dashboard/profile',
  '/dashboard/settings',
] as const;

export type AppPath = (typeof APP_PATHS)[number];

const patterns = APP_PATHS.map((path) => new RegExp(`^${path.replace(/\$id/g, '[^/]+')}/?$`));

/** Whether the app has a screen at this path (without query or fragment). */
export function isAppPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}

/** The path to go back to after signing in: one of our own dashboard's, else the dashboard itself. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/dashboard') || /[\\\s]/.test(wanted)) return '/dashboard';
  const { origin, pathname, search } = new URL(wanted, 'http://tenure.invalid');
  return origin === 'http://tenure.invalid' && isAppPath(pathname) ? pathname + search : '/dashboard';
}
