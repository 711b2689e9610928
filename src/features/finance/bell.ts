/** Texts of the bell. Every screen loads them, so they are separate from transaction texts, which load a schema. */
export const BELL = {
  title: 'Latest transactions',
  loading: 'Loading transactions...',
  viewAll: 'View All Finances',
} as const;
