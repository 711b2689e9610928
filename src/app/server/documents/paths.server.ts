/** The paths of the app's screens, and the way back to one after signing in. */
import { NOUNS } from '../../nouns.server.ts';

/** Of screens that are no noun's own. `$id` stands for one path segment, as the router writes it. */
const OWN_PATHS = [
  '/confirm-email',
  '/confirm-new-email',
  '/dashboard',
  '/dashboard/activity',
  '/dashboard/notifications',
  '/dashboard/rent',
  '/dashboard/tenancies/$id',
  '/dashboard/finance',
  '/dashboard/finance/match',
  '/dashboard/finance/import',
  '/dashboard/plans',
  '/dashboard/profile',
  '/dashboard/settings',
];

/** The server answers 404 to others. */
export const APP_PATHS: readonly string[] = [...OWN_PATHS, ...NOUNS.flatMap(({ paths }) => paths ?? [])];

const patterns = APP_PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$id/g, '[^/]+')}/?$`) }));

/** The screen at this path (without query or fragment), as the router writes it; the more exact one where two fit. */
export function appPathAt(path: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.path;
}

/** The path to go back to after signing in: one of our own dashboard's, else the dashboard itself. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/dashboard') || /[\\\s]/.test(wanted)) return '/dashboard';
  const { origin, pathname, search } = new URL(wanted, 'http://tenure.invalid');
  return origin === 'http://tenure.invalid' && appPathAt(pathname) ? pathname + search : '/dashboard';
}
