/** What the list of bank rows is made of, without schemas: its sections and its words. */

/** In the order of the list. The first three wait for an answer. */
export const SECTIONS = ['rent', 'same', 'choose', 'other', 'left-out'] as const;
export type Section = (typeof SECTIONS)[number];

/** Rows of each section that come with the counts; a longer section is closed at first. */
export const FIRST_ROWS = 20;
export const MAX_PAGE = 500;
/** Decisions that are saved in one transaction, so that progress can be shown. */
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
  none: 'Nothing to match',
  noneWords: 'Bank rows that may be rent, or a payment that you entered yourself, are listed here.',
  failed: 'Failed to load bank rows',
  notAChoice: 'This line cannot be that transaction.',
  stale: 'We are working out again what these rows may be.',
};
