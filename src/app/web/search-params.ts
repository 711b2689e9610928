/** The part of an address after the question mark, as plain words: `?q=42` is the text '42', never a number or JSON. */

/** What the router hands to a route's `validateSearch`. Of a name given twice, the last counts. */
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

/** A `validateSearch` that keeps one name, if it was given. */
export function onlyText<Name extends string>(name: Name) {
  return (search: Record<string, unknown>): { [name in Name]?: string } => {
    const value = search[name];
    return typeof value === 'string' ? ({ [name]: value } as { [name in Name]?: string }) : {};
  };
}
