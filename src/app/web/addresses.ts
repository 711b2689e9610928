/** Reads and writes the query of the app's URLs. Their paths: server/documents/paths.server.ts. */

/** Finance stays open after the trial and does not mention it. */
export function showsTrial(path: string): boolean {
  return !/^\/dashboard\/(finance|rent\/bank)/.test(path);
}

/** Plain text: `?q=42` is the text '42', never a number or JSON. The last of repeated names counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The query of a route's search params, omitting undefined and empty ones. */
export function writeSearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const query = new URLSearchParams(words).toString();
  return query === '' ? '' : `?${query}`;
}

/** Converts a URL from the server to a link of the router. */
export function placeOf(href: string) {
  const { pathname, searchParams } = new URL(href, 'http://tenure.invalid');
  return { to: pathname as '/dashboard', search: Object.fromEntries(searchParams) };
}
