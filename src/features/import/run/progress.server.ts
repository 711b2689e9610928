import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import type { ImportRunning } from '../import.ts';

type Marked = { id: string; what: ImportRunning['what']; of: number };

/** Publishes the percentage by advisory locks: readers see them before commit, and they end with the transaction. */
export function progressMarks(db: UserDb, { id, what, of }: Marked): (done: number) => Promise<void> {
  let last = -1;
  return async (done) => {
    const percent = of === 0 ? 0 : Math.floor((100 * done) / of);
    if (percent === last) return;
    last = percent;
    await sql`select app.mark_import_progress(${id}::uuid, ${what}, ${percent}::integer)`.execute(db);
  };
}

/** Null unless an import or undo is running. Callers read the state afterwards, which is then final. */
export async function readRunning(db: UserDb, id: string): Promise<ImportRunning | null> {
  const { rows } = await sql<ImportRunning>`select what, percent from app.import_progress(${id}::uuid)`.execute(db);
  return rows[0] ?? null;
}
