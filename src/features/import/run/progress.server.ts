/** Progress of an import or its undo, which its own transaction cannot store for others before it commits. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import type { ImportRunning } from '../import.ts';

type Marked = { id: string; what: ImportRunning['what']; of: number };

/** Shows the percentage to readers by advisory locks, which end with the transaction, even if the server is killed. */
export function progressMarks(db: UserDb, { id, what, of }: Marked): (done: number) => Promise<void> {
  let last = -1;
  return async (done) => {
    const percent = of === 0 ? 0 : Math.floor((100 * done) / of);
    if (percent === last) return;
    last = percent;
    await sql`select app.mark_import_progress(${id}::uuid, ${what}, ${percent}::integer)`.execute(db);
  };
}

/** Null when neither runs. Read it before the state, which is final once it is null. */
export async function readRunning(db: UserDb, id: string): Promise<ImportRunning | null> {
  const { rows } = await sql<ImportRunning>`select what, percent from app.import_progress(${id}::uuid)`.execute(db);
  return rows[0] ?? null;
}
