/** The paths of the app's screens, and the return path after signing in. */
import { NOUNS } from '../../nouns.server.ts';

/** Screens outside the nouns. `$id` and `$year` match one path segment, as in the router. */
const OWN_PATHS = [
  '/confirm-email',
  '/confirm-new-email',
  '/join',
  '/accounts',
  '/dashboard',
  '/dashboard/activity',
  '/dashboard/notifications',
  '/dashboard/rent',
  '/dashboard/rent/bank',
  '/dashboard/tenancies/$id',
  '/dashboard/finance',
  '/dashboard/finance/import',
  '/dashboard/plans',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/team',
];

export const APP_PATHS: readonly string[] = [...OWN_PATHS, ...NOUNS.flatMap(({ paths }) => paths ?? [])];

const patterns = APP_PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`) }));

/** The route at this path (without query or fragment); the more exact one if two match. */
export function appPathAt(path: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.path;
}

/** An invitation's link, whose token is base64url. */
const INVITATION = /^\/join\?token=[\w-]{1,200}$/;

/** The return path after signing in: a path of our dashboard or an invitation, otherwise the dashboard itself. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted === 'string' && INVITATION.test(wanted)) return wanted;
  if (typeof wanted !== 'string' || !wanted.startsWith('/dashboard') || /[\\\s]/.test(wanted)) return '/dashboard';
  const { origin, pathname, search } = new URL(wanted, 'http://tenure.invalid');
  return origin === 'http://tenure.invalid' && appPathAt(pathname) ? pathname + search : '/dashboard';
}
