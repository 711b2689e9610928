import { NOUNS } from '../../nouns.server.ts';

/** The app's own screens. `$id` and `$year` match one path segment, as in the router. */
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

const PARAMETER = /\$\w+/g;
/** Sorts exact segments first, as the router does: '/dashboard/tax/loans' before '/dashboard/tax/$year'. */
const sortKey = (path: string) => path.replace(PARAMETER, '\uffff');
const patterns = APP_PATHS.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(PARAMETER, '[^/]+')}/?$`),
}));

/** Returns the most specific route that matches a path without query and fragment. */
export function appPathAt(path: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.path;
}

/** The link of an invitation, whose token is base64url. */
const INVITATION = /^\/join\?token=[\w-]{1,200}$/;

/** Returns the path to open after signing in: a dashboard path or an invitation, by default the dashboard itself. */
export function returnPath(requested: unknown): string {
  if (typeof requested === 'string' && INVITATION.test(requested)) return requested;
  if (typeof requested !== 'string' || !requested.startsWith('/dashboard') || /[\\\s]/.test(requested))
    return '/dashboard';
  const { origin, pathname, search } = new URL(requested, 'http://tenure.invalid');
  return origin === 'http://tenure.invalid' && appPathAt(pathname) ? pathname + search : '/dashboard';
}
