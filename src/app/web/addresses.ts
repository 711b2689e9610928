/** The addresses of the app: how the part after the question mark is read and written. Its paths: server/documents/paths.server.ts. */

/** Finance stays open when the trial is over, and does not speak of it. */
export function speaksOfTrial(path: string): boolean {
  return !path.startsWith('/dashboard/finance');
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

/** An address of the app that the server has written, for a link of the router. */
export function placeOf(href: string) {
  const { pathname, searchParams } = new URL(href, 'http://tenure.invalid');
  return { to: pathname as '/dashboard', search: Object.fromEntries(searchParams) };
}
