/** What the server guesses of a browser when it draws a list into the document. The browser itself looks. */
import { createContext } from 'react';

/** `narrow`: a phone. `tables`: the names of the lists that this browser shows as a table. */
type Look = { narrow: boolean; tables: readonly string[] };

export const FirstLook = createContext<Look>({ narrow: false, tables: [] });

/** The cookie that says which lists are shown as a table, so that the document shows them so too. */
export const TABLES_COOKIE = 'tenure.tables';

/** Ignores what is no name: anybody could have written the cookie. */
export function tablesIn(cookie: string | undefined): string[] {
  return cookie?.split('.').filter((name) => /^[a-z-]+$/.test(name)) ?? [];
}
