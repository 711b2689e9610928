/** Texts of the bell, which every screen loads. Kept apart from the transaction texts, which load a schema. */
export const BELL = {
  title: 'Latest transactions',
  loading: 'Loading transactions...',
  viewAll: 'View All Finances',
} as const;
