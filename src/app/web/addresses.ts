/** The addresses of the app: the paths that it has, and how the part after the question mark is read and written. */

/** The server answers 404 to others. `$id` stands for one path segment, as the router writes it. */
export const APP_PATHS = [
  '/confirm-email',
  '/confirm-new-email',
  '/dashboard',
  '/dashboard/activity',
  '/dashboard/properties',
  '/dashboard/properties/add',
  '/dashboard/properties/edit/$id',
  '/dashboard/properties/$id',
  '/dashboard/certificates',
  '/dashboard/notifications',
  '/dashboard/tenants',
  '/dashboard/tenants/add',
  '/dashboard/tenants/edit/$id',
  '/dashboard/tenants/$id',
  '/dashboard/rent',
  '/dashboard/rent/bank',
  '/dashboard/tenancies/$id',
  '/dashboard/suppliers',
  '/dashboard/suppliers/add',
  '/dashboard/suppliers/edit/$id',
  '/dashboard/suppliers/$id',
  '/dashboard/finance',
  '/dashboard/finance/import',
  '/dashboard/plans',
  '/dashboard/profile',
  '/dashboard/settings',
] as const;

export type AppPath = (typeof APP_PATHS)[number];

const patterns = APP_PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$id/g, '[^/]+')}/?$`) }));

/** The screen at this path (without query or fragment), as the router writes it; the more exact one where two fit. */
export function appPathAt(path: string): AppPath | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.path;
}

export function isAppPath(path: string): boolean {
  return appPathAt(path) !== undefined;
}

/** The path to go back to after signing in: one of our own dashboard's, else the dashboard itself. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/dashboard') || /[\\\s]/.test(wanted)) return '/dashboard';
  const { origin, pathname, search } = new URL(wanted, 'http://tenure.invalid');
  return origin === 'http://tenure.invalid' && isAppPath(pathname) ? pathname + search : '/dashboard';
}

/** Finance and bank rows stay open when the trial is over, and do not speak of it. */
export function speaksOfTrial(path: string): boolean {
  return !path.startsWith('/dashboard/finance') && !path.startsWith('/dashboard/rent/bank');
}

/** Plain words: `?q=42` is the text '42', never a number or JSON. Of a name given twice, the last counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The address of what a route holds; what is undefined or empty is left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const query = new URLSearchParams(words).toString();
  return query === '' ? '' : `?${query}`;
}

/** A `validateSearch` that keeps these names, where they were given. */
export function onlyText<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      [name in Name]?: string;
    };
}

/** An address of the app that the server has written, for a link of the router. */
export function placeOf(href: string) {
  const { pathname, searchParams } = new URL(href, 'http://tenure.invalid');
  return { to: pathname as '/dashboard', search: Object.fromEntries(searchParams) };
}
