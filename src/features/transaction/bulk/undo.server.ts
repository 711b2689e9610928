import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import type { UndoOutcome } from '../transaction.ts';

type StoredRecord = { batch: string | undefined; ids: readonly string[]; change: 'added' | 'changed' | 'removed' };

/** Call once per row: before a change or removal, and after an addition. Without a batch, Undo is not possible. */
export async function saveForUndo(db: UserDb, { batch, ids, change }: StoredRecord): Promise<void> {
  if (batch && ids.length > 0) await sql`select app.save_for_undo(${batch}, ${ids}::uuid[], ${change})`.execute(db);
}

/** Restores a batch once, within ten minutes. Rows that changed later are skipped and counted as `kept`. */
export async function undoBatch(db: UserDb, batch: string): Promise<UndoOutcome> {
  const { rows } = await sql<UndoOutcome>`select done, kept from app.undo_transactions(${batch})`.execute(db);
  return rows[0] ?? { done: 0, kept: 0 };
}
