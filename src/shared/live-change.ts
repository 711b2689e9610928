/** What an open page is told of a change, whatever made it: which row, and no more of it than its id. */
import { z } from 'zod';

/** The tables whose changes are told (`app.tell_of` in the migrations). */
const LIVE_TABLES = ['transactions', 'bank_accounts'] as const;

export const LiveChange = z.object({
  table: z.enum(LIVE_TABLES),
  /** 'reload', without an id: something has changed, or may have, and was not told row by row. */
  operation: z.enum(['insert', 'update', 'delete', 'reload']),
  id: z.uuid().nullable(),
});
export type LiveChange = z.infer<typeof LiveChange>;

/** For whoever may have missed something. */
export const RELOADS: LiveChange[] = LIVE_TABLES.map((table) => ({ table, operation: 'reload', id: null }));
