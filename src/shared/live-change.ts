/** A change of a record, as the database notifies it (`app.notify_change`) and an open page hears it: no more of it than its id. */

/** The nouns whose changes are sent, by the first word of their query keys. */
export const LIVE_NOUNS = [
  'transactions',
  'bank-accounts',
  'bank-connections',
  'tenancies',
  'rent',
  'session',
] as const;

export type LiveChange = {
  noun: (typeof LIVE_NOUNS)[number];
  /** Null: more records have changed at once than are named one by one. */
  id: string | null;
  /** The version that the record has now; null where it was deleted. */
  version: number | null;
};
