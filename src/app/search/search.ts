/** Limits of the global search. Separate from the schemas, which the browser does not need. */

/** Results shown for each noun. One more is returned, to show that there are more. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Maximum count of transactions, as counting half a million takes longer than finding the newest. */
export const COUNTED = 50;
