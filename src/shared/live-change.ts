/** A change of a record, as the database notifies it (`app.notify_change`) and an open page hears it: no more of it than its id. */
import { z } from 'zod';

/** The nouns whose changes are sent, by the first word of their query keys. */
export const LIVE_NOUNS = ['transactions', 'bank-accounts', 'bank-connections', 'session'] as const;

export const LiveChange = z.object({
  noun: z.enum(LIVE_NOUNS),
  /** Null: more records have changed at once than are named one by one. */
  id: z.uuid().nullable(),
  /** The version that the record has now; null where it was deleted. */
  version: z.int().nullable(),
});
export type LiveChange = z.infer<typeof LiveChange>;
