/** Limits of the global search, separate from its schemas, which the browser does not load. */

/** Maximum results shown for each noun. One more is selected, to detect further results. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Maximum count of transactions, as counting half a million takes longer than selecting the newest. */
export const COUNTED = 50;
