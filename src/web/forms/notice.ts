/**
 * A notice that the public pages show once after a redirect from the app.
 * The app leaves it in the session's storage and goes to the address it is given; where a browser refuses storage, the address carries it.
 */
const KEY = 'tenure.toast';
const PARAMETER = 'notice';

/** The notices there are, and where on the front page each belongs. `Notices.tsx` holds their words as part of the page, so the script in the browser needs none. */
const PLACES = { 'trial-expired': '#pricing', 'account-deleted': '' };
export type NoticeName = keyof typeof PLACES;

/** `window.sessionStorage`, given as a function because merely naming it can throw. */
type Shelf = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Leaves a notice and answers the address to navigate to: the prices, or the top of the front page. */
export function leaveNotice(name: NoticeName, shelf: Shelf): string {
  try {
    shelf().setItem(KEY, name);
    return `/${PLACES[name]}`;
  } catch {
    return `/?${PARAMETER}=${name}${PLACES[name]}`; // storage is off or full, which is the browser's right
  }
}

/**
 * Takes the notice away, so that it is shown once. `search` is the page's query (`?…`).
 * Answers its name as found (the page shows only names it knows), or null, and the query without it.
 */
export function takeNotice({ shelf, search }: { shelf: Shelf; search: string }): {
  name: string | null;
  search: string;
} {
  const query = new URLSearchParams(search);
  const carried = query.get(PARAMETER);
  query.delete(PARAMETER);
  const rest = carried === null ? search : query.size > 0 ? `?${query}` : '';
  try {
    const name = shelf().getItem(KEY);
    shelf().removeItem(KEY);
    return { name: name ?? carried, search: rest };
  } catch {
    return { name: carried, search: rest };
  }
}
