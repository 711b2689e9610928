/** Sections in the order of the list. The first three need a decision. */
export const SECTIONS = ['rent', 'same', 'choose', 'other', 'left-out'] as const;
export type Section = (typeof SECTIONS)[number];

/** Maximum rows of each section in the first response. A section with more rows starts collapsed. */
export const FIRST_ROWS = 20;
export const MAX_PAGE = 500;
/** Maximum decisions per request. Progress is shown after each request. */
export const MAX_DECISIONS = 50;

export const TITLES: Record<Section, string> = {
  rent: 'Rent',
  same: 'Possible duplicates of payments you entered',
  choose: 'Which one is it?',
  other: 'Other payments',
  'left-out': 'Left out',
};

export const TEXTS = {
  title: 'From your bank',
  none: 'No bank rows to match',
  noneWords: 'Bank rows that may be rent, or a payment you entered yourself, appear here.',
  failed: 'We could not load bank rows',
  notAChoice: 'This bank row does not match that transaction.',
  stale: 'We are updating these suggestions.',
};
