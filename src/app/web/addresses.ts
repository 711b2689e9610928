/** Whether a screen shows the trial's ribbon. Finance stays open after the trial and does not mention the trial. */
export function showsTrial(path: string): boolean {
  return !/^\/dashboard\/(finance|rent\/bank)/.test(path);
}

/** Parses a query as text: `?q=42` is '42', never a number or JSON. The last of repeated names wins. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Returns the query of a route's search params with '?'. Omits undefined and empty params. */
export function writeSearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const query = new URLSearchParams(words).toString();
  return query === '' ? '' : `?${query}`;
}

/** Converts a URL from the server to the props of a router link. */
export function placeOf(href: string) {
  const { pathname, searchParams } = new URL(href, 'http://tenure.invalid');
  return { to: pathname as '/dashboard', search: Object.fromEntries(searchParams) };
}
