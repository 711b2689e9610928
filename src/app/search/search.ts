/** How much the search over everything answers and shows. Apart from its schemas, which the browser does without. */

/** Shown of each noun, at most. One more is answered, which tells that there are more. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Maximum count of transactions, as counting half a million takes longer than finding the newest. */
export const COUNTED = 50;
