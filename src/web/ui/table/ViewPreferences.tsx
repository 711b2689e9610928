/** The server's assumptions about a browser when it renders a list. The browser itself detects the values. */
import { createContext } from 'react';

/** `narrow` is true for a phone. `tables` names the lists that this browser shows as tables. */
type Look = { narrow: boolean; tables: readonly string[] };

export const ViewPreferences = createContext<Look>({ narrow: false, tables: [] });

/** A cookie with the lists that the server renders as tables. */
export const TABLES_COOKIE = 'tenure.tables';

/** Parses the cookie's value. Ignores invalid names, as the cookie is untrusted input. */
export function parseTablesCookie(cookie: string | undefined): string[] {
  return cookie?.split('.').filter((name) => /^[a-z-]+$/.test(name)) ?? [];
}
