/** Words of the bell, which is on every screen: apart from those of transactions, as a schema stands behind these. */
export const BELL = {
  title: 'Latest transactions',
  loading: 'Loading transactions...',
  viewAll: 'View All Finances',
} as const;
