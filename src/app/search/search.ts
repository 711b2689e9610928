/** Limits of search, separate from its schemas to keep those out of the browser. */

/** Maximum shown for each noun. The response has one more if there are more. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Maximum count of transactions, as counting half a million takes longer than finding the newest. */
export const COUNTED = 50;
